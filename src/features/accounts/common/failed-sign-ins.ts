// Failed sign-ins, for administrators and the log: how many, of which account, from which network. Both stand there as keyed
// hashes, so that attempts can be told apart and put together without a list of who was meant. Owns the rows of
// `failed_sign_in`, one for each hour, way, account and network.
import { createHmac } from 'node:crypto';
import { and, desc, eq, gt, lt, max, min, sql, sum } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Database } from '../../../platform/database/database.ts';
import { failedSignIn } from '../../../platform/database/schema/accounts.ts';
import { describeError, type Log } from '../../../platform/telemetry/log.ts';
import { type Reader, readAccountById } from './accounts.ts';

export const SIGN_IN_WAYS = ['password', 'second-factor', 'passkey'] as const;
type SignInWay = (typeof SIGN_IN_WAYS)[number];

const KEPT_DAYS = RETENTION.failedSignIns.amount;
const LISTED_DAYS = 7;
const LISTED_MAX = 100;
const HASH_CHARACTERS = 16;

export interface FailedSignInGroup {
  readonly way: SignInWay;
  /** Null where the attempts named no account. */
  readonly account: string | null;
  readonly network: string;
  readonly failures: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Whose account an attempt was for: by its address as typed, by its id, or nobody's. */
type Whose = { readonly email: string } | { readonly accountId: string | undefined };

export interface FailedSignIns {
  /** Logs and counts a failure. Never fails itself. */
  note(context: RequestContext, way: SignInWay, whose: Whose): Promise<void>;
  /** Those of the last days by way, account and network, the most first. */
  list(): Promise<readonly FailedSignInGroup[]>;
  /** How many there were for an address within 30 days. */
  countFor(email: string): Promise<number>;
}

/** @param key of the hashes */
export function openFailedSignIns({ db }: Database, key: string, log: Log): FailedSignIns {
  const hash = (kind: string, text: string): string =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, HASH_CHARACTERS);

  async function hashWhose(whose: Whose): Promise<string> {
    if ('email' in whose) return hash('account', whose.email);
    const found = whose.accountId === undefined ? undefined : await readAccountById(db, whose.accountId);
    return found === undefined ? '' : hash('account', found.email);
  }

  return {
    note: async (context, way, whose) => {
      const networkHash = hash('network', context.clientKey());
      try {
        const accountHash = await hashWhose(whose);
        const account = accountHash === '' ? undefined : accountHash;
        log.warn('a sign-in failed', { requestId: context.requestId, way, account, network: networkHash });
        await db
          .insert(failedSignIn)
          .values({ hour: sql`date_trunc('hour', now())`, way, accountHash, networkHash })
          .onConflictDoUpdate({
            target: [failedSignIn.hour, failedSignIn.way, failedSignIn.accountHash, failedSignIn.networkHash],
            set: { failures: sql`${failedSignIn.failures} + 1`, lastAt: sql`now()` },
          });
      } catch (error) {
        log.warn('a failed sign-in could not be counted', { way, error: describeError(error) });
      }
    },
    list: async () => {
      const failures = sum(failedSignIn.failures).mapWith(Number);
      const rows = await db
        .select({
          way: failedSignIn.way,
          account: failedSignIn.accountHash,
          network: failedSignIn.networkHash,
          failures,
          firstAt: min(failedSignIn.hour),
          lastAt: max(failedSignIn.lastAt),
        })
        .from(failedSignIn)
        .where(gt(failedSignIn.lastAt, sql`now() - make_interval(days => ${LISTED_DAYS})`))
        .groupBy(failedSignIn.way, failedSignIn.accountHash, failedSignIn.networkHash)
        .orderBy(desc(failures), desc(max(failedSignIn.lastAt)))
        .limit(LISTED_MAX);
      return rows.flatMap(({ way, account, network, failures, firstAt, lastAt }) =>
        firstAt === null || lastAt === null
          ? []
          : [{ way, account: account === '' ? null : account, network, failures, firstAt, lastAt }],
      );
    },
    countFor: async (email) => {
      const [row] = await db
        .select({ failures: sum(failedSignIn.failures).mapWith(Number) })
        .from(failedSignIn)
        .where(
          and(
            eq(failedSignIn.accountHash, hash('account', email)),
            gt(failedSignIn.lastAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
          ),
        );
      return row?.failures ?? 0;
    },
  };
}

/** Deletes what is older than 30 days. Idempotent. */
export async function forgetFailedSignIns(db: Reader): Promise<void> {
  await db.delete(failedSignIn).where(lt(failedSignIn.lastAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
