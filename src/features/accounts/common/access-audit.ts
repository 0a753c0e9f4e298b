// Audit events about access to an account: sign-ins, and changes of password, address, sign-in methods, second factors and API tokens.
// Written in the transaction of the change, if the change is ours. The subject kind is `account`, which only
// administrators may read, since it shows when people are active.
import type { Transaction } from '../../../platform/database/database.ts';
import type { ActionOn, AuditState } from '../../audit/actions.ts';
import { recordAudit } from '../../audit/record.ts';
import { ensureProfile, readAccountById } from './accounts.ts';

export type AccessAction = ActionOn<'account'>;

/** Adds an audit event about an account, performed by its owner. */
export async function recordAccess<const A extends AccessAction>(
  tx: Transaction,
  accountId: string,
  action: A,
  details?: AuditState<A>,
): Promise<void> {
  await ensureProfile(tx, accountId);
  const found = await readAccountById(tx, accountId);
  if (found === undefined) throw new Error('there is no account to tell of');
  await recordAudit(tx, {
    actorAccountId: accountId,
    action,
    subjectKind: 'account',
    subjectId: String(found.uid),
    after: details,
  });
}
