// Authentication: the account behind a session cookie or bearer token, read from the database on every request, so that
// revocation takes effect immediately. Creates the Actor that the guard checks. Does not start or extend sessions
// (auth.ts does).
import { createHash } from 'node:crypto';
import { type Column, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '../../../http/gates/context.ts';
import { credentialOf } from '../../../http/gates/credential.ts';
import {
  type Actor,
  type ActorRestriction,
  RESTRICTIONS,
  ROLES,
  TOKEN_SCOPES,
  type TokenScope,
} from '../../../http/gates/guard.ts';
import { CachedReads } from '../../../platform/database/cached-reads.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { account, apiToken, earlierToken, profile, session } from '../../../platform/database/schema/accounts.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';
import { findSignedCookie } from '../common/cookies.ts';

export interface SessionDependencies {
  readonly database: Database;
  /** Name of the session cookie, and the secret that signs it. */
  readonly cookieName: string;
  readonly secret: string;
  /** Active restrictions of the account in this column with their ends, as JSON in SQL (moderation). */
  readonly restrictionStates: (accountId: Column) => SQL<ActorRestriction[]>;
  /** Whether staff rights need a session that was proved by two factors. */
  readonly staffSecondFactor: boolean;
}

export type ReadActor = (context: RequestContext) => Promise<Actor | undefined>;

/** Minimum interval between updates of a token's `last_used_at`. */
const TOKEN_USE_SECONDS = 60;
const TOKEN_SECRET = /^lh_[A-Za-z0-9_-]{43}$/;

/** The stored form of a bearer secret. */
export const hashTokenSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What a token of before proves. Not null, which means the sign-in. */
const NEVER = new Date(0);

const callerRow = z.object({
  accountId: z.string(),
  uid: z.number(),
  role: z.enum(ROLES),
  status: z.enum(profile.status.enumValues),
  emailVerified: z.boolean(),
  restrictions: z.array(z.object({ kind: z.enum(RESTRICTIONS), expiresAt: z.number().nullable() })),
});
const sessionRow = callerRow.extend({
  sessionId: z.string(),
  signedInAt: z.date(),
  confirmedAt: z.date().nullable(),
  hostOnly: z.boolean(),
  isProvenTwice: z.boolean(),
});
type SessionRow = Readonly<z.output<typeof sessionRow>>;
const tokenRow = callerRow.extend({
  tokenId: z.string(),
  scopes: z.array(z.string()),
  servers: z.array(z.string()),
  secondFactor: z.boolean(),
  used: z.boolean(),
});

/**
 * Creates the reader of callers. One indexed query per request; none without a correctly signed cookie or a well-formed
 * token.
 */
export function createSessionReader({
  database,
  cookieName,
  secret,
  restrictionStates,
  staffSecondFactor,
}: SessionDependencies): ReadActor {
  const who = sql`${account.id} as "accountId", ${profile.uid}::float8 as uid, ${profile.role} as role,
    ${profile.status} as status, ${account.emailVerified} as "emailVerified",
    ${restrictionStates(account.id)} as restrictions`;
  const whose = (owner: Column): SQL => sql`join ${account} on ${account.id} = ${owner}
    join ${profile} on ${profile.accountId} = ${account.id}`;
  // Prepared, like the one below: runs on every request of a signed-in person.
  const selectSession = sql`
    select ${who}, ${session.id} as "sessionId", ${session.createdAt} as "signedInAt", ${session.confirmedAt} as "confirmedAt",
      ${session.hostOnly} as "hostOnly", ${session.secondFactorAt} is not null as "isProvenTwice"
    from ${session} ${whose(session.accountId)}`;
  const isLive = sql`${session.expiresAt} > now()
    and (${session.secondFactorAt} is not null or not ${account.twoFactorEnabled})`;
  const byCookie = prepareSql(
    sessionRow,
    () => sql`${selectSession} where ${session.token} = ${sql.placeholder('token')} and ${isLive}`,
  );
  const byEarlierToken = prepareSql(
    sessionRow,
    () => sql`${selectSession} join ${earlierToken} on ${earlierToken.sessionId} = ${session.id}
      where ${earlierToken.token} = ${sql.placeholder('token')} and ${earlierToken.expiresAt} > now() and ${isLive}`,
  );

  async function findSession(token: string): Promise<SessionRow | undefined> {
    const row = await byCookie.first(database.db, {}, { token });
    if (row !== undefined) return row;
    const renewed = await byEarlierToken.first(database.db, {}, { token });
    return renewed && { ...renewed, confirmedAt: NEVER };
  }
  const byToken = prepareSql(
    tokenRow,
    () => sql`
      select ${who}, ${apiToken.id} as "tokenId", ${apiToken.scopes} as scopes, ${apiToken.servers} as servers,
        ${apiToken.secondFactor} as "secondFactor",
        coalesce(${apiToken.lastUsedAt} > now() - make_interval(secs => ${TOKEN_USE_SECONDS}), false) as used
      from ${apiToken} ${whose(apiToken.accountId)}
      where ${apiToken.secretHash} = ${sql.placeholder('secretHash')}
        and (${apiToken.expiresAt} is null or ${apiToken.expiresAt} > now())`,
  );

  async function readByToken(secretText: string): Promise<Actor | undefined> {
    if (!TOKEN_SECRET.test(secretText)) return undefined;
    const row = await byToken.first(database.db, {}, { secretHash: hashTokenSecret(secretText) });
    if (row === undefined) return undefined;
    const { tokenId, scopes, servers, secondFactor, used, role, ...rest } = row;
    if (!used) {
      await database.db.update(apiToken).set({ lastUsedAt: sql`now()` }).where(eq(apiToken.id, tokenId));
    }
    const via = { kind: 'token', tokenId, scopes: scopes.filter(isTokenScope), servers, ownerRole: role } as const;
    // A token acts as a member. Only what a scope says in so many words needs the role of its owner.
    const caller = { ...rest, role: 'member', via } as const;
    return staffSecondFactor && !secondFactor && role !== 'member' ? { ...caller, lacksSecondFactor: true } : caller;
  }

  async function readByCookie(header: string): Promise<Actor | undefined> {
    const cookie = findSignedCookie(header, cookieName, secret);
    if (cookie === undefined) return undefined;
    const row = await findSession(cookie.value);
    // Another host of the domain can plant a cookie under the earlier name, but no session that began under it.
    if (row === undefined || (cookie.isEarlier && row.hostOnly)) return undefined;
    const { sessionId, signedInAt, confirmedAt, hostOnly: _, isProvenTwice, ...rest } = row;
    const at = (confirmedAt ?? signedInAt).getTime();
    const via = { kind: 'cookie', sessionId, confirmedAt: at, isProvenTwice } as const;
    // Without the second factor there are no staff rights anywhere, and the guard says why.
    const isLacking = staffSecondFactor && !isProvenTwice && rest.role !== 'member';
    return isLacking ? { ...rest, role: 'member', lacksSecondFactor: true, via } : { ...rest, via };
  }

  return async ({ request }) => {
    const credential = credentialOf(request);
    if (credential?.kind !== 'authorization') return credential && readByCookie(credential.text);
    const bearer = /^bearer +(\S+)$/i.exec(credential.text.trim());
    return bearer?.[1] === undefined ? undefined : readByToken(bearer[1]);
  };
}

/**
 * Limits of the cache of callers. Its maximum age bounds the delay with which an expiry by time (not by a commit) takes
 * effect.
 */
const ACTORS_KEPT = 10_000;
const ACTOR_AGE_MS = 1_000;
/** Longer headers, from browsers with many other cookies, are not cached. */
const KEY_MAX = 2_048;

/** Creates the reader for requests that change nothing: cached until the next commit. */
export function cacheActors(readActor: ReadActor, stamps: DatabaseStamps): ReadActor {
  const cache = new CachedReads<Actor | undefined>(stamps, {
    limit: ACTORS_KEPT,
    weigh: (actor) => (actor === undefined ? Number.POSITIVE_INFINITY : 1),
    ageMs: ACTOR_AGE_MS,
  });
  return async (context) => {
    const credential = credentialOf(context.request);
    if (credential === undefined) return undefined;
    const key = `${credential.kind} ${credential.text}`;
    return key.length > KEY_MAX ? readActor(context) : cache.read(context, key, () => readActor(context));
  };
}

function isTokenScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text);
}
