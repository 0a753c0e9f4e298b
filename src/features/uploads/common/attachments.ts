// The rows of attachments: intents, ownership, states, quota, and claiming finished files for a post. Every state
// change is one UPDATE whose WHERE clause names the expected state. Moves no bytes (parts.ts, finish.ts, scan.ts) and
// does not know what a file is linked to.
import { and, desc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { attachmentOriginalKey } from '../../../kernel/object-key.ts';
import { onlyOf } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import { isAnyOf, isUnexpired } from '../../../platform/database/conditions.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { columnsOf, prepareSql } from '../../../platform/database/prepared.ts';
import { rowOf } from '../../../platform/database/rows.ts';
import { attachment, attachmentPart, attachmentVariant } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { isUnderAppeal } from '../../moderation/common/active-restrictions.ts';
import { eraseJob } from './jobs.ts';
import type { Attachment, Part, Variant } from './present.ts';
import { INTENT_MINUTES, type IntentPlan, MODERATION_BLOCK, UNLINKED_HOURS } from './rules.ts';

export const intentExpiry: SQL = sql`now() + make_interval(mins => ${INTENT_MINUTES})`;
export const unlinkedExpiry: SQL = sql`now() + make_interval(hours => ${UNLINKED_HOURS})`;
export const isLive: SQL = isUnexpired(attachment.expiresAt);

/** Generates upload handles without contacting the store; undefined where the store must start an upload. */
export type NameUpload = Objects['parts']['nameUpload'];

export interface QuotaPlan {
  /** Storage quota of an account, in bytes; undefined: no limit. */
  readonly bytes: number | undefined;
}

/** Reserves a file, or returns the one that the same idempotency key reserved before. */
export function createIntent(
  database: Database,
  actor: Actor,
  key: string,
  plan: IntentPlan,
  quota: QuotaPlan,
  nameUpload: NameUpload,
): Promise<{ readonly row: Attachment; readonly created: boolean }> {
  const { accountId } = actor;
  return database.transaction(async (tx) => {
    // Serialises intents of an account, so that key and quota are checked against committed rows.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${accountId}`}, 0))`);
    const [before] = await tx
      .select()
      .from(attachment)
      .where(and(eq(attachment.ownerAccountId, accountId), eq(attachment.idempotencyKey, key)));
    if (before !== undefined) {
      const isSame =
        before.fileName === plan.fileName && before.mediaType === plan.mediaType && before.size === plan.size;
      if (!isSame) throw new Refusal('idempotency_conflict');
      return { row: before, created: false };
    }
    if (quota.bytes !== undefined && (await sumCharged(tx, accountId)) + plan.size > quota.bytes) {
      throw new Refusal('storage_quota_exceeded');
    }
    const id = Bun.randomUUIDv7();
    const row = onlyOf(
      await tx
        .insert(attachment)
        .values({
          id,
          ownerAccountId: accountId,
          ownerUid: actor.uid,
          idempotencyKey: key,
          ...plan,
          chargedBytes: plan.size,
          status: 'reserved',
          originalKey: attachmentOriginalKey(id),
          partHandle: nameUpload?.() ?? null,
          expiresAt: intentExpiry,
        })
        .returning(),
    );
    return { row, created: true };
  });
}

/** Bytes that count against the quota: everything except deleted and rejected files and expired intents. */
async function sumCharged(tx: Transaction, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${attachment.chargedBytes}), 0)` })
    .from(attachment)
    .where(
      and(
        eq(attachment.ownerAccountId, accountId),
        notInArray(attachment.status, ['deleted', 'rejected']),
        or(sql`${attachment.status} <> 'reserved'`, isLive),
      ),
    );
  return Number(row?.bytes ?? 0);
}

export const attachmentRow = rowOf(attachment);

// Prepared: used by every request for file content, and by parts whose first counting attempt fails.
const byId = prepareSql(
  attachmentRow,
  () => sql`select ${columnsOf(attachment)} from ${attachment} where ${attachment.id} = ${sql.placeholder('id')}::uuid`,
);

/** An attachment by id, without an ownership check. */
export const readAttachment = (db: Queries, id: string): Promise<Attachment | undefined> => byId.first(db, {}, { id });

/** An attachment of this owner, including a deleted one; 404 for everybody else. */
export async function requireOwned(db: Queries, actor: Actor, id: string): Promise<Attachment> {
  const row = await readAttachment(db, id);
  if (row === undefined || row.ownerAccountId !== actor.accountId) throw new Refusal('attachment_not_found');
  return row;
}

export async function readParts(db: Queries, id: string): Promise<readonly Part[]> {
  return db.select().from(attachmentPart).where(eq(attachmentPart.attachmentId, id)).orderBy(attachmentPart.partNumber);
}

export async function readVariants(db: Queries, ids: readonly string[]): Promise<readonly Variant[]> {
  if (ids.length === 0) return [];
  return db.select().from(attachmentVariant).where(isAnyOf(attachmentVariant.attachmentId, ids));
}

/** States by which an owner can narrow the list of files. Deleted ones are not listed. */
export const LISTED_STATUSES = ['reserved', 'scanning', 'ready', 'review', 'rejected'] as const;

export interface OwnedQuery {
  readonly status: (typeof LISTED_STATUSES)[number] | undefined;
  readonly before: TimePosition | undefined;
  readonly limit: number;
}

/** Files of an account, newest first, without deleted ones. */
export function listOwned(db: Queries, accountId: string, query: OwnedQuery): Promise<readonly Attachment[]> {
  const { status, before, limit } = query;
  const { createdAt, id } = attachment;
  const states: readonly Attachment['status'][] =
    status === 'reserved' ? ['reserved', 'finishing'] : [status ?? 'ready'];
  return db
    .select()
    .from(attachment)
    .where(
      and(
        eq(attachment.ownerAccountId, accountId),
        // Written out, as in the index.
        sql`${attachment.status} <> 'deleted'`,
        status === undefined ? undefined : inArray(attachment.status, [...states]),
        before &&
          sql`(${createdAt}, ${id}) < (${new Date(before.time).toISOString()}::timestamptz, ${before.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Changes what a file is said to show. Undefined: it is not this owner's, or deleted. */
export async function describeAttachment(
  db: Queries,
  accountId: string,
  id: string,
  alt: string | null,
): Promise<Attachment | undefined> {
  const [row] = await db
    .update(attachment)
    .set({ alt })
    .where(and(eq(attachment.id, id), eq(attachment.ownerAccountId, accountId), sql`${attachment.status} <> 'deleted'`))
    .returning();
  return row;
}

/** The refusal of further bytes for a cancelled or expired upload; undefined otherwise. */
export function refuseUpload(row: Attachment): Refusal | undefined {
  if (row.status === 'deleted') return new Refusal('upload_cancelled');
  const isOver = row.expiresAt !== null && row.expiresAt.getTime() <= databaseNow();
  return row.status === 'reserved' && isOver ? new Refusal('upload_intent_expired') : undefined;
}

/** An attachment of this owner that is neither cancelled nor expired. */
export async function requireUpload(db: Queries, actor: Actor, id: string): Promise<Attachment> {
  const row = await requireOwned(db, actor, id);
  const refusal = refuseUpload(row);
  if (refusal !== undefined) throw refusal;
  return row;
}

/** Cancels an upload; undefined when the row is no longer `reserved`. */
export async function cancelUpload(tx: Transaction, id: string): Promise<Attachment | undefined> {
  const [row] = await tx
    .update(attachment)
    .set({ status: 'deleted', updatedAt: sql`now()` })
    .where(and(eq(attachment.id, id), eq(attachment.status, 'reserved')))
    .returning();
  return row;
}

/** Deletes an unlinked file in any state. Undefined: it is linked, under appeal, or already deleted. */
export async function deleteAttachment(tx: Transaction, id: string): Promise<Attachment | undefined> {
  const [row] = await tx
    .update(attachment)
    .set({ status: 'deleted', updatedAt: sql`now()` })
    .where(
      and(
        eq(attachment.id, id),
        sql`${attachment.status} <> 'deleted'`,
        isNull(attachment.linkedAt),
        sql`not ${isUnderAppeal('attachment', sql`${attachment.id}`)}`,
      ),
    )
    .returning();
  return row;
}

/**
 * Deletes all files of an account, including linked ones, and returns their ids. Also erases the metadata of files
 * deleted before. For account deletion.
 */
export async function deleteFilesOf(tx: Transaction, accountId: string): Promise<readonly string[]> {
  const rows = await tx
    .update(attachment)
    .set({ status: 'deleted', updatedAt: sql`now()` })
    .where(and(eq(attachment.ownerAccountId, accountId), sql`${attachment.status} <> 'deleted'`))
    .returning({ id: attachment.id });
  await tx
    .update(attachment)
    .set({ fileName: '', alt: null, idempotencyKey: sql`${attachment.id}::text`, sha256: null })
    .where(eq(attachment.ownerAccountId, accountId));
  return rows.map(({ id }) => id);
}

/**
 * Claims finished files for a post, in the caller's transaction. All must be owned by the actor, ready and unlinked;
 * they then no longer expire. Ids must be unique. Refuses with `attachment_not_ready`.
 */
export async function claimAttachments(tx: Transaction, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const claimed = await tx
    .update(attachment)
    .set({ linkedAt: sql`now()`, expiresAt: null, updatedAt: sql`now()` })
    .where(isClaimable(actor, ids))
    .returning({ id: attachment.id });
  if (claimed.length !== ids.length) throw new Refusal('attachment_not_ready');
}

/** Refuses with `attachment_not_ready` if `claimAttachments` would currently refuse. */
export async function requireClaimable(db: Queries, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await db.select({ id: attachment.id }).from(attachment).where(isClaimable(actor, ids));
  if (found.length !== ids.length) throw new Refusal('attachment_not_ready');
}

const isClaimable = (actor: Actor, ids: readonly string[]) =>
  and(
    // Sorted, so that concurrent claims lock rows in one order.
    inArray(attachment.id, [...ids].sort()),
    eq(attachment.ownerAccountId, actor.accountId),
    eq(attachment.status, 'ready'),
    isNull(attachment.linkedAt),
    isLive,
  );

/** Releases claimed files, which then expire after a day unless claimed again. */
export async function releaseAttachments(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(attachment)
    .set({ linkedAt: null, expiresAt: unlinkedExpiry, updatedAt: sql`now()` })
    .where(inArray(attachment.id, [...ids]));
}

/** States of a file that arrived completely and was examined. */
const SENT: Attachment['status'][] = ['ready', 'review', 'rejected'];

/** A file that arrived completely, locked, with the picture of it that people see in moderation. */
export interface SentFile {
  readonly row: Attachment;
  readonly picture: { readonly key: string; readonly mediaType: string } | undefined;
}

/** Locks a file that is public, waits for staff, or is rejected; undefined for any other. */
export async function lockSentFile(tx: Transaction, id: string): Promise<SentFile | undefined> {
  const [row] = await tx
    .select()
    .from(attachment)
    .where(and(eq(attachment.id, id), inArray(attachment.status, SENT)))
    .for('no key update');
  if (row === undefined) return undefined;
  const [variant] = await tx
    .select({ key: attachmentVariant.objectKey, mediaType: attachmentVariant.mediaType })
    .from(attachmentVariant)
    .where(and(eq(attachmentVariant.attachmentId, id), eq(attachmentVariant.kind, 'moderation')));
  return { row, picture: variant };
}

/** Rejects a file that staff deleted. Its bytes stay, so that it can be allowed again. */
export async function rejectFile(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(attachment)
    .set({ status: 'rejected', failureCode: MODERATION_BLOCK, updatedAt: sql`now()` })
    .where(and(eq(attachment.id, id), inArray(attachment.status, SENT)));
}

/**
 * Erases files, linked or not: what is known of them now, their bytes by a job for each. Returns the ids of those that are there.
 * Idempotent.
 */
export async function eraseFiles(
  tx: Transaction,
  enqueue: Jobs['enqueue'],
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(attachment)
    .set({
      status: 'deleted',
      fileName: '',
      alt: null,
      sha256: null,
      idempotencyKey: sql`${attachment.id}::text`,
      linkedAt: null,
      expiresAt: sql`now()`,
      objectsRemovedAt: null,
      updatedAt: sql`now()`,
    })
    .where(inArray(attachment.id, [...ids].sort()))
    .returning({ id: attachment.id });
  for (const { id } of rows) await enqueue(tx, eraseJob, { id });
  return rows.map(({ id }) => id);
}
