// A worker that compares one batch at a time (comparison-worker.ts), as the service sees it.
import { Refusal } from '../../../kernel/refusal.ts';
import { AskedWorker } from '../../../platform/files/asked-worker.ts';
import type { ChangeList, EntityChange, FromComparison, ToComparison } from './comparison-messages.ts';

export class ComparisonThread {
  readonly #worker = new AskedWorker<ToComparison, FromComparison>(
    new Worker(new URL('./comparison-worker.ts', import.meta.url), { smol: true }),
    {
      // The documents proved their digests: what cannot be read in them is damage.
      failureOf: (message) => new Refusal('catalog_missing', { cause: new Error(message) }),
      transferOf: (word) => bodiesOf(word).flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer])),
    },
  );
  #telling: Promise<unknown> = Promise.resolve();

  /** Hands over a batch as soon as the one before is compared. */
  async tell(word: ToComparison): Promise<void> {
    await this.#telling;
    this.#telling = this.#worker.ask(word);
    this.#telling.catch(() => undefined);
  }

  /** The changes that were found since the last list. */
  async end(): Promise<ChangeList> {
    await this.#telling;
    const answer = await this.#worker.ask({ kind: 'end' });
    if (answer.kind !== 'list') throw new Error('a list was asked for');
    return answer.list;
  }

  /** What changed in single entities. */
  async compare(word: Extract<ToComparison, { kind: 'values' }>): Promise<readonly (EntityChange | undefined)[]> {
    await this.#telling;
    const answer = await this.#worker.ask(word);
    if (answer.kind !== 'values') throw new Error('values were asked for');
    return answer.changes;
  }

  close(): void {
    this.#worker.close();
  }
}

/** What is handed over, so that it need not be copied. */
function bodiesOf(word: ToComparison) {
  if (word.kind === 'end') return [];
  if (word.kind === 'values') return [word.before?.bytes, word.after?.bytes];
  return word.pairs.flatMap(({ before, after }) => [before, after]);
}
