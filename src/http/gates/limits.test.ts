// Headers of burst limits: the time that they name never exceeds the window.
import { expect, test } from 'bun:test';
import { Refusal } from '../../kernel/refusal.ts';
import { createLimiter, LIMITS } from './limits.ts';

const timeOf = (header: string | undefined): number => Number(/;t=(\d+)$/.exec(header ?? '')?.[1]);

test('at every time of the clock, a window is at most as long as it is', async () => {
  let clock = 0;
  const limiter = createLimiter(true, () => clock);
  const [{ quota, seconds }] = LIMITS.avatar;
  const longest = { counted: 0, refused: 0, wait: 0 };
  for (let start = 0; start < 2_000; start += 1) {
    // Fractions that a binary number does not hold exactly, as the clock of a process gives them.
    clock = start * 1_234.567 + 0.1;
    const subject = String(start);
    for (let use = 0; use < quota; use += 1) {
      const { RateLimit } = await limiter.take('avatar', subject);
      longest.counted = Math.max(longest.counted, timeOf(RateLimit));
    }
    try {
      await limiter.take('avatar', subject);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      longest.refused = Math.max(longest.refused, timeOf(error.headers.RateLimit));
      longest.wait = Math.max(longest.wait, error.retryAfterSeconds ?? 0);
    }
  }
  expect(longest).toEqual({ counted: seconds, refused: seconds, wait: seconds });
});
