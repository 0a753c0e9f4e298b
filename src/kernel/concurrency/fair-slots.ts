// A semaphore per key: each key has a number of places for running work and a bounded queue of its own, so one busy key
// cannot starve the others. First come, first served within a key. An idle key uses no memory.

interface Queued {
  readonly size: number;
  readonly enter: () => void;
}

interface Holder {
  taken: number;
  readonly queue: Queued[];
}

/** All places of the key are taken and its queue is full. */
export class SlotsFull extends Error {
  override readonly name = 'PlacesFull';
}

export class FairSlots {
  readonly #places: number;
  readonly #queued: number;
  readonly #holders = new Map<string, Holder>();

  constructor(places: number, queued: number) {
    this.#places = places;
    this.#queued = queued;
  }

  /**
   * Runs `work` in `size` places of the key: at once when they are free, else after the runs queued before it. Rejects
   * with PlacesFull when the queue is full. A queued run leaves the queue when `signal` aborts, and rejects with its
   * reason.
   */
  run<T>(key: string, size: number, work: () => Promise<T>, signal: () => AbortSignal): Promise<T> {
    const holder = this.#holders.get(key) ?? { taken: 0, queue: [] };
    this.#holders.set(key, holder);
    if (holder.queue.length === 0 && this.#fits(holder, size)) {
      holder.taken += size;
      return this.#hold(key, holder, size, work);
    }
    if (holder.queue.length >= this.#queued) return Promise.reject(new SlotsFull('too many wait for a place'));
    return waitIn(holder.queue, size, signal()).then(() => this.#hold(key, holder, size, work));
  }

  /** How many keys have running or queued work. */
  get busyKeys(): number {
    return this.#holders.size;
  }

  /** Work larger than the limit runs alone, in all places of its key. */
  #fits({ taken }: Holder, size: number): boolean {
    return taken === 0 || taken + size <= this.#places;
  }

  /** Runs work that already holds its places, then frees them and starts queued work that fits. */
  async #hold<T>(key: string, holder: Holder, size: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      holder.taken -= size;
      for (let next = holder.queue[0]; next !== undefined && this.#fits(holder, next.size); next = holder.queue[0]) {
        holder.queue.shift();
        holder.taken += next.size;
        next.enter();
      }
      if (holder.taken === 0) this.#holders.delete(key);
    }
  }
}

function waitIn(queue: Queued[], size: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      queue.splice(queue.indexOf(queued), 1);
      reject(signal.reason);
    };
    const queued: Queued = {
      size,
      enter: () => {
        signal.removeEventListener('abort', leave);
        resolve();
      },
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    signal.addEventListener('abort', leave, { once: true });
    queue.push(queued);
  });
}
