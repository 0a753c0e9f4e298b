// A small pool of workers that answer numbered requests. Workers start on demand and do not keep the process alive.
// When a worker fails, all pending requests fail, and the next request starts a new worker.

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

const POOL_SIZE = 2;

/** A request before it has its number; of a union, each member for itself. */
type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

export class WorkerPool<Request extends { readonly id: number }, Reply extends { readonly id: number }> {
  readonly #program: URL;
  readonly #workers: Worker[] = [];
  readonly #waiting = new Map<number, Waiting<Reply>>();
  #next = 0;

  /** @param program the module that a worker runs */
  constructor(program: URL) {
    this.#program = program;
  }

  /**
   * Sends a request to the workers in turn. Requests with the same `lane` (a number from 0) go to the same worker,
   * which answers them in order. Rejects when a worker fails or the pool is closed.
   */
  ask(request: Unnumbered<Request>, lane?: number): Promise<Reply> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker((lane ?? id) % POOL_SIZE).postMessage({ ...request, id });
    });
  }

  close(): void {
    for (const worker of this.#workers) worker?.terminate();
    this.#workers.length = 0;
    this.#failAll(new Error('the pool of workers was closed'));
  }

  #worker(index: number): Worker {
    const standing = this.#workers[index];
    if (standing !== undefined) return standing;
    const worker = new Worker(this.#program);
    worker.addEventListener('message', (event: MessageEvent<Reply>) => {
      const waiting = this.#waiting.get(event.data.id);
      this.#waiting.delete(event.data.id);
      waiting?.resolve(event.data);
    });
    worker.addEventListener('error', (event) => {
      this.#failAll(new Error(event.message));
      delete this.#workers[index];
    });
    worker.unref();
    this.#workers[index] = worker;
    return worker;
  }

  #failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
