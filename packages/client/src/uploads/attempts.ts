// Repeats requests until they succeed or fail permanently. All parts of an upload share one wait: while one has to wait,
// the others do not start either.

import { eitherSignal, wait } from '../common/signals.ts';
import { UploadFailure } from './answers.ts';
import type { Answer } from './transport.ts';
import { isTransient, pauseBefore } from './waiting.ts';

/** Ends a run until the account has signed in again. */
export class SignedOut extends Error {}

export class Attempts {
  /** Time of the next attempt; in the past while nothing waits. */
  until = 0;
  readonly #onWait: (code: string) => void;
  #tries = 0;
  #hurry = new AbortController();

  constructor(onWait: (code: string) => void) {
    this.#onWait = onWait;
  }

  /** Repeats `work` while its answers are transient failures. */
  async persist(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      while (this.until > Date.now()) {
        const awake = eitherSignal(signal, this.#hurry.signal);
        await wait(this.until - Date.now(), awake).catch(() => signal.throwIfAborted());
      }
      const answer = await work();
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (answer.status === 401) throw new SignedOut();
      if (!isTransient(answer)) throw new UploadFailure(answer.code ?? 'internal_error');
      this.until = Date.now() + pauseBefore(this.#tries++, answer.retryAfterMs);
      this.#onWait(answer.status === 0 ? 'no_connection' : (answer.code ?? 'busy'));
    }
  }

  /** Begins with short waits again, after bytes have arrived. */
  succeed(): void {
    this.#tries = 0;
  }

  /** Ends the wait. */
  hurry(): void {
    this.until = 0;
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }
}
