// Whose task runs next. Each client may have a few tasks running and a few more waiting, and clients take turns, so that
// one with many tasks delays another by one task at most. Pure: who runs a task, and where, is decided elsewhere.

export interface TurnLimits {
  /** Tasks of one client that run at once. */
  readonly running: number;
  /** Tasks of one client that wait. */
  readonly waiting: number;
  /** Tasks that wait, of all clients. */
  readonly together: number;
}

export interface WorkerSlot {
  /** It is for some tasks only. */
  readonly isApart: boolean;
}

interface Client<T> {
  running: number;
  /** Of these, the ones at places apart. */
  apart: number;
  /** Number of the last turn that it had, or of the last of all when it came. */
  turn: number;
  readonly waiting: T[];
}

export class Turns<T> {
  readonly #limits: TurnLimits;
  /** Those with a task. */
  readonly #clients = new Map<string, Client<T>>();
  #waiting = 0;
  #turn = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Lets a task wait for the turn of its client. Returns the task that may not wait: this one, if too many of its client
   * wait, or the last one of the client with most of them, if too many wait in all and this client has fewer.
   */
  wait(key: string, task: T): T | undefined {
    const own = this.#clients.get(key)?.waiting.length ?? 0;
    if (own >= this.#limits.waiting) return task;
    const displaced = this.#waiting >= this.#limits.together ? this.#displace(own) : undefined;
    if (displaced === undefined && this.#waiting >= this.#limits.together) return task;
    this.waitAnyway(key, task);
    return displaced;
  }

  /** Lets a task wait that continues work which has begun. */
  waitAnyway(key: string, task: T): void {
    // Half a turn before the client that just had one, and after those that have waited for longer.
    const client = this.#clients.get(key) ?? { running: 0, apart: 0, turn: this.#turn - 0.5, waiting: [] };
    this.#clients.set(key, client);
    client.waiting.push(task);
    this.#waiting++;
  }

  /**
   * Takes the next task for which there is a place, which runs from now on until `end` is called for its client: of the
   * clients with the fewest running tasks, the one whose last turn was the longest ago. What runs at places apart, which not all
   * tasks may have, does not count in that.
   */
  next<P extends WorkerSlot>(findSlot: (task: T) => P | undefined): { readonly task: T; readonly slot: P } | undefined {
    const mayRun = [...this.#clients.values()].filter(
      ({ running, waiting }) => running < this.#limits.running && waiting.length > 0,
    );
    const sharedOf = ({ running, apart }: Client<T>): number => running - apart;
    for (const client of mayRun.sort((a, b) => sharedOf(a) - sharedOf(b) || a.turn - b.turn)) {
      for (const task of client.waiting) {
        const slot = findSlot(task);
        if (slot === undefined) continue;
        this.#drop(client, task);
        client.running++;
        if (slot.isApart) client.apart++;
        else {
          this.#turn++;
          client.turn = this.#turn;
        }
        return { task, slot };
      }
    }
    return undefined;
  }

  /** A task of the client has ended, at this place. */
  end(key: string, { isApart }: WorkerSlot): void {
    const client = this.#clients.get(key);
    if (client === undefined) return;
    client.running--;
    if (isApart) client.apart--;
    this.#forget(key, client);
  }

  /** Removes a waiting task. */
  leave(key: string, task: T): void {
    const client = this.#clients.get(key);
    if (client === undefined) return;
    this.#drop(client, task);
    this.#forget(key, client);
  }

  /** Removes all waiting tasks. */
  clear(): readonly T[] {
    const all = [...this.#clients.values()].flatMap(({ waiting }) => waiting.splice(0));
    this.#waiting = 0;
    return all;
  }

  /** How many clients have a task. */
  get busyClients(): number {
    return this.#clients.size;
  }

  /** Removes the last task of the client with most of them; none if that leaves it no more than one with `own` has then. */
  #displace(own: number): T | undefined {
    let longest: Client<T> | undefined;
    for (const client of this.#clients.values()) {
      if (client.waiting.length > (longest?.waiting.length ?? own + 1)) longest = client;
    }
    const last = longest?.waiting.pop();
    if (last !== undefined) this.#waiting--;
    return last;
  }

  #drop({ waiting }: Client<T>, task: T): void {
    const at = waiting.indexOf(task);
    if (at === -1) return;
    waiting.splice(at, 1);
    this.#waiting--;
  }

  #forget(key: string, { running, waiting }: Client<T>): void {
    if (running === 0 && waiting.length === 0) this.#clients.delete(key);
  }
}
