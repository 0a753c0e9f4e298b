import { expect, test } from 'bun:test';
import { createRelativeTime } from './relative-time.ts';

test.each([
  ['en', 'just now', '3 minutes ago', 'in 17 years'],
  ['ja', 'たった今', '3分前', '17年後'],
  ['zh-TW', '剛剛', '3分鐘前', '17年後'],
  ['zh-CN', '刚刚', '3分钟前', '17年后'],
  ['ko', '방금', '3분 전', '17년 후'],
])('%s', (locale, justNow, ago, until) => {
  const time = createRelativeTime(locale);
  expect([time.justNow, time.format(-3, 'minute'), time.format(17, 'year')]).toEqual([justNow, ago, until]);
});
