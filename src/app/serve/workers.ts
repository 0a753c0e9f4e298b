// `livehouse serve --workers N`: N processes that share one port (SO_REUSEPORT), so that a machine uses all its cores.
// This process supervises them: it starts again what dies, with growing pauses, replaces them one by one at SIGHUP, lets
// all drain at SIGTERM, and adds up their metrics. It answers no request itself. Jobs run in the first worker alone.
import { fileURLToPath } from 'node:url';
import { type Config, prepareDataDirectory } from '../../platform/config/config.ts';
import { type Log, openLog } from '../../platform/telemetry/log.ts';
import { keepCounters, type MetricFamily, mergeFamilies } from '../../platform/telemetry/metrics.ts';
import { requireFinishedImport } from './import-check.ts';
import { openMetricsServer } from './metrics-server.ts';
import { announce, DRAIN_MS, publishSampleIfEmpty, type ServeOptions } from './serve.ts';
import { stopSignal } from './stop-signal.ts';
import { type OrderToWorker, type WorkerStart, wordFromWorker } from './worker-protocol.ts';

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
const PAUSE_FIRST_MS = 100;
const PAUSE_LAST_MS = 10_000;
/** A worker that lived this long was sound: the next pause is a short one again. */
const SOUND_MS = 30_000;
/** How long a replaced worker still answers, so that clients of kept connections learn to connect anew. */
const LINGER_MS = 2_000;
/** Draining, jobs that end, engines that close; then it is killed. */
const LEAVE_MS = DRAIN_MS + 20_000;
const MEASURE_MS = 3_000;

interface Worker {
  readonly startedAt: number;
  /** Settles with whether it listens; false: it ended before. */
  readonly listening: Promise<boolean>;
  readonly ended: Promise<void>;
  tell(order: OrderToWorker): void;
  /** Present figures; of a worker that does not answer in time, its counters as it told them last. */
  measure(): Promise<readonly MetricFamily[]>;
  /** Counters as it told them last. */
  readonly counters: () => readonly MetricFamily[];
  kill(): void;
}

interface Place {
  readonly number: number;
  worker: Worker | undefined;
  pauseMs: number;
}

/** Runs the service in `count` processes until SIGTERM or SIGINT; the exit code. */
export async function serveWithWorkers(config: Config, count: number, { work }: ServeOptions): Promise<number> {
  const log = openLog(config.logLevel, { format: config.logFormat });
  prepareDataDirectory(config);
  await requireFinishedImport(config);
  await publishSampleIfEmpty(config);
  const port = await findPort(config);
  const workers = openWorkers({ port, work, count, log });
  const stopping = stopSignal();
  try {
    if (!(await Promise.race([workers.start(), stopping.then(() => true)]))) {
      log.error('a worker could not start');
      return 1;
    }
    const metrics =
      config.metricsPort === undefined ? undefined : openMetricsServer(config.metricsPort, workers.measure, log);
    process.on('SIGHUP', workers.replaceAll);
    announce(config, port);
    log.info('serving', { port, workers: count, metricsPort: metrics?.port });
    await stopping;
    log.info('stopping', {});
    await workers.stop();
    await metrics?.stop();
    return 0;
  } finally {
    await workers.stop();
  }
}

/** The port that the workers are to share. Throws when another program has it: sharing would not notice that. */
async function findPort(config: Config): Promise<number> {
  const probe = Bun.serve({ hostname: config.host, port: config.port, fetch: () => new Response(null) });
  const port = probe.port ?? config.port;
  await probe.stop(true);
  return port;
}

interface WorkersOptions {
  readonly port: number;
  readonly work: boolean;
  readonly count: number;
  readonly log: Log;
}

function openWorkers({ port, work, count, log }: WorkersOptions) {
  const places: readonly Place[] = Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    worker: undefined,
    pauseMs: PAUSE_FIRST_MS,
  }));
  const living = new Set<Worker>();
  let departed: readonly MetricFamily[] = [];
  let stopping = false;
  let replacing: Promise<void> = Promise.resolve();

  function begin(place: Place): Worker {
    const worker = startWorker({ number: place.number, port, work: work && place.number === 1 });
    living.add(worker);
    void worker.ended.then(() => {
      living.delete(worker);
      departed = mergeFamilies([departed, worker.counters()]);
      if (place.worker === worker && !stopping) void revive(place, worker);
    });
    return worker;
  }

  async function revive(place: Place, dead: Worker): Promise<void> {
    if (performance.now() - dead.startedAt > SOUND_MS) place.pauseMs = PAUSE_FIRST_MS;
    const { pauseMs } = place;
    place.pauseMs = Math.min(PAUSE_LAST_MS, pauseMs * 2);
    log.error('a worker ended and is started again', { worker: place.number, pauseMs });
    await Bun.sleep(pauseMs);
    // A replacement may have taken its place meanwhile.
    if (!stopping && place.worker === dead) place.worker = begin(place);
  }

  /** First the new one, then the old one's farewell: at no time is there one less. */
  async function replace(place: Place): Promise<boolean> {
    const next = begin(place);
    if (!(await next.listening)) return false;
    const old = place.worker;
    place.worker = next;
    place.pauseMs = PAUSE_FIRST_MS;
    if (old !== undefined) await leave(old, LINGER_MS);
    return true;
  }

  return {
    /** Starts all; false when one ended before it listened. */
    async start(): Promise<boolean> {
      // The first alone: it brings the database up and to date, and a mistake is told once.
      for (const group of [places.slice(0, 1), places.slice(1)]) {
        const listening = group.map((place) => {
          const worker = begin(place);
          place.worker = worker;
          return worker.listening;
        });
        if ((await Promise.all(listening)).includes(false)) return false;
      }
      return true;
    },
    /** Replaces all, one after the other, by workers with the configuration of now. */
    replaceAll(): void {
      replacing = replacing.then(async () => {
        log.info('replacing the workers');
        for (const place of places) {
          if (stopping) return;
          if (!(await replace(place))) {
            log.error('a new worker could not start; the old workers keep running', { worker: place.number });
            return;
          }
        }
        log.info('the workers are replaced');
      });
    },
    async measure(): Promise<readonly MetricFamily[]> {
      // Taken first: one that ends meanwhile is among the figures, and not among these.
      const before = departed;
      const figures = await Promise.all([...living].map((worker) => worker.measure()));
      return mergeFamilies([before, ...figures]);
    },
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all([...living].map((worker) => leave(worker, 0)));
    },
  };
}

async function leave(worker: Worker, lingerMs: number): Promise<void> {
  worker.tell({ order: 'stop', lingerMs });
  const timer = setTimeout(() => worker.kill(), LEAVE_MS + lingerMs);
  await worker.ended;
  clearTimeout(timer);
}

function startWorker(start: WorkerStart): Worker {
  const listening = Promise.withResolvers<boolean>();
  const answers = new Map<number, (families: readonly MetricFamily[]) => void>();
  let asked = 0;
  let last: readonly MetricFamily[] = [];
  const child = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, JSON.stringify(start)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: (message) => {
      const word = wordFromWorker.parse(message);
      if (word.word === 'listening') {
        listening.resolve(true);
        return;
      }
      last = word.families;
      answers.get(word.id)?.(word.families);
    },
  });
  const ended = child.exited.then(() => listening.resolve(false));
  const tell = (order: OrderToWorker): void => {
    try {
      child.send(order);
    } catch {
      // It is on its way out; that it ended is told by `ended`.
    }
  };
  const counters = (): readonly MetricFamily[] => keepCounters(last);
  return {
    startedAt: performance.now(),
    listening: listening.promise,
    ended,
    tell,
    counters,
    measure: () => {
      asked += 1;
      const id = asked;
      const answer = new Promise<readonly MetricFamily[]>((resolve) => answers.set(id, resolve));
      tell({ order: 'measure', id });
      const late = Promise.race([ended, Bun.sleep(MEASURE_MS)]).then(counters);
      return Promise.race([answer, late]).finally(() => answers.delete(id));
    },
    kill: () => child.kill('SIGKILL'),
  };
}
