// The "hash" step of a publication: the digest of every operator's file, taken from the stat index where it can be
// trusted and computed otherwise. Content that the release serves is stored in the same pass. Files that only
// derivations read (catalog, sources) are hashed but not stored.
import { IngestError } from '../../../platform/objects/ingest/file.ts';
import type { IngestItem, Objects, ReadAhead } from '../../../platform/objects/objects.ts';
import { operatorError } from '../common/operator-error.ts';
import { isReleaseEntry, type ScannedFile, type Snapshot } from '../snapshot/snapshot.ts';
import type { FileGathering } from '../snapshot/walk.ts';
import { type HashedFile, isRacy, readStatIndex, writeStatIndex } from './stat-index.ts';

export const ARTIFACT_PREFIX = 'artifacts/android/bundles/';

export interface SnapshotContent {
  /** In the order of the snapshot's files. */
  readonly hashed: readonly HashedFile[];
  /** Digests that were stored (or, without `store`, would have been). */
  readonly written: ReadonlySet<string>;
  /** Whether any file was modified so recently that its stat facts cannot prove later that it is unchanged. */
  readonly racy: boolean;
}

export interface HashOptions {
  readonly objects: Objects;
  /** Path of the stat index. */
  readonly indexPath: string;
  /** False: nothing is stored, including the stat index. */
  readonly store: boolean;
  /** False when existing content may be truncated: every file is read again. */
  readonly trustStored: boolean;
  /** Results of reading during the scan. */
  readonly ahead: ReadFiles | undefined;
  /** Start of the scan, in milliseconds since the epoch. */
  readonly scannedAt: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** Results of reading files during the scan: real path → digest. */
export interface ReadFiles {
  readonly stored: Map<string, string>;
  /** Files that were hashed but not stored. */
  readonly hashed: Map<string, string>;
  /** Digests that were newly stored. */
  readonly written: Set<string>;
}

const isServed = (file: Pick<ScannedFile, 'path'>): boolean =>
  isReleaseEntry(file.path) || file.path.startsWith(ARTIFACT_PREFIX);

/** Hashes files during the walk and stores those that the release serves. `read` is filled when it finishes. */
export function gatherContent(ahead: ReadAhead, read: ReadFiles, onProgress: HashOptions['onProgress']): FileGathering {
  let total = 0;
  return {
    add: (file) => {
      total += 1;
      ahead.add(file.realPath, !isServed(file));
    },
    finish: () => {
      let done = 0;
      return ahead.finish(({ path, sha256, hashOnly, written }) => {
        (hashOnly ? read.hashed : read.stored).set(path, sha256);
        if (written) read.written.add(sha256);
        done += 1;
        onProgress(done, total);
      });
    },
  };
}

/** Hashes all files of a snapshot. Throws an OperatorError that names a file which is unreadable or was changed. */
export async function hashSnapshot(snapshot: Snapshot, options: HashOptions): Promise<SnapshotContent> {
  const { objects, store, scannedAt, ahead } = options;
  const { files } = snapshot;
  const index = readStatIndex(options.indexPath);
  const hashed: HashedFile[] = [];
  files.forEach((file, i) => {
    const known = index.find(file, scannedAt);
    if (known !== undefined) hashed[i] = known;
  });
  const present = await objects.presentContent(
    files.flatMap((file, i) => (hashed[i] !== undefined && isServed(file) ? [hashed[i].sha256] : [])),
  );
  const open: number[] = [];
  files.forEach((file, i) => {
    const known = hashed[i];
    const read = ahead?.stored.get(file.realPath) ?? (isServed(file) ? undefined : ahead?.hashed.get(file.realPath));
    if (read !== undefined) hashed[i] = { sha256: read, blocks: undefined };
    else if (known === undefined) open.push(i);
    else if (store && isServed(file) && !(options.trustStored && present.has(known.sha256))) open.push(i);
  });
  const written = new Set(ahead?.written);
  await readFiles(files, open, hashed, written, options);
  if (!store) await addMissing(files, hashed, written, objects);
  if (store && (open.length > 0 || ahead !== undefined || index.size !== files.length)) {
    writeStatIndex(options.indexPath, files, hashed, scannedAt);
  }
  return { hashed, written, racy: files.some((file) => isRacy(file, scannedAt)) };
}

async function readFiles(
  files: readonly ScannedFile[],
  open: readonly number[],
  hashed: HashedFile[],
  written: Set<string>,
  { objects, store, onProgress }: HashOptions,
): Promise<void> {
  const items = open.flatMap((i): IngestItem[] => {
    const file = files[i];
    return file === undefined ? [] : [{ path: file.realPath, bytes: file.bytes, hashOnly: !store || !isServed(file) }];
  });
  let done = 0;
  try {
    await objects.ingest(items, (at, result) => {
      const i = open[at];
      if (i === undefined) return;
      hashed[i] = { sha256: result.sha256, blocks: result.blocks };
      if (result.written) written.add(result.sha256);
      done += 1;
      onProgress(done, items.length);
    });
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    const file = files.find((candidate) => candidate.realPath === error.path);
    throw operatorError(error.reason, `${error.message}: ${error.path}`, file?.path ?? error.path);
  }
}

async function addMissing(
  files: readonly ScannedFile[],
  hashed: readonly HashedFile[],
  written: Set<string>,
  objects: Objects,
): Promise<void> {
  const needed = new Set(files.flatMap((file, i) => (isServed(file) ? [hashed[i]?.sha256 ?? ''] : [])));
  const present = await objects.presentContent(needed);
  for (const digest of needed) if (!present.has(digest)) written.add(digest);
}

/** Digests of the blocks of each large content, by its own digest. */
export function blocksOf(content: SnapshotContent): Readonly<Record<string, readonly string[]>> {
  const found = content.hashed.flatMap(({ sha256, blocks }) =>
    blocks === undefined ? [] : [[sha256, blocks] as const],
  );
  return Object.fromEntries(found.sort((a, b) => (a[0] < b[0] ? -1 : 1)));
}
