// Deleting an account. One transaction ends everything that acts for it or shows it; a job then removes what is not rows
// of accounts, by the listeners that other features hand in; the address is free again after the grace period.
//
//   1. delete    profile `deleted`, personal texts emptied, sign-in methods, preferences, game accounts gone, sessions
//                and tokens ended, avatars let go, open cases withdrawn, `account.deleted` promised — all or nothing
//   2. announce  job `account.deleted`: every listener in turn; each is repeatable, so the whole is
//   3. release   hourly, and after 2: addresses and handles of accounts whose grace period is over
import { and, eq, lte, notLike, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { account, gameAccount, loginMethod, preference, profile } from '../../../platform/database/schema/accounts.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import { withdrawAuthor } from '../../moderation/cases.ts';
import { endSessions, normalizeEmail } from '../common/accounts.ts';
import { requireAnotherAdministrator } from '../common/administrators.ts';
import { dropAvatars } from '../profile/avatar.ts';
import { lockProfile } from '../profile/profile.ts';
import { KNOWN_DEVICE } from '../sign-in/known-device.ts';

export interface DeletionParts {
  readonly database: Database;
  readonly enqueue: Jobs['enqueue'];
  /** How long the address stays taken. */
  readonly graceDays: number;
}

/** Removes what another feature keeps of an account. Repeatable. */
export type AccountDeletedListener = (accountId: string, signal: AbortSignal) => Promise<void>;

const deletedKind = declareJob({
  kind: 'account.deleted',
  payload: z.object({ accountId: z.uuid() }),
  plan: { retries: 20, retrySeconds: 5, retryMaxSeconds: 3600, expireSeconds: 900 },
  singleton: ({ accountId }) => accountId,
});
const releaseKind = declareJob({ kind: 'accounts.release-addresses', payload: z.object({}) });

/** Shown nowhere; the column wants a text. */
const NAMELESS = 'deleted';
const RELEASED = 'deleted:';

/** Deletes the account of an actor who confirms with its address. */
export function deleteAccount(parts: DeletionParts, actor: Actor, confirmation: string): Promise<void> {
  const { accountId } = actor;
  return parts.database.transaction(async (tx) => {
    const [owner] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId));
    if (owner === undefined || normalizeEmail(confirmation) !== owner.email) throw new Refusal('invalid_confirmation');
    // Administrators are locked first and in one order, so that two who leave at once do not leave together.
    await requireAnotherAdministrator(tx, accountId);
    const row = await lockProfile(tx, accountId);
    await dropAvatars(parts, tx, accountId, ['ready', 'pending', 'review', 'rejected']);
    await tx
      .update(profile)
      .set({
        status: 'deleted',
        role: 'member',
        bio: null,
        displayName: NAMELESS,
        candidateDisplayName: null,
        displayNameStatus: 'allow',
        displayNameRevision: row.displayNameRevision + 1,
        version: row.version + 1,
        deletedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(profile.accountId, accountId));
    await tx
      .update(account)
      .set({ name: NAMELESS, image: null, updatedAt: sql`now()` })
      .where(eq(account.id, accountId));
    await tx.delete(loginMethod).where(eq(loginMethod.ownerId, accountId));
    await tx.delete(preference).where(eq(preference.accountId, accountId));
    await tx.delete(gameAccount).where(eq(gameAccount.accountId, accountId));
    await endSessions(tx, accountId);
    await withdrawAuthor(tx, accountId);
    await parts.enqueue(tx, deletedKind, { accountId });
  });
}

/** Frees the addresses and handles of accounts that were deleted `graceDays` ago or longer; how many there were. */
export async function releaseAddresses({ database, graceDays }: DeletionParts): Promise<number> {
  return database.transaction(async (tx) => {
    const over = await tx
      .select({ id: account.id })
      .from(account)
      .innerJoin(profile, eq(profile.accountId, account.id))
      .where(
        and(
          eq(profile.status, 'deleted'),
          lte(profile.deletedAt, sql`now() - make_interval(days => ${graceDays})`),
          notLike(account.email, `${RELEASED}%`),
        ),
      )
      .for('update');
    for (const { id } of over) {
      await tx
        .update(account)
        .set({ email: `${RELEASED}${id}`, emailVerified: false })
        .where(eq(account.id, id));
      await tx.update(profile).set({ handle: null }).where(eq(profile.accountId, id));
    }
    return over.length;
  });
}

/** The jobs of deletion; `listeners` remove what is not the accounts' own, in their order. */
export const bindDeletionJobs = (
  parts: DeletionParts,
  listeners: readonly AccountDeletedListener[],
): readonly BoundJob[] => [
  bindJob(deletedKind, async ({ accountId }, { signal }) => {
    for (const listener of listeners) {
      signal.throwIfAborted();
      await listener(accountId, signal);
    }
    await releaseAddresses(parts);
  }),
  bindJob(
    releaseKind,
    async () => {
      await releaseAddresses(parts);
    },
    '29 * * * *',
  ),
];

const SESSION_COOKIE = 'session_token';
/** Cookies that sign-in sets, without their prefix. */
const COOKIES = [
  SESSION_COOKIE,
  'session_data',
  'dont_remember',
  'state',
  'oauth_state',
  'account_data',
  KNOWN_DEVICE,
] as const;

/** `Set-Cookie` lines that expire our own cookies, by the name of the session cookie. */
export function expireCookies(sessionCookieName: string): readonly string[] {
  const prefix = sessionCookieName.slice(0, -SESSION_COOKIE.length);
  const secure = prefix.startsWith('__Secure-') ? '; Secure' : '';
  return COOKIES.map((name) => `${prefix}${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`);
}
