import { expect, test } from 'bun:test';
import { type Member, objectBytes, objectText } from './json-text.ts';

const CASES: readonly (readonly Member[])[] = [
  [],
  [['a', '1']],
  [
    ['', '""'],
    ['"quoted"', '{"b":[true,null]}'],
    ['日本', JSON.stringify('\u00e9 and \ud83c\udfb5')],
    ['10', JSON.stringify('\ud800')],
    ['__proto__', '"\\\\"'],
  ],
];

for (const members of CASES) {
  test(`an object of ${members.length} members as bytes is its text, and the sizes are those of its values`, () => {
    const { bytes, sizes } = objectBytes(members);
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toBe(objectText(members));
    expect([...sizes]).toEqual(members.map(([, text]) => new TextEncoder().encode(text).byteLength));
  });
}
