// Good answers of hot reads by their address, ready to leave: one map lookup in place of matching, parsing and looking up.
// Holds only content that can tell at any moment whether it still stands (`isFresh`); what cannot is made anew. Bounded by
// bytes, addresses included; an address of at most 512 characters enters when it is asked for a second time.
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

interface Kept {
  readonly route: Route;
  readonly isFresh: () => boolean;
  readonly content: Content;
  readonly simple: Simple | undefined;
  /** On the monotonic clock; until then `isFresh` is not asked again. */
  freshUntil: number;
}

/** A small answer without ranges, its bodies by coding. */
interface Simple extends Partial<Readonly<Record<Coding, Ready>>> {
  readonly identity: Ready;
  readonly tags: readonly string[];
}

interface Ready {
  readonly body: Blob;
  /** Of this answer alone: all but X-Request-Id stay as they are. */
  readonly headers: Headers;
  /** Of its 304, which is in no coding. */
  readonly headers304: Headers;
}

/** Told of every answer: route, outcome, status. */
export type ObserveKept = (route: Route, outcome: string, status: number) => void;

const MEMORY_BYTES = 16 * 1024 * 1024;
/** What an entry weighs besides its bodies and its address: closures; and each of its bodies: headers. */
const ENTRY_BYTES = 2048;
const HEADERS_BYTES = 2048;
const SIMPLE_BYTES = 64 * 1024;
const SEEN_ONCE = 8192;
/** Longer addresses are never kept: query strings that no route reads could fill the memory with names of one answer. */
const ADDRESS_MAX = 512;
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
      : this.#answerSimple(request, kept.route, kept.simple);
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
    if (isFresh === undefined || url.length > ADDRESS_MAX) return;
    if (!this.#seenOnce.has(url)) {
      if (this.#seenOnce.size >= SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(url);
      return;
    }
    const standing = this.#kept.read(url);
    if (standing !== undefined && stillStands(standing)) return;
    void gatherSimple(content).then((simple) => {
      const weight = ENTRY_BYTES + url.length + (simple === undefined ? 0 : weigh(simple));
      this.#kept.keep(url, { route, isFresh, content, simple, freshUntil: Number.NEGATIVE_INFINITY }, weight);
    });
  }
}

/** The bodies of small content that lie in memory, in all its codings; undefined for any other. */
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
    // A copy: a slice would keep the whole shard it was cut from in memory.
    bodies[coding] = { body: new Blob([await body.arrayBuffer()]), headers, headers304 };
    tags.push(of.etag);
  }
  const { identity, ...coded } = bodies;
  if (identity === undefined) return undefined;
  return { identity, ...coded, tags };
}

/** A body that is there at once; undefined where it must be loaded first, or is gone. */
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
  [identity, br, gzip].reduce((sum, ready) => sum + (ready === undefined ? 0 : HEADERS_BYTES + ready.body.size), 0);

function stillStands(kept: Kept): boolean {
  const now = performance.now();
  if (now < kept.freshUntil) return true;
  if (!kept.isFresh()) return false;
  kept.freshUntil = now + FRESH_MS;
  return true;
}
