// Reads a snapshot for a publication on another instance: a descriptor without mounts, the list of files with their digests,
// and the path of each content. Mounts and links are resolved here. Digests are kept in the stat index, so that unchanged
// files are not read again.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../features/release/common/finding.ts';
import { OperatorError, operatorError } from '../../../features/release/common/operator-error.ts';
import {
  type HashedFile,
  publishPath,
  readStatIndex,
  writeStatIndex,
} from '../../../features/release/publish/stat-index.ts';
import { DESCRIPTOR_FILE } from '../../../features/release/snapshot/descriptor.ts';
import type { ListedFile } from '../../../features/release/snapshot/received-snapshot.ts';
import { type Mount, openSnapshot, type ScannedFile } from '../../../features/release/snapshot/snapshot.ts';
import { IngestError } from '../../../platform/objects/ingest/file.ts';
import { ingestFiles } from '../../../platform/objects/ingest/pool.ts';

export interface LocalSnapshot {
  readonly server: string;
  /** The value of snapshot.json without its mounts. */
  readonly descriptor: Readonly<Record<string, unknown>>;
  readonly files: readonly ListedFile[];
  /** SHA-256 → a file with this content. */
  readonly places: ReadonlyMap<string, { readonly path: string; readonly realPath: string; readonly bytes: number }>;
  /** Warnings about the directory. */
  readonly findings: readonly Finding[];
}

export interface LocalSnapshotOptions {
  readonly directory: string;
  readonly dataDirectory: string;
  readonly onMount: (mount: Mount) => void;
  readonly onProgress: (step: 'scan' | 'hash', done: number, total: number) => void;
}

/** Reads a snapshot directory. Throws OperatorError with every mistake that can be seen here. */
export async function readLocalSnapshot(options: LocalSnapshotOptions): Promise<LocalSnapshot> {
  const { directory, dataDirectory, onMount, onProgress } = options;
  const scannedAt = Date.now();
  onProgress('scan', 0, 0);
  const snapshot = await openSnapshot(directory, { onMount });
  const { findings } = snapshot;
  if (snapshot.descriptor === undefined || findings.some(({ severity }) => severity === 'error')) {
    throw new OperatorError(findings);
  }
  const server = snapshot.descriptor.server.id;
  const folder = publishPath(dataDirectory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Not the index of publications on this machine, which also says what is stored here.
  const indexPath = join(folder, `${server}.sent`);
  const hashed = await hashFiles(snapshot.files, indexPath, scannedAt, (done, total) =>
    onProgress('hash', done, total),
  );
  const files: ListedFile[] = [];
  const places = new Map<string, { path: string; realPath: string; bytes: number }>();
  snapshot.files.forEach(({ path, realPath, bytes }, index) => {
    const sha256 = hashed[index]?.sha256;
    if (sha256 === undefined) throw new Error('every file was hashed');
    files.push({ path, sha256, bytes });
    if (!places.has(sha256)) places.set(sha256, { path, realPath, bytes });
  });
  return { server, descriptor: readDescriptor(snapshot.directory), files, places, findings };
}

function readDescriptor(directory: string): Readonly<Record<string, unknown>> {
  const text = readFileSync(join(directory, DESCRIPTOR_FILE), 'utf8').replace(/^\ufeff/, '');
  const { mounts: _, ...descriptor }: Record<string, unknown> = JSON.parse(text);
  return descriptor;
}

async function hashFiles(
  files: readonly ScannedFile[],
  indexPath: string,
  scannedAt: number,
  onProgress: (done: number, total: number) => void,
): Promise<readonly HashedFile[]> {
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
  return hashed;
}
