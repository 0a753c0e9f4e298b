// The processes that run queries. They are started on demand, run one task at a time, and exit when idle. A task that takes
// too long is ended with its process, and a bounded number of tasks waits. The processes have a lower priority than the
// service, so that reads of a release do not wait for queries.
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
const PROCESSES_MIN = 2;
const PROCESSES_MAX = 4;
const IDLE_MS = 60_000;
/** Time limit for loading the modules of a process. The time of its task counts from then on. */
const START_MS = 10_000;
const NICENESS = 5;

export type Outcome =
  | { readonly ok: true; readonly result: TaskResult }
  | { readonly ok: false; readonly fault: Fault };

interface Waiting {
  readonly file: OpenableFile;
  readonly task: Task;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface QueryProcess {
  readonly child: ReturnType<typeof startChild>;
  job: { readonly id: number; readonly waiting: Waiting; timer: ReturnType<typeof setTimeout> } | undefined;
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
    this.#most = Math.min(PROCESSES_MAX, Math.max(PROCESSES_MIN, availableParallelism() - 1));
  }

  /** Runs a task on a file. Refuses with `query_busy`, `query_timeout` or `object_corrupt`. */
  run(file: OpenableFile, task: Task): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { file, task, resolve, reject };
      const free = this.#findFree(file);
      if (free !== undefined) this.#give(free, waiting);
      else if (this.#waiting.length >= WAITING_MAX) reject(new Refusal('query_busy', { retryAfterSeconds: 1 }));
      else this.#waiting.push(waiting);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { child } of this.#processes) child.kill('SIGKILL');
  }

  /** An idle process, preferably with the file open; a new one below the maximum. */
  #findFree(file: OpenableFile): QueryProcess | undefined {
    let free: QueryProcess | undefined;
    for (const candidate of this.#processes) {
      if (candidate.job !== undefined) continue;
      if (candidate.file === file.path) return candidate;
      free ??= candidate;
    }
    return this.#processes.size < this.#most && !this.#isClosed ? this.#start() : free;
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
    to.job = { id, waiting, timer: this.#limit(to, waiting) };
    to.file = waiting.file.path;
    to.child.send({ id, file: waiting.file, task: waiting.task } satisfies Order);
  }

  /** Ends a process whose task or start exceeds its time limit. */
  #limit(at: QueryProcess, { task, reject }: Waiting): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => {
        this.#log.warn('a query took too long and was ended', { resource: task.resource, hadBegun: at.isReady });
        at.job = undefined;
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
    if (started.job === undefined) return;
    clearTimeout(started.job.timer);
    started.job.timer = this.#limit(started, started.job.waiting);
  }

  #hear(from: QueryProcess, reply: Reply): void {
    const { job } = from;
    if (job === undefined || job.id !== reply.id) return;
    clearTimeout(job.timer);
    from.job = undefined;
    const { resolve, reject } = job.waiting;
    if (reply.ok) resolve(reply);
    else if ('fault' in reply) resolve(reply);
    else if (reply.failure === 'damaged') {
      reject(new Refusal('object_corrupt', { cause: new Error(`the query file is damaged: ${reply.message}`) }));
    } else reject(new Error(`a query failed: ${reply.message}`));
    this.#next(from);
  }

  /** Passes a waiting task to a process; without one it exits after a while. */
  #next(to?: QueryProcess): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      const free = to ?? this.#findFree(waiting.file);
      if (free === undefined) this.#waiting.unshift(waiting);
      else this.#give(free, waiting);
      return;
    }
    if (to === undefined) return;
    to.idle = setTimeout(() => {
      this.#processes.delete(to);
      to.child.kill();
    }, IDLE_MS);
    to.idle.unref();
  }

  #bury(dead: QueryProcess): void {
    this.#processes.delete(dead);
    clearTimeout(dead.idle);
    const { job } = dead;
    if (job === undefined) return;
    clearTimeout(job.timer);
    dead.job = undefined;
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
