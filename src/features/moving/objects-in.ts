// Imports the objects of an export: each file is verified against its digest while it is stored, a few at a time.
// Objects stored by an earlier run are skipped. Pointers are stored separately at the end, since releases become
// visible with them.
import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
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
import { type Manifest, objectListPath, objectPath } from './folder.ts';
import type { Ledger, ListedEntry, WorkEntry } from './ledger.ts';
import { digestFile } from './objects-out.ts';

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
 * Reads and verifies the list of objects, and checks that every file exists with the right size. Writes nothing to the
 * target.
 */
export async function readObjectList(folder: string, { objects }: Manifest, ledger: Ledger): Promise<void> {
  const path = objectListPath(folder);
  const damaged = (): OperatorError => operatorError('export_damaged', 'The list of objects is damaged', path);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile() || (await digestFile(path)) !== objects.list.sha256) {
    throw damaged();
  }
  const faults: Finding[] = [];
  ledger.beginListing('');
  await ledger.list(
    (async function* (): AsyncGenerator<ListedEntry> {
      for await (const line of createInterface({ input: createReadStream(path) })) {
        const parsed = entrySchema.safeParse(JSON.parse(line));
        if (!parsed.success) throw damaged();
        const { key, bytes, sha256 } = parsed.data;
        const found = statSync(objectPath(folder, key), { throwIfNoEntry: false });
        if (found?.size !== bytes) faults.push(describeFault(folder, key, found === undefined));
        if (faults.length >= NAMED_FAULTS) break;
        yield { key, bytes, modifiedAt: 0, expected: sha256 };
      }
    })(),
  );
  if (faults.length > 0) throw new OperatorError(faults);
  const totals = ledger.totals();
  if (totals.count !== objects.count || totals.bytes !== objects.bytes) throw damaged();
}

/**
 * Stores everything except pointers; returns the number stored by an earlier run. `onBytes` receives the bytes so far
 * and in total.
 */
export async function storeObjects(
  objects: Objects,
  folder: string,
  ledger: Ledger,
  onBytes: (done: number, total: number) => void,
): Promise<number> {
  const total = ledger.totals().bytes;
  let done = 0;
  let kept = 0;
  for (const page of ledger.work()) {
    const open = page.filter((entry) => !isStored(entry) && !isPointerKey(entry.key));
    kept += page.filter(isStored).length;
    const content = open.filter(({ key }) => contentDigestOf(key) !== undefined);
    const others = open.filter(({ key }) => contentDigestOf(key) === undefined);
    const stored: WorkEntry[] = [];
    const onStored = (entry: WorkEntry): void => {
      stored.push(entry);
    };
    try {
      await storeContent(objects, folder, content, onStored);
      await forEachConcurrently(others, AT_A_TIME, async (entry) => {
        await storeObject(objects, folder, entry);
        onStored(entry);
      });
    } finally {
      // Flushed before it is recorded, since a recorded object must be in place. Also after a failure, so that the next
      // run continues from here.
      await objects.flush();
      ledger.finish(stored.map((entry) => ({ ...entry, sha256: entry.expected ?? '' })));
    }
    done += page.reduce((sum, { bytes }) => sum + bytes, 0);
    onBytes(done, total);
  }
  return kept;
}

/** Stores the pointers, after which the releases are served. Refuses if a different pointer exists already. */
export async function storePointers(objects: Objects, folder: string, ledger: Ledger): Promise<void> {
  for (const page of ledger.work()) {
    for (const { key, expected } of page.filter((entry) => isPointerKey(entry.key))) {
      const bytes = await readProven(folder, key, expected);
      if (await objects.swap(key, undefined, bytes)) continue;
      const standing = await objects.read(key);
      if (standing === undefined || Buffer.compare(standing, bytes) !== 0) {
        throw operatorError('target_changed', `Somebody published while the import ran: ${key} is there already`);
      }
    }
  }
  // An export of an earlier version has no record of promotions.
  for (const server of await objects.children(SERVERS_PREFIX)) await recordPromotions(objects, server);
}

const isStored = ({ sha256, expected }: WorkEntry): boolean => sha256 !== null && sha256 === expected;

async function storeContent(
  objects: Objects,
  folder: string,
  entries: readonly WorkEntry[],
  onStored: (entry: WorkEntry) => void,
): Promise<void> {
  const items = entries.map(({ key, bytes }) => ({ path: objectPath(folder, key), bytes, hashOnly: false }));
  const faults: Finding[] = [];
  try {
    await objects.ingest(items, (index, { sha256 }) => {
      const entry = entries[index];
      // Altered content is stored under its actual digest, to which nothing refers.
      if (entry === undefined) return;
      if (sha256 === entry.expected && sha256 === contentDigestOf(entry.key)) onStored(entry);
      else faults.push(describeFault(folder, entry.key, false));
    });
  } catch (error) {
    if (error instanceof IngestError) throw operatorError('file_damaged', FAULT, error.path);
    throw error;
  }
  if (faults.length > 0) throw new OperatorError(faults);
}

async function storeObject(objects: Objects, folder: string, { key, bytes, expected }: WorkEntry): Promise<void> {
  if (bytes <= SMALL_BYTES) return objects.write(key, await readProven(folder, key, expected));
  const path = objectPath(folder, key);
  // Verified before it is stored, so that a wrong object never exists under the key.
  if ((await digestFile(path)) !== expected) throw new OperatorError([describeFault(folder, key, false)]);
  const stored = await objects.writeFile(key, path);
  if (stored.sha256 === expected) return;
  await objects.remove(key);
  throw new OperatorError([describeFault(folder, key, false)]);
}

async function readProven(folder: string, key: string, expected: string | null | undefined): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(objectPath(folder, key));
  } catch (error) {
    if (!isAbsence(error)) throw error;
    throw new OperatorError([describeFault(folder, key, true)]);
  }
  if (sha256Hex(bytes) !== expected) throw new OperatorError([describeFault(folder, key, false)]);
  return bytes;
}

const FAULT = 'This file of the export is not what was written';

const describeFault = (folder: string, key: string, isAbsent: boolean): Finding => ({
  severity: 'error',
  file: objectPath(folder, key),
  path: '',
  code: isAbsent ? 'file_missing' : 'file_damaged',
  message: isAbsent ? 'This file of the export is missing' : FAULT,
});
