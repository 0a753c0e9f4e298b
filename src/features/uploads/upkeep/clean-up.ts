// Recovers abandoned work and removes what has expired; the only recovery path, run on a schedule and at start. Sweep:
// restarts assemblies and examinations of dead processes. Removal: expired intents and unlinked files, old originals,
// old rejected files, then the bytes of everything deleted. Orphans: objects and parts without a row. Linked files are
// never touched. All steps are idempotent and check the row that they change.
import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { ATTACHMENTS_PREFIX, attachmentPrefix, PARTS_PREFIX, partsPrefix } from '../../../kernel/object-key.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Database } from '../../../platform/database/database.ts';
import { attachment, attachmentPart, attachmentVariant } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { isUnderAppeal } from '../../moderation/common/active-restrictions.ts';
import { readAttachment } from '../common/attachments.ts';
import { eraseJob, finishJob } from '../common/jobs.ts';
import { isAbandoned } from '../common/leases.ts';
import { enqueueScan } from '../examination/queue.ts';

export interface CleanUpDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  /** Days for which an original is kept after its file is ready. */
  readonly originalsDays: number;
  readonly log: Log;
}

const BATCH = 100;
/** Retention of files that nobody reviewed, and of rejected ones, which may be appealed for a month. */
const REVIEW_DAYS = RETENTION.heldFile.amount;
const REJECTED_DAYS = RETENTION.rejectedFile.amount;
/** After this time the removal of a deleted file's bytes is enqueued again. */
const REMOVAL_MINUTES = 5;
/** Grace period for objects without a row, which may still be written. */
const ORPHAN_HOURS = RETENTION.orphan.amount;
/** After this time without a lease, the job of a waiting file may be lost or held by a dead process. */
const STANDING_SECONDS = 30;

type Status = (typeof attachment.$inferSelect)['status'];

/**
 * SQL: a file is in one of these states. Written out, since PostgreSQL uses a partial index only if it sees in the statement
 * that its condition holds.
 */
const isIn = (...states: readonly Status[]): SQL =>
  sql`${attachment.status} in (${sql.raw(states.map((state) => `'${state}'`).join(', '))})`;

/**
 * Restarts work that dead processes left unfinished, and files that wait without a job. A superfluous job finds nothing
 * to do. At start (`standingSeconds` 0) every waiting file gets a new job.
 */
export async function sweepUploads(
  { database, enqueue }: CleanUpDependencies,
  standingSeconds = STANDING_SECONDS,
): Promise<void> {
  const rows = await database.db
    .select({
      id: attachment.id,
      status: attachment.status,
      token: attachment.leaseToken,
      holder: attachment.leaseHolder,
      isOver: sql<boolean>`coalesce(${attachment.leaseUntil} <= now(), ${attachment.updatedAt} < now() - make_interval(secs => ${standingSeconds}))`,
    })
    .from(attachment)
    .where(and(isIn('finishing', 'scanning'), or(isIn('finishing'), sql`${attachment.processing} <> 'ready'`)))
    .orderBy(attachment.updatedAt)
    .limit(BATCH);
  for (const { id, status, token, holder, isOver } of rows) {
    if (!isOver && !isAbandoned({ leaseToken: token, leaseHolder: holder })) continue;
    await database.transaction(async (tx) => {
      const [freed] = await tx
        .update(attachment)
        .set({ leaseToken: null, leaseHolder: null, leaseUntil: null, updatedAt: sql`now()` })
        .where(
          and(
            eq(attachment.id, id),
            inArray(attachment.status, ['finishing', 'scanning']),
            token === null ? isNull(attachment.leaseToken) : eq(attachment.leaseToken, token),
          ),
        )
        .returning();
      if (freed === undefined) return;
      if (status === 'finishing') await enqueue(tx, finishJob, { id });
      else await enqueueScan(enqueue, tx, freed);
    });
  }
}

/** Removes what has expired. */
export async function removeExpired(dependencies: CleanUpDependencies): Promise<void> {
  await deleteWhere(dependencies, lt(attachment.expiresAt, sql`now()`), ['reserved', 'scanning', 'ready']);
  const isOlder = (days: number): SQL => lt(attachment.updatedAt, sql`now() - make_interval(days => ${days})`);
  await deleteWhere(dependencies, isOlder(REVIEW_DAYS), ['review']);
  const isAppealed = isUnderAppeal('attachment', sql`${attachment.id}`);
  await deleteWhere(dependencies, sql`${isOlder(REJECTED_DAYS)} and not ${isAppealed}`, ['rejected']);
  await removeOriginals(dependencies);
  await resumeErasure(dependencies);
}

/** Marks as deleted, in batches, unlinked rows in these states that nobody is working on. */
async function deleteWhere(
  dependencies: CleanUpDependencies,
  condition: SQL,
  states: readonly Status[],
): Promise<void> {
  const { database, enqueue } = dependencies;
  const isOver = and(
    isIn(...states),
    isNull(attachment.linkedAt),
    condition,
    or(isNull(attachment.leaseUntil), lt(attachment.leaseUntil, sql`now()`)),
  );
  for (;;) {
    const count = await database.transaction(async (tx) => {
      const found = await tx
        .select({ id: attachment.id })
        .from(attachment)
        .where(isOver)
        .limit(BATCH)
        .for('update', { skipLocked: true });
      if (found.length === 0) return 0;
      const ids = found.map(({ id }) => id);
      await tx.update(attachment).set({ status: 'deleted', updatedAt: sql`now()` }).where(inArray(attachment.id, ids));
      for (const id of ids) await enqueue(tx, eraseJob, { id });
      return ids.length;
    });
    if (count < BATCH) return;
  }
}

/** Removes originals of files that have been ready long enough. */
async function removeOriginals({ database, objects, originalsDays }: CleanUpDependencies): Promise<void> {
  const { db } = database;
  for (let count = BATCH; count === BATCH; ) {
    const rows = await db
      .select({ id: attachment.id, originalKey: attachment.originalKey, size: attachment.size })
      .from(attachment)
      .where(
        and(
          isIn('ready'),
          isNull(attachment.originalRemovedAt),
          lt(attachment.readyAt, sql`now() - make_interval(days => ${originalsDays})`),
        ),
      )
      .limit(BATCH);
    for (const { id, originalKey, size } of rows) {
      // The row is updated first, so that no row refers to a missing original.
      await db
        .update(attachment)
        .set({ originalRemovedAt: sql`now()`, chargedBytes: sql`greatest(0, ${attachment.chargedBytes} - ${size})` })
        .where(and(eq(attachment.id, id), isNull(attachment.originalRemovedAt)));
      await objects.remove(originalKey);
    }
    count = rows.length;
  }
}

/** Enqueues the removal of bytes again where it did not happen. */
async function resumeErasure({ database, enqueue }: CleanUpDependencies): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx
      .select({ id: attachment.id })
      .from(attachment)
      .where(
        and(
          isIn('deleted'),
          isNull(attachment.objectsRemovedAt),
          lt(attachment.updatedAt, sql`now() - make_interval(mins => ${REMOVAL_MINUTES})`),
        ),
      )
      .limit(BATCH);
    for (const { id } of rows) await enqueue(tx, eraseJob, { id });
  });
}

/** Removes the bytes of one deleted or rejected file. */
export async function eraseAttachment({ database, objects }: CleanUpDependencies, id: string): Promise<void> {
  const row = await readAttachment(database.db, id);
  if (row === undefined || (row.status !== 'deleted' && row.status !== 'rejected')) return;
  if (row.partHandle !== null) await objects.parts.abort({ key: row.originalKey, handle: row.partHandle });
  for await (const { key } of objects.list(attachmentPrefix(id))) await objects.remove(key);
  await database.transaction(async (tx) => {
    const now = sql`now()`;
    await tx
      .update(attachment)
      .set({ objectsRemovedAt: now, originalRemovedAt: now, chargedBytes: 0 })
      .where(and(eq(attachment.id, id), inArray(attachment.status, ['deleted', 'rejected'])));
    await tx.delete(attachmentPart).where(eq(attachmentPart.attachmentId, id));
    await tx.delete(attachmentVariant).where(eq(attachmentVariant.attachmentId, id));
  });
}

/** Removes folders without a row, objects of failed runs, and incomplete files. */
export async function removeOrphans({ database, objects, log }: CleanUpDependencies): Promise<void> {
  const { db } = database;
  const oldest = Date.now() - ORPHAN_HOURS * 3_600_000;
  const names = await objects.children(ATTACHMENTS_PREFIX);
  let removed = 0;
  for (let start = 0; start < names.length; start += BATCH) {
    const ids = names.slice(start, start + BATCH).filter((name) => /^[0-9a-f-]{36}$/.test(name));
    if (ids.length === 0) continue;
    const kept = new Set<string>();
    const rows = await db
      .select({ id: attachment.id, key: attachment.originalKey })
      .from(attachment)
      .where(and(inArray(attachment.id, ids), isNull(attachment.originalRemovedAt)));
    for (const { key } of rows) kept.add(key);
    const variants = await db
      .select({ key: attachmentVariant.objectKey })
      .from(attachmentVariant)
      .where(and(inArray(attachmentVariant.attachmentId, ids), isNotNull(attachmentVariant.objectKey)));
    for (const { key } of variants) kept.add(key);
    for (const id of ids) {
      for await (const { key, modifiedAt } of objects.list(attachmentPrefix(id))) {
        if (kept.has(key) || modifiedAt > oldest) continue;
        await objects.remove(key);
        removed += 1;
      }
    }
  }
  removed += await removeLeftParts(database, objects, oldest);
  const swept = await objects.parts.sweep();
  if (removed + swept > 0) log.info('objects of uploads without an owner were removed', { removed, swept });
}

/** Removes parts without an upload, left by a dead process or received too late. */
async function removeLeftParts({ db }: Database, objects: Objects, oldest: number): Promise<number> {
  const handles = await objects.children(PARTS_PREFIX);
  let removed = 0;
  for (let start = 0; start < handles.length; start += BATCH) {
    const batch = handles.slice(start, start + BATCH);
    const rows = await db
      .select({ handle: attachment.partHandle })
      .from(attachment)
      .where(and(inArray(attachment.partHandle, batch), inArray(attachment.status, ['reserved', 'finishing'])));
    const held = new Set(rows.map(({ handle }) => handle));
    for (const handle of batch) {
      if (held.has(handle) || (await isYoung(objects, partsPrefix(handle), oldest))) continue;
      // For stores that keep parts in a folder, only its name matters.
      await objects.parts.abort({ key: handle, handle });
      removed += 1;
    }
  }
  return removed;
}

/** Whether anything below a prefix was modified after `oldest`. */
async function isYoung(objects: Objects, prefix: string, oldest: number): Promise<boolean> {
  for await (const { modifiedAt } of objects.list(prefix)) if (modifiedAt > oldest) return true;
  return false;
}
