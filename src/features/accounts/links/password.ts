// Links for setting a password: valid once, for one hour. The token is mailed or shown on the operator's terminal; the
// database stores its digest in the form that Better Auth expects.
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { verification } from '../../../platform/database/schema/accounts.ts';
import { endPasswordLinks, type Reader } from '../common/accounts.ts';
import { LINK_SECONDS, linkIdentifier } from '../common/auth-names.ts';

const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

export const isLinkToken = (text: string): boolean => TOKEN.test(text);

/** Creates a link and returns its token. Older password links of the account are ended. */
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

/** The account of a link; undefined when the link was used, has expired, or never existed. */
export async function readLinkAccount(db: Reader, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ accountId: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, linkIdentifier(token)), sql`${verification.expiresAt} > now()`));
  return row?.accountId;
}
