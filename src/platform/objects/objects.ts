// The object-store port. Two adapters: files under the data directory (objects-disk.ts) and S3 (objects-s3.ts).
// Keys come from kernel/object-key.ts. Absence is `undefined`; an engine that is away throws ObjectsUnavailable, which
// the dispatcher turns into 503 `storage_unavailable`.

import type { CacheCounts } from '../telemetry/metrics.ts';

export class ObjectsUnavailable extends Error {
  override readonly name = 'ObjectsUnavailable';
}

/** A local file that holds the whole object now; `fingerprint` changes when size, mtime, ctime or inode change. */
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

/** A small mutable object together with the version that a swap must name. */
export interface VersionedBytes {
  readonly bytes: Uint8Array;
  readonly version: string;
}

/** A file of the operator to be hashed and, unless `hashOnly`, stored under its digest. */
export interface IngestItem {
  readonly path: string;
  readonly bytes: number;
  readonly hashOnly: boolean;
}

export interface IngestResult {
  readonly sha256: string;
  readonly bytes: number;
  /** False when the content was there already (or `hashOnly`). */
  readonly written: boolean;
  /** SHA-256 of each 8 MiB block, for objects over 64 MiB. */
  readonly blocks: readonly string[] | undefined;
}

/** A file that was hashed and, unless `hashOnly`, stored. */
export interface ReadFile {
  readonly path: string;
  readonly sha256: string;
  readonly hashOnly: boolean;
  /** False when the content was there already (or `hashOnly`). */
  readonly written: boolean;
}

/** Files that are hashed and stored while their names are still being gathered. */
export interface ReadAhead {
  /** Notes a file; paths hold no NUL. */
  add(path: string, hashOnly: boolean): void;
  /**
   * Facts of all files in the order they were added, four numbers each (size, mtime and ctime in milliseconds since the
   * epoch, inode); NaN for the size of one that cannot be read. `onRead` hears of each file that was hashed: not of
   * large ones, nor of any when there are few, which an `ingest` is to do. Rejects with ObjectsUnavailable.
   */
  finish(onRead: (file: ReadFile) => void): Promise<Float64Array>;
}

/** Stored content as it was found when it was read whole. */
export type ContentFinding =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'read';
      readonly sha256: string;
      readonly bytes: number;
      readonly blocks: readonly string[] | undefined;
    };

/** An object on its way in parts: the key it will have, and what the store calls the upload. */
export interface PartUpload {
  readonly key: string;
  readonly handle: string;
}

/** A part that arrived whole. `token` finds this copy again; `etag` tells its content from another. */
export interface StoredPart {
  readonly token: string;
  readonly bytes: number;
  readonly etag: string;
}

/** A stored part that is missing or not what it was: it must be sent again. */
export class PartDamaged extends Error {
  override readonly name = 'PartDamaged';
  readonly partNumber: number;
  constructor(partNumber: number) {
    super(`Part ${partNumber} is not what was stored`);
    this.partNumber = partNumber;
  }
}

/** The source ended before, or went on after, the announced number of bytes. */
export class SourceLength extends Error {
  override readonly name = 'SourceLength';
}

/** Large objects in parts, which may come in any order and again; nothing shows under the key before `finish`. */
export interface ObjectParts {
  /** Whether a part sent again takes the place of the earlier copy at once, before the caller says which one counts. */
  readonly overwrites: boolean;
  /** A handle of an upload of which the store need not know before its first part; absent where `begin` opens one. */
  readonly nameUpload?: () => string;
  /** Opens an upload; the handle is to be kept until `finish` or `abort`. */
  begin(key: string): Promise<string>;
  /**
   * Stores exactly `bytes` bytes of a stream with back-pressure and constant memory. A stream that fails or has another
   * length leaves nothing. A part sent again is a second copy: the caller says which one counts. `offset` is where the
   * part begins in the whole, the same for every copy of it; a store that knows it may spare itself a copy. A piece of
   * the source is not kept: it may be taken away when the next one is asked for.
   */
  write(
    upload: PartUpload,
    partNumber: number,
    source: AsyncIterable<Uint8Array>,
    bytes: number,
    offset?: number,
  ): Promise<StoredPart>;
  /**
   * Joins parts in order to the object, with its digest; durable after `secure`. Repeatable: after a crash, or when it
   * was done before, it answers the same. Throws PartDamaged.
   */
  finish(
    upload: PartUpload,
    parts: readonly StoredPart[],
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** Makes a finished object durable. */
  secure(key: string): Promise<void>;
  /** Forgets one copy of a part. */
  drop(upload: PartUpload, token: string): Promise<void>;
  /** Forgets all parts; what `finish` made stays. */
  abort(upload: PartUpload): Promise<void>;
  /** Removes what dead processes left half written; how many files there were. */
  sweep(): Promise<number>;
}

export interface Objects {
  readonly parts: ObjectParts;
  /** Reads of local copies; absent where the objects are local files themselves. */
  readonly copies?: CacheCounts;
  /** How far `modifiedAt` of a listed object may be from this machine's clock. */
  readonly clockSkewMs: number;
  /** Stores a copy of a local file, durable on return, and tells its digest. An existing object is replaced. */
  writeFile(key: string, path: string): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** Whole small object, or undefined. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** As read, with the version that `swap` takes. */
  readVersioned(key: string): Promise<VersionedBytes | undefined>;
  /** A local file with the object's bytes (for remote engines: through the bounded cache folder). */
  local(key: string): Promise<LocalObject | undefined>;
  /** Another copy in place of a local one that proved damaged; undefined when the local file is the only one. */
  renew(key: string): Promise<LocalObject | undefined>;
  /** Stores bytes atomically; durable only after `flush`. An existing object is replaced. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores content under its digest unless it is there; true when written. Durable only after `flush`. */
  writeContent(sha256: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * Hashes and stores many files on all cores with bounded memory; calls back once per item, in any order. Rejects on
   * the first file that cannot be read or whose size changed meanwhile.
   */
  ingest(items: readonly IngestItem[], onResult: (index: number, result: IngestResult) => void): Promise<void>;
  /** Begins to read files ahead of an `ingest`; absent where content does not stay on this machine. */
  readonly readAhead?: () => ReadAhead;
  /** Reads content as it is stored, never a copy, and tells its digests; once an item, in any order. */
  digestContent(
    items: readonly { readonly sha256: string; readonly bytes: number }[],
    onResult: (index: number, finding: ContentFinding) => void,
  ): Promise<void>;
  /** Which of these digests are stored now. */
  presentContent(digests: Iterable<string>): Promise<Set<string>>;
  /** Makes everything written so far durable. */
  flush(): Promise<void>;
  /**
   * Compare-and-set of a small object, durable on return: `expected` is the version read before (undefined: must be
   * absent), `next` undefined removes. False when somebody else was first.
   */
  swap(key: string, expected: string | undefined, next: Uint8Array | undefined): Promise<boolean>;
  /** Every object below a prefix. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Names of the folders and objects directly below a prefix that ends in `/`. */
  children(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
  /** Removes many at once, in no order; those that are gone already do not matter. */
  removeAll(keys: readonly string[]): Promise<void>;
  /** Removes what dead processes left half written; how many there were (with `dryRun` they stay). */
  sweepLeftovers(dryRun?: boolean): Promise<number>;
  /** A real round trip; what stands there, in words for the operator. Throws ObjectsUnavailable. */
  probe(): Promise<string>;
  close(): Promise<void>;
}

export const BLOCK_BYTES = 8 * 1024 * 1024;
/** Objects larger than this carry block digests, so that a range verifies only what it touches. */
export const BLOCKED_OVER_BYTES = 64 * 1024 * 1024;
