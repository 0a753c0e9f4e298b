// Work that many ask for at once, done for all of them together without giving anybody what is older than their question.

interface Flight<V> {
  readonly running: Promise<V>;
  /** Of those who came since it began. */
  next: Promise<V> | undefined;
}

/** Work that takes longer may never end: nobody waits for the end of it who did not share it. */
const PATIENCE_MS = 1_000;

/** Those who ask while work for a key is under way share the next one, which begins after they asked. Nothing is kept. */
export class SharedFlights<V> {
  readonly #flights = new Map<string, Flight<V>>();
  readonly #patienceMs: number;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** What `work` gives for `key`: begun after this call, perhaps together with others who ask for the same key. */
  share(key: string, work: () => Promise<V>): Promise<V> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#start(key, work);
    const again = (): Promise<V> => this.#start(key, work);
    flight.next ??= this.#landing(flight.running).then(again);
    return flight.next;
  }

  /** Whether others wait for the next flight of `key`, which somebody who asks now would share without any work of its own. */
  isAwaited(key: string): boolean {
    return this.#flights.get(key)?.next !== undefined;
  }

  /** When it has ended, or was waited for long enough. */
  #landing(running: Promise<V>): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#patienceMs);
      const landed = (): void => {
        clearTimeout(timer);
        resolve();
      };
      running.then(landed, landed);
    });
  }

  #start(key: string, work: () => Promise<V>): Promise<V> {
    const flight: Flight<V> = { running: work(), next: undefined };
    this.#flights.set(key, flight);
    const land = (): void => {
      if (flight.next === undefined) this.#flights.delete(key);
    };
    flight.running.then(land, land);
    return flight.running;
  }
}
