// What every handler and responder knows of a request: its id, its raw address and its method. Made once per request,
// never written to afterwards.
import { isRequestId } from '../../kernel/names.ts';
import type { Content } from '../content/bytes.ts';

export interface RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly isHead: boolean;
  readonly requestId: string;
  /** Raw path and query as they came, percent-encoding untouched (dot segments are folded by URL parsing). */
  readonly path: string;
  readonly search: string;
  /** `performance.now()` when it came. */
  readonly startedAt: number;
  /** By what limits know the client: its IPv4 address, or the /64 of its IPv6 address (client-address.ts). */
  readonly clientAddress: () => string;
  /** Seconds in which a small body must have arrived; `bodyMs` of body.ts says how long a larger one has. */
  readonly bodySeconds: number;
  /** On hot reads: told which content answers, so that it can be kept by address. */
  readonly offer?: ((content: Content) => void) | undefined;
}

const PROCESS_PART = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
let counter = 0;

/** A sane incoming `X-Request-Id` is kept, else one is made: unique per process and cheap. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  if (given !== null && isRequestId(given)) return given;
  counter += 1;
  return `${PROCESS_PART}-${counter.toString(36)}`;
}

/** Splits the request's own URL without decoding anything. */
export function openContext(
  request: Request,
  clientAddress: () => string,
  bodySeconds: number,
  offer?: (url: string, content: Content) => void,
): RequestContext {
  const url = request.url;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  const method = request.method;
  return {
    request,
    method,
    isHead: method === 'HEAD',
    requestId: requestIdOf(request),
    path: query === -1 ? url.slice(start) : url.slice(start, query),
    search: query === -1 ? '' : url.slice(query + 1),
    startedAt: performance.now(),
    clientAddress,
    bodySeconds,
    offer: offer && method === 'GET' ? (content) => offer(url, content) : undefined,
  };
}
