// Transfers queued jobs between databases in a form independent of the pg-boss version: kind, payload, plan and due
// time. A job that was running is enqueued again, since every kind is idempotent; its attempts start over. Dead letters
// and completed jobs are not transferred.
import type { SQL, TransactionSQL } from 'bun';
import { fromBunSql, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { askRows, thereRow } from '../database/rows.ts';
import { RETENTION_SECONDS } from './jobs.ts';
import { DEAD_LETTERS, SCHEMA } from './stored-jobs.ts';

/** Columns of a transferred job in a COPY file. */
export const CARRIED_COLUMNS = ['kind', 'policy', 'job'] as const;

const BATCH = 500;

const carriedSchema = z.object({
  position: z.coerce.number(),
  kind: z.string(),
  policy: z.enum(['standard', 'stately']),
  job: z.object({
    id: z.uuid(),
    data: z.record(z.string(), z.unknown()),
    priority: z.int(),
    startAfter: z.string(),
    singletonKey: z.string().nullable(),
    groupId: z.string().nullish(),
    retryLimit: z.int(),
    retryDelay: z.int(),
    retryDelayMax: z.int().nullable(),
    retryBackoff: z.boolean(),
    expireInSeconds: z.int(),
  }),
});
const queueRow = carriedSchema.pick({ kind: true, policy: true });

/** The query for jobs that wait or run; undefined when no job engine ever ran on this database. */
export async function selectUnfinishedJobs(sql: SQL | TransactionSQL): Promise<string | undefined> {
  const [found] = await askRows(sql, thereRow, `select to_regclass('${SCHEMA}.job') is not null as there`);
  if (!found?.there) return undefined;
  return `select name, coalesce(policy, 'standard'), json_build_object(
      'id', id, 'data', coalesce(data, '{}'::jsonb), 'priority', priority, 'startAfter', to_json(start_after),
      'singletonKey', singleton_key, 'groupId', group_id, 'retryLimit', retry_limit, 'retryDelay', retry_delay,
      'retryDelayMax', retry_delay_max, 'retryBackoff', retry_backoff, 'expireInSeconds', expire_seconds)
    from ${SCHEMA}.job
    where state in ('created', 'retry', 'active') and name <> '${DEAD_LETTERS}' and name not like '\\_\\_pgboss%'
    order by created_on, id`;
}

/** Name of the temporary table that receives transferred jobs, and the statement that creates it. */
export const CARRIED_TABLE = 'carried_job';
export const createCarriedTable = `create temp table ${CARRIED_TABLE} (
  position bigint generated always as identity, kind text not null, policy text not null, job jsonb not null
) on commit drop`;

type Carried = z.infer<typeof carriedSchema>;

export interface JobCarrier {
  /** Enqueues, in the transaction, the jobs in its temporary table. Returns their number. */
  restore(tx: TransactionSQL): Promise<number>;
  close(): Promise<void>;
}

/** Migrates the engine's own tables in `sql`, so that jobs can be enqueued in a transaction on it. */
export async function openJobCarrier(sql: SQL): Promise<JobCarrier> {
  const boss = new PgBoss({
    db: fromBunSql(sql),
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    reindex: false,
    monitorVacuum: false,
  });
  let problem: Error | undefined;
  boss.on('error', (error) => {
    problem = error;
  });
  await boss.start();
  const queues = new Set((await boss.getQueues()).map(({ name }) => name));
  if (!queues.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: RETENTION_SECONDS });

  /** Runs before the first insert, so that the other connection never waits for this transaction. */
  const prepareQueues = async (tx: TransactionSQL): Promise<void> => {
    const query = `select kind, min(policy) as policy from ${CARRIED_TABLE} group by kind`;
    for (const { kind, policy } of await askRows(tx, queueRow, query)) {
      // The service sets the remaining options of a queue when it starts.
      if (!queues.has(kind)) await boss.createQueue(kind, { policy, notify: true });
      queues.add(kind);
    }
  };
  const promise = async (tx: TransactionSQL, carried: readonly Carried[]): Promise<void> => {
    for (const kind of new Set(carried.map((row) => row.kind))) {
      const jobs = carried
        .filter((row) => row.kind === kind)
        .map(({ job: { singletonKey, groupId, retryDelayMax, ...job } }) => ({
          ...job,
          ...(singletonKey !== null && { singletonKey }),
          ...(groupId == null ? {} : { group: { id: groupId } }),
          ...(retryDelayMax !== null && { retryDelayMax }),
          deadLetter: DEAD_LETTERS,
          retentionSeconds: RETENTION_SECONDS,
        }));
      // Of several jobs with one singleton key one is kept, as if they had been enqueued here.
      await boss.insert(kind, jobs, { db: fromBunSql(tx) });
    }
  };
  return {
    restore: async (tx) => {
      await prepareQueues(tx);
      let position = 0;
      let count = 0;
      for (;;) {
        const rows = await askRows(
          tx,
          carriedSchema,
          `select position, kind, policy, job from ${CARRIED_TABLE} where position > $1 order by position limit ${BATCH}`,
          [position],
        );
        const last = rows.at(-1);
        if (last === undefined) break;
        await promise(tx, rows);
        position = last.position;
        count += rows.length;
      }
      if (problem !== undefined) throw problem;
      return count;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}
