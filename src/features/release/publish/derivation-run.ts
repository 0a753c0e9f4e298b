// The "derive" step of a publication: runs the derivations over the hashed snapshot and collects what they emit.
// Documents and extras are stored as content immediately, so only one is in memory at a time; they become visible with
// the release.
import { readFile } from 'node:fs/promises';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { Finding } from '../common/finding.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { JSON_BYTES_MAX, parseJsonInput } from '../snapshot/tables/json-input.ts';
import { type ReleaseEntry, roleOf, type SideManifest } from '../store/formats.ts';
import type { Derivation, DerivationContext, DerivedDocument, SnapshotFile } from './derivation.ts';
import type { HashedFile } from './stat-index.ts';

export interface Derived {
  /** Unsorted. */
  readonly entries: readonly ReleaseEntry[];
  /** Digests of documents that get prepared codings. */
  readonly prepared: readonly string[];
  readonly extras: SideManifest['extras'];
}

export interface DerivationRun {
  readonly snapshot: Snapshot;
  readonly hashed: readonly HashedFile[];
  readonly sourceId: string;
  readonly derivations: readonly Derivation[];
  readonly report: (finding: Finding) => void;
  readonly readCurrent: DerivationContext['readCurrent'];
  readonly allowLoss: boolean;
  /** Absent: every file is where the snapshot says. */
  readonly locate?: (file: SnapshotFile) => Promise<string>;
  /** Stores content; in a dry run, only records its digest. */
  readonly storeContent: (sha256: string, bytes: Uint8Array) => Promise<void>;
  /** Hears of each document after it was stored. */
  readonly onDocument?: (document: DerivedDocument, sha256: string) => Promise<void>;
}

/** Ends one derivation after its finding was reported. The others continue. */
class DerivationStopped extends Error {
  override readonly name = 'DerivationStopped';
}

/** Runs all derivations in order, one after another. */
export async function runDerivations(run: DerivationRun): Promise<Derived> {
  const entries: ReleaseEntry[] = [];
  const prepared = new Set<string>();
  const extras = new Map<string, SideManifest['extras'][string]>();
  const context: DerivationContext = {
    descriptor: run.snapshot.descriptor,
    sourceId: run.sourceId,
    ...createFileAccess(run),
    report: run.report,
    readCurrent: run.readCurrent,
    allowLoss: run.allowLoss,
    emit: async (document) => {
      const sha256 = sha256Hex(document.bytes);
      await run.storeContent(sha256, document.bytes);
      await run.onDocument?.(document, sha256);
      const { path, mediaType } = document;
      entries.push({ path, role: roleOf(path), bytes: document.bytes.byteLength, sha256, mediaType });
      if (document.prepared) prepared.add(sha256);
    },
    emitExtra: async (name, bytes, mediaType) => {
      const sha256 = sha256Hex(bytes);
      await run.storeContent(sha256, bytes);
      extras.set(name, { sha256, bytes: bytes.byteLength, mediaType });
    },
  };
  for (const derivation of run.derivations) {
    try {
      await derivation(context);
    } catch (error) {
      if (!(error instanceof DerivationStopped)) throw error;
    }
  }
  return { entries, prepared: [...prepared], extras: Object.fromEntries([...extras].sort(byName)) };
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}

function createFileAccess(
  run: DerivationRun,
): Pick<DerivationContext, 'file' | 'files' | 'locate' | 'readBytes' | 'readJson'> {
  const { report, locate = async ({ realPath }: SnapshotFile) => realPath } = run;
  const { files } = run.snapshot;
  const present = (index: number): SnapshotFile | undefined => {
    const file = files[index];
    if (file === undefined) return undefined;
    const { path, realPath, bytes } = file;
    return { path, realPath, bytes, sha256: run.hashed[index]?.sha256 ?? '' };
  };
  /** Index of the first file whose path is not less than `path`; the files are sorted. */
  const seek = (path: string): number => {
    let low = 0;
    let high = files.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((files[middle]?.path ?? '') < path) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const stop = (file: SnapshotFile, code: string, message: string): never => {
    report({ severity: 'error', file: file.path, path: '', code, message });
    throw new DerivationStopped(message);
  };
  const readBytes = async (file: SnapshotFile): Promise<Uint8Array> => {
    if (file.bytes > JSON_BYTES_MAX) stop(file, 'file_too_large', 'The file is larger than 1 GiB.');
    const bytes = await readFile(await locate(file));
    if (sha256Hex(bytes) !== file.sha256) {
      stop(file, 'file_changed', 'The file changed while it was being published.');
    }
    return bytes;
  };
  return {
    file: (path) => {
      const file = present(seek(path));
      return file?.path === path ? file : undefined;
    },
    files: (prefix) => {
      const folder = prefix.endsWith('/') || prefix === '' ? prefix : `${prefix}/`;
      const found: SnapshotFile[] = [];
      for (let at = seek(folder); ; at++) {
        const file = present(at);
        if (file === undefined || !file.path.startsWith(folder)) return found;
        found.push(file);
      }
    },
    locate,
    readBytes,
    readJson: async (file) => parseJsonInput(await readBytes(file), { file: file.path, report })?.value,
  };
}
