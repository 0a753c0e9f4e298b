// Digests of the files of a snapshot. They are stored in the stat index of the data directory, so that unchanged files are not
// read again; others are read on all cores.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import {
  type HashedFile,
  publishPath,
  readStatIndex,
  writeStatIndex,
} from '../../../features/release/publish/stat-index.ts';
import type { ScannedFile } from '../../../features/release/snapshot/snapshot.ts';
import { IngestError } from '../../../platform/objects/ingest/file.ts';
import { ingestFiles } from '../../../platform/objects/ingest/pool.ts';
import type { HashFiles } from './local-snapshot.ts';

/** The SHA-256 of each file, in their order. */
export async function knownDigests(
  dataDirectory: string,
  files: readonly ScannedFile[],
  { server, scannedAt, onProgress }: Parameters<HashFiles>[1],
): Promise<readonly string[]> {
  const folder = publishPath(dataDirectory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Not the index of publications on this machine, which also says what is stored here.
  const indexPath = join(folder, `${server}.sent`);
  const index = readStatIndex(indexPath);
  const hashed: HashedFile[] = [];
  const open: { readonly index: number; readonly file: ScannedFile }[] = [];
  for (const [at, file] of files.entries()) {
    const known = index.find(file, scannedAt);
    if (known === undefined) open.push({ index: at, file });
    else hashed[at] = known;
  }
  let done = 0;
  const items = open.map(({ file }) => ({ path: file.realPath, bytes: file.bytes, hashOnly: true }));
  try {
    await ingestFiles('', items, (at, { sha256 }) => {
      const place = open[at]?.index;
      if (place !== undefined) hashed[place] = { sha256, blocks: undefined };
      done += 1;
      onProgress(done, items.length);
    });
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    const file = files.find(({ realPath }) => realPath === error.path);
    throw operatorError(error.reason, `${error.message}: ${error.path}`, file?.path ?? error.path);
  }
  if (open.length > 0 || index.size !== files.length) writeStatIndex(indexPath, files, hashed, scannedAt);
  return hashed.map(({ sha256 }) => sha256);
}
