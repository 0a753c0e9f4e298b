// Verified reads of stored objects: no byte leaves the process before its digest was checked. Small objects are
// verified when they are loaded into a bounded memory cache. Files are verified once, and again when size, mtime, ctime
// or inode changed. Objects over 64 MiB are verified by the 8 MiB blocks that a range touches. Damage is reported as
// `object_corrupt`; wrong bytes are never sent.
import { closeSync, openSync, readSync } from 'node:fs';
import { BoundedCache, SingleFlight } from '../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { contentKey } from '../../kernel/object-key.ts';
import { isRefusal, Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { CacheCounts } from '../telemetry/metrics.ts';
import { HashPool } from './hash-pool.ts';
import { HotParts } from './hot-parts.ts';
import { isUnchanged } from './local-file.ts';
import { BLOCK_BYTES, BLOCKED_OVER_BYTES, type LocalObject, type Objects } from './objects.ts';

/** What a verified document states about an object. */
export interface ExpectedObject {
  readonly sha256: string;
  readonly bytes: number;
  /** Digests of 8 MiB blocks. Without them, objects over 64 MiB are verified as a whole. */
  readonly blocks?: readonly string[] | undefined;
  /** Object key, if it is not stored under its digest. */
  readonly key?: string;
  /** Refusal code for damage; default `object_corrupt`. */
  readonly damage?: RefusalCode;
}

export interface VerifiedLimits {
  /** Bytes of small objects cached in memory. */
  readonly memoryBytes: number;
}

/** Whole objects up to this size are served from memory. */
const MEMORY_WHOLE_BYTES = 256 * 1024;
/** Ranges of objects up to this size are sliced from memory. */
const MEMORY_RANGE_BYTES = 8 * 1024 * 1024;
/**
 * Parts of a file up to this size are read and sent as bytes, since opening the file per response costs more.
 * Repeatedly requested parts stay in memory.
 */
const READ_PART_BYTES = 128 * 1024;
/** Larger inputs are hashed off the event loop. */
const INLINE_HASH_BYTES = 1024 * 1024;
const REMEMBERED_FILES = 65_536;
/** Minimum interval between updates of a file's last use. */
const NOTE_USE_MS = 30_000;
/** Minimum interval between checks that a cached value's file is unchanged. */
const RECHECK_MS = 250;

/** Bytes for a response; a Blob may refer to a file. Whole objects are always Blobs. */
export type ObjectBody = Blob | Uint8Array<ArrayBuffer>;

interface FileState {
  readonly path: string;
  readonly fingerprint: string;
  /** Verified blocks; undefined: the whole file is verified. */
  readonly blocks: Set<number> | undefined;
  /** When its use was last recorded, on the monotonic clock. */
  usedAt: number;
}

/** Cache of values derived from verified objects; valid while their files are unchanged. */
export interface VerifiedCache<T> {
  /** The value of an object: synchronous when cached, otherwise after loading and verifying it. */
  open(object: ExpectedObject): T | Promise<T>;
  /** Whether `open` would return synchronously. Checks the file, unless that was done a moment ago. */
  isFresh(object: ExpectedObject): boolean;
}

export interface VerifiedCacheOptions<T> {
  /** Largest sum of object bytes that is cached. */
  readonly memoryBytes: number;
  /** Memory per byte of the object; parsed documents are larger than their text. */
  readonly weight?: number;
  /** Derives the value. A throw counts as damage: the object matches its digest but is malformed. */
  readonly make: (bytes: Uint8Array<ArrayBuffer>) => T;
}

interface Cached<T> {
  readonly value: T;
  readonly local: LocalObject;
  checkedAt: number;
}

export class VerifiedObjects {
  /** Cache statistics of values in memory, and of files that need no new verification. */
  readonly counts: { readonly memory: CacheCounts; readonly files: CacheCounts } = {
    memory: { hits: 0, misses: 0 },
    files: { hits: 0, misses: 0 },
  };
  readonly #objects: Objects;
  readonly #bodies: VerifiedCache<ObjectBody>;
  readonly #parts: HotParts;
  readonly #files = new BoundedCache<string, FileState>(REMEMBERED_FILES);
  readonly #checks = new SingleFlight<string, void>();
  readonly #pool = new HashPool();

  constructor(objects: Objects, limits: VerifiedLimits) {
    this.#objects = objects;
    this.#parts = new HotParts({ memoryBytes: limits.memoryBytes / 4, recheckMs: RECHECK_MS });
    this.#bodies = this.createCache({
      memoryBytes: (limits.memoryBytes * 3) / 4,
      // Small objects are sent whole, as Blobs. Of larger ones only ranges are sent from memory, for which bytes are
      // cheapest.
      make: (bytes) => (bytes.byteLength <= MEMORY_WHOLE_BYTES ? new Blob([bytes]) : bytes),
    });
  }

  /** Bytes from `start` to `end` (exclusive) as a body; synchronous when already verified. */
  open(object: ExpectedObject, start: number, end: number): ObjectBody | Promise<ObjectBody> {
    if (start === 0 && end === object.bytes) {
      return object.bytes > MEMORY_WHOLE_BYTES ? this.#openFile(object, start, end) : this.#bodies.open(object);
    }
    if (end - start > READ_PART_BYTES) return this.#openPart(object, start, end);
    const hot = this.#parts.read(object.sha256, start, end, () => this.#isPartFresh(object, start, end));
    if (hot !== undefined) {
      this.counts.memory.hits += 1;
      return hot;
    }
    const body = this.#openPart(object, start, end);
    if (body instanceof Uint8Array) this.#parts.offer(object.sha256, start, end, body);
    return body;
  }

  #openPart(object: ExpectedObject, start: number, end: number): ObjectBody | Promise<ObjectBody> {
    if (object.bytes > MEMORY_RANGE_BYTES) return this.#openFile(object, start, end);
    const body = this.#bodies.open(object);
    return body instanceof Promise ? body.then((loaded) => cut(loaded, start, end)) : cut(body, start, end);
  }

  #isPartFresh(object: ExpectedObject, start: number, end: number): boolean {
    if (object.bytes <= MEMORY_RANGE_BYTES) return this.#bodies.isFresh(object);
    const state = this.#files.read(object.sha256);
    if (state === undefined || !covers(state, start, end) || !isUnchanged(state)) return false;
    this.#noteUse(object, state);
    return true;
  }

  /** Whether the whole object would be served from memory synchronously. */
  isFresh(object: ExpectedObject): boolean {
    return object.bytes <= MEMORY_WHOLE_BYTES && this.#bodies.isFresh(object);
  }

  /** The whole object in memory, verified; not cached. */
  async readWhole(object: ExpectedObject): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#load(object)).bytes;
  }

  /** Creates a bounded cache of values derived from objects. */
  createCache<T>(options: VerifiedCacheOptions<T>): VerifiedCache<T> {
    const cache = new BoundedCache<string, Cached<T>>(options.memoryBytes);
    const loads = new SingleFlight<string, T>();
    const weight = options.weight ?? 1;

    const load = (object: ExpectedObject): Promise<T> =>
      loads.run(object.sha256, async () => {
        const { bytes, local } = await this.#load(object);
        let value: T;
        try {
          value = options.make(bytes);
        } catch (cause) {
          throw damaged(object, 'not what it should be', cause);
        }
        cache.store(object.sha256, { value, local, checkedAt: performance.now() }, object.bytes * weight + 512);
        return value;
      });

    return {
      isFresh: (object) => {
        const entry = cache.read(object.sha256);
        return entry !== undefined && isSame(entry);
      },
      open: (object) => {
        const entry = cache.read(object.sha256);
        if (entry !== undefined && isSame(entry)) {
          this.counts.memory.hits += 1;
          return entry.value;
        }
        this.counts.memory.misses += 1;
        if (entry !== undefined) cache.drop(object.sha256);
        return load(object);
      },
    };
  }

  close(): void {
    this.#pool.close();
  }

  #load(object: ExpectedObject): Promise<{ bytes: Uint8Array<ArrayBuffer>; local: LocalObject }> {
    return this.#proveLocal(object, (local) => this.#loadFrom(object, local));
  }

  /** Uses the local file of an object. If that is a damaged copy, tries once more with a new copy. */
  async #proveLocal<T>(object: ExpectedObject, use: (local: LocalObject) => Promise<T>): Promise<T> {
    try {
      return await use(await this.#requireLocal(object));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const renewed = await this.#objects.renew(object.key ?? contentKey(object.sha256));
      if (renewed === undefined || renewed.bytes !== object.bytes) throw error;
      return use(renewed);
    }
  }

  async #loadFrom(
    object: ExpectedObject,
    local: LocalObject,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; local: LocalObject }> {
    const bytes = await Bun.file(local.path)
      .bytes()
      .catch((cause: unknown) => {
        throw damaged(object, 'unreadable', cause);
      });
    if (bytes.byteLength !== object.bytes) throw damaged(object, 'of another size');
    if (bytes.byteLength <= INLINE_HASH_BYTES) {
      if (sha256Hex(bytes) !== object.sha256) throw damaged(object, 'altered');
    } else {
      // Web Crypto hashes on a separate thread.
      const digest = await crypto.subtle.digest('SHA-256', bytes);
      if (Buffer.from(digest).toString('hex') !== object.sha256) throw damaged(object, 'altered');
    }
    return { bytes, local };
  }

  async #requireLocal(object: ExpectedObject): Promise<LocalObject> {
    const local = await this.#objects.local(object.key ?? contentKey(object.sha256));
    if (local === undefined) throw damaged(object, 'missing');
    if (local.bytes !== object.bytes) throw damaged(object, 'of another size');
    return local;
  }

  #openFile(object: ExpectedObject, start: number, end: number): ObjectBody | Promise<ObjectBody> {
    const state = this.#files.read(object.sha256);
    // Checked before every response, because the file is sent as it is at that moment.
    if (state !== undefined && covers(state, start, end) && isUnchanged(state)) {
      this.counts.files.hits += 1;
      this.#noteUse(object, state);
      return readPart(object, state.path, start, end);
    }
    this.counts.files.misses += 1;
    return this.#openUnverified(object, start, end);
  }

  #openUnverified(object: ExpectedObject, start: number, end: number): Promise<ObjectBody> {
    return this.#proveLocal(object, (local) => this.#openLocal(object, local, start, end));
  }

  async #openLocal(object: ExpectedObject, local: LocalObject, start: number, end: number): Promise<ObjectBody> {
    const { blocks } = object;
    if (object.bytes > BLOCKED_OVER_BYTES && blocks !== undefined) {
      await this.#verifyBlocks(object, blocks, local, start, end);
    } else {
      await this.#verifyFile(object, local);
    }
    return readPart(object, local.path, start, end);
  }

  /** Records the use, so that a copy in the cache folder is not evicted. */
  #noteUse(object: ExpectedObject, state: FileState): void {
    const now = performance.now();
    if (now - state.usedAt < NOTE_USE_MS) return;
    state.usedAt = now;
    // An unavailable store does not affect a file that exists locally.
    this.#objects.local(object.key ?? contentKey(object.sha256)).catch(() => undefined);
  }

  async #verifyFile(object: ExpectedObject, local: LocalObject): Promise<void> {
    if (this.#files.read(object.sha256)?.fingerprint === local.fingerprint) return;
    await this.#checks.run(`${object.sha256} ${local.fingerprint}`, async () => {
      const { sha256, bytes } = await this.#hash(object, local, 0, object.bytes);
      if (bytes !== object.bytes || sha256 !== object.sha256) throw damaged(object, 'altered');
      this.#files.store(
        object.sha256,
        { path: local.path, fingerprint: local.fingerprint, blocks: undefined, usedAt: performance.now() },
        1,
      );
    });
  }

  async #verifyBlocks(
    object: ExpectedObject,
    digests: readonly string[],
    local: LocalObject,
    start: number,
    end: number,
  ): Promise<void> {
    const standing = this.#files.read(object.sha256);
    const seen = standing?.fingerprint === local.fingerprint && standing.blocks ? standing.blocks : new Set<number>();
    if (seen !== standing?.blocks) {
      this.#files.store(
        object.sha256,
        { path: local.path, fingerprint: local.fingerprint, blocks: seen, usedAt: performance.now() },
        1,
      );
    }
    for (let block = Math.floor(start / BLOCK_BYTES); block * BLOCK_BYTES < end; block++) {
      if (seen.has(block)) continue;
      await this.#checks.run(`${object.sha256} ${local.fingerprint} ${block}`, async () => {
        const from = block * BLOCK_BYTES;
        const { sha256 } = await this.#hash(object, local, from, Math.min(from + BLOCK_BYTES, object.bytes));
        if (sha256 !== digests[block]) throw damaged(object, 'altered');
        seen.add(block);
      });
    }
  }

  async #hash(object: ExpectedObject, local: LocalObject, start: number, end: number) {
    try {
      return await this.#pool.hash(local.path, start, end);
    } catch (cause) {
      throw damaged(object, 'unreadable', cause);
    }
  }
}

/** Whether the file of a cached value is unchanged. */
function isSame(entry: Cached<unknown>): boolean {
  const now = performance.now();
  if (now - entry.checkedAt < RECHECK_MS) return true;
  if (!isUnchanged(entry.local)) return false;
  entry.checkedAt = now;
  return true;
}

function covers({ blocks }: FileState, start: number, end: number): boolean {
  if (blocks === undefined) return true;
  for (let block = Math.floor(start / BLOCK_BYTES); block * BLOCK_BYTES < end; block++) {
    if (!blocks.has(block)) return false;
  }
  return true;
}

function cut(body: ObjectBody, start: number, end: number): ObjectBody {
  return body instanceof Blob ? body.slice(start, end) : body.subarray(start, end);
}

/** Small parts as bytes; others as a slice of the file, which is sent by sendfile. */
function readPart(object: ExpectedObject, path: string, start: number, end: number): ObjectBody {
  if (end - start > READ_PART_BYTES) return Bun.file(path).slice(start, end);
  const part = new Uint8Array(end - start);
  let filled = 0;
  try {
    const descriptor = openSync(path, 'r');
    try {
      while (filled < part.byteLength) {
        const read = readSync(descriptor, part, filled, part.byteLength - filled, start + filled);
        if (read === 0) break;
        filled += read;
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw damaged(object, 'unreadable', cause);
  }
  if (filled < part.byteLength) throw damaged(object, 'of another size');
  return part;
}

function damaged(object: ExpectedObject, how: string, cause?: unknown): Refusal {
  return new Refusal(object.damage ?? 'object_corrupt', {
    cause: new Error(`object ${object.key ?? object.sha256} is ${how}`, { cause }),
  });
}
