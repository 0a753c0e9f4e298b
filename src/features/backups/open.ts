import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { BoundJob } from '../../platform/jobs/jobs.ts';
import type { MetricFamily } from '../../platform/telemetry/metrics.ts';
import { backupsContract } from './contract.ts';
import { type BackupsDependencies, backupsHandlers } from './handlers.ts';
import { type BackupJobDependencies, bindBackupJob } from './jobs.ts';
import { measureBackups } from './metrics.ts';
import { findLastDone } from './runs.ts';

export interface Backups {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  /** When the last verified backup in BACKUP_TO was complete. */
  readLast(): Promise<Date | undefined>;
  measure(): Promise<readonly MetricFamily[]>;
}

/** Opens backups. The database may still be starting. */
export function openBackups(dependencies: BackupJobDependencies & BackupsDependencies): Backups {
  const { config, database } = dependencies;
  return {
    routes: bindRoutes(backupsContract, backupsHandlers(dependencies)),
    jobs: [bindBackupJob(dependencies)],
    readLast: async () => (await findLastDone(database.db))?.endedAt ?? undefined,
    measure: () => measureBackups(database.db, config.backups),
  };
}
