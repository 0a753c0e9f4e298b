// `livehouse accounts …`: account administration by the operator. Works while the service is running, on the same
// database. Changes take effect immediately, since every request reads its account again.
import {
  type Account,
  createAccount,
  endSessions,
  listAccounts,
  normalizeEmail,
  readAccountByEmail,
} from '../../features/accounts/common/accounts.ts';
import { requireAnotherAdministrator } from '../../features/accounts/common/administrators.ts';
import { passwordLink } from '../../features/accounts/common/auth-names.ts';
import { openConfiguredMailer } from '../../features/accounts/engines.ts';
import { resetFactors } from '../../features/accounts/factors/state.ts';
import { createPasswordLink } from '../../features/accounts/links/password.ts';
import { AccountMail } from '../../features/accounts/mail/account-mail.ts';
import { createLocaleChooser } from '../../features/accounts/mail/language.ts';
import type { NoticeKind } from '../../features/accounts/mail/notice-texts.ts';
import { createPasswords, PASSWORD_MAX, PASSWORD_MIN } from '../../features/accounts/passwords/passwords.ts';
import { findPasswordFault, type PasswordFault } from '../../features/accounts/passwords/rules.ts';
import { setPasswordHash } from '../../features/accounts/passwords/store.ts';
import { changeRole, reinstateAccount, suspendAccount } from '../../features/accounts/staff/roles.ts';
import {
  issueRestriction,
  liftRestriction,
  readActiveRestrictions,
  recordAudit,
} from '../../features/moderation/common/standing.ts';
import { RESTRICTIONS, type RestrictionKind, ROLES } from '../../http/gates/guard.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { deriveKey, readAuthSecret } from '../../platform/config/auth-secret.ts';
import { type Config, prepareDataDirectory } from '../../platform/config/config.ts';
import { type Database, openDatabase, type Transaction } from '../../platform/database/database.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { INIT_HINT, requireInstallation } from '../installation.ts';
import { formatTable } from '../terminal.ts';

const READY_MS = 60_000;
/** Actor of audit events from the command line. */
const OPERATOR = undefined;
const REASON = 'other';

export const createCommand: Command = (context) =>
  withDatabase(
    context,
    async (database, config) => {
      const { terminal, flag, option } = context;
      const email = requireEmail(context);
      const role = requireWord('The role', ROLES, option('role') ?? 'member');
      const password = flag('password-stdin') ? requirePassword(await Bun.stdin.text(), email) : undefined;
      const hash = password === undefined ? undefined : await createPasswords().hash(password);
      const made = await database.transaction(async (tx) => {
        const account = await createAccount(tx, { email, emailVerified: !flag('unverified'), role });
        if (hash !== undefined) await setPasswordHash(tx, account.id, hash);
        return { account, token: hash === undefined ? await createPasswordLink(tx, account.id) : undefined };
      });
      const { uid } = made.account;
      const link = made.token === undefined ? undefined : passwordLink(publicUrlOf(config), made.token);
      terminal.result({ ok: true, email, uid, ...(link === undefined ? {} : { link }) });
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
  return changeAccount(context, (tx, { id }) => changeRole(tx, OPERATOR, id, role));
};

export const revokeCommand: Command = (context) =>
  changeAccount(context, async (tx, { id }) => {
    const account = await changeRole(tx, OPERATOR, id, 'member');
    // Ends the sessions also if the account is already a member.
    await endSessions(tx, id);
    return account;
  });

export const suspendCommand: Command = (context) =>
  changeAccount(context, (tx, { id }) => suspendAccount(tx, OPERATOR, id));

export const reinstateCommand: Command = (context) =>
  changeAccount(context, (tx, { id }) => reinstateAccount(tx, OPERATOR, id));

export const resetFactorCommand: Command = (context) => {
  let owner: Account | undefined;
  const change = (tx: Transaction, account: Account): Promise<Account> => {
    owner = account;
    return resetFactors(tx, OPERATOR, account);
  };
  return changeAccount(context, change, (database, config) =>
    owner === undefined ? Promise.resolve() : mailNotice(database, config, 'factors-reset', owner.id),
  );
};

/** Mails the owner of an account, as the service does. */
async function mailNotice(database: Database, config: Config, kind: NoticeKind, accountId: string): Promise<void> {
  const siteName = (): string => config.instance.name;
  const mailer = openConfiguredMailer(config, siteName);
  const mail = new AccountMail({
    database,
    mailer,
    guardKey: deriveKey(readAuthSecret(config), 'mail guard'),
    chooseLocale: createLocaleChooser(() => config.instance.locale),
    siteName,
    log: openLog('warn'),
  });
  try {
    mail.notify(kind, accountId, null);
    await mail.settle();
  } finally {
    mailer.close();
  }
}

export const restrictCommand: Command = (context) => {
  const kind = requireWord('The kind', RESTRICTIONS, context.positionals[1] ?? '');
  const until = requireEnd(context.option('until'));
  return changeAccount(context, async (tx, account) => {
    if (kind === 'sign_in') await requireAnotherAdministrator(tx, account.id);
    await issueRestriction(tx, {
      accountId: account.id,
      kind,
      reasonCode: REASON,
      expiresAt: until,
      issuedBy: OPERATOR,
    });
    await recordAudit(tx, {
      actorAccountId: OPERATOR,
      action: 'restriction.issue',
      subjectKind: 'user',
      subjectId: String(account.uid),
      reasonCode: REASON,
      after: { kind, expiresAt: until?.getTime() ?? null },
    });
    if (kind === 'sign_in') await endSessions(tx, account.id);
    return account;
  });
};

export const liftCommand: Command = (context) => {
  const kind = requireWord('The kind', RESTRICTIONS, context.positionals[1] ?? '');
  return changeAccount(context, async (tx, account) => {
    await liftRestriction(tx, account.id, kind, OPERATOR);
    await recordAudit(tx, {
      actorAccountId: OPERATOR,
      action: 'restriction.lift',
      subjectKind: 'user',
      subjectId: String(account.uid),
      before: { kind },
    });
    return account;
  });
};

/** Changes one account in a transaction and prints its new state. */
function changeAccount(
  context: CommandContext,
  change: (tx: Transaction, account: Account) => Promise<Account>,
  afterwards: (database: Database, config: Config) => Promise<void> = async () => undefined,
): Promise<number> {
  return withDatabase(context, async (database, config) => {
    const email = requireEmail(context);
    const { uid, role, status, restrictions } = await database.transaction(async (tx) => {
      const account = await readAccountByEmail(tx, email);
      if (account === undefined || account.status === 'deleted') throw new Refusal('account_not_found');
      return { ...(await change(tx, account)), restrictions: await readActiveRestrictions(tx, account.id) };
    });
    await afterwards(database, config);
    context.terminal.result({ ok: true, email, uid, role, status, restrictions });
    context.terminal.say(
      `${email} is account ${uid} (${[role, status, ...tellRestrictions(restrictions)].join(', ')}).`,
    );
  });
}

async function withDatabase(
  context: CommandContext,
  work: (database: Database, config: Config) => Promise<void>,
  initHint?: string,
): Promise<number> {
  const config = context.config();
  if (context.flag('init')) prepareDataDirectory(config);
  else requireInstallation(config, 'database', initHint);
  const database = openDatabase(config, openLog('error'));
  try {
    await database.ready(READY_MS);
    await work(database, config);
    return 0;
  } finally {
    await database.close();
  }
}

const tellRestrictions = (kinds: readonly RestrictionKind[]): readonly string[] =>
  kinds.length === 0 ? [] : [`restricted: ${kinds.join(' ')}`];

function requireEmail({ positionals }: CommandContext): string {
  const email = normalizeEmail(positionals[0] ?? '');
  if (email === undefined) throw new UsageError('EMAIL must be an e-mail address');
  return email;
}

function requireWord<const W extends string>(what: string, words: readonly W[], given: string): W {
  const found = words.find((word) => word === given);
  if (found === undefined) throw new UsageError(`${what} is one of: ${words.join(', ')}`);
  return found;
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

const publicUrlOf = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`;
