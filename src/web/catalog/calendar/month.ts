// Months of the calendar: their bounds, the weeks that they touch, and the part of each week that something takes. Days are days in
// UTC. Pure.
import { isObject } from '../../../kernel/is-object.ts';
import type { Span } from '../common/span.ts';

export const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** A month as `2026-11`. */
export type Month = string;

export const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

/** The first moment of a month. */
export const startOf = (month: Month): number => Date.parse(`${month}-01`);

/** So many months later; earlier if negative. */
export function shiftMonth(month: Month, by: number): Month {
  const date = new Date(startOf(month));
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** How many months one is after another. */
export function monthsBetween(from: Month, to: Month): number {
  const [one, other] = [new Date(startOf(from)), new Date(startOf(to))];
  return (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth();
}

/** The day with which weeks begin in a language, 0 is Sunday. */
export function firstWeekday(locale: string): number {
  // TypeScript does not know the method yet.
  const read: unknown = Reflect.get(new Intl.Locale(locale), 'getWeekInfo');
  const info: unknown = typeof read === 'function' ? Reflect.apply(read, new Intl.Locale(locale), []) : undefined;
  const day: unknown = isObject(info) ? Reflect.get(info, 'firstDay') : undefined;
  return typeof day === 'number' ? day % WEEK_DAYS : 1;
}

/** Whether something takes a part of the time from `from` to `to`, which is not part of it. */
export const isWithin = ({ start, end }: Span, from: number, to: number): boolean =>
  (start === undefined || start < to) && (end === undefined || end > from || (end === from && end === start));

/** Whether something begins or ends in this time, at its bounds included. */
export const hasBoundary = ({ start, end }: Span, from: number, to: number): boolean =>
  (start !== undefined && start >= from && start < to) || (end !== undefined && end > from && end <= to);

export interface Bar<T> {
  readonly entry: T;
  /** The first of the days that it takes, from 1, and their number. */
  readonly from: number;
  readonly days: number;
  /** Whether it goes on in the week before or after. */
  readonly isContinued: boolean;
  readonly continues: boolean;
}

export interface Week<T> {
  /** First moments of its days. */
  readonly days: readonly number[];
  readonly bars: readonly Bar<T>[];
}

/** The weeks that a month touches, with what takes their days. */
export function layOutWeeks<T extends Span>(month: Month, entries: readonly T[], first: number): readonly Week<T>[] {
  const [from, to] = [startOf(month), startOf(shiftMonth(month, 1))];
  const before = (new Date(from).getUTCDay() - first + WEEK_DAYS) % WEEK_DAYS;
  const weeks: Week<T>[] = [];
  for (let begin = from - before * DAY_MS; begin < to; begin += WEEK_DAYS * DAY_MS) {
    const days = Array.from({ length: WEEK_DAYS }, (_, at) => begin + at * DAY_MS);
    weeks.push({ days, bars: entries.flatMap((entry) => barOf(entry, begin) ?? []) });
  }
  return weeks;
}

function barOf<T extends Span>(entry: T, begin: number): Bar<T> | undefined {
  const { start, end } = entry;
  const after = begin + WEEK_DAYS * DAY_MS;
  if (!isWithin(entry, begin, after)) return undefined;
  const dayOf = (at: number): number => Math.floor((at - begin) / DAY_MS);
  const firstDay = start === undefined ? -1 : dayOf(start);
  // What ends at midnight takes nothing of the day that begins then.
  const lastDay = end === undefined ? WEEK_DAYS : Math.max(dayOf(end - 1), firstDay);
  const [from, to] = [Math.max(firstDay, 0), Math.min(lastDay, WEEK_DAYS - 1)];
  if (to < from) return undefined;
  return { entry, from: from + 1, days: to - from + 1, isContinued: firstDay < 0, continues: lastDay >= WEEK_DAYS };
}
