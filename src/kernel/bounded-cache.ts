// A cache bounded by weight (bytes, usually): what was read least recently leaves first, give or take one round. Holds
// values, never promises.

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  /** Read since it was kept or last passed over. A mark in place of a move keeps reads to one map lookup. */
  read: boolean;
}

export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #limit: number;
  #weight = 0;

  /** `limit` is the largest sum of weights that is kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  read(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.read = true;
    return entry.value;
  }

  /** Keeps a value; one heavier than the whole cache is not kept. */
  keep(key: K, value: V, weight: number): void {
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

  /** From the oldest on: what was read gets a second chance at the young end, the rest leaves; the newest stays. */
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

/** Joins identical work: while one promise for a key is pending, everybody gets that one. */
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
