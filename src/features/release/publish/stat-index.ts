// The stat index: digests of the operator's files from the last publication, so that unchanged files are not read
// again. One file per server in the data directory, in columns: paths, stat facts, digests. An entry is trusted if
// path, size, mtime, ctime and inode are equal. A file modified within two seconds of its hashing could change again
// without changing its timestamps (a racy entry), so such entries are not stored. Losing the index only costs time.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAbsence, writeAtomically } from '../../../platform/files/durable.ts';
import type { ScannedFile } from '../snapshot/snapshot.ts';

/** File system timestamps have a granularity of up to two seconds. */
const RACY_MS = 2000;
const MAGIC = 'livehouse-stat-index-1\n';
const DIGEST_BYTES = 32;
const NUMBERS = 4;

/** Folder of the stat indexes and the records of last publications. */
export const publishPath = (dataDirectory: string): string => `${dataDirectory}/publish`;

export interface HashedFile {
  readonly sha256: string;
  /** Block digests of objects over 64 MiB. */
  readonly blocks: readonly string[] | undefined;
}

/** Digests of known files by real path. */
export interface StatIndex {
  /** The file's digest, if it is certainly unchanged. `now` is in milliseconds since the epoch. */
  find(file: ScannedFile, now: number): HashedFile | undefined;
  readonly size: number;
}

/**
 * Whether a file was modified so recently before `hashedAt` that its timestamps cannot prove later that it is
 * unchanged.
 */
export function isRacy(file: ScannedFile, hashedAt: number): boolean {
  return Math.max(file.mtimeMs, file.ctimeMs) > hashedAt - RACY_MS;
}

/** Reads the index. A missing or damaged index counts as empty. */
export function readStatIndex(path: string): StatIndex {
  const columns = readColumns(path);
  if (columns === undefined) return { find: () => undefined, size: 0 };
  const { numbers, digests, blocks } = columns;
  const rows = new Map(columns.paths.map((realPath, row) => [realPath, row]));
  return {
    size: rows.size,
    find: (file, now) => {
      const row = rows.get(file.realPath);
      if (row === undefined || file.mtimeMs > now || file.ctimeMs > now) return undefined;
      const at = row * NUMBERS;
      const same =
        numbers[at] === file.bytes &&
        numbers[at + 1] === file.mtimeMs &&
        numbers[at + 2] === file.ctimeMs &&
        numbers[at + 3] === file.inode;
      if (!same) return undefined;
      const sha256 = digests.toString('hex', row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
      return { sha256, blocks: blocks.get(sha256) };
    },
  };
}

/** Replaces the index. Leaves out files that were racy at `hashedAt`. */
export function writeStatIndex(
  path: string,
  files: readonly ScannedFile[],
  hashed: readonly HashedFile[],
  hashedAt: number,
): void {
  const kept: number[] = [];
  files.forEach((file, i) => {
    if (!isRacy(file, hashedAt)) kept.push(i);
  });
  const numbers = new Float64Array(kept.length * NUMBERS);
  const blocks: Record<string, readonly string[]> = {};
  const realPaths: string[] = [];
  let hex = '';
  let at = 0;
  for (const i of kept) {
    const file = files[i];
    const digest = hashed[i];
    if (file === undefined || digest === undefined) throw new Error('every file was hashed');
    numbers[at++] = file.bytes;
    numbers[at++] = file.mtimeMs;
    numbers[at++] = file.ctimeMs;
    numbers[at++] = file.inode;
    hex += digest.sha256;
    if (digest.blocks !== undefined) blocks[digest.sha256] = digest.blocks;
    realPaths.push(file.realPath);
  }
  const digests = Buffer.from(hex, 'hex');
  const paths = Buffer.from(realPaths.join('\0'));
  const blockText = Buffer.from(JSON.stringify(blocks));
  const head = new Float64Array([kept.length, paths.byteLength, blockText.byteLength]);
  const body = Buffer.concat([Buffer.from(head.buffer), Buffer.from(numbers.buffer), digests, paths, blockText]);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeAtomically(path, Buffer.concat([Buffer.from(MAGIC), digestOf(body), body]));
}

interface Columns {
  readonly paths: readonly string[];
  readonly numbers: Float64Array;
  readonly digests: Buffer;
  readonly blocks: ReadonlyMap<string, readonly string[]>;
}

function readColumns(path: string): Columns | undefined {
  const bytes = readWhole(path);
  const start = MAGIC.length + DIGEST_BYTES;
  if (bytes === undefined || bytes.byteLength < start + 24 || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return undefined;
  }
  const body = bytes.subarray(start);
  if (!digestOf(body).equals(bytes.subarray(MAGIC.length, start))) return undefined;
  const take = cutter(body);
  const [count = 0, pathBytes = 0, blockBytes = 0] = floats(take(24));
  const numbers = floats(take(count * NUMBERS * 8));
  const digests = take(count * DIGEST_BYTES);
  const paths = count === 0 ? [] : take(pathBytes).toString('utf8').split('\0');
  const blocks: unknown = JSON.parse(take(blockBytes).toString('utf8'));
  return { paths, numbers, digests, blocks: new Map(Object.entries(blocks ?? {})) };
}

function readWhole(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function cutter(body: Buffer): (length: number) => Buffer {
  let offset = 0;
  return (length) => {
    offset += length;
    return body.subarray(offset - length, offset);
  };
}

/** Copies, since a Float64Array needs an offset that is a multiple of eight. */
function floats(bytes: Buffer): Float64Array {
  return new Float64Array(new Uint8Array(bytes).buffer);
}

function digestOf(bytes: Uint8Array): Buffer {
  return Buffer.from(Bun.SHA256.hash(bytes, 'hex'), 'hex');
}
