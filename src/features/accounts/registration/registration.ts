// Registration: its preconditions and its background work. Response and response time are the same for every address. A
// new or unverified address is mailed a link; a verified one is mailed nothing.
import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { isDatabaseFull } from '../../../platform/database/errors.ts';
import { account, captchaUse } from '../../../platform/database/schema/accounts.ts';
import type { Captcha } from '../../../platform/outside/captcha.ts';
import type { Mailer } from '../../../platform/outside/mail.ts';
import type { OnAccount } from '../common/account-news.ts';
import { createAccount, normalizeEmail, type Reader, readAccountByEmail } from '../common/accounts.ts';
import type { Application } from '../common/approval.ts';
import { passwordLink } from '../common/auth-names.ts';
import { type AccountsInstance, type Invites, REGISTRATION_REFUSALS } from '../common/instance.ts';
import { domainOf } from '../doors/patterns.ts';
import type { RegistrationDoors } from '../doors/store.ts';
import { createPasswordLink } from '../links/password.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { writePreferences } from '../profile/preferences.ts';

/** Minimum response time. */
const FLOOR_MS = 500;
const CAPTCHA_RESPONSE_MAX = 2_048;

export interface RegistrationDependencies {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly mail: AccountMail;
  readonly captcha: Captcha | undefined;
  readonly publicUrl: () => string;
  readonly instance: AccountsInstance;
  readonly invites: Invites;
  readonly onAccount: OnAccount;
  /** Whether people register with an address and a password. */
  readonly passwordSignIn: boolean;
  readonly doors: Pick<RegistrationDoors, 'read'>;
}

/**
 * Refuses what the instance does not allow, and with `registration_unavailable` unless database and mail would accept a
 * registration now.
 */
export async function requireRegistration({
  database,
  mailer,
  instance,
  passwordSignIn,
}: RegistrationDependencies): Promise<void> {
  if (!passwordSignIn) throw new Refusal(REGISTRATION_REFUSALS.closed);
  const { registration } = await instance.read();
  if (registration === 'closed') throw new Refusal(REGISTRATION_REFUSALS.closed);
  if (database.state !== 'ready' || !(await mailer.check())) throw new Refusal('registration_unavailable');
}

/** Verifies the captcha response of a registration. A solution is accepted once. */
async function requireCaptcha({ captcha, database }: RegistrationDependencies, response: string | null): Promise<void> {
  if (captcha === undefined) return;
  if (response === null || response === '' || response.length > CAPTCHA_RESPONSE_MAX) {
    throw new Refusal('captcha_response_missing');
  }
  const { outcome, once } = await captcha.verify(response);
  if (outcome === 'unreachable') throw new Refusal('captcha_unavailable');
  if (outcome === 'failed') throw new Refusal('captcha_verification_failed');
  if (once === undefined) return;
  const first = await database.db
    .insert(captchaUse)
    .values(once)
    .onConflictDoNothing()
    .returning({ digest: captchaUse.digest })
    .catch((cause: unknown) => {
      throw isDatabaseFull(cause) ? new Refusal('registration_unavailable', { cause }) : cause;
    });
  if (first.length === 0) throw new Refusal('captcha_verification_failed');
}

/** How an account is made now. */
interface Terms {
  /** The invite that is used; undefined: none is. */
  readonly inviteCode: string | undefined;
  /** The account waits for an administrator; undefined: it does not. */
  readonly application: Application | undefined;
}

/** The terms of a registration. An invite skips the queue of approvals. Says the same for every address. */
async function requireTerms(
  { instance, invites }: RegistrationDependencies,
  { inviteCode: code = '', text }: Pick<Registration, 'inviteCode' | 'text'>,
): Promise<Terms> {
  const { registration } = await instance.read();
  if (text !== undefined && registration !== 'approval') throw new Refusal('invalid_body', { status: 400 });
  if (registration === 'open') return { inviteCode: undefined, application: undefined };
  if (registration === 'approval' && code === '') {
    return { inviteCode: undefined, application: { text: text?.trim() || null } };
  }
  if (code === '') throw new Refusal(REGISTRATION_REFUSALS.noInvite);
  if (!(await invites.isUsable(code))) throw new Refusal(REGISTRATION_REFUSALS.invalidInvite);
  return { inviteCode: code, application: undefined };
}

interface PlannedAccount extends Terms {
  /** Normalised. */
  readonly email: string;
  readonly acceptLanguage: string | null;
}

/** Creates the account if there is none and mails the link, in the background. */
function beginRegistration(
  dependencies: RegistrationDependencies,
  { email, inviteCode, application, acceptLanguage }: PlannedAccount,
): void {
  const { database, mail, publicUrl, invites } = dependencies;
  mail.run(async () => {
    // Sign-in accepts only addresses that zod accepts, so a link to any other would be useless.
    if (!z.email().safeParse(email).success) return;
    const found = await readAccountByEmail(database.db, email);
    if (found !== undefined && (found.emailVerified || found.status !== 'active')) return;
    if (!(await mail.takeTurn('set-password', email))) return;
    const token = await database.transaction(async (tx) => {
      const needsInvite = found === undefined || found.approval === 'pending';
      if (needsInvite && inviteCode !== undefined) {
        // Used up since the request: nothing is made, and nobody is told, as for a known address.
        if ((await invites.take(inviteCode, tx)) === undefined) return undefined;
      }
      if (found !== undefined) {
        if (found.approval === 'pending') await renewApplication(tx, found.id, application);
        return createPasswordLink(tx, found.id);
      }
      const { id, uid } = await createAccount(tx, { email, emailVerified: false, application });
      // The decision is mailed in this language.
      if (application !== undefined) {
        await writePreferences(tx, id, { locale: await mail.readLocale(acceptLanguage) });
      }
      await dependencies.onAccount(tx, { what: 'created', uid });
      return createPasswordLink(tx, id);
    });
    if (token === undefined) return;
    const locale = await mail.readLocale(acceptLanguage, found?.id);
    mail.send('set-password', email, locale, passwordLink(publicUrl(), token));
  });
}

/** Of an account whose address was never confirmed: the last registration counts, and an invite ends the waiting. */
async function renewApplication(
  tx: Transaction,
  accountId: string,
  application: Application | undefined,
): Promise<void> {
  const values =
    application === undefined ? { approval: null, approvalText: null } : { approvalText: application.text };
  await tx
    .update(account)
    .set(values)
    .where(and(eq(account.id, accountId), eq(account.approval, 'pending')));
}

/** Waits for the work, and at least for the minimum response time. */
export async function withFloor<T>(work: Promise<T>): Promise<T> {
  const [settled] = await Promise.allSettled([work, Bun.sleep(FLOOR_MS)]);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

export interface Registration {
  readonly email: string;
  readonly inviteCode: string | undefined;
  /** What the person writes about themselves, for the administrators who decide. */
  readonly text?: string | undefined;
  readonly captcha: string | null;
  readonly acceptLanguage: string | null;
  /** By which limits count the client. */
  readonly clientKey: string;
}

/** Asks for an account: verifies the captcha, and answers no sooner than for any other address. */
export async function register(dependencies: RegistrationDependencies, asked: Registration): Promise<void> {
  const terms = await requireTerms(dependencies, asked);
  const email = required(normalizeEmail(asked.email), 'invalid_email');
  const doors = await dependencies.doors.read();
  if (doors.blocksClient(asked.clientKey) || doors.blocksDomain(domainOf(email))) {
    throw new Refusal(REGISTRATION_REFUSALS.closed);
  }
  await requireCaptcha(dependencies, asked.captcha);
  beginRegistration(dependencies, { ...terms, email, acceptLanguage: asked.acceptLanguage });
  await Bun.sleep(FLOOR_MS);
}

/** Deletes expired captcha solutions. Idempotent. */
export async function forgetCaptchaUses(db: Reader): Promise<void> {
  await db.delete(captchaUse).where(lt(captchaUse.expiresAt, sql`now()`));
}
