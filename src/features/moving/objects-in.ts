// Imports the objects of an export: each file is verified against its digest while it is stored, a few at a time.
// Objects stored by an earlier run are skipped. Pointers are stored separately at the end, since releases become
// visible with them.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { forEachConcurrently } from '../../kernel/concurrency/concurrently.ts';
import { isSha256 } from '../../kernel/names.ts';
import { contentDigestOf, isCarriedKey, isPointerKey, SERVERS_PREFIX } from '../../kernel/object-key.ts';
import { isAbsence } from '../../platform/files/durable.ts';
import { IngestError } from '../../platform/objects/ingest/file.ts';
import { isSafeKey } from '../../platform/objects/name.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Finding } from '../release/common/finding.ts';
import { OperatorError, operatorError } from '../release/common/operator-error.ts';
import { recordPromotions } from '../release/store/promotions.ts';
import type { Ledger, ListedEntry, WorkEntry } from './ledger.ts';
import { digestFile, type ImportedObject, type ImportSource } from './source.ts';

const AT_A_TIME = 4;
const SMALL_BYTES = 8 * 1024 * 1024;
/** Maximum number of missing or truncated files that are listed. */
const NAMED_FAULTS = 20;

const entrySchema = z.strictObject({
  key: z.string().refine((key) => isCarriedKey(key) && isSafeKey(key)),
  bytes: z.int().min(0),
  sha256: z.string().refine(isSha256),
});

/**
 * Reads and verifies the list of objects, and checks that every object exists with the right size. Writes nothing to the
 * target.
 */
export async function readObjectList(source: ImportSource, ledger: Ledger): Promise<void> {
  const { objects } = source.manifest;
  const { name } = source.list;
  const damaged = (): OperatorError => operatorError('export_damaged', 'The list of objects is damaged', name);
  const faults: Finding[] = [];
  ledger.beginListing('');
  const hasher = new Bun.CryptoHasher('sha256');
  await ledger.list(
    (async function* (): AsyncGenerator<ListedEntry> {
      for await (const line of readLines(source.list.read(), hasher)) {
        const entry = readEntry(line);
        if (entry === undefined) throw damaged();
        const found = source.look(entry);
        if (found.bytes !== entry.bytes && faults.length < NAMED_FAULTS) {
          faults.push(describeFault(found.name, found.bytes === undefined));
        }
        yield { key: entry.key, bytes: entry.bytes, modifiedAt: 0, expected: entry.sha256 };
      }
    })(),
  );
  if (hasher.digest('hex') !== objects.list.sha256) throw damaged();
  if (faults.length > 0) throw new OperatorError(faults);
  const totals = ledger.totals();
  if (totals.count !== objects.count || totals.bytes !== objects.bytes) throw damaged();
}

/** Reads a line of a list of objects; undefined when it is malformed. */
export function readEntry(line: string): ImportedObject | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Lines of a file. `hasher` receives its bytes. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>, hasher: Bun.CryptoHasher): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    hasher.update(piece);
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Batches of objects, each of a bounded number of bytes or of one object. */
const BATCH_BYTES = 256 * 1024 * 1024;

function* batchesOf(entries: readonly WorkEntry[]): Generator<readonly WorkEntry[]> {
  let batch: WorkEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && bytes + entry.bytes > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}

const importedOf = ({ key, bytes, expected }: WorkEntry): ImportedObject => ({ key, bytes, sha256: expected ?? '' });

/**
 * Stores everything except pointers; returns the number stored by an earlier run. `onBytes` receives the bytes so far
 * and in total.
 */
export async function storeObjects(
  objects: Objects,
  source: ImportSource,
  ledger: Ledger,
  onBytes: (done: number, total: number) => void,
): Promise<number> {
  const total = ledger.totals().bytes;
  let done = 0;
  let kept = 0;
  for (const page of ledger.work()) {
    const open = page.filter((entry) => !isStored(entry) && !isPointerKey(entry.key));
    kept += page.filter(isStored).length;
    for (const batch of batchesOf(open)) {
      const stored: WorkEntry[] = [];
      try {
        await source.withFiles(batch.map(importedOf), (paths, isTaken) =>
          storeBatch(
            objects,
            batch.map((entry, index) => ({
              entry,
              path: paths[index] ?? '',
              name: source.look(importedOf(entry)).name,
            })),
            isTaken,
            (entry) => stored.push(entry),
          ),
        );
      } finally {
        // Flushed before it is recorded, since a recorded object must be in place. Also after a failure, so that the next
        // run continues from here.
        await objects.flush();
        ledger.finish(stored.map((entry) => ({ ...entry, sha256: entry.expected ?? '' })));
      }
    }
    done += page.reduce((sum, { bytes }) => sum + bytes, 0);
    onBytes(done, total);
  }
  return kept;
}

/** Stores the pointers, after which the releases are served. Refuses if a different pointer exists already. */
export async function storePointers(objects: Objects, source: ImportSource, ledger: Ledger): Promise<void> {
  for (const page of ledger.work()) {
    const pointers = page.filter((entry) => isPointerKey(entry.key));
    await source.withFiles(pointers.map(importedOf), async (paths) => {
      for (const [index, entry] of pointers.entries()) {
        const { key } = entry;
        const name = source.look(importedOf(entry)).name;
        const bytes = await readProven({ entry, path: paths[index] ?? '', name });
        if (await objects.swap(key, undefined, bytes)) continue;
        const standing = await objects.read(key);
        if (standing === undefined || Buffer.compare(standing, bytes) !== 0) {
          throw operatorError('target_changed', `Somebody published while the import ran: ${key} is there already`);
        }
      }
    });
  }
  // An export of an earlier version has no record of promotions.
  for (const server of await objects.children(SERVERS_PREFIX)) await recordPromotions(objects, server);
}

const isStored = ({ sha256, expected }: WorkEntry): boolean => sha256 !== null && sha256 === expected;

interface ObjectFile {
  readonly entry: WorkEntry;
  readonly path: string;
  /** Its name in the source, for messages. */
  readonly name: string;
}

async function storeBatch(
  objects: Objects,
  files: readonly ObjectFile[],
  isTaken: boolean,
  onStored: (entry: WorkEntry) => void,
): Promise<void> {
  const content = files.filter(({ entry }) => contentDigestOf(entry.key) !== undefined);
  const others = files.filter(({ entry }) => contentDigestOf(entry.key) === undefined);
  await storeContent(objects, content, isTaken, onStored);
  await forEachConcurrently(others, AT_A_TIME, async (file) => {
    await storeObject(objects, file);
    onStored(file.entry);
  });
}

async function storeContent(
  objects: Objects,
  files: readonly ObjectFile[],
  isTaken: boolean,
  onStored: (entry: WorkEntry) => void,
): Promise<void> {
  const items = files.map(({ path, entry: { bytes } }) => ({ path, bytes, hashOnly: false, isTaken }));
  const faults: Finding[] = [];
  try {
    await objects.ingest(items, (index, { sha256 }) => {
      const file = files[index];
      // Altered content is stored under its actual digest, to which nothing refers.
      if (file === undefined) return;
      const { entry, name } = file;
      if (sha256 === entry.expected && sha256 === contentDigestOf(entry.key)) onStored(entry);
      else faults.push(describeFault(name, false));
    });
  } catch (error) {
    if (error instanceof IngestError) {
      const name = files.find(({ path }) => path === error.path)?.name ?? error.path;
      throw operatorError('file_damaged', FAULT, name);
    }
    throw error;
  }
  if (faults.length > 0) throw new OperatorError(faults);
}

async function storeObject(objects: Objects, file: ObjectFile): Promise<void> {
  const { entry, path, name } = file;
  const { key, bytes, expected } = entry;
  if (bytes <= SMALL_BYTES) return objects.write(key, await readProven(file));
  // Verified before it is stored, so that a wrong object never exists under the key.
  if ((await digestFile(path)) !== expected) throw new OperatorError([describeFault(name, false)]);
  const stored = await objects.writeFile(key, path);
  if (stored.sha256 === expected) return;
  await objects.remove(key);
  throw new OperatorError([describeFault(name, false)]);
}

async function readProven({ entry, path, name }: ObjectFile): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    throw new OperatorError([describeFault(name, true)]);
  }
  if (sha256Hex(bytes) !== entry.expected) throw new OperatorError([describeFault(name, false)]);
  return bytes;
}

const FAULT = 'This file of the export is not what was written';

const describeFault = (file: string, isAbsent: boolean): Finding => ({
  severity: 'error',
  file,
  path: '',
  code: isAbsent ? 'file_missing' : 'file_damaged',
  message: isAbsent ? 'This file of the export is missing' : FAULT,
});
