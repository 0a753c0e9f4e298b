// Role and status of an account, changed by the operator or staff. Each change ends the account's sessions and tokens
// and adds an audit event. Permission is checked by the caller; that an administrator remains is checked here.
import { eq, sql } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { recordAudit } from '../../moderation/common/standing.ts';
import { type Account, endSessions, readAccountById } from '../common/accounts.ts';
import { lockAdministrators, requireAnotherAdministrator } from '../common/administrators.ts';

/** Account id of the person making the change; undefined: the command line. */
type By = string | undefined;

/** Sets a role and returns the account. Does nothing if it has that role. */
export async function changeRole(tx: Transaction, by: By, accountId: string, role: Role): Promise<Account> {
  const found = await requireAccount(tx, accountId);
  if (found.role === role) return found;
  if (found.role === 'administrator') await requireAnotherAdministrator(tx, accountId);
  await tx.update(profile).set({ role, updatedAt: sql`now()` }).where(eq(profile.accountId, accountId));
  await finish(tx, by, found, 'account.role', { role: found.role }, { role });
  return { ...found, role };
}

/** Suspends an account, which can then only read its own content. Does nothing if it is suspended. */
export async function suspendAccount(tx: Transaction, by: By, accountId: string): Promise<Account> {
  const found = await requireAccount(tx, accountId);
  if (found.status === 'suspended') return found;
  if (found.role === 'administrator') await requireAnotherAdministrator(tx, accountId);
  await changeStatus(tx, accountId, 'suspended');
  await finish(tx, by, found, 'account.suspend', { status: found.status }, { status: 'suspended' });
  return { ...found, status: 'suspended' };
}

/** Ends a suspension. The person must sign in again. */
export async function reinstateAccount(tx: Transaction, by: By, accountId: string): Promise<Account> {
  const found = await requireAccount(tx, accountId);
  if (found.status === 'active') return found;
  await changeStatus(tx, accountId, 'active');
  await finish(tx, by, found, 'account.reinstate', { status: found.status }, { status: 'active' });
  return { ...found, status: 'active' };
}

/** The account, locked. Refuses with `account_not_found` if it is deleted. */
async function requireAccount(tx: Transaction, accountId: string): Promise<Account> {
  // Serialises concurrent changes. NOTE: administrators are locked first, as everywhere, to avoid deadlocks.
  await lockAdministrators(tx);
  await tx.select({ id: profile.accountId }).from(profile).where(eq(profile.accountId, accountId)).for('update');
  const found = await readAccountById(tx, accountId);
  if (found === undefined || found.status === 'deleted') throw new Refusal('account_not_found');
  return found;
}

async function changeStatus(tx: Transaction, accountId: string, status: 'active' | 'suspended'): Promise<void> {
  await tx.update(profile).set({ status, updatedAt: sql`now()` }).where(eq(profile.accountId, accountId));
}

async function finish(
  tx: Transaction,
  by: By,
  { id, uid }: Account,
  action: 'account.role' | 'account.suspend' | 'account.reinstate',
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await endSessions(tx, id);
  await recordAudit(tx, { actorAccountId: by, action, subjectKind: 'user', subjectId: String(uid), before, after });
}
