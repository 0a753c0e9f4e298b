// Reads files of a target back and compares them with what was written.
import { readEntry, readLines } from '../moving/objects-in.ts';
import { objectListPath, rowsFile, rowsPath, storedObjectPath } from './layout.ts';
import type { BackupManifest } from './manifest.ts';
import { openSealedStream, SealBroken } from './sealing.ts';
import { type BackupTarget, FileMissing } from './target.ts';

interface Expected {
  readonly bytes: number;
  readonly sha256: string;
}

/** Whether the pieces are what was written. A file that is missing, cut off or does not open is not. */
export async function isAsWritten(pieces: AsyncIterable<Uint8Array>, expected: Expected): Promise<boolean> {
  const hasher = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      hasher.update(piece);
      bytes += piece.byteLength;
    }
  } catch (error) {
    if (error instanceof FileMissing || error instanceof SealBroken) return false;
    throw error;
  }
  return bytes === expected.bytes && hasher.digest('hex') === expected.sha256;
}

/** Plain rows of a table of a backup, or its jobs. */
export function readRows(
  target: BackupTarget,
  name: string,
  table: string | undefined,
  key: Uint8Array | undefined,
): AsyncIterable<Uint8Array> {
  const pieces = target.stream(rowsPath(name, table, key !== undefined));
  return key === undefined ? pieces : openSealedStream(pieces, key, `${name}/${rowsFile(table)}`);
}

/** Whether all rows of a backup can be read back. Returns the file that cannot. */
export async function findDamagedRows(
  target: BackupTarget,
  { name, tables, jobs }: Pick<BackupManifest, 'name' | 'tables' | 'jobs'>,
  key: Uint8Array | undefined,
): Promise<string | undefined> {
  for (const { name: table, ...expected } of [...tables, { ...jobs, name: undefined }]) {
    if (!(await isAsWritten(readRows(target, name, table, key), expected))) {
      return rowsPath(name, table, key !== undefined);
    }
  }
  return undefined;
}

/** Whether an object can be read back. */
export const isObjectAsWritten = (target: BackupTarget, object: Expected): Promise<boolean> =>
  isAsWritten(target.stream(storedObjectPath(object.sha256)), object);

/** Digests of the objects that a backup needs. Throws ListDamaged when its list is not what was written. */
export async function* readNeeded(
  target: BackupTarget,
  { name, objects }: Pick<BackupManifest, 'name' | 'objects'>,
): AsyncGenerator<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  try {
    for await (const line of readLines(target.stream(objectListPath(name)), hasher)) {
      const entry = readEntry(line);
      if (entry === undefined) throw new ListDamaged(name);
      yield entry.sha256;
    }
  } catch (error) {
    throw error instanceof FileMissing ? new ListDamaged(name, { cause: error }) : error;
  }
  if (hasher.digest('hex') !== objects.list.sha256) throw new ListDamaged(name);
}

/** The list of objects of a backup is not what was written. */
export class ListDamaged extends Error {
  override readonly name = 'ListDamaged';
}
