// Burst limits, in memory and per process: sliding windows whose refusal carries the actual wait (decisions, "Limits"). With
// LIMITS_URL all processes share them (shared-limits.ts).
// Quotas that must be exact and survive a restart are enforced in SQL by their feature.
import { Refusal } from '../../kernel/refusal.ts';

export interface LimitWindow {
  readonly quota: number;
  readonly seconds: number;
}

/** Name → windows. A call needs room in every window. */
export const LIMITS = {
  write: [{ quota: 30, seconds: 60 }],
  react: [{ quota: 120, seconds: 60 }],
  list: [{ quota: 60, seconds: 60 }],
  preview: [{ quota: 120, seconds: 60 }],
  intent: [{ quota: 60, seconds: 60 }],
  profile: [{ quota: 20, seconds: 60 }],
  preference: [{ quota: 60, seconds: 60 }],
  avatar: [{ quota: 10, seconds: 3600 }],
  report: [
    { quota: 20, seconds: 3600 },
    { quota: 100, seconds: 86_400 },
  ],
  export: [{ quota: 3, seconds: 86_400 }],
  'sign-in': [{ quota: 10, seconds: 300 }],
  factor: [{ quota: 60, seconds: 3600 }],
  confirmation: [{ quota: 10, seconds: 300 }],
  'sign-in-address': [{ quota: 60, seconds: 60 }],
  registration: [{ quota: 10, seconds: 3600 }],
  publication: [{ quota: 60, seconds: 60 }],
  mail: [{ quota: 20, seconds: 3600 }],
} as const satisfies Readonly<Record<string, readonly LimitWindow[]>>;
export type LimitName = keyof typeof LIMITS;

/** Maximum number of tracked subjects. Beyond it, the least recently used are dropped. */
const SUBJECTS_KEPT = 100_000;

type LimitHeaders = Readonly<Record<string, string>>;

export interface Limiter {
  /**
   * Counts one use by a subject (an account id or an address). Returns the `RateLimit` headers, or refuses with
   * `rate_limit_exceeded` and the wait.
   */
  take(limit: LimitName, subject: string): LimitHeaders | Promise<LimitHeaders>;
}

/** `now` is in milliseconds on a monotonic clock. With `enabled` false nothing is counted or refused. */
export function createLimiter(enabled: boolean, now: () => number = () => performance.now()): Limiter {
  const uses = new Map<string, number[]>();
  return {
    take: (limit, subject) => {
      if (!enabled) return {};
      const windows: readonly LimitWindow[] = LIMITS[limit];
      const key = `${limit} ${subject}`;
      const at = now();
      const longest = Math.max(...windows.map((window) => window.seconds)) * 1000;
      const recent = (uses.get(key) ?? []).filter((time) => at - time < longest);
      uses.delete(key);
      uses.set(key, recent);
      for (const oldest of uses.keys()) {
        if (uses.size <= SUBJECTS_KEPT) break;
        uses.delete(oldest);
      }
      for (const window of windows) {
        const inside = recent.filter((time) => at - time < window.seconds * 1000);
        if (inside.length < window.quota) continue;
        const freed = inside[inside.length - window.quota] ?? at;
        throw refuseFull(limit, windows, freed + window.seconds * 1000 - at);
      }
      recent.push(at);
      const left = windows.map((window) => {
        const inside = recent.filter((time) => at - time < window.seconds * 1000);
        return { used: inside.length, freedInMs: (inside[0] ?? at) + window.seconds * 1000 - at };
      });
      return describeLeft(limit, windows, left);
    },
  };
}

/** Rounded up, but from whole milliseconds: the clock has fractions, and with them a window could last a second longer. */
const wholeSeconds = (milliseconds: number): number => Math.ceil(Math.round(milliseconds) / 1000);

/** The refusal of a call that finds a window full for so long. */
export function refuseFull(limit: LimitName, windows: readonly LimitWindow[], waitMs: number): Refusal {
  const wait = Math.max(1, wholeSeconds(waitMs));
  return new Refusal('rate_limit_exceeded', {
    retryAfterSeconds: wait,
    headers: { ...policyHeader(limit, windows), RateLimit: `"${limit}";r=0;t=${wait}` },
  });
}

interface WindowUse {
  readonly used: number;
  /** Milliseconds until the oldest use leaves the window. */
  readonly freedInMs: number;
}

/** The headers of a call that was counted: what is left of the tightest window. */
export function describeLeft(
  limit: LimitName,
  windows: readonly LimitWindow[],
  uses: readonly WindowUse[],
): Readonly<Record<string, string>> {
  const tightest = windows
    .map(({ quota }, i) => ({
      remaining: quota - (uses[i]?.used ?? 0),
      reset: wholeSeconds(uses[i]?.freedInMs ?? 0),
    }))
    .reduce((a, b) => (b.remaining < a.remaining ? b : a));
  return { ...policyHeader(limit, windows), RateLimit: `"${limit}";r=${tightest.remaining};t=${tightest.reset}` };
}

function policyHeader(limit: string, windows: readonly LimitWindow[]): { readonly 'RateLimit-Policy': string } {
  return { 'RateLimit-Policy': windows.map(({ quota, seconds }) => `"${limit}";q=${quota};w=${seconds}`).join(', ') };
}
