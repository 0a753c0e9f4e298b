// Serves `/metrics` for Prometheus on a separate port, since metrics are not public: of the loopback address, or of another
// one whose readers show a token.
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { formatMetrics, METRICS_MEDIA_TYPE, type MetricFamily } from '../../platform/telemetry/metrics.ts';
import { namePort } from './port-in-use.ts';

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

export type MetricsAddress = Pick<Config, 'metricsHost' | 'metricsToken'> & { readonly metricsPort: number };

/** Listens. Throws OperatorError `port_in_use` when the port is in use. */
export function openMetricsServer(
  { metricsPort, metricsHost, metricsToken }: MetricsAddress,
  measure: () => Promise<readonly MetricFamily[]>,
  log: Log,
): MetricsServer {
  const server = namePort('METRICS_PORT', metricsPort, () =>
    Bun.serve({
      hostname: metricsHost,
      port: metricsPort,
      // Set explicitly, because outside development Bun shares ports, and two services would answer alternately.
      reusePort: false,
      development: false,
      fetch: async (request) => {
        if (new URL(request.url).pathname !== '/metrics') return new Response('not found', { status: 404 });
        if (metricsToken !== undefined && !isShown(request, metricsToken)) {
          return new Response('METRICS_TOKEN is needed', { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
        }
        return new Response(formatMetrics(await measure()), { headers: { 'Content-Type': METRICS_MEDIA_TYPE } });
      },
      error(error) {
        log.error('the metrics could not be collected', { error });
        return new Response(null, { status: 500 });
      },
    }),
  );
  return { port: server.port ?? metricsPort, stop: () => server.stop(true) };
}

/** Compares digests, so that neither content nor length can be measured. */
function isShown(request: Request, token: string): boolean {
  const [shown, asked] = [request.headers.get('authorization') ?? '', `Bearer ${token}`].map((text) =>
    Buffer.from(sha256Hex(text)),
  );
  return shown !== undefined && asked !== undefined && timingSafeEqual(shown, asked);
}
