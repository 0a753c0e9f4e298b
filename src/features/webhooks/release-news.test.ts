// Which promotions are new since the last reported one.
import { expect, test } from 'bun:test';
import type { Promotion } from '../release/store/formats.ts';
import { findNews } from './release-news.ts';

const entry = (number: number, at: number): Promotion => ({
  number,
  at,
  kind: 'promote',
  releaseId: `r-${String(number).padStart(20, '0')}`,
});
const numbersOf = (entries: readonly Promotion[]): readonly number[] => entries.map(({ number }) => number);
const placeOf = (number: number, at: number) => ({ number, at: new Date(at) });

test('all of a server that was never looked at, later those beyond the place, also at the same time', () => {
  const entries = [entry(1, 10), entry(2, 20), entry(3, 20)];
  expect(numbersOf(findNews(entries, undefined))).toEqual([1, 2, 3]);
  expect(numbersOf(findNews(entries, placeOf(2, 20)))).toEqual([3]);
  expect(numbersOf(findNews(entries, placeOf(3, 20)))).toEqual([]);
});

test('a record whose beginning is forgotten, and one that was begun anew', () => {
  expect(numbersOf(findNews([entry(301, 30), entry(302, 40)], placeOf(250, 9)))).toEqual([301, 302]);
  expect(numbersOf(findNews([entry(1, 10), entry(2, 50)], placeOf(7, 40)))).toEqual([2]);
  expect(numbersOf(findNews([], placeOf(7, 40)))).toEqual([]);
});
