import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { spreadAuthors } from './spread.ts';

const spread = (text: string, distance = 6): string =>
  [...spreadAuthors([...text], (author) => author.toLowerCase(), distance)].join('');

test('the best comes first, and no author repeats within the distance while others remain', () => {
  expect(spread('')).toBe('');
  expect(spread('aaab', 3)).toBe('abaa');
  expect(spread('aaaabcde', 3)).toBe('abcadeaa');
  expect(spread('AaBbCc', 3)).toBe('ABCabc');
  expect(spread('aaaaaabcdefghijk', 6)).toBe('abcdefaghijkaaaa');
  expect(spread('aabbaabb', 6)).toBe('abababab');
});

test('nothing is lost or doubled, and a list without repeats stays as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(8)), fc.integer({ min: 1, max: 8 }), (authors, distance) => {
      const items = authors.map((author, index) => ({ author, index }));
      const order = [...spreadAuthors(items, ({ author }) => String(author), distance)];
      expect(order.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(items.map(({ index }) => index));
      // The order of one author's posts is kept.
      for (const author of new Set(authors)) {
        const own = order.filter((item) => item.author === author).map(({ index }) => index);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
      const distinct = [...new Set(authors)];
      expect([...spreadAuthors(distinct, String, distance)]).toEqual(distinct);
    }),
  );
});
