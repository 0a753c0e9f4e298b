// Fetches the files of a copy into its folder. A file that is there and has the right digest stays; others are fetched, a part
// that an earlier run received is continued. A file appears under its path when it is whole and its digest is right.
import { closeSync, copyFileSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import type { CopiedFile } from '../../../features/release/store/release-copy.ts';
import { isAbsence } from '../../../platform/files/durable.ts';
import type { Source, Wanted } from './source.ts';

export interface FetchOptions {
  readonly folder: string;
  /** Folder for parts. */
  readonly parts: string;
  readonly wanted: (file: CopiedFile) => Omit<Wanted, 'bytesMax' | 'headers'>;
  readonly openSource: () => Source;
  readonly onProgress: (bytes: number) => void;
}

export interface Fetched {
  readonly files: number;
  readonly bytes: number;
  /** Files that were there already. */
  readonly kept: number;
}

const AT_ONCE = 8;

/** Completes the folder. Throws OperatorError; what is complete stays. */
export async function fetchFiles(files: readonly CopiedFile[], options: FetchOptions): Promise<Fetched> {
  const groups = Map.groupBy(files, ({ sha256 }) => sha256);
  const queue = groups.values();
  let fetched = 0;
  let bytes = 0;
  let kept = 0;
  let failure: unknown;
  const work = async (): Promise<void> => {
    using source = options.openSource();
    for (const group of queue) {
      if (failure !== undefined) return;
      try {
        const missing: CopiedFile[] = [];
        for (const file of group) if (!(await isThere(options.folder, file))) missing.push(file);
        kept += group.length - missing.length;
        const [first] = missing;
        if (first !== undefined) {
          await fetchGroup(source, first, missing, options);
          fetched += missing.length;
          bytes += first.bytes;
        }
        options.onProgress(group.reduce((sum, file) => sum + file.bytes, 0));
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failure !== undefined) throw failure;
  return { files: fetched, bytes, kept };
}

/** Fetches content once and puts it under all of its paths. */
async function fetchGroup(
  source: Source,
  file: CopiedFile,
  places: readonly CopiedFile[],
  { folder, parts, wanted }: FetchOptions,
): Promise<void> {
  const part = join(parts, `${file.sha256}.part`);
  const request = wanted(file);
  if (!(await receive(source, file, part, request))) {
    // A part of an earlier run may be damaged.
    rmSync(part, { force: true });
    if (!(await receive(source, file, part, request))) {
      rmSync(part, { force: true });
      throw operatorError('entry_damaged', 'The server sends other bytes than the release has.', file.path);
    }
  }
  for (const [at, { path }] of places.entries()) {
    const place = join(folder, path);
    makePlainFolder(folder, path);
    if (at === places.length - 1) renameSync(part, place);
    else {
      copyFileSync(part, `${part}.copy`);
      renameSync(`${part}.copy`, place);
    }
  }
}

/** Receives the rest of a file; false when the whole has another digest. */
async function receive(
  source: Source,
  { path, bytes, sha256 }: CopiedFile,
  part: string,
  request: Omit<Wanted, 'bytesMax' | 'headers'>,
): Promise<boolean> {
  const before = sizeOf(part);
  if (before < bytes || bytes === 0) {
    const isResumed = before > 0;
    const headers: Record<string, string> = isResumed ? { range: `bytes=${before}-`, 'if-range': `"${sha256}"` } : {};
    let isTooLong = false;
    await source.read({ ...request, headers, bytesMax: bytes + 1 }, async ({ status, headers: answered, body }) => {
      const isRest = status === 206 && answered.get('content-range')?.startsWith(`bytes ${before}-`) === true;
      // A repeated request begins where the first one did.
      const descriptor = openSync(part, isRest ? 'r+' : 'w');
      try {
        let at = isRest ? before : 0;
        for await (const piece of body) {
          if (at + piece.byteLength > bytes) {
            isTooLong = true;
            break;
          }
          writeSync(descriptor, piece, 0, piece.byteLength, at);
          at += piece.byteLength;
        }
      } finally {
        closeSync(descriptor);
      }
    });
    if (isTooLong) throw operatorError('entry_damaged', `The server sends more than ${bytes} bytes.`, path);
  }
  return sizeOf(part) === bytes && (await digestOf(part)) === sha256;
}

async function isThere(folder: string, { path, bytes, sha256 }: CopiedFile): Promise<boolean> {
  const place = join(folder, path);
  try {
    const stat = lstatSync(place);
    if (!stat.isFile()) throw operatorError('special_file', 'It is a link or a folder; a copy has files only.', path);
    return stat.size === bytes && (await digestOf(place)) === sha256;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** Makes the folder of a path, which must not lead through a link. */
function makePlainFolder(root: string, path: string): void {
  let folder = root;
  for (const name of path.split('/').slice(0, -1)) {
    folder = join(folder, name);
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined) mkdirSync(folder, { recursive: true });
    else if (!stat.isDirectory()) {
      throw operatorError('link_leaves_tree', 'Its folder is a link or a file; a copy has neither.', path);
    }
  }
}

async function digestOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const piece of Bun.file(path).stream()) hasher.update(piece);
  return hasher.digest('hex');
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
