// Normal forms: those of the engine for ordinary text, and bounded runs of marks for any other.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { toNormalForm } from './normal-form.ts';

const FORMS = ['NFC', 'NFD', 'NFKC'] as const;

test('text with at most 30 marks in a row is normalized as the engine does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(...FORMS), (text, form) => {
      expect(toNormalForm(text, form)).toBe(text.normalize(form));
    }),
  );
  const marked = `e${'\u0301\u0316'.repeat(15)}`;
  expect(toNormalForm(marked, 'NFC')).toBe(marked.normalize('NFC'));
});

test('no run of marks is longer than 30, so that sorting them is cheap', () => {
  for (const marks of ['\u0301\u0316', '\u0345\u0334', '\uff9e\u0316', '\u0301']) {
    for (const form of FORMS) {
      const normal = toNormalForm(`e${marks.repeat(10_000)}`, form);
      const longest = Math.max(...normal.split('\u034f').map((run) => run.length));
      expect(longest).toBeLessThanOrEqual(32);
      expect(toNormalForm(normal, form)).toBe(normal);
    }
  }
});
