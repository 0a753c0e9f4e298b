// Header groups that responses share: CORS by class, Cache-Control by class, and the release headers. Templates are
// `Headers` values that are built once and reused for every response of a kind; a responder sets only what differs per
// request.
import type { Refusal } from '../../kernel/refusal.ts';
import type { RequestContext } from '../gates/context.ts';
import type { OriginRule } from '../gates/origin.ts';
import type { CacheClass } from '../routing/answer.ts';
import type { Cors } from '../routing/contract.ts';

/** `Cache-Control` by class (decisions, "HTTP"; reference sheet, 1.1). */
export const CACHE_CONTROL = {
  pinned: 'public, max-age=31536000, immutable',
  /** What is computed from a pinned release: a later version of the service may compute it better. */
  'pinned-computed': 'public, max-age=86400',
  current: 'public, max-age=0, must-revalidate',
  'game-client': 'public, max-age=30, must-revalidate',
  'no-store': 'no-store',
} as const satisfies Readonly<Record<CacheClass, string>>;

const SANDBOX = "default-src 'none'; sandbox";

/** Of every answer that is neither a page nor a file: no frame shows it. */
export const UNFRAMED = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Of files, whose policy is that of the interface description. */
export const SANDBOXED = {
  'Content-Security-Policy': SANDBOX,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

export interface HeaderNames {
  readonly releaseId: string;
  readonly sourceId: string;
}

/** Names of the release headers with the configured prefix. */
export function headerNames(prefix: string): HeaderNames {
  return { releaseId: `X-${prefix}-Release-Id`, sourceId: `X-${prefix}-Source-Id` };
}

export interface CorsHeaders {
  /** Sent with every response of a public route. */
  readonly expose: Readonly<Record<string, string>>;
  /** Sent with the 204 of a preflight, in addition to `expose`. */
  readonly preflight: Readonly<Record<string, string>>;
}

/** What pages of other origins may read of an answer of any class. */
const exposedEverywhere = ({ releaseId, sourceId }: HeaderNames): string =>
  `Link, Location, ${releaseId}, ${sourceId}, X-Request-Id`;

/** CORS of the public class: any origin may read, without credentials. */
export function publicCors(names: HeaderNames): CorsHeaders {
  return {
    expose: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': `Accept-Ranges, Content-Length, Content-Range, ETag, ${exposedEverywhere(names)}`,
    },
    preflight: {
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match, Content-Type, Authorization, X-Request-Id',
      'Access-Control-Max-Age': '86400',
    },
  };
}

/** CORS of the level server: the public class, plus its session header, plus its version on every response. */
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

/** What a responder needs to set the shared headers. Built once by the composition. */
export interface AnswerStyle {
  readonly names: HeaderNames;
  readonly cors: CorsHeaders;
  /** Like `cors`, for the level server. */
  readonly level: CorsHeaders;
  /** Which origins get CORS with credentials, and which are others, on routes whose class depends on the origin. */
  readonly origins: Pick<OriginRule, 'trusts' | 'isForeign'>;
  /** Path prefix of the public address, without a trailing slash; empty when there is none. */
  readonly basePath: () => string;
  /** Writes refusals of page routes. Pages are a floor above, so the composition supplies it. */
  readonly presentRefusal?: PresentRefusal;
}

/** A refusal as an HTML page, with the headers of such pages. */
export interface RefusalPage {
  /** In place of that of the refusal: 303 redirects to where it can be mended. */
  readonly status?: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type PresentRefusal = (context: RequestContext, refusal: Refusal) => Promise<RefusalPage>;

/** What pages of other origins may read of an answer whose class depends on the origin, and send with a request. */
const EXPOSED_TO_OTHERS = 'RateLimit, RateLimit-Policy, Retry-After, Restriction-Expires, ETag';
const ALLOWED_OF_OTHERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Range, X-Request-Id';

/** Whether answers of the class differ by `Origin`. */
export const dependsOnOrigin = (cors: Cors): boolean =>
  cors === 'credentials' || cors === 'tokens' || cors === 'community';

const EXPOSED_WITH_CREDENTIALS = `Accept-Ranges, Content-Length, Content-Range, ${EXPOSED_TO_OTHERS}`;

/** Adds the CORS headers of a route class to a response's headers. */
export function addCors(headers: Headers, cors: Cors, style: AnswerStyle, request: Request): void {
  if (cors === 'public' || cors === 'level') {
    const { expose } = cors === 'level' ? style.level : style.cors;
    for (const [name, value] of Object.entries(expose)) headers.set(name, value);
    return;
  }
  if (!dependsOnOrigin(cors)) return;
  headers.append('Vary', 'Origin');
  const origin = request.headers.get('origin');
  if (origin === null) return;
  if (!style.origins.trusts(origin)) {
    if (isOpenToOthers(cors, request) && style.origins.isForeign(request)) addOthers(headers, style.names);
    return;
  }
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Allow-Credentials', 'true');
  headers.set('Access-Control-Expose-Headers', `${EXPOSED_WITH_CREDENTIALS}, ${exposedEverywhere(style.names)}`);
}

/** Whether a page of any origin may read the answer: to a token, or to a read that ignores cookies. */
function isOpenToOthers(cors: Cors, { headers, method }: Request): boolean {
  if (cors === 'credentials') return false;
  const isRead = method === 'GET' || method === 'HEAD';
  return headers.has('authorization') || (cors === 'community' && isRead);
}

function addOthers(headers: Headers, names: HeaderNames): void {
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', `${EXPOSED_TO_OTHERS}, ${exposedEverywhere(names)}`);
}

/** Adds the headers of a preflight response, after `addCors`. `allowed` lists the methods of the path. */
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
    // Reads with a body, such as long queries.
    if (cors === 'public' && /\bPOST\b/.test(allowed)) headers.set('Access-Control-Allow-Methods', allowed);
    return;
  }
  const origin = request.headers.get('origin');
  if (!dependsOnOrigin(cors) || origin === null) return;
  const isTrusted = style.origins.trusts(origin);
  if (!isTrusted) {
    if (cors === 'credentials' || !style.origins.isForeign(request)) return;
    addOthers(headers, style.names);
  }
  headers.set('Access-Control-Allow-Methods', allowed);
  headers.set(
    'Access-Control-Allow-Headers',
    isTrusted ? `${ALLOWED_OF_OTHERS}, X-Captcha-Response` : ALLOWED_OF_OTHERS,
  );
  headers.set('Access-Control-Max-Age', '600');
}

/** Headers of a small response that is computed per request. */
export function freshHeaders(context: RequestContext, mediaType: string, cache: CacheClass): Headers {
  const kind = `${mediaType} ${cache}`;
  const template =
    FRESH.get(kind) ?? new Headers({ 'Content-Type': mediaType, 'Cache-Control': CACHE_CONTROL[cache], ...UNFRAMED });
  FRESH.set(kind, template);
  const headers = new Headers(template);
  headers.set('X-Request-Id', context.requestId);
  return headers;
}

/** Headers of a media type and a class, copied for each response: half the cost of making them from names and values. */
const FRESH = new Map<string, Headers>();
