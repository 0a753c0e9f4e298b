// Activity of posts within the last day, week, month and year, which orders `top`. Triggers add likes and comments, and
// subtract what is taken back (in the migrations); this job subtracts what leaves a window. Idempotent: it counts again the
// posts with something between the old and the new beginning of a window. A window therefore begins up to five minutes
// earlier than its name says.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { onlyOf } from '../../../kernel/page.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasRow, idRow, listRows } from '../../../platform/database/rows.ts';
import { type BoundJob, bindJob, declareJob } from '../../../platform/jobs/jobs.ts';
import { arrayText, atMost } from '../common/parts.ts';

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

/**
 * After a standstill the windows move in steps, each of them a short transaction: by the longest of these in which few
 * posts change, or by the last one.
 */
const STEPS = ['1 day', '1 hour', '5 minutes'] as const;
const STEPS_MAX = 1_000;
/** Posts that a transaction counts again; many more would exceed the time that a statement may take. */
const POSTS_MAX = 5_000;
const NO_POST = '00000000-0000-0000-0000-000000000000';

type Windowed = (typeof WINDOWED)[number];

/** Beginnings of the windows, as texts. */
const beginningsRow = z.object({ day: z.string(), week: z.string(), month: z.string(), year: z.string() });
type Beginnings = Readonly<z.output<typeof beginningsRow>>;

/** The windows after the next step. */
const stepRow = beginningsRow.extend({ isLast: z.boolean() });
type Step = Readonly<z.output<typeof stepRow>>;

export interface MoveLimits {
  readonly signal?: AbortSignal;
  /** Posts that a transaction counts again. */
  readonly postsMax?: number;
}

/** Moves the windows up to now. */
export async function moveWindows(
  database: Database,
  { signal, postsMax = POSTS_MAX }: MoveLimits = {},
): Promise<void> {
  if (!(await hasRow(database.db)`select 1 from activity_window`)) await openWindows(database, postsMax, signal);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    signal?.throwIfAborted();
    if (await database.transaction((tx) => moveOnce(tx, postsMax))) return;
  }
}

/**
 * The first run: counts all posts with any activity, a few in each transaction, and only then says where the windows begin.
 * What leaves them meanwhile is found by the next step, and an interrupted run begins anew.
 */
async function openWindows(database: Database, postsMax: number, signal?: AbortSignal): Promise<void> {
  const read = await listRows(database.db, beginningsRow)`
    select ${sql.raw(WINDOWED.map((period) => `${targetOf(period)}::text as ${period}`).join(', '))}`;
  const beginnings = onlyOf(read);
  for (let after: string | undefined = NO_POST; after !== undefined; ) {
    signal?.throwIfAborted();
    const rows: readonly z.output<typeof idRow>[] = await listRows(database.db, idRow)`
      select post_id as id from post_activity where total > 0 and post_id > ${after}::uuid
        order by post_id limit ${atMost(postsMax)}`;
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await database.transaction((tx) => countAgain(tx, ids, beginnings));
    after = ids.length < postsMax ? undefined : ids.at(-1);
  }
  await database.db.execute(sql`insert into activity_window (id, day, week, month, year)
    values (1, ${beginningsSql(beginnings)}) on conflict (id) do nothing`);
}

/** SQL: where a window begins now. */
const targetOf = (period: Windowed): string => `(now() - interval '${WINDOWS[period].interval}')::timestamptz(3)`;

const beginningsSql = (beginnings: Beginnings): SQL =>
  sql.join(
    WINDOWED.map((period) => sql`${beginnings[period]}::timestamptz`),
    sql`, `,
  );

/** One step; whether the windows are up to date. */
async function moveOnce(tx: Transaction, postsMax: number): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('activity_window'))`);
  const { step, ids } = await planStep(tx, postsMax);
  await countAgain(tx, ids, step);
  await tx.execute(sql`update activity_window set (day, week, month, year) = (${beginningsSql(step)})`);
  return step.isLast;
}

/** The longest step that few posts change in, and these posts. */
async function planStep(
  tx: Transaction,
  postsMax: number,
): Promise<{ readonly step: Step; readonly ids: readonly string[] }> {
  for (const length of STEPS) {
    const beginnings = WINDOWED.map(
      (period) => `least(${targetOf(period)}, w.${period} + interval '${length}')::text as ${period}`,
    );
    const read = await listRows(tx, stepRow)`
      select ${sql.raw(beginnings.join(', '))}, ${sql.raw(`w.day + interval '${length}' >= ${targetOf('day')}`)} as "isLast"
        from activity_window w`;
    const step = onlyOf(read);
    const isShortest = length === STEPS.at(-1);
    const found = sql`select id from (${leavers(step)}) l`;
    const rows = await listRows(tx, idRow)`${found} ${isShortest ? sql.empty() : sql`limit ${atMost(postsMax + 1)}`}`;
    if (isShortest || rows.length <= postsMax) return { step, ids: rows.map(({ id }) => id) };
  }
  throw new Error('there is no shortest step');
}

/** Counts the activity of these posts since the beginnings. */
async function countAgain(tx: Transaction, ids: readonly string[], beginnings: Beginnings): Promise<void> {
  const those = sql`any(${arrayText(ids)}::uuid[])`;
  // Locked before they are counted, so that a like that is being written is either counted or waits.
  await tx.execute(sql`select 1 from post_activity where post_id = ${those} order by post_id for update`);
  const count = (period: Windowed): SQL =>
    sql`count(*) filter (where e.created_at > ${beginnings[period]}::timestamptz) as ${sql.raw(period)}`;
  await tx.execute(sql`update post_activity a set day = c.day, week = c.week, month = c.month, year = c.year
    from (select l.post_id, ${sql.join(WINDOWED.map(count), sql`, `)} from unnest(${arrayText(ids)}::uuid[]) as l(post_id)
      left join lateral (select created_at from post_like where post_id = l.post_id union all
        select created_at from comment where post_id = l.post_id and deleted_at is null and hidden_at is null
          and moderation_status = 'allow') e on true
      group by l.post_id) c where a.post_id = c.post_id`);
}

/** Posts of which something leaves a window. */
function leavers(step: Beginnings): SQL {
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
  bindJob(kind, (_, { signal }) => moveWindows(database, { signal }), '*/5 * * * *');
