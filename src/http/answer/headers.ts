// Header families that answers share: CORS of the public class, cache classes, and the release headers. Templates are
// `Headers` values made once and reused for every answer of a kind; a responder sets only what differs per request.
import type { RequestContext } from '../gates/context.ts';
import type { Cors } from '../routing/contract.ts';

/** `Cache-Control` by class (decisions, "HTTP"; reference sheet, 1.1). */
export const CACHE_CONTROL = {
  pinned: 'public, max-age=31536000, immutable',
  current: 'public, max-age=0, must-revalidate',
  'game-client': 'public, max-age=30, must-revalidate',
  'no-store': 'no-store',
} as const;
export type CacheClass = keyof typeof CACHE_CONTROL;

export const SANDBOX = "default-src 'none'; sandbox";

export interface HeaderNames {
  readonly releaseId: string;
  readonly sourceId: string;
}

/** Names of the release headers under the configured prefix. */
export function headerNames(prefix: string): HeaderNames {
  return { releaseId: `X-${prefix}-Release-Id`, sourceId: `X-${prefix}-Source-Id` };
}

export interface CorsHeaders {
  /** On every answer of a public route. */
  readonly expose: Readonly<Record<string, string>>;
  /** On the 204 of a preflight, besides `expose`. */
  readonly preflight: Readonly<Record<string, string>>;
}

/** CORS of the public class: any origin may read, no credentials. */
export function publicCors(names: HeaderNames): CorsHeaders {
  return {
    expose: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': `Accept-Ranges, Content-Length, Content-Range, ETag, ${names.releaseId}, ${names.sourceId}, X-Request-Id`,
    },
    preflight: {
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match, Content-Type',
      'Access-Control-Max-Age': '86400',
    },
  };
}

/** CORS of the level server: the public class, its session header besides, and its version on every answer. */
export function levelCors(names: HeaderNames, version: string): CorsHeaders {
  const { expose, preflight } = publicCors(names);
  return {
    expose: {
      ...expose,
      'Access-Control-Expose-Headers': `${expose['Access-Control-Expose-Headers']}, Levelserver-Version, Sonolus-Version`,
      'Levelserver-Version': version,
      'Sonolus-Version': version,
    },
    preflight: {
      ...preflight,
      'Access-Control-Allow-Headers': `${preflight['Access-Control-Allow-Headers']}, Levelserver-Session, Sonolus-Session`,
    },
  };
}

/** Everything a responder needs to dress an answer: made once by the composition. */
export interface AnswerStyle {
  readonly names: HeaderNames;
  readonly cors: CorsHeaders;
  /** As `cors`, for the level server. */
  readonly level: CorsHeaders;
  /** Origins that get CORS with credentials on the routes of that class. */
  readonly trusts: (origin: string) => boolean;
}

const EXPOSED_WITH_CREDENTIALS =
  'Accept-Ranges, Content-Length, Content-Range, ETag, Retry-After, RateLimit, RateLimit-Policy, Location, X-Request-Id';

/** Adds the CORS headers of a route class to an answer's headers. */
export function addCors(headers: Headers, cors: Cors, style: AnswerStyle, request: Request): void {
  if (cors === 'public' || cors === 'level') {
    const { expose } = cors === 'level' ? style.level : style.cors;
    for (const [name, value] of Object.entries(expose)) headers.set(name, value);
    return;
  }
  if (cors !== 'credentials') return;
  headers.append('Vary', 'Origin');
  const origin = request.headers.get('origin');
  if (origin === null || !style.trusts(origin)) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Allow-Credentials', 'true');
  headers.set('Access-Control-Expose-Headers', EXPOSED_WITH_CREDENTIALS);
}

/** Adds what a preflight asks for besides `addCors`; `allowed` are the methods of the path. */
export function addPreflight(
  headers: Headers,
  cors: Cors,
  style: AnswerStyle,
  request: Request,
  allowed: string,
): void {
  if (cors === 'public' || cors === 'level') {
    const { preflight } = cors === 'level' ? style.level : style.cors;
    for (const [name, value] of Object.entries(preflight)) headers.set(name, value);
    return;
  }
  const origin = request.headers.get('origin');
  if (cors !== 'credentials' || origin === null || !style.trusts(origin)) return;
  headers.set('Access-Control-Allow-Methods', allowed);
  headers.set('Access-Control-Allow-Headers', 'Content-Type, Idempotency-Key, X-Captcha-Response, Authorization');
  headers.set('Access-Control-Max-Age', '600');
}

/** Headers of a small answer that is made per request. */
export function freshHeaders(context: RequestContext, mediaType: string, cache: CacheClass): Headers {
  return new Headers({
    'Content-Type': mediaType,
    'Cache-Control': CACHE_CONTROL[cache],
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': context.requestId,
  });
}
