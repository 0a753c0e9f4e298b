// Good answers of hot reads by their address, ready to leave: one map lookup in place of matching, parsing and looking up.
// Holds only content that can tell at any moment whether it still stands (`isFresh`); what cannot is made anew. Bounded by
// bytes; an address enters when it is asked for a second time.
import { BoundedCache } from '../kernel/bounded-cache.ts';
import { answerContent, type Content, matchesAny } from './bytes.ts';
import { requestIdOf } from './context.ts';
import type { Route } from './contract.ts';

interface Kept {
  readonly route: Route;
  readonly isFresh: () => boolean;
  readonly content: Content;
  readonly simple: Simple | undefined;
  /** On the monotonic clock; until then `isFresh` is not asked again. */
  freshUntil: number;
}

/** An answer that has one coding and no ranges. Its headers are those that its content shares with others. */
interface Simple {
  readonly body: Blob;
  readonly etag: string;
}

/** Told of every answer: route, outcome, status. */
export type ObserveKept = (route: Route, outcome: string, status: number) => void;

const MEMORY_BYTES = 16 * 1024 * 1024;
/** What an entry weighs besides its body: headers, closures, the address. */
const ENTRY_BYTES = 2048;
const SIMPLE_BYTES = 64 * 1024;
const SEEN_ONCE = 8192;
/** How long an answer counts as fresh. A promoted release may take two seconds to show; this is well below. */
const FRESH_MS = 250;

export class HotAnswers {
  readonly #kept = new BoundedCache<string, Kept>(MEMORY_BYTES);
  readonly #seenOnce = new Set<string>();
  readonly #observe: ObserveKept;

  constructor(observe: ObserveKept) {
    this.#observe = observe;
  }

  /** The kept answer to a GET, if it still stands; undefined when the request must take the whole way. */
  answer(request: Request): Response | Promise<Response> | undefined {
    if (request.method !== 'GET') return undefined;
    const kept = this.#kept.read(request.url);
    if (kept === undefined || !stillStands(kept)) return undefined;
    return kept.simple === undefined
      ? this.#answerContent(request, kept)
      : this.#answerSimple(request, kept, kept.simple);
  }

  #answerSimple(request: Request, { route, content }: Kept, { body, etag }: Simple): Response {
    const { headers } = content;
    headers.set('etag', etag);
    headers.set('x-request-id', requestIdOf(request));
    const noneMatch = request.headers.get('if-none-match');
    if (noneMatch !== null && matchesAny(noneMatch, [etag])) {
      this.#observe(route, '304', 304);
      return new Response(null, { headers, status: 304 });
    }
    this.#observe(route, '200', 200);
    return new Response(body, { headers });
  }

  #answerContent(request: Request, { route, content }: Kept): Response | Promise<Response> | undefined {
    const seen = (response: Response): Response => {
      this.#observe(route, String(response.status), response.status);
      return response;
    };
    try {
      const answer = answerContent({ request, isHead: false, requestId: requestIdOf(request) }, content);
      if (!(answer instanceof Promise)) return seen(answer);
      // Bytes that must be loaded or verified first may turn out damaged, which the whole way dresses.
      answer.catch(() => {});
    } catch {
      // A refusal: the whole way finds it again and dresses it.
    }
    return undefined;
  }

  /** Offers the content that an address was answered with. */
  offer(url: string, route: Route, content: Content): void {
    const { isFresh } = content;
    if (isFresh === undefined) return;
    if (!this.#seenOnce.has(url)) {
      if (this.#seenOnce.size >= SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(url);
      return;
    }
    const standing = this.#kept.read(url);
    if (standing !== undefined && stillStands(standing)) return;
    const { identity } = content;
    const isSimple =
      !content.ranges && content.br === undefined && content.gzip === undefined && identity.bytes <= SIMPLE_BYTES;
    const body = isSimple ? identity.open(0, identity.bytes) : undefined;
    if (!(body instanceof Blob)) {
      this.#kept.keep(
        url,
        { route, isFresh, content, simple: undefined, freshUntil: Number.NEGATIVE_INFINITY },
        ENTRY_BYTES,
      );
      return;
    }
    // A copy: a slice would keep the whole shard it was cut from in memory.
    void body.arrayBuffer().then((bytes) => {
      const simple: Simple = { body: new Blob([bytes]), etag: identity.etag };
      const entry = { route, isFresh, content, simple, freshUntil: Number.NEGATIVE_INFINITY };
      this.#kept.keep(url, entry, ENTRY_BYTES + identity.bytes);
    });
  }
}

function stillStands(kept: Kept): boolean {
  const now = performance.now();
  if (now < kept.freshUntil) return true;
  if (!kept.isFresh()) return false;
  kept.freshUntil = now + FRESH_MS;
  return true;
}
