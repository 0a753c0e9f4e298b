// Clock, steps, pages and addresses of the theatre.
import { describe, expect, test } from 'bun:test';
import { advanceClock, barAt, DRIFT_SECONDS, firstFrom, pageAt, readMoment, stepFrom, writeMoment } from './moments.ts';

const bars = { starts: [0, 2, 4, 6, 8, 10], end: 12 };

describe('the clock', () => {
  const report = { at: 5, frame: 1, rate: 1, isPlaying: true };
  test('is carried on by frames while the sound reports the same moment', () => {
    expect(advanceClock({ at: 5, frame: 0.99 }, report).at).toBeCloseTo(5.01);
    expect(advanceClock({ at: 5, frame: 0.99 }, { ...report, rate: 0.5 }).at).toBeCloseTo(5.005);
  });
  test('is pulled in when it drifts', () => {
    const far = { at: 5 - DRIFT_SECONDS - 0.02, frame: 1 };
    expect(advanceClock(far, report).at).toBe(5);
    expect(advanceClock({ at: 90, frame: 1 }, report).at).toBe(5);
  });
  test('stands where the sound stands', () => {
    expect(advanceClock({ at: 1, frame: 0 }, { ...report, isPlaying: false })).toEqual({ at: 5, frame: 1 });
  });
});

test('the first entry from a value on is found by halves', () => {
  const list = Array.from({ length: 1000 }, (_, i) => i * 2);
  for (const least of [-1, 0, 1, 999, 1998, 1999, 5000]) {
    const slow = list.findIndex((value) => value >= least);
    expect(firstFrom(list, least, (value) => value)).toBe(slow === -1 ? list.length : slow);
  }
});

test('steps lead to beats and bars, and not beyond the beginning', () => {
  expect(stepFrom(bars, 2, 1, 'beat')).toBe(2.5);
  expect(stepFrom(bars, 2.1, -1, 'beat')).toBe(2);
  expect(stepFrom(bars, 2, -1, 'beat')).toBe(1.5);
  expect(stepFrom(bars, 2.3, 1, 'bar')).toBe(4);
  expect(stepFrom(bars, 4, -1, 'bar')).toBe(2);
  expect(stepFrom(bars, 0, -1, 'bar')).toBe(0);
  expect(stepFrom(bars, 11.9, 1, 'bar')).toBe(11.9);
});

test('a page has four bars, and its head steps by beats', () => {
  expect(pageAt(bars, 3.2)).toEqual({ from: 0, to: 8, head: 3 });
  expect(pageAt(bars, 8)).toEqual({ from: 8, to: 12, head: 8 });
  expect(barAt(bars, 99)).toBe(5);
  expect(barAt(bars, -1)).toBe(0);
});

test('moments of addresses', () => {
  expect(readMoment('#t=12.4')).toEqual({ from: 12.4, to: undefined });
  expect(readMoment('#t=8,12')).toEqual({ from: 8, to: 12 });
  expect(readMoment('#t=12,8')).toEqual({ from: 12, to: undefined });
  for (const hash of ['', '#t=', '#t=-1', '#t=1e9', '#t=a', '#main', '#t=1,']) expect(readMoment(hash)).toBeUndefined();
  expect(writeMoment({ from: 12.44, to: undefined })).toBe('#t=12.4');
  expect(writeMoment({ from: 8, to: 12.06 })).toBe('#t=8,12.1');
});
