import { expect, test } from 'bun:test';
import { nextBackupTime, readBackupKeep, readBackupSchedule } from '../../platform/config/backups.ts';
import { type KeptBackup, planRetention } from './retention.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-27T03:30:00Z');
const make = (day: number, state: KeptBackup['state'] = 'verified', hours = 0): KeptBackup => ({
  name: `${day}${hours === 0 ? '' : `+${hours}`}`,
  startedAt: START - day * DAY + hours * 3_600_000,
  state,
});
const KEEP = { days: 7, weeks: 4, months: 6 };
const kept = (backups: readonly KeptBackup[], keep = KEEP, zone = 'UTC') => [...planRetention(backups, keep, zone)];

test('a year of daily backups becomes 7 days, 4 weeks and 6 months', () => {
  const names = kept(Array.from({ length: 365 }, (_, day) => make(day)))
    .map(Number)
    .sort((a, b) => a - b);
  // The Sundays of the weeks before, and the last days of the months before.
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 6, 12, 19, 27, 58, 88, 119, 150]);
});

test('of several a day the newest is kept, and the day is that of the time zone', () => {
  const backups = [make(1), make(1, 'verified', 4), make(0)];
  expect(kept(backups, { days: 2, weeks: 0, months: 0 }).sort()).toEqual(['0', '1+4']);
  // 03:30 and 07:30 in UTC are 22:30 of the day before and 02:30 in New York.
  expect(kept(backups, { days: 3, weeks: 0, months: 0 }, 'America/New_York').sort()).toEqual(['0', '1']);
});

test('the newest verified one stays whatever came after it, and damaged ones take no place', () => {
  const backups = [make(0, 'damaged'), make(1, 'unverified'), make(2), make(3)];
  expect(kept(backups, { days: 1, weeks: 0, months: 0 }).sort()).toEqual(['0', '2']);
  expect(kept([make(9), ...Array.from({ length: 9 }, (_, day) => make(day, 'damaged'))])).toContain('9');
  expect(kept([])).toEqual([]);
});

test('what BACKUP_KEEP and BACKUP_SCHEDULE may be', () => {
  expect(readBackupKeep('7d4w6m')).toEqual(KEEP);
  expect(readBackupKeep('30d')).toEqual({ days: 30, weeks: 0, months: 0 });
  for (const text of ['', '0d', '4w7d', '7', '7x', '1000d', '-1d'])
    expect(() => readBackupKeep(text)).toThrow(/7d4w6m/);
  expect(readBackupSchedule('30  3 * * 1')).toBe('30 3 * * 1');
  for (const text of ['0 0 31 2 *', '0 0 30 2 *', '* * * *', '* * * * * *', '60 * * * *', 'daily']) {
    expect(() => readBackupSchedule(text)).toThrow(/cron expression/);
  }
  // The hour that summer time leaves out.
  const next = nextBackupTime('30 2 * * *', 'Europe/Berlin', new Date('2027-03-27T12:00:00Z'));
  expect(next.toISOString().slice(0, 10)).toBe('2027-03-28');
});
