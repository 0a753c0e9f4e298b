// Cache of community responses by address and caller. Responses are cached until the next commit (cached-reads.ts), so a
// page that many people request is queried, presented and serialised once.

import { freshHeaders } from '../../../http/answer/headers.ts';
import { answerTagged } from '../../../http/answer/json.ts';
import type { AnonymousReads } from '../../../http/gates/anonymous-reads.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import { type JsonAnswer, JsonText } from '../../../http/routing/answer.ts';
import { SharedFlights } from '../../../kernel/concurrency/shared-flights.ts';
import { CachedReads } from '../../../platform/database/cached-reads.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';

/** Total size of cached pages per process. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Overhead of a page in addition to its bytes. */
const ENTRY_BYTES = 512;
/** Limits staleness behind a connection pooler, where the server may crash without ending our connections. */
const AGE_MS = 10_000;

export class CachedPages {
  readonly #pages: CachedReads<Uint8Array<ArrayBuffer>>;
  readonly #flights = new SharedFlights<Uint8Array<ArrayBuffer>>();
  readonly #reads: AnonymousReads;

  constructor(stamps: DatabaseStamps, reads: AnonymousReads) {
    this.#reads = reads;
    this.#pages = new CachedReads(stamps, {
      limit: KEPT_BYTES,
      weigh: (page, key) => page.byteLength + key.length + ENTRY_BYTES,
      ageMs: AGE_MS,
    });
  }

  /**
   * Responds with the result of `read`, which must depend on the address, the actor and the database only. `queries` is
   * the number of queries that it runs concurrently.
   */
  async answer<Body extends object>(
    context: RequestContext,
    actor: Actor | undefined,
    read: () => Promise<Body>,
    queries = 1,
  ): Promise<JsonAnswer<200, Body>> {
    const who = actor === undefined ? '' : `${actor.accountId} ${actor.role} `;
    const page = await this.#pages.read(context, `${who}${addressOf(context)}`, inJson(read), (start) =>
      this.#reads.run(context, actor, start, queries),
    );
    return { status: 200, body: new JsonText<Body>(page), chunksLarge: true };
  }

  /**
   * Like `answer`, for texts of another type that anyone may read, with an entity tag. `variant` is what the text depends
   * on besides the path, the query and the database; `vary` names the request headers among that.
   */
  async answerText(
    context: RequestContext,
    mediaType: string,
    variant: string,
    read: () => Promise<string>,
    vary?: string,
  ): Promise<Response> {
    const key = `text ${variant} ${addressOf(context)}`;
    const text = await this.#pages.read(
      context,
      key,
      async () => Buffer.from(await read()),
      (start) => this.#reads.run(context, undefined, start, 1),
    );
    const headers = freshHeaders(context, mediaType, 'current');
    if (vary !== undefined) headers.set('Vary', vary);
    return answerTagged(context, new Blob([text]), [mediaType, new TextDecoder().decode(text)], headers);
  }

  /**
   * Like `answer`, for results that also depend on the current time: concurrent anonymous requests for one address
   * share a read, and nothing is cached.
   */
  async answerNow<Body extends object>(
    context: RequestContext,
    actor: Actor | undefined,
    read: () => Promise<Body>,
  ): Promise<JsonAnswer<200, Body>> {
    if (actor !== undefined) return this.answerOwn(context, actor, read);
    const address = addressOf(context);
    const start = (): Promise<Uint8Array<ArrayBuffer>> => this.#flights.share(address, inJson(read));
    const page = await (this.#flights.isAwaited(address) ? start() : this.#reads.run(context, actor, start));
    return { status: 200, body: new JsonText<Body>(page), chunksLarge: true };
  }

  /** Like `answer`, for results that differ for every request: not shared, not cached. */
  async answerOwn<Body extends object>(
    context: RequestContext,
    actor: Actor | undefined,
    read: () => Promise<Body>,
  ): Promise<JsonAnswer<200, Body>> {
    return { status: 200, body: await this.#reads.run(context, actor, read), chunksLarge: true };
  }
}

const addressOf = ({ path, search }: RequestContext): string => `${path}?${search}`;

const inJson = (read: () => Promise<object>) => async (): Promise<Uint8Array<ArrayBuffer>> =>
  Buffer.from(JSON.stringify(await read()));
