import { expect, test } from 'bun:test';
import { withinTime } from './within-time.ts';

const never = new Promise<string>(() => {});

test('work that settles in time decides the result, also when it fails', async () => {
  expect(await withinTime(Promise.resolve('done'), 1_000, () => 'late')).toBe('done');
  expect(withinTime(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow('broken');
});

test('after the timeout `late` decides the result, by its value or its error', async () => {
  expect(await withinTime(never, 5, () => 'late')).toBe('late');
  const refused = withinTime(never, 5, () => {
    throw new Error('too late');
  });
  expect(refused).rejects.toThrow('too late');
  await refused.catch(() => undefined);
});
