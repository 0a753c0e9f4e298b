// Mailed links about an account's email address: verifying it, and the two steps of changing it (the old address
// confirms, the new one is verified). Each link is a row until it is used or expires, so ending an account's sessions
// also ends a pending change. The row stores a digest of the token. Only the POST of our page uses a link (addressPage,
// addressConfirm), because mail scanners open links.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { onUnique } from '../../../platform/database/errors.ts';
import { account, addressLink } from '../../../platform/database/schema/accounts.ts';
import { recordAccess } from '../common/access-audit.ts';
import { endSessions, type Reader, readAccountById } from '../common/accounts.ts';
import { beginWaiting, type OnRegistration } from '../common/approval.ts';
import { addressPageLink, LINK_SECONDS } from '../common/auth-names.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { PAUSE_SECONDS } from '../mail/guard.ts';
import type { MailKind } from '../mail/texts.ts';

export type AddressStep = (typeof addressLink.$inferSelect)['step'];

/** The mail for each step. */
const MAILS = {
  verify: 'verify-address',
  'confirm-change': 'confirm-change',
  'verify-change': 'verify-new-address',
} as const satisfies Readonly<Record<AddressStep, MailKind>>;

const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

export interface AddressLinkDependencies {
  readonly database: Database;
  readonly mail: AccountMail;
  /** Public address without trailing slash. */
  readonly publicUrl: string;
}

export interface UsedLinkDependencies extends AddressLinkDependencies {
  readonly onRegistration: OnRegistration;
}

export interface AddressLinkPlan {
  readonly accountId: string;
  readonly step: AddressStep;
  /** The address to verify, or the new address of the account. */
  readonly address: string;
  /** Where the page redirects after the step (validated before); undefined: the start page. */
  readonly leadsTo: string | undefined;
}

export interface AddressLink extends AddressLinkPlan {
  readonly tokenHash: string;
}

const hashToken = (token: string): string => createHash('sha256').update(`address:${token}`).digest('hex');

/**
 * Mails the link of a step to `to`. Returns `held` and does nothing if that mailbox has reached its mail limit. With
 * `uses` the new link replaces that one; returns `gone` if that one is no longer valid.
 */
export async function mailAddressLink(
  dependencies: AddressLinkDependencies,
  plan: AddressLinkPlan,
  to: string,
  acceptLanguage: string | null,
  uses?: AddressLink,
): Promise<'sent' | 'held' | 'gone'> {
  const { database, mail } = dependencies;
  const kind = MAILS[plan.step];
  if (!(await mail.takeTurn(kind, to))) return 'held';
  const token = await database.transaction(async (tx) =>
    uses === undefined || (await consume(tx, uses)) ? createAddressLink(tx, plan) : undefined,
  );
  if (token === undefined) return 'gone';
  const locale = await mail.readLocale(acceptLanguage, plan.accountId);
  mail.send(kind, to, locale, addressPageLink(dependencies.publicUrl, token));
  return 'sent';
}

/**
 * Creates a link and returns its token. An account has at most one pending change; a new one replaces it. Several
 * verification links may be valid at once, since anybody may request them.
 */
async function createAddressLink(tx: Transaction, plan: AddressLinkPlan): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  if (plan.step !== 'verify') {
    await tx.delete(addressLink).where(and(eq(addressLink.accountId, plan.accountId), ne(addressLink.step, 'verify')));
  }
  await tx.insert(addressLink).values({
    tokenHash: hashToken(token),
    accountId: plan.accountId,
    step: plan.step,
    address: plan.address,
    leadsTo: plan.leadsTo ?? null,
    expiresAt: sql`now() + make_interval(secs => ${LINK_SECONDS})`,
  });
  return token;
}

/** The link of a token; undefined when it was used, has expired, or never existed. */
export async function readAddressLink(db: Reader, token: string): Promise<AddressLink | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db
    .select()
    .from(addressLink)
    .where(and(eq(addressLink.tokenHash, hashToken(token)), sql`${addressLink.expiresAt} > now()`));
  return row && { ...row, leadsTo: row.leadsTo ?? undefined };
}

/** Performs the step of a link, once; undefined when the link is no longer valid. */
export async function useAddressLink(
  dependencies: UsedLinkDependencies,
  token: string,
  acceptLanguage: string | null,
): Promise<AddressLink | undefined> {
  const { database } = dependencies;
  const link = await readAddressLink(database.db, token);
  if (link === undefined) return undefined;
  switch (link.step) {
    case 'verify':
      return database.transaction((tx) => verifyAddress(tx, link, dependencies.onRegistration));
    case 'confirm-change':
      return confirmChange(dependencies, link, acceptLanguage);
    case 'verify-change':
      return finishChange(dependencies, link, acceptLanguage);
  }
}

/** Deletes the row; false when a concurrent request used it or it was ended. */
async function consume(tx: Transaction, { tokenHash }: AddressLink): Promise<boolean> {
  const gone = await tx
    .delete(addressLink)
    .where(eq(addressLink.tokenHash, tokenHash))
    .returning({ step: addressLink.step });
  return gone.length > 0;
}

async function verifyAddress(
  tx: Transaction,
  link: AddressLink,
  onRegistration: OnRegistration,
): Promise<AddressLink | undefined> {
  if (!(await consume(tx, link))) return undefined;
  const { accountId } = link;
  const done = await tx
    .update(account)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(and(eq(account.id, accountId), eq(account.email, link.address)))
    .returning({ id: account.id });
  if (done.length === 0) return undefined;
  await tx.delete(addressLink).where(and(eq(addressLink.accountId, accountId), eq(addressLink.step, 'verify')));
  await beginWaiting(tx, accountId, onRegistration);
  return link;
}

/**
 * The old address has confirmed; mails the new one. The link stays valid if the mail limit of the new address is
 * reached.
 */
async function confirmChange(
  dependencies: AddressLinkDependencies,
  link: AddressLink,
  acceptLanguage: string | null,
): Promise<AddressLink | undefined> {
  const { accountId, address, leadsTo } = link;
  const next = { accountId, step: 'verify-change', address, leadsTo } as const;
  const outcome = await mailAddressLink(dependencies, next, address, acceptLanguage, link);
  if (outcome === 'held') throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: PAUSE_SECONDS });
  return outcome === 'sent' ? link : undefined;
}

/** The new address is verified: changes the account's address, ends all sessions and notifies the old address. */
async function finishChange(
  { database, mail }: AddressLinkDependencies,
  link: AddressLink,
  acceptLanguage: string | null,
): Promise<AddressLink | undefined> {
  const { accountId } = link;
  const before = await database.transaction(async (tx) => {
    if (!(await consume(tx, link))) return undefined;
    const found = await readAccountById(tx, accountId);
    if (found === undefined) return undefined;
    await changeAddress(tx, accountId, link.address);
    // NOTE: without the addresses, since audit events are never deleted.
    await recordAccess(tx, accountId, 'account.address');
    return found;
  });
  if (before === undefined) return undefined;
  const locale = await mail.readLocale(acceptLanguage, accountId);
  mail.send('address-changed', before.email, locale);
  return link;
}

/**
 * Gives an account a verified address and ends its sessions, API tokens and mailed links. Refuses with `account_exists`.
 * The caller adds the audit event.
 */
export async function changeAddress(tx: Transaction, accountId: string, address: string): Promise<void> {
  await tx
    .update(account)
    .set({ email: address, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(account.id, accountId))
    .catch(onUnique('account_email_unique', 'account_exists'));
  await endSessions(tx, accountId);
}

/** Deletes expired links. Idempotent. */
export async function forgetAddressLinks(db: Reader): Promise<void> {
  await db.delete(addressLink).where(lt(addressLink.expiresAt, sql`now()`));
}
