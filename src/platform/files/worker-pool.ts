// A small pool of workers that answer numbered requests: started on first need, never keeping the process alive. Knows
// nothing of what is asked. A worker that breaks fails everything that waits and is started anew by the next request.

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

const POOL_SIZE = 2;

export class WorkerPool<Request extends { readonly id: number }, Reply extends { readonly id: number }> {
  readonly #program: URL;
  readonly #workers: Worker[] = [];
  readonly #waiting = new Map<number, Waiting<Reply>>();
  #next = 0;

  /** `program` is the module that a worker runs. */
  constructor(program: URL) {
    this.#program = program;
  }

  /**
   * Sends a request, in turn to each worker; those of one `lane` (a number from 0) go to the same one, which answers them
   * in order. Rejects when a worker breaks or the pool is closed.
   */
  ask(request: Omit<Request, 'id'>, lane?: number): Promise<Reply> {
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
