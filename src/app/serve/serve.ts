// `livehouse serve`: opens everything, publishes the sample into an empty data directory, listens, and shuts down
// gracefully.
import { join } from 'node:path';
import type { FirstRunState } from '../../features/instance/setup/first-run.ts';
import { findSetupCode } from '../../features/instance/setup/token.ts';
import { type Listener, listen } from '../../http/dispatch/listen.ts';
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
import { type Door, openDoor } from './door.ts';
import { requireFinishedImport } from './import-check.ts';
import { type MetricsServer, openMetricsServer } from './metrics-server.ts';
import { requestShortSlices } from './short-slices.ts';
import { announceStart } from './starting.ts';
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
  // First of all, so that a second service by mistake makes nothing.
  const door = openDoor(config, log);
  let service: Service | undefined;
  let metrics: MetricsServer | undefined;
  try {
    metrics = openConfiguredMetrics(config, async () => (await service?.measure()) ?? [], log);
    prepareDataDirectory(config);
    for (const text of readUnknown()) log.warn(text);
    using starting = announceStart(config, log);
    await requireFinishedImport(config);
    await publishSampleIfEmpty(config);
    service = await openService(config, log, { work, door });
    const { port, firstRun } = service;
    announce(config, port);
    log.info('listening', { port, metricsPort: metrics?.port });
    const stopped = stopSignal();
    const begun = firstRun.then((state) => announceSetup(config, port, state));
    // The database is there once it has answered; commands need not wait for it any more.
    await Promise.race([begun, stopped]);
    starting[Symbol.dispose]();
    await stopped;
    log.info('stopping', {});
    return 0;
  } finally {
    await (service?.stop() ?? door.stop(0));
    await metrics?.stop();
  }
}

/** Opens the server of metrics, if there is to be one. */
export const openConfiguredMetrics = (
  { metricsPort, ...place }: Config,
  measure: () => Promise<readonly MetricFamily[]>,
  log: Log,
): MetricsServer | undefined =>
  metricsPort === undefined ? undefined : openMetricsServer({ ...place, metricsPort }, measure, log);

export interface Service {
  readonly port: number;
  readonly firstRun: Promise<FirstRunState>;
  measure(): Promise<readonly MetricFamily[]>;
  /** Graceful shutdown. For `lingerMs` before it, requests are served with `Connection: close`. */
  stop(lingerMs?: number): Promise<void>;
}

export interface ServiceOptions extends ServeOptions {
  /** The socket that listens already. Undefined: this process shares the port with others. */
  readonly door?: Door;
  readonly processLabel?: string;
}

/** Opens everything and serves. If that fails, everything is closed, since open engines would keep the process alive. */
export async function openService(config: Config, log: Log, options: ServiceOptions): Promise<Service> {
  requestShortSlices();
  const { door, ...composition } = options;
  let port = door?.port ?? config.port;
  const livehouse = composeLivehouse(config, log, { port: () => port, ...composition });
  try {
    return await begin();
  } catch (error) {
    await livehouse.close();
    throw error;
  }

  async function begin(): Promise<Service> {
    const listener = door === undefined ? await share() : door;
    door?.lead(livehouse.fetch);
    port = listener.port;
    if (door !== undefined) await livehouse.start();
    // In the background: whoever opens a page before it is done waits for it.
    livehouse
      .preparePages()
      .catch((error: unknown) => log.warn('the files of the pages could not be built', { error }));
    return {
      port,
      firstRun: livehouse.firstRun,
      measure: livehouse.measure,
      stop: async (lingerMs = 0) => {
        livehouse.drain(lingerMs > 0);
        await listener.stop(DRAIN_MS, lingerMs);
        await livehouse.close();
      },
    };
  }

  /**
   * On a shared port requests arrive at once, from clients that other processes would serve meanwhile, so everything is
   * opened first.
   */
  async function share(): Promise<Listener> {
    await livehouse.start();
    await livehouse.settle(SETTLE_MS);
    const { host } = config;
    return listen({ host, port: config.port, reusePort: true, fetch: livehouse.fetch, log });
  }
}

/** Prints the banner. */
export function announce(config: Config, port: number): void {
  process.stdout.write(`${presentBanner(config, port, machineAddresses(config.host))}\n`);
}

/**
 * Prints how the instance gets its administrator, if it has none. The code is for a terminal alone: what is written
 * elsewhere, such as to the journal of systemd or the log of a container, is kept and read by others.
 */
export function announceSetup(config: Config, port: number, state: FirstRunState): void {
  if (state === 'complete') return;
  const code = state === 'local-code' && process.stdout.isTTY ? findSetupCode(config.dataDirectory) : undefined;
  process.stdout.write(`${presentSetup(config, port, { isHere: state === 'local-code', code })}\n`);
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
