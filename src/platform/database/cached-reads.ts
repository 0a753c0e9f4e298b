// A cache of database reads that is invalidated by any commit. Example: a page of posts is cached under the snapshot
// "stamp" of its read; while the database reports the same stamp, no transaction has committed since, so the page is
// still current. One stamp query, shared by concurrent requests, replaces the read. Only for reads that depend on their
// key and the database alone; a read that also depends on the current time sets `ageMs`.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { SharedFlights } from '../../kernel/concurrency/shared-flights.ts';
import type { DatabaseStamps } from './stamps.ts';

interface Cached<V> {
  readonly stamp: string;
  readonly value: V;
  readonly readAt: number;
}

export interface CachedReadsOptions<V> {
  /** Largest sum of weights that is cached. */
  readonly limit: number;
  /** Weight of a value. Infinity: not cached. */
  readonly weigh: (value: V, key: string) => number;
  /** Maximum age of a cached value, in milliseconds. */
  readonly ageMs?: number;
}

/** Starts a read when it is admitted. */
export type Admit<V> = (read: () => Promise<V>) => Promise<V>;
const atOnce = <V>(read: () => Promise<V>): Promise<V> => read();

export class CachedReads<V> {
  readonly #stamps: DatabaseStamps;
  readonly #cache: BoundedCache<string, Cached<V>>;
  readonly #reads = new SharedFlights<V>();
  readonly #options: CachedReadsOptions<V>;

  constructor(stamps: DatabaseStamps, options: CachedReadsOptions<V>) {
    this.#stamps = stamps;
    this.#options = options;
    this.#cache = new BoundedCache(options.limit);
  }

  /**
   * The result of `read` for `key` as of some moment after the request `asker` arrived: cached, or read now and
   * possibly shared with concurrent callers.
   *
   * @param admit receives the function that starts a new read; may delay or refuse it. Not called for a cached result,
   * nor when another caller already waits for the same read.
   */
  async read(asker: object, key: string, read: () => Promise<V>, admit: Admit<V> = atOnce): Promise<V> {
    const cached = this.#cache.read(key);
    // A value with an older stamp than the last one seen is stale, since stamps only advance.
    if (cached !== undefined && cached.stamp === this.#stamps.last && this.#isYoung(cached)) {
      const now = await this.#stamps.readFor(asker);
      if (cached.stamp === now) return cached.value;
    }
    const readNew = (): Promise<V> => this.#reads.share(key, () => this.#readAndKeep(key, read));
    return this.#reads.isAwaited(key) ? readNew() : admit(readNew);
  }

  async #readAndKeep(key: string, read: () => Promise<V>): Promise<V> {
    const stamp = this.#stamps.last ?? (await this.#stamps.read());
    const readAt = performance.now();
    const value = await read();
    if (stamp !== undefined) this.#cache.store(key, { stamp, value, readAt }, this.#options.weigh(value, key));
    return value;
  }

  #isYoung({ readAt }: Cached<V>): boolean {
    return this.#options.ageMs === undefined || performance.now() - readAt < this.#options.ageMs;
  }
}
