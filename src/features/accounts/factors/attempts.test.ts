// Codes of authenticator apps (test vectors of RFC 6238, appendix B, in six digits), and waits after wrong ones.
import { expect, test } from 'bun:test';
import { codeAt, delayOf, findStep } from './attempts.ts';

const SECRET = '12345678901234567890';

test.each([
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const)('at %p seconds the code is %p', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(codeAt(SECRET, step)).toBe(code);
  for (const offset of [-1, 0, 1]) expect(findStep(SECRET, code, (step + offset) * 30_000)).toBe(step);
  for (const offset of [-2, 2]) expect(findStep(SECRET, code, (step + offset) * 30_000)).toBeUndefined();
});

test.each(['', '-', '28708', '2870820', '２８７０８２'])('%p is no code', (code) => {
  expect(findStep(SECRET, code, 59_000)).toBeUndefined();
});

test('the wait doubles from half a minute up to 15 minutes', () => {
  expect([5, 6, 7, 8, 9, 10, 11, 5_000].map(delayOf)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});
