// The processes that run queries. They are started on demand, run one task at a time, and exit when idle. A task that takes
// too long, or whose client has gone, is ended with its process. A bounded number of tasks waits for a bounded time, and
// clients take turns (turns.ts). Reads of a release do not wait for queries: the processes have a lower priority than the
// service and leave it a core. Quick queries do not wait for a slow one: when every process has been at its task for a while,
// one more runs. One process runs tasks of pages only.
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { Fault } from '../language/fault.ts';
import { type OpenableFile, type Order, READY, type Reply, type Task, type TaskResult } from './messages.ts';
import { Turns } from './turns.ts';

const PROGRAM = fileURLToPath(new URL('./query-program.ts', import.meta.url));
/** Time limit of a task. */
const QUERY_SECONDS_MAX = 2;
/** Of a row group: bounded work without a condition, which takes a quarter of a second, but longer on a busy machine. */
const GROUP_SECONDS_MAX = 10;
const WAITING_SECONDS_MAX = 5;
const TURNS = { running: 2, waiting: 8, together: 64 } as const;
const PROCESSES_MAX = 4;
/** Processes that run while others are at slow tasks. */
const PROCESSES_MORE = 1;
/** Processes for pages alone. */
const PROCESSES_FOR_PAGES = 1;
/** After this time a task is a slow one. A quicker one ends sooner than another process starts in place of its own. */
const SLOW_MS = 100;
const IDLE_MS = 60_000;
/** How long a query waits until its process has loaded its modules. The time of its task counts from then on. */
const START_MS = 10_000;
/** A process that starts no faster than this is ended. On a busy machine a replacement would start no faster. */
const START_MS_MAX = 120_000;
const NICENESS = 10;

export type Outcome =
  | { readonly ok: true; readonly result: TaskResult }
  | { readonly ok: false; readonly fault: Fault };

/** On whose behalf a task runs. */
export interface Claim {
  /** Key of the client. */
  readonly client: string;
  readonly isForPage: boolean;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Continues work that has begun: it waits until its turn comes. */
  readonly isPatient?: boolean;
}

interface Waiting {
  readonly file: OpenableFile;
  readonly task: Task;
  readonly claim: Claim;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  readonly abandon: () => void;
  /** Ends the waiting. */
  patience: ReturnType<typeof setTimeout> | undefined;
  process: QueryProcess | undefined;
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
  /** For tasks of pages alone. */
  readonly isApart: boolean;
  job: Job | undefined;
  /** Path of the open file. */
  file: string | undefined;
  isReady: boolean;
  readonly startedAt: number;
  idle: ReturnType<typeof setTimeout> | undefined;
}

export class QueryPool {
  readonly #log: Log;
  readonly #most: number;
  readonly #processes = new Set<QueryProcess>();
  readonly #turns = new Turns<Waiting>(TURNS);
  #serial = 0;
  #isClosed = false;

  constructor(log: Log) {
    this.#log = log;
    this.#most = Math.min(PROCESSES_MAX, Math.max(1, availableParallelism() - 1));
  }

  /**
   * Runs a task on a file when its turn comes. Refuses with `query_busy`, `query_timeout`, `object_corrupt` or
   * `request_aborted`.
   */
  run(file: OpenableFile, task: Task, claim: Claim): Promise<Outcome> {
    const { client, isPatient, signal } = claim;
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(busy());
      if (signal.aborted) return reject(new Refusal('request_aborted'));
      const abandon = (): void => this.#abandon(waiting);
      const waiting: Waiting = {
        file,
        task,
        claim,
        resolve,
        reject,
        abandon,
        patience: undefined,
        process: undefined,
      };
      signal.addEventListener('abort', abandon, { once: true });
      if (isPatient) this.#turns.waitAnyway(client, waiting);
      else {
        waiting.patience = setTimeout(() => {
          this.#turns.leave(client, waiting);
          refuseBusy(waiting);
        }, WAITING_SECONDS_MAX * 1000);
        const refused = this.#turns.wait(client, waiting);
        if (refused !== undefined) refuseBusy(refused);
      }
      this.#next();
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#turns.clear()) refuseBusy(waiting);
    for (const { child } of this.#processes) child.kill('SIGKILL');
  }

  /** An idle process with the file open, a new one, or another idle one; none while enough of them run. */
  #findFree({ file, claim }: Waiting): QueryProcess | undefined {
    if (this.#isClosed) return undefined;
    return (
      this.#findAmong(file, false, this.#most, PROCESSES_MORE) ??
      (claim.isForPage ? this.#findAmong(file, true, PROCESSES_FOR_PAGES, 0) : undefined)
    );
  }

  #findAmong(file: OpenableFile, isApart: boolean, most: number, more: number): QueryProcess | undefined {
    let all = 0;
    let running = 0;
    let same: QueryProcess | undefined;
    let other: QueryProcess | undefined;
    for (const candidate of this.#processes) {
      if (candidate.isApart !== isApart) continue;
      all++;
      if (candidate.job !== undefined) running += candidate.job.isSlow ? 0 : 1;
      else if (candidate.file === file.path) same ??= candidate;
      else other ??= candidate;
    }
    if (running >= most) return undefined;
    if (same !== undefined) return same;
    return all < most + (other === undefined ? more : 0) ? this.#start(isApart) : other;
  }

  #start(isApart: boolean): QueryProcess {
    const child = startChild((word) => {
      if (word === READY) this.#begin(started);
      else this.#hear(started, word);
    });
    const started: QueryProcess = {
      child,
      isApart,
      job: undefined,
      file: undefined,
      isReady: false,
      startedAt: performance.now(),
      idle: undefined,
    };
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
    clearTimeout(waiting.patience);
    this.#serial += 1;
    const id = this.#serial;
    const job: Job = { id, waiting, limit: this.#limit(to, waiting), slowness: undefined, isSlow: false };
    to.job = job;
    to.file = waiting.file.path;
    waiting.process = to;
    if (to.isReady) this.#send(to, job);
  }

  #send(to: QueryProcess, { id, waiting }: Job): void {
    this.#watch(to);
    to.child.send({ id, file: waiting.file, task: waiting.task } satisfies Order);
  }

  /** Ends a task that exceeds its time limit, with its process if that has begun. */
  #limit(at: QueryProcess, { task, reject }: Waiting): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => {
        this.#log.warn('a query took too long and was ended', {
          resource: 'resource' in task ? task.resource : 'all',
          hadBegun: at.isReady,
        });
        if (at.isReady || performance.now() - at.startedAt > START_MS_MAX) this.#kill(at);
        else if (at.job !== undefined) this.#finish(at, at.job);
        reject(new Refusal('query_timeout'));
        this.#next();
      },
      at.isReady ? (task.kind === 'exportGroup' ? GROUP_SECONDS_MAX : QUERY_SECONDS_MAX) * 1000 : START_MS,
    );
  }

  /** Ends the statement of a process, which ends with it. */
  #kill(at: QueryProcess): void {
    if (at.job !== undefined) this.#finish(at, at.job);
    at.child.kill('SIGKILL');
    this.#processes.delete(at);
  }

  /** Forgets a task whose client has gone. */
  #abandon(waiting: Waiting): void {
    const { process, claim, reject } = waiting;
    clearTimeout(waiting.patience);
    reject(new Refusal('request_aborted'));
    if (process === undefined) this.#turns.leave(claim.client, waiting);
    else if (!process.isReady) {
      // It has not been told of its task.
      if (process.job !== undefined) this.#finish(process, process.job);
    } else if (process.job?.isSlow) this.#kill(process);
    this.#next();
  }

  /** Starts the task that waited for the process. */
  #begin(started: QueryProcess): void {
    started.isReady = true;
    const { job } = started;
    if (job === undefined) {
      this.#rest(started);
      return;
    }
    clearTimeout(job.limit);
    job.limit = this.#limit(started, job.waiting);
    this.#send(started, job);
  }

  #watch(at: QueryProcess): void {
    const { job } = at;
    if (job === undefined) return;
    job.slowness = setTimeout(() => {
      job.isSlow = true;
      if (job.waiting.claim.signal.aborted) this.#kill(at);
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
    const { claim, abandon } = job.waiting;
    claim.signal.removeEventListener('abort', abandon);
    this.#turns.end(claim.client, at);
  }

  /** Passes waiting tasks to processes. */
  #next(): void {
    for (;;) {
      const next = this.#turns.next((waiting) => this.#findFree(waiting));
      if (next === undefined) return;
      this.#give(next.slot, next.task);
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

const busy = (): Refusal => new Refusal('query_busy', { retryAfterSeconds: 1 });

function refuseBusy({ claim, abandon, patience, reject }: Waiting): void {
  clearTimeout(patience);
  claim.signal.removeEventListener('abort', abandon);
  reject(busy());
}

function startChild(hear: (word: Reply | typeof READY) => void) {
  return Bun.spawn([process.execPath, '--no-env-file', '--smol', PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {},
    serialization: 'advanced',
    ipc: (word: Reply | typeof READY) => hear(word),
  });
}
