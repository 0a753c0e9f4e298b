// Burst limits with one budget for all processes. Each process also counts its own part, so that limits continue from there
// while the shared counters are unavailable.
import { Refusal } from '../../kernel/refusal.ts';
import type { SharedCounters } from '../../platform/shared/counters.ts';
import { describeLeft, LIMITS, type Limiter, type LimitWindow, refuseFull } from './limits.ts';

export function createSharedLimiter(own: Limiter, shared: SharedCounters): Limiter {
  return {
    take: async (limit, subject) => {
      const windows: readonly LimitWindow[] = LIMITS[limit];
      const spans = windows.flatMap(({ quota, seconds }) => [quota, seconds * 1000]);
      const answer = await shared.run('windows', `limit ${limit} ${subject}`, [crypto.randomUUID(), ...spans]);
      if (answer === undefined) return own.take(limit, subject);
      const [isTaken, ...numbers] = answer;
      if (isTaken !== 1) throw refuseFull(limit, windows, numbers[0] ?? 1000);
      try {
        await own.take(limit, subject);
      } catch (error) {
        // The clocks of both differ a little; the shared count decides.
        if (!(error instanceof Refusal)) throw error;
      }
      return describeLeft(
        limit,
        windows,
        windows.map((_, i) => ({ used: numbers[2 * i] ?? 0, freedInMs: numbers[2 * i + 1] ?? 0 })),
      );
    },
  };
}
