// Limits concurrent database reads of callers without an account. Each client (IPv4 address or IPv6 /64) may run eight
// queries at once and have 32 reads waiting; further reads are 429. The limit is on concurrency, not on rate, so many
// people can share one address. Cached responses and the release plane are not limited here.
import { FairSlots, SlotsFull } from '../../kernel/concurrency/fair-slots.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { RequestContext } from './context.ts';

const QUERIES_AT_ONCE = 8;
const WAITING = 32;
const RETRY_SECONDS = 1;

export class AnonymousReads {
  readonly #places: FairSlots | undefined;

  /** @param enabled when false, reads are never limited */
  constructor(enabled: boolean) {
    this.#places = enabled ? new FairSlots(QUERIES_AT_ONCE, WAITING) : undefined;
  }

  /**
   * Runs a database read: at once for an account, otherwise within the client's limit. `queries` is the number of
   * queries that the read runs concurrently. Refuses with `too_many_reads`.
   */
  async run<T>(context: RequestContext, actor: object | undefined, read: () => Promise<T>, queries = 1): Promise<T> {
    if (this.#places === undefined || actor !== undefined) return read();
    try {
      return await this.#places.run(context.clientKey(), queries, read, () => context.request.signal);
    } catch (error) {
      if (!(error instanceof SlotsFull)) throw error;
      throw new Refusal('too_many_reads', { cause: error, retryAfterSeconds: RETRY_SECONDS });
    }
  }
}
