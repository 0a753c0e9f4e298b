// Sends the objects of the store that a target lacks, and reads each new one back. An object is sent once, whatever the number
// of backups and keys that name it.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { forEachConcurrently } from '../../kernel/concurrency/concurrently.ts';
import { contentDigestOf } from '../../kernel/object-key.ts';
import { readPieces } from '../../platform/files/copy.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { DoneEntry, Ledger, WorkEntry } from '../moving/ledger.ts';
import type { PinnedPointer } from '../moving/objects-out.ts';
import { digestFile } from '../moving/source.ts';
import { storedObjectPath } from './layout.ts';
import { isObjectAsWritten } from './read-back.ts';
import { type BackupTarget, TargetAway, writeStream } from './target.ts';
import type { StoredObject, TargetIndex } from './target-index.ts';

const AT_A_TIME = 4;
/** Maximum number of times that a mutable object is read when it changes meanwhile. */
const READINGS = 3;

export interface SentObjects {
  objects: number;
  bytes: number;
}

export interface SendDependencies {
  readonly objects: Objects;
  readonly target: BackupTarget;
  readonly ledger: Ledger;
  readonly index: TargetIndex;
  /** Counts what is sent. */
  readonly sent: SentObjects;
  readonly signal: AbortSignal;
  readonly onBytes: (done: number, total: number) => void;
}

/** The bytes that were read are not those of the digest. */
class OtherBytes extends Error {}

/** Sends pointers and records of promotions as they were read before. */
export async function sendPointers(pointers: readonly PinnedPointer[], dependencies: SendDependencies): Promise<void> {
  const { ledger } = dependencies;
  const entries: DoneEntry[] = [];
  for (const { key, content } of pointers) {
    const sha256 = sha256Hex(content);
    const bytes = content.byteLength;
    await place(dependencies, { sha256, bytes }, () => [content]);
    entries.push({ key, bytes, modifiedAt: 0, sha256 });
  }
  await ledger.list(entries);
  ledger.finish(entries);
}

/** Sends what is listed, so that the ledger has exactly these objects as done, and all of them are in the target. */
export async function sendObjects(dependencies: SendDependencies): Promise<void> {
  const { ledger, signal, onBytes } = dependencies;
  for (const page of ledger.surplus()) ledger.forget(page.map(({ key }) => key));
  ledger.forgetDamage();
  const total = ledger.totals().bytes;
  const running = new Map<string, Promise<void>>();
  let doneBytes = 0;
  for (const page of ledger.work()) {
    const done: DoneEntry[] = [];
    const gone: string[] = [];
    try {
      await forEachConcurrently(page, AT_A_TIME, async (entry) => {
        signal.throwIfAborted();
        const found = await sendObject(dependencies, entry, running);
        if (found === 'damaged') ledger.markDamaged([entry.key]);
        if (found === 'damaged' || found === 'gone') gone.push(entry.key);
        else done.push({ ...entry, ...found });
        doneBytes += entry.bytes;
        onBytes(doneBytes, total);
      });
    } finally {
      ledger.finish(done);
      ledger.forget(gone);
    }
  }
}

/** The digest and size that an object was sent with. */
async function sendObject(
  dependencies: SendDependencies,
  { key, bytes, sha256 }: WorkEntry,
  running: Map<string, Promise<void>>,
): Promise<StoredObject | 'gone' | 'damaged'> {
  const { objects } = dependencies;
  const content = contentDigestOf(key);
  for (let readings = 1; ; readings++) {
    const known = content ?? (readings === 1 ? sha256 : null);
    const object = known == null ? await digestObject(objects, key) : { sha256: known, bytes };
    if (object === undefined) return 'gone';
    const work = async (): Promise<void> => {
      await place(dependencies, object, async () => {
        const local = await objects.local(key);
        return local && readPieces(local.path);
      });
    };
    // Two keys with the same bytes at the same time send them once.
    const before = running.get(object.sha256);
    if (before !== undefined) await before.catch(() => undefined);
    const sending = work();
    running.set(object.sha256, sending);
    try {
      await sending;
      return object;
    } catch (error) {
      if (error instanceof Gone) return 'gone';
      if (!(error instanceof OtherBytes)) throw error;
      if (content !== undefined) return 'damaged';
      if (readings === READINGS) throw new Error(`${key} changes while it is read`, { cause: error });
    } finally {
      if (running.get(object.sha256) === sending) running.delete(object.sha256);
    }
  }
}

class Gone extends Error {}

async function digestObject(objects: Objects, key: string): Promise<StoredObject | undefined> {
  const local = await objects.local(key);
  return local && { sha256: await digestFile(local.path), bytes: local.bytes };
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Makes sure that an object is in the target and can be read there. */
async function place(
  { target, index, sent }: SendDependencies,
  object: StoredObject,
  open: () => Pieces | undefined | Promise<Pieces | undefined>,
): Promise<void> {
  const found = index.find(object.sha256);
  if (found?.bytes === object.bytes && found.isProven) return;
  // Sent by a run that was interrupted.
  if (found?.bytes === object.bytes && (await isObjectAsWritten(target, object))) {
    index.addProven(object);
    return;
  }
  const pieces = await open();
  if (pieces === undefined) throw new Gone();
  await writeStream(target, storedObjectPath(object.sha256), proven(pieces, object));
  if (!(await isObjectAsWritten(target, object))) {
    await target.remove([storedObjectPath(object.sha256)]).catch(() => undefined);
    index.forgetStored(object.sha256);
    throw unreliable(target);
  }
  index.addProven(object);
  sent.objects += 1;
  sent.bytes += object.bytes;
}

/** Passes the pieces on, and fails before the end if they are not the bytes of the object, so that they are not stored. */
async function* proven(pieces: Pieces, { sha256, bytes }: StoredObject): AsyncGenerator<Uint8Array> {
  const hasher = new Bun.CryptoHasher('sha256');
  let count = 0;
  for await (const piece of pieces) {
    hasher.update(piece);
    count += piece.byteLength;
    yield piece;
  }
  if (count !== bytes || hasher.digest('hex') !== sha256) throw new OtherBytes();
}

/** The target does not give back what was written. */
export const unreliable = ({ place: where }: BackupTarget): TargetUnreliable =>
  new TargetUnreliable(`${where} does not give back what was written there`);

export class TargetUnreliable extends TargetAway {}
