// Batches concurrent reads of one key without ever returning a stale result: each caller receives a result of work that
// began after its call. Example: while read 1 runs, calls A and B arrive; both share read 2, which starts when read 1
// ends. Nothing is cached.

interface Flight<V> {
  readonly running: Promise<V>;
  /** The following run, shared by callers that arrived since `running` began. */
  next: Promise<V> | undefined;
}

/** Callers do not wait longer than this for a run that began before their call, since it may never end. */
const PATIENCE_MS = 1_000;

/** Callers that arrive while work for a key is running share the next run, which begins after their call. */
export class SharedFlights<V> {
  readonly #flights = new Map<string, Flight<V>>();
  readonly #patienceMs: number;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** The result of a run of `work` for `key` that begins after this call. Callers of the same key may share the run. */
  share(key: string, work: () => Promise<V>): Promise<V> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#start(key, work);
    const again = (): Promise<V> => this.#start(key, work);
    flight.next ??= this.#landing(flight.running).then(again);
    return flight.next;
  }

  /**
   * Whether other callers already wait for the next run of `key`. A caller now would share that run at no extra cost.
   */
  isAwaited(key: string): boolean {
    return this.#flights.get(key)?.next !== undefined;
  }

  /** Resolves when `running` has settled, or after the patience has elapsed. */
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
