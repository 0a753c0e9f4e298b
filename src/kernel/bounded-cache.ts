// `BoundedCache`: an in-memory cache bounded by total weight (usually bytes). Eviction is approximately LRU (the CLOCK
// or "second chance" algorithm). It holds values, never promises. `SingleFlight` joins concurrent identical work.

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  /**
   * Set by a read, cleared when eviction passes over the entry. A flag instead of reordering keeps a read to one map
   * lookup.
   */
  read: boolean;
}

export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #limit: number;
  #weight = 0;

  /** @param limit the largest sum of weights that the cache keeps */
  constructor(limit: number) {
    this.#limit = limit;
  }

  read(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.read = true;
    return entry.value;
  }

  /** Stores a value, and evicts others as needed. A value heavier than the whole limit is not stored. */
  store(key: K, value: V, weight: number): void {
    this.drop(key);
    if (weight > this.#limit) return;
    this.#entries.set(key, { value, weight, read: false });
    this.#weight += weight;
    if (this.#weight > this.#limit) this.#shrink(key);
  }

  drop(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  get weight(): number {
    return this.#weight;
  }

  /**
   * Evicts from the oldest entry on. An entry that was read moves to the young end once instead; the newest always
   * stays.
   */
  #shrink(newest: K): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= this.#limit) break;
      if (entry.read || key === newest) {
        entry.read = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.drop(key);
    }
  }
}

/** Deduplicates concurrent work: while a promise for a key is pending, every caller receives that promise. */
export class SingleFlight<K, V> {
  readonly #pending = new Map<K, Promise<V>>();

  run(key: K, work: () => Promise<V>): Promise<V> {
    const standing = this.#pending.get(key);
    if (standing !== undefined) return standing;
    const promise = work().finally(() => this.#pending.delete(key));
    this.#pending.set(key, promise);
    return promise;
  }
}
