import { expect, test } from 'bun:test';
import { withinTime } from './within-time.ts';

const never = new Promise<string>(() => {});

test('work that ends in time is what counts, its failure too', async () => {
  expect(await withinTime(Promise.resolve('done'), 1_000, () => 'late')).toBe('done');
  expect(withinTime(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow('broken');
});

test('after its time the late word counts, by its value or by its throw', async () => {
  expect(await withinTime(never, 5, () => 'late')).toBe('late');
  const refused = withinTime(never, 5, () => {
    throw new Error('too late');
  });
  expect(refused).rejects.toThrow('too late');
  await refused.catch(() => undefined);
});
