// `livehouse accounts …`: accounts, their roles and restrictions, for the operator. Works while the service is running, on
// the same database. Changes take effect immediately, since every request reads its account again.
import { type Account, createAccount, endSessions, listAccounts } from '../../../features/accounts/common/accounts.ts';
import { requireAnotherAdministrator } from '../../../features/accounts/common/administrators.ts';
import { passwordLink } from '../../../features/accounts/common/auth-names.ts';
import { resetFactors } from '../../../features/accounts/factors/state.ts';
import { createPasswordLink } from '../../../features/accounts/links/password.ts';
import type { NoticeKind } from '../../../features/accounts/mail/notice-texts.ts';
import { createPasswords, PASSWORD_MAX, PASSWORD_MIN } from '../../../features/accounts/passwords/passwords.ts';
import { findPasswordFault, type PasswordFault } from '../../../features/accounts/passwords/rules.ts';
import { setPasswordHash } from '../../../features/accounts/passwords/store.ts';
import { changeRole, reinstateAccount, suspendAccount } from '../../../features/accounts/staff/roles.ts';
import { issueRestriction, liftRestriction } from '../../../features/moderation/common/active-restrictions.ts';
import { RESTRICTIONS, ROLES } from '../../../http/gates/guard.ts';
import { MESSAGE_MAX, REASON_CODES } from '../../../kernel/reason-code.ts';
import { type Command, type CommandContext, UsageError } from '../../command.ts';
import { INIT_HINT } from '../../installation/installation.ts';
import { formatTable } from '../../terminal.ts';
import {
  auditAccount,
  changeAccount,
  OPERATOR,
  openOutbound,
  publicUrlOf,
  READY_MS,
  requireEmail,
  tellRestrictions,
  withDatabase,
} from './change.ts';

export const createCommand: Command = (context) =>
  withDatabase(
    context,
    async (database, config) => {
      const { terminal, flag, option } = context;
      const email = requireEmail(context);
      const role = requireWord('The role', ROLES, option('role') ?? 'member');
      const password = flag('password-stdin') ? requirePassword(await Bun.stdin.text(), email) : undefined;
      const hash = password === undefined ? undefined : await createPasswords().hash(password);
      const { jobs, outbound } = openOutbound(database, config);
      await database.ready(READY_MS);
      const making = database.transaction(async (tx) => {
        const account = await createAccount(tx, { email, emailVerified: !flag('unverified'), role });
        if (hash !== undefined) await setPasswordHash(tx, account.id, hash);
        await auditAccount(tx, 'account.create', 'account', account, { after: { role } });
        await outbound.onAccount(tx, { what: 'created', uid: account.uid });
        return { account, token: hash === undefined ? await createPasswordLink(tx, account.id) : undefined };
      });
      const made = await making.finally(() => jobs.stop());
      const { uid } = made.account;
      const link = made.token === undefined ? undefined : passwordLink(publicUrlOf(config), made.token);
      terminal.result({ ok: true, email, uid, ...(link !== undefined && { link }) });
      terminal.say(`${email} is account ${uid} (${role}).`);
      if (link === undefined) return;
      terminal.say('Set the password with this link, which works once and for one hour:');
      terminal.say(link);
    },
    INIT_HINT,
  );

export const listCommand: Command = ({ terminal, ...rest }) =>
  withDatabase({ terminal, ...rest }, async (database) => {
    const accounts = await listAccounts(database.db);
    terminal.result({
      ok: true,
      accounts: accounts.map(({ email, uid, role, status, restrictions }) => ({
        email,
        uid,
        role,
        status,
        restrictions,
      })),
    });
    if (accounts.length === 0)
      terminal.say('There are no accounts yet. Create one with "livehouse accounts create EMAIL".');
    const rows = accounts.map(({ email, uid, role, status, emailVerified, restrictions }) => [
      String(uid),
      email,
      role,
      status,
      [...(emailVerified ? [] : ['address not verified']), ...tellRestrictions(restrictions)].join('; '),
    ]);
    for (const line of formatTable(rows, [0])) terminal.say(line);
  });

export const grantCommand: Command = (context) => {
  const role = requireWord('The role', ROLES, context.positionals[1] ?? '');
  return changeAccount(context, (tx, { id }) => changeRole(tx, OPERATOR, id, role), noticeOfRole);
};

export const revokeCommand: Command = (context) =>
  changeAccount(
    context,
    async (tx, { id }) => {
      const account = await changeRole(tx, OPERATOR, id, 'member');
      // Ends the sessions also if the account is already a member.
      await endSessions(tx, id);
      return account;
    },
    noticeOfRole,
  );

const noticeOfRole = (before: Account, after: Account): NoticeKind | undefined =>
  before.role === after.role ? undefined : `role-${after.role}`;

export const suspendCommand: Command = (context) => {
  const reasonCode = requireReason(context);
  const message = requireMessage(context);
  return changeAccount(context, (tx, { id }, outbound) =>
    suspendAccount(tx, OPERATOR, id, { reasonCode, message }, outbound),
  );
};

export const reinstateCommand: Command = (context) =>
  changeAccount(
    context,
    (tx, { id }) => reinstateAccount(tx, OPERATOR, id),
    (before) => (before.status === 'active' ? undefined : 'reinstated'),
  );

export const resetFactorCommand: Command = (context) =>
  changeAccount(
    context,
    (tx, account) => resetFactors(tx, OPERATOR, account),
    () => 'factors-reset',
  );

export const restrictCommand: Command = (context) => {
  const kind = requireWord('The kind', RESTRICTIONS, context.positionals[1] ?? '');
  const until = requireEnd(context.option('until'));
  const reasonCode = requireReason(context);
  const message = requireMessage(context);
  return changeAccount(context, async (tx, account, { mailDecision }) => {
    if (kind === 'sign_in') await requireAnotherAdministrator(tx, account.id);
    const accountId = account.id;
    const plan = { accountId, kind, reasonCode, message, expiresAt: until, issuedBy: OPERATOR };
    const id = await issueRestriction(tx, plan);
    await auditAccount(tx, 'restriction.issue', 'user', account, {
      reasonCode,
      after: { id, kind, expiresAt: until?.getTime() ?? null },
    });
    if (kind === 'sign_in') await endSessions(tx, account.id);
    await mailDecision(tx, { of: 'restriction', id });
    return account;
  });
};

export const liftCommand: Command = (context) => {
  const kind = requireWord('The kind', RESTRICTIONS, context.positionals[1] ?? '');
  return changeAccount(context, async (tx, account) => {
    await liftRestriction(tx, account.id, kind, OPERATOR);
    await auditAccount(tx, 'restriction.lift', 'user', account, { before: { kind } });
    return account;
  });
};

function requireWord<const W extends string>(what: string, words: readonly W[], given: string): W {
  const found = words.find((word) => word === given);
  if (found === undefined) throw new UsageError(`${what} is one of: ${words.join(', ')}`);
  return found;
}

const requireReason = ({ option }: CommandContext) =>
  requireWord('The reason', REASON_CODES, option('reason') ?? 'other');

function requireMessage({ option }: CommandContext): string | undefined {
  const message = option('message')?.trim();
  if (message === undefined) return undefined;
  if (message === '' || message.length > MESSAGE_MAX) {
    throw new UsageError(`--message takes 1 to ${MESSAGE_MAX} characters, which the person reads`);
  }
  return message;
}

const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  tooShort: `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  tooLong: `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  tooCommon: 'This password is too common; choose another one',
  tooPersonal: 'A password must not contain the address of the account',
};

function requirePassword(text: string, email: string): string {
  const password = text.replace(/\r?\n$/, '');
  const fault = findPasswordFault(password, { email });
  if (fault !== undefined) throw new UsageError(PASSWORD_FAULTS[fault]);
  return password;
}

function requireEnd(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const end = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(end.getTime()) || end.getTime() <= Date.now()) {
    throw new UsageError('--until takes a future time, such as 2030-01-31 or 2030-01-31T12:00:00Z');
  }
  return end;
}
