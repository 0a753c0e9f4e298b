// The end of every request: a handler's response, a refusal in the dialect of the route, or the answer to OPTIONS and
// to methods that a path does not have. Each is observed once and gets the CORS headers of its route.
import { Refusal } from '../../kernel/refusal.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { answerRefusal, refusalOf } from '../answer/dialect.ts';
import {
  type AnswerStyle,
  addCors,
  addPreflight,
  CACHE_CONTROL,
  dependsOnOrigin,
  UNFRAMED,
} from '../answer/headers.ts';
import { respond } from '../answer/json.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Reply } from '../routing/answer.ts';
import type { Route } from '../routing/contract.ts';
import type { LimitHeaders } from './gates.ts';

/** `outcome` is the code of the refusal, or the status as text. */
export type Observe = (
  route: Route | undefined,
  outcome: string,
  status: number,
  /** Absent for responses from the hot response cache. */
  context?: RequestContext,
) => void;

export interface Outcomes {
  /** The response with what a route's handler returned. */
  answer(context: RequestContext, route: Route, reply: Reply, left?: LimitHeaders): Response;
  /** Responds to an error thrown by a route's gates or handler. */
  refuse(context: RequestContext, route: Route, error: unknown, left?: LimitHeaders): Response | Promise<Response>;
  /** Responds to a path that matches no route. */
  refuseUnmatched(
    context: RequestContext,
    like: Pick<Route, 'dialect' | 'cors'>,
    refusal: Refusal,
  ): Response | Promise<Response>;
  /** Leads a page's address with a last slash to the one without. */
  dropSlash(context: RequestContext, page: Route): Response;
  /** Leads an address with encoded slashes to the one with plain slashes, which is this path. */
  plainSlashes(context: RequestContext, route: Route, path: string): Response;
  /**
   * Responds to OPTIONS, and refuses any other method, on the path of `sample`. `allowed` lists the methods of that
   * path.
   */
  answerOther(context: RequestContext, sample: Route, allowed: string): Response | Promise<Response>;
}

export function createOutcomes(style: AnswerStyle, log: Log, observe: Observe): Outcomes {
  const refuse = (
    context: RequestContext,
    error: unknown,
    like: Pick<Route, 'dialect' | 'cors'>,
    route?: Route,
  ): Response | Promise<Response> => {
    const refusal = refusalOf(error, context, log);
    observe(route, refusal.code, refusal.status, context);
    return answerRefusal(context, refusal, like.dialect, like.cors, style);
  };
  return {
    answer: (context, route, reply, left) => {
      observe(route, String(reply.status), reply.status, context);
      // Responses of the other classes have their headers already.
      const isOpen = dependsOnOrigin(route.cors);
      if (!isOpen && !hasLimits(left)) return respond(context, reply);
      return respond(context, reply, (headers) => {
        if (isOpen) addCors(headers, route.cors, style, context.request);
        addLimits(headers, left);
      });
    },
    refuse: (context, route, error, left) => {
      const answer = refuse(context, error, route, route);
      return answer instanceof Promise
        ? answer.then((response) => withLimits(response, left))
        : withLimits(answer, left);
    },
    refuseUnmatched: (context, like, refusal) => refuse(context, refusal, like),
    dropSlash: (context, page) => {
      observe(page, '308', 308, context);
      // Relative, since a proxy may serve the instance below a path of its own.
      const last = context.path.slice(0, -1).split('/').at(-1) ?? '';
      const search = context.search === '' ? '' : `?${context.search}`;
      const headers = new Headers({
        Location: `../${last}${search}`,
        ...UNFRAMED,
        'X-Request-Id': context.requestId,
      });
      return new Response(null, { status: 308, headers });
    },
    plainSlashes: (context, route, path) => {
      observe(route, '308', 308, context);
      const search = context.search === '' ? '' : `?${context.search}`;
      const headers = new Headers({
        Location: `${style.basePath()}${path}${search}`.replace(BEYOND_HEADERS, (signs) => encodeURIComponent(signs)),
        'Cache-Control': CACHE_CONTROL['no-store'],
        ...UNFRAMED,
        'X-Request-Id': context.requestId,
        // Bun omits Date on HEAD responses.
        ...(context.isHead && { Date: new Date().toUTCString() }),
      });
      addCors(headers, route.cors, style, context.request);
      return new Response(null, { status: 308, headers });
    },
    answerOther: (context, sample, allowed) => {
      if (context.method !== 'OPTIONS') {
        const refusal = new Refusal('method_not_allowed', { headers: { Allow: allowed } });
        return refuse(context, refusal, sample, sample);
      }
      const headers = new Headers({
        Allow: allowed,
        ...UNFRAMED,
        'X-Request-Id': context.requestId,
      });
      addCors(headers, sample.cors, style, context.request);
      addPreflight(headers, sample.cors, style, context.request, allowed);
      observe(sample, '204', 204, context);
      return new Response(null, { status: 204, headers });
    },
  };
}

/** What the address of a request may hold but no header. */
const BEYOND_HEADERS = /[^!-~]+/g;

const hasLimits = (left: LimitHeaders = {}): boolean => Object.keys(left).length > 0;

/** A handler that counted against a tighter limit has already set these headers; its values are kept. */
function addLimits(headers: Headers, left: LimitHeaders = {}): void {
  if (headers.has('ratelimit')) return;
  for (const [name, value] of Object.entries(left)) headers.set(name, value);
}

function withLimits(response: Response, left: LimitHeaders | undefined): Response {
  if (hasLimits(left)) addLimits(response.headers, left);
  return response;
}
