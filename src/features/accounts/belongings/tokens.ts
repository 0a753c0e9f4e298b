// API tokens: named secrets with scopes, by which programs act for an account. The secret is shown once and stored as
// its SHA-256; sessions.ts finds the account of a token. Owns the rows of `api_token`, except `last_used_at`.
import { randomBytes } from 'node:crypto';
import { and, count, desc, eq } from 'drizzle-orm';
import { haveStaffScope, namesServers, TOKEN_SCOPES, type TokenScope } from '../../../http/gates/guard.ts';
import type { SentBody } from '../../../http/routing/contract.ts';
import { isServerId } from '../../../kernel/names.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import { isUnexpired } from '../../../platform/database/conditions.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { apiToken } from '../../../platform/database/schema/accounts.ts';
import { recordAccess } from '../common/access-audit.ts';
import type { Reader } from '../common/accounts.ts';
import { normalizeDisplayName } from '../profile/names.ts';
import { lockProfile } from '../profile/profile.ts';
import { hashTokenSecret } from '../sign-in/sessions.ts';
import type { belongingsContract, TokenView } from './contract.ts';

const TOKENS_MAX = 50;
const SERVERS_MAX = 50;
const SECRET_BYTES = 32;
const EXPIRY_MIN_MS = 60_000;
const EXPIRY_MAX_MS = 366 * 86_400_000;

export interface TokenPlan {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly servers: readonly string[];
  readonly expiresAt: Date | null;
}

/** Validates a token request. `now` and `expiresAt` are in milliseconds since the epoch. */
export function planToken(asked: SentBody<typeof belongingsContract.tokenCreate>, now: number): TokenPlan {
  const name = required(normalizeDisplayName(asked.name), 'invalid_token_name');
  if (asked.scopes.length === 0 || new Set(asked.scopes).size !== asked.scopes.length) {
    throw new Refusal('invalid_scopes');
  }
  const scopes = TOKEN_SCOPES.filter((scope) => asked.scopes.includes(scope));
  const servers = planServers(scopes, asked.servers ?? []);
  const { expiresAt } = asked;
  if (expiresAt === null || expiresAt === undefined) return { name, scopes, servers, expiresAt: null };
  if (expiresAt < now + EXPIRY_MIN_MS || expiresAt > now + EXPIRY_MAX_MS) throw new Refusal('invalid_expiry');
  return { name, scopes, servers, expiresAt: new Date(expiresAt) };
}

/** The servers of the scopes `publish` and `releases`, sorted. A server need not exist yet: its first release may come by this token. */
function planServers(scopes: readonly TokenScope[], asked: readonly string[]): readonly string[] {
  const servers = [...new Set(asked)].sort();
  const [least, most] = namesServers(scopes) ? [1, SERVERS_MAX] : [0, 0];
  if (servers.length < least || servers.length > most || servers.length !== asked.length) {
    throw new Refusal('invalid_token_servers');
  }
  if (!servers.every(isServerId)) throw new Refusal('invalid_token_servers');
  return servers;
}

type Row = typeof apiToken.$inferSelect;

export const presentToken = (row: Row): TokenView => ({
  id: row.id,
  name: row.name,
  scopes: TOKEN_SCOPES.filter((scope) => row.scopes.includes(scope)),
  servers: row.servers,
  createdAt: row.createdAt.getTime(),
  lastUsedAt: row.lastUsedAt?.getTime() ?? null,
  expiresAt: row.expiresAt?.getTime() ?? null,
});

/** Whether a token has not ended. */
export const isLiveToken = isUnexpired(apiToken.expiresAt);

/** Valid tokens, newest first. */
export async function listTokens(db: Reader, accountId: string): Promise<readonly TokenView[]> {
  const rows = await db
    .select()
    .from(apiToken)
    .where(and(eq(apiToken.accountId, accountId), isLiveToken))
    .orderBy(desc(apiToken.createdAt), desc(apiToken.id));
  return rows.map(presentToken);
}

/** A valid token of an account. */
export async function findToken(db: Reader, accountId: string, id: string): Promise<TokenView | undefined> {
  const [row] = await db
    .select()
    .from(apiToken)
    .where(and(eq(apiToken.id, id), eq(apiToken.accountId, accountId), isLiveToken));
  return row && presentToken(row);
}

/** A secret: `lh_` and 43 characters of base64url, 256 random bits. */
const createTokenSecret = (): string => `lh_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** Creates a token. The secret is only in the response. */
export async function createToken(
  database: Database,
  accountId: string,
  plan: TokenPlan & { readonly isProvenTwice: boolean },
): Promise<{ readonly token: TokenView; readonly secret: string }> {
  const secret = createTokenSecret();
  const row = await database.transaction(async (tx) => {
    const { role } = await lockProfile(tx, accountId);
    // The role may have been lost since the gates; losing it ends only the tokens that exist then.
    if (haveStaffScope(plan.scopes) && role !== 'administrator') throw new Refusal('forbidden');
    const [held] = await tx
      .select({ n: count() })
      .from(apiToken)
      .where(and(eq(apiToken.accountId, accountId), isLiveToken));
    if ((held?.n ?? 0) >= TOKENS_MAX) throw new Refusal('api_token_limit');
    const [made] = await tx
      .insert(apiToken)
      .values({
        id: Bun.randomUUIDv7(),
        accountId,
        name: plan.name,
        secretHash: hashTokenSecret(secret),
        scopes: [...plan.scopes],
        servers: [...plan.servers],
        secondFactor: plan.isProvenTwice,
        expiresAt: plan.expiresAt,
      })
      .returning();
    if (made !== undefined) {
      const { id, scopes, servers } = made;
      await recordCreated(tx, id);
      await recordAccess(tx, accountId, 'account.token-create', {
        id,
        scopes,
        ...(servers.length > 0 && { servers }),
      });
    }
    return made;
  });
  if (row === undefined) throw new Error('the token was not returned');
  return { token: presentToken(row), secret };
}

/** Revokes a token immediately. */
export async function revokeToken(tx: Transaction, accountId: string, id: string): Promise<void> {
  const gone = await tx
    .delete(apiToken)
    .where(and(eq(apiToken.id, id), eq(apiToken.accountId, accountId)))
    .returning({ id: apiToken.id });
  if (gone.length === 0) throw new Refusal('api_token_not_found');
  await recordAccess(tx, accountId, 'account.token-revoke', { id });
}
