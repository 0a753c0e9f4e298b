// Mail of accounts: guard, language, text, and the sending itself, which happens behind the answer so that nobody learns
// from its duration whether an address is known. A mail that is not taken is tried again a few times, then logged without
// its address. `settle` waits for what is under way.
import { eq } from 'drizzle-orm';
import type { Locale } from '../../../kernel/names.ts';
import { retry } from '../../../kernel/retry.ts';
import type { Database } from '../../../platform/database/database.ts';
import { preference } from '../../../platform/database/schema/accounts.ts';
import type { Mail, Mailer } from '../../../platform/outside/mail.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { composeMail } from './compose.ts';
import { type MailPurpose, takeMailTurn } from './guard.ts';
import type { ChooseLocale } from './language.ts';
import type { MailKind } from './texts.ts';

export interface AccountMailParts {
  readonly database: Database;
  readonly mailer: Mailer;
  /** Keys the hashes of recipients. */
  readonly guardKey: string;
  readonly chooseLocale: ChooseLocale;
  readonly log: Log;
  /** Pauses between tries, in milliseconds. */
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS = [1_000, 5_000, 20_000] as const;

/** Purpose under which a kind counts; undefined: a notice that must not be held back. */
const PURPOSES: Readonly<Record<MailKind, MailPurpose | undefined>> = {
  'set-password': 'signup-verification',
  'verify-address': 'address-verification',
  'reset-password': 'password-reset',
  'confirm-change': 'account-change',
  'verify-new-address': 'new-address',
  'confirm-code': 'confirmation',
  'address-changed': undefined,
};

export class AccountMail {
  readonly #parts: AccountMailParts;
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = Promise.withResolvers<void>();
  #closed = false;

  constructor(parts: AccountMailParts) {
    this.#parts = parts;
  }

  /** Whether a mail of this kind may go to this address now; counts it. */
  async takeTurn(kind: MailKind, to: string): Promise<boolean> {
    const purpose = PURPOSES[kind];
    return purpose === undefined || takeMailTurn(this.#parts.database.db, this.#parts.guardKey, to, purpose);
  }

  /** Language for an account, or for a stranger (`accountId` undefined). */
  async readLocale(acceptLanguage: string | null, accountId?: string): Promise<Locale> {
    if (accountId === undefined) return this.#parts.chooseLocale(acceptLanguage);
    const { db } = this.#parts.database;
    const [row] = await db
      .select({ locale: preference.locale })
      .from(preference)
      .where(eq(preference.accountId, accountId));
    return this.#parts.chooseLocale(acceptLanguage, row?.locale);
  }

  /** Sends behind the answer, without asking the guard. */
  send(kind: MailKind, to: string, locale: Locale, link?: string): void {
    this.#deliver(kind, composeMail(link === undefined ? { kind, to, locale } : { kind, to, locale, link }));
  }

  /** The same with a code to type in place of a link. */
  sendCode(kind: MailKind, to: string, locale: Locale, code: string): void {
    this.#deliver(kind, composeMail({ kind, to, locale, code }));
  }

  #deliver(kind: MailKind, mail: Mail): void {
    const pauses = this.#parts.pausesMs ?? PAUSES_MS;
    this.run(async () => {
      let done = 0;
      const send = (tries: number): Promise<void> => {
        done = tries;
        return this.#parts.mailer.send(mail);
      };
      const pauseAfter = (_: unknown, tries: number) => (this.#closed ? undefined : pauses[tries - 1]);
      await retry(send, pauseAfter, this.#closing.promise).catch((error: unknown) => {
        this.#parts.log.warn('a mail could not be sent', { kind, tries: done, cause: reasonOf(error) });
      });
    });
  }

  /** Runs work behind the answer; its failure is logged. */
  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        this.#parts.log.warn('background work of a request failed', { cause: reasonOf(error) });
      })
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  /** Waits for what is under way; mails that fail from now on are not tried again. */
  async settle(): Promise<void> {
    this.#closed = true;
    this.#closing.resolve();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

/** Code or name of an error: its message may hold an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
