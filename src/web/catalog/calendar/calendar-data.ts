// What the calendar of a server shows of a month, and which months it leads to.
import { Refusal } from '../../../kernel/refusal.ts';
import { byStart, type DatedEntity, datedResources, readDated, summaryOf } from '../common/dated.ts';
import type { Catalog, EntitySummary } from '../common/reads.ts';
import type { Span } from '../common/span.ts';
import { hasBoundary, isWithin, type Month, monthOf, monthsBetween, shiftMonth, startOf } from './month.ts';

export interface CalendarEntry extends DatedEntity {
  readonly item: EntitySummary;
}

export interface Calendar {
  readonly month: Month;
  /** What begins or ends in the month. */
  readonly entries: readonly CalendarEntry[];
  /** What runs from before the month until after it. */
  readonly throughout: readonly CalendarEntry[];
  /** How many more there are. */
  readonly more: number;
  readonly previous: Month | undefined;
  readonly next: Month | undefined;
  /** A month that search engines leave out: it is far away, or nothing happens in it. */
  readonly isFar: boolean;
  /** Whether the release is still being prepared. */
  readonly isPartial: boolean;
}

const ENTRIES_MAX = 200;
const FAR_MONTHS = 12;
/** So long a reader waits for a release that is being prepared for queries. */
const PREPARATION_MS = 5000;

/** Refuses servers that have nothing with a beginning or an end. */
export function requireDated(catalog: Catalog): void {
  if (datedResources(catalog).length === 0) throw new Refusal('not_found');
}

/** Reads a month, by default the current one. */
export async function readCalendar(catalog: Catalog, asked: Month | undefined): Promise<Calendar> {
  requireDated(catalog);
  const { now } = catalog.page;
  const month = asked ?? monthOf(now);
  const [from, to] = [startOf(month), startOf(shiftMonth(month, 1))];
  const dated = await readDated(catalog, PREPARATION_MS);
  const shown = (dated ?? []).filter((one) => isWithin(closedAt(one, now), from, to)).toSorted(byStart);
  const changing = shown.filter((one) => hasBoundary(one, from, to)).slice(0, ENTRIES_MAX);
  const throughout = shown.filter((one) => !hasBoundary(one, from, to)).slice(0, ENTRIES_MAX - changing.length);
  const entryOf = (one: DatedEntity): CalendarEntry => ({ ...one, item: summaryOf(catalog, one) });
  const bounds = boundsOf(dated ?? [], now);
  return {
    month,
    entries: changing.map(entryOf),
    throughout: throughout.map(entryOf),
    more: shown.length - changing.length - throughout.length,
    previous: month > bounds.first ? least(shiftMonth(month, -1), bounds.last) : undefined,
    next: month < bounds.last ? most(shiftMonth(month, 1), bounds.first) : undefined,
    isFar: Math.abs(monthsBetween(monthOf(now), month)) > FAR_MONTHS || shown.length === 0,
    isPartial: dated === undefined,
  };
}

/** What is open to one side is shown up to now: what has no end would otherwise fill all months to come. */
const closedAt = ({ start, end, isDay }: Span, now: number): Span => ({
  start: start ?? Math.min(now, end ?? now),
  end: end ?? Math.max(now, start ?? now),
  isDay,
});

const least = (a: Month, b: Month): Month => (a < b ? a : b);
const most = (a: Month, b: Month): Month => (a < b ? b : a);

/**
 * The first and the last month that links lead to: from the first beginning or end to the last beginning, at least to the current
 * month. Ends are followed for a year: some are decades away.
 */
function boundsOf(dated: readonly DatedEntity[], now: number): { readonly first: Month; readonly last: Month } {
  const current = monthOf(now);
  const limit = startOf(shiftMonth(current, FAR_MONTHS));
  let [first, last] = [current, current];
  for (const { start, end } of dated) {
    const begin = start ?? end;
    if (begin !== undefined) first = least(first, monthOf(begin));
    if (start !== undefined) last = most(last, monthOf(start));
    if (end !== undefined) last = most(last, monthOf(Math.min(end - 1, limit)));
  }
  return { first, last };
}
