// Throttles failed sign-ins per account, from any addresses. Twenty failures are free. Then each attempt must wait:
// five seconds at first, doubling up to five minutes. An early attempt is refused without checking its password and
// does not extend the wait, so every wait ends. Per process and in memory, like burst limits; with LIMITS_URL for all processes.
//
// Attempts from a device that signed in to the account before (known-device.ts) are counted separately, so strangers
// cannot make the owner wait there. Setting a password by a mailed link clears all failures.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { SharedCounters } from '../../../platform/shared/counters.ts';

export const FREE_FAILURES = 20;
const DELAY_FIRST_MS = 5_000;
const DELAY_MAX_MS = 300_000;
/** Failures expire after this time without a new one. */
const FORGET_MS = 3_600_000;
const ACCOUNTS_KEPT = 100_000;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

export interface SignInFailures {
  /**
   * Counts an attempt as failed before its password is checked, so that concurrent attempts cannot all pass. Refuses
   * with `rate_limit_exceeded` and the wait. `email` is normalised and need not belong to an account.
   */
  begin(email: string, isKnownDevice: boolean): void | Promise<void>;
  /** Takes back an attempt whose password was not checked. */
  release(email: string, isKnownDevice: boolean): void | Promise<void>;
  /** Clears the failures of an account whose owner has proved their identity. */
  forget(email: string): void | Promise<void>;
}

/** Those of this process, which answers at once. */
interface OwnFailures extends SignInFailures {
  begin(email: string, isKnownDevice: boolean): void;
  release(email: string, isKnownDevice: boolean): void;
  forget(email: string): void;
}

/** `now` is in milliseconds on a monotonic clock. With `enabled` false nothing is counted or refused. */
export function createSignInFailures(enabled: boolean, now: () => number = () => performance.now()): OwnFailures {
  const cache = new BoundedCache<string, Failures>(ACCOUNTS_KEPT);
  const read = (key: string, at: number): Failures => {
    const found = cache.read(key);
    return found === undefined || at - found.lastAt >= FORGET_MS ? { count: 0, lastAt: at } : found;
  };
  return {
    begin: (email, isKnownDevice) => {
      if (!enabled) return;
      const key = keyOf(email, isKnownDevice);
      const at = now();
      const { count, lastAt } = read(key, at);
      const waitMs = lastAt + delayOf(count) - at;
      if (waitMs > 0) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      cache.store(key, { count: count + 1, lastAt: at }, 1);
    },
    release: (email, isKnownDevice) => {
      if (!enabled) return;
      const key = keyOf(email, isKnownDevice);
      const { count, lastAt } = read(key, now());
      cache.store(key, { count: Math.max(0, count - 1), lastAt }, 1);
    },
    forget: (email) => {
      for (const isKnownDevice of [true, false]) cache.drop(keyOf(email, isKnownDevice));
    },
  };
}

/** The same for all processes. While the shared counters are away each counts by itself, as it did all along. */
export function createSharedFailures(own: OwnFailures, shared: SharedCounters): SignInFailures {
  const rules = [FREE_FAILURES, DELAY_FIRST_MS, DELAY_MAX_MS, FORGET_MS];
  const subjectOf = (email: string, isKnownDevice: boolean): string => `failures ${keyOf(email, isKnownDevice)}`;
  return {
    begin: async (email, isKnownDevice) => {
      const answer = await shared.run('failure', subjectOf(email, isKnownDevice), rules);
      if (answer === undefined) return own.begin(email, isKnownDevice);
      const [waitMs = 0] = answer;
      if (waitMs > 0) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      try {
        own.begin(email, isKnownDevice);
      } catch (error) {
        // The shared count decides.
        if (!(error instanceof Refusal)) throw error;
      }
    },
    release: async (email, isKnownDevice) => {
      own.release(email, isKnownDevice);
      await shared.run('release', subjectOf(email, isKnownDevice), []);
    },
    forget: async (email) => {
      own.forget(email);
      for (const isKnownDevice of [true, false]) await shared.forget(subjectOf(email, isKnownDevice));
    },
  };
}

const keyOf = (email: string, isKnownDevice: boolean): string =>
  `${isKnownDevice ? 'known' : 'new'} ${email.slice(0, 254)}`;

const delayOf = (count: number): number =>
  count < FREE_FAILURES ? 0 : Math.min(DELAY_FIRST_MS * 2 ** (count - FREE_FAILURES), DELAY_MAX_MS);
