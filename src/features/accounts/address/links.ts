// Mailed links about the address of an account: proving it, and the two steps of changing it (the old address confirms, the
// new one is verified). Each is a row until it is used or over, so that whatever ends the sessions of an account ends a
// change that is under way, too. A row holds the digest of its token. Only a POST of our page uses a link (addressPage,
// addressConfirm): programs that look through mail open links.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { onUnique } from '../../../platform/database/errors.ts';
import { account, addressLink } from '../../../platform/database/schema/accounts.ts';
import { recordAccess } from '../common/access-audit.ts';
import { endSessions, type Reader, readAccountById } from '../common/accounts.ts';
import { addressPageLink, LINK_SECONDS } from '../common/auth-names.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { PAUSE_SECONDS } from '../mail/guard.ts';
import type { MailKind } from '../mail/texts.ts';

export type AddressStep = (typeof addressLink.$inferSelect)['step'];

/** The mail that carries the link of a step. */
const MAILS = {
  verify: 'verify-address',
  'confirm-change': 'confirm-change',
  'verify-change': 'verify-new-address',
} as const satisfies Readonly<Record<AddressStep, MailKind>>;

const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

export interface AddressLinkParts {
  readonly database: Database;
  readonly mail: AccountMail;
  /** Public address without a last slash. */
  readonly publicUrl: string;
}

export interface AddressLinkPlan {
  readonly accountId: string;
  readonly step: AddressStep;
  /** The address that is proven, or that the account is to have. */
  readonly address: string;
  /** Where the page leads on when the step is done, checked before; undefined: the start page. */
  readonly leadsTo: string | undefined;
}

export interface AddressLink extends AddressLinkPlan {
  readonly tokenHash: string;
}

const hashToken = (token: string): string => createHash('sha256').update(`address:${token}`).digest('hex');

/**
 * Mails the link of a step to `to`. `held`: that mailbox had enough mail, and nothing happened. With `uses` the new link
 * takes the place of that one; `gone`: that one did not work any more.
 */
export async function mailAddressLink(
  parts: AddressLinkParts,
  plan: AddressLinkPlan,
  to: string,
  acceptLanguage: string | null,
  uses?: AddressLink,
): Promise<'sent' | 'held' | 'gone'> {
  const { database, mail } = parts;
  const kind = MAILS[plan.step];
  if (!(await mail.takeTurn(kind, to))) return 'held';
  const token = await database.transaction(async (tx) =>
    uses === undefined || (await consume(tx, uses)) ? createAddressLink(tx, plan) : undefined,
  );
  if (token === undefined) return 'gone';
  const locale = await mail.readLocale(acceptLanguage, plan.accountId);
  mail.send(kind, to, locale, addressPageLink(parts.publicUrl, token));
  return 'sent';
}

/**
 * A new link's token. An account has one change under way: the next replaces it. Links that verify stay beside each other,
 * since anybody may ask for them.
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

/** What a link is for; undefined when it is used up, over, or never was. */
export async function readAddressLink(db: Reader, token: string): Promise<AddressLink | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db
    .select()
    .from(addressLink)
    .where(and(eq(addressLink.tokenHash, hashToken(token)), sql`${addressLink.expiresAt} > now()`));
  return row && { ...row, leadsTo: row.leadsTo ?? undefined };
}

/** Takes the step of a link, once; undefined when the link does not work any more. */
export async function useAddressLink(
  parts: AddressLinkParts,
  token: string,
  acceptLanguage: string | null,
): Promise<AddressLink | undefined> {
  const { database } = parts;
  const link = await readAddressLink(database.db, token);
  if (link === undefined) return undefined;
  switch (link.step) {
    case 'verify':
      return database.transaction((tx) => verifyAddress(tx, link));
    case 'confirm-change':
      return confirmChange(parts, link, acceptLanguage);
    case 'verify-change':
      return finishChange(parts, link, acceptLanguage);
  }
}

/** Takes the row away; false when somebody else was faster or the link ended meanwhile. */
async function consume(tx: Transaction, { tokenHash }: AddressLink): Promise<boolean> {
  const gone = await tx
    .delete(addressLink)
    .where(eq(addressLink.tokenHash, tokenHash))
    .returning({ step: addressLink.step });
  return gone.length > 0;
}

async function verifyAddress(tx: Transaction, link: AddressLink): Promise<AddressLink | undefined> {
  if (!(await consume(tx, link))) return undefined;
  const { accountId } = link;
  const done = await tx
    .update(account)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(and(eq(account.id, accountId), eq(account.email, link.address)))
    .returning({ id: account.id });
  if (done.length === 0) return undefined;
  await tx.delete(addressLink).where(and(eq(addressLink.accountId, accountId), eq(addressLink.step, 'verify')));
  return link;
}

/** The old address has confirmed: the new one is asked. The link stays where no mail may go to the new one now. */
async function confirmChange(
  parts: AddressLinkParts,
  link: AddressLink,
  acceptLanguage: string | null,
): Promise<AddressLink | undefined> {
  const { accountId, address, leadsTo } = link;
  const next = { accountId, step: 'verify-change', address, leadsTo } as const;
  const outcome = await mailAddressLink(parts, next, address, acceptLanguage, link);
  if (outcome === 'held') throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: PAUSE_SECONDS });
  return outcome === 'sent' ? link : undefined;
}

/** The new address is proven: the account has it, everything is signed out, and the old address is told. */
async function finishChange(
  { database, mail }: AddressLinkParts,
  link: AddressLink,
  acceptLanguage: string | null,
): Promise<AddressLink | undefined> {
  const { accountId } = link;
  const before = await database.transaction(async (tx) => {
    if (!(await consume(tx, link))) return undefined;
    const found = await readAccountById(tx, accountId);
    if (found === undefined) return undefined;
    await tx
      .update(account)
      .set({ email: link.address, emailVerified: true, updatedAt: sql`now()` })
      .where(eq(account.id, accountId))
      .catch(onUnique('account_email_unique', 'account_exists'));
    await endSessions(tx, accountId);
    // NOTE: without the addresses: the audit trail is never emptied.
    await recordAccess(tx, accountId, 'account.address');
    return found;
  });
  if (before === undefined) return undefined;
  const locale = await mail.readLocale(acceptLanguage, accountId);
  mail.send('address-changed', before.email, locale);
  return link;
}

/** Removes links that are over; repeatable. */
export async function forgetAddressLinks(db: Reader): Promise<void> {
  await db.delete(addressLink).where(lt(addressLink.expiresAt, sql`now()`));
}
