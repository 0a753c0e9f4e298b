// Reads the audit trail: who did what to whom and why. Events are written by `recordAudit` (standing.ts) in the
// transaction of the action, and contain public data only: no account ids except the actor's, no addresses, no texts.
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { TimePlace } from '../../../kernel/cursor.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { auditEvent } from '../../../platform/database/schema/moderation.ts';
import { isBeyond } from '../cases/queue.ts';

export type AuditRow = typeof auditEvent.$inferSelect;

export interface AuditQuery {
  readonly subjectKind: string | undefined;
  readonly subjectId: string | undefined;
  readonly before: TimePlace | undefined;
  readonly limit: number;
  /** Whether events about access to accounts (subject `account`) are included. */
  readonly withAccounts: boolean;
}

/** Events, newest first. */
export function listAudit(db: Queries, wanted: AuditQuery): Promise<readonly AuditRow[]> {
  const { before } = wanted;
  const where: (SQL | undefined)[] = [
    wanted.subjectKind === undefined ? undefined : eq(auditEvent.subjectKind, wanted.subjectKind),
    wanted.subjectId === undefined ? undefined : eq(auditEvent.subjectId, wanted.subjectId),
    // A literal, so that the partial index can be used.
    wanted.withAccounts ? undefined : sql`${auditEvent.subjectKind} <> 'account'`,
    before && isBeyond(lt, auditEvent.at, auditEvent.id, before),
  ];
  return db
    .select()
    .from(auditEvent)
    .where(and(...where))
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(wanted.limit);
}
