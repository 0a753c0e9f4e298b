// The table of runs: who asked for a backup, how it went, and why it failed.
import { and, desc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { RETENTION } from '../../kernel/retention.ts';
import { maskUserInfo } from '../../platform/config/values.ts';
import type { Queries, Transaction } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/errors.ts';
import { backupRun } from '../../platform/database/schema/backups.ts';
import { ObjectsUnavailable } from '../../platform/objects/objects.ts';
import { OperatorError } from '../release/common/operator-error.ts';
import type { BackupResult } from './backup.ts';
import { TargetUnreliable } from './send-objects.ts';
import { TargetAway, TargetFull } from './target.ts';

export type BackupRun = typeof backupRun.$inferSelect;
export type BackupCause = BackupRun['cause'];

/** How many runs are kept. */
const KEPT_RUNS = RETENTION.backupRuns.amount;
const MESSAGE_MAX = 500;

/** Adds a run that waits for its job; undefined when one waits already. */
export async function addWaitingRun(tx: Transaction, place: string, accountId: string): Promise<BackupRun | undefined> {
  const [row] = await tx
    .insert(backupRun)
    .values({ id: Bun.randomUUIDv7(), state: 'waiting', cause: 'request', accountId, place })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Ends runs that wait for a job that is not there any more, for example because it was deleted. */
export async function endAbandonedRuns(tx: Transaction): Promise<void> {
  await tx
    .update(backupRun)
    .set({ state: 'failed', failure: 'interrupted', endedAt: sql`now()` })
    .where(eq(backupRun.state, 'waiting'));
}

/** Begins a run: the given one, or a new one. Runs that seem to be running have ended, since this one holds the lock. */
export async function beginRun(
  db: Queries,
  { id, place, cause }: { readonly id: string | undefined; readonly place: string; readonly cause: BackupCause },
): Promise<string> {
  const runId = id ?? Bun.randomUUIDv7();
  await db
    .update(backupRun)
    .set({ state: 'failed', failure: 'interrupted', endedAt: sql`now()` })
    .where(eq(backupRun.state, 'running'));
  await db
    .insert(backupRun)
    .values({ id: runId, state: 'running', cause, place, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: backupRun.id,
      set: { state: 'running', place, failure: null, message: null, startedAt: sql`now()`, endedAt: null },
    });
  return runId;
}

/** Stores how a run ended, and forgets the oldest ones. */
export async function endRun(db: Queries, id: string, result: BackupResult): Promise<void> {
  const { manifest, sent, checked, lost, removed } = result;
  await db
    .update(backupRun)
    .set({
      state: 'done',
      name: manifest.name,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      objects: manifest.objects.count,
      objectBytes: manifest.objects.bytes,
      sentObjects: sent.objects,
      sentBytes: sent.bytes,
      checkedObjects: checked.objects,
      lostObjects: lost,
      problems: manifest.problems.length,
      removed: removed.length,
      endedAt: sql`now()`,
    })
    .where(eq(backupRun.id, id));
  const kept = db
    .select({ id: backupRun.id })
    .from(backupRun)
    .orderBy(desc(backupRun.createdAt), desc(backupRun.id))
    .limit(KEPT_RUNS);
  await db.delete(backupRun).where(and(notInArray(backupRun.id, kept), inArray(backupRun.state, ['done', 'failed'])));
}

/** Stores that a run failed, and why. */
export async function failRun(db: Queries, id: string, failure: BackupFailure): Promise<void> {
  await db
    .update(backupRun)
    .set({ state: 'failed', failure: failure.code, message: failure.message, endedAt: sql`now()` })
    .where(eq(backupRun.id, id));
}

/** Runs, newest first. */
export const listRuns = (db: Queries, limit: number): Promise<readonly BackupRun[]> =>
  db.select().from(backupRun).orderBy(desc(backupRun.createdAt), desc(backupRun.id)).limit(limit);

/** The last run that made a backup at a place. */
export async function findLastDone(db: Queries, place?: string): Promise<BackupRun | undefined> {
  const [row] = await db
    .select()
    .from(backupRun)
    .where(
      and(
        eq(backupRun.state, 'done'),
        place === undefined ? undefined : eq(backupRun.place, place),
        isNotNull(backupRun.name),
      ),
    )
    .orderBy(desc(backupRun.createdAt), desc(backupRun.id))
    .limit(1);
  return row;
}

export interface BackupFailure {
  readonly code: string;
  readonly message: string;
}

/** What an error of a run means for the operator. */
export function describeFailure(error: unknown): BackupFailure {
  const text = error instanceof Error ? error.message : String(error);
  const message = maskUserInfo(text).slice(0, MESSAGE_MAX);
  if (error instanceof OperatorError) return { code: error.findings[0]?.code ?? 'failed', message };
  if (error instanceof TargetUnreliable) return { code: 'backup_target_unreliable', message };
  if (error instanceof TargetFull) return { code: 'backup_target_full', message };
  if (error instanceof TargetAway) return { code: 'backup_target_unavailable', message };
  if (error instanceof ObjectsUnavailable) return { code: 'storage_unavailable', message };
  if (isDatabaseUnavailable(error)) return { code: 'database_unavailable', message: 'The database cannot be reached' };
  if (error instanceof Error && error.name === 'AbortError')
    return { code: 'interrupted', message: 'The run was stopped' };
  return { code: 'internal_error', message: 'An unexpected error; the log has it' };
}
