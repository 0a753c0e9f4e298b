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

export function createQueryPool(log: Log) {
  const most = Math.min(PROCESSES_MAX, Math.max(1, availableParallelism() - 1));
  const processes = new Set<QueryProcess>();
  const turns = new Turns<Waiting>(TURNS);
  let serial = 0;
  let isClosed = false;

  /**
   * Runs a task on a file when its turn comes. Refuses with `query_busy`, `query_timeout`, `object_corrupt` or
   * `request_aborted`.
   */
  function run(file: OpenableFile, task: Task, claim: Claim): Promise<Outcome> {
    const { client, isPatient, signal } = claim;
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(busy());
      if (signal.aborted) return reject(new Refusal('request_aborted'));
      const abandon = (): void => giveUp(waiting);
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
      if (isPatient) turns.waitAnyway(client, waiting);
      else {
        waiting.patience = setTimeout(() => {
          turns.leave(client, waiting);
          refuseBusy(waiting);
        }, WAITING_SECONDS_MAX * 1000);
        const refused = turns.wait(client, waiting);
        if (refused !== undefined) refuseBusy(refused);
      }
      next();
    });
  }

  function close(): void {
    isClosed = true;
    for (const waiting of turns.clear()) refuseBusy(waiting);
    for (const { child } of processes) child.kill('SIGKILL');
  }

  /** An idle process with the file open, a new one, or another idle one; none while enough of them run. */
  function findFree({ file, claim }: Waiting): QueryProcess | undefined {
    if (isClosed) return undefined;
    return (
      findAmong(file, false, most, PROCESSES_MORE) ??
      (claim.isForPage ? findAmong(file, true, PROCESSES_FOR_PAGES, 0) : undefined)
    );
  }

  function findAmong(file: OpenableFile, isApart: boolean, most: number, more: number): QueryProcess | undefined {
    let all = 0;
    let running = 0;
    let same: QueryProcess | undefined;
    let other: QueryProcess | undefined;
    for (const candidate of processes) {
      if (candidate.isApart !== isApart) continue;
      all++;
      if (candidate.job !== undefined) running += candidate.job.isSlow ? 0 : 1;
      else if (candidate.file === file.path) same ??= candidate;
      else other ??= candidate;
    }
    if (running >= most) return undefined;
    if (same !== undefined) return same;
    return all < most + (other === undefined ? more : 0) ? start(isApart) : other;
  }

  function start(isApart: boolean): QueryProcess {
    const child = startChild((word) => {
      if (word === READY) begin(started);
      else hear(started, word);
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
    processes.add(started);
    try {
      setPriority(child.pid, NICENESS);
    } catch {
      // It still has the priority of the service.
    }
    void child.exited.then(() => bury(started));
    return started;
  }

  function give(to: QueryProcess, waiting: Waiting): void {
    clearTimeout(to.idle);
    clearTimeout(waiting.patience);
    serial += 1;
    const id = serial;
    const job: Job = { id, waiting, limit: limit(to, waiting), slowness: undefined, isSlow: false };
    to.job = job;
    to.file = waiting.file.path;
    waiting.process = to;
    if (to.isReady) send(to, job);
  }

  function send(to: QueryProcess, { id, waiting }: Job): void {
    watch(to);
    to.child.send({ id, file: waiting.file, task: waiting.task } satisfies Order);
  }

  /** Ends a task that exceeds its time limit, with its process if that has begun. */
  function limit(at: QueryProcess, { task, reject }: Waiting): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => {
        log.warn('a query took too long and was ended', {
          resource: 'resource' in task ? task.resource : 'all',
          hadBegun: at.isReady,
        });
        if (at.isReady || performance.now() - at.startedAt > START_MS_MAX) kill(at);
        else if (at.job !== undefined) finish(at, at.job);
        reject(new Refusal('query_timeout'));
        next();
      },
      at.isReady ? (task.kind === 'exportGroup' ? GROUP_SECONDS_MAX : QUERY_SECONDS_MAX) * 1000 : START_MS,
    );
  }

  /** Ends the statement of a process, which ends with it. */
  function kill(at: QueryProcess): void {
    if (at.job !== undefined) finish(at, at.job);
    at.child.kill('SIGKILL');
    processes.delete(at);
  }

  /** Forgets a task whose client has gone. */
  function giveUp(waiting: Waiting): void {
    const { process, claim, reject } = waiting;
    clearTimeout(waiting.patience);
    reject(new Refusal('request_aborted'));
    if (process === undefined) turns.leave(claim.client, waiting);
    else if (!process.isReady) {
      // It has not been told of its task.
      if (process.job !== undefined) finish(process, process.job);
    } else if (process.job?.isSlow) kill(process);
    next();
  }

  /** Starts the task that waited for the process. */
  function begin(started: QueryProcess): void {
    started.isReady = true;
    const { job } = started;
    if (job === undefined) {
      rest(started);
      return;
    }
    clearTimeout(job.limit);
    job.limit = limit(started, job.waiting);
    send(started, job);
  }

  function watch(at: QueryProcess): void {
    const { job } = at;
    if (job === undefined) return;
    job.slowness = setTimeout(() => {
      job.isSlow = true;
      if (job.waiting.claim.signal.aborted) kill(at);
      next();
    }, SLOW_MS);
  }

  function hear(from: QueryProcess, reply: Reply): void {
    const { job } = from;
    if (job === undefined || job.id !== reply.id) return;
    finish(from, job);
    rest(from);
    const { resolve, reject } = job.waiting;
    if (reply.ok) resolve(reply);
    else if ('fault' in reply) resolve(reply);
    else if (reply.failure === 'damaged') {
      reject(new Refusal('object_corrupt', { cause: new Error(`the query file is damaged: ${reply.message}`) }));
    } else reject(new Error(`a query failed: ${reply.message}`));
    next();
  }

  function finish(at: QueryProcess, job: Job): void {
    clearTimeout(job.limit);
    clearTimeout(job.slowness);
    at.job = undefined;
    const { claim, abandon } = job.waiting;
    claim.signal.removeEventListener('abort', abandon);
    turns.end(claim.client, at);
  }

  /** Passes waiting tasks to processes. */
  function next(): void {
    for (;;) {
      const next = turns.next((waiting) => findFree(waiting));
      if (next === undefined) return;
      give(next.slot, next.task);
    }
  }

  /** Without another task the process exits after a while. */
  function rest(idle: QueryProcess): void {
    idle.idle = setTimeout(() => {
      processes.delete(idle);
      idle.child.kill();
    }, IDLE_MS);
    idle.idle.unref();
  }

  function bury(dead: QueryProcess): void {
    processes.delete(dead);
    clearTimeout(dead.idle);
    const { job } = dead;
    if (job === undefined) return;
    finish(dead, job);
    job.waiting.reject(
      new Refusal('query_timeout', { cause: new Error('a query process ended in the middle of its work') }),
    );
    next();
  }

  return { run, close };
}

export type QueryPool = ReturnType<typeof createQueryPool>;

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
