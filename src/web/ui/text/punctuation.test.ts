import { expect, test } from 'bun:test';
import { colonIn, commaIn, gapIn, withRemark } from './punctuation.ts';

test.each([
  ['en', 'Card: one, two', 'Card (1)', 'One. Two.'],
  ['ja', 'Card：one、two', 'Card（1）', 'One.Two.'],
  ['zh-TW', 'Card：one、two', 'Card（1）', 'One.Two.'],
  ['zh-CN', 'Card：one、two', 'Card（1）', 'One.Two.'],
  ['ko', 'Card: one, two', 'Card(1)', 'One. Two.'],
])('%s', (locale, list, remark, sentences) => {
  expect(`Card${colonIn(locale)}${['one', 'two'].join(commaIn(locale))}`).toBe(list);
  expect(withRemark(locale, 'Card', '1')).toBe(remark);
  expect(['One.', 'Two.'].join(gapIn(locale))).toBe(sentences);
});
