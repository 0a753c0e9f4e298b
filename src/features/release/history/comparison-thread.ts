// A worker that compares one batch at a time (comparison-worker.ts), as the service sees it.
import { Refusal } from '../../../kernel/refusal.ts';
import type { ChangeList, EntityChange, FromComparison, ToComparison } from './comparison-messages.ts';

export class ComparisonThread {
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<FromComparison> | undefined;
  #telling: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;

  constructor() {
    this.#worker = new Worker(new URL('./comparison-worker.ts', import.meta.url), { smol: true });
    this.#worker.unref();
    this.#worker.addEventListener('message', (event: MessageEvent<FromComparison>) => {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (event.data.kind !== 'failed') waiting?.resolve(event.data);
      // The documents proved their digests: what cannot be read in them is damage.
      else waiting?.reject(new Refusal('catalog_missing', { cause: new Error(event.data.message) }));
    });
    this.#worker.addEventListener('error', (event) => this.#fail(new Error(event.message)));
  }

  /** Hands over a batch as soon as the one before is compared. */
  async tell(word: ToComparison): Promise<void> {
    await this.#telling;
    this.#telling = this.#ask(word);
    this.#telling.catch(() => undefined);
  }

  /** The changes that were found since the last list. */
  async end(): Promise<ChangeList> {
    await this.#telling;
    const answer = await this.#ask({ kind: 'end' });
    if (answer.kind !== 'list') throw new Error('a list was asked for');
    return answer.list;
  }

  /** What changed in single entities. */
  async compare(word: Extract<ToComparison, { kind: 'values' }>): Promise<readonly (EntityChange | undefined)[]> {
    await this.#telling;
    const answer = await this.#ask(word);
    if (answer.kind !== 'values') throw new Error('values were asked for');
    return answer.changes;
  }

  close(): void {
    this.#worker.terminate();
    this.#fail(new Error('the service is closing'));
  }

  #ask(word: ToComparison): Promise<FromComparison> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<FromComparison>();
    this.#waiting = waiting;
    const bodies = bodiesOf(word).filter((bytes) => bytes !== undefined);
    this.#worker.postMessage(
      word,
      bodies.map(({ buffer }) => buffer),
    );
    return waiting.promise;
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/** What is handed over, so that it need not be copied. */
function bodiesOf(word: ToComparison) {
  if (word.kind === 'end') return [];
  if (word.kind === 'values') return [word.before?.bytes, word.after?.bytes];
  return word.pairs.flatMap(({ before, after }) => [before, after]);
}
