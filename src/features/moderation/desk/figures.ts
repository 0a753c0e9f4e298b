// Figures of moderation over time: what waits, how long decisions take, and why things are decided or reported. Days are UTC.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../../../platform/database/database.ts';
import { listRows } from '../../../platform/database/rows.ts';
import { type Figures, figures } from './contract.ts';

const { open, days, reasons } = figures.shape;
const medianSeconds = z.number().nullable();
const dayRow = days.element.extend({ medianSeconds });
const openRow = open.extend({ medianSeconds });

export async function readFigures(db: Queries, days: number): Promise<Figures> {
  const since = sql`(date_trunc('day', now() at time zone 'utc') - make_interval(days => ${days - 1}::int)) at time zone 'utc'`;
  const [dayRows, reasonRows, [now]] = await Promise.all([
    listRows(
      db,
      dayRow,
      sql`with days as (
          select d as start, d + interval '1 day' as stop from generate_series(${since}, now(), interval '1 day') d),
        cases as (
          select created_at, case status when 'decided' then decided_at when 'superseded' then updated_at end as closed_at,
            case when status = 'decided' and decided_by is not null then decided_at end as judged_at
          from moderation_case
          where status in ('pending', 'review') or updated_at >= ${since} or created_at >= ${since}),
        waited as (select * from cases where closed_at is null or closed_at > created_at)
      select to_char(start at time zone 'utc', 'YYYY-MM-DD') as day,
        (select count(*)::int from waited where created_at >= start and created_at < stop) as opened,
        (select count(*)::int from waited where judged_at >= start and judged_at < stop) as decided,
        (select count(*)::int from waited where created_at < stop and (closed_at is null or closed_at >= stop)) as open,
        (select percentile_cont(0.5) within group (order by date_part('epoch', judged_at - created_at)) from waited
          where judged_at >= start and judged_at < stop)::float8 as "medianSeconds",
        (select count(*)::int from report where created_at >= start and created_at < stop) as reports
      from days order by start`,
    ),
    listRows(
      db,
      reasons.element,
      sql`select "reasonCode", sum(rejected)::int as rejected, sum(allowed)::int as allowed, sum(reports)::int as reports from (
          select reason_code as "reasonCode", count(*) filter (where verdict = 'rejected') as rejected,
            count(*) filter (where verdict = 'allow') as allowed, 0 as reports
          from moderation_case
          where status = 'decided' and decided_by is not null and reason_code is not null and decided_at >= ${since}
          group by reason_code
          union all
          select reason_code, 0, 0, count(*) from report where created_at >= ${since} group by reason_code) t
        group by "reasonCode" order by sum(rejected + allowed + reports) desc, "reasonCode"`,
    ),
    listRows(
      db,
      openRow,
      sql`select (select count(*)::int from moderation_case where status = 'review') as cases,
        (select count(*)::int from report where status in ('pending', 'reviewing')) as reports,
        (select count(*)::int from appeal where status = 'open') as appeals,
        (select percentile_cont(0.5) within group (order by date_part('epoch', decided_at - created_at)) from moderation_case
          where status = 'decided' and decided_by is not null and decided_at >= ${since} and decided_at > created_at
        )::float8 as "medianSeconds"`,
    ),
  ]);
  const { medianSeconds = null, ...open } = now ?? { cases: 0, reports: 0, appeals: 0 };
  const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds));
  return {
    open: { cases: open.cases, reports: open.reports, appeals: open.appeals },
    medianSeconds: rounded(medianSeconds),
    days: dayRows.map((row) => ({ ...row, medianSeconds: rounded(row.medianSeconds) })),
    reasons: reasonRows,
  };
}
