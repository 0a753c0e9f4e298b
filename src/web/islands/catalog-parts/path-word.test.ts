import { expect, test } from 'bun:test';
import { conditionPath, matchingPaths, wordBefore } from './path-word.ts';

test.each([
  ['rar', { start: 0, text: 'rar' }],
  ['rarity>=4 && ban', { start: 13, text: 'ban' }],
  ['!(costs.i', { start: 2, text: 'costs.i' }],
  ['costs[id=1 && cou', { start: 14, text: 'cou' }],
  ['a\\ b', { start: 0, text: 'a\\ b' }],
  ['name="Nova" || le', { start: 15, text: 'le' }],
  ['name="rar', undefined],
  ['name="a \\" rar', undefined],
  ['rarity>=4', undefined],
  ['rarity = tr', undefined],
  ['rarity in (1, 2', undefined],
  ['', undefined],
  ['rarity ', undefined],
])('the word at the end of %s', (text, expected) => {
  expect(wordBefore(text, text.length)).toEqual(expected);
  expect(wordBefore(`${text} && more`, text.length)).toEqual(expected);
});

test('paths that begin with what is written come first', () => {
  const paths = ['skill.rarity', 'name', 'rarity', 'rare'];
  expect(matchingPaths(paths, 'RAR', 2)).toEqual(['rarity', 'rare']);
  expect(matchingPaths(paths, 'rarity', 9)).toEqual(['skill.rarity']);
});

test('a completed path is escaped where the language of conditions has signs', () => {
  expect(conditionPath('name.en')).toBe('name.en');
  expect(conditionPath('First Name (short)')).toBe('First Name \\(short\\)');
  expect(conditionPath('a\\.b[0]&"c"|d')).toBe('a\\.b\\[0\\]\\&\\"c\\"\\|d');
});
