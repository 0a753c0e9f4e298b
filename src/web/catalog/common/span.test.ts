import { expect, test } from 'bun:test';
import { boundaryOf, nextBoundary, type Span, spanOf, spanPathsOf, stateOf, statesFrom } from './span.ts';

const slots = { locales: ['ja', 'en'], reader: 'en', region: 'jp' } as const;
const event = { kind: 'collection', group: 'event', start: 'startAt', end: 'endAt' } as const;
const span = (start: number | undefined, end: number | undefined): Span => ({ start, end, isDay: false });

test('the beginning belongs to the time, the end does not', () => {
  expect([99, 100, 199, 200].map((now) => stateOf(span(100, 200), now))).toEqual([
    ...(['coming', 'running', 'running', 'over'] as const),
  ]);
  expect([99, 100, 199, 200].map((now) => boundaryOf(span(100, 200), now))).toEqual([100, 200, 200, undefined]);
});

test('one alone is open to the other side', () => {
  expect([stateOf(span(undefined, 200), -5), stateOf(span(undefined, 200), 200)]).toEqual(['running', 'over']);
  expect([stateOf(span(100, undefined), 99), stateOf(span(100, undefined), 1e15)]).toEqual(['coming', 'running']);
  expect(nextBoundary([span(100, undefined), span(undefined, 90), span(300, 400)], 150)).toBe(300);
  expect(nextBoundary([span(100, undefined)], 150)).toBeUndefined();
});

test('the states that follow come one after the other', () => {
  const namesFrom = (one: Span, now: number) => statesFrom(one, now).map(({ state, until }) => `${state} ${until}`);
  expect(namesFrom(span(100, 200), 50)).toEqual(['coming 100', 'running 200', 'over undefined']);
  expect(namesFrom(span(100, undefined), 50)).toEqual(['coming 100', 'running undefined']);
  expect(namesFrom(span(100, 100), 50)).toEqual(['coming 100', 'over undefined']);
  expect(namesFrom(span(undefined, 200), 200)).toEqual(['over undefined']);
});

test('a beginning alone counts for events only, and documents have no time', () => {
  expect(spanPathsOf({ ...event, end: null })).toEqual({ start: 'startAt', end: null });
  expect(spanPathsOf({ ...event, group: 'card', end: null })).toBeUndefined();
  expect(spanPathsOf({ ...event, group: 'card', start: null })).toEqual({ start: null, end: 'endAt' });
  expect(spanPathsOf({ ...event, kind: 'document' })).toBeUndefined();
  expect(spanPathsOf({ ...event, fields: { startAt: { hidden: true }, endAt: { hidden: true } } })).toBeUndefined();
});

test('of slots the one of the region counts, and years that no calendar can write are none', () => {
  const read = (startAt: unknown, endAt: unknown) => spanOf({ slots }, event, { id: '1', entity: { startAt, endAt } });
  expect(read([1000, 5], [2000, 6])).toEqual({ start: 1000, end: 2000, isDay: false });
  expect(read([null, 5], 8e15)).toEqual({ start: 5, end: undefined, isDay: false });
  expect(read(null, 8e15)).toBeUndefined();
});
