// Performs a run from start to end, in the service or as a command: opens connections of its own, holds the lock, and stores
// how it went.
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sql';
import { findAuthSecret } from '../../platform/config/auth-secret.ts';
import { type Config, type ObjectsConfig, readSoftwareVersion } from '../../platform/config/config.ts';
import { requirePresentSchema } from '../../platform/database/migrate.ts';
import { openDatabaseSession } from '../../platform/database/session.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type OperatorError, operatorError } from '../release/common/operator-error.ts';
import { type BackupResult, type BackupStep, makeBackup } from './backup.ts';
import { findBackups } from './listing.ts';
import { openTarget } from './open-target.ts';
import { holdRunLock } from './run-lock.ts';
import { type BackupCause, beginRun, describeFailure, endRun, failRun, findLastDone } from './runs.ts';
import { TargetAway, TargetFull } from './target.ts';

const CONNECTION = 'livehouse backup';

export interface PerformOptions {
  readonly config: Config;
  readonly openObjects: (config: ObjectsConfig) => Objects;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly cause: BackupCause;
  /** A run that waits; undefined: a new one. */
  readonly runId?: string | undefined;
  /** Whether a target that lost its backups is used as a new one. */
  readonly beginAnew?: boolean;
  readonly onProgress?: (step: BackupStep, done: number, total: number) => void;
}

/** Where backups go. Refuses when BACKUP_TO is not set. */
export function requireTarget({ backups }: Pick<Config, 'backups'>) {
  if (backups.to === undefined) {
    throw operatorError('backup_target_unset', 'Set BACKUP_TO to the folder or the bucket that backups are written to');
  }
  return openTarget(backups.to);
}

/** Makes a backup. Throws OperatorError for everything that an operator can resolve. */
export async function performBackup(options: PerformOptions): Promise<BackupResult> {
  const { config, log, cause, runId } = options;
  const { backups, dataDirectory } = config;
  const target = requireTarget(config);
  const workFolder = join(dataDirectory, 'backups');
  // Copies of remote objects are stored apart, so that they do not evict the service's cache.
  const objects = options.openObjects({ ...config, cacheDirectory: join(workFolder, 'fetched') });
  const session = await openDatabaseSession(config, CONNECTION, log).catch(async (error: unknown) => {
    await objects.close();
    target.close();
    throw error;
  });
  try {
    await requirePresentSchema(session.sql);
    const db = drizzle(session.sql);
    return await holdRunLock(session.sql, async (requireHeld) => {
      const id = await beginRun(db, { id: runId, place: target.place, cause });
      try {
        await target.requireThere();
        await requireNotEmptied(options, target, (await findLastDone(db, target.place))?.name ?? undefined);
        const result = await makeBackup({
          target,
          objects,
          sql: session.sql,
          ...backups,
          workFolder,
          secret: findAuthSecret(config),
          livehouse: readSoftwareVersion(),
          signal: options.signal,
          log,
          requireHeld,
          ...(options.onProgress !== undefined && { onProgress: options.onProgress }),
        });
        await endRun(db, id, result);
        return result;
      } catch (error) {
        await failRun(db, id, describeFailure(error)).catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    throw explain(error);
  } finally {
    await session.close();
    await objects.close();
    target.close();
  }
}

/** A disk that is not mounted is an empty folder, which must not be filled. */
async function requireNotEmptied(
  { beginAnew = false }: PerformOptions,
  target: ReturnType<typeof openTarget>,
  last: string | undefined,
): Promise<void> {
  if (beginAnew || last === undefined || (await findBackups(target)).backups.length > 0) return;
  throw operatorError(
    'backup_target_emptied',
    `${target.place} has no backups, though ${last} was made there: is its disk mounted? To begin anew there, run ` +
      '"livehouse backup now --begin"',
  );
}

/** Errors of the target as the command line reports them. */
export function explain(error: unknown): unknown {
  if (!(error instanceof TargetAway) && !(error instanceof TargetFull)) return error;
  const { code, message } = describeFailure(error);
  const explained: OperatorError = operatorError(code, message);
  explained.cause = error;
  return explained;
}
