// Unicode normalization: equal to the engine's for ordinary text, and with bounded runs of combining marks for any
// other.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { toNormalForm } from './normal-form.ts';

const FORMS = ['NFC', 'NFD', 'NFKC'] as const;

test('text with at most 30 combining marks in a row is normalized exactly as by the engine', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(...FORMS), (text, form) => {
      expect(toNormalForm(text, form)).toBe(text.normalize(form));
    }),
  );
  const marked = `e${'\u0301\u0316'.repeat(15)}`;
  expect(toNormalForm(marked, 'NFC')).toBe(marked.normalize('NFC'));
});

test('no run of combining marks is longer than 30', () => {
  for (const marks of ['\u0301\u0316', '\u0345\u0334', '\uff9e\u0316', '\u0301']) {
    for (const form of FORMS) {
      const normal = toNormalForm(`e${marks.repeat(10_000)}`, form);
      const longest = Math.max(...normal.split('\u034f').map((run) => run.length));
      expect(longest).toBeLessThanOrEqual(32);
      expect(toNormalForm(normal, form)).toBe(normal);
    }
  }
});
