// Wrong passwords for one account, whatever addresses they come from. Twenty are free; then each further attempt waits,
// five seconds at first and twice as long each time, up to five minutes. An attempt that comes too early is refused without
// a look at its password and lengthens nothing, so the wait always ends. Per process and in memory, like the burst limits.
//
// Attempts from a device that signed in to the account before (known-device.ts) are counted apart: strangers cannot make the
// owner wait there. A password set by a mailed link forgets all failures.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';

export const FREE_FAILURES = 20;
const DELAY_FIRST_MS = 5_000;
const DELAY_MAX_MS = 300_000;
/** Failures are forgotten when none was added for so long. */
const FORGET_MS = 3_600_000;
const ACCOUNTS_KEPT = 100_000;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

export interface SignInFailures {
  /**
   * Counts an attempt as failed before its password is looked at, so that many at once cannot pass together. Refuses with
   * `rate_limit_exceeded` and the wait. `email` is in its one spelling, whether or not there is such an account.
   */
  begin(email: string, isKnownDevice: boolean): void;
  /** Takes back an attempt whose password was not judged. */
  release(email: string, isKnownDevice: boolean): void;
  /** Forgets the failures of an account whose owner has proven to be it. */
  forget(email: string): void;
}

/** `now` in milliseconds, on a clock that is never set. With `enabled` false nothing is counted or refused. */
export function createSignInFailures(enabled: boolean, now: () => number = () => performance.now()): SignInFailures {
  const kept = new BoundedCache<string, Failures>(ACCOUNTS_KEPT);
  const read = (key: string, at: number): Failures => {
    const found = kept.read(key);
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
      kept.keep(key, { count: count + 1, lastAt: at }, 1);
    },
    release: (email, isKnownDevice) => {
      if (!enabled) return;
      const key = keyOf(email, isKnownDevice);
      const { count, lastAt } = read(key, now());
      kept.keep(key, { count: Math.max(0, count - 1), lastAt }, 1);
    },
    forget: (email) => {
      for (const isKnownDevice of [true, false]) kept.drop(keyOf(email, isKnownDevice));
    },
  };
}

const keyOf = (email: string, isKnownDevice: boolean): string =>
  `${isKnownDevice ? 'known' : 'new'} ${email.slice(0, 254)}`;

const delayOf = (count: number): number =>
  count < FREE_FAILURES ? 0 : Math.min(DELAY_FIRST_MS * 2 ** (count - FREE_FAILURES), DELAY_MAX_MS);
