// Which language somebody is written to in.
import { expect, test } from 'bun:test';
import { chooseLocale } from './language.ts';

const TABLE: readonly (readonly [accepted: string | null, preferred: string | null, locale: string])[] = [
  [null, null, 'ja'],
  ['', null, 'ja'],
  ['*', null, 'ja'],
  ['fr, de;q=0.5', null, 'ja'],
  ['en-GB,en;q=0.9', null, 'en'],
  ['de, en;q=0.1, ko;q=0.9', null, 'ko'],
  ['zh', null, 'zh-CN'],
  ['zh-Hans-SG', null, 'zh-CN'],
  ['zh-HK', null, 'zh-TW'],
  ['zh-Hant', null, 'zh-TW'],
  ['en;q=0, ko', null, 'ko'],
  ['en', 'zh-TW', 'zh-TW'],
  ['en', 'xx', 'en'],
  [`${'x'.repeat(10_000)}, en`, null, 'ja'],
];

test.each(TABLE)('%p with preference %p is %p', (accepted, preferred, locale) => {
  expect(String(chooseLocale(accepted, preferred))).toBe(locale);
});
