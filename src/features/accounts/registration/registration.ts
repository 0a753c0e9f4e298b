// Registration: its preconditions and its background work. Response and response time are the same for every address. A
// new or unverified address is mailed a link; a verified one is mailed nothing.
import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isDatabaseFull } from '../../../platform/database/errors.ts';
import { captchaUse } from '../../../platform/database/schema/accounts.ts';
import type { Captcha } from '../../../platform/outside/captcha.ts';
import type { Mailer } from '../../../platform/outside/mail.ts';
import { createAccount, normalizeEmail, type Reader, readAccountByEmail } from '../common/accounts.ts';
import { passwordLink } from '../common/auth-names.ts';
import { type AccountsInstance, type Invites, REGISTRATION_REFUSALS } from '../common/instance.ts';
import { createPasswordLink } from '../links/password.ts';
import type { AccountMail } from '../mail/account-mail.ts';

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
}

/**
 * Refuses what the instance does not allow, and with `registration_unavailable` unless database and mail would accept a
 * registration now.
 */
export async function requireRegistration({ database, mailer, instance }: RegistrationDependencies): Promise<void> {
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

/** The invite of a registration; undefined where none is needed. Says the same for every address. */
async function requireInvite({ instance, invites }: RegistrationDependencies, code = ''): Promise<string | undefined> {
  if ((await instance.read()).registration !== 'invite') return undefined;
  if (code === '') throw new Refusal(REGISTRATION_REFUSALS.noInvite);
  if (!(await invites.isUsable(code))) throw new Refusal(REGISTRATION_REFUSALS.invalidInvite);
  return code;
}

interface PlannedAccount {
  /** Normalised. */
  readonly email: string;
  /** Undefined: none is needed. */
  readonly inviteCode: string | undefined;
  readonly acceptLanguage: string | null;
}

/** Creates the account if there is none and mails the link, in the background. */
function beginRegistration(
  dependencies: RegistrationDependencies,
  { email, inviteCode, acceptLanguage }: PlannedAccount,
): void {
  const { database, mail, publicUrl, invites } = dependencies;
  mail.run(async () => {
    // Sign-in accepts only addresses that zod accepts, so a link to any other would be useless.
    if (!z.email().safeParse(email).success) return;
    const found = await readAccountByEmail(database.db, email);
    if (found !== undefined && (found.emailVerified || found.status !== 'active')) return;
    if (!(await mail.takeTurn('set-password', email))) return;
    const token = await database.transaction(async (tx) => {
      if (found === undefined && inviteCode !== undefined) {
        // Used up since the request: nothing is made, and nobody is told, as for a known address.
        if ((await invites.take(inviteCode, tx)) === undefined) return undefined;
      }
      const { id } = found ?? (await createAccount(tx, { email, emailVerified: false }));
      return createPasswordLink(tx, id);
    });
    if (token === undefined) return;
    const locale = await mail.readLocale(acceptLanguage, found?.id);
    mail.send('set-password', email, locale, passwordLink(publicUrl(), token));
  });
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
  readonly captcha: string | null;
  readonly acceptLanguage: string | null;
}

/** Asks for an account: verifies the captcha, and answers no sooner than for any other address. */
export async function register(dependencies: RegistrationDependencies, asked: Registration): Promise<void> {
  const inviteCode = await requireInvite(dependencies, asked.inviteCode);
  const email = normalizeEmail(asked.email);
  if (email === undefined) throw new Refusal('invalid_email');
  await requireCaptcha(dependencies, asked.captcha);
  beginRegistration(dependencies, { ...asked, email, inviteCode });
  await Bun.sleep(FLOOR_MS);
}

/** Deletes expired captcha solutions. Idempotent. */
export async function forgetCaptchaUses(db: Reader): Promise<void> {
  await db.delete(captchaUse).where(lt(captchaUse.expiresAt, sql`now()`));
}
