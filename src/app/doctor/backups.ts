// A check of backups: whether their target can be used, how old the last one is, and what must be kept apart from them.
import { findBackups } from '../../features/backups/listing.ts';
import { openTarget } from '../../features/backups/open-target.ts';
import { keyMark } from '../../features/backups/sealing.ts';
import { writeStream } from '../../features/backups/target.ts';
import { nextBackupTime } from '../../platform/config/backups.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Check, check } from './check.ts';

const NAME = 'backups';
/** Time that a scheduled backup may take before it counts as missing. */
const PATIENCE_MS = 6 * 3_600_000;
const PROBE = 'objects/probe';

/** Checks the target, the age of the newest backup, and what has to be stored apart. */
export async function checkBackups(config: Config): Promise<Check> {
  const { to, schedule, timeZone, key } = config.backups;
  if (to === undefined) {
    return { name: NAME, state: 'ok', detail: 'off: BACKUP_TO and BACKUP_SCHEDULE are not set' };
  }
  const target = openTarget(to);
  const apart = [
    config.authSecret === undefined ? 'auth-secret in LIVEHOUSE_DATA' : 'AUTH_SECRET',
    ...(key === undefined ? [] : ['BACKUP_KEY']),
  ];
  const hint = `not in a backup, so keep apart: ${apart.join(', ')}, and the other settings`;
  try {
    let needsCare = false;
    const found = await check(NAME, target.place, async () => {
      await target.requireThere();
      await writeStream(target, PROBE, [Buffer.from('probe')]);
      await target.remove([PROBE]);
      const { backups } = await findBackups(target);
      const newest = backups.find(({ state }) => state === 'verified');
      const foreign = backups.some(
        ({ manifest }) =>
          manifest?.encryption != null && (key === undefined || manifest.encryption.keyMark !== keyMark(key)),
      );
      const damaged = backups.filter(({ state }) => state === 'damaged').map(({ name }) => name);
      const isOld =
        schedule !== undefined &&
        newest !== undefined &&
        nextBackupTime(schedule, timeZone, new Date(newest.startedAt)).getTime() + PATIENCE_MS < Date.now();
      const last = newest === undefined ? 'no verified backup yet' : `the newest verified one is ${newest.name}`;
      const notes = [
        ...(isOld ? ['which is older than BACKUP_SCHEDULE says'] : []),
        ...(schedule === undefined ? ['BACKUP_SCHEDULE is not set, so backups are made on request only'] : []),
        ...(damaged.length > 0 ? [`damaged: ${damaged.join(', ')}`] : []),
        ...(foreign ? ['some were encrypted with another BACKUP_KEY: keep that one too'] : []),
      ];
      needsCare = isOld || schedule === undefined || damaged.length > 0 || foreign;
      return [`${backups.length} in ${target.place}; ${last}`, ...notes, hint].join('; ');
    });
    return found.state === 'ok' && needsCare ? { ...found, state: 'warn' } : found;
  } finally {
    target.close();
  }
}
