// Audit events about access to an account: sign-ins, and changes of password, address, sign-in methods, second factors and API tokens.
// Written in the transaction of the change, if the change is ours. The subject kind is `account`, which only
// administrators may read, since it shows when people are active.
import type { Transaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../moderation/common/standing.ts';
import { ensureProfile, readAccountById } from './accounts.ts';

export type AccessAction =
  | 'account.sign-in'
  | 'account.password'
  | 'account.address'
  | 'account.login-method-link'
  | 'account.login-method-unlink'
  | 'account.second-factor-on'
  | 'account.second-factor-off'
  | 'account.backup-codes-renew'
  | 'account.passkey-add'
  | 'account.passkey-remove'
  | 'account.token-create'
  | 'account.token-revoke';

/**
 * Adds an audit event about an account, performed by its owner. `details` must not contain secrets, addresses or texts.
 */
export async function recordAccess(
  tx: Transaction,
  accountId: string,
  action: AccessAction,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await ensureProfile(tx, accountId);
  const found = await readAccountById(tx, accountId);
  if (found === undefined) throw new Error('there is no account to tell of');
  await recordAudit(tx, {
    actorAccountId: accountId,
    action,
    subjectKind: 'account',
    subjectId: String(found.uid),
    ...(details && { after: details }),
  });
}
