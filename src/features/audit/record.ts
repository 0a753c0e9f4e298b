// The only writer of the audit trail. A trigger moves the note to audit_value.
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { auditEvent } from '../../platform/database/schema/audit.ts';
import type { AuditAction, AuditState, AuditSubject } from './actions.ts';

export interface AuditEntry<A extends AuditAction> {
  /** Undefined: the service itself, or the command line. */
  readonly actorAccountId: string | undefined;
  readonly action: A;
  readonly subjectKind: AuditSubject<A>;
  readonly subjectId: string;
  readonly reasonCode?: string | undefined;
  readonly note?: string | undefined;
  readonly before?: AuditState<A> | undefined;
  readonly after?: AuditState<A> | undefined;
}

/** Adds an audit event, in the transaction of the action. */
export async function recordAudit<const A extends AuditAction>(tx: Transaction, entry: AuditEntry<A>): Promise<void> {
  const { actorAccountId, action, subjectKind, subjectId, reasonCode, note, before, after } = entry;
  await tx.insert(auditEvent).values({
    id: Bun.randomUUIDv7(),
    action,
    subjectKind,
    subjectId,
    actorAccountId: actorAccountId ?? null,
    reasonCode: reasonCode ?? null,
    note: note ?? null,
    before: jsonOf(before),
    after: jsonOf(after),
  });
}

/** Passed as text, because Bun would encode an object as a JSON string. */
const jsonOf = (state: object | undefined) => (state === undefined ? null : sql`${JSON.stringify(state)}::text::jsonb`);
