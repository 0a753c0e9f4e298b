// Sizes as pages write them.
import { expect, test } from 'bun:test';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [128 * 1024 ** 2, '128 MiB'],
  [1024 ** 3, '1 GiB'],
  [5 * 1024 ** 4, '5 TiB'],
  [5000 * 1024 ** 4, '5,000 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize('en', bytes)).toBe(text);
});

test('in every language', () => {
  for (const locale of ['ja', 'zh-TW', 'zh-CN', 'ko'] as const) {
    expect(fileSize(locale, 12)).toBe('12 B');
    expect(fileSize(locale, 1024 ** 3)).toBe('1 GiB');
  }
});
