// Role and standing of an account, changed by the operator or by staff: each change ends what acts for the account and
// leaves a line in the audit trail. Who may do it is decided before; that one administrator stays is decided here.
import { eq, sql } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { recordAudit } from '../../moderation/standing.ts';
import { type Account, endSessions, readAccountById } from '../common/accounts.ts';
import { lockAdministrators, requireAnotherAdministrator } from '../common/administrators.ts';

/** Account id of who does it; undefined: the command line. */
type By = string | undefined;

/** Gives a role; the account after it. A role that it has already changes nothing. */
export async function changeRole(tx: Transaction, by: By, accountId: string, role: Role): Promise<Account> {
  const found = await requireAccount(tx, accountId);
  if (found.role === role) return found;
  if (found.role === 'administrator') await requireAnotherAdministrator(tx, accountId);
  await tx.update(profile).set({ role, updatedAt: sql`now()` }).where(eq(profile.accountId, accountId));
  await finish(tx, by, found, 'account.role', { role: found.role }, { role });
  return { ...found, role };
}

/** Suspends: nothing of the account works but reading what it wrote. Already suspended changes nothing. */
export async function suspendAccount(tx: Transaction, by: By, accountId: string): Promise<Account> {
  const found = await requireAccount(tx, accountId);
  if (found.status === 'suspended') return found;
  if (found.role === 'administrator') await requireAnotherAdministrator(tx, accountId);
  await changeStatus(tx, accountId, 'suspended');
  await finish(tx, by, found, 'account.suspend', { status: found.status }, { status: 'suspended' });
  return { ...found, status: 'suspended' };
}

/** Takes a suspension back; the account signs in anew. */
export async function reinstateAccount(tx: Transaction, by: By, accountId: string): Promise<Account> {
  const found = await requireAccount(tx, accountId);
  if (found.status === 'active') return found;
  await changeStatus(tx, accountId, 'active');
  await finish(tx, by, found, 'account.reinstate', { status: found.status }, { status: 'active' });
  return { ...found, status: 'active' };
}

/** The account, unless it is deleted: `account_not_found`. */
async function requireAccount(tx: Transaction, accountId: string): Promise<Account> {
  // Two changes at once wait for each other. NOTE: the administrators come first, as everywhere, or two changes could
  // each hold the row that the other waits for.
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
