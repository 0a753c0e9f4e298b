// Background jobs on pg-boss, in the same database (schema `jobs`). A job is enqueued inside a transaction and exists
// only if that commits. It starts within a second, is retried with exponential backoff, and becomes a dead letter when
// its retries are used up. Delivery is at least once: a job whose process died is picked up again within half a minute,
// so every kind must be idempotent and document why it is. Features declare the kinds; this file knows none of them.
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { RETENTION } from '../../kernel/retention.ts';
import type { Database, Transaction } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import { countRow, listRows } from '../database/rows.ts';
import { runActivity } from '../telemetry/activity.ts';
import type { Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { openEngineDatabase, QUEUE_CACHE_SECONDS } from './engine.ts';
import { DEAD_LETTERS, SCHEMA } from './stored-jobs.ts';

const DAY_SECONDS = 86_400;
/** Retention of waiting jobs and dead letters. */
export const RETENTION_SECONDS = RETENTION.failedJob.amount * DAY_SECONDS;
const STOP_MS = 10_000;
/** Longer than two claims that meet take. */
const CLAIM_AGAIN_MS = 150;
/** A run without a heartbeat for this long is taken over by another process. */
const HEARTBEAT_SECONDS = 20;
/** Interval of that check. */
const SUPERVISE_SECONDS = 10;
const kindCount = countRow.extend({ kind: z.string() });

export interface JobPlan {
  /** Attempts after the first. */
  readonly retries: number;
  /** Delay before the first retry; doubles each time. */
  readonly retrySeconds: number;
  readonly retryMaxSeconds: number;
  /** A run that takes longer fails, and its signal aborts. */
  readonly expireSeconds: number;
  /** Jobs of this kind that one process runs concurrently. */
  readonly concurrency: number;
  /**
   * Jobs of one group that run concurrently, across all processes; undefined: no limit. Processes that claim jobs at
   * the same instant may exceed it.
   */
  readonly groupConcurrency: number | undefined;
}

/** The declaration of a kind: its payload and its plan. */
export interface JobKind<P> {
  /** `noun.verb`: letters, digits, dots and hyphens. */
  readonly kind: string;
  readonly payload: z.ZodType<P>;
  readonly plan: JobPlan;
  /** With a key, at most one job of that key waits and one runs. Enqueuing another while one waits has no effect. */
  readonly singleton: ((payload: P) => string) | undefined;
  /** It runs while work is paused. */
  readonly runsInPause: boolean;
}

export interface JobRun {
  /** Aborts when the job expires or the process stops. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** A cron expression with five fields, and the time zone that it is in. */
export interface JobSchedule {
  readonly cron: string;
  readonly timeZone: string;
}

/** A kind with its implementation; created by `bindJob`. */
export interface BoundJob {
  readonly kind: string;
  readonly plan: JobPlan;
  readonly isSingleton: boolean;
  /** Whether it runs while work is paused. */
  readonly runsInPause: boolean;
  /** For kinds that run on a schedule. */
  readonly schedule: JobSchedule | undefined;
  readonly perform: (data: unknown, run: JobRun) => Promise<void>;
}

const DEFAULT_PLAN: JobPlan = {
  retries: 5,
  retrySeconds: 2,
  retryMaxSeconds: 600,
  expireSeconds: 300,
  concurrency: 1,
  groupConcurrency: undefined,
};

/** Declares a kind. Defaults: five retries with delays from 2 s to 10 min, 5 min per run, concurrency 1. */
export function declareJob<P>(declaration: {
  readonly kind: string;
  readonly payload: z.ZodType<P>;
  readonly plan?: Partial<JobPlan>;
  readonly singleton?: (payload: P) => string;
  readonly runsInPause?: true;
}): JobKind<P> {
  const { kind, payload, singleton, runsInPause = false } = declaration;
  return { kind, payload, singleton, runsInPause, plan: { ...DEFAULT_PLAN, ...declaration.plan } };
}

/** When jobs wait. */
interface JobsPause {
  readonly isActive: boolean;
  /** Resolves when `isActive` is known. */
  readonly looked: Promise<void>;
  /** Calls `listener` whenever it begins or ends. */
  onChange(listener: () => void): void;
}

export interface JobsOptions {
  readonly tracing?: Tracing | undefined;
  readonly pause?: JobsPause | undefined;
}

/** Attaches the implementation to a kind. `schedule` (in UTC, if it is a text) enqueues it periodically with an empty payload. */
export function bindJob<P>(
  kind: JobKind<P>,
  run: (payload: P, run: JobRun) => Promise<void>,
  schedule?: string | JobSchedule,
): BoundJob {
  return {
    kind: kind.kind,
    plan: kind.plan,
    isSingleton: kind.singleton !== undefined,
    runsInPause: kind.runsInPause,
    schedule: typeof schedule === 'string' ? { cron: schedule, timeZone: 'UTC' } : schedule,
    perform: (data, context) => run(kind.payload.parse(data), context),
  };
}

export interface EnqueueOptions {
  readonly startAfter?: Date;
  /** Group (usually the owner) for kinds with `groupConcurrency`. */
  readonly group?: string;
  /** Waiting jobs with a higher priority are claimed first; default 0. */
  readonly priority?: number;
}

/** As a duration, which the database adds to its own clock; this machine's clock may differ. */
const secondsUntil = (moment: Date): number => Math.max(0, (moment.getTime() - Date.now()) / 1000);

export interface Jobs {
  readonly state: 'starting' | 'ready' | 'unavailable' | 'closed';
  /** Enqueues a job in the transaction. It exists only if the transaction commits. */
  enqueue<P>(tx: Transaction, kind: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Turns a dead letter back into a waiting job; false when one like it waits already, or its kind is gone. */
  revive(tx: Transaction, deadLetterId: string): Promise<boolean>;
  /** Removes a job from its queue. */
  remove(tx: Transaction, queue: string, id: string): Promise<void>;
  /** Jobs that wait or run, by kind. */
  countQueued(): Promise<ReadonlyMap<string, number>>;
  /** Dead letters by kind. */
  countDeadLetters(): Promise<ReadonlyMap<string, number>>;
  /** For tests: runs all waiting jobs, including those due later, until none is left; rejects after `timeoutMs`. */
  drain(timeoutMs?: number): Promise<void>;
  /** Stops claiming jobs, waits ten seconds for running ones, and releases the rest. */
  stop(): Promise<void>;
}

/**
 * Opens the job engine on a database; it starts whenever the database becomes ready. With `work` false this process
 * only enqueues. During a pause, jobs wait, but for those of kinds that say otherwise; what runs already ends.
 */
export function openJobs(
  database: Database,
  jobs: readonly BoundJob[],
  work: boolean,
  log: Log,
  options: JobsOptions = {},
): Jobs {
  return new OpenedJobs(database, jobs, work, log, options);
}

class OpenedJobs implements Jobs {
  readonly #database: Database;
  readonly #jobs: readonly BoundJob[];
  readonly #work: boolean;
  readonly #log: Log;
  readonly #tracing: Tracing | undefined;
  readonly #pause: JobsPause | undefined;
  /** Changes of the workers, one after the other. */
  #changes: Promise<void> = Promise.resolve();
  #boss: PgBoss | undefined;
  /** Ids of the workers, by kind. */
  #workers = new Map<string, readonly string[]>();
  readonly #claims = new Map<string, ReturnType<typeof setTimeout>>();
  #closed = false;

  constructor(database: Database, jobs: readonly BoundJob[], work: boolean, log: Log, { tracing, pause }: JobsOptions) {
    this.#database = database;
    this.#jobs = jobs;
    this.#work = work;
    this.#log = log;
    this.#tracing = tracing;
    this.#pause = pause;
    pause?.onChange(() => this.#adaptSoon());
    database.onReady(() => this.#start());
  }

  get state(): Jobs['state'] {
    if (this.#closed) return 'closed';
    if (this.#boss !== undefined && this.#database.state === 'ready') return 'ready';
    return this.#database.state === 'starting' || this.#database.state === 'ready' ? 'starting' : 'unavailable';
  }

  async enqueue<P>(tx: Transaction, kind: JobKind<P>, payload: P, options: EnqueueOptions = {}): Promise<void> {
    const data = kind.payload.parse(payload);
    if (typeof data !== 'object' || data === null) throw new Error(`The payload of ${kind.kind} must be an object`);
    await this.#requireBoss().send(kind.kind, data, {
      db: fromDrizzle(tx, sql),
      ...(kind.singleton !== undefined && { singletonKey: kind.singleton(data) }),
      ...(options.startAfter !== undefined && { startAfter: secondsUntil(options.startAfter) }),
      ...(options.group !== undefined && { group: { id: options.group } }),
      ...(options.priority !== undefined && { priority: options.priority }),
    });
  }

  async revive(tx: Transaction, deadLetterId: string): Promise<boolean> {
    const moved = await this.#requireBoss().redrive(DEAD_LETTERS, { ids: [deadLetterId], db: fromDrizzle(tx, sql) });
    return moved === 1;
  }

  async remove(tx: Transaction, queue: string, id: string): Promise<void> {
    await this.#requireBoss().deleteJob(queue, id, { db: fromDrizzle(tx, sql) });
  }

  async countQueued(): Promise<ReadonlyMap<string, number>> {
    const rows = await listRows(this.#database.db, kindCount)`
      select name as kind, count(*)::int as count from ${sql.identifier(SCHEMA)}.job
        where state in ('created', 'retry', 'active') and name <> ${DEAD_LETTERS} and name not like '\\_\\_pgboss%'
        group by 1`;
    const counts = new Map(this.#jobs.map(({ kind }) => [kind, 0]));
    for (const { kind, count } of rows) counts.set(kind, count);
    return counts;
  }

  async countDeadLetters(): Promise<ReadonlyMap<string, number>> {
    const rows = await listRows(this.#database.db, kindCount)`
      select coalesce(source_name, '') as kind, count(*)::int as count from ${sql.identifier(SCHEMA)}.job
        where name = ${DEAD_LETTERS} group by 1`;
    return new Map(rows.map(({ kind, count }) => [kind, count]));
  }

  async drain(timeoutMs = 15_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    const job = sql`${sql.identifier(SCHEMA)}.job`;
    const ours = sql`name <> ${DEAD_LETTERS} and name not like '\\_\\_pgboss%'`;
    for (;;) {
      await this.#database.db.execute(
        sql`update ${job} set start_after = now() where ${ours} and state in ('created', 'retry') and start_after > now()`,
      );
      const rows = await this.#database.db.execute(
        sql`select name, state from ${job} where ${ours} and state in ('created', 'retry', 'active')`,
      );
      if (rows.length === 0) return;
      if (Date.now() > deadline) throw new Error(`Jobs are left after ${timeoutMs} ms: ${JSON.stringify(rows)}`);
      for (const id of [...this.#workers.values()].flat()) this.#boss?.notifyWorker(id);
      await Bun.sleep(10);
    }
  }

  async stop(): Promise<void> {
    this.#closed = true;
    await this.#stopBoss(true);
  }

  #requireBoss(): PgBoss {
    if (this.#boss === undefined) throw new DatabaseUnavailable('The job engine is starting');
    return this.#boss;
  }

  /** Runs whenever the database becomes ready, since the previous pool and its LISTEN subscription are gone. */
  async #start(): Promise<void> {
    await this.#stopBoss(false);
    const pool = this.#database.pool;
    if (this.#closed || pool === undefined) return;
    const boss = new PgBoss({
      db: openEngineDatabase(pool),
      schema: SCHEMA,
      useListenNotify: this.#work,
      schedule: this.#work,
      supervise: this.#work,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      queueCacheIntervalSeconds: QUEUE_CACHE_SECONDS,
      // Queues of this size need no maintenance beyond autovacuum.
      reindex: false,
      monitorVacuum: false,
    });
    boss.on('error', (error) => this.#log.warn('job engine error', { error }));
    boss.on('warning', (warning) => this.#log.debug('job engine warning', { warning: warning.message }));
    try {
      await boss.start();
      await this.#prepareQueues(boss);
      if (this.#work) await this.#startWorkers(boss);
    } catch (error) {
      await boss.stop({ graceful: false, close: false }).catch(() => undefined);
      throw error;
    }
    // `stop` may have come meanwhile, and the database closes its pool as soon as this returns.
    if (this.#closed) {
      await boss.stop({ graceful: false, close: false });
      return;
    }
    this.#boss = boss;
    // The pause may have changed while the workers started.
    if (this.#pause !== undefined) this.#adaptSoon();
    this.#log.info('jobs ready', { work: this.#work, kinds: this.#jobs.length });
  }

  async #prepareQueues(boss: PgBoss): Promise<void> {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    if (!existing.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: RETENTION_SECONDS });
    for (const { kind, plan, isSingleton } of this.#jobs) {
      const options = {
        retryLimit: plan.retries,
        retryDelay: plan.retrySeconds,
        retryDelayMax: plan.retryMaxSeconds,
        retryBackoff: true,
        expireInSeconds: plan.expireSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        retentionSeconds: RETENTION_SECONDS,
        deleteAfterSeconds: RETENTION.endedJob.amount * DAY_SECONDS,
        deadLetter: DEAD_LETTERS,
        notify: true,
      };
      if (existing.has(kind)) await boss.updateQueue(kind, options);
      else await boss.createQueue(kind, { ...options, policy: isSingleton ? 'stately' : 'standard' });
    }
  }

  async #startWorkers(boss: PgBoss): Promise<void> {
    const scheduled = new Map(this.#jobs.map((job) => [job.kind, job.schedule]));
    for (const { name } of await boss.getSchedules()) {
      if (scheduled.get(name) === undefined) await boss.unschedule(name);
    }
    for (const job of this.#jobs) {
      const { kind, schedule } = job;
      if (schedule !== undefined) await boss.schedule(kind, schedule.cron, {}, { tz: schedule.timeZone });
    }
    await this.#pause?.looked;
    await this.#adaptWorkers(boss);
  }

  #adaptSoon(): void {
    this.#changes = this.#changes
      .then(async () => {
        if (this.#boss !== undefined && this.#work) await this.#adaptWorkers(this.#boss);
      })
      .catch((error: unknown) => this.#log.warn('jobs do not follow the pause', { error }));
  }

  /** Starts the workers that are missing, and during a pause stops those that wait for its end. */
  async #adaptWorkers(boss: PgBoss): Promise<void> {
    for (const job of this.#jobs) {
      const waits = this.#pause?.isActive === true && !job.runsInPause;
      const works = this.#workers.has(job.kind);
      if (waits && works) {
        this.#workers.delete(job.kind);
        await boss.offWork(job.kind, { wait: false });
      }
      if (waits || works) continue;
      const ids: string[] = [];
      for (let slot = 0; slot < job.plan.concurrency; slot++) ids.push(await this.#startWorker(boss, job));
      this.#workers.set(job.kind, ids);
    }
  }

  async #startWorker(boss: PgBoss, job: BoundJob): Promise<string> {
    const { groupConcurrency } = job.plan;
    let worker: string | undefined;
    worker = await boss.work<unknown>(
      job.kind,
      {
        pollingIntervalSeconds: 0.5,
        // Commits notify the workers. Polling covers retries that become due and a broken subscription.
        notifyPollingIntervalSeconds: 2,
        ...(groupConcurrency !== undefined && { groupConcurrency }),
      },
      async (claimed) => {
        for (const { id, data, signal, retryCount } of claimed) {
          // A worker pauses after every job even when more jobs wait; notifying it makes it claim the next one at once.
          if (worker !== undefined) boss.notifyWorker(worker);
          await this.#perform(job, id, data, { signal, attempt: retryCount + 1 });
          this.#claimAgainSoon(job.kind);
        }
      },
    );
    return worker;
  }

  /**
   * Makes all workers of a kind claim once more shortly after the last of its jobs has ended. Two workers that claim at
   * the same moment can each skip the row that the other has locked and find nothing, though jobs wait.
   */
  #claimAgainSoon(kind: string): void {
    clearTimeout(this.#claims.get(kind));
    const timer = setTimeout(() => {
      this.#claims.delete(kind);
      for (const id of this.#workers.get(kind) ?? []) this.#boss?.notifyWorker(id);
    }, CLAIM_AGAIN_MS);
    this.#claims.set(kind, timer);
  }

  async #perform(job: BoundJob, id: string, data: unknown, run: JobRun): Promise<void> {
    const startedAt = performance.now();
    const trace = this.#tracing?.begin({ name: job.kind, kind: 'consumer', startedAt });
    try {
      await runActivity({ name: job.kind, trace }, () => job.perform(data, run));
      trace?.end({ 'livehouse.job': id, 'livehouse.attempt': run.attempt }, false);
      this.#log.debug('job done', { kind: job.kind, job: id, milliseconds: Math.round(performance.now() - startedAt) });
    } catch (error) {
      trace?.end({ 'livehouse.job': id, 'livehouse.attempt': run.attempt }, true);
      const last = run.attempt > job.plan.retries;
      this.#log[last ? 'error' : 'warn'](last ? 'job failed for good' : 'job failed and will be retried', {
        kind: job.kind,
        job: id,
        attempt: run.attempt,
        error,
      });
      // pg-boss stores the thrown error with the job. The original message may contain user content, so only the
      // error's name is passed on.
      throw new Error(error instanceof Error ? error.name : 'unknown error');
    }
  }

  async #stopBoss(graceful: boolean): Promise<void> {
    const boss = this.#boss;
    this.#boss = undefined;
    this.#workers = new Map();
    for (const timer of this.#claims.values()) clearTimeout(timer);
    this.#claims.clear();
    await boss?.stop({ graceful, timeout: STOP_MS, close: false }).catch((error: unknown) => {
      this.#log.debug('the job engine did not stop cleanly', { error });
    });
  }
}
