// What staff deleted: hidden at once, and erased after the time in which its author can appeal, or when the appeal is denied.
// Until then it can be restored. The only writer of the table; the community hides, restores and erases.
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { appeal, moderationCase } from '../../../platform/database/schema/moderation.ts';
import { staffDeletion } from '../../../platform/database/schema/moderation-deletions.ts';

export const DELETED_KINDS = ['post', 'comment', 'attachment', 'list'] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];
export type StaffDeletion = typeof staffDeletion.$inferSelect;

/** Days after which something that staff deleted is erased: as long as its author can appeal. */
export const ERASED_AFTER_DAYS = RETENTION.staffDeletion.amount;

/** Records a deletion. Undefined: it is deleted already. */
export async function recordDeletion(
  tx: Transaction,
  deletion: Omit<StaffDeletion, 'createdAt' | 'eraseAt'>,
): Promise<StaffDeletion | undefined> {
  const [row] = await tx
    .insert(staffDeletion)
    .values({ ...deletion, eraseAt: sql`now() + make_interval(days => ${ERASED_AFTER_DAYS})` })
    .onConflictDoNothing()
    .returning();
  return row;
}

const isOf = (kind: DeletedKind, subjectId: string): SQL | undefined =>
  and(eq(staffDeletion.kind, kind), eq(staffDeletion.subjectId, subjectId));

export async function readDeletion(
  db: Queries | Transaction,
  kind: DeletedKind,
  subjectId: string,
): Promise<StaffDeletion | undefined> {
  const [row] = await db.select().from(staffDeletion).where(isOf(kind, subjectId));
  return row;
}

const isDeletedKind = (kind: string): kind is DeletedKind => DELETED_KINDS.some((one) => one === kind);

/** Ends a deletion: the subject is shown again, or is erased. */
export async function endDeletion(tx: Transaction, kind: string, subjectId: string): Promise<void> {
  if (isDeletedKind(kind)) await tx.delete(staffDeletion).where(isOf(kind, subjectId));
}

/** Forgets what staff deleted of an account, which is erased otherwise. */
export async function forgetDeletions(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(staffDeletion).where(eq(staffDeletion.authorAccountId, accountId));
}

/** SQL: an appeal against a decision on the subject is open. */
const isAppealed: SQL = sql`exists (select 1 from ${appeal} join ${moderationCase} on ${moderationCase.id} = ${appeal.caseId}
  where ${appeal.status} = 'open' and ${moderationCase.kind} = ${staffDeletion.kind}
    and ${moderationCase.subjectId} = ${staffDeletion.subjectId}::text)`;
/** SQL: the appeal against this deletion was denied. */
const isDenied: SQL = sql`exists (select 1 from ${appeal} where ${appeal.caseId} = ${staffDeletion.caseId}
  and ${appeal.status} = 'denied' and ${appeal.decidedAt} >= ${staffDeletion.createdAt})`;

/** SQL: the deletion is to be erased now. */
const isDue: SQL = sql`(${lte(staffDeletion.eraseAt, sql`now()`)} or ${isDenied}) and not ${isAppealed}`;

/** Deletions that are to be erased, the oldest first. */
export const listDueDeletions = (db: Queries, limit: number): Promise<readonly StaffDeletion[]> =>
  db.select().from(staffDeletion).where(isDue).orderBy(staffDeletion.eraseAt, staffDeletion.subjectId).limit(limit);

/** Whether a deletion is still to be erased now, and locks it. */
export async function lockDueDeletion(tx: Transaction, { kind, subjectId }: StaffDeletion): Promise<boolean> {
  const rows = await tx
    .select({ kind: staffDeletion.kind })
    .from(staffDeletion)
    .where(and(isOf(kind, subjectId), isDue))
    .for('update', { of: staffDeletion });
  return rows.length > 0;
}
