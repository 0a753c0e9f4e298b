// What the commands of accounts share: the account, the change in a transaction, and the mail and events that follow from it.
import type { OnAccount } from '../../../features/accounts/common/account-news.ts';
import { type Account, normalizeEmail, readAccountByEmail } from '../../../features/accounts/common/accounts.ts';
import { openConfiguredMailer } from '../../../features/accounts/engines.ts';
import { UNBOUND_DELETION_JOBS } from '../../../features/accounts/leaving/deletion.ts';
import { AccountMail } from '../../../features/accounts/mail/account-mail.ts';
import { createLocaleChooser } from '../../../features/accounts/mail/language.ts';
import type { NoticeKind } from '../../../features/accounts/mail/notice-texts.ts';
import type { AuditAction, AuditSubject } from '../../../features/audit/actions.ts';
import { type AuditEntry, recordAudit } from '../../../features/audit/record.ts';
import { openInstance } from '../../../features/instance/open.ts';
import { readActiveRestrictions } from '../../../features/moderation/common/active-restrictions.ts';
import type { MailDecision } from '../../../features/moderation/common/ports.ts';
import { enqueueMail, UNBOUND_MAIL_JOB } from '../../../features/moderation/mails.ts';
import { tellEvent, UNBOUND_DELIVER_JOB } from '../../../features/webhooks/deliveries.ts';
import type { RestrictionKind } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { deriveKey, readAuthSecret } from '../../../platform/config/auth-secret.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { type Jobs, openJobs } from '../../../platform/jobs/jobs.ts';
import { openLog } from '../../../platform/telemetry/log.ts';
import { type CommandContext, UsageError } from '../../command.ts';
import { openCommandDatabase } from '../../installation/database.ts';

export const READY_MS = 60_000;
/** Actor of audit events from the command line. */
export const OPERATOR = undefined;

/** Adds an audit event about an account. */
export function auditAccount<const A extends AuditAction>(
  tx: Transaction,
  action: A,
  subjectKind: AuditSubject<A>,
  { uid }: Pick<Account, 'uid'>,
  more: Pick<AuditEntry<A>, 'reasonCode' | 'before' | 'after'> = {},
): Promise<void> {
  return recordAudit(tx, { actorAccountId: OPERATOR, action, subjectKind, subjectId: String(uid), ...more });
}

/** What the owner of an account is mailed; `address-changed` goes to the address from before. */
export type Notice = NoticeKind | 'address-changed';

/** Mails the owner of an account as it was before the change, as the service does. */
async function mailNotice(database: Database, config: Config, notice: Notice, owner: Account): Promise<void> {
  const log = openLog('warn');
  // A stored name beats that of the environment.
  const instance = openInstance({ config, texts: {}, database, log });
  const { name, locale, accent } = await instance.read();
  const siteName = (): string => name;
  const mailer = openConfiguredMailer(config, siteName);
  const mail = new AccountMail({
    database,
    mailer,
    guardKey: deriveKey(readAuthSecret(config), 'mail guard'),
    chooseLocale: createLocaleChooser(() => locale),
    siteName,
    siteAccent: () => accent,
    readReason: (...asked) => instance.readReason(...asked),
    log,
  });
  try {
    if (notice === 'address-changed') mail.send(notice, owner.email, await mail.readLocale(null, owner.id));
    else mail.notify(notice, owner.id, null);
    await mail.settle();
  } finally {
    mailer.close();
  }
}

/** What leaves the instance because of a change: jobs, which a service runs, now or when it runs next. */
interface Outbound {
  readonly enqueue: Jobs['enqueue'];
  readonly mailDecision: MailDecision;
  readonly onAccount: OnAccount;
}

export function openOutbound(database: Database, config: Config): { readonly jobs: Jobs; readonly outbound: Outbound } {
  const unbound = [UNBOUND_MAIL_JOB, UNBOUND_DELIVER_JOB, ...UNBOUND_DELETION_JOBS];
  const jobs = openJobs(database, unbound, false, openLog('error'));
  const enqueue: Jobs['enqueue'] = (...job) => jobs.enqueue(...job);
  return {
    jobs,
    outbound: {
      enqueue,
      mailDecision: (tx, decision) => enqueueMail(enqueue, tx, decision),
      onAccount: (tx, { what, uid }) =>
        tellEvent(enqueue, tx, {
          type: `account.${what}`,
          data: { uid, url: `${publicUrlOf(config)}/moderation/people/${uid}` },
        }),
    },
  };
}

/**
 * Changes one account in a transaction, tells its owner, and prints its new state. Mails about decisions are jobs, which a
 * service sends, now or when it runs next; notices are sent by the command.
 */
export function changeAccount(
  context: CommandContext,
  change: (tx: Transaction, account: Account, outbound: Outbound) => Promise<Account>,
  chooseNotice: (before: Account, after: Account) => Notice | undefined = () => undefined,
): Promise<number> {
  return withDatabase(context, async (database, config) => {
    const email = requireEmail(context);
    const { jobs, outbound } = openOutbound(database, config);
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
        const after = await change(tx, before, outbound);
        return { before, after, restrictions: await readActiveRestrictions(tx, after.id) };
      });
    } finally {
      await jobs.stop();
    }
    const { before, after, restrictions } = outcome;
    const notice = chooseNotice(before, after);
    if (notice !== undefined) await mailNotice(database, config, notice, before);
    const { uid, email: address, role, status } = after;
    context.terminal.result({ ok: true, email: address, uid, role, status, restrictions });
    context.terminal.say(
      `${address} is account ${uid} (${[role, status, ...tellRestrictions(restrictions)].join(', ')}).`,
    );
  });
}

export async function withDatabase(
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

export const tellRestrictions = (kinds: readonly RestrictionKind[]): readonly string[] =>
  kinds.length === 0 ? [] : [`restricted: ${kinds.join(' ')}`];

export function requireEmail({ positionals }: CommandContext, position = 0, name = 'EMAIL'): string {
  const email = normalizeEmail(positionals[position] ?? '');
  if (email === undefined) throw new UsageError(`${name} must be an email address`);
  return email;
}

export const publicUrlOf = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`;
