// Assigns an activity to each request, so that a statement can be attributed to its route, and records one span for each
// sampled request. Spans name the route, never the path, and contain the request id of the answer, which is also in the log.
import { isIP } from 'node:net';
import type { Observe } from '../../http/dispatch/outcome.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Route } from '../../http/routing/contract.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Activity, currentActivity } from '../../platform/telemetry/activity.ts';
import type { Attributes, Tracing } from '../../platform/telemetry/tracing.ts';

const nameOf = (context: RequestContext, route: Route | undefined): string =>
  route === undefined ? context.method : `${context.method} ${route.path}`;

/** Begins the activity of a request. A trace of the caller is continued when the caller is a trusted proxy. */
export function createBegin(config: Pick<Config, 'trustedProxies'>, tracing: Tracing | undefined) {
  const parentOf = ({ request }: RequestContext, peer: () => string): string | undefined => {
    const parent = request.headers.get('traceparent');
    if (parent === null) return undefined;
    const address = peer();
    const isTrusted = config.trustedProxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return isTrusted ? parent : undefined;
  };
  return (context: RequestContext, route: Route, peer: () => string): Activity => {
    const { requestId, startedAt } = context;
    const plan = { name: nameOf(context, route), kind: 'server', startedAt } as const;
    return {
      name: route.id,
      requestId,
      trace: tracing?.begin({ ...plan, parent: parentOf(context, peer) }),
    };
  };
}

/** Ends the trace of every response, then calls `next`. Answers from the hot cache are not traced. */
export const traceRequests =
  (tracing: Tracing, next: Observe): Observe =>
  (route, outcome, status, context) => {
    next(route, outcome, status, context);
    if (context === undefined) return;
    const activity = currentActivity();
    const trace =
      activity === undefined
        ? tracing.begin({ name: nameOf(context, route), kind: 'server', startedAt: context.startedAt })
        : activity.trace;
    trace?.end(describe(route, outcome, status, context), status >= 500);
  };

const describe = (
  route: Route | undefined,
  outcome: string,
  status: number,
  { method, requestId }: RequestContext,
): Attributes => ({
  'http.request.method': method,
  ...(route !== undefined && { 'http.route': route.path, 'livehouse.route': route.id }),
  'http.response.status_code': status,
  'livehouse.outcome': outcome,
  'livehouse.request_id': requestId,
});
