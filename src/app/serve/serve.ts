// `livehouse serve`: opens everything, publishes the sample into an empty data directory, listens, and shuts down
// gracefully.
import { join } from 'node:path';
import type { FirstRunState } from '../../features/instance/setup/first-run.ts';
import { findSetupCode } from '../../features/instance/setup/token.ts';
import { listen } from '../../http/dispatch/listen.ts';
import { SERVERS_PREFIX } from '../../kernel/object-key.ts';
import { type Config, prepareDataDirectory, readUnknown } from '../../platform/config/config.ts';
import { PACKAGE_ROOT } from '../../platform/config/package-root.ts';
import { type Log, openLog } from '../../platform/telemetry/log.ts';
import type { MetricFamily } from '../../platform/telemetry/metrics.ts';
import { machineAddresses, presentBanner, presentSetup } from '../banner.ts';
import { composeLivehouse } from '../compose.ts';
import { DERIVATIONS } from '../derivations.ts';
import { openObjects } from '../open-objects.ts';
import { openQueryFile } from '../query-files.ts';
import { requireFinishedImport } from './import-check.ts';
import { type MetricsServer, openMetricsServer } from './metrics-server.ts';
import { stopSignal } from './stop-signal.ts';

/** Minimum time for requests in flight after SIGTERM. */
export const DRAIN_MS = 10_000;

/** Maximum time that a worker waits for its database before it accepts connections. */
const SETTLE_MS = 20_000;

export interface ServeOptions {
  /** Whether this process also runs jobs. */
  readonly work: boolean;
}

/** Runs the service until SIGTERM or SIGINT; returns the exit code. */
export async function serve(config: Config, { work }: ServeOptions): Promise<number> {
  const log = openLog(config.logLevel, { format: config.logFormat });
  prepareDataDirectory(config);
  for (const text of readUnknown()) log.warn(text);
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
  void service.firstRun.then((state) => announceSetup(config, service.port, state));
  log.info('listening', { port: service.port, metricsPort: metrics?.port });

  await stopSignal();
  log.info('stopping', {});
  await service.stop();
  await metrics?.stop();
  return 0;
}

export interface Service {
  readonly port: number;
  readonly firstRun: Promise<FirstRunState>;
  measure(): Promise<readonly MetricFamily[]>;
  /** Graceful shutdown. For `lingerMs` before it, requests are served with `Connection: close`. */
  stop(lingerMs?: number): Promise<void>;
}

export interface ServiceOptions extends ServeOptions {
  /** Whether other processes listen on the same port. */
  readonly reusePort?: boolean;
  readonly processLabel?: string;
}

/**
 * Opens everything and listens. If listening fails, everything is closed, since open engines would keep the process
 * alive.
 */
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
    // On a shared port requests arrive at once, from clients that other processes would serve meanwhile, so everything
    // is opened first. A single process listens first, so that it can respond that it is starting.
    if (reusePort) {
      await livehouse.start();
      await livehouse.settle(SETTLE_MS);
    }
    const listener = listen({ host: config.host, port: config.port, reusePort, fetch: livehouse.fetch, log });
    port = listener.port;
    if (!reusePort) await livehouse.start();
    // In the background: whoever opens a page before it is done waits for it.
    livehouse
      .preparePages()
      .catch((error: unknown) => log.warn('the files of the pages could not be built', { error }));
    return {
      port,
      firstRun: livehouse.firstRun,
      measure: livehouse.measure,
      stop: async (lingerMs = 0) => {
        livehouse.drain();
        await listener.stop(DRAIN_MS, lingerMs);
        await livehouse.close();
      },
    };
  }
}

/** Prints the banner. */
export function announce(config: Config, port: number): void {
  process.stdout.write(`${presentBanner(config, port, machineAddresses(config.host))}\n`);
}

/** Prints how the instance gets its administrator, if it has none. On the terminal alone: the log has no codes. */
export function announceSetup(config: Config, port: number, state: FirstRunState): void {
  if (state === 'over') return;
  const code = state === 'here' ? findSetupCode(config.dataDirectory) : undefined;
  process.stdout.write(`${presentSetup(config, port, code)}\n`);
}

/** Publishes the sample into an empty data directory, so that there is something to see. */
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
