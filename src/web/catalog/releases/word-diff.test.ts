import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { diffWords, type Piece } from './word-diff.ts';

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

test('words that differ are marked on both sides', () => {
  const { before, after } = diffWords('Heals 20 life for 5 seconds', 'Heals 25 life for 5 seconds');
  expect([marked(before), marked(after)]).toEqual(['Heals [20] life for 5 seconds', 'Heals [25] life for 5 seconds']);
});

test('languages without spaces have words, too', () => {
  const { before, after } = diffWords('ライフを20回復する', 'ライフを25回復する', 'ja');
  expect([marked(before), marked(after)]).toEqual(['ライフを[20]回復する', 'ライフを[25]回復する']);
});

test('whatever the texts, nothing is lost and equal texts have no mark', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (a, b) => {
      const { before, after } = diffWords(a, b);
      expect(before.map(({ text }) => text).join('')).toBe(a);
      expect(after.map(({ text }) => text).join('')).toBe(b);
      if (a === b) expect(before.some(({ isChanged }) => isChanged)).toBe(false);
      const common = (pieces: readonly Piece[]) =>
        pieces.flatMap(({ text, isChanged }) => (isChanged ? [] : [text])).join('');
      expect(common(before)).toBe(common(after));
    }),
  );
});

test('long texts are compared by their ends alone', () => {
  const long = (word: string) => `same ${Array.from({ length: 300 }, (_, index) => `${word}${index}`).join(' ')} end`;
  const { before } = diffWords(long('a'), long('b'));
  expect(before[0]?.isChanged).toBe(false);
  expect(before.at(-1)?.isChanged).toBe(false);
});
