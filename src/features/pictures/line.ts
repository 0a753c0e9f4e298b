// Who waits for a picture: one piece of work at a time, a bounded number behind it, and few of one client. Whoever finds no
// place is told so at once.

export interface LineLimits {
  readonly waiting: number;
  /** Of one client, the running one included. */
  readonly perClient: number;
}

export class WorkLine {
  readonly #limits: LineLimits;
  readonly #clients = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** Runs the work after all before it; undefined when there is no place for it. */
  run<T>(client: string, work: () => Promise<T>): Promise<T> | undefined {
    const own = this.#clients.get(client) ?? 0;
    // One runs, the others wait.
    if (own >= this.#limits.perClient || this.#length > this.#limits.waiting) return undefined;
    this.#length += 1;
    this.#clients.set(client, own + 1);
    const done = this.#last.then(work).finally(() => this.#leave(client));
    this.#last = done.catch(() => undefined);
    return done;
  }

  #leave(client: string): void {
    this.#length -= 1;
    const own = this.#clients.get(client) ?? 1;
    if (own > 1) this.#clients.set(client, own - 1);
    else this.#clients.delete(client);
  }
}
