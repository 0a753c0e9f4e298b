// Renews the token of a session when the person confirms who they are, so that whoever copied the cookie before has nothing
// of the confirmation. The session keeps its id. The token of before lives on for a moment and proves nothing, for the
// requests that are under way. Owns the rows of `earlier_token`.
import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { earlierToken, session } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';
import { cookieNameOf, FORGET_COOKIE, sessionCookieName } from '../common/auth-names.ts';
import { findSignedCookie, signedCookie, withEarlierNames } from '../common/cookies.ts';

/** How long the token of before goes on. */
const OVERLAP_SECONDS = 30;
const TOKEN_BYTES = 24;

export interface RenewalDependencies {
  readonly database: Database;
  readonly publicUrl: () => string;
  /** The secret that signs cookies. */
  readonly secret: string;
  /** Whether processes of the version before may answer, too. */
  readonly isUpdating: () => Promise<boolean>;
}

export interface Renewed {
  /** Milliseconds since the epoch. */
  readonly confirmedAt: number;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

/** Stamps the session of a request as confirmed now, and gives it a new token. */
export async function renewSession(
  dependencies: RenewalDependencies,
  context: RequestContext,
  sessionId: string,
): Promise<Renewed> {
  const { database, publicUrl, secret } = dependencies;
  const header = context.request.headers.get('cookie') ?? '';
  const name = sessionCookieName(publicUrl());
  const given = findSignedCookie(header, name, secret)?.value;
  const isUpdating = await dependencies.isUpdating();
  const hostOnly = publicUrl().startsWith('https:') && !isUpdating;
  const renewed = await database.transaction(async (tx) => {
    const [row] = await tx.select().from(session).where(eq(session.id, sessionId)).for('update');
    // The session ended while the proof was being verified.
    if (row === undefined) throw new Refusal('authentication_required');
    // Another request has just renewed it: a browser that sent both keeps one token, whichever answer comes last.
    const isFirst = row.token === given;
    const token = isFirst ? randomBytes(TOKEN_BYTES).toString('base64url') : row.token;
    const [after] = await tx
      .update(session)
      .set({ token, confirmedAt: sql`now()`, hostOnly: row.hostOnly || hostOnly })
      .where(eq(session.id, sessionId))
      .returning({
        confirmedAt: session.confirmedAt,
        seconds: sql<number>`ceil(extract(epoch from ${session.expiresAt} - now()))::float8`,
      });
    if (isFirst) {
      const expiresAt = sql`now() + make_interval(secs => ${OVERLAP_SECONDS})`;
      await tx.insert(earlierToken).values({ token: row.token, sessionId, expiresAt });
    }
    return { token, confirmedAt: after?.confirmedAt?.getTime() ?? Date.now(), seconds: after?.seconds ?? 0 };
  });
  const isForgotten = findSignedCookie(header, cookieNameOf(publicUrl(), FORGET_COOKIE), secret) !== undefined;
  const cookie = signedCookie(name, renewed.token, { secret, maxAge: isForgotten ? undefined : renewed.seconds });
  return { confirmedAt: renewed.confirmedAt, cookies: withEarlierNames([cookie], header, isUpdating) };
}

/** Today's token of the session that had this one before. */
export async function findTokenOfToday({ db }: Database, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: session.token })
    .from(earlierToken)
    .innerJoin(session, eq(session.id, earlierToken.sessionId))
    .where(and(eq(earlierToken.token, token), gt(earlierToken.expiresAt, sql`now()`)));
  return row?.token;
}

/** Deletes tokens that have ended. Idempotent. */
export async function forgetEarlierTokens(db: Reader): Promise<void> {
  await db.delete(earlierToken).where(lt(earlierToken.expiresAt, sql`now()`));
}
