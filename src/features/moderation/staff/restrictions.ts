// Restrictions issued and lifted by staff: who may restrict whom, how, and for how long; one per kind at a time.
// standing.ts owns the rows and decides which are active. An expired restriction is inactive even if nobody lifted it.
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { RestrictionKind } from '../../../http/gates/guard.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { onUnique } from '../../../platform/database/errors.ts';
import { accountRestriction } from '../../../platform/database/schema/moderation.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Cases } from '../cases/cases.ts';
import { requireMayUndo, undoingsOfRestrictions } from '../cases/reserved.ts';
import { isActiveOfKind } from '../common/active-restrictions.ts';
import { requirePerson } from '../common/people.ts';
import type { People } from '../common/ports.ts';
import type { Decider, Person } from '../common/vocabulary.ts';

export type Restriction = typeof accountRestriction.$inferSelect & { readonly kind: RestrictionKind };

const isRestriction = (row: typeof accountRestriction.$inferSelect): row is Restriction => row.kind !== 'suspension';

const RESTRICTION_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** Active restrictions of several accounts, oldest first. */
export async function listActiveRestrictions(
  db: Queries,
  accountIds: readonly string[],
): Promise<readonly Restriction[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .select()
    .from(accountRestriction)
    .where(and(isAnyOf(accountRestriction.accountId, accountIds), isActiveOfKind))
    .orderBy(accountRestriction.issuedAt, accountRestriction.id);
  return rows.filter(isRestriction);
}

export interface StaffRestriction {
  readonly kind: RestrictionKind;
  readonly reasonCode: ReasonCode;
  /** Undefined: no expiry. */
  readonly expiresAt: Date | undefined;
  readonly note: string | undefined;
  /** What the person reads. */
  readonly message: string | undefined;
}

/**
 * The expiry of a restriction, from milliseconds. Refuses with `invalid_restriction` unless it is within the next 366
 * days.
 */
export function planExpiry(expiresAt: number | null | undefined, now: number): Date | undefined {
  if (expiresAt === null || expiresAt === undefined) return undefined;
  if (expiresAt <= now || expiresAt > now + RESTRICTION_DAYS_MAX * DAY_MS) throw new Refusal('invalid_restriction');
  return new Date(expiresAt);
}

/** Refuses unless this staff member may restrict that person in this way. */
function requireMayRestrict(actor: Decider, target: Person, kind: RestrictionKind): void {
  if (actor.accountId === target.accountId) throw new Refusal('self_modification_forbidden');
  if (actor.role !== 'administrator' && (target.role === 'administrator' || kind === 'sign_in')) {
    throw new Refusal('forbidden');
  }
}

/** Restricts an account. A `sign_in` restriction also ends its sessions. */
export async function restrictPerson(
  tx: Transaction,
  { people, cases }: { readonly people: People; readonly cases: Pick<Cases, 'tell' | 'mailDecision'> },
  actor: Decider,
  uid: number,
  plan: StaffRestriction,
): Promise<Restriction> {
  const target = await requirePerson(tx, people, uid);
  requireMayRestrict(actor, target, plan.kind);
  const { kind, reasonCode, expiresAt, note, message = null } = plan;
  const { accountId } = target;
  if (plan.kind === 'sign_in') await people.requireAnotherAdministrator(tx, accountId);
  // An expired restriction still occupies the unique index of its kind, so it is closed first. An active one stays,
  // also against a concurrent insert.
  await tx
    .update(accountRestriction)
    .set({ liftedAt: accountRestriction.expiresAt, version: sql`${accountRestriction.version} + 1` })
    .where(
      and(
        eq(accountRestriction.accountId, accountId),
        eq(accountRestriction.kind, kind),
        isNull(accountRestriction.liftedAt),
        lte(accountRestriction.expiresAt, sql`now()`),
      ),
    );
  const [row] = await tx
    .insert(accountRestriction)
    .values({
      id: Bun.randomUUIDv7(),
      accountId,
      kind,
      reasonCode,
      message,
      issuedBy: actor.accountId,
      expiresAt: expiresAt ?? null,
    })
    .returning()
    .catch(onUnique('account_restriction_active_unique', 'restriction_already_active'));
  if (row === undefined || !isRestriction(row)) throw new Error('the new restriction was not returned');
  if (kind === 'sign_in') await people.endSessions(tx, accountId);
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'restriction.issue',
    subjectKind: 'user',
    subjectId: String(uid),
    reasonCode,
    note,
    after: { id: row.id, kind, expiresAt: row.expiresAt?.getTime() ?? null },
  });
  const subject = { subjectKind: 'restriction', subjectId: row.id } as const;
  await cases.tell(tx, { accountId, caseId: null, ...subject, verdict: 'restrict', reasonCode, message });
  await cases.mailDecision(tx, { of: 'restriction', id: row.id });
  return row;
}

export interface LiftPlan {
  readonly version?: number | undefined;
  readonly reasonCode?: ReasonCode | undefined;
  readonly note?: string | undefined;
}

/** Ends a restriction before its expiry. Administrators alone end those that administrators imposed on staff. */
export async function liftFromPerson(
  tx: Transaction,
  people: People,
  actor: Decider,
  uid: number,
  id: string,
  plan: LiftPlan,
): Promise<void> {
  const target = await requirePerson(tx, people, uid);
  const [row] = await tx
    .select()
    .from(accountRestriction)
    .where(and(eq(accountRestriction.id, id), eq(accountRestriction.accountId, target.accountId)))
    .for('update');
  // Suspensions end by reinstating the account.
  if (row === undefined || row.kind === 'suspension') throw new Refusal('restriction_not_found');
  requireMayRestrict(actor, target, row.kind);
  await requireMayUndo(tx, people, actor, await undoingsOfRestrictions(tx, [row]));
  if (plan.version !== undefined && plan.version !== row.version) throw new Refusal('version_conflict');
  const ended = row.liftedAt !== null || (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now());
  if (ended) throw new Refusal('restriction_already_revoked');
  await tx
    .update(accountRestriction)
    .set({ liftedAt: sql`now()`, liftedBy: actor.accountId, version: row.version + 1 })
    .where(eq(accountRestriction.id, id));
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'restriction.lift',
    subjectKind: 'user',
    subjectId: String(uid),
    reasonCode: plan.reasonCode,
    note: plan.note,
    before: { id, kind: row.kind, expiresAt: row.expiresAt?.getTime() ?? null },
  });
}
