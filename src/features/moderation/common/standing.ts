// Active restrictions of an account, and the audit trail: the two parts of moderation that sign-in, roles and the
// command line depend on. Knows accounts by id only.
import { and, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { RestrictionKind } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { accountRestriction, auditEvent } from '../../../platform/database/schema/moderation.ts';

export interface AuditEntry {
  /** Undefined: the service itself, or the command line. */
  readonly actorAccountId: string | undefined;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly reasonCode?: string;
  readonly note?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Adds an audit event, in the transaction of the action. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actorAccountId, reasonCode, note, before, after, ...rest } = entry;
  await tx.insert(auditEvent).values({
    id: Bun.randomUUIDv7(),
    ...rest,
    actorAccountId: actorAccountId ?? null,
    reasonCode: reasonCode ?? null,
    note: note ?? null,
    before: before ?? null,
    after: after ?? null,
  });
}

/** A restriction that counts now: not lifted, and its end has not come. */
export const isActiveRestriction: SQL = sql`${accountRestriction.liftedAt} is null
  and (${accountRestriction.expiresAt} is null or ${accountRestriction.expiresAt} > now())`;

/** SQL expression: the active restriction kinds of the account in a column, for use inside another query. */
export function activeRestrictions(accountId: Column): SQL<RestrictionKind[]> {
  return sql<RestrictionKind[]>`array(
    select ${accountRestriction.kind} from ${accountRestriction}
    where ${accountRestriction.accountId} = ${accountId} and ${isActiveRestriction})`;
}

/** The active restriction kinds of an account. */
export async function readActiveRestrictions(
  db: Queries | Transaction,
  accountId: string,
): Promise<readonly RestrictionKind[]> {
  const rows = await db
    .select({ kind: accountRestriction.kind })
    .from(accountRestriction)
    .where(and(eq(accountRestriction.accountId, accountId), isActiveRestriction));
  return rows.map(({ kind }) => kind);
}

export interface RestrictionPlan {
  readonly accountId: string;
  readonly kind: RestrictionKind;
  readonly reasonCode: string;
  /** Undefined: no expiry. */
  readonly expiresAt: Date | undefined;
  /** Undefined: the command line. */
  readonly issuedBy: string | undefined;
}

/** Restricts an account from now on. Ends an earlier restriction of the same kind. */
export async function issueRestriction(tx: Transaction, plan: RestrictionPlan): Promise<string> {
  const { accountId, kind, reasonCode, expiresAt, issuedBy } = plan;
  await closeRestrictions(tx, accountId, kind, issuedBy);
  const id = Bun.randomUUIDv7();
  await tx.insert(accountRestriction).values({
    id,
    accountId,
    kind,
    reasonCode,
    expiresAt: expiresAt ?? null,
    issuedBy: issuedBy ?? null,
  });
  return id;
}

/** Lifts a kind of restriction. Refuses with `restriction_not_found` when none is active. */
export async function liftRestriction(
  tx: Transaction,
  accountId: string,
  kind: RestrictionKind,
  by: string | undefined,
): Promise<void> {
  const active = (await readActiveRestrictions(tx, accountId)).includes(kind);
  if (!active) throw new Refusal('restriction_not_found');
  await closeRestrictions(tx, accountId, kind, by);
}

async function closeRestrictions(
  tx: Transaction,
  accountId: string,
  kind: RestrictionKind,
  by: string | undefined,
): Promise<void> {
  await tx
    .update(accountRestriction)
    .set({ liftedAt: sql`now()`, liftedBy: by ?? null, version: sql`${accountRestriction.version} + 1` })
    .where(
      and(
        eq(accountRestriction.accountId, accountId),
        eq(accountRestriction.kind, kind),
        isNull(accountRestriction.liftedAt),
      ),
    );
}
