// Keeps one administrator who can sign in. Every change that can take one away (role, suspension, deletion, restriction
// of sign-in) calls this first in its transaction. The rows of all administrators are locked in one order, so that two
// such changes at once neither both pass nor block each other for ever.
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { activeRestrictions } from '../../moderation/standing.ts';

const isAdministrator = (): SQL | undefined => and(eq(profile.role, 'administrator'), eq(profile.status, 'active'));

/** Locks the active administrators; their account ids. Take this lock before the row of any single account. */
export async function lockAdministrators(tx: Transaction): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: profile.accountId })
    .from(profile)
    .where(isAdministrator())
    .orderBy(profile.accountId)
    .for('update');
  return rows.map(({ id }) => id);
}

/**
 * Refuses with `last_administrator_required` when `accountId` is an administrator and no other one may sign in. An
 * administrator under a restriction of `sign_in`, also a temporary one, does not count.
 */
export async function requireAnotherAdministrator(tx: Transaction, accountId: string): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(accountId)) return;
  // A statement of its own: it sees the restrictions that were committed while this transaction waited for the lock.
  const [other] = await tx
    .select({ id: profile.accountId })
    .from(profile)
    .where(
      and(
        isAdministrator(),
        ne(profile.accountId, accountId),
        sql`not ('sign_in' = any(${activeRestrictions(profile.accountId)}))`,
      ),
    )
    .limit(1);
  if (other === undefined) throw new Refusal('last_administrator_required');
}
