// What second factors and passkeys an account has, and their removal by the operator. The rows are written by the sign-in
// library, in the shape that its plugins expect; files of this room write what the library does not know.
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { account, passkey, session, twoFactor } from '../../../platform/database/schema/accounts.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Account, endSessions, type Reader } from '../common/accounts.ts';

export interface Factors {
  /** Whether sign-ins ask for a code of an authenticator app. */
  readonly totp: boolean;
  readonly passkeys: number;
}

export async function readFactors(db: Reader, accountId: string): Promise<Factors> {
  const [row] = await db
    .select({
      totp: account.twoFactorEnabled,
      passkeys: db.$count(passkey, eq(passkey.accountId, account.id)),
    })
    .from(account)
    .where(eq(account.id, accountId));
  return row ?? { totp: false, passkeys: 0 };
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string | null;
  readonly backedUp: boolean;
  readonly createdAt: Date;
}

/** The passkeys of an account, oldest first. */
export const listPasskeys = (db: Reader, accountId: string): Promise<readonly PasskeyView[]> =>
  db
    .select({ id: passkey.id, name: passkey.name, backedUp: passkey.backedUp, createdAt: passkey.createdAt })
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));

/** Ends the sessions of an account that were proved by one factor alone. */
export async function endSingleFactorSessions(db: Reader, accountId: string): Promise<void> {
  await db.delete(session).where(and(eq(session.accountId, accountId), isNull(session.secondFactorAt)));
}

/** Removes all second factors and passkeys of an account. */
export async function removeFactors(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.accountId, accountId));
  await tx.delete(passkey).where(eq(passkey.accountId, accountId));
  await tx.update(account).set({ twoFactorEnabled: false, updatedAt: sql`now()` }).where(eq(account.id, accountId));
}

/** For a person who has lost everything: removes all factors and ends all sessions, tokens and links. */
export async function resetFactors(tx: Transaction, by: string | undefined, owner: Account): Promise<Account> {
  const before = await readFactors(tx, owner.id);
  await removeFactors(tx, owner.id);
  await endSessions(tx, owner.id);
  await recordAudit(tx, {
    actorAccountId: by,
    action: 'account.factor-reset',
    subjectKind: 'user',
    subjectId: String(owner.uid),
    before: { ...before },
    after: { totp: false, passkeys: 0 },
  });
  return owner;
}
