// `livehouse serve`: opens everything, publishes the sample where there is nothing yet, listens, and leaves in order.
import { join } from 'node:path';
import { listen } from '../../http/dispatch/listen.ts';
import { SERVERS_PREFIX } from '../../kernel/object-key.ts';
import { type Config, PACKAGE_ROOT, prepareDataDirectory } from '../../platform/config/config.ts';
import { type Log, openLog } from '../../platform/telemetry/log.ts';
import type { MetricFamily } from '../../platform/telemetry/metrics.ts';
import { machineAddresses, presentBanner } from '../banner.ts';
import { composeLivehouse } from '../compose.ts';
import { DERIVATIONS } from '../derivations.ts';
import { openObjects } from '../open-objects.ts';
import { openQueryFile } from '../query-files.ts';
import { requireFinishedImport } from './import-check.ts';
import { type MetricsServer, openMetricsServer } from './metrics-server.ts';
import { stopSignal } from './stop-signal.ts';

/** Requests in flight get at least this long after SIGTERM. */
export const DRAIN_MS = 10_000;

/** A worker waits so long for its database before it takes connections; it does without then. */
const SETTLE_MS = 20_000;

export interface ServeOptions {
  /** Whether this process also runs jobs. */
  readonly work: boolean;
}

/** Runs the service until SIGTERM or SIGINT; the exit code. */
export async function serve(config: Config, { work }: ServeOptions): Promise<number> {
  const log = openLog(config.logLevel, { format: config.logFormat });
  prepareDataDirectory(config);
  await requireFinishedImport(config);
  await publishSampleIfEmpty(config);
  const service = await openService(config, log, { work });
  let metrics: MetricsServer | undefined;
  try {
    if (config.metricsPort !== undefined) metrics = openMetricsServer(config.metricsPort, service.measure, log);
  } catch (error) {
    await service.stop();
    throw error;
  }
  announce(config, service.port);
  log.info('listening', { port: service.port, metricsPort: metrics?.port });

  await stopSignal();
  log.info('stopping', {});
  await service.stop();
  await metrics?.stop();
  return 0;
}

export interface Service {
  readonly port: number;
  measure(): Promise<readonly MetricFamily[]>;
  /** Lets requests in flight finish, then closes. For `lingerMs` before that it answers on, bidding clients farewell. */
  stop(lingerMs?: number): Promise<void>;
}

export interface ServiceOptions extends ServeOptions {
  /** Whether other processes listen on the same port. */
  readonly reusePort?: boolean;
  readonly processLabel?: string;
}

/** Opens everything and listens. What cannot listen is closed again: its engines would keep the process alive. */
export async function openService(config: Config, log: Log, options: ServiceOptions): Promise<Service> {
  const { reusePort = false, ...composition } = options;
  let port = config.port;
  const livehouse = composeLivehouse(config, log, { port: () => port, ...composition });
  try {
    return await begin();
  } catch (error) {
    await livehouse.close();
    throw error;
  }

  async function begin(): Promise<Service> {
    // On a shared port requests come with the first connection, from clients whom others serve well meanwhile: everything is
    // ready before. A process alone listens first, so that it can say that it is starting.
    if (reusePort) {
      await livehouse.start();
      await livehouse.settle(SETTLE_MS);
    }
    const listener = listen({ host: config.host, port: config.port, reusePort, fetch: livehouse.fetch, log });
    port = listener.port;
    if (!reusePort) await livehouse.start();
    return {
      port,
      measure: livehouse.measure,
      stop: async (lingerMs = 0) => {
        livehouse.drain();
        await listener.stop(DRAIN_MS, lingerMs);
        await livehouse.close();
      },
    };
  }
}

/** Tells the operator where the service is. */
export function announce(config: Config, port: number): void {
  process.stdout.write(`${presentBanner(config, port, machineAddresses(config.host))}\n`);
}

/** On an empty data directory the sample is published, so that there is something to see. */
export async function publishSampleIfEmpty(config: Config): Promise<void> {
  const objects = openObjects(config);
  try {
    if ((await objects.children(SERVERS_PREFIX)).length > 0) return;
    const { publish } = await import('../../features/release/publish/publish.ts');
    process.stdout.write('The data directory is empty: publishing the sample …\n');
    await publish({
      directory: join(PACKAGE_ROOT, 'examples', 'sample'),
      objects,
      dataDirectory: config.dataDirectory,
      derivations: DERIVATIONS,
      openQueryFile,
      promote: true,
      dryRun: false,
    });
  } finally {
    await objects.close();
  }
}
