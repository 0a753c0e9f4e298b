// The job that makes a backup. Idempotent: a run that was interrupted left nothing that counts, and the next attempt cleans up.
import { z } from 'zod';
import type { Config, ObjectsConfig } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { performBackup } from './perform.ts';
import { BACKUP_RUNNING } from './run-lock.ts';
import { describeFailure, failRun } from './runs.ts';

/** Without `runId` it is due by the schedule. */
export const backupJob = declareJob({
  kind: 'backup.run',
  payload: z.object({ runId: z.uuid().optional() }),
  plan: { retries: 2, retrySeconds: 300, retryMaxSeconds: 1800, expireSeconds: 23 * 3600 },
  singleton: () => 'backup',
});

export interface BackupJobDependencies {
  readonly config: Config;
  readonly openObjects: (config: ObjectsConfig) => Objects;
  readonly database: Database;
  readonly log: Log;
}

/** The job with its schedule. Without BACKUP_TO it ends at once. */
export function bindBackupJob({ config, openObjects, database, log }: BackupJobDependencies): BoundJob {
  const { to, schedule, timeZone } = config.backups;
  return bindJob(
    backupJob,
    async ({ runId }, { signal }) => {
      if (to === undefined) return;
      try {
        const cause = runId === undefined ? 'schedule' : 'request';
        const result = await performBackup({ config, openObjects, log, signal, cause, runId });
        const { manifest, sent, lost, removed, damaged } = result;
        log.info('backup made', { name: manifest.name, sent: sent.objects, bytes: sent.bytes, lost, removed });
        if (damaged.length > 0) log.error('backups are damaged in their target', { damaged });
        if (manifest.problems.length > 0) {
          log.warn('objects are missing or damaged in the store', { objects: manifest.problems.length });
        }
      } catch (error) {
        const failure = describeFailure(error);
        // Also where the run could not begin: a request must not wait for ever.
        if (runId !== undefined) await failRun(database.db, runId, failure).catch(() => undefined);
        // The backup that is being made is as recent as this one would be.
        if (failure.code === BACKUP_RUNNING) {
          log.info('a backup is being made already');
          return;
        }
        log.error('the backup failed', { code: failure.code, reason: failure.message });
        throw error;
      }
    },
    schedule === undefined || to === undefined ? undefined : { cron: schedule, timeZone },
  );
}
