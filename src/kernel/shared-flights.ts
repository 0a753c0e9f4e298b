// Work that many ask for at once, done for all of them together without giving anybody what is older than their question.

interface Flight<V> {
  readonly running: Promise<V>;
  /** Of those who came since it began. */
  next: Promise<V> | undefined;
}

/** Those who ask while work for a key is under way share the next one, which begins after they asked. Nothing is kept. */
export class SharedFlights<V> {
  readonly #flights = new Map<string, Flight<V>>();

  /** What `work` gives for `key`: begun after this call, perhaps together with others who ask for the same key. */
  share(key: string, work: () => Promise<V>): Promise<V> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#start(key, work);
    const again = (): Promise<V> => this.#start(key, work);
    flight.next ??= flight.running.then(again, again);
    return flight.next;
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
