import { describe, expect, test } from 'bun:test';
import { FairSlots, SlotsFull } from './fair-slots.ts';

const never = (): AbortSignal => new AbortController().signal;

/** Work that ends on demand; `started` counts the runs that have begun. */
function openWork() {
  const ends: (() => void)[] = [];
  let started = 0;
  return {
    work: (): Promise<void> => {
      started += 1;
      return new Promise((resolve) => ends.push(resolve));
    },
    endOne: async () => {
      ends.shift()?.();
      await Bun.sleep(0);
    },
    get started() {
      return started;
    },
  };
}

describe('fair places', () => {
  test('work starts at once while places are free, then waits, then is refused', async () => {
    const places = new FairSlots(2, 1);
    const held = openWork();
    const runs = [1, 2, 3].map(() => places.run('a', 1, held.work, never));
    expect(held.started).toBe(2);
    await expect(places.run('a', 1, held.work, never)).rejects.toBeInstanceOf(SlotsFull);
    await held.endOne();
    expect(held.started).toBe(3);
    await held.endOne();
    await held.endOne();
    await Promise.all(runs);
    expect(places.busyKeys).toBe(0);
  });

  test('another key is served while one is full', async () => {
    const places = new FairSlots(1, 0);
    const held = openWork();
    const run = places.run('a', 1, held.work, never);
    expect(await places.run('b', 1, async () => 'served', never)).toBe('served');
    await held.endOne();
    await run;
  });

  test('work of size n takes n places; work larger than the limit takes all of them', async () => {
    const places = new FairSlots(3, 9);
    const held = openWork();
    const runs = [2, 2, 9].map((size) => places.run('a', size, held.work, never));
    expect(held.started).toBe(1);
    for (const started of [2, 3]) {
      await held.endOne();
      expect(held.started).toBe(started);
    }
    await held.endOne();
    await Promise.all(runs);
    expect(places.busyKeys).toBe(0);
  });

  test('aborting a queued run frees its place in the queue', async () => {
    const places = new FairSlots(1, 1);
    const held = openWork();
    const first = places.run('a', 1, held.work, never);
    const leaving = new AbortController();
    const left = places.run('a', 1, held.work, () => leaving.signal);
    leaving.abort();
    await expect(left).rejects.toBe(leaving.signal.reason);
    const next = places.run('a', 1, held.work, never);
    await held.endOne();
    expect(held.started).toBe(2);
    await held.endOne();
    await Promise.all([first, next]);
  });

  test('work that throws frees its place', async () => {
    const places = new FairSlots(1, 0);
    await expect(places.run('a', 1, () => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
    expect(await places.run('a', 1, async () => 1, never)).toBe(1);
  });
});
