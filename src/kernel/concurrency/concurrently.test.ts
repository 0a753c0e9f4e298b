import { expect, test } from 'bun:test';
import { forEachConcurrently } from './concurrently.ts';

test('every item is processed once, with at most the allowed concurrency', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    seen.push(item);
    running -= 1;
  });
  expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('after the first failure no new item starts, and the error is thrown once running items have ended', async () => {
  const begun: number[] = [];
  let done = 0;
  const work = forEachConcurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error('two');
    await Promise.resolve();
    done += 1;
  });
  await expect(work).rejects.toThrow('two');
  expect(done).toBe(begun.length - 1);
  expect(begun.length).toBeLessThan(6);
});
