import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isEntityKey } from '../../kernel/names.ts';
import { encodePathKey, isKeyValue, keyOf, readableKey } from './entity-key.ts';

describe('encodePathKey', () => {
  test.each([
    ['/Assets/Textures/a.png', 'Assets:Textures:a.png'],
    ['Assets/b', 'Assets:b'],
    ['//a', ':a'],
    ['a b', 'a~20b'],
    ['a~b', 'a~7Eb'],
    ['日', '~E6~97~A5'],
    ['😀', '~F0~9F~98~80'],
    ['a:b_c-d.e', 'a:b_c-d.e'],
    ['a\n%', 'a~0A~25'],
    ['/', ''],
  ])('%j becomes %j', (path, key) => {
    expect(encodePathKey(path)).toBe(key);
  });

  test('every text that is short enough has a key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), (text) => {
        const key = encodePathKey(text);
        fc.pre(key.length > 0 && key.length <= 256 && key !== '.' && key !== '..');
        expect(isEntityKey(key)).toBe(true);
      }),
    );
  });
});

describe('keyOf', () => {
  test('text within the grammar is accepted', () => {
    expect(keyOf(-1, undefined)).toBe('-1');
    expect(keyOf('__proto__', undefined)).toBe('__proto__');
    expect(keyOf('x'.repeat(256), undefined)).toBe('x'.repeat(256));
  });

  test.each(['', '.', '..', 'a/b', 'a b', 'x'.repeat(257), 'ä'])('refuses %j', (text) => {
    expect(keyOf(text, undefined)).toBeUndefined();
  });

  test('text that cannot be encoded as a key is refused', () => {
    expect(keyOf('/..', 'path')).toBeUndefined();
    expect(keyOf('\ud800', 'path')).toBeUndefined();
    expect(keyOf('日'.repeat(29), 'path')).toBeUndefined();
  });
});

test('a key value is a non-empty string or a safe integer', () => {
  expect([1, 0, -5, 'a', 2 ** 53 - 1].every(isKeyValue)).toBe(true);
  expect([1.5, 2 ** 53, Number.NaN, '', null, undefined, true, {}, ['a']].some(isKeyValue)).toBe(false);
});

test('an encoded key is read as its text, and one that is none stays as it is', () => {
  for (const text of ['七秀', 'House a', 'Crème brûlée', 'plain.key']) {
    expect(readableKey(keyOf(text, 'path') ?? '')).toBe(text);
  }
  expect(['~FF', 'a~E4', 'Lotus:Types:Item'].map(readableKey)).toEqual(['~FF', 'a~E4', 'Lotus:Types:Item']);
});
