// Figures over time, by days of a time zone: sign-ups, active people, posts and comments; what waits, how long decisions take, and
// why things are decided or reported.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { listLocalDays } from '../../../kernel/local-days.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { listRows } from '../../../platform/database/rows.ts';
import { type Figures, figures } from './contract.ts';

const { open, days, reasons } = figures.shape;
const medianSeconds = z.number().nullable();
const dayRow = days.element.extend({ medianSeconds });
const openRow = open.extend({ medianSeconds });

/** The figures of the last days of a time zone. Each day is counted by indexes of its times. */
export async function readFigures(db: Queries, count: number, timeZone: string): Promise<Figures> {
  const local = listLocalDays(timeZone, count, Date.now());
  const moments = (end: 'start' | 'stop'): string =>
    `{${local.map((day) => new Date(day[end]).toISOString()).join(',')}}`;
  const names = `{${local.map(({ day }) => day).join(',')}}`;
  const since = sql`${new Date(local[0]?.start ?? 0).toISOString()}::timestamptz`;
  const [dayRows, reasonRows, [now]] = await Promise.all([
    listRows(db, dayRow)`with days as (
          select * from unnest(${names}::text[], ${moments('start')}::timestamptz[], ${moments('stop')}::timestamptz[])
            as d(day, start, stop)),
        found as (
          select id, created_at, status, decided_by, decided_at, updated_at from moderation_case
            where status in ('pending', 'review')
          union select id, created_at, status, decided_by, decided_at, updated_at from moderation_case
            where created_at >= ${since}
          union select id, created_at, status, decided_by, decided_at, updated_at from moderation_case
            where decided_at >= ${since}
          union select id, created_at, status, decided_by, decided_at, updated_at from moderation_case
            where status = 'superseded' and updated_at >= ${since}),
        cases as (
          select created_at, case status when 'decided' then decided_at when 'superseded' then updated_at end as closed_at,
            case when status = 'decided' and decided_by is not null then decided_at end as judged_at
          from found),
        waited as (select * from cases where closed_at is null or closed_at > created_at)
      select day,
        (select count(*)::int from waited where created_at >= start and created_at < stop) as opened,
        (select count(*)::int from waited where judged_at >= start and judged_at < stop) as decided,
        (select count(*)::int from waited where created_at < stop and (closed_at is null or closed_at >= stop)) as open,
        (select percentile_cont(0.5) within group (order by date_part('epoch', judged_at - created_at)) from waited
          where judged_at >= start and judged_at < stop)::float8 as "medianSeconds",
        (select count(*)::int from report where created_at >= start and created_at < stop) as reports,
        (select count(*)::int from profile where joined_at >= start and joined_at < stop) as "signUps",
        (select count(*)::int from post where created_at >= start and created_at < stop
          and deleted_at is null and hidden_at is null and archived_at is null) as posts,
        (select count(*)::int from comment where created_at >= start and created_at < stop and deleted_at is null) as comments,
        (select count(distinct account_id)::int from (
          select author_id as account_id from post where created_at >= start and created_at < stop
            and deleted_at is null and hidden_at is null and archived_at is null
          union all select author_id from comment where created_at >= start and created_at < stop
          union all select account_id from post_like where created_at >= start and created_at < stop
          union all select actor_account_id from audit_event
            where action = 'account.sign-in' and at >= start and at < stop) a) as "activePeople"
      from days order by start`,
    listRows(db, reasons.element)`
      select "reasonCode", sum(rejected)::int as rejected, sum(allowed)::int as allowed, sum(reports)::int as reports from (
          select reason_code as "reasonCode", count(*) filter (where verdict = 'rejected') as rejected,
            count(*) filter (where verdict = 'allow') as allowed, 0 as reports
          from moderation_case
          where status = 'decided' and decided_by is not null and reason_code is not null and decided_at >= ${since}
          group by reason_code
          union all
          select reason_code, 0, 0, count(*) from report where created_at >= ${since} group by reason_code) t
        group by "reasonCode" order by sum(rejected + allowed + reports) desc, "reasonCode"`,
    listRows(db, openRow)`select (select count(*)::int from moderation_case where status = 'review') as cases,
      (select count(*)::int from report where status in ('pending', 'reviewing')) as reports,
      (select count(*)::int from appeal where status = 'open') as appeals,
      (select percentile_cont(0.5) within group (order by date_part('epoch', decided_at - created_at)) from moderation_case
        where status = 'decided' and decided_by is not null and decided_at >= ${since} and decided_at > created_at
      )::float8 as "medianSeconds"`,
  ]);
  const { medianSeconds = null, ...open } = now ?? { cases: 0, reports: 0, appeals: 0 };
  const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds));
  return {
    timeZone,
    open: { cases: open.cases, reports: open.reports, appeals: open.appeals },
    medianSeconds: rounded(medianSeconds),
    days: dayRows.map((row) => ({ ...row, medianSeconds: rounded(row.medianSeconds) })),
    reasons: reasonRows,
  };
}
