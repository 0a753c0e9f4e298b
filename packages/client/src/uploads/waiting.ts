// How long to wait before another attempt, and how many requests run at a time.

import { growingPause } from '../common/retry-after.ts';
import type { Answer } from './transport.ts';

const PAUSE_LEAST_MS = 1_000;
const PAUSE_MOST_MS = 30_000;
const TRANSIENT: ReadonlySet<number> = new Set([0, 408, 425, 429, 502, 503, 504, 507]);

/** Whether the same request may succeed later. */
export const isTransient = ({ status, code }: Answer): boolean =>
  TRANSIENT.has(status) || code === 'upload_interrupted';

/** Milliseconds before attempt number `tries` + 2: exponential with jitter, and at least what the service asks for. */
export function pauseBefore(tries: number, retryAfterMs: number | undefined): number {
  return Math.max(retryAfterMs ?? 0, growingPause(tries, PAUSE_LEAST_MS, PAUSE_MOST_MS));
}

/** Runs a limited number of functions at a time. */
export interface Slots {
  /** Runs `work` when a slot is free, in the order of the calls. Rejects if `signal` aborts before that. */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** `count` slots. */
export function openSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(admit), 1);
        reject(signal.reason);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(admit);
      signal.addEventListener('abort', leave, { once: true });
    });
  return {
    async run(signal, work) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await enter(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
