// Active restrictions of an account: the part of moderation that sign-in, roles and the command line depend on. Knows
// accounts by id only.
import { and, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { ActorRestriction, RestrictionKind } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { accountRestriction } from '../../../platform/database/schema/moderation.ts';
import type { CaseKind, StandingKind } from './vocabulary.ts';

/** A restriction that counts now: not lifted, and its end has not come. */
export const isActiveRestriction: SQL = sql`${accountRestriction.liftedAt} is null
  and (${accountRestriction.expiresAt} is null or ${accountRestriction.expiresAt} > now())`;

/**
 * An active restriction of a kind that routes ask for. The row of a suspension is none: whether an account is suspended is
 * its status alone.
 */
export const isActiveOfKind: SQL = sql`${accountRestriction.kind} <> 'suspension' and ${isActiveRestriction}`;

/** SQL expression: the active restriction kinds of the account in a column, for use inside another query. */
export function activeRestrictions(accountId: Column): SQL<RestrictionKind[]> {
  return sql<RestrictionKind[]>`array(
    select ${accountRestriction.kind} from ${accountRestriction}
    where ${accountRestriction.accountId} = ${accountId} and ${isActiveOfKind})`;
}

/** SQL expression: the active restrictions of the account in a column with their ends, as JSON. */
export function restrictionStates(accountId: Column): SQL<ActorRestriction[]> {
  return sql<ActorRestriction[]>`(select coalesce(json_agg(json_build_object('kind', ${accountRestriction.kind},
      'expiresAt', round(date_part('epoch', ${accountRestriction.expiresAt}) * 1000))), '[]')
    from ${accountRestriction} where ${accountRestriction.accountId} = ${accountId} and ${isActiveOfKind})`;
}

/** The active restriction kinds of an account. */
export async function readActiveRestrictions(
  db: Queries | Transaction,
  accountId: string,
): Promise<readonly RestrictionKind[]> {
  const rows = await db
    .select({ kind: sql<RestrictionKind>`${accountRestriction.kind}` })
    .from(accountRestriction)
    .where(and(eq(accountRestriction.accountId, accountId), isActiveOfKind));
  return rows.map(({ kind }) => kind);
}

/** An active restriction as the account itself may know it. */
export interface ActiveRestriction {
  readonly kind: RestrictionKind;
  readonly reasonCode: string;
  /** Milliseconds since the epoch; null: no expiry. */
  readonly expiresAt: number | null;
}

/** The active restrictions of an account, oldest first. */
export async function listActiveRestrictions(db: Queries, accountId: string): Promise<readonly ActiveRestriction[]> {
  const { kind, reasonCode, expiresAt, issuedAt } = accountRestriction;
  const rows = await db
    .select({ kind: sql<RestrictionKind>`${kind}`, reasonCode, expiresAt })
    .from(accountRestriction)
    .where(and(eq(accountRestriction.accountId, accountId), isActiveOfKind))
    .orderBy(issuedAt);
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt?.getTime() ?? null }));
}

/** SQL: an appeal against a decision on the subject in a column is open. Nothing of such a subject is erased. */
export const isUnderAppeal = (kind: CaseKind, subjectId: SQL): SQL => sql`exists (select 1 from appeal o
  join moderation_case oc on oc.id = o.case_id where o.status = 'open' and oc.kind = ${kind} and oc.subject_id = ${subjectId}::text)`;

export interface RestrictionPlan {
  readonly accountId: string;
  readonly kind: StandingKind;
  readonly reasonCode: string;
  /** What the person reads. */
  readonly message?: string | undefined;
  /** Undefined: no expiry. */
  readonly expiresAt: Date | undefined;
  /** Undefined: the command line. */
  readonly issuedBy: string | undefined;
}

/** Restricts an account from now on. Ends an earlier restriction of the same kind. */
export async function issueRestriction(tx: Transaction, plan: RestrictionPlan): Promise<string> {
  const { accountId, kind, reasonCode, message, expiresAt, issuedBy } = plan;
  await closeRestrictions(tx, accountId, kind, issuedBy);
  const id = Bun.randomUUIDv7();
  await tx.insert(accountRestriction).values({
    id,
    accountId,
    kind,
    reasonCode,
    message: message ?? null,
    expiresAt: expiresAt ?? null,
    issuedBy: issuedBy ?? null,
  });
  return id;
}

/** What there is to tell of a suspension. */
export interface StandingSuspension {
  readonly reasonCode: string;
  /** What the person reads. */
  readonly message: string | null;
  readonly issuedAt: Date;
}

/** The suspension of an account; undefined when there is none, or it began before suspensions had rows. */
export async function readSuspension(
  db: Queries | Transaction,
  accountId: string,
): Promise<StandingSuspension | undefined> {
  const { kind, reasonCode, message, issuedAt } = accountRestriction;
  const [row] = await db
    .select({ reasonCode, message, issuedAt })
    .from(accountRestriction)
    .where(and(eq(accountRestriction.accountId, accountId), eq(kind, 'suspension'), isActiveRestriction));
  return row;
}

/** Ends the row of a suspension, so that its appeal has no object any more. */
export const endSuspension = (tx: Transaction, accountId: string, by: string | undefined): Promise<void> =>
  closeRestrictions(tx, accountId, 'suspension', by);

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
  kind: StandingKind,
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
