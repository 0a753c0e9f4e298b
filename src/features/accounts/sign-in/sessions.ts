// Who is asking: the account behind a session cookie or a bearer token, read from the database at every request, so that
// what is revoked is revoked at once. Makes the Actor that the guard judges. Starts and extends no session (auth.ts).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Column, eq, type SQL, sql } from 'drizzle-orm';
import { parse } from 'hono/utils/cookie';
import type { RequestContext } from '../../../http/gates/context.ts';
import { credentialOf } from '../../../http/gates/credential.ts';
import { type Actor, type RestrictionKind, TOKEN_SCOPES, type TokenScope } from '../../../http/gates/guard.ts';
import type { Database } from '../../../platform/database/database.ts';
import { KeptReads } from '../../../platform/database/kept-reads.ts';
import { type NoShape, prepareSql } from '../../../platform/database/prepared.ts';
import { account, apiToken, profile, session } from '../../../platform/database/schema/accounts.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';

export interface SessionParts {
  readonly database: Database;
  /** Name of the session cookie and the secret that signs it. */
  readonly cookieName: string;
  readonly secret: string;
  /** The kinds of restriction that are active for the account in this column, as a text array (moderation). */
  readonly activeRestrictions: (accountId: Column) => SQL<RestrictionKind[]>;
}

export type ReadActor = (context: RequestContext) => Promise<Actor | undefined>;

/** `last_used_at` of a token is written at most this often. */
const TOKEN_USE_SECONDS = 60;
const TOKEN_SECRET = /^lh_[A-Za-z0-9_-]{43}$/;

/** What of a bearer secret is kept. */
export const hashTokenSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

type CallerRow = Omit<Actor, 'via'>;
type SessionRow = CallerRow &
  Pick<typeof session.$inferSelect, 'confirmedAt'> & {
    readonly sessionId: string;
    readonly signedInAt: Date;
  };
type TokenRow = CallerRow &
  Pick<typeof apiToken.$inferSelect, 'scopes'> & {
    readonly tokenId: string;
    readonly used: boolean;
  };

/** The reader of callers. One indexed read a request; none without a well-signed cookie or a well-formed token. */
export function createSessionReader({ database, cookieName, secret, activeRestrictions }: SessionParts): ReadActor {
  const who = sql`${account.id} as "accountId", ${profile.uid}::float8 as uid, ${profile.role} as role,
    ${profile.status} as status, ${account.emailVerified} as "emailVerified",
    ${activeRestrictions(account.id)} as restrictions`;
  const whose = (owner: Column): SQL => sql`join ${account} on ${account.id} = ${owner}
    join ${profile} on ${profile.accountId} = ${account.id}`;
  // Prepared, as the one below: read at every request of somebody who is signed in.
  const byCookie = prepareSql<NoShape, SessionRow>(
    () => sql`
      select ${who}, ${session.id} as "sessionId", ${session.createdAt} as "signedInAt",
        ${session.confirmedAt} as "confirmedAt"
      from ${session} ${whose(session.accountId)}
      where ${session.token} = ${sql.placeholder('token')} and ${session.expiresAt} > now()`,
  );
  const byToken = prepareSql<NoShape, TokenRow>(
    () => sql`
      select ${who}, ${apiToken.id} as "tokenId", ${apiToken.scopes} as scopes,
        coalesce(${apiToken.lastUsedAt} > now() - make_interval(secs => ${TOKEN_USE_SECONDS}), false) as used
      from ${apiToken} ${whose(apiToken.accountId)}
      where ${apiToken.secretHash} = ${sql.placeholder('secretHash')}
        and (${apiToken.expiresAt} is null or ${apiToken.expiresAt} > now())`,
  );

  async function readByToken(secretText: string): Promise<Actor | undefined> {
    if (!TOKEN_SECRET.test(secretText)) return undefined;
    const row = await byToken.first(database.db, {}, { secretHash: hashTokenSecret(secretText) });
    if (row === undefined) return undefined;
    const { tokenId, scopes, used, ...rest } = row;
    if (!used) {
      await database.db.update(apiToken).set({ lastUsedAt: sql`now()` }).where(eq(apiToken.id, tokenId));
    }
    return { ...rest, via: { kind: 'token', tokenId, scopes: scopes.filter(isTokenScope) } };
  }

  async function readByCookie(header: string): Promise<Actor | undefined> {
    const token = readSignedCookie(header, cookieName, secret);
    if (token === undefined) return undefined;
    const row = await byCookie.first(database.db, {}, { token });
    if (row === undefined) return undefined;
    const { sessionId, signedInAt, confirmedAt, ...rest } = row;
    return { ...rest, via: { kind: 'cookie', sessionId, confirmedAt: (confirmedAt ?? signedInAt).getTime() } };
  }

  return async ({ request }) => {
    const credential = credentialOf(request);
    if (credential?.kind !== 'authorization') return credential && readByCookie(credential.text);
    const bearer = /^bearer +(\S+)$/i.exec(credential.text.trim());
    return bearer?.[1] === undefined ? undefined : readByToken(bearer[1]);
  };
}

/** Callers that a process keeps, and for how long at most: what ends by the clock alone is noticed so much later. */
const ACTORS_KEPT = 10_000;
const ACTOR_AGE_MS = 1_000;
/** Longer headers belong to browsers with many cookies of others. */
const KEY_MAX = 2_048;

/** The reader for requests that change nothing: asks anew only where something was committed since the last time. */
export function keepActors(readActor: ReadActor, stamps: DatabaseStamps): ReadActor {
  const kept = new KeptReads<Actor | undefined>(stamps, {
    limit: ACTORS_KEPT,
    weigh: (actor) => (actor === undefined ? Number.POSITIVE_INFINITY : 1),
    ageMs: ACTOR_AGE_MS,
  });
  return async (context) => {
    const credential = credentialOf(context.request);
    if (credential === undefined) return undefined;
    const key = `${credential.kind} ${credential.text}`;
    return key.length > KEY_MAX ? readActor(context) : kept.read(context, key, () => readActor(context));
  };
}

function isTokenScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text);
}

/** Value of a cookie that Better Auth signed: `{value}.{base64 HMAC-SHA-256}`; undefined when it did not. */
export function readSignedCookie(header: string, name: string, secret: string): string | undefined {
  const text = parse(header, name)[name];
  if (text === undefined) return undefined;
  const dot = text.lastIndexOf('.');
  const value = text.slice(0, dot);
  const expected = createHmac('sha256', secret).update(value).digest();
  const given = Buffer.from(text.slice(dot + 1), 'base64');
  if (dot < 1 || given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return undefined;
  return value;
}
