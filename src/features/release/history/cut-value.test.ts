import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { presentChange, VALUE_BYTES_MAX } from './cut-value.ts';

test('short values stay, absent ones are absent', () => {
  expect(presentChange({ path: 'a', before: undefined, after: null })).toEqual({ path: 'a', after: null });
  expect(Object.keys(presentChange({ path: 'a', before: 1, after: undefined }))).toEqual(['path', 'before']);
  const text = 'x'.repeat(VALUE_BYTES_MAX - 2);
  expect(presentChange({ path: 'a', before: text, after: [text.slice(4)] })).toEqual({
    path: 'a',
    before: text,
    after: [text.slice(4)],
  });
});

test('long texts are cut, lists and objects become the beginning of their JSON', () => {
  const text = 'x'.repeat(5000);
  const { before, after, truncated } = presentChange({ path: 'a', before: text, after: { text } });
  expect(before).toBe(text.slice(0, VALUE_BYTES_MAX - 2));
  expect(String(after)).toStartWith('{"text":"xxx');
  expect(truncated).toBe(true);
});

test('no value has more than the limit, and no character is torn', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 3000, size: 'max' }), (text) => {
      for (const value of [text, [text], { [text]: text }]) {
        const { after } = presentChange({ path: 'a', before: 1, after: value });
        expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThanOrEqual(VALUE_BYTES_MAX);
        if (typeof after === 'string') expect(after.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
