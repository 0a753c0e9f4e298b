// The links that a sign-in mails: to verify an address, to confirm a change of address, to choose a new password; and what a
// used password link does. The links are ours, because the library's tokens cannot be revoked.
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { account, loginMethod, verification } from '../../../platform/database/schema/accounts.ts';
import { recordAccess } from '../common/access-audit.ts';
import { endSessions, readAccountById } from '../common/accounts.ts';
import { beginWaiting, type OnRegistration } from '../common/approval.ts';
import { linkIdentifier, passwordLink } from '../common/auth-names.ts';
import { type AddressStep, mailAddressLink } from '../links/address.ts';
import type { AccountMail } from '../mail/account-mail.ts';

interface MailedLinkDependencies {
  readonly database: Database;
  readonly mail: AccountMail;
  /** Public address without trailing slash. */
  readonly publicUrl: string;
}

/** Mails one of our links instead of the library's, whose tokens cannot be revoked. */
export async function sendAddressLink(
  dependencies: MailedLinkDependencies,
  step: AddressStep,
  { id, email, address }: { readonly id: string; readonly email: string; readonly address: string },
  url: string,
  request: Request | undefined,
): Promise<void> {
  // Validated by the library, which uses `/` for none.
  const given = new URL(url).searchParams.get('callbackURL') ?? '/';
  const leadsTo = given === '/' ? undefined : given;
  const plan = { accountId: id, step, address, leadsTo };
  await mailAddressLink(dependencies, plan, email, request?.headers.get('accept-language') ?? null);
}

/**
 * Mails the newest link, or deletes it if the mail limit is reached. Earlier links stay valid, since the requester may
 * not be the owner.
 */
export async function sendResetLink(
  { database, mail, publicUrl }: MailedLinkDependencies,
  user: { readonly id: string; readonly email: string },
  token: string,
  request: Request | undefined,
): Promise<void> {
  const { db } = database;
  const found = await readAccountById(db, user.id);
  const may = found !== undefined && found.status !== 'deleted' && (await mail.takeTurn('reset-password', user.email));
  if (!may) {
    await db.delete(verification).where(eq(verification.identifier, linkIdentifier(token)));
    return;
  }
  const locale = await mail.readLocale(request?.headers.get('accept-language') ?? null, user.id);
  mail.send('reset-password', user.email, locale, passwordLink(publicUrl, token));
}

/**
 * A used link proves the address. Login methods linked before the address was verified are removed, and all sessions
 * are ended. Returns whether the address was verified before.
 */
export async function finishReset(
  tx: Transaction,
  accountId: string,
  onRegistration: OnRegistration,
): Promise<boolean> {
  const [before] = await tx.select().from(account).where(eq(account.id, accountId)).for('update');
  if (before !== undefined && !before.emailVerified) {
    await tx
      .delete(loginMethod)
      .where(and(eq(loginMethod.ownerId, accountId), ne(loginMethod.providerId, 'credential')));
    await tx.update(account).set({ emailVerified: true, updatedAt: sql`now()` }).where(eq(account.id, accountId));
  }
  await beginWaiting(tx, accountId, onRegistration);
  await endSessions(tx, accountId);
  await recordAccess(tx, accountId, 'account.password', { by: 'link' });
  return before?.emailVerified ?? false;
}

/** Whether a token that the library has just created is for a change of address. */
export function isTokenOfChange(token: string): boolean {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return typeof payload === 'object' && payload !== null && typeof Reflect.get(payload, 'updateTo') === 'string';
}
