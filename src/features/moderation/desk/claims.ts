// Claims: which member of staff is looking at which case. Others see them, so that two people do not review the same case. A
// claim is advisory: it forbids nothing. It ends after 15 minutes or when it is released, and is not shown once the case is decided. The only
// writer of the table.
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { moderationCase } from '../../../platform/database/schema/moderation.ts';
import { caseClaim } from '../../../platform/database/schema/moderation-desk.ts';
import { requireCase } from '../cases/decisions.ts';
import type { People } from '../common/ports.ts';
import type { ClaimView } from './contract.ts';

const CLAIM_MINUTES = 15;

/** Claims a case for this person, or gives it back. Repeating it moves the end. */
export function claimCase(database: Database, actor: Actor, caseId: string, isActive: boolean): Promise<void> {
  return database.transaction(async (tx) => {
    await requireCase(tx, caseId);
    await tx.delete(caseClaim).where(lte(caseClaim.endsAt, sql`now()`));
    if (!isActive) {
      await tx.delete(caseClaim).where(and(eq(caseClaim.caseId, caseId), eq(caseClaim.accountId, actor.accountId)));
      return;
    }
    const endsAt = sql`now() + make_interval(mins => ${CLAIM_MINUTES})`;
    await tx
      .insert(caseClaim)
      .values({ caseId, accountId: actor.accountId, endsAt })
      .onConflictDoUpdate({ target: [caseClaim.caseId, caseClaim.accountId], set: { endsAt } });
  });
}

/** Who is looking at these cases now, by case; who claimed or renewed longest ago is first. */
export async function listClaims(
  db: Queries,
  people: People,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ClaimView[]>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .select({ caseId: caseClaim.caseId, accountId: caseClaim.accountId, endsAt: caseClaim.endsAt })
    .from(caseClaim)
    .innerJoin(moderationCase, eq(moderationCase.id, caseClaim.caseId))
    .where(
      and(
        isAnyOf(caseClaim.caseId, caseIds),
        gt(caseClaim.endsAt, sql`now()`),
        inArray(moderationCase.status, ['pending', 'review']),
      ),
    )
    .orderBy(caseClaim.endsAt, caseClaim.accountId);
  const persons = await people.readByIds(db, [...new Set(rows.map(({ accountId }) => accountId))]);
  const claims = new Map<string, readonly ClaimView[]>();
  for (const { caseId, accountId, endsAt } of rows) {
    const person = persons.get(accountId);
    // Who is no longer of the staff is not at it any more.
    if (person === undefined || person.role === 'member') continue;
    const { uid, handle, displayName } = person;
    const view = { uid, handle, displayName, endsAt: endsAt.getTime() };
    claims.set(caseId, [...(claims.get(caseId) ?? []), view]);
  }
  return claims;
}

/** Erases the claims of an account. */
export async function forgetClaims(db: Queries, accountId: string): Promise<void> {
  await db.delete(caseClaim).where(eq(caseClaim.accountId, accountId));
}
