// Answers to reads of the community, by address and by who asks: given again as long as nothing was committed since
// (kept-reads.ts), so that a page which many look at is read, shown and written as JSON once.

import { answerJson, answerJsonText } from '../../../http/answer/json.ts';
import type { AnonymousReads } from '../../../http/gates/anonymous-reads.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import { SharedFlights } from '../../../kernel/shared-flights.ts';
import { KeptReads } from '../../../platform/database/kept-reads.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';

/** Pages that are kept by a process, all together. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** What a page costs beside its bytes. */
const ENTRY_BYTES = 512;
/** For a server behind a pooler, which may crash without a connection of ours ending. */
const AGE_MS = 10_000;

export class KeptPages {
  readonly #pages: KeptReads<Uint8Array<ArrayBuffer>>;
  readonly #flights = new SharedFlights<Uint8Array<ArrayBuffer>>();
  readonly #reads: AnonymousReads;

  constructor(stamps: DatabaseStamps, reads: AnonymousReads) {
    this.#reads = reads;
    this.#pages = new KeptReads(stamps, {
      limit: KEPT_BYTES,
      weigh: (page, key) => page.byteLength + key.length + ENTRY_BYTES,
      ageMs: AGE_MS,
    });
  }

  /**
   * Answers with what `read` gives, which must depend on the address, the actor and the database alone. `queries` is how many
   * queries it makes at the same time.
   */
  async answer(
    context: RequestContext,
    actor: Actor | undefined,
    read: () => Promise<object>,
    queries = 1,
  ): Promise<Response> {
    const who = actor === undefined ? '' : `${actor.accountId} ${actor.role} `;
    const page = await this.#pages.read(context, `${who}${addressOf(context)}`, inJson(read), (start) =>
      this.#reads.run(context, actor, start, queries),
    );
    return answerJsonText(context, page, { chunksLarge: true });
  }

  /** The same for what also depends on the moment: shared by its address among strangers who ask at once, never kept. */
  async answerNow(context: RequestContext, actor: Actor | undefined, read: () => Promise<object>): Promise<Response> {
    if (actor !== undefined) return this.answerOwn(context, actor, read);
    const address = addressOf(context);
    const start = (): Promise<Uint8Array<ArrayBuffer>> => this.#flights.share(address, inJson(read));
    const page = await (this.#flights.isAwaited(address) ? start() : this.#reads.run(context, actor, start));
    return answerJsonText(context, page, { chunksLarge: true });
  }

  /** The same for what differs with every request. */
  async answerOwn(context: RequestContext, actor: Actor | undefined, read: () => Promise<object>): Promise<Response> {
    return answerJson(context, await this.#reads.run(context, actor, read), { chunksLarge: true });
  }
}

const addressOf = ({ path, search }: RequestContext): string => `${path}?${search}`;

const inJson = (read: () => Promise<object>) => async (): Promise<Uint8Array<ArrayBuffer>> =>
  Buffer.from(JSON.stringify(await read()));
