// Ensures that one administrator who can sign in remains. Every change that can remove one (role, suspension, deletion,
// sign-in restriction) calls this first in its transaction. The rows of all administrators are locked in a fixed order,
// so that of two concurrent changes one is refused, and they cannot deadlock.
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { activeRestrictions } from '../../moderation/common/active-restrictions.ts';
import type { Reader } from './accounts.ts';

const isAdministrator = (): SQL | undefined => and(eq(profile.role, 'administrator'), eq(profile.status, 'active'));

/**
 * Locks the active administrators and returns their account ids. Take this lock before the row of any single account.
 */
export async function lockAdministrators(tx: Transaction): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: profile.accountId })
    .from(profile)
    .where(isAdministrator())
    .orderBy(profile.accountId)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Account ids of the active administrators. */
export async function listAdministrators(db: Reader): Promise<readonly string[]> {
  const rows = await db.select({ id: profile.accountId }).from(profile).where(isAdministrator());
  return rows.map(({ id }) => id);
}

/**
 * Refuses with `last_administrator_required` if `accountId` is an administrator and no other one can sign in. An
 * administrator with a `sign_in` restriction, even a temporary one, does not count.
 */
export async function requireAnotherAdministrator(tx: Transaction, accountId: string): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(accountId)) return;
  // A separate statement, so that it sees restrictions committed while this transaction waited for the lock.
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
