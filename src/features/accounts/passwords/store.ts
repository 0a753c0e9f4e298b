// Reads and sets an account's stored password without Better Auth: for re-authentication and for the operator.
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { loginMethod } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';

/** Provider name under which Better Auth stores passwords. */
export const PASSWORD_PROVIDER = 'credential';

/** The stored hash of an account's password; undefined when it has none. */
export async function readPasswordHash(db: Reader, accountId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: loginMethod.password })
    .from(loginMethod)
    .where(and(eq(loginMethod.ownerId, accountId), eq(loginMethod.providerId, PASSWORD_PROVIDER)));
  return row?.hash ?? undefined;
}

/** Sets or replaces an account's password hash (passwords.ts). */
export async function setPasswordHash(tx: Transaction, accountId: string, hash: string): Promise<void> {
  await tx
    .delete(loginMethod)
    .where(and(eq(loginMethod.ownerId, accountId), eq(loginMethod.providerId, PASSWORD_PROVIDER)));
  await tx.insert(loginMethod).values({
    id: Bun.randomUUIDv7(),
    ownerId: accountId,
    providerId: PASSWORD_PROVIDER,
    providerAccountId: accountId,
    password: hash,
  });
}
