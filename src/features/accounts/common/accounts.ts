// Core of accounts: creating an account with its profile, reading it, and ending all its sessions, tokens and links.
// Other files own profile changes, tokens and deletion, and call these functions inside their transactions.
import { eq, inArray, type SQL } from 'drizzle-orm';
import type { RestrictionKind, Role } from '../../../http/gates/guard.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { onUnique } from '../../../platform/database/errors.ts';
import {
  account,
  addressLink,
  apiToken,
  profile,
  session,
  verification,
} from '../../../platform/database/schema/accounts.ts';
import { activeRestrictions } from '../../moderation/common/active-restrictions.ts';
import { type Application, approvalOf } from './approval.ts';
import { generateDisplayName } from './display-names.ts';

/** An account as the service reads it. `id` and `email` are shown to nobody but the owner. */
export interface Account {
  readonly id: string;
  readonly uid: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  readonly status: 'active' | 'suspended' | 'deleted';
  /** What was decided about the registration; null: nobody had to. */
  readonly approval: Approval | null;
  readonly handle: string | null;
  readonly displayName: string;
  readonly createdAt: Date;
}

type Approval = NonNullable<(typeof account.$inferSelect)['approval']>;

export interface NewAccount {
  /** Normalised (`normalizeEmail`). */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role?: Role;
  /** An administrator decides about it first. */
  readonly application?: Application | undefined;
}

/** A handle that can read: of the database or of a transaction. */
export type Reader = Queries | Transaction;

const COLUMNS = {
  id: account.id,
  uid: profile.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  role: profile.role,
  status: profile.status,
  approval: account.approval,
  handle: profile.handle,
  displayName: profile.displayName,
  createdAt: account.createdAt,
} as const;

const EMAIL_MIN = 3;
const EMAIL_MAX = 254;
/** Printable ASCII without separators of addresses or headers; one `@`; a dot inside the domain. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Normalises an email address: trimmed and lowercase; undefined when it is invalid (reference sheet, 4.2). */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  if (email.length < EMAIL_MIN || email.length > EMAIL_MAX || !PRINTABLE_ASCII.test(email)) return undefined;
  return EMAIL.test(email) ? email : undefined;
}

/**
 * Creates an account with its profile and a generated, approved name. Refuses with `account_exists` when the address is
 * taken.
 */
export async function createAccount(tx: Transaction, plan: NewAccount): Promise<Account> {
  const name = generateDisplayName();
  const [made] = await tx
    .insert(account)
    .values({
      id: Bun.randomUUIDv7(),
      name,
      email: plan.email,
      emailVerified: plan.emailVerified,
      ...approvalOf(plan.application),
    })
    .returning()
    .catch(onUnique('account_email_unique', 'account_exists'));
  if (made === undefined) throw new Error('the new account was not returned');
  const row = await createProfile(tx, made.id, name, plan.role ?? 'member');
  return {
    id: made.id,
    uid: row.uid,
    email: made.email,
    emailVerified: made.emailVerified,
    role: row.role,
    status: row.status,
    approval: made.approval,
    handle: row.handle,
    displayName: row.displayName,
    createdAt: made.createdAt,
  };
}

/** Creates the profile of an account that social sign-in created, and returns its UID. Does nothing if there is one. */
export async function ensureProfile(db: Reader, accountId: string): Promise<number | undefined> {
  const found = await db.select({ id: profile.accountId }).from(profile).where(eq(profile.accountId, accountId));
  // Checked first, since a failed insert would consume a UID.
  if (found.length > 0) return undefined;
  return (await createProfile(db, accountId, generateDisplayName(), 'member')).uid;
}

async function createProfile(db: Reader, accountId: string, displayName: string, role: Role) {
  const [row] = await db.insert(profile).values({ accountId, displayName, role }).onConflictDoNothing().returning();
  if (row !== undefined) return row;
  const [other] = await db.select().from(profile).where(eq(profile.accountId, accountId));
  if (other === undefined) throw new Error('the new profile was not returned');
  return other;
}

export const readAccountById = (db: Reader, id: string): Promise<Account | undefined> =>
  readAccount(db, eq(account.id, id));

/** `email` must be normalised (`normalizeEmail`). */
export const readAccountByEmail = (db: Reader, email: string): Promise<Account | undefined> =>
  readAccount(db, eq(account.email, email));

/** All accounts by UID with their active restrictions, for the operator. */
export const listAccounts = (
  db: Reader,
): Promise<readonly (Account & { readonly restrictions: readonly RestrictionKind[] })[]> =>
  db
    .select({ ...COLUMNS, restrictions: activeRestrictions(account.id) })
    .from(account)
    .innerJoin(profile, eq(profile.accountId, account.id))
    .orderBy(profile.uid);

async function readAccount(db: Reader, where: SQL): Promise<Account | undefined> {
  const [row] = await db
    .select(COLUMNS)
    .from(account)
    .innerJoin(profile, eq(profile.accountId, account.id))
    .where(where)
    .limit(1);
  return row;
}

export type Profile = typeof profile.$inferSelect;

/**
 * Ends everything that can act for an account: sessions, API tokens, and unused mailed links. For password reset,
 * change of address, role change, suspension and deletion.
 */
export async function endSessions(tx: Reader, accountId: string): Promise<void> {
  await tx.delete(session).where(eq(session.accountId, accountId));
  await tx.delete(apiToken).where(eq(apiToken.accountId, accountId));
  await endLinks(tx, [accountId]);
}

/** After a password change, ends mailed links and, unless kept, API tokens. Sessions are ended separately. */
export async function endKeys(tx: Reader, accountId: string, keepApiTokens: boolean): Promise<void> {
  if (!keepApiTokens) await tx.delete(apiToken).where(eq(apiToken.accountId, accountId));
  await endLinks(tx, [accountId]);
}

/** Ends all mailed links of accounts: password links, and address links including a pending change. */
async function endLinks(tx: Reader, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await endPasswordLinks(tx, accountIds);
  await tx.delete(addressLink).where(inArray(addressLink.accountId, [...accountIds]));
}

/** Ends the password links of accounts (rows whose value is the account id). */
export async function endPasswordLinks(tx: Reader, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0) await tx.delete(verification).where(inArray(verification.value, [...accountIds]));
}
