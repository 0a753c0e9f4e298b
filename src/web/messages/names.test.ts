import { expect, test } from 'bun:test';
import { sayValue } from './names.ts';

test('common values are said in the language of the page, others stay', () => {
  expect([sayValue('ja', 'limited'), sayValue('zh-CN', 'Red'), sayValue('ko', 'drums')]).toEqual([
    '限定',
    '红',
    '드럼',
  ]);
  expect([sayValue('en', 'limited'), sayValue('en', 'RED'), sayValue('en', 'nightly')]).toEqual([
    'Limited',
    'RED',
    'nightly',
  ]);
  expect([sayValue('ja', 'constructor'), sayValue('ja', '')]).toEqual(['constructor', '']);
});

test('a value that names a kind begins with a capital', () => {
  expect(
    ['nightly', 'constructor', 'id', 'iPhone', 'two words', 'v2'].map((value) => sayValue('en', value, true)),
  ).toEqual(['Nightly', 'Constructor', 'id', 'iPhone', 'two words', 'v2']);
});
