// Calls of the service's own routes from inside, without a socket. A page reads what it shows this way: by the same gates,
// limits, caches and presentation as a program that calls the route over HTTP, and with the credentials of its own request.
import { z } from 'zod';
import type { Log } from '../../platform/telemetry/log.ts';
import { refusalOf } from '../answer/dialect.ts';
import { openContext, type RequestContext } from '../gates/context.ts';
import { JsonText } from '../routing/answer.ts';
import { judgeParams } from '../routing/parameters.ts';
import type { BoundRoute } from './dispatch.ts';
import { type Gates, isGated, runGated } from './gates.ts';

export interface InsideCall {
  /** Method and path as the contract writes them: `GET /api/v1/community/posts/{postId}`. */
  readonly endpoint: string;
  /** Values of the path parameters, not encoded. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Undefined values are left out; lists are repeated. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined;
  /** A JSON body. */
  readonly body?: unknown;
  /** `Set-Cookie` lines of an answer before, which a browser would heed. */
  readonly cookies?: readonly string[] | undefined;
  /** The bytes of a route that takes a file, with their media type. */
  readonly file?: Blob | undefined;
}

type InsideAnswer =
  | { readonly ok: true; readonly status: number; readonly body: unknown; readonly cookies: readonly string[] }
  | {
      readonly ok: false;
      readonly status: number;
      /** Code of the refusal. */
      readonly code: string;
      /** Seconds to wait, where the refusal says. */
      readonly wait: number | undefined;
      /** What the refusal says to programmers, in English. */
      readonly message?: string | undefined;
    };

/** Calls a route as the sender of `context`. Never throws for a refusal. */
export type CallInside = (context: RequestContext, call: InsideCall) => Promise<InsideAnswer>;

/** The envelope of a refusal that a handler passes on as a response. */
const REFUSED = z.object({ error: z.object({ code: z.string(), message: z.string().optional() }) });

/** Headers that concern the outer exchange alone: its body, its representation, its cache, its repeats. */
const OUTER_HEADERS = [
  ...['accept', 'accept-encoding', 'content-encoding', 'content-length', 'content-type', 'expect', 'range', 'if-range'],
  'idempotency-key',
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'transfer-encoding', 'connection'],
];

/** Creates the caller for these routes. An endpoint that no route has is a mistake of the program, and throws. */
export function createInsideCalls(routes: readonly BoundRoute[], gates: Gates, log: Log): CallInside {
  const byEndpoint = new Map(routes.map((bound) => [`${bound.route.method} ${bound.route.path}`, bound]));
  return async (outer, call) => {
    const bound = byEndpoint.get(call.endpoint);
    if (bound === undefined) throw new Error(`there is no route ${call.endpoint}`);
    const { request, raw } = innerRequest(outer, bound, call);
    const context = openContext(request, outer.clientKey, outer.bodySeconds, undefined, outer);
    try {
      const reply = await run(bound, context, raw, gates);
      if (!(reply instanceof Response)) {
        const { status, body, cookies = [] } = reply;
        return { ok: true, status, body: body instanceof JsonText ? body.read() : body, cookies };
      }
      const { ok, status, headers } = reply;
      const text = await reply.text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      if (ok) return { ok, status, body, cookies: headers.getSetCookie() };
      const { error } = REFUSED.parse(body);
      const { code, message } = error;
      return { ok, status, code, message, wait: Number(headers.get('retry-after') ?? Number.NaN) || undefined };
    } catch (error) {
      const { status, code, message, retryAfterSeconds } = refusalOf(error, context, log);
      return { ok: false, status, code, message, wait: retryAfterSeconds };
    }
  };
}

function run(bound: BoundRoute, context: RequestContext, raw: readonly string[], gates: Gates) {
  const { route, readParams } = bound;
  if (!isGated(route)) return bound.run(context, readParams(raw), { actor: undefined, body: undefined });
  return runGated(gates, context, route, judgeParams(readParams, raw), {}, bound);
}

/** The request that a program would send, with the credentials and origin of the outer one. */
function innerRequest(
  outer: RequestContext,
  { route }: BoundRoute,
  { params = {}, query = {}, body, cookies = [], file }: InsideCall,
) {
  const raw: string[] = [];
  const path = route.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_whole, name: string, rest?: string) => {
    const given = String(params[name] ?? '');
    const value = rest === undefined ? encodeURIComponent(given) : given.split('/').map(encodeURIComponent).join('/');
    raw.push(value);
    return value;
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const headers = new Headers(outer.request.headers);
  for (const name of OUTER_HEADERS) headers.delete(name);
  if (cookies.length > 0) headers.set('cookie', heedCookies(headers.get('cookie') ?? '', cookies));
  headers.set('accept', 'application/json');
  headers.set('x-request-id', outer.requestId);
  const sent = body === undefined ? file : new Blob([JSON.stringify(body)], { type: 'application/json' });
  if (sent !== undefined) {
    headers.set('content-type', sent.type);
    headers.set('content-length', String(sent.size));
  }
  const address = new URL(outer.request.url);
  const url = `${address.origin}${path}${search.size === 0 ? '' : `?${search}`}`;
  const request = new Request(url, { method: route.method, headers, ...(sent !== undefined && { body: sent }) });
  return { request, raw };
}

/** A `Cookie` header after an answer that set these. */
function heedCookies(header: string, lines: readonly string[]): string {
  const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));
  const set = lines.map((line) => line.split(';')[0] ?? '');
  const replaced = new Set(set.map(nameOf));
  return [...header.split(/;\s*/).filter((pair) => !replaced.has(nameOf(pair))), ...set].join('; ');
}
