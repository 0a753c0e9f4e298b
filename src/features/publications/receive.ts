// Receives objects: one by one and resumable, or many small ones in a pack. An object is stored once its bytes match the
// announced digest. Small objects pass through memory, large ones through the spool, and digests are computed off the event
// loop. Objects that the store has already are received too, so that no answer reveals what others have published.
import type { RequestContext } from '../../http/gates/context.ts';
import { bodyMs, isType, refuseSlowBody } from '../../http/routing/body.ts';
import { isRefusal, Refusal, required } from '../../kernel/refusal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { ReceivedObject } from './contract.ts';
import { type AwaitedObject, countReceived, type Publication, readAwaited } from './publications.ts';
import type { Spool } from './spool.ts';

export interface ReceiveDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly spool: Spool;
}

/** Objects up to this size pass through memory. */
const SMALL_BYTES = 1024 * 1024;
const PACK_BYTES_MAX = 16 * 1024 * 1024;
/** SHA-256 and length before each object of a pack. */
const HEAD_BYTES = 36;

const OCTETS = 'application/octet-stream';
const RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;

/** Length of the body. Refuses one without. */
function requireLength({ request }: RequestContext): number {
  const text = request.headers.get('content-length');
  if (text === null || !/^\d{1,15}$/.test(text)) throw new Refusal('content_length_required');
  if (!isType(request, OCTETS))
    throw new Refusal('content_type_required', { message: `The content type must be ${OCTETS}` });
  return Number(text);
}

/** An object that an open publication asked for. */
async function requireAwaited(
  { database }: ReceiveDependencies,
  { id }: Publication,
  sha256: string,
): Promise<AwaitedObject> {
  return required((await readAwaited(database.db, id, [sha256])).get(sha256), 'object_not_expected');
}

/**
 * How much of an object has arrived. If all of it is held but not checked yet, because its receiver died or is still at it,
 * the last byte does not count: the request that sends it completes the object.
 */
export async function describeObject(
  dependencies: ReceiveDependencies,
  publication: Publication,
  sha256: string,
): Promise<ReceivedObject> {
  const { bytes, isReceived } = await requireAwaited(dependencies, publication, sha256);
  if (isReceived) return { sha256, bytes, received: bytes, complete: true };
  const held = await dependencies.spool.heldOf(publication.id, sha256);
  return { sha256, bytes, received: Math.max(0, Math.min(bytes - 1, held)), complete: false };
}

/** Receives an object or a part of it. */
export async function receiveObject(
  dependencies: ReceiveDependencies,
  context: RequestContext,
  publication: Publication,
  sha256: string,
  contentRange: string | undefined,
): Promise<ReceivedObject> {
  const length = requireLength(context);
  requireOpen(publication);
  const awaited = await requireAwaited(dependencies, publication, sha256);
  const { bytes } = awaited;
  const { first, last, all } = readRange(contentRange, length, bytes);
  if (all !== bytes || last - first + 1 !== length) throw new Refusal('size_mismatch');
  if (awaited.isReceived) return { sha256, bytes, received: bytes, complete: true };
  if (first === 0 && length === bytes && bytes <= SMALL_BYTES) {
    const body = await readWhole(context, length);
    await storeSmall(dependencies, sha256, body);
    await countReceived(dependencies.database.db, publication.id, [sha256]);
    return { sha256, bytes, received: bytes, complete: true };
  }
  return receiveLarge(dependencies, context, publication, { sha256, bytes, first, end: last + 1 });
}

function requireOpen({ state }: Publication): void {
  if (state !== 'open') throw new Refusal('publication_closed');
}

function readRange(contentRange: string | undefined, length: number, bytes: number) {
  if (contentRange === undefined) return { first: 0, last: length - 1, all: length };
  const [, first = 0, last = 0, all = 0] = (RANGE.exec(contentRange) ?? []).map(Number);
  if (last < first || last >= all || all !== bytes) throw new Refusal('size_mismatch');
  return { first, last, all };
}

interface LargePart {
  readonly sha256: string;
  readonly bytes: number;
  readonly first: number;
  readonly end: number;
}

async function receiveLarge(
  dependencies: ReceiveDependencies,
  context: RequestContext,
  { id }: Publication,
  { sha256, bytes, first, end }: LargePart,
): Promise<ReceivedObject> {
  const { database, objects, spool } = dependencies;
  await using spooled = await spool.open(id, sha256);
  if (first > spooled.held) {
    throw new Refusal('offset_conflict', { headers: { 'Upload-Offset': String(spooled.held) } });
  }
  const held = await spooled.write(first, end, readPieces(context, end - first));
  if (held < bytes) return { sha256, bytes, received: held, complete: false };
  const item = { path: spooled.path, bytes, hashOnly: true };
  let digest = '';
  await objects.ingest([item], (_, result) => {
    digest = result.sha256;
  });
  if (digest !== sha256) {
    await spooled.discard();
    throw new Refusal('digest_mismatch');
  }
  await objects.ingest([{ ...item, hashOnly: false, isTaken: true }], () => undefined);
  await spooled.discard();
  await countReceived(database.db, id, [sha256]);
  return { sha256, bytes, received: bytes, complete: true };
}

async function storeSmall({ objects }: ReceiveDependencies, sha256: string, body: Uint8Array): Promise<void> {
  if (Bun.SHA256.hash(body, 'hex') !== sha256) throw new Refusal('digest_mismatch');
  await objects.writeContent(sha256, body);
}

/** Receives a pack. What was complete when it broke or was refused counts. */
export async function receivePack(
  dependencies: ReceiveDependencies,
  context: RequestContext,
  publication: Publication,
): Promise<number> {
  const length = requireLength(context);
  if (length > PACK_BYTES_MAX) throw new Refusal('request_too_large');
  requireOpen(publication);
  let broken: unknown;
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of readPieces(context, length)) pieces.push(piece);
  } catch (error) {
    broken = error;
  }
  const { items, isWhole } = splitPack(Buffer.concat(pieces));
  const awaited = await readAwaited(
    dependencies.database.db,
    publication.id,
    items.map(({ sha256 }) => sha256),
  );
  const taken: string[] = [];
  try {
    for (const { sha256, body } of items) {
      const expected = required(awaited.get(sha256), 'object_not_expected');
      if (expected.bytes !== body.byteLength) throw new Refusal('size_mismatch');
      if (!expected.isReceived) await storeSmall(dependencies, sha256, body);
      taken.push(sha256);
    }
  } finally {
    await countReceived(dependencies.database.db, publication.id, taken);
  }
  if (broken !== undefined) throw broken;
  if (!isWhole) throw new Refusal('invalid_pack');
  return taken.length;
}

interface PackedObject {
  readonly sha256: string;
  readonly body: Uint8Array;
}

/** The complete objects at the beginning of a pack, and whether nothing follows them. */
function splitPack(bytes: Buffer): { readonly items: readonly PackedObject[]; readonly isWhole: boolean } {
  const items: PackedObject[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= bytes.byteLength) {
    const size = bytes.readUInt32BE(at + 32);
    const end = at + HEAD_BYTES + size;
    if (size > SMALL_BYTES || end > bytes.byteLength) break;
    items.push({ sha256: bytes.toString('hex', at, at + 32), body: bytes.subarray(at + HEAD_BYTES, end) });
    at = end;
  }
  return { items, isWhole: at === bytes.byteLength && items.length > 0 };
}

async function readWhole(context: RequestContext, length: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readPieces(context, length)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The body, which must arrive in time and have exactly this length. Refuses one that breaks. */
async function* readPieces(context: RequestContext, length: number): AsyncGenerator<Uint8Array> {
  const { request } = context;
  const reader = request.body?.getReader();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      // This ends a pending read.
      reader?.cancel().catch(() => undefined);
    },
    bodyMs(context, length),
  );
  let received = 0;
  try {
    while (reader !== undefined) {
      const piece = await reader.read();
      if (piece.done) break;
      received += piece.value.byteLength;
      yield piece.value;
    }
    if (isLate) throw refuseSlowBody();
    if (received !== length) throw new Refusal('upload_interrupted');
  } catch (error) {
    if (isLate) throw refuseSlowBody();
    throw isRefusal(error) ? error : new Refusal('upload_interrupted', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
