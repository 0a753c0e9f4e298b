// `livehouse serve --workers N`: N processes share one port (SO_REUSEPORT), so that a machine uses all its cores. This
// process supervises them: it restarts workers that die, with exponential backoff, replaces them one by one at SIGHUP,
// drains all at SIGTERM, and merges their metrics. It serves no requests itself. Jobs run in the first worker only.
import { fileURLToPath } from 'node:url';
import type { FirstRunState } from '../../features/instance/setup/first-run.ts';
import { type Config, prepareDataDirectory, readUnknown } from '../../platform/config/config.ts';
import { type Log, openLog } from '../../platform/telemetry/log.ts';
import { keepCounters, type MetricFamily, mergeFamilies } from '../../platform/telemetry/metrics.ts';
import { requireFinishedImport } from './import-check.ts';
import { namePort } from './port-in-use.ts';
import {
  announce,
  announceSetup,
  DRAIN_MS,
  openConfiguredMetrics,
  publishSampleIfEmpty,
  type ServeOptions,
} from './serve.ts';
import { announceStart } from './starting.ts';
import { stopSignal } from './stop-signal.ts';
import { type OrderToWorker, type WorkerStart, wordFromWorker } from './worker-protocol.ts';

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
const PAUSE_FIRST_MS = 100;
const PAUSE_LAST_MS = 10_000;
/** A worker that ran this long resets the backoff. */
const SOUND_MS = 30_000;
/** How long a replaced worker still serves requests, so that clients with kept-alive connections reconnect. */
const LINGER_MS = 2_000;
/** Time for draining, ending jobs and closing engines; then the worker is killed. */
const LEAVE_MS = DRAIN_MS + 20_000;
const MEASURE_MS = 3_000;

interface Worker {
  readonly startedAt: number;
  /** Resolves with true when the worker listens, with false if it ended before. */
  readonly listening: Promise<boolean>;
  readonly ended: Promise<void>;
  tell(order: OrderToWorker): void;
  /** Current metrics; if the worker does not respond in time, its last reported counters. */
  measure(): Promise<readonly MetricFamily[]>;
  /** The last reported counters. */
  readonly counters: () => readonly MetricFamily[];
  kill(): void;
}

interface WorkerSlot {
  readonly number: number;
  worker: Worker | undefined;
  pauseMs: number;
}

/** Runs the service in `count` processes until SIGTERM or SIGINT; returns the exit code. */
export async function serveWithWorkers(config: Config, count: number, { work }: ServeOptions): Promise<number> {
  const log = openLog(config.logLevel, { format: config.logFormat });
  // First of all, so that a second service by mistake makes nothing.
  const port = await findPort(config);
  const firstRun = Promise.withResolvers<FirstRunState>();
  const workers = openWorkers({ port, work, count, log, onFirstRun: firstRun.resolve });
  const metrics = openConfiguredMetrics(config, workers.measure, log);
  try {
    prepareDataDirectory(config);
    for (const text of readUnknown()) log.warn(text);
    using starting = announceStart(config, log);
    await requireFinishedImport(config);
    await publishSampleIfEmpty(config);
    const stopping = stopSignal();
    if (!(await Promise.race([workers.start(), stopping.then(() => true)]))) {
      log.error('a worker could not start');
      return 1;
    }
    process.on('SIGHUP', workers.replaceAll);
    announce(config, port);
    log.info('serving', { port, workers: count, metricsPort: metrics?.port });
    const begun = firstRun.promise.then((state) => announceSetup(config, port, state));
    await Promise.race([begun, stopping]);
    starting[Symbol.dispose]();
    await stopping;
    log.info('stopping', {});
    return 0;
  } finally {
    await workers.stop();
    await metrics?.stop();
  }
}

/** The port for the workers to share. Throws when another program uses it, which sharing would not detect. */
async function findPort(config: Config): Promise<number> {
  const probe = namePort('PORT', config.port, () =>
    Bun.serve({ hostname: config.host, port: config.port, fetch: () => new Response(null) }),
  );
  const port = probe.port ?? config.port;
  await probe.stop(true);
  return port;
}

interface WorkersOptions {
  readonly port: number;
  readonly work: boolean;
  readonly count: number;
  readonly log: Log;
  /** Called when a worker knows whether there is an administrator. */
  readonly onFirstRun: (state: FirstRunState) => void;
}

function openWorkers({ port, work, count, log, onFirstRun }: WorkersOptions) {
  const slots: readonly WorkerSlot[] = Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    worker: undefined,
    pauseMs: PAUSE_FIRST_MS,
  }));
  const living = new Set<Worker>();
  let departed: readonly MetricFamily[] = [];
  let stopping = false;
  let replacing: Promise<void> = Promise.resolve();

  function begin(slot: WorkerSlot): Worker {
    const worker = startWorker({ number: slot.number, port, work: work && slot.number === 1 }, onFirstRun);
    living.add(worker);
    void worker.ended.then(() => {
      living.delete(worker);
      departed = mergeFamilies([departed, worker.counters()]);
      if (slot.worker === worker && !stopping) void revive(slot, worker);
    });
    return worker;
  }

  async function revive(slot: WorkerSlot, dead: Worker): Promise<void> {
    if (performance.now() - dead.startedAt > SOUND_MS) slot.pauseMs = PAUSE_FIRST_MS;
    const { pauseMs } = slot;
    slot.pauseMs = Math.min(PAUSE_LAST_MS, pauseMs * 2);
    log.error('a worker ended and is started again', { worker: slot.number, pauseMs });
    await Bun.sleep(pauseMs);
    // A replacement may have taken its place.
    if (!stopping && slot.worker === dead) slot.worker = begin(slot);
  }

  /** Starts the new worker before stopping the old one, so that capacity never drops. */
  async function replace(slot: WorkerSlot): Promise<boolean> {
    const next = begin(slot);
    if (!(await next.listening)) return false;
    const old = slot.worker;
    slot.worker = next;
    slot.pauseMs = PAUSE_FIRST_MS;
    if (old !== undefined) await leave(old, LINGER_MS);
    return true;
  }

  return {
    /** Starts all workers; false when one ended before listening. */
    async start(): Promise<boolean> {
      // The first starts alone: it creates and migrates the database, and an error is reported once.
      for (const group of [slots.slice(0, 1), slots.slice(1)]) {
        const listening = group.map((slot) => {
          const worker = begin(slot);
          slot.worker = worker;
          return worker.listening;
        });
        if ((await Promise.all(listening)).includes(false)) return false;
      }
      return true;
    },
    /** Replaces all workers one by one, with the current configuration. */
    replaceAll(): void {
      replacing = replacing.then(async () => {
        log.info('replacing the workers');
        for (const slot of slots) {
          if (stopping) return;
          if (!(await replace(slot))) {
            log.error('a new worker could not start; the old workers keep running', { worker: slot.number });
            return;
          }
        }
        log.info('the workers are replaced');
      });
    },
    async measure(): Promise<readonly MetricFamily[]> {
      // Read first, so that a worker that ends meanwhile is not counted twice.
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

function startWorker(start: WorkerStart, onFirstRun: WorkersOptions['onFirstRun']): Worker {
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
      if (word.word === 'first-run') {
        onFirstRun(word.state);
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
      // The worker is ending, which `ended` reports.
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
