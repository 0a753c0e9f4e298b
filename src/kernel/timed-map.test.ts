import { expect, test } from 'bun:test';
import { createTimedMap } from './timed-map.ts';

test('keeps as many entries as it may, the least recently used leaves first', () => {
  const map = createTimedMap<number>(2, 60_000);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.has('a'), map.has('b'), map.has('c')]).toEqual([true, false, true]);
});

test('an entry that has expired is not there', async () => {
  const map = createTimedMap<number>(2, 1);
  map.set('a', 1);
  while (map.has('a')) await Bun.sleep(1);
  expect(map.get('a')).toBeUndefined();
});
