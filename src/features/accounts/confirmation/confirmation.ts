// Re-authentication of a session: the person proves their identity again with the password, or, if the account has
// none, with a mailed code. The session is then stamped and renewed (sign-in/renewal.ts). Owns the rows of
// `confirmation_code`. A code belongs to one session and ends with it.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { onAbsentReference } from '../../../platform/database/errors.ts';
import { confirmationCode } from '../../../platform/database/schema/accounts.ts';
import { readAccountById } from '../common/accounts.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { PAUSE_SECONDS } from '../mail/guard.ts';
import { PASSWORD_MAX, type Passwords } from '../passwords/passwords.ts';

export interface ConfirmationDependencies {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly mail: AccountMail;
  /** Key of the code hashes. */
  readonly codeKey: string;
}

const CODE_DIGITS = 6;
const CODE_SECONDS = 10 * 60;
/** Wrong attempts after which a mailed code is invalidated: a chance of one in 200,000 to guess it. */
const CODE_TRIES = 5;

export async function isPassword(passwords: Passwords, hash: string, password: string): Promise<boolean> {
  if (password.length > PASSWORD_MAX) return false;
  passwords.requireRoom();
  return passwords.verify({ hash, password });
}

const hashCode = (key: string, sessionId: string, code: string): string =>
  createHmac('sha256', key).update(`${sessionId} ${code}`).digest('hex');

export async function mailCode(
  { database, mail, codeKey }: ConfirmationDependencies,
  context: RequestContext,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const { db } = database;
  const found = required(await readAccountById(db, accountId), 'authentication_required');
  if (!(await mail.takeTurn('confirm-code', found.email))) {
    throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: PAUSE_SECONDS });
  }
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const fresh = {
    codeHash: hashCode(codeKey, sessionId, code),
    failedTries: 0,
    expiresAt: sql`now() + make_interval(secs => ${CODE_SECONDS})`,
  };
  await db
    .insert(confirmationCode)
    .values({ sessionId, ...fresh })
    .onConflictDoUpdate({ target: confirmationCode.sessionId, set: fresh })
    // The session ended after it was admitted.
    .catch(onAbsentReference('confirmation_code_session_id_session_id_fk', 'authentication_required'));
  const locale = await mail.readLocale(context.request.headers.get('accept-language'), accountId);
  mail.sendCode('confirm-code', found.email, locale, code);
}

/** Whether this is the mailed code of the session. A correct code is consumed; a wrong one counts as an attempt. */
export function redeemCode(
  { database, codeKey }: ConfirmationDependencies,
  sessionId: string,
  code: string,
): Promise<boolean> {
  const given = Buffer.from(hashCode(codeKey, sessionId, code.trim()));
  return database.transaction(async (tx) => {
    const ofSession = eq(confirmationCode.sessionId, sessionId);
    const [row] = await tx
      .select({
        codeHash: confirmationCode.codeHash,
        failedTries: confirmationCode.failedTries,
        isLive: sql<boolean>`${confirmationCode.expiresAt} > now()`,
      })
      .from(confirmationCode)
      .where(ofSession)
      .for('update');
    if (row === undefined || !row.isLive) return false;
    const isRight = timingSafeEqual(Buffer.from(row.codeHash), given);
    if (isRight || row.failedTries + 1 >= CODE_TRIES) await tx.delete(confirmationCode).where(ofSession);
    else
      await tx
        .update(confirmationCode)
        .set({ failedTries: row.failedTries + 1 })
        .where(ofSession);
    return isRight;
  });
}
