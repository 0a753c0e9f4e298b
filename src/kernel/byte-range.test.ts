import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { resolveRange } from './byte-range.ts';

const part = (start: number, end: number) => ({ kind: 'part', start, end });
const full = { kind: 'full' };
const none = { kind: 'unsatisfiable' };

describe('resolveRange', () => {
  test.each([
    [null, 10, full],
    ['bytes=0-0', 10, part(0, 0)],
    ['bytes=0-', 10, part(0, 9)],
    ['bytes=3-5', 10, part(3, 5)],
    ['bytes=3-500', 10, part(3, 9)],
    ['bytes=-3', 10, part(7, 9)],
    ['bytes=-30', 10, part(0, 9)],
    ['BYTES=1-2', 10, part(1, 2)],
    ['bytes= 1-2', 10, part(1, 2)],
    ['bytes=-0', 10, none],
    ['bytes=-', 10, none],
    ['bytes=', 10, none],
    ['bytes', 10, none],
    ['bytes=10-', 10, none],
    ['bytes=5-2', 10, none],
    ['bytes=0-1,3-4', 10, none],
    ['bytes=a-b', 10, none],
    ['bytes=1-2x', 10, none],
    ['bytes=+1-2', 10, none],
    ['bytes=0-0', 0, none],
    ['bytes=-1', 0, none],
    ['items=0-1', 10, full],
    ['seconds=1', 10, full],
    ['bytes=99999999999999999999-', 10, none],
    ['bytes=0-99999999999999999999', 10, part(0, 9)],
  ])('%p of %p bytes', (header, size, outcome) => {
    expect(resolveRange(header, size)).toEqual(outcome as ReturnType<typeof resolveRange>);
  });

  test('whatever the header says, a part lies inside the object', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/)), fc.nat(2000), (header, size) => {
        const outcome = resolveRange(header, size);
        if (outcome.kind !== 'part') return;
        expect(outcome.start).toBeGreaterThanOrEqual(0);
        expect(outcome.start).toBeLessThanOrEqual(outcome.end);
        expect(outcome.end).toBeLessThan(size);
      }),
    );
  });

  test('start and end inside the object are taken as they are', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), (a, b, more) => {
        const [start, end] = a <= b ? [a, b] : [b, a];
        expect(resolveRange(`bytes=${start}-${end}`, end + 1 + more)).toEqual({ kind: 'part', start, end });
      }),
    );
  });
});
