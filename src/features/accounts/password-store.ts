// The stored password of an account, where it is set without Better Auth: by the operator.
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { loginMethod } from '../../platform/schema/accounts.ts';

/** Name under which Better Auth keeps passwords. */
export const PASSWORD_PROVIDER = 'credential';

/** Sets or replaces the password of an account by its hash (passwords.ts). */
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
