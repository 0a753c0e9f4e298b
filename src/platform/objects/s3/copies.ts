// Local copies of stored objects in the cache folder, so that responses can be sent from a file. Content never changes
// under its key, so a copy whose digest was verified on download is used as is. Other objects are revalidated with a
// conditional request at most once a second; while the store is unavailable the copy is served. While the cache folder
// is full or not writable, copies go to an overflow folder in memory. Concurrent identical requests are joined.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { contentDigestOf } from '../../../kernel/object-key.ts';
import { errorCode } from '../../files/durable.ts';
import type { CacheCounts } from '../../telemetry/metrics.ts';
import type { CachedFile, CacheFolder, CacheKey } from '../cache/folder.ts';
import { OVERFLOW_OBJECT_BYTES, type OverflowFolder, openOverflowFolder } from '../cache/overflow.ts';
import { ObjectsUnavailable } from '../objects.ts';
import type { S3Client } from './client.ts';
import { isMissing } from './missing.ts';

const SPACE = 'objects';
/** Mutable objects are revalidated after this time. */
const RECHECK_MS = 1000;
/** An object that is damaged in the store is fetched again after this time. */
const DAMAGED_RECHECK_MS = 5000;
const REMEMBERED_CHECKS = 65_536;
/** An unusable cache folder is tried again after this time. */
const SPARE_MS = 5000;
/** A body may be corrupted in transit once; twice means that the stored object is damaged. */
const DOWNLOADS = 2;

export class LocalCopies {
  /** Reads served from a copy, and reads that required a download. */
  readonly counts: CacheCounts = { hits: 0, misses: 0 };
  readonly #client: S3Client;
  readonly #openCache: () => CacheFolder;
  readonly #flights = new SingleFlight<string, CachedFile | undefined>();
  /** Key → time of last validation, on the monotonic clock. */
  readonly #checked = new BoundedCache<string, number>(REMEMBERED_CHECKS);
  #overflow: OverflowFolder | undefined;
  /** Until this time copies bypass the cache folder; on the monotonic clock. */
  #spareUntil = 0;

  constructor(client: S3Client, openCache: () => CacheFolder) {
    this.#client = client;
    this.#openCache = openCache;
  }

  /** A copy of the object as it is stored now; undefined when it does not exist. Throws ObjectsUnavailable. */
  local(key: string): Promise<CachedFile | undefined> {
    return this.#flights.run(key, () => this.#guard(() => this.#find(key)));
  }

  /** Downloads a new copy; undefined when the store's own object was found damaged a moment ago. */
  renew(key: string): Promise<CachedFile | undefined> {
    return this.#flights.run(`renew ${key}`, () =>
      this.#guard(async () => {
        const cached = await this.#readCopy(key);
        if (cached !== undefined && isDamagedNow(cached)) return undefined;
        return this.#fetch(key, undefined);
      }),
    );
  }

  /** Called after a write or removal: the next read revalidates. */
  forget(key: string): void {
    this.#checked.drop(key);
  }

  close(): void {
    this.#overflow?.remove();
    this.#overflow = undefined;
  }

  #target(key: string): CacheKey {
    return { space: SPACE, key: `${this.#client.place} ${key}` };
  }

  /** Reads from the cache folder or the overflow folder. */
  async #readCopy(key: string): Promise<CachedFile | undefined> {
    const target = this.#target(key);
    try {
      const cached = await this.#openCache().read(target);
      if (cached !== undefined) return cached;
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
    }
    return this.#overflow?.cache.read(target);
  }

  async #find(key: string): Promise<CachedFile | undefined> {
    const cached = await this.#readCopy(key);
    if (cached === undefined) {
      this.counts.misses += 1;
      return this.#fetch(key, undefined);
    }
    this.counts.hits += 1;
    if (isDamagedNow(cached)) return cached;
    if (contentDigestOf(key) !== undefined && cached.metadata.damagedAt === undefined) return cached;
    if (performance.now() - (this.#checked.read(key) ?? Number.NEGATIVE_INFINITY) < RECHECK_MS) return cached;
    try {
      return await this.#fetch(key, cached);
    } catch (error) {
      if (!(error instanceof ObjectsUnavailable)) throw error;
      this.#checked.store(key, performance.now(), 1);
      return cached;
    }
  }

  /** Downloads to the cache folder, or to the overflow folder while the cache folder is full or not writable. */
  async #fetch(key: string, cached: CachedFile | undefined): Promise<CachedFile | undefined> {
    if (performance.now() >= this.#spareUntil) {
      try {
        return await this.#download(this.#openCache(), key, cached);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        this.#spareUntil = performance.now() + SPARE_MS;
        // Removes leftovers and evicts entries to free space.
        void this.#makeRoom().catch(() => undefined);
      }
    }
    this.#overflow ??= openOverflowFolder();
    return this.#download(this.#overflow.cache, key, cached, OVERFLOW_OBJECT_BYTES);
  }

  async #download(
    cache: CacheFolder,
    key: string,
    cached: CachedFile | undefined,
    bytesMost = Number.POSITIVE_INFINITY,
  ): Promise<CachedFile | undefined> {
    const etag = cached?.metadata.damagedAt === undefined ? cached?.metadata.etag : undefined;
    for (let downloads = 1; ; downloads++) {
      const staged = cache.stage();
      try {
        const answer = await this.#client.send(
          {
            method: 'GET',
            key,
            accept: [304, 404],
            ...(typeof etag === 'string' && { headers: { 'If-None-Match': etag } }),
          },
          {
            begin: (headers) => {
              if (Number(headers.get('content-length') ?? 0) > bytesMost) {
                throw new ObjectsUnavailable('The cache folder cannot be used, and the object is too large without it');
              }
              staged.reset();
            },
            write: (piece) => staged.write(piece),
          },
        );
        if (isMissing(answer)) {
          await this.#forgetCopies(key);
          return undefined;
        }
        if (answer.status !== 304) {
          const expected = contentDigestOf(key);
          const isWhole = expected === undefined || staged.seal() === expected;
          if (!isWhole && downloads < DOWNLOADS) continue;
          const fresh = answer.headers.get('etag') ?? '';
          // A damaged copy is stored too: readers verify it and report the damage.
          const copy = staged.commit(
            this.#target(key),
            isWhole ? { etag: fresh } : { etag: fresh, damagedAt: Date.now() },
          );
          this.#checked.store(key, performance.now(), 1);
          return copy;
        }
        this.#checked.store(key, performance.now(), 1);
        return cached;
      } finally {
        staged.discard();
      }
    }
  }

  async #makeRoom(): Promise<void> {
    await this.#openCache().trim();
  }

  async #forgetCopies(key: string): Promise<void> {
    await this.#overflow?.cache.remove(this.#target(key));
    await this.#openCache().remove(this.#target(key));
  }

  /** When both folders are full or not writable, the store counts as unavailable. */
  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw new ObjectsUnavailable('The cache folder cannot be used', { cause: error });
    }
  }
}

function isDamagedNow({ metadata }: CachedFile): boolean {
  const { damagedAt } = metadata;
  return typeof damagedAt === 'number' && Math.abs(Date.now() - damagedAt) < DAMAGED_RECHECK_MS;
}
