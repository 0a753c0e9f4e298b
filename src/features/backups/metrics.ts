// Metrics of backups, from the table of runs: they are known while the target is away, which is when they matter.
import { z } from 'zod';
import { type BackupConfig, nextBackupTime } from '../../platform/config/backups.ts';
import type { Queries } from '../../platform/database/database.ts';
import { readRow } from '../../platform/database/rows.ts';
import { family, type MetricFamily } from '../../platform/telemetry/metrics.ts';

const number = z.coerce.number();
const row = z.object({
  /** Seconds since the epoch. */
  madeAt: number.nullable(),
  bytes: number.nullable(),
  lost: number.nullable(),
  seconds: number.nullable(),
  hasFailed: z.boolean().nullable(),
  firstAt: number.nullable(),
});

/** None without BACKUP_TO. */
export async function measureBackups(db: Queries, backups: BackupConfig): Promise<readonly MetricFamily[]> {
  if (backups.to === undefined) return [];
  const found = await readRow(db, row)`
    select extract(epoch from done.ended_at)::float8 as "madeAt", done.sent_bytes as bytes, done.lost_objects as lost,
        extract(epoch from done.ended_at - done.started_at)::float8 as seconds,
        (select state = 'failed' from backup_run where state in ('done', 'failed')
          order by created_at desc, id desc limit 1) as "hasFailed",
        (select extract(epoch from min(applied_at))::float8 from migration where name like '%backups%') as "firstAt"
      from (select 1) one left join lateral (select * from backup_run where state = 'done'
        order by created_at desc, id desc limit 1) done on true`;
  const gauge = (name: string, help: string, value: number): MetricFamily =>
    family(name, help, 'gauge', [{ suffix: '', labels: {}, value }], 'max');
  const families = [
    gauge('livehouse_backup_failed', 'Whether the last run failed.', found?.hasFailed === true ? 1 : 0),
    gauge('livehouse_backup_overdue_seconds', 'For how long a scheduled backup is due.', overdueOf(backups, found)),
  ];
  if (found?.madeAt == null) return families;
  return [
    ...families,
    gauge('livehouse_backup_timestamp_seconds', 'When the last verified backup was complete.', found.madeAt),
    gauge('livehouse_backup_duration_seconds', 'How long it took.', found.seconds ?? 0),
    gauge('livehouse_backup_sent_bytes', 'Bytes of objects that it sent.', found.bytes ?? 0),
    gauge('livehouse_backup_lost_objects', 'Old objects that it found lost or altered in the target.', found.lost ?? 0),
  ];
}

/** Since the first time of the schedule after the last backup, or after backups came to this instance. */
function overdueOf(
  { schedule, timeZone }: BackupConfig,
  found: Pick<z.output<typeof row>, 'madeAt' | 'firstAt'> | undefined,
): number {
  const since = found?.madeAt ?? found?.firstAt;
  if (schedule === undefined || since == null) return 0;
  const dueAt = nextBackupTime(schedule, timeZone, new Date(since * 1000)).getTime();
  return Math.max(0, (Date.now() - dueAt) / 1000);
}
