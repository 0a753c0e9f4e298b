// Jobs as the database stores them, for administrators: what waits, runs, or failed for good. Never their payloads, which may
// name people; an error is the name that jobs.ts stored. A job that failed for good is its dead letter.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TimePosition } from '../../kernel/cursor.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { listRows, readRow } from '../database/rows.ts';

/** Schema of the engine's tables, and its dead letter queue. */
export const SCHEMA = 'jobs';
export const DEAD_LETTERS = 'dead-letter';

export const STORED_JOB_STATES = ['waiting', 'active', 'failed'] as const;
export type StoredJobState = (typeof STORED_JOB_STATES)[number];

export interface JobQuery {
  readonly state: StoredJobState | undefined;
  readonly kind: string | undefined;
  readonly before: TimePosition | undefined;
  readonly limit: number;
}

const JOB = sql`${sql.identifier(SCHEMA)}.job`;
const IS_LETTER = sql`name = ${DEAD_LETTERS}`;
const STATE = sql`case when ${IS_LETTER} then 'failed' when state = 'active' then 'active' else 'waiting' end`;
const KIND = sql`case when ${IS_LETTER} then coalesce(source_name, '') else name end`;
// The engine keeps microseconds; cursors have milliseconds.
const CREATED = sql`date_trunc('milliseconds', case when ${IS_LETTER} then coalesce(source_created_on, created_on) else created_on end)`;
const ERROR = sql`coalesce(source_output, output)`;
const IS_LISTED = sql`name not like '\\_\\_pgboss%'
  and (state in ('created', 'retry', 'active') or (${IS_LETTER} and state = 'failed'))`;

const SELECTED = sql`id, ${KIND} as kind, ${STATE} as state, ${CREATED} as "createdAt", start_after as "dueAt",
  started_on as "startedAt",
  case when ${IS_LETTER} then coalesce(source_retry_count, 0) + 1
    else retry_count + (state = 'active')::int end as attempts,
  coalesce(${ERROR} ->> 'message', ${ERROR} -> 'value' ->> 'message') as error`;

const state = z.enum(STORED_JOB_STATES);
const storedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  state,
  /** Runs that began. */
  attempts: z.coerce.number(),
  createdAt: z.coerce.date(),
  /** When a waiting job is due. */
  dueAt: z.coerce.date(),
  /** When the last run began; null: none has. */
  startedAt: z.coerce.date().nullable(),
  /** Name of the last error. */
  error: z.string().nullable(),
});
export type StoredJob = Readonly<z.output<typeof storedJob>>;
const queuedJob = storedJob.extend({ queue: z.string() });
const jobCount = z.object({ kind: z.string(), state, count: z.coerce.number() });

/** Jobs, newest first. */
export async function listStoredJobs(db: Queries, query: JobQuery): Promise<readonly StoredJob[]> {
  const { state, kind, before, limit } = query;
  const place =
    before && sql`(${CREATED}, id) < (${new Date(before.time).toISOString()}::timestamptz, ${before.id}::uuid)`;
  const where: readonly SQL[] = [
    IS_LISTED,
    ...(state === undefined ? [] : [sql`${STATE} = ${state}`]),
    ...(kind === undefined ? [] : [sql`${KIND} = ${kind}`]),
    ...(place === undefined ? [] : [place]),
  ];
  return listRows(db, storedJob)`select ${SELECTED} from ${JOB} where ${sql.join([...where], sql` and `)}
    order by ${CREATED} desc, id desc limit ${limit}`;
}

/** One job and the queue that it is in, locked; undefined when there is none. */
export async function lockStoredJob(
  tx: Transaction,
  id: string,
): Promise<{ readonly job: StoredJob; readonly queue: string } | undefined> {
  const row = await readRow(tx, queuedJob)`
    select ${SELECTED}, name as queue from ${JOB} where id = ${id}::uuid and ${IS_LISTED} for update`;
  if (row === undefined) return undefined;
  const { queue, ...job } = row;
  return { job, queue };
}

/** Makes a waiting job due now. */
export async function hastenStoredJob(tx: Transaction, id: string, queue: string): Promise<void> {
  await tx.execute(
    sql`update ${JOB} set start_after = least(start_after, now())
      where id = ${id}::uuid and name = ${queue} and state in ('created', 'retry')`,
  );
}

/** Counts by kind and state. */
export async function countStoredJobs(db: Queries): Promise<readonly z.output<typeof jobCount>[]> {
  return listRows(db, jobCount)`
    select ${KIND} as kind, ${STATE} as state, count(*)::int as count from ${JOB} where ${IS_LISTED}
      group by 1, 2 order by 1, 2`;
}
