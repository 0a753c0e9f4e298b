// Deletes an account. One transaction ends all access and hides everything; a job then removes data of other features by
// their listeners; the email address is released after the grace period.
//
//   1. delete    profile `deleted`, personal texts emptied, sign-in methods, preferences and game accounts deleted, sessions
//                and tokens ended, avatars dropped, open cases withdrawn, job `account.deleted` enqueued — atomically
//   2. announce  job `account.deleted`: runs every listener in turn; each is idempotent, so the job is too
//   3. release   hourly, and after 2: addresses and handles of accounts whose grace period is over
//
// Refused registrations are erased hourly, 30 days after the decision.
import { and, eq, lte, notLike, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { account, gameAccount, loginMethod, preference, profile } from '../../../platform/database/schema/accounts.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import { withdrawAuthor } from '../../moderation/cases/cases.ts';
import { endSessions, normalizeEmail } from '../common/accounts.ts';
import { requireAnotherAdministrator } from '../common/administrators.ts';
import { cookieNameOf, FORGET_COOKIE, PASSKEY_COOKIE, STEP_COOKIE } from '../common/auth-names.ts';
import { endCookies } from '../common/cookies.ts';
import { removeFactors } from '../factors/state.ts';
import { dropAvatars, UNBOUND_CLEAN_JOB } from '../profile/avatar.ts';
import { lockProfile } from '../profile/profile.ts';
import { KNOWN_DEVICE } from '../sign-in/known-device.ts';

export interface DeletionDependencies {
  readonly database: Database;
  readonly enqueue: Jobs['enqueue'];
  /** Days for which the address stays reserved. */
  readonly graceDays: number;
}

/** Removes another feature's data of an account. Must be idempotent. */
export type AccountDeletedListener = (accountId: string, signal: AbortSignal) => Promise<void>;

const deletedKind = declareJob({
  kind: 'account.deleted',
  payload: z.object({ accountId: z.uuid() }),
  plan: { retries: 20, retrySeconds: 5, retryMaxSeconds: 3600, expireSeconds: 900 },
  singleton: ({ accountId }) => accountId,
});
const refusedKind = declareJob({ kind: 'accounts.erase-refused', payload: z.object({}) });
const releaseKind = declareJob({ kind: 'accounts.release-addresses', payload: z.object({}) });

/** Never shown; the column is not nullable. */
const NAMELESS = 'deleted';
const RELEASED = 'deleted:';

/** Deletes the actor's account, confirmed by its email address. */
export function deleteAccount(dependencies: DeletionDependencies, actor: Actor, confirmation: string): Promise<void> {
  const { accountId } = actor;
  return dependencies.database.transaction(async (tx) => {
    const [owner] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId));
    if (owner === undefined || normalizeEmail(confirmation) !== owner.email) throw new Refusal('invalid_confirmation');
    await eraseAccount(dependencies, tx, accountId);
  });
}

/** Deletes an account in a transaction. Refuses with `last_administrator_required`. Permission is checked by the caller. */
export async function eraseAccount(
  { enqueue }: Pick<DeletionDependencies, 'enqueue'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  // Administrators are locked first, in a fixed order, so that the last two cannot both leave at once.
  await requireAnotherAdministrator(tx, accountId);
  const row = await lockProfile(tx, accountId);
  await dropAvatars({ enqueue }, tx, accountId, ['ready', 'pending', 'review', 'rejected']);
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
    .set({ name: NAMELESS, image: null, approval: null, approvalText: null, updatedAt: sql`now()` })
    .where(eq(account.id, accountId));
  await tx.delete(loginMethod).where(eq(loginMethod.ownerId, accountId));
  await removeFactors(tx, accountId);
  await tx.delete(preference).where(eq(preference.accountId, accountId));
  await tx.delete(gameAccount).where(eq(gameAccount.accountId, accountId));
  await endSessions(tx, accountId);
  await withdrawAuthor(tx, accountId);
  await enqueue(tx, deletedKind, { accountId });
}

/**
 * The same at once, also for an account that is deleted already: its address and handle are free from now on. Permission is
 * checked by the caller.
 */
export async function eraseAccountAtOnce(
  dependencies: Pick<DeletionDependencies, 'enqueue'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  const [found] = await tx.select({ status: profile.status }).from(profile).where(eq(profile.accountId, accountId));
  if (found?.status === 'deleted') await dependencies.enqueue(tx, deletedKind, { accountId });
  else await eraseAccount(dependencies, tx, accountId);
  await releaseNames(tx, accountId);
}

async function releaseNames(tx: Transaction, id: string): Promise<void> {
  await releaseAddress(tx, id);
  await tx.update(profile).set({ handle: null }).where(eq(profile.accountId, id));
}

const releaseAddress = (tx: Transaction, id: string) =>
  tx
    .update(account)
    .set({ email: `${RELEASED}${id}`, emailVerified: false })
    .where(eq(account.id, id));

/** Releases the addresses and handles of accounts deleted at least `graceDays` ago; returns their number. */
async function releaseAddresses({ database, graceDays }: DeletionDependencies): Promise<number> {
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
    for (const { id } of over) await releaseNames(tx, id);
    return over.length;
  });
}

/** Accounts of one transaction. */
const REFUSED_AT_ONCE = 100;

/** Erases registrations that were refused at least 30 days ago. Their addresses are free at once. Returns their number. */
async function eraseRefused({ database, enqueue }: DeletionDependencies): Promise<number> {
  return database.transaction(async (tx) => {
    const over = await tx
      .select({ id: account.id })
      .from(account)
      .where(
        and(
          sql`${account.approval} = 'refused'`,
          lte(account.approvalDecidedAt, sql`now() - make_interval(days => ${RETENTION.refusedRegistration.amount})`),
        ),
      )
      .orderBy(account.approvalDecidedAt)
      .limit(REFUSED_AT_ONCE);
    for (const { id } of over) {
      await eraseAccount({ enqueue }, tx, id);
      await releaseAddress(tx, id);
    }
    return over.length;
  });
}

/** The jobs of deletion. `listeners` remove the data of other features, in order. */
export const bindDeletionJobs = (
  dependencies: DeletionDependencies,
  listeners: readonly AccountDeletedListener[],
): readonly BoundJob[] => [
  bindJob(deletedKind, async ({ accountId }, { signal }) => {
    for (const listener of listeners) {
      signal.throwIfAborted();
      await listener(accountId, signal);
    }
    await releaseAddresses(dependencies);
  }),
  bindJob(
    releaseKind,
    async () => {
      await releaseAddresses(dependencies);
    },
    '29 * * * *',
  ),
  // Idempotent, because an erased registration is no longer a refused one.
  bindJob(
    refusedKind,
    async (_, { signal }) => {
      while (!signal.aborted && (await eraseRefused(dependencies)) === REFUSED_AT_ONCE);
    },
    '41 * * * *',
  ),
];

/** For processes that delete accounts and leave the rest to a service. */
export const UNBOUND_DELETION_JOBS: readonly BoundJob[] = [
  bindJob(deletedKind, () => {
    throw new Error('this process removes no data of deleted accounts');
  }),
  UNBOUND_CLEAN_JOB,
];

/** Cookies that sign-in sets, without their prefix. */
const COOKIES = [
  'session_token',
  'session_data',
  FORGET_COOKIE,
  'state',
  'oauth_state',
  'account_data',
  KNOWN_DEVICE,
  STEP_COOKIE,
  PASSKEY_COOKIE,
] as const;

/** `Set-Cookie` header values that expire our cookies. */
export const expireCookies = (publicUrl: string): readonly string[] =>
  endCookies(COOKIES.map((name) => cookieNameOf(publicUrl, name)));
