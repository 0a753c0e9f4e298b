// Properties of the bounded cache: its weight never exceeds the limit, and recently read entries are evicted last.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { BoundedCache, SingleFlight } from './bounded-cache.ts';

test('the weight stays within the limit, the newest entry is kept, and a read returns the last value', () => {
  const step = fc.record({
    key: fc.integer({ min: 0, max: 12 }),
    weight: fc.integer({ min: 0, max: 12 }),
    read: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const cache = new BoundedCache<number, number>(10);
      const last = new Map<number, number>();
      for (const [i, { key, weight, read }] of steps.entries()) {
        if (read) {
          const value = cache.read(key);
          if (value !== undefined) expect(value).toBe(last.get(key) ?? -1);
          continue;
        }
        cache.store(key, i, weight);
        last.set(key, i);
        expect(cache.read(key)).toBe(weight > 10 ? undefined : i);
        expect(cache.weight).toBeLessThanOrEqual(10);
      }
    }),
  );
});

test('a read entry outlives an unread one', () => {
  const cache = new BoundedCache<string, number>(3);
  for (const key of ['a', 'b', 'c']) cache.store(key, 1, 1);
  cache.read('a');
  cache.store('d', 1, 1);
  expect([cache.read('a'), cache.read('b'), cache.read('c'), cache.read('d')]).toEqual([1, undefined, 1, 1]);
});

test('concurrent calls for one key run the work once; a later call runs it again', async () => {
  const flight = new SingleFlight<string, number>();
  let runs = 0;
  const work = async (): Promise<number> => ++runs;
  expect(await Promise.all([flight.run('a', work), flight.run('a', work)])).toEqual([1, 1]);
  expect(await flight.run('a', work)).toBe(2);
});
