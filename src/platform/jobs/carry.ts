// Carries promised jobs from one database to another in a form of its own, whatever version of pg-boss either has: kind,
// payload, plan and due time. What was running when they were read is promised again (every kind bears a second run);
// tries begin anew. Dead letters and what is done stay behind.
import type { SQL, TransactionSQL } from 'bun';
import { fromBunSql, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { DEAD_LETTERS, RETENTION_SECONDS, SCHEMA } from './jobs.ts';

/** Columns of a carried job in a COPY file. */
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

/** The query whose rows are the jobs that wait or run; undefined where no job engine ever ran. */
export async function selectUnfinishedJobs(sql: SQL | TransactionSQL): Promise<string | undefined> {
  const [found]: { exists: boolean }[] = await sql.unsafe(`select to_regclass('${SCHEMA}.job') is not null as exists`);
  if (!found?.exists) return undefined;
  return `select name, coalesce(policy, 'standard'), json_build_object(
      'id', id, 'data', coalesce(data, '{}'::jsonb), 'priority', priority, 'startAfter', to_json(start_after),
      'singletonKey', singleton_key, 'groupId', group_id, 'retryLimit', retry_limit, 'retryDelay', retry_delay,
      'retryDelayMax', retry_delay_max, 'retryBackoff', retry_backoff, 'expireInSeconds', expire_seconds)
    from ${SCHEMA}.job
    where state in ('created', 'retry', 'active') and name <> '${DEAD_LETTERS}' and name not like '\\_\\_pgboss%'
    order by created_on, id`;
}

/** Statement that makes the table which a transaction reads carried jobs into, and its name. */
export const CARRIED_TABLE = 'carried_job';
export const createCarriedTable = `create temp table ${CARRIED_TABLE} (
  position bigint generated always as identity, kind text not null, policy text not null, job jsonb not null
) on commit drop`;

type Carried = z.infer<typeof carriedSchema>;

export interface JobCarrier {
  /** Promises, in the transaction, what its table of carried jobs holds; how many there were. */
  restore(tx: TransactionSQL): Promise<number>;
  close(): Promise<void>;
}

/** Brings the engine's own tables up to date in `sql`, so that jobs can be promised in a transaction of it. */
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

  /** Before the first insert, so that the other connection never waits for this transaction. */
  const prepareQueues = async (tx: TransactionSQL): Promise<void> => {
    const found: unknown = await tx.unsafe(`select kind, min(policy) as policy from ${CARRIED_TABLE} group by kind`);
    for (const { kind, policy } of z.array(carriedSchema.pick({ kind: true, policy: true })).parse(found)) {
      // What else a queue has, the service gives it when it starts.
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
          ...(singletonKey === null ? {} : { singletonKey }),
          ...(groupId == null ? {} : { group: { id: groupId } }),
          ...(retryDelayMax === null ? {} : { retryDelayMax }),
          deadLetter: DEAD_LETTERS,
          retentionSeconds: RETENTION_SECONDS,
        }));
      // Of one singleton key one job stays, as it would have when both were promised here.
      await boss.insert(kind, jobs, { db: fromBunSql(tx) });
    }
  };
  return {
    restore: async (tx) => {
      await prepareQueues(tx);
      let position = 0;
      let count = 0;
      for (;;) {
        const found: unknown = await tx.unsafe(
          `select position, kind, policy, job from ${CARRIED_TABLE} where position > $1 order by position limit ${BATCH}`,
          [position],
        );
        const rows = z.array(carriedSchema).parse(found);
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
