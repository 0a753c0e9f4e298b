// Response cache for hot reads, keyed by address. A hit is one map lookup and skips routing, parsing and the handler.
// It stores only content that can report staleness by itself (`isFresh`). It is bounded by bytes, including the
// addresses. An address of at most 512 characters is stored at its second request.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import {
  answerContent,
  type Coding,
  type Content,
  chooseCoding,
  matchesAny,
  type Representation,
} from '../content/bytes.ts';
import { requestIdOf } from '../gates/context.ts';
import type { Route } from '../routing/contract.ts';

interface Cached {
  readonly route: Route;
  readonly isFresh: () => boolean;
  readonly content: Content;
  readonly simple: Simple | undefined;
  /** Time on the monotonic clock until which `isFresh` is not called again. */
  freshUntil: number;
}

/** A small response without ranges: its bodies by content coding. */
interface Simple extends Partial<Readonly<Record<Coding, Ready>>> {
  readonly identity: Ready;
  readonly tags: readonly string[];
}

interface Ready {
  readonly body: Blob | Uint8Array<ArrayBuffer>;
  /** Headers of this response. Only X-Request-Id changes between requests. */
  readonly headers: Headers;
  /** Headers of the matching 304, which has no Content-Encoding. */
  readonly headers304: Headers;
}

/** Observes every response served from the cache: route, outcome, status. */
export type ObserveCached = (route: Route, outcome: string, status: number) => void;

const MEMORY_BYTES = 16 * 1024 * 1024;
/** Overhead of an entry besides its bodies and its address (closures), and of each body (headers), in bytes. */
const ENTRY_BYTES = 2048;
const HEADERS_BYTES = 2048;
/** Bodies up to this size are cached with their answer. */
export const SIMPLE_BYTES = 64 * 1024;
/** Bun copies a body of bytes for each response, which up to this size takes less time than to share a Blob. */
const COPIED_BYTES = 8 * 1024;
const SEEN_ONCE = 8192;
/**
 * Longer addresses are never stored. Unknown query parameters could otherwise fill the memory with copies of one
 * response. Content whose address says more than where it is sets another limit (`Content.addressMax`).
 */
const ADDRESS_MAX = 512;
/**
 * How long a positive `isFresh` is trusted. A promoted release may take two seconds to become visible; this is well
 * below.
 */
const FRESH_MS = 250;

export class HotAnswers {
  readonly #cache = new BoundedCache<string, Cached>(MEMORY_BYTES);
  /** Hashes of addresses, since the addresses would need more memory than what they are for. */
  readonly #seenOnce = new Set<number | bigint>();
  readonly #observe: ObserveCached;

  constructor(observe: ObserveCached) {
    this.#observe = observe;
  }

  /** The cached response to a GET if it is still fresh; undefined when the request must be dispatched normally. */
  answer(request: Request): Response | Promise<Response> | undefined {
    if (request.method !== 'GET') return undefined;
    const cached = this.#cache.read(request.url);
    if (cached === undefined || !isStillFresh(cached)) return undefined;
    return cached.simple === undefined
      ? this.#answerContent(request, cached)
      : this.#answerSimple(request, cached.route, cached.simple);
  }

  #answerSimple(request: Request, route: Route, simple: Simple): Response {
    const { headers: given } = request;
    const ready = simple[chooseCoding(given.get('accept-encoding'), simple)] ?? simple.identity;
    const noneMatch = given.get('if-none-match');
    const isKnown = noneMatch !== null && matchesAny(noneMatch, simple.tags);
    const headers = isKnown ? ready.headers304 : ready.headers;
    headers.set('x-request-id', requestIdOf(request));
    if (isKnown) {
      this.#observe(route, '304', 304);
      return new Response(null, { headers, status: 304 });
    }
    this.#observe(route, '200', 200);
    return new Response(ready.body, { headers });
  }

  #answerContent(request: Request, { route, content }: Cached): Response | Promise<Response> | undefined {
    const seen = (response: Response): Response => {
      this.#observe(route, String(response.status), response.status);
      return response;
    };
    try {
      const answer = answerContent({ request, isHead: false, requestId: requestIdOf(request) }, content);
      if (!(answer instanceof Promise)) return seen(answer);
      // Loading or verifying the bytes may fail. The normal dispatch meets the same error and reports it.
      answer.catch(() => {});
    } catch {
      // A refusal. The normal dispatch meets it again and writes it in the route's dialect.
    }
    return undefined;
  }

  /** Offers the content that an address was answered with. It is stored at the second offer. */
  offer(url: string, route: Route, content: Content): void {
    const { isFresh } = content;
    if (isFresh === undefined || url.length > (content.addressMax ?? ADDRESS_MAX)) return;
    const seen = Bun.hash(url);
    if (!this.#seenOnce.has(seen)) {
      if (this.#seenOnce.size >= SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(seen);
      return;
    }
    const existing = this.#cache.read(url);
    if (existing !== undefined && isStillFresh(existing)) return;
    void gatherSimple(content).then((simple) => {
      const weight = ENTRY_BYTES + url.length + (simple === undefined ? 0 : weigh(simple));
      this.#cache.store(url, { route, isFresh, content, simple, freshUntil: Number.NEGATIVE_INFINITY }, weight);
    });
  }
}

/** The bodies of small content held in memory, in all its codings; undefined for other content. */
async function gatherSimple(content: Content): Promise<Simple | undefined> {
  if (content.ranges || content.identity.bytes > SIMPLE_BYTES) return undefined;
  const bodies: Partial<Record<Coding, Ready>> = {};
  const tags: string[] = [];
  for (const coding of ['identity', 'br', 'gzip'] as const) {
    const of = content[coding];
    if (of === undefined) continue;
    const body = openNow(of);
    if (body === undefined) return undefined;
    const headers304 = new Headers(content.headers);
    headers304.set('etag', of.etag);
    const headers = new Headers(headers304);
    if (coding !== 'identity') headers.set('content-encoding', coding);
    // Copied, since a slice would keep the whole shard it belongs to in memory.
    const bytes = await body.bytes();
    bodies[coding] = { body: bytes.length > COPIED_BYTES ? new Blob([bytes]) : bytes, headers, headers304 };
    tags.push(of.etag);
  }
  const { identity, ...coded } = bodies;
  if (identity === undefined) return undefined;
  return { identity, ...coded, tags };
}

/** The body if it is available synchronously; undefined when it must be loaded first or is missing. */
function openNow(of: Representation): Blob | undefined {
  try {
    const body = of.open(0, of.bytes);
    if (body instanceof Promise) body.catch(() => {});
    return body instanceof Blob ? body : undefined;
  } catch {
    return undefined;
  }
}

const weigh = ({ identity, br, gzip }: Simple): number =>
  [identity, br, gzip].reduce((sum, ready) => sum + (ready === undefined ? 0 : HEADERS_BYTES + sizeOf(ready.body)), 0);

const sizeOf = (body: Ready['body']): number => (body instanceof Blob ? body.size : body.length);

function isStillFresh(cached: Cached): boolean {
  const now = performance.now();
  if (now < cached.freshUntil) return true;
  if (!cached.isFresh()) return false;
  cached.freshUntil = now + FRESH_MS;
  return true;
}
