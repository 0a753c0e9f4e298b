import { answerZip } from '../../http/answer/zip.ts';
import { json } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { nameOf, type PersonName } from '../../http/routing/person-name.ts';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { Refusal, required } from '../../kernel/refusal.ts';
import { nextBackupTime } from '../../platform/config/backups.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { recordAudit } from '../audit/record.ts';
import type { backupsContract } from './contract.ts';
import { listFiles } from './download.ts';
import { backupJob } from './jobs.ts';
import { type FoundBackup, findBackups } from './listing.ts';
import { type BackupManifest, readManifest } from './manifest.ts';
import { openTarget } from './open-target.ts';
import { isRunLocked } from './run-lock.ts';
import { addWaitingRun, type BackupRun, endAbandonedRuns, listRuns } from './runs.ts';
import { type BackupTarget, TargetAway, TargetFull } from './target.ts';

const SHOWN_RUNS = 20;
/** Maximum time that a page waits for the target. */
const LOOK_MS = 6_000;

export interface BackupsDependencies {
  readonly config: Pick<Config, 'backups'>;
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'countQueued' | 'enqueue'>;
  readonly people: {
    readonly readByIds: (
      db: Queries,
      ids: readonly string[],
    ) => Promise<ReadonlyMap<string, PersonName & { readonly status: string }>>;
  };
  readonly log: Log;
}

export function backupsHandlers({
  config: { backups },
  database,
  jobs,
  people,
  log,
}: BackupsDependencies): Handlers<typeof backupsContract> {
  const open = (): BackupTarget => {
    if (backups.to === undefined) throw new Refusal('backups_off');
    return openTarget(backups.to);
  };
  const present = async (runs: readonly BackupRun[]) => {
    const [persons, lost] = await Promise.all([
      people.readByIds(database.db, [...new Set(runs.flatMap(({ accountId }) => accountId ?? []))]),
      findLost(database.db, runs),
    ]);
    return runs.map((run) => presentRun(run, nameOf(persons.get(run.accountId ?? '')), lost.has(run.id)));
  };
  return {
    adminBackupList: async () => {
      const target = open();
      try {
        const { schedule, timeZone, keep } = backups;
        const [found, runs] = await Promise.all([
          withinTime(look(target, log), LOOK_MS, () => undefined),
          listRuns(database.db, SHOWN_RUNS),
        ]);
        return json({
          target: target.place,
          isReachable: found !== undefined,
          schedule:
            schedule === undefined
              ? null
              : { cron: schedule, timeZone, nextAt: nextBackupTime(schedule, timeZone, new Date()).getTime() },
          keep,
          backups: (found ?? []).map(presentBackup),
          runs: await present(runs),
        });
      } finally {
        target.close();
      }
    },
    adminBackupCreate: async ({ actor: { accountId } }) => {
      const target = open();
      target.close();
      const queued = (await jobs.countQueued()).get(backupJob.kind);
      const run = await database.transaction(async (tx) => {
        if (await isRunLocked(tx)) throw new Refusal('backup_running');
        if (queued === 0) await endAbandonedRuns(tx);
        const added = required(await addWaitingRun(tx, target.place, accountId), 'backup_running');
        await jobs.enqueue(tx, backupJob, { runId: added.id });
        await recordAudit(tx, {
          actorAccountId: accountId,
          action: 'backup.start',
          subjectKind: 'instance',
          subjectId: 'backups',
        });
        return added;
      });
      const [view] = await present([run]);
      if (view === undefined) throw new Error('the run is not there');
      return { status: 202, body: { run: view } };
    },
    adminBackupDownload: async ({ params: { id }, context, actor: { accountId } }) => {
      const target = open();
      const manifest = await requireBackup(target, id);
      if (!context.isHead) {
        await database.transaction((tx) =>
          recordAudit(tx, {
            actorAccountId: accountId,
            action: 'backup.download',
            subjectKind: 'instance',
            subjectId: 'backups',
            after: { backup: id },
          }),
        );
      }
      const onError = (error: unknown): void =>
        log.error('the download of a backup was interrupted', { requestId: context.requestId, backup: id, error });
      return answerZip(context, `livehouse-${id}.zip`, () => listFiles(target, manifest), onError);
    },
  };
}

/** The backups in a target; undefined when it cannot be read. */
async function look(target: BackupTarget, log: Log): Promise<readonly FoundBackup[] | undefined> {
  try {
    await target.requireThere();
    return (await findBackups(target)).backups;
  } catch (error) {
    if (!(error instanceof TargetAway) && !(error instanceof TargetFull)) throw error;
    log.warn('the target of backups cannot be read', { error });
    return undefined;
  }
}

async function requireBackup(target: BackupTarget, id: string): Promise<BackupManifest> {
  try {
    await target.requireThere();
    const manifest = await readManifest(target, id);
    if (manifest === undefined || manifest === 'damaged') throw new Refusal('backup_not_found');
    return manifest;
  } catch (error) {
    throw error instanceof TargetAway ? new Refusal('backup_target_unavailable', { cause: error }) : error;
  }
}

const presentBackup = ({ name, startedAt, manifest, check, state }: FoundBackup) => ({
  id: name,
  startedAt,
  madeAt: manifest?.madeAt ?? null,
  state,
  checkedAt: check?.checkedAt ?? null,
  rows: manifest?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? null,
  objects: manifest?.objects.count ?? null,
  bytes: manifest?.objects.bytes ?? null,
  isEncrypted: manifest === undefined ? null : manifest.encryption !== null,
  livehouse: manifest?.livehouse ?? null,
});

/**
 * Ids of runs that nobody performs any more, though their process could not say so. A run holds the lock from before it begins until
 * after its end is stored, so one that is running before and after the lock was free is lost.
 */
async function findLost(db: Queries, runs: readonly BackupRun[]): Promise<ReadonlySet<string>> {
  const before = new Set(runs.flatMap(({ id, state }) => (state === 'running' ? [id] : [])));
  if (before.size === 0 || (await isRunLocked(db))) return new Set();
  const after = await listRuns(db, SHOWN_RUNS);
  return new Set(after.flatMap(({ id, state }) => (state === 'running' && before.has(id) ? [id] : [])));
}

function presentRun(run: BackupRun, by: PersonName | null, isLost: boolean) {
  const { id, cause, name, createdAt, startedAt, endedAt, failure, message } = run;
  const { sentObjects, sentBytes, checkedObjects, lostObjects, problems, removed } = run;
  return {
    id,
    state: isLost ? ('failed' as const) : run.state,
    cause,
    by,
    backupId: name,
    createdAt: createdAt.getTime(),
    startedAt: startedAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
    sentObjects,
    sentBytes,
    checkedObjects,
    lostObjects,
    problems,
    removed,
    failure: isLost ? 'interrupted' : failure,
    message,
  };
}
