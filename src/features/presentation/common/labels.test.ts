import { expect, test } from 'bun:test';
import { translateName } from './labels.ts';

test.each([
  ['rarity', 'レアリティ'],
  ['bandId', 'バンドID'],
  ['bandIds', 'バンドID'],
  ['band_id', 'バンドID'],
  ['releasedAt', '登場日'],
  ['stories', 'ストーリー'],
  ['levelLimit', 'レベル上限'],
  ['seconds', '長さ（秒）'],
  ['songs', '楽曲'],
  ['id', 'ID'],
])('%s is %s in Japanese, and has a name in every language', (name, ja) => {
  expect(translateName(name).ja).toBe(ja);
  expect(Object.keys(translateName(name))).toEqual(['ja', 'zh-TW', 'zh-CN', 'ko']);
});

test.each(['drops', 'constructor', 'toString', '__proto__', '', 'boss', 'stackTrace'])(
  '%j has no translation',
  (name) => {
    expect(translateName(name)).toEqual({});
  },
);
