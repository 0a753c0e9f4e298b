// Role and status of an account, changed by the operator or staff. Each change ends the account's sessions and tokens
// and adds an audit event. Permission is checked by the caller; that an administrator remains is checked here. A suspension
// has a row among the restrictions, which gives its reason and can be appealed; the person is mailed about it.
import { eq, sql } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { type AuditEntry, recordAudit } from '../../audit/record.ts';
import { endSuspension, issueRestriction } from '../../moderation/common/active-restrictions.ts';
import type { MailDecision } from '../../moderation/common/ports.ts';
import type { OnAccount } from '../common/account-news.ts';
import { type Account, endSessions, readAccountById } from '../common/accounts.ts';
import { lockAdministrators, requireAnotherAdministrator } from '../common/administrators.ts';

/** Account id of the person making the change; undefined: the command line. */
type By = string | undefined;

interface RoleChange {
  /** The provider whose groups give the role. */
  readonly by?: string;
  /** Changes this role alone. */
  readonly only?: Role;
}

/** The account, and the role that it had if that changed. */
type ChangedRole = Account & { readonly from?: Role };

/** Sets a role and returns the account. Does nothing if it has that role. */
export async function changeRole(
  tx: Transaction,
  by: By,
  accountId: string,
  role: Role,
  { by: provider, only }: RoleChange = {},
): Promise<ChangedRole> {
  const found = await lockAccount(tx, accountId);
  if (found.role === role || (only !== undefined && found.role !== only)) return found;
  if (found.role === 'administrator') await requireAnotherAdministrator(tx, accountId);
  await tx.update(profile).set({ role, updatedAt: sql`now()` }).where(eq(profile.accountId, accountId));
  await finish(tx, found, {
    actorAccountId: by,
    action: 'account.role',
    before: { role: found.role },
    after: { role, ...(provider !== undefined && { by: provider }) },
  });
  return { ...found, role, from: found.role };
}

export interface Suspension {
  readonly reasonCode: ReasonCode;
  /** What the person reads. */
  readonly message?: string | undefined;
  /** For the audit trail. */
  readonly note?: string | undefined;
}

/** Suspends an account, which can then not sign in, and mails its owner. Does nothing if it is suspended. */
export async function suspendAccount(
  tx: Transaction,
  by: By,
  accountId: string,
  { reasonCode, message, note }: Suspension,
  { mailDecision, onAccount }: { readonly mailDecision: MailDecision; readonly onAccount: OnAccount },
): Promise<Account> {
  const found = await lockAccount(tx, accountId);
  if (found.status === 'suspended') return found;
  if (found.role === 'administrator') await requireAnotherAdministrator(tx, accountId);
  await changeStatus(tx, accountId, 'suspended');
  const plan = { accountId, kind: 'suspension', reasonCode, message, expiresAt: undefined, issuedBy: by } as const;
  const id = await issueRestriction(tx, plan);
  await finish(tx, found, {
    actorAccountId: by,
    action: 'account.suspend',
    reasonCode,
    note,
    before: { status: found.status },
    after: { status: 'suspended', restriction: id },
  });
  await mailDecision(tx, { of: 'restriction', id });
  await onAccount(tx, { what: 'suspended', uid: found.uid });
  return { ...found, status: 'suspended' };
}

/** Ends a suspension. The person must sign in again. */
export async function reinstateAccount(tx: Transaction, by: By, accountId: string, note?: string): Promise<Account> {
  const found = await lockAccount(tx, accountId);
  if (found.status === 'active') return found;
  await changeStatus(tx, accountId, 'active');
  await endSuspension(tx, accountId, by);
  await finish(tx, found, {
    actorAccountId: by,
    action: 'account.reinstate',
    note,
    before: { status: found.status },
    after: { status: 'active' },
  });
  return { ...found, status: 'active' };
}

/** The account, locked. Refuses with `account_not_found` if it is deleted. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<Account> {
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

type Change = Omit<AuditEntry<'account.role' | 'account.suspend' | 'account.reinstate'>, 'subjectKind' | 'subjectId'>;

async function finish(tx: Transaction, { id, uid }: Account, change: Change): Promise<void> {
  await endSessions(tx, id);
  await recordAudit(tx, { ...change, subjectKind: 'user', subjectId: String(uid) });
}
