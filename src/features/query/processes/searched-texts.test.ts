import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldText, readSearch, type Search } from '../common/fold.ts';
import { SearchedTexts, type TextRow } from './searched-texts.ts';

interface Entity {
  readonly titles: readonly string[];
  readonly rest: string | undefined;
}

function rowOf({ titles, rest }: Entity, index: number): TextRow {
  const title = foldText(titles.join('\n'));
  const text = rest === undefined ? title : `${title}${title === '' ? '' : '\n'}${foldText(rest)}`;
  return { position: index + 1, text, title: Buffer.byteLength(title) };
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** How well a text fits titles, character by character. */
function levelOf(titles: readonly string[], sought: string): number {
  const levels = titles.flatMap((title) => {
    if (title === sought) return [0];
    if (title.startsWith(sought)) return [1];
    const characters = [...title];
    const length = [...sought].length;
    return characters.flatMap((_, at) => {
      if (characters.slice(at, at + length).join('') !== sought) return [];
      const [before = '', after = ''] = [characters[at - 1], characters[at + length]];
      return LETTER.test(before) || LETTER.test(after) ? [] : [2];
    });
  });
  return Math.min(3, ...levels);
}

function rankByCharacters(rows: readonly TextRow[], { terms, phrase }: Search): readonly (readonly number[])[] {
  const ranked: number[][] = Array.from({ length: 8 }, () => []);
  for (const { position, text, title } of rows) {
    if (!terms.every((term) => text.includes(term))) continue;
    const titles = Buffer.from(text).subarray(0, title).toString().split('\n');
    const rank = text.includes(phrase)
      ? levelOf(titles, phrase)
      : 4 + Math.max(...terms.map((term) => levelOf(titles, term)));
    ranked[rank]?.push(position);
  }
  return ranked;
}

const ranksOf = (entities: readonly Entity[], q: string) =>
  new SearchedTexts(entities.map(rowOf)).rank(readSearch(q, 3));

test('whole title, beginning, word, elsewhere; the phrase before each term alone', () => {
  const titles = ['Red Nova', 'Supernova', 'Nova', 'Nova Prime', 'Prime', 'Prime Nova', 'Café nova'];
  const entities = [
    ...titles.map((title) => ({ titles: [title], rest: undefined })),
    { titles: ['Zed'], rest: 'nova' },
  ];
  expect(ranksOf(entities, 'nova').slice(0, 4)).toEqual([[3], [4], [1, 6, 7], [2, 8]]);
  expect(ranksOf(entities, 'NOVA  prime')).toEqual([[4], [], [], [], [], [], [6], []]);
  expect(ranksOf(entities, 'cafe').flat()).toEqual([7]);
  expect(ranksOf(entities, 'nothing').flat()).toEqual([]);
  expect(ranksOf([], 'nova').flat()).toEqual([]);
});

test('ranks are those of a comparison by characters', () => {
  const character = fc.constantFrom('a', 'b', ' ', '-', 'é', 'き', 'キ', '名', '𠮷', '😀', '1', '\u0301');
  const text = fc.string({ unit: character, maxLength: 8 });
  const entity = fc.record({
    titles: fc.array(text, { maxLength: 3 }),
    rest: fc.option(text, { nil: undefined }),
  });
  const holds = (entities: readonly Entity[], q: string): void => {
    const search = readSearch(q, 3);
    if (search.terms.length === 0) return;
    const rows = entities.map(rowOf);
    expect(new SearchedTexts(rows).rank(search)).toEqual(rankByCharacters(rows, search));
  };
  fc.assert(
    fc.property(fc.array(entity, { maxLength: 12 }), fc.string({ unit: character, minLength: 1, maxLength: 4 }), holds),
    { numRuns: 2_000 },
  );
});
