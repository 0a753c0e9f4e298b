import { expect, test } from 'bun:test';
import { sayValue } from './names.ts';

test('common values are said in the language of the page, others stay', () => {
  expect([sayValue('ja', 'limited'), sayValue('zh-CN', 'Red'), sayValue('ko', 'drums')]).toEqual([
    '限定',
    '红',
    '드럼',
  ]);
  expect([sayValue('en', 'limited'), sayValue('ja', 'constructor'), sayValue('ja', '')]).toEqual([
    'limited',
    'constructor',
    '',
  ]);
});
