// Sends the mail of accounts: rate limit, language, text and delivery. Delivery runs in the background, so that the
// response time does not reveal whether an address is known. A failed mail is retried a few times and then logged
// without its address. `settle` waits for pending work.
import { eq } from 'drizzle-orm';
import { deriveAccent } from '../../../kernel/colours.ts';
import { retry } from '../../../kernel/concurrency/retry.ts';
import type { Locale } from '../../../kernel/names.ts';
import type { Database } from '../../../platform/database/database.ts';
import { preference } from '../../../platform/database/schema/accounts.ts';
import type { Mail, Mailer } from '../../../platform/outside/mail.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { DecisionMail } from '../../moderation/mails.ts';
import { readAccountById } from '../common/accounts.ts';
import { composeMail, type LayOutPlan, layOut } from './compose.ts';
import { type ReadReason, readDecisionText } from './decision-texts.ts';
import { type MailPurpose, takeMailTurn } from './guard.ts';
import type { ChooseLocale } from './language.ts';
import type { NoticeKind } from './notice-texts.ts';
import { type NotificationCounts, readNotificationText } from './notification-texts.ts';
import { type MailKind, readMailText } from './texts.ts';
import { readWebhookText, type WebhookNotice } from './webhook-texts.ts';

export interface AccountMailDependencies {
  readonly database: Database;
  readonly mailer: Mailer;
  /** Key of the recipient hashes. */
  readonly guardKey: string;
  readonly chooseLocale: ChooseLocale;
  /** Name of the instance. */
  readonly siteName: () => string;
  /** The colour that the instance chose; null: that of the software. */
  readonly siteAccent: () => string | null;
  readonly readReason: ReadReason;
  readonly log: Log;
  /** Delays between retries, in milliseconds. */
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS = [1_000, 5_000, 20_000] as const;

/** Purpose under which a kind is rate-limited; undefined: a notification that is never held back. */
const PURPOSES: Readonly<Record<MailKind, MailPurpose | undefined>> = {
  'set-password': 'signup-verification',
  'verify-address': 'address-verification',
  'reset-password': 'password-reset',
  'confirm-change': 'account-change',
  'verify-new-address': 'new-address',
  'confirm-code': 'confirmation',
  'address-changed': undefined,
  'registration-approved': undefined,
  'registration-refused': undefined,
};

export class AccountMail {
  readonly #dependencies: AccountMailDependencies;
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = Promise.withResolvers<void>();
  #closed = false;

  constructor(dependencies: AccountMailDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether a mail of this kind may be sent to this address now. Counts it. */
  async takeTurn(kind: MailKind, to: string): Promise<boolean> {
    const purpose = PURPOSES[kind];
    return (
      purpose === undefined || takeMailTurn(this.#dependencies.database.db, this.#dependencies.guardKey, to, purpose)
    );
  }

  /** Language of an account, or of an unknown recipient (`accountId` undefined). */
  async readLocale(acceptLanguage: string | null, accountId?: string): Promise<Locale> {
    if (accountId === undefined) return this.#dependencies.chooseLocale(acceptLanguage);
    const { db } = this.#dependencies.database;
    const [row] = await db
      .select({ locale: preference.locale })
      .from(preference)
      .where(eq(preference.accountId, accountId));
    return this.#dependencies.chooseLocale(acceptLanguage, row?.locale);
  }

  /** Sends in the background, without the rate limit. */
  send(kind: MailKind, to: string, locale: Locale, link?: string): void {
    this.#deliver(kind, composeMail({ kind, to, locale, ...this.#look(), ...(link !== undefined && { link }) }));
  }

  /** Like `send`, with a code to enter instead of a link. */
  sendCode(kind: MailKind, to: string, locale: Locale, code: string): void {
    this.#deliver(kind, composeMail({ kind, to, locale, ...this.#look(), code }));
  }

  /** Tells the owner of an account what was changed or who signed in, in the background. */
  notify(kind: NoticeKind, accountId: string, acceptLanguage: string | null): void {
    const { database, guardKey } = this.#dependencies;
    this.run(async () => {
      const owner = await readAccountById(database.db, accountId);
      if (owner === undefined || owner.status === 'deleted') return;
      // A program may sign in often without keeping cookies.
      if (kind === 'new-sign-in' && !(await takeMailTurn(database.db, guardKey, owner.email, 'new-sign-in'))) return;
      const locale = await this.readLocale(acceptLanguage, accountId);
      this.#deliver(kind, composeMail({ kind, to: owner.email, locale, ...this.#look() }));
    });
  }

  /** Tells the owner of an account about a decision. Rejects when the mail could not be delivered; the caller retries. */
  async sendDecision(accountId: string, decision: DecisionMail): Promise<void> {
    const { database, guardKey, mailer } = this.#dependencies;
    const owner = await readAccountById(database.db, accountId);
    if (owner === undefined || owner.status === 'deleted') return;
    if (decision.mayBeHeld && !(await takeMailTurn(database.db, guardKey, owner.email, 'decision'))) return;
    const locale = await this.readLocale(null, accountId);
    const text = readDecisionText(locale, decision, this.#dependencies.readReason);
    const link = decision.link?.address;
    await mailer.send(layOut({ text, to: owner.email, locale, ...this.#look(), ...(link !== undefined && { link }) }));
  }

  /** Tells an administrator that a webhook was disabled. Rejects when the mail could not be delivered; the caller retries. */
  async sendWebhookNotice(accountId: string, notice: WebhookNotice, link: string): Promise<void> {
    const { database, mailer } = this.#dependencies;
    const owner = await readAccountById(database.db, accountId);
    if (owner === undefined || owner.status === 'deleted') return;
    const locale = await this.readLocale(null, accountId);
    const text = readWebhookText(locale, notice);
    await mailer.send(layOut({ text, to: owner.email, locale, ...this.#look(), link }));
  }

  /**
   * Mails the owner of an account about notifications, if the address is verified. Rejects when the mail could not be delivered; the
   * caller retries.
   */
  async sendNotifications(
    accountId: string,
    counts: NotificationCounts['counts'],
    { link, settings, unsubscribe }: { readonly link: string; readonly settings: string; readonly unsubscribe: string },
  ): Promise<void> {
    const { database, mailer } = this.#dependencies;
    const owner = await readAccountById(database.db, accountId);
    if (owner?.status !== 'active' || !owner.emailVerified) return;
    const locale = await this.readLocale(null, accountId);
    const look = this.#look();
    const text = readNotificationText(locale, { counts, site: look.site, settings });
    await mailer.send(layOut({ text, to: owner.email, locale, ...look, link, unsubscribe }));
  }

  /** Sends a mail that says that mail works, to the owner of an account. Rejects when it was not accepted. */
  async sendTest(accountId: string, acceptLanguage: string | null): Promise<void> {
    const { database, mailer } = this.#dependencies;
    const owner = await readAccountById(database.db, accountId);
    if (owner === undefined) throw new Error('the account of the caller is missing');
    const locale = await this.readLocale(acceptLanguage, accountId);
    await mailer.send(layOut({ text: readMailText(locale, 'test'), to: owner.email, locale, ...this.#look() }));
  }

  /** How mails of this instance look. */
  #look(): Pick<LayOutPlan, 'site' | 'accent'> {
    const { siteName, siteAccent } = this.#dependencies;
    const accent = siteAccent();
    return { site: siteName(), accent: accent === null ? undefined : deriveAccent(accent, 'light').accent };
  }

  #deliver(kind: MailKind | NoticeKind, mail: Mail): void {
    const pauses = this.#dependencies.pausesMs ?? PAUSES_MS;
    this.run(async () => {
      let done = 0;
      const send = (tries: number): Promise<void> => {
        done = tries;
        return this.#dependencies.mailer.send(mail);
      };
      const pauseAfter = (_: unknown, tries: number) => (this.#closed ? undefined : pauses[tries - 1]);
      await retry(send, pauseAfter, this.#closing.promise).catch((error: unknown) => {
        this.#dependencies.log.warn('a mail could not be sent', { kind, tries: done, cause: reasonOf(error) });
      });
    });
  }

  /** Runs work in the background and logs its failure. */
  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        this.#dependencies.log.warn('background work of a request failed', { cause: reasonOf(error) });
      })
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  /** Waits for pending work. Mails that fail from now on are not retried. */
  async settle(): Promise<void> {
    this.#closed = true;
    this.#closing.resolve();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

/** Code or name of an error, since its message may contain an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
