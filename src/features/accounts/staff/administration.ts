// What administrators do to accounts: role, suspension, sessions, password link, second factors. Each change is one
// transaction with its audit event, and the person is mailed. The caller checks permission. This module checks that
// administrators do not act on themselves where this is forbidden, that the account is still as the administrator saw it,
// and that one administrator remains.
import type { Actor, Role } from '../../../http/gates/guard.ts';
import { isRefusal, Refusal, required } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { MailDecision } from '../../moderation/common/ports.ts';
import type { OnAccount } from '../common/account-news.ts';
import { type Account, readAccountById } from '../common/accounts.ts';
import { passwordLink } from '../common/auth-names.ts';
import type { FailedSignInGroup, FailedSignIns } from '../common/failed-sign-ins.ts';
import { resetFactors } from '../factors/state.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { endAllSessions, issuePasswordLink } from './access.ts';
import { STAFF_DIRECTORY } from './directory.ts';
import {
  type AccountDetail,
  type AccountQuery,
  type ListedAccount,
  listForAdministration,
  readForAdministration,
} from './overview.ts';
import {
  decideRegistration,
  listRegistrations,
  type RegistrationPlace,
  type RegistrationVerdict,
  type WaitingRegistration,
} from './registrations.ts';
import { changeRole, lockAccount, reinstateAccount, type Suspension, suspendAccount } from './roles.ts';
import { listStaffTokens, type StaffToken } from './staff-tokens.ts';

export interface AccountAdministrationDependencies {
  readonly database: Database;
  readonly mail: Pick<AccountMail, 'notify' | 'send' | 'readLocale'>;
  readonly mailDecision: MailDecision;
  readonly onAccount: OnAccount;
  /** Public address without trailing slash. */
  readonly publicUrl: () => string;
  readonly failed: FailedSignIns;
}

/** Every change refuses with `account_not_found` for an account that is not there or is deleted. */
export interface AccountAdministration {
  list(query: AccountQuery): Promise<readonly ListedAccount[]>;
  /** Refuses with `account_not_found`. */
  read(uid: number): Promise<AccountDetail & { readonly failedSignIns: number }>;
  /** API tokens with rights of administrators, of all accounts. */
  listStaffTokens(): Promise<readonly StaffToken[]>;
  /** Registrations that wait for a decision, oldest first. */
  listRegistrations(after: RegistrationPlace | undefined, limit: number): Promise<readonly WaitingRegistration[]>;
  /** Decides about one and mails the person. Refuses with `registration_not_found` and `registration_already_decided`. */
  decideRegistration(actor: Actor, uid: number, verdict: RegistrationVerdict): Promise<void>;
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
  const { database, failed, mail, publicUrl } = dependencies;

  /** Runs a change of an account, which is locked. */
  function change<T>(uid: number, work: (tx: Transaction, found: Account) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      const person = required(await STAFF_DIRECTORY.readByUid(tx, uid), 'account_not_found');
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
    listStaffTokens: () => listStaffTokens(database.db),
    listRegistrations: (after, limit) => listRegistrations(database.db, after, limit),
    decideRegistration: async (actor, uid, verdict) => {
      const owner = await change(uid, (tx, found) => decideRegistration(tx, actor, found, verdict)).catch(
        (error: unknown) => {
          throw isRefusal(error, 'account_not_found') ? new Refusal('registration_not_found') : error;
        },
      );
      const locale = await mail.readLocale(null, owner.id);
      if (verdict === 'approve') mail.send('registration-approved', owner.email, locale, `${publicUrl()}/sign-in`);
      else mail.send('registration-refused', owner.email, locale);
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
        await suspendAccount(tx, actor.accountId, found.id, suspension, dependencies);
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
        await endAllSessions(tx, actor.accountId, found);
        return found;
      });
      mail.notify('sessions-ended', owner.id, null);
    },
    sendPasswordLink: async (actor, uid) => {
      const { owner, token } = await change(uid, async (tx, found) => {
        requireOther(actor, found);
        return { owner: found, token: await issuePasswordLink(tx, actor.accountId, found) };
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
