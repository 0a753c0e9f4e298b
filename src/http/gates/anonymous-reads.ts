// Fairness of reads that callers without an account make of the database: per client (IPv4 address or /64) eight queries at
// once and 32 reads waiting, then 429. This bounds what is under way, not how often one may ask, so that many people behind
// one address are served. Cached answers and the release plane never come here.
import { FairPlaces, PlacesFull } from '../../kernel/fair-places.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { RequestContext } from './context.ts';

const QUERIES_AT_ONCE = 8;
const WAITING = 32;
const RETRY_SECONDS = 1;

export class AnonymousReads {
  readonly #places: FairPlaces | undefined;

  /** With `enabled` false nobody waits. */
  constructor(enabled: boolean) {
    this.#places = enabled ? new FairPlaces(QUERIES_AT_ONCE, WAITING) : undefined;
  }

  /**
   * Runs a read of the database: at once for an account, else in the places of the client. `queries` is the number of queries
   * that it makes at the same time. Refuses with `too_many_reads`.
   */
  async run<T>(context: RequestContext, actor: object | undefined, read: () => Promise<T>, queries = 1): Promise<T> {
    if (this.#places === undefined || actor !== undefined) return read();
    try {
      return await this.#places.run(context.clientAddress(), queries, read, () => context.request.signal);
    } catch (error) {
      if (!(error instanceof PlacesFull)) throw error;
      throw new Refusal('too_many_reads', { cause: error, retryAfterSeconds: RETRY_SECONDS });
    }
  }
}
