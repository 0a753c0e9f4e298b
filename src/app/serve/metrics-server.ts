// Serves `/metrics` for Prometheus on a separate port of the loopback address, since metrics are not public.
import type { Log } from '../../platform/telemetry/log.ts';
import { formatMetrics, METRICS_MEDIA_TYPE, type MetricFamily } from '../../platform/telemetry/metrics.ts';

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1. Throws an Error with a readable message when the port is in use. */
export function openMetricsServer(
  port: number,
  measure: () => Promise<readonly MetricFamily[]>,
  log: Log,
): MetricsServer {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    // Set explicitly, because outside development Bun shares ports, and two services would answer alternately.
    reusePort: false,
    development: false,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/metrics') return new Response('not found', { status: 404 });
      return new Response(formatMetrics(await measure()), { headers: { 'Content-Type': METRICS_MEDIA_TYPE } });
    },
    error(error) {
      log.error('the metrics could not be collected', { error });
      return new Response(null, { status: 500 });
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}
