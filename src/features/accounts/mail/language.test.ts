// The language of mails to a person.
import { expect, test } from 'bun:test';
import { createLocaleChooser } from './language.ts';

const TABLE: readonly (readonly [accepted: string | null, preferred: string | null, locale: string])[] = [
  [null, null, 'en'],
  ['', null, 'en'],
  ['*', null, 'en'],
  ['fr, de;q=0.5', null, 'en'],
  ['en-GB,en;q=0.9', null, 'en'],
  ['de, en;q=0.1, ko;q=0.9', null, 'ko'],
  ['zh', null, 'zh-CN'],
  ['zh-Hans-SG', null, 'zh-CN'],
  ['zh-HK', null, 'zh-TW'],
  ['zh-Hant', null, 'zh-TW'],
  ['en;q=0, ko', null, 'ko'],
  ['en', 'zh-TW', 'zh-TW'],
  ['ja', 'xx', 'ja'],
  [`${'x'.repeat(10_000)}, ja`, null, 'en'],
];

test.each(TABLE)('%p with preference %p is %p', (accepted, preferred, locale) => {
  expect(String(createLocaleChooser(() => 'en')(accepted, preferred))).toBe(locale);
});

test('without a wish it is the language of the instance', () => {
  const choose = createLocaleChooser(() => 'ko');
  expect([choose(null), choose('fr'), choose('en'), choose(null, 'ja')]).toEqual(['ko', 'ko', 'en', 'ja']);
});
