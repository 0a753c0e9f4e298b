import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Span } from '../common/span.ts';
import { DAY_MS, firstWeekday, isWithin, layOutWeeks, monthOf, monthsBetween, shiftMonth, startOf } from './month.ts';

const at = (text: string): number => Date.parse(text);
const span = (start: string | undefined, end: string | undefined): Span => ({
  start: start === undefined ? undefined : at(start),
  end: end === undefined ? undefined : at(end),
  isDay: false,
});
const barsOf = (month: string, one: Span): readonly (readonly [week: number, from: number, days: number])[] =>
  layOutWeeks(month, [one], 1).flatMap(({ bars }, week) => bars.map(({ from, days }) => [week, from, days] as const));

test('months are counted over years', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
  expect(shiftMonth('2026-01', -13)).toBe('2024-12');
  expect(monthsBetween('2024-12', '2026-01')).toBe(13);
  expect(monthOf(startOf('2026-02'))).toBe('2026-02');
});

test('weeks begin on the day of the language', () => {
  expect([firstWeekday('en'), firstWeekday('ja'), firstWeekday('zh-CN'), firstWeekday('de')]).toEqual([0, 0, 1, 1]);
});

test('a month of 30 days that begins on a Monday takes five weeks, and February may take four', () => {
  expect(layOutWeeks('2026-06', [], 1)).toHaveLength(5);
  expect(layOutWeeks('2026-02', [], 0)).toHaveLength(4);
  expect(layOutWeeks('2026-08', [], 0)).toHaveLength(6);
});

test('what ends at midnight takes nothing of the day that begins then', () => {
  expect(barsOf('2026-06', span('2026-06-02T23:59:00Z', '2026-06-04T00:00:00Z'))).toEqual([[0, 2, 2]]);
  expect(barsOf('2026-06', span('2026-06-02T23:59:00Z', '2026-06-04T00:00:01Z'))).toEqual([[0, 2, 3]]);
  // Without a length it takes the day on which it is.
  expect(barsOf('2026-06', span('2026-06-02T00:00:00Z', '2026-06-02T00:00:00Z'))).toEqual([[0, 2, 1]]);
});

test('what is open to a side takes all days on that side', () => {
  expect(barsOf('2026-06', span(undefined, '2026-06-02T12:00:00Z'))).toEqual([[0, 1, 2]]);
  expect(barsOf('2026-06', span('2026-06-28T12:00:00Z', undefined))).toEqual([
    [3, 7, 1],
    [4, 1, 7],
  ]);
});

test('bars take exactly the days that something takes', () => {
  const moment = fc.integer({ min: at('2026-04-20'), max: at('2026-08-20') });
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 60 * DAY_MS }), fc.constantFrom(0, 1), (start, length, first) => {
      const one = { start, end: start + length, isDay: false };
      for (const { days, bars } of layOutWeeks('2026-06', [one], first)) {
        const taken = days.map((day) => isWithin(one, day, day + DAY_MS));
        const drawn = days.map((_, index) =>
          bars.some(({ from, days: count }) => index + 1 >= from && index + 1 < from + count),
        );
        expect(drawn).toEqual(taken);
      }
    }),
  );
});
