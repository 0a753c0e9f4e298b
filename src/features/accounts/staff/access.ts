// Sessions and password links of an account, ended and created by the operator or staff, each with its audit event.
// Permission is checked by the caller.
import type { Transaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Account, endSessions } from '../common/accounts.ts';
import { createPasswordLink } from '../links/password.ts';
import { readForAdministration } from './overview.ts';

/** Account id of the person making the change; undefined: the command line. */
type By = string | undefined;

/** Ends the sessions, API tokens and mailed links of an account. */
export async function endAllSessions(tx: Transaction, by: By, { id, uid }: Account): Promise<void> {
  const { sessions = 0, apiTokens = 0 } = (await readForAdministration(tx, uid)) ?? {};
  await endSessions(tx, id);
  await recordAudit(tx, {
    actorAccountId: by,
    action: 'account.sessions-end',
    subjectKind: 'user',
    subjectId: String(uid),
    before: { sessions, apiTokens },
    after: { sessions: 0, apiTokens: 0 },
  });
}

/** Creates a password link and returns its token. Earlier links of the account end. */
export async function issuePasswordLink(tx: Transaction, by: By, { id, uid }: Account): Promise<string> {
  await recordAudit(tx, {
    actorAccountId: by,
    action: 'account.password-link',
    subjectKind: 'user',
    subjectId: String(uid),
  });
  return createPasswordLink(tx, id);
}
