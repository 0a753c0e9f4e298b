// Facts about a request that handlers and responders share: its id, raw path and method. Created once per request,
// never modified.
import { isRequestId } from '../../kernel/names.ts';
import type { Content } from '../content/bytes.ts';

export interface RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly isHead: boolean;
  readonly requestId: string;
  /** Raw path and query as received, percent-encoding unchanged. URL parsing has already resolved dot segments. */
  readonly path: string;
  readonly search: string;
  /** `performance.now()` when the request arrived. */
  readonly startedAt: number;
  /** The key by which limits count the client: its IPv4 address, or the /64 of its IPv6 address (client-address.ts). */
  readonly clientKey: () => string;
  /** Seconds within which a small body must have arrived. `bodyMs` in body.ts computes the time for a larger one. */
  readonly bodySeconds: number;
  /** On hot reads: receives the content of the response, so that it can be cached by address. */
  readonly offer?: ((content: Content) => void) | undefined;
  /** The request of a page, where one of its own reads is this request. */
  readonly outer?: RequestContext | undefined;
}

/** Aborted when the client has gone. Asked for only where work can be abandoned, since making it costs. */
export function signalOf({ request, outer }: RequestContext): AbortSignal {
  return outer === undefined ? request.signal : signalOf(outer);
}

const PROCESS_PART = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
let counter = 0;

/** The incoming `X-Request-Id` if it is well-formed, else a new id that is unique per process. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  if (given !== null && isRequestId(given)) return given;
  counter += 1;
  return `${PROCESS_PART}-${counter.toString(36)}`;
}

/** Splits the request URL without decoding it. */
export function openContext(
  request: Request,
  clientKey: () => string,
  bodySeconds: number,
  offer?: (url: string, content: Content) => void,
  outer?: RequestContext,
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
    clientKey,
    bodySeconds,
    offer: offer && method === 'GET' ? (content) => offer(url, content) : undefined,
    outer,
  };
}
