// What is recorded of each request: a line in the log, counts for metrics, and the end of its trace.
import type { Observe } from '../../http/dispatch/outcome.ts';
import type { Route } from '../../http/routing/contract.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { RequestMetrics } from '../../platform/telemetry/metrics.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import { traceRequests } from './request-traces.ts';

export interface RequestRecords {
  readonly log: Log;
  readonly metrics: RequestMetrics | undefined;
  readonly tracing: Tracing | undefined;
  /** Observes every response, in addition to the log. */
  readonly watch: Observe | undefined;
}

/** Records every response in the log, and in metrics and traces where they are on. */
export function recordRequests({ log, metrics, tracing, watch }: RequestRecords): Observe {
  const logged = requestLog(log);
  const counted = metrics === undefined ? logged : countRequests(metrics, logged);
  const record = tracing === undefined ? counted : traceRequests(tracing, counted);
  if (watch === undefined) return record;
  return (...seen) => {
    record(...seen);
    watch(...seen);
  };
}

/** Counts every response, then calls `next`. */
function countRequests(metrics: RequestMetrics, next: Observe): Observe {
  return (route, outcome, status, context) => {
    const seconds = context && (performance.now() - context.startedAt) / 1000;
    metrics.count(route?.id ?? 'none', outcome, status, seconds);
    next(route, outcome, status, context);
  };
}

/** Logs one line per request, except successful hot reads, which are only counted. */
function requestLog(log: Log): Observe {
  return (route, outcome, status, context) => {
    if (context === undefined || (route?.hot && status < 400)) return;
    const seconds = (performance.now() - context.startedAt) / 1000;
    log.info('request', {
      route: route?.id ?? 'none',
      method: context.method,
      // Text logs are for people watching a terminal. JSON logs are stored, so they contain the route only.
      ...(log.format === 'text' && { path: shownPath(route, context.path) }),
      status,
      outcome,
      milliseconds: Math.round(seconds * 1_000_000) / 1000,
      requestId: context.requestId,
    });
  };
}

/** A path without its query, and without the token of a mailed link. */
const shownPath = (route: Route | undefined, path: string): string =>
  route?.params?.token === undefined ? path : route.path;
