import { describe, expect, test } from 'bun:test';
import { HotParts } from './hot-parts.ts';

const object = 'a'.repeat(64);
const bytesFrom = (start: number, end: number) => Uint8Array.from({ length: end - start }, (_, i) => (start + i) % 251);
const offer = (parts: HotParts, start: number, end: number) => parts.offer(object, start, end, bytesFrom(start, end));
const never = (): boolean => {
  throw new Error('it was asked too early');
};

describe('hot parts', () => {
  test('a part is cached when it is offered a second time', async () => {
    const parts = new HotParts({ memoryBytes: 100_000, recheckMs: 60_000 });
    offer(parts, 10, 20);
    expect(parts.read(object, 10, 20, never)).toBeUndefined();
    offer(parts, 10, 20);
    const kept = parts.read(object, 10, 20, never);
    expect(await kept?.bytes()).toEqual(bytesFrom(10, 20));
    expect(parts.read(object, 10, 21, never)).toBeUndefined();
    expect(parts.read('b'.repeat(64), 10, 20, never)).toBeUndefined();
  });

  test('a cached part is rechecked after a while, and dropped when its object has changed', () => {
    const parts = new HotParts({ memoryBytes: 100_000, recheckMs: 0 });
    offer(parts, 0, 5);
    offer(parts, 0, 5);
    expect(parts.read(object, 0, 5, () => true)).toBeDefined();
    expect(parts.read(object, 0, 5, () => false)).toBeUndefined();
    expect(parts.read(object, 0, 5, () => true)).toBeUndefined();
  });

  test('the cache stays within its limit', () => {
    const parts = new HotParts({ memoryBytes: 10_000, recheckMs: 60_000 });
    const starts = Array.from({ length: 100 }, (_, i) => i * 1000);
    for (const start of starts) {
      offer(parts, start, start + 1000);
      offer(parts, start, start + 1000);
    }
    const kept = starts.filter((start) => parts.read(object, start, start + 1000, never) !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThanOrEqual(10);
  });
});
