// The object store interface. Two adapters: files in the data directory (disk/) and S3 (s3/). Keys come from
// kernel/object-key.ts. A missing object is `undefined`; an unavailable store throws ObjectsUnavailable, which the
// dispatcher answers with 503 `storage_unavailable`.

import type { CacheCounts } from '../telemetry/metrics.ts';

export class ObjectsUnavailable extends Error {
  override readonly name = 'ObjectsUnavailable';
}

/**
 * A local file that currently contains the whole object. `fingerprint` changes when size, mtime, ctime or inode change.
 */
export interface LocalObject {
  readonly path: string;
  readonly bytes: number;
  readonly fingerprint: string;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** A small mutable object and its version for `swap`. */
export interface VersionedBytes {
  readonly bytes: Uint8Array;
  readonly version: string;
}

/** A file of the operator to hash and, unless `hashOnly`, to store under its digest. */
export interface IngestItem {
  readonly path: string;
  readonly bytes: number;
  readonly hashOnly: boolean;
  /**
   * Whether the store may take the file itself instead of a copy. Nobody writes to it any more, and its name may be gone
   * afterwards.
   */
  readonly isTaken?: boolean;
  /** Whether the caller has the digests of the blocks, so that a large file is hashed once and not twice. */
  readonly hasBlocks?: boolean;
}

export interface IngestResult {
  readonly sha256: string;
  readonly bytes: number;
  /** False when the content was already stored (or `hashOnly`). */
  readonly written: boolean;
  /** SHA-256 of each 8 MiB block, for objects over 64 MiB whose blocks the caller does not have. */
  readonly blocks: readonly string[] | undefined;
}

/** A file that was hashed and, unless `hashOnly`, stored. */
export interface ReadFile {
  readonly path: string;
  readonly sha256: string;
  readonly hashOnly: boolean;
  /** False when the content was already stored (or `hashOnly`). */
  readonly written: boolean;
}

/** Hashes and stores files while their names are still being collected. */
export interface ReadAhead {
  /** Adds a file. Paths must not contain NUL. */
  add(path: string, hashOnly: boolean): void;
  /**
   * Facts of all files in the order they were added, four numbers each (size, mtime and ctime in milliseconds since the
   * epoch, inode). An unreadable file has NaN as its size. `onRead` is called for each file that was hashed; large
   * files, and all files of a small tree, are left to a later `ingest`. Rejects with ObjectsUnavailable.
   */
  finish(onRead: (file: ReadFile) => void): Promise<Float64Array>;
}

/** Result of reading stored content completely. */
export type ContentFinding =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'read';
      readonly sha256: string;
      readonly bytes: number;
      readonly blocks: readonly string[] | undefined;
    };

/** A multipart upload: the object's future key and the store's id of the upload. */
export interface PartUpload {
  readonly key: string;
  readonly handle: string;
}

/** A part that was received completely. `token` identifies this copy; `etag` identifies its content. */
export interface StoredPart {
  readonly token: string;
  readonly bytes: number;
  readonly etag: string;
}

/** A stored part is missing or damaged and must be sent again. */
export class PartDamaged extends Error {
  override readonly name = 'PartDamaged';
  readonly partNumber: number;
  constructor(partNumber: number) {
    super(`Part ${partNumber} is not what was stored`);
    this.partNumber = partNumber;
  }
}

/** The source has fewer or more bytes than announced. */
export class SourceLength extends Error {
  override readonly name = 'SourceLength';
}

/** Multipart uploads. Parts may arrive in any order and repeatedly; the key does not exist before `finish`. */
export interface ObjectParts {
  /** Whether a part sent again replaces the earlier copy immediately, before the caller decides which copy counts. */
  readonly overwrites: boolean;
  /**
   * Generates an upload handle without contacting the store, which first hears of the upload with its first part.
   * Absent where `begin` is required.
   */
  readonly nameUpload?: () => string;
  /** Starts an upload. Keep the handle until `finish` or `abort`. */
  begin(key: string): Promise<string>;
  /**
   * Stores exactly `bytes` bytes of a stream, with back-pressure and constant memory. A stream that fails or has
   * another length leaves nothing behind. A part sent again is stored as a second copy; the caller decides which copy
   * counts. `offset` is the part's position in the object and must be the same for all its copies; it lets a store
   * avoid a copy. Chunks of the source are not retained after the next one is requested.
   */
  write(
    upload: PartUpload,
    partNumber: number,
    source: AsyncIterable<Uint8Array>,
    bytes: number,
    offset?: number,
  ): Promise<StoredPart>;
  /**
   * Assembles the parts in order into the object and returns its digest. Durable only after `secure`. Idempotent: after
   * a crash, or when already done, the result is the same. Throws PartDamaged.
   */
  finish(
    upload: PartUpload,
    parts: readonly StoredPart[],
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** Makes a finished object durable. */
  secure(key: string): Promise<void>;
  /** Removes one copy of a part. */
  drop(upload: PartUpload, token: string): Promise<void>;
  /** Removes all parts. An object created by `finish` stays. */
  abort(upload: PartUpload): Promise<void>;
  /** Removes incomplete files of dead processes; returns their number. */
  sweep(): Promise<number>;
}

export interface Objects {
  readonly parts: ObjectParts;
  /** Cache statistics of local copies; absent where objects are local files. */
  readonly copies?: CacheCounts;
  /** Maximum difference between a listed `modifiedAt` and this machine's clock. */
  readonly clockSkewMs: number;
  /** Stores a copy of a local file durably and returns its digest. Replaces an existing object. */
  writeFile(key: string, path: string): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** The whole object, which must be small, or undefined. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Like `read`, with the version for `swap`. */
  readVersioned(key: string): Promise<VersionedBytes | undefined>;
  /** A local file with the object's bytes. Remote stores download it to the cache folder. */
  local(key: string): Promise<LocalObject | undefined>;
  /** Fetches a new copy after a local copy proved damaged; undefined when the local file is the only copy. */
  renew(key: string): Promise<LocalObject | undefined>;
  /** Writes bytes atomically; durable only after `flush`. Replaces an existing object. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores content under its digest unless it exists; true when written. Durable only after `flush`. */
  writeContent(sha256: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * Hashes and stores many files on all cores with bounded memory. Calls `onResult` once per item, in any order.
   * Rejects on the first file that is unreadable or changed its size.
   */
  ingest(items: readonly IngestItem[], onResult: (index: number, result: IngestResult) => void): Promise<void>;
  /** Starts reading files ahead of an `ingest`; absent where content is not stored on this machine. */
  readonly readAhead?: () => ReadAhead;
  /**
   * Reads content from the store itself, never from a cached copy, and reports its digests; once per item, in any
   * order.
   */
  digestContent(
    items: readonly { readonly sha256: string; readonly bytes: number }[],
    onResult: (index: number, finding: ContentFinding) => void,
  ): Promise<void>;
  /** Path of content on this machine, whether it is stored or not; absent where content is stored elsewhere. */
  readonly contentPath?: (sha256: string) => string;
  /** The subset of these digests that is stored. */
  presentContent(digests: Iterable<string>): Promise<Set<string>>;
  /** Makes everything written so far durable. */
  flush(): Promise<void>;
  /**
   * Atomic compare-and-set of a small object, durable on return. `expected` is the version read before (undefined: the
   * object must not exist); `next` undefined removes the object. Returns false when another writer was first.
   */
  swap(key: string, expected: string | undefined, next: Uint8Array | undefined): Promise<boolean>;
  /** Every object below a prefix. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Names of the folders and objects directly below a prefix that ends in `/`. */
  children(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
  /** Removes many objects, in any order. Missing ones are ignored. */
  removeAll(keys: readonly string[]): Promise<void>;
  /** Removes incomplete files of dead processes; returns their number. With `dryRun` they stay. */
  sweepLeftovers(dryRun?: boolean): Promise<number>;
  /** Performs a real round trip and returns a description of the store for the operator. Throws ObjectsUnavailable. */
  probe(): Promise<string>;
  close(): Promise<void>;
}

export const BLOCK_BYTES = 8 * 1024 * 1024;
/** Larger objects have block digests, so that reading a range verifies only the blocks it touches. */
export const BLOCKED_OVER_BYTES = 64 * 1024 * 1024;
