// Reads a snapshot for a publication on another instance: a descriptor without mounts, the list of files with their digests,
// and the path of each content. Mounts and links are resolved here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../features/release/common/finding.ts';
import { OperatorError, operatorError } from '../../../features/release/common/operator-error.ts';
import { isReleaseCopy } from '../../../features/release/snapshot/copy-files.ts';
import { DESCRIPTOR_FILE } from '../../../features/release/snapshot/descriptor.ts';
import type { ListedFile } from '../../../features/release/snapshot/received-snapshot.ts';
import { type Mount, openSnapshot, type ScannedFile } from '../../../features/release/snapshot/snapshot.ts';

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

interface HashingFacts {
  readonly server: string;
  /** Before the files were found, in milliseconds since the epoch. */
  readonly scannedAt: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** Answers the SHA-256 of each file, in their order. */
export type HashFiles = (files: readonly ScannedFile[], facts: HashingFacts) => Promise<readonly string[]>;

export interface LocalSnapshotOptions {
  readonly directory: string;
  readonly hashFiles: HashFiles;
  readonly onMount: (mount: Mount) => void;
  readonly onProgress: (step: 'scan' | 'hash', done: number, total: number) => void;
}

/** Reads a snapshot directory. Throws OperatorError with every mistake that can be seen here. */
export async function readLocalSnapshot(options: LocalSnapshotOptions): Promise<LocalSnapshot> {
  const { directory, hashFiles, onMount, onProgress } = options;
  const scannedAt = Date.now();
  onProgress('scan', 0, 0);
  if (isReleaseCopy(directory)) {
    const message = 'A copy of a release is published on the instance itself, without --to.';
    throw operatorError('copy_not_sent', message);
  }
  const snapshot = await openSnapshot(directory, { onMount });
  const { findings } = snapshot;
  if (snapshot.descriptor === undefined || findings.some(({ severity }) => severity === 'error')) {
    throw new OperatorError(findings);
  }
  const server = snapshot.descriptor.server.id;
  const digests = await hashFiles(snapshot.files, {
    server,
    scannedAt,
    onProgress: (done, total) => onProgress('hash', done, total),
  });
  const files: ListedFile[] = [];
  const places = new Map<string, { path: string; realPath: string; bytes: number }>();
  snapshot.files.forEach(({ path, realPath, bytes }, index) => {
    const sha256 = digests[index];
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
