import { expect, test } from 'bun:test';
import { SharedFlights } from './shared-flights.ts';

/** A read that ends on demand and counts how often it began. */
function slowRead() {
  const ends: ((text: string) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  return {
    read: () =>
      new Promise<string>((resolve, reject) => {
        ends.push(resolve);
        fails.push(reject);
      }),
    begun: () => ends.length,
    end: (index: number, text: string) => ends[index]?.(text),
    fail: (index: number) => fails[index]?.(new Error('away')),
  };
}

const settle = (): Promise<void> => Bun.sleep(0);

test('callers during a running read share the next read', async () => {
  const shared = new SharedFlights();
  const slow = slowRead();
  const first = shared.share('a', slow.read);
  const later = [shared.share('a', slow.read), shared.share('a', slow.read), shared.share('a', slow.read)];
  expect(slow.begun()).toBe(1);
  slow.end(0, 'old');
  expect(await first).toBe('old');
  await settle();
  expect(slow.begun()).toBe(2);
  const last = shared.share('a', slow.read);
  slow.end(1, 'new');
  expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
  await settle();
  expect(slow.begun()).toBe(3);
  slow.end(2, 'newest');
  expect(await last).toBe('newest');
});

test('results are not cached: a call after the end starts a new read', async () => {
  const shared = new SharedFlights();
  let count = 0;
  const read = async (): Promise<string> => String(++count);
  expect([await shared.share('a', read), await shared.share('a', read), await shared.share('b', read)]).toEqual([
    '1',
    '2',
    '3',
  ]);
});

test('reads of different keys do not wait for each other', async () => {
  const shared = new SharedFlights();
  const slow = slowRead();
  const waiting = shared.share('a', slow.read);
  expect(await shared.share('b', async () => 'b')).toBe('b');
  slow.end(0, 'a');
  expect(await waiting).toBe('a');
});

test('a failed read rejects for all who shared it, and the next call reads again', async () => {
  const shared = new SharedFlights();
  const slow = slowRead();
  const first = shared.share('a', slow.read);
  const second = shared.share('a', slow.read);
  slow.fail(0);
  expect(first).rejects.toThrow('away');
  await settle();
  slow.end(1, 'back');
  expect(await second).toBe('back');
});

test('a caller stops waiting for a read that hangs and starts its own; the late end of the first has no effect', async () => {
  const shared = new SharedFlights<string>(20);
  const slow = slowRead();
  const first = shared.share('a', slow.read);
  const second = shared.share('a', slow.read);
  while (slow.begun() < 2) await settle();
  expect(slow.begun()).toBe(2);
  const third = shared.share('a', slow.read);
  slow.end(0, 'old');
  await settle();
  expect([await first, slow.begun()]).toEqual(['old', 2]);
  slow.end(1, 'new');
  expect(await second).toBe('new');
  await settle();
  slow.end(2, 'newest');
  expect([await third, slow.begun()]).toEqual(['newest', 3]);
});
