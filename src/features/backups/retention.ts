// Which backups are kept: the newest of each of the last so many days, weeks (from Monday) and months that have one. Pure.
import { dayReader } from '../../kernel/local-days.ts';
import type { BackupKeep } from '../../platform/config/backups.ts';

export interface KeptBackup {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly state: 'verified' | 'unverified' | 'damaged';
}

const DAY_MS = 86_400_000;

/**
 * Names of the backups to keep. Verified ones are chosen among themselves, so that a damaged one never takes the place of one
 * that can be restored. The newest one, and the newest verified one, are always among them.
 */
export function planRetention(backups: readonly KeptBackup[], keep: BackupKeep, timeZone: string): ReadonlySet<string> {
  const newestFirst = backups.toSorted((a, b) => b.startedAt - a.startedAt);
  const verified = newestFirst.filter(({ state }) => state === 'verified');
  return new Set([
    ...choose(verified, keep, timeZone),
    ...choose(newestFirst, keep, timeZone),
    ...newestFirst.slice(0, 1).map(({ name }) => name),
    ...verified.slice(0, 1).map(({ name }) => name),
  ]);
}

function* choose(newestFirst: readonly KeptBackup[], keep: BackupKeep, timeZone: string): Generator<string> {
  const dayOf = dayReader(timeZone);
  const spans = [
    [keep.days, (day: string) => day],
    [keep.weeks, weekOf],
    [keep.months, (day: string) => day.slice(0, 7)],
  ] as const;
  for (const [count, spanOf] of spans) {
    const seen = new Set<string>();
    for (const { name, startedAt } of newestFirst) {
      const span = spanOf(dayOf(startedAt));
      if (seen.has(span)) continue;
      if (seen.size === count) break;
      seen.add(span);
      yield name;
    }
  }
}

/** The Monday of the week of a day, as a day. */
function weekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
