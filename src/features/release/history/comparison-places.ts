// Who may have entities compared, and how often at once: two requests of a client run, eight wait for at most five seconds, and
// of all clients there are no more than can wait, as with queries.
import type { ReadClientKey } from '../../../http/gates/client-key.ts';
import { type RequestContext, signalOf } from '../../../http/gates/context.ts';
import { FairSlots, SlotsFull } from '../../../kernel/concurrency/fair-slots.ts';
import { Refusal } from '../../../kernel/refusal.ts';

const RUNNING = 2;
const WAITING = 8;
const TOGETHER = 64;
const WAITING_MS = 5000;

export class ComparisonPlaces {
  readonly #clientKey: ReadClientKey;
  readonly #slots = new FairSlots(RUNNING, WAITING);

  #together = 0;

  constructor(clientKey: ReadClientKey) {
    this.#clientKey = clientKey;
  }

  /** Runs work when the client has a place. Refuses with `query_busy` or `request_aborted`. */
  async run<T>(context: RequestContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const client = await this.#clientKey(context);
    if (this.#together >= TOGETHER) throw busy();
    this.#together++;
    const gone = signalOf(context);
    const late = AbortSignal.timeout(WAITING_MS);
    let hasBegun = false;
    try {
      return await this.#slots.run(
        client,
        1,
        () => {
          hasBegun = true;
          return work(gone);
        },
        () => AbortSignal.any([gone, late]),
      );
    } catch (error) {
      if (hasBegun) throw error;
      if (gone.aborted) throw new Refusal('request_aborted');
      if (late.aborted || error instanceof SlotsFull) throw busy();
      throw error;
    } finally {
      this.#together--;
    }
  }
}

const busy = (): Refusal => new Refusal('query_busy', { retryAfterSeconds: 1 });
