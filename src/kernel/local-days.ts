// Days of a time zone as the runtime knows it: the last ones, each from its first moment to that of the next.

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A day such as `2026-11-27`, with its first moment and that of the next day, in milliseconds. */
export interface LocalDay {
  readonly day: string;
  readonly start: number;
  readonly stop: number;
}

const DAY_MS = 86_400_000;
/** No zone is further from UTC, and no clock jumps further. */
const REACH_MS = 2 * DAY_MS;

/** The last days of a time zone, oldest first; the last is that of `now`. A day may have 23 or 25 hours. */
export function listLocalDays(timeZone: string, count: number, now: number): readonly LocalDay[] {
  const dayOf = dayReader(timeZone);
  const today = Date.parse(dayOf(now));
  const days = Array.from({ length: count + 1 }, (_, index) => writeDay(today + (index + 1 - count) * DAY_MS));
  const starts = days.map((day) => findStart(dayOf, day));
  return days.slice(0, count).map((day, index) => ({ day, start: starts[index] ?? 0, stop: starts[index + 1] ?? 0 }));
}

const writeDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day of a time zone, such as `2026-11-27`, on which a moment in milliseconds lies. */
export function dayReader(timeZone: string): (at: number) => string {
  // The Swedish form of a date is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (at) => format.format(at);
}

/** The first moment of a day, by bisection: days of a zone never run backwards. Where a zone skipped the day, that of the next. */
function findStart(dayOf: (at: number) => string, day: string): number {
  let before = Date.parse(day) - REACH_MS;
  let after = Date.parse(day) + REACH_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}
