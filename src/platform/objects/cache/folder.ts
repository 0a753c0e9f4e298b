// A size-limited cache folder for bytes that can be fetched again: key → local file with metadata. Processes share it.
// An entry is an immutable body file, named by its digest, and a small metadata file whose rename is the commit, so
// readers see either the old entry or the new one. Above the limit the least recently read entries are evicted first;
// spaces marked `keptLongest` last.
//
// A replaced or evicted body stays on disk for a minute: a response that has opened its entry may not have opened the
// file yet (Bun opens a file body when it sends it). The cache is not durable; lost entries are fetched again.
import { closeSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import {
  createFile,
  errorCode,
  ifPresentSync,
  isLeftover,
  isTemporaryName,
  removeQuietly,
  temporaryPath,
  writeAtomically,
  writeFully,
} from '../../files/durable.ts';
import { withFileLock } from '../../files/lock.ts';
import type { LocalObject } from '../objects.ts';
import {
  BODY_SUFFIX,
  type CacheMetadata,
  GRACE_MS,
  METADATA_SUFFIX,
  readMetadata,
  type StoredMetadata,
  walkEntries,
} from './walk.ts';

export interface CachedFile extends LocalObject {
  readonly sha256: string;
  readonly metadata: CacheMetadata;
}

export interface CacheKey {
  readonly space: string;
  readonly key: string;
}

/** A body being written. Bytes are hashed as they arrive; nothing is visible before `commit`. */
interface StagedFile {
  readonly path: string;
  readonly bytes: number;
  /** Empties the file for another attempt. */
  reset(): void;
  write(piece: Uint8Array): void;
  /** Digest of the bytes written. No more bytes can be written afterwards. */
  seal(): string;
  commit(target: CacheKey, metadata: CacheMetadata): CachedFile;
  /** Removes the file unless it was committed. */
  discard(): void;
}

export interface CacheFolder {
  /** The entry; undefined when there is none. Counts as a use. */
  read(target: CacheKey): Promise<CachedFile | undefined>;
  stage(): StagedFile;
  /** Stores bytes from memory. */
  write(target: CacheKey, bytes: Uint8Array, metadata: CacheMetadata): CachedFile;
  /** Replaces the metadata of an entry and keeps its body. */
  renew(target: CacheKey, file: CachedFile, metadata: CacheMetadata): CachedFile;
  remove(target: CacheKey): Promise<void>;
  /** Runs `work` under a lock on this key across processes. Throws LockTimeout after half a minute. */
  exclusively<T>(target: CacheKey, work: () => Promise<T>): Promise<T>;
  /** Total bytes of all entries, from a walk of the folder. */
  measure(): Promise<number>;
  /** Evicts until the folder is within its limit. Also runs automatically after writes. */
  trim(): Promise<void>;
}

export interface CacheFolderOptions {
  readonly root: string;
  readonly maxBytes: number;
  /** Spaces whose entries are evicted last. */
  readonly evictedLast: readonly string[];
}

const LAYOUT = 'v1';
/** Minimum interval between updates of an entry's last use. */
const TOUCH_MS = 60_000;
/** Eviction stops at this share of the limit. */
const TRIMMED_SHARE = 0.85;
/** Above this share, entries within their grace period are evicted too. */
const PRESSED_SHARE = 1.25;
/** The folder is walked again after writing this share of the limit, since other processes also write. */
const WRITTEN_SHARE = 1 / 32;

/** Opens the folder and creates it if missing. */
export function openCacheFolder(options: CacheFolderOptions): CacheFolder {
  const root = join(options.root, LAYOUT);
  const staging = join(root, 'staging');
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  sweepStaging(staging);
  let writtenSinceTrim = 0;
  let trimming: Promise<void> | undefined;

  const stemOf = ({ space, key }: CacheKey): string => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(space)) throw new Error('a space of the cache is a short lowercase word');
    const name = sha256Hex(key);
    return join(root, space, name.slice(0, 2), name);
  };
  const metadataPath = (stem: string): string => `${stem}${METADATA_SUFFIX}`;
  const bodyPath = (stem: string, sha256: string): string => `${stem}.${sha256.slice(0, 32)}${BODY_SUFFIX}`;

  function writeMetadata(target: CacheKey, sha256: string, bytes: number, metadata: CacheMetadata): void {
    const stored: StoredMetadata = { sha256, bytes, key: target.key, metadata };
    writeAtomically(metadataPath(stemOf(target)), Buffer.from(JSON.stringify(stored)));
  }

  function present(target: CacheKey, stored: StoredMetadata): CachedFile | undefined {
    const path = bodyPath(stemOf(target), stored.sha256);
    const found = ifPresentSync(() => statSync(path));
    if (found?.size !== stored.bytes) return undefined;
    const fingerprint = `${found.size}-${found.mtimeMs}-${found.ctimeMs}-${found.ino}`;
    return { path, bytes: found.size, fingerprint, sha256: stored.sha256, metadata: stored.metadata };
  }

  function requirePresent(target: CacheKey, stored: StoredMetadata): CachedFile {
    const file = present(target, stored);
    if (file === undefined) throw new Error('a cached file vanished while it was written');
    return file;
  }

  function countWritten(bytes: number): void {
    writtenSinceTrim += bytes;
    if (writtenSinceTrim < options.maxBytes * WRITTEN_SHARE) return;
    writtenSinceTrim = 0;
    // A failed trim is retried after further writes.
    void trim().catch(() => undefined);
  }

  function trim(): Promise<void> {
    trimming ??= evict().finally(() => {
      trimming = undefined;
    });
    return trimming;
  }

  async function evict(): Promise<void> {
    const walked = await walkEntries(root);
    const now = Date.now();
    for (const path of walked.leftovers) removeQuietly(path);
    let total = 0;
    for (const entry of walked.entries) total += entry.bytes;
    if (total <= options.maxBytes) return;
    const rank = (space: string): number => (options.evictedLast.includes(space) ? 1 : 0);
    walked.entries.sort((a, b) => rank(a.space) - rank(b.space) || a.usedAt - b.usedAt);
    for (const entry of walked.entries) {
      if (total <= options.maxBytes * TRIMMED_SHARE) break;
      const recent = now - Math.max(entry.usedAt, entry.writtenAt) < GRACE_MS;
      if (recent && total <= options.maxBytes * PRESSED_SHARE) continue;
      removeQuietly(entry.metadataPath);
      for (const path of entry.bodies) removeQuietly(path);
      total -= entry.bytes;
    }
  }

  return {
    read: async (target) => {
      const path = metadataPath(stemOf(target));
      // Two attempts, since the body may be replaced between reading the metadata and opening the body.
      for (let presentation = 0; presentation < 2; presentation++) {
        const stored = await readMetadata(path, target.key);
        if (stored === undefined) return undefined;
        const file = present(target, stored);
        if (file === undefined) continue;
        noteUse(path);
        return file;
      }
      return undefined;
    },
    stage: () =>
      createStaged(staging, (staged, sha256, target, metadata) => {
        const stem = stemOf(target);
        const body = bodyPath(stem, sha256);
        mkdirSync(join(stem, '..'), { recursive: true, mode: 0o700 });
        renameSync(staged.path, body);
        writeMetadata(target, sha256, staged.bytes, metadata);
        countWritten(staged.bytes);
        return requirePresent(target, { sha256, bytes: staged.bytes, key: target.key, metadata });
      }),
    write: (target, bytes, metadata) => {
      const sha256 = sha256Hex(bytes);
      writeAtomically(bodyPath(stemOf(target), sha256), bytes);
      writeMetadata(target, sha256, bytes.byteLength, metadata);
      countWritten(bytes.byteLength);
      return requirePresent(target, { sha256, bytes: bytes.byteLength, key: target.key, metadata });
    },
    renew: (target, file, metadata) => {
      writeMetadata(target, file.sha256, file.bytes, metadata);
      return { ...file, metadata };
    },
    remove: async (target) => {
      const path = metadataPath(stemOf(target));
      const stored = await readMetadata(path, target.key);
      removeQuietly(path);
      if (stored !== undefined) removeQuietly(bodyPath(stemOf(target), stored.sha256));
    },
    exclusively: (target, work) => withFileLock(`${stemOf(target)}.lock`, work),
    measure: async () => (await walkEntries(root)).entries.reduce((sum, entry) => sum + entry.bytes, 0),
    trim,
  };
}

/** Removes staged files of dead processes. */
function sweepStaging(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && isTemporaryName(name) && isLeftover(name, found.mtimeMs, Date.now()))
      removeQuietly(path);
  }
}

function createStaged(
  folder: string,
  commit: (
    staged: { path: string; bytes: number },
    sha256: string,
    target: CacheKey,
    metadata: CacheMetadata,
  ) => CachedFile,
): StagedFile {
  const path = temporaryPath(folder);
  let descriptor: number | undefined = createFile(path);
  let hasher = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  let sealed: string | undefined;
  const seal = (): string => {
    close();
    sealed ??= hasher.digest('hex');
    return sealed;
  };
  return {
    path,
    get bytes() {
      return bytes;
    },
    reset: () => {
      if (bytes === 0) return;
      close();
      removeQuietly(path);
      descriptor = createFile(path);
      hasher = new Bun.CryptoHasher('sha256');
      bytes = 0;
    },
    write: (piece) => {
      if (descriptor === undefined) throw new Error('the staged file is closed');
      writeFully(descriptor, piece);
      hasher.update(piece);
      bytes += piece.byteLength;
    },
    seal,
    commit: (target, metadata) => commit({ path, bytes }, seal(), target, metadata),
    discard: () => {
      close();
      removeQuietly(path);
    },
  };
}

/** The modification time of the metadata file is the time of last use. */
function noteUse(path: string): void {
  try {
    const now = Date.now();
    if (now - statSync(path).mtimeMs > TOUCH_MS) utimesSync(path, now / 1000, now / 1000);
  } catch (error) {
    // A read-only folder still works as a cache.
    if (errorCode(error) === undefined) throw error;
  }
}
