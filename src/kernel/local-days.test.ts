// Days of time zones: also those that a clock makes longer or shorter, and those that begin at one o'clock.
import { expect, test } from 'bun:test';
import { isTimeZone, listLocalDays } from './local-days.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);

test('zones are those of the runtime', () => {
  for (const name of ['UTC', 'Asia/Taipei', 'Europe/Berlin']) expect([name, isTimeZone(name)]).toEqual([name, true]);
  for (const name of ['', 'Mars/Olympus', "UTC'; drop"]) expect([name, isTimeZone(name)]).toEqual([name, false]);
});

test('the last day is that of the reader', () => {
  const now = at('2026-11-27T16:30:00Z');
  expect(listLocalDays('UTC', 2, now)).toEqual([
    { day: '2026-11-26', start: at('2026-11-26T00:00:00Z'), stop: at('2026-11-27T00:00:00Z') },
    { day: '2026-11-27', start: at('2026-11-27T00:00:00Z'), stop: at('2026-11-28T00:00:00Z') },
  ]);
  expect(listLocalDays('Asia/Tokyo', 1, now)).toEqual([
    { day: '2026-11-28', start: at('2026-11-27T15:00:00Z'), stop: at('2026-11-28T15:00:00Z') },
  ]);
  expect(listLocalDays('America/Los_Angeles', 1, now)[0]?.day).toBe('2026-11-27');
});

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Asia/Kathmandu', '2026-05-01', 24],
])('%s, %s: %d hours', (timeZone, day, hours) => {
  const [only] = listLocalDays(timeZone, 1, at(`${day}T11:00:00Z`));
  expect([only?.day, ((only?.stop ?? 0) - (only?.start ?? 0)) / HOUR]).toEqual([day, hours]);
});

test('days follow one another without a gap', () => {
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati']) {
    const days = listLocalDays(zone, 90, at('2026-11-27T16:30:00Z'));
    expect(days).toHaveLength(90);
    for (const [index, { stop }] of days.slice(0, -1).entries()) expect(stop).toBe(days[index + 1]?.start ?? 0);
  }
});
