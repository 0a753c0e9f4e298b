// A worker of one module that answers one message at a time. It does not keep the process alive.

interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

/** What a worker is asked, and what it needs around its messages. */
export interface AskedWorkerOptions<Question> {
  /** The error of a question that the worker reports as failed. */
  readonly failureOf: (message: string) => Error;
  /** Memory of a question that is moved to the worker in place of being copied. */
  readonly transferOf: (question: Question) => readonly ArrayBuffer[];
}

/** Sends questions to a worker. The caller waits for each answer before it asks again. */
export class AskedWorker<Question, Answer extends { readonly kind: string }> {
  readonly #worker: Worker;
  readonly #options: AskedWorkerOptions<Question>;
  #waiting: PromiseWithResolvers<Answer> | undefined;
  #failure: Error | undefined;

  constructor(worker: Worker, options: AskedWorkerOptions<Question>) {
    this.#worker = worker;
    this.#options = options;
    worker.unref();
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | Failed>) => {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (isFailed(data)) waiting?.reject(options.failureOf(data.message));
      else waiting?.resolve(data);
    });
    worker.addEventListener('error', (event) => this.#fail(new Error(event.message)));
  }

  /** The answer to a question. Rejects when the worker fails or is closed. */
  ask(question: Question): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting = waiting;
    this.#worker.postMessage(question, [...this.#options.transferOf(question)]);
    return waiting.promise;
  }

  /** Ends the worker. A question that waits is rejected. */
  close(): void {
    this.#worker.terminate();
    this.#fail(new Error('the service is closing'));
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

const isFailed = (data: { readonly kind: string }): data is Failed => data.kind === 'failed';
