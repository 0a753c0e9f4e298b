import { expect, test } from 'bun:test';
import { retry } from './retry.ts';

const failUntil =
  (good: number) =>
  async (tries: number): Promise<number> => {
    if (tries < good) throw new Error(`try ${tries}`);
    return tries;
  };

test('work is repeated until it succeeds', async () => {
  const seen: unknown[] = [];
  const result = await retry(failUntil(3), (error, tries) => {
    seen.push([error instanceof Error ? error.message : error, tries]);
    return 0;
  });
  expect([result, seen]).toEqual([
    3,
    [
      ['try 1', 1],
      ['try 2', 2],
    ],
  ]);
});

test('giving up throws the last failure', async () => {
  await expect(retry(failUntil(9), (_, tries) => (tries < 4 ? 0 : undefined))).rejects.toThrow('try 4');
});

test('a pause can be ended early', async () => {
  expect(await retry(failUntil(2), () => 60 * 60 * 1000, Promise.resolve())).toBe(2);
});
