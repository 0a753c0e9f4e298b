// Comparing two texts.
import { expect, test } from 'bun:test';
import { compareLines } from './compare-lines.ts';

const show = (before: string, after: string): string =>
  compareLines(before, after)
    .map(({ sign, text }) => sign + text)
    .join('|');

test.each([
  ['a\nb\nc', 'a\nb\nc', ' a| b| c'],
  ['a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
  ['a\nb', 'b\nc', '-a| b|+c'],
  ['a\nb\nc\nd', 'a\nc\nb\nd', ' a|-b| c|+b| d'],
  ['', 'a', '-|+a'],
  ['a\na', 'a', ' a|-a'],
])('%j and %j', (before, after, shown) => {
  expect(show(before, after)).toBe(shown);
});

test('very long texts are compared as a whole', () => {
  const lines = (word: string): string => Array.from({ length: 2500 }, (_, index) => `${word}${index}`).join('\n');
  expect(compareLines(lines('a'), lines('b'))).toHaveLength(5000);
});
