// The processes that run queries. They are started on demand, run one task at a time, and exit when idle. A task that takes
// too long is ended with its process, and a bounded number of tasks waits. Reads of a release do not wait for queries: the
// processes have a lower priority than the service and leave it a core. Quick queries do not wait for a slow one: when every
// process has been at its task for a while, one more runs.
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { Fault } from '../language/fault.ts';
import { type OpenableFile, type Order, READY, type Reply, type Task, type TaskResult } from './messages.ts';

const PROGRAM = fileURLToPath(new URL('./query-program.ts', import.meta.url));
/** Time limit of a task. */
const QUERY_SECONDS_MAX = 2;
const WAITING_MAX = 64;
const PROCESSES_MAX = 4;
/** Processes that run while others are at slow tasks. */
const PROCESSES_MORE = 1;
/** After this time a task is a slow one. */
const SLOW_MS = 100;
const IDLE_MS = 60_000;
/** Time limit for loading the modules of a process. The time of its task counts from then on. */
const START_MS = 10_000;
const NICENESS = 10;

export type Outcome =
  | { readonly ok: true; readonly result: TaskResult }
  | { readonly ok: false; readonly fault: Fault };

interface Waiting {
  readonly file: OpenableFile;
  readonly task: Task;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Job {
  readonly id: number;
  readonly waiting: Waiting;
  /** Ends the process. */
  limit: ReturnType<typeof setTimeout>;
  slowness: ReturnType<typeof setTimeout> | undefined;
  isSlow: boolean;
}

interface QueryProcess {
  readonly child: ReturnType<typeof startChild>;
  job: Job | undefined;
  /** Path of the open file. */
  file: string | undefined;
  isReady: boolean;
  idle: ReturnType<typeof setTimeout> | undefined;
}

export class QueryPool {
  readonly #log: Log;
  readonly #most: number;
  readonly #processes = new Set<QueryProcess>();
  readonly #waiting: Waiting[] = [];
  #serial = 0;
  #isClosed = false;

  constructor(log: Log) {
    this.#log = log;
    this.#most = Math.min(PROCESSES_MAX, Math.max(1, availableParallelism() - 1));
  }

  /** Runs a task on a file. Refuses with `query_busy`, `query_timeout` or `object_corrupt`. */
  run(file: OpenableFile, task: Task): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { file, task, resolve, reject };
      const free = this.#findFree(file);
      if (free !== undefined) this.#give(free, waiting);
      else if (this.#isClosed || this.#waiting.length >= WAITING_MAX) {
        reject(new Refusal('query_busy', { retryAfterSeconds: 1 }));
      } else this.#waiting.push(waiting);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Refusal('query_busy', { retryAfterSeconds: 1 }));
    for (const { child } of this.#processes) child.kill('SIGKILL');
  }

  /** An idle process with the file open, a new one, or another idle one; none while enough of them run. */
  #findFree(file: OpenableFile): QueryProcess | undefined {
    let running = 0;
    let other: QueryProcess | undefined;
    let same: QueryProcess | undefined;
    for (const candidate of this.#processes) {
      if (candidate.job !== undefined) running += candidate.job.isSlow ? 0 : 1;
      else if (candidate.file === file.path) same ??= candidate;
      else other ??= candidate;
    }
    if (running >= this.#most || this.#isClosed) return undefined;
    if (same !== undefined) return same;
    const most = this.#most + (other === undefined ? PROCESSES_MORE : 0);
    return this.#processes.size < most ? this.#start() : other;
  }

  #start(): QueryProcess {
    const child = startChild((word) => {
      if (word === READY) this.#begin(started);
      else this.#hear(started, word);
    });
    const started: QueryProcess = { child, job: undefined, file: undefined, isReady: false, idle: undefined };
    this.#processes.add(started);
    try {
      setPriority(child.pid, NICENESS);
    } catch {
      // It still has the priority of the service.
    }
    void child.exited.then(() => this.#bury(started));
    return started;
  }

  #give(to: QueryProcess, waiting: Waiting): void {
    clearTimeout(to.idle);
    this.#serial += 1;
    const id = this.#serial;
    const job: Job = { id, waiting, limit: this.#limit(to, waiting), slowness: undefined, isSlow: false };
    to.job = job;
    if (to.isReady) this.#watch(job);
    to.file = waiting.file.path;
    to.child.send({ id, file: waiting.file, task: waiting.task } satisfies Order);
  }

  /** Ends a process whose task or start exceeds its time limit. */
  #limit(at: QueryProcess, { task, reject }: Waiting): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => {
        this.#log.warn('a query took too long and was ended', { resource: task.resource, hadBegun: at.isReady });
        if (at.job !== undefined) this.#finish(at, at.job);
        at.child.kill('SIGKILL');
        this.#processes.delete(at);
        reject(new Refusal('query_timeout'));
        this.#next();
      },
      at.isReady ? QUERY_SECONDS_MAX * 1000 : START_MS,
    );
  }

  /** Starts the task that waited for the process. */
  #begin(started: QueryProcess): void {
    started.isReady = true;
    const { job } = started;
    if (job === undefined) return;
    clearTimeout(job.limit);
    job.limit = this.#limit(started, job.waiting);
    this.#watch(job);
  }

  #watch(job: Job): void {
    job.slowness = setTimeout(() => {
      job.isSlow = true;
      this.#next();
    }, SLOW_MS);
  }

  #hear(from: QueryProcess, reply: Reply): void {
    const { job } = from;
    if (job === undefined || job.id !== reply.id) return;
    this.#finish(from, job);
    this.#rest(from);
    const { resolve, reject } = job.waiting;
    if (reply.ok) resolve(reply);
    else if ('fault' in reply) resolve(reply);
    else if (reply.failure === 'damaged') {
      reject(new Refusal('object_corrupt', { cause: new Error(`the query file is damaged: ${reply.message}`) }));
    } else reject(new Error(`a query failed: ${reply.message}`));
    this.#next();
  }

  #finish(at: QueryProcess, job: Job): void {
    clearTimeout(job.limit);
    clearTimeout(job.slowness);
    at.job = undefined;
  }

  /** Passes waiting tasks to processes. */
  #next(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const free = this.#findFree(first.file);
      if (free === undefined) return;
      this.#waiting.shift();
      this.#give(free, first);
    }
  }

  /** Without another task the process exits after a while. */
  #rest(idle: QueryProcess): void {
    idle.idle = setTimeout(() => {
      this.#processes.delete(idle);
      idle.child.kill();
    }, IDLE_MS);
    idle.idle.unref();
  }

  #bury(dead: QueryProcess): void {
    this.#processes.delete(dead);
    clearTimeout(dead.idle);
    const { job } = dead;
    if (job === undefined) return;
    this.#finish(dead, job);
    job.waiting.reject(
      new Refusal('query_timeout', { cause: new Error('a query process ended in the middle of its work') }),
    );
    this.#next();
  }
}

function startChild(hear: (word: Reply | typeof READY) => void) {
  return Bun.spawn([process.execPath, '--no-env-file', '--smol', PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {},
    serialization: 'advanced',
    ipc: (word: Reply | typeof READY) => hear(word),
  });
}
