// What was read from the database, used again as long as nothing was committed there since. Never older than a read of its
// own would be: one short question, which many requests share, stands for it. For reads that depend on nothing but their
// key and the database; who reads what the time of day changes sets an age.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { SharedFlights } from '../../kernel/shared-flights.ts';
import type { DatabaseStamps } from './stamps.ts';

interface Kept<V> {
  readonly stamp: string;
  readonly value: V;
  readonly readAt: number;
}

export interface KeptReadsOptions<V> {
  /** Largest sum of weights that is kept. */
  readonly limit: number;
  /** Infinity: not to be kept. */
  readonly weigh: (value: V, key: string) => number;
  /** Used for so long at most, ms. */
  readonly ageMs?: number;
}

/** Begins a read when its turn has come. */
export type Admit<V> = (read: () => Promise<V>) => Promise<V>;
const atOnce = <V>(read: () => Promise<V>): Promise<V> => read();

export class KeptReads<V> {
  readonly #stamps: DatabaseStamps;
  readonly #kept: BoundedCache<string, Kept<V>>;
  readonly #reads = new SharedFlights<V>();
  readonly #options: KeptReadsOptions<V>;

  constructor(stamps: DatabaseStamps, options: KeptReadsOptions<V>) {
    this.#stamps = stamps;
    this.#options = options;
    this.#kept = new BoundedCache(options.limit);
  }

  /**
   * What `read` gives for `key` at some moment after `asker`, a request, came: kept from before, or read now, perhaps
   * together with others.
   *
   * @param admit called with what begins a read of its own; may delay it or refuse. Not called for what is kept, nor for a read
   *   that others wait for already.
   */
  async read(asker: object, key: string, read: () => Promise<V>, admit: Admit<V> = atOnce): Promise<V> {
    const kept = this.#kept.read(key);
    // One of an earlier stamp is old for certain: stamps only go on.
    if (kept !== undefined && kept.stamp === this.#stamps.last && this.#isYoung(kept)) {
      const now = await this.#stamps.readFor(asker);
      if (kept.stamp === now) return kept.value;
    }
    const readNew = (): Promise<V> => this.#reads.share(key, () => this.#readAndKeep(key, read));
    return this.#reads.isAwaited(key) ? readNew() : admit(readNew);
  }

  async #readAndKeep(key: string, read: () => Promise<V>): Promise<V> {
    const stamp = this.#stamps.last ?? (await this.#stamps.read());
    const readAt = performance.now();
    const value = await read();
    if (stamp !== undefined) this.#kept.keep(key, { stamp, value, readAt }, this.#options.weigh(value, key));
    return value;
  }

  #isYoung({ readAt }: Kept<V>): boolean {
    return this.#options.ageMs === undefined || performance.now() - readAt < this.#options.ageMs;
  }
}
