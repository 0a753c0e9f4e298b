// A semaphore with two lanes, first come first served. The long lane (downloads) never takes the last slot, so short
// requests always get through. Waiting has a timeout.

export type Lane = 'short' | 'long';

export class SlotTimeout extends Error {
  override readonly name = 'SlotTimeout';
}

interface Waiting {
  readonly lane: Lane;
  readonly enter: () => void;
}

export class RequestSlots {
  readonly #places: number;
  readonly #longPlaces: number;
  #taken = 0;
  #longTaken = 0;
  readonly #waiting: Waiting[] = [];

  constructor(places: number) {
    this.#places = places;
    this.#longPlaces = Math.max(1, places - 1);
  }

  /** Runs `work` in a slot. Throws SlotTimeout when none is free within `waitMs`. */
  async run<T>(lane: Lane, waitMs: number, work: () => Promise<T>): Promise<T> {
    if (!this.#take(lane)) await this.#wait(lane, waitMs);
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      if (lane === 'long') this.#longTaken -= 1;
      this.#admit();
    }
  }

  #take(lane: Lane): boolean {
    if (this.#taken >= this.#places || (lane === 'long' && this.#longTaken >= this.#longPlaces)) return false;
    this.#taken += 1;
    if (lane === 'long') this.#longTaken += 1;
    return true;
  }

  #wait(lane: Lane, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new SlotTimeout('no place was free in time'));
      }, waitMs);
      const waiting: Waiting = {
        lane,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #admit(): void {
    for (let i = 0; i < this.#waiting.length; ) {
      const waiting = this.#waiting[i];
      if (waiting === undefined) return;
      if (!this.#take(waiting.lane)) {
        i += 1;
        continue;
      }
      this.#waiting.splice(i, 1);
      waiting.enter();
    }
  }
}
