import { describe, expect, test } from 'bun:test';
import { nearText } from './near-text.ts';

const isNear = (searched: string, text: string): boolean | undefined => nearText(searched)?.isIn(text);

describe('a search with one mistake', () => {
  test.each([
    ['supernova', 'the supernova of march'],
    ['supernva', 'the supernova of march'],
    ['supernowa', 'the supernova of march'],
    ['superrnova', 'the supernova of march'],
    ['supernvoa', 'the supernova of march'],
    ['zupernova', 'the supernova of march'],
    ['lanp', 'a lamp'],
    ['リコス', '千束とリコリス'],
    ['超親星', '超新星'],
    ['기타리스', '새 기타리스트'],
  ])('%s is in %s', (searched, text) => {
    expect(isNear(searched, text)).toBe(true);
  });

  test.each([
    ['suprenvoa', 'the supernova of march'],
    ['supernova', 'a super star'],
    ['lanp', 'a clamp'],
    ['超旧聖', '超新星'],
  ])('%s is not in %s', (searched, text) => {
    expect(isNear(searched, text)).toBe(false);
  });

  test('is not made of a text that is too short or too long', () => {
    expect(['cat', '新星', 'a'.repeat(65), ''].map((text) => nearText(text))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('finds one of its pieces in every text that is near', () => {
    const letters = 'abc';
    const pick = (): string => letters.charAt(Math.floor(Math.random() * letters.length));
    for (let round = 0; round < 2_000; round += 1) {
      const searched = Array.from({ length: 6 + (round % 5) }, pick).join('');
      const at = Math.floor(Math.random() * (searched.length - 1));
      const [left, right] = [searched.slice(0, at), searched.slice(at + 1)];
      const mistakes = [`${left}${right}`, `${left}${pick()}${right}`, `${left}${pick()}${searched.slice(at)}`];
      mistakes.push(`${left}${searched[at + 1]}${searched[at]}${searched.slice(at + 2)}`);
      for (const text of mistakes) {
        const near = nearText(searched);
        expect([searched, text, near?.isIn(text)]).toEqual([searched, text, true]);
        expect([searched, text, near?.pieces.some((piece) => text.includes(piece))]).toEqual([searched, text, true]);
      }
    }
  });
});
