// Answers to reads of the community, by address and by who asks: given again as long as nothing was committed since
// (kept-reads.ts), so that a page which many look at is read, shown and written as JSON once.
import type { RequestContext } from '../../http/context.ts';
import type { Actor } from '../../http/guard.ts';
import { answerJson, answerJsonText } from '../../http/json.ts';
import { SharedFlights } from '../../kernel/shared-flights.ts';
import type { DatabaseStamps } from '../../platform/database-stamps.ts';
import { KeptReads } from '../../platform/kept-reads.ts';

/** Pages that are kept by a process, all together. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** What a page costs beside its bytes. */
const ENTRY_BYTES = 512;
/** For a server behind a pooler, which may crash without a connection of ours ending. */
const AGE_MS = 10_000;

export class KeptPages {
  readonly #pages: KeptReads<Uint8Array<ArrayBuffer>>;
  readonly #flights = new SharedFlights<Uint8Array<ArrayBuffer>>();

  constructor(stamps: DatabaseStamps) {
    this.#pages = new KeptReads(stamps, {
      limit: KEPT_BYTES,
      weigh: (page, key) => page.byteLength + key.length + ENTRY_BYTES,
      ageMs: AGE_MS,
    });
  }

  /** Answers with what `read` gives, which must depend on the address, the actor and the database alone. */
  async answer(context: RequestContext, actor: Actor | undefined, read: () => Promise<object>): Promise<Response> {
    const who = actor === undefined ? '' : `${actor.accountId} ${actor.role} `;
    const page = await this.#pages.read(context, `${who}${addressOf(context)}`, inJson(read));
    return answerJsonText(context, page, { chunksLarge: true });
  }

  /** The same for what also depends on the moment: shared by its address among strangers who ask at once, never kept. */
  async answerNow(context: RequestContext, actor: Actor | undefined, read: () => Promise<object>): Promise<Response> {
    if (actor !== undefined) return answerJson(context, await read(), { chunksLarge: true });
    const page = await this.#flights.share(addressOf(context), inJson(read));
    return answerJsonText(context, page, { chunksLarge: true });
  }
}

const addressOf = ({ path, search }: RequestContext): string => `${path}?${search}`;

const inJson = (read: () => Promise<object>) => async (): Promise<Uint8Array<ArrayBuffer>> =>
  Buffer.from(JSON.stringify(await read()));
