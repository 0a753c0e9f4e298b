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
import { recordAudit } from '../../features/audit/record.ts';
import { openInstance } from '../../features/instance/open.ts';
import {
  issueRestriction,
  liftRestriction,
  readActiveRestrictions,
} from '../../features/moderation/common/active-restrictions.ts';
import type { MailDecision } from '../../features/moderation/common/ports.ts';
import { enqueueMail, UNBOUND_MAIL_JOB } from '../../features/moderation/mails.ts';
import { RESTRICTIONS, type RestrictionKind, ROLES } from '../../http/gates/guard.ts';
import { MESSAGE_MAX, REASON_CODES } from '../../kernel/reason-code.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { deriveKey, readAuthSecret } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { openCommandDatabase } from '../installation/database.ts';
import { INIT_HINT } from '../installation/installation.ts';
import { formatTable } from '../terminal.ts';

const READY_MS = 60_000;
/** Actor of audit events from the command line. */
const OPERATOR = undefined;

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
        await recordAudit(tx, {
          actorAccountId: OPERATOR,
          action: 'account.create',
          subjectKind: 'account',
          subjectId: String(account.uid),
          after: { role },
        });
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
  return changeAccount(context, (tx, { id }, mailDecision) =>
    suspendAccount(tx, OPERATOR, id, { reasonCode, message }, mailDecision),
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

/** Mails the owner of an account, as the service does. */
async function mailNotice(database: Database, config: Config, kind: NoticeKind, accountId: string): Promise<void> {
  const log = openLog('warn');
  // A stored name beats that of the environment.
  const instance = openInstance({ config, texts: {}, database, log });
  const { name, locale } = await instance.read();
  const siteName = (): string => name;
  const mailer = openConfiguredMailer(config, siteName);
  const mail = new AccountMail({
    database,
    mailer,
    guardKey: deriveKey(readAuthSecret(config), 'mail guard'),
    chooseLocale: createLocaleChooser(() => locale),
    siteName,
    readReason: (...asked) => instance.readReason(...asked),
    log,
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
  const reasonCode = requireReason(context);
  const message = requireMessage(context);
  return changeAccount(context, async (tx, account, mailDecision) => {
    if (kind === 'sign_in') await requireAnotherAdministrator(tx, account.id);
    const accountId = account.id;
    const plan = { accountId, kind, reasonCode, message, expiresAt: until, issuedBy: OPERATOR };
    const id = await issueRestriction(tx, plan);
    await recordAudit(tx, {
      actorAccountId: OPERATOR,
      action: 'restriction.issue',
      subjectKind: 'user',
      subjectId: String(account.uid),
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

/**
 * Changes one account in a transaction, tells its owner, and prints its new state. Mails about decisions are jobs, which a
 * service sends, now or when it runs next; notices are sent by the command.
 */
function changeAccount(
  context: CommandContext,
  change: (tx: Transaction, account: Account, mailDecision: MailDecision) => Promise<Account>,
  chooseNotice: (before: Account, after: Account) => NoticeKind | undefined = () => undefined,
): Promise<number> {
  return withDatabase(context, async (database, config) => {
    const email = requireEmail(context);
    const jobs = openJobs(database, [UNBOUND_MAIL_JOB], false, openLog('error'));
    const mailDecision: MailDecision = (tx, decision) => enqueueMail((...job) => jobs.enqueue(...job), tx, decision);
    let outcome: {
      readonly before: Account;
      readonly after: Account;
      readonly restrictions: readonly RestrictionKind[];
    };
    try {
      await database.ready(READY_MS);
      outcome = await database.transaction(async (tx) => {
        const before = await readAccountByEmail(tx, email);
        if (before === undefined || before.status === 'deleted') throw new Refusal('account_not_found');
        const after = await change(tx, before, mailDecision);
        return { before, after, restrictions: await readActiveRestrictions(tx, after.id) };
      });
    } finally {
      await jobs.stop();
    }
    const { before, after, restrictions } = outcome;
    const notice = chooseNotice(before, after);
    if (notice !== undefined) await mailNotice(database, config, notice, after.id);
    const { uid, role, status } = after;
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
  const database = await openCommandDatabase(config, context.terminal, { makes: context.flag('init'), initHint });
  try {
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

const publicUrlOf = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`;
