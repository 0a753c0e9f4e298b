// Activity of posts within the last day, week, month and year, which orders `top`. Triggers add likes and comments, and
// subtract what is taken back (in the migrations); this job subtracts what leaves a window. Idempotent: it counts again the
// posts with something between the old and the new beginning of a window. A window therefore begins up to five minutes
// earlier than its name says.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob } from '../../../platform/jobs/jobs.ts';
import { arrayText, listRows, readRow } from '../common/parts.ts';

export const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** Period → its column of post_activity, and the length of its window. */
export const WINDOWS = {
  day: { column: 'day', interval: '1 day' },
  week: { column: 'week', interval: '7 days' },
  month: { column: 'month', interval: '30 days' },
  year: { column: 'year', interval: '365 days' },
  all: { column: 'total', interval: undefined },
} as const;

const WINDOWED = ['day', 'week', 'month', 'year'] as const;

/** SQL: the moment after which a period counts. */
export const beginningOf = (period: Exclude<Period, 'all'>): SQL =>
  sql.raw(
    `coalesce((select ${period} from activity_window), (now() - interval '${WINDOWS[period].interval}')::timestamptz(3))`,
  );

/** After a long standstill the windows move in steps of a day, each of them a short transaction. */
const STEPS_MAX = 400;

type Windowed = (typeof WINDOWED)[number];

/** The windows after the next step, as texts. */
interface Step extends Readonly<Record<Windowed, string>> {
  /** False before the first run. */
  readonly hasWindow: boolean;
  readonly isLast: boolean;
}

/** Moves the windows up to now. */
export async function moveWindows(database: Database, signal?: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    signal?.throwIfAborted();
    if (await database.transaction(moveOnce)) return;
  }
}

/** One step; whether the windows are up to date. */
async function moveOnce(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('activity_window'))`);
  const beginnings = WINDOWED.map((period) => {
    const now = `(now() - interval '${WINDOWS[period].interval}')::timestamptz(3)`;
    return `least(${now}, w.${period} + interval '1 day')::text as ${period}`;
  });
  const step = await readRow<Step>(
    tx,
    sql`select ${sql.raw(beginnings.join(', '))}, w.id is not null as "hasWindow",
      coalesce(w.day + interval '1 day' >= now() - interval '1 day', true) as "isLast"
      from (values (1)) one (n) left join activity_window w on true`,
  );
  if (step === undefined) throw new Error('the windows were not read');
  const ids = (await listRows<{ id: string }>(tx, leavers(step))).map(({ id }) => id);
  const those = sql`any(${arrayText(ids)}::uuid[])`;
  // Locked before they are counted, so that a like that is being written is either counted or waits.
  await tx.execute(sql`select 1 from post_activity where post_id = ${those} order by post_id for update`);
  const count = (period: Windowed): SQL =>
    sql`count(*) filter (where e.created_at > ${step[period]}::timestamptz) as ${sql.raw(period)}`;
  await tx.execute(sql`update post_activity a set day = c.day, week = c.week, month = c.month, year = c.year
    from (select l.post_id, ${sql.join(WINDOWED.map(count), sql`, `)} from unnest(${arrayText(ids)}::uuid[]) as l(post_id)
      left join lateral (select created_at from post_like where post_id = l.post_id union all
        select created_at from comment where post_id = l.post_id and deleted_at is null and hidden_at is null
          and moderation_status = 'allow') e on true
      group by l.post_id) c where a.post_id = c.post_id`);
  await tx.execute(sql`insert into activity_window (id, day, week, month, year)
    values (1, ${step.day}::timestamptz, ${step.week}::timestamptz, ${step.month}::timestamptz, ${step.year}::timestamptz)
    on conflict (id) do update set day = excluded.day, week = excluded.week, month = excluded.month, year = excluded.year`);
  return step.isLast;
}

/** Posts of which something leaves a window; before the first run, all with any activity. */
function leavers(step: Step): SQL {
  if (!step.hasWindow) return sql`select post_id as id from post_activity where total > 0`;
  const parts = WINDOWED.flatMap((period) =>
    ['post_like', 'comment'].map(
      (table) => sql`select e.post_id as id from activity_window w join ${sql.raw(table)} e
        on e.created_at > w.${sql.raw(period)} and e.created_at <= ${step[period]}::timestamptz`,
    ),
  );
  return sql.join(parts, sql` union `);
}

const kind = declareJob({ kind: 'community.activity', payload: z.object({}), singleton: () => 'activity' });

/** The job, scheduled every five minutes. */
export const bindActivityJob = (database: Database): BoundJob =>
  bindJob(kind, (_, { signal }) => moveWindows(database, signal), '*/5 * * * *');
