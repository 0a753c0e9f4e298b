// What administrators do to accounts: role, suspension, sessions, password link, second factors. Each change is one
// transaction with its audit event, and the person is mailed. The caller checks permission. This module checks that
// administrators do not act on themselves where this is forbidden, that the account is still as the administrator saw it,
// and that one administrator remains.
import type { Actor, Role } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { type AuditEntry, recordAudit } from '../../audit/record.ts';
import type { MailDecision } from '../../moderation/common/ports.ts';
import { type Account, endSessions, readAccountById } from '../common/accounts.ts';
import { passwordLink } from '../common/auth-names.ts';
import type { FailedSignInGroup, FailedSignIns } from '../common/failed-sign-ins.ts';
import { resetFactors } from '../factors/state.ts';
import { createPasswordLink } from '../links/password.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { STAFF_DIRECTORY } from './directory.ts';
import {
  type AccountDetail,
  type AccountQuery,
  type ListedAccount,
  listForAdministration,
  readForAdministration,
} from './overview.ts';
import { changeRole, lockAccount, reinstateAccount, type Suspension, suspendAccount } from './roles.ts';

export interface AccountAdministrationDependencies {
  readonly database: Database;
  readonly mail: Pick<AccountMail, 'notify' | 'send' | 'readLocale'>;
  readonly mailDecision: MailDecision;
  /** Public address without trailing slash. */
  readonly publicUrl: () => string;
  readonly failed: FailedSignIns;
}

/** Every change refuses with `account_not_found` for an account that is not there or is deleted. */
export interface AccountAdministration {
  list(query: AccountQuery): Promise<readonly ListedAccount[]>;
  /** Refuses with `account_not_found`. */
  read(uid: number): Promise<AccountDetail & { readonly failedSignIns: number }>;
  /** Failed sign-ins of the last week, by keyed hashes of account and network. */
  listFailedSignIns(): Promise<readonly FailedSignInGroup[]>;
  /** Refuses with `version_conflict` unless the role is `from` now, and with `last_administrator_required`. */
  changeRole(actor: Actor, uid: number, change: { readonly from: Role; readonly role: Role }): Promise<void>;
  /**
   * Refuses with `self_modification_forbidden`, with `restriction_already_active` when it is suspended, and with
   * `last_administrator_required`.
   */
  suspend(actor: Actor, uid: number, suspension: Suspension): Promise<void>;
  /** Refuses with `restriction_already_revoked` when it is not suspended. */
  reinstate(actor: Actor, uid: number, note: string | undefined): Promise<void>;
  /** Ends sessions, API tokens and mailed links. Refuses with `self_modification_forbidden`. */
  endSessions(actor: Actor, uid: number): Promise<void>;
  /** Mails a link to choose a new password; earlier ones end. Refuses with `self_modification_forbidden`. */
  sendPasswordLink(actor: Actor, uid: number): Promise<void>;
  /** Removes all second factors and passkeys, and ends the sessions. Refuses with `self_modification_forbidden`. */
  resetFactors(actor: Actor, uid: number): Promise<void>;
}

/** Opens the administration of accounts. */
export function openAccountAdministration(dependencies: AccountAdministrationDependencies): AccountAdministration {
  const { database, failed, mail, mailDecision, publicUrl } = dependencies;

  /** Runs a change of an account, which is locked. */
  function change<T>(uid: number, work: (tx: Transaction, found: Account) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      const person = await STAFF_DIRECTORY.readByUid(tx, uid);
      if (person === undefined) throw new Refusal('account_not_found');
      return work(tx, await lockAccount(tx, person.accountId));
    });
  }

  return {
    list: (query) => listForAdministration(database.db, query),
    read: async (uid) => {
      const found = await readForAdministration(database.db, uid);
      const owner = found && (await readAccountById(database.db, found.accountId));
      if (found === undefined || owner === undefined) throw new Refusal('account_not_found');
      return { ...found, failedSignIns: await failed.countFor(owner.email) };
    },
    listFailedSignIns: () => failed.list(),
    changeRole: async (actor, uid, { from, role }) => {
      const owner = await change(uid, async (tx, found) => {
        if (found.role !== from) throw new Refusal('version_conflict');
        await changeRole(tx, actor.accountId, found.id, role);
        return found;
      });
      if (from !== role) mail.notify(`role-${role}`, owner.id, null);
    },
    suspend: (actor, uid, suspension) =>
      change(uid, async (tx, found) => {
        requireOther(actor, found);
        if (found.status === 'suspended') throw new Refusal('restriction_already_active');
        await suspendAccount(tx, actor.accountId, found.id, suspension, mailDecision);
      }),
    reinstate: async (actor, uid, note) => {
      const owner = await change(uid, async (tx, found) => {
        if (found.status !== 'suspended') throw new Refusal('restriction_already_revoked');
        return reinstateAccount(tx, actor.accountId, found.id, note);
      });
      mail.notify('reinstated', owner.id, null);
    },
    endSessions: async (actor, uid) => {
      const owner = await change(uid, async (tx, found) => {
        requireOther(actor, found);
        const before = await countKeys(tx, uid);
        await endSessions(tx, found.id);
        await record(tx, actor, found, {
          action: 'account.sessions-end',
          before,
          after: { sessions: 0, apiTokens: 0 },
        });
        return found;
      });
      mail.notify('sessions-ended', owner.id, null);
    },
    sendPasswordLink: async (actor, uid) => {
      const { owner, token } = await change(uid, async (tx, found) => {
        requireOther(actor, found);
        await record(tx, actor, found, { action: 'account.password-link' });
        return { owner: found, token: await createPasswordLink(tx, found.id) };
      });
      const locale = await mail.readLocale(null, owner.id);
      mail.send('reset-password', owner.email, locale, passwordLink(publicUrl(), token));
    },
    resetFactors: async (actor, uid) => {
      const owner = await change(uid, (tx, found) => {
        requireOther(actor, found);
        return resetFactors(tx, actor.accountId, found);
      });
      mail.notify('factors-reset', owner.id, null);
    },
  };
}

/** The settings have the ways for one's own account. */
function requireOther({ accountId }: Actor, { id }: Account): void {
  if (accountId === id) throw new Refusal('self_modification_forbidden');
}

async function countKeys(
  tx: Transaction,
  uid: number,
): Promise<{ readonly sessions: number; readonly apiTokens: number }> {
  const { sessions = 0, apiTokens = 0 } = (await readForAdministration(tx, uid)) ?? {};
  return { sessions, apiTokens };
}

const record = <const A extends 'account.sessions-end' | 'account.password-link'>(
  tx: Transaction,
  { accountId }: Actor,
  { uid }: Account,
  event: Pick<AuditEntry<A>, 'action' | 'before' | 'after'>,
): Promise<void> =>
  recordAudit(tx, { actorAccountId: accountId, ...event, subjectKind: 'user', subjectId: String(uid) });
