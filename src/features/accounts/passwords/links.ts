// Links that set a password: one use, one hour. The token goes out in a mail or on the
// operator's terminal; the database keeps its digest in the form that Better Auth consumes.
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { verification } from '../../../platform/database/schema/accounts.ts';
import { endPasswordLinks, type Reader } from '../common/accounts.ts';
import { LINK_SECONDS, linkIdentifier } from '../common/auth-names.ts';

const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

export const isLinkToken = (text: string): boolean => TOKEN.test(text);

/** A new link's token; older password links of the account end. */
export async function createPasswordLink(tx: Transaction, accountId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await endPasswordLinks(tx, [accountId]);
  await tx.insert(verification).values({
    id: Bun.randomUUIDv7(),
    identifier: linkIdentifier(token),
    value: accountId,
    expiresAt: new Date(Date.now() + LINK_SECONDS * 1000),
  });
  return token;
}

/** Account that a link belongs to; undefined when it is used up, over, or never was. */
export async function readLinkAccount(db: Reader, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ accountId: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, linkIdentifier(token)), sql`${verification.expiresAt} > now()`));
  return row?.accountId;
}
