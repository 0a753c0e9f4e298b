// Quiet hours: in the time zone of the person, also past midnight and when clocks change.
import { expect, test } from 'bun:test';
import { isQuiet } from './settings.ts';

const at = (text: string): Date => new Date(text);

test('quiet hours begin with their first minute, end before their last, and may pass midnight', () => {
  const night = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };
  expect(isQuiet(night, at('2026-11-27T12:59:00Z'))).toBe(false);
  expect(isQuiet(night, at('2026-11-27T13:00:00Z'))).toBe(true);
  expect(isQuiet(night, at('2026-11-27T21:59:00Z'))).toBe(true);
  expect(isQuiet(night, at('2026-11-27T22:00:00Z'))).toBe(false);
  const noon = { from: '12:00', to: '13:00', timeZone: 'Europe/Berlin' };
  expect(isQuiet(noon, at('2026-07-01T10:30:00Z'))).toBe(true);
  expect(isQuiet(noon, at('2026-12-01T10:30:00Z'))).toBe(false);
  expect(isQuiet(null, at('2026-12-01T10:30:00Z'))).toBe(false);
});

test('equal times are no quiet hours', () => {
  expect(isQuiet({ from: '08:00', to: '08:00', timeZone: 'UTC' }, at('2026-12-01T08:00:00Z'))).toBe(false);
});
