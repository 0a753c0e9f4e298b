import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodePath, decodeSegment, isAddressable, plainSlashes } from './path-segments.ts';

test.each([
  ['abc', 'abc'],
  ['talk%3A1', 'talk:1'],
  ['%E3%81%82', 'あ'],
  ['%2F', '/'],
  ['%', undefined],
  ['%zz', undefined],
  ['%C0%AF', undefined],
  ['%ED%A0%80', undefined],
  ['%FF', undefined],
])('decodeSegment %p', (raw, decoded) => {
  expect(decodeSegment(raw)).toBe(decoded as string);
});

describe('decodePath', () => {
  test.each([
    ['Assets/a.png', 'Assets/a.png'],
    ['Assets//a.png', 'Assets/a.png'],
    ['Assets/a.png/', 'Assets/a.png'],
    ['/Assets/a.png', 'Assets/a.png'],
    ['Assets/100%25.png', 'Assets/100%.png'],
    ['Assets/a%20b.png', 'Assets/a b.png'],
    ['Assets/a%2Fb.png', undefined],
    ['Assets/a%5Cb.png', undefined],
    ['Assets/a%00b.png', undefined],
    ['Assets/..', undefined],
    ['Assets/.', undefined],
    ['Assets/%252e%252e/x', undefined],
    ['Assets/a%252Fb', undefined],
    ['Assets/a%255Cb', undefined],
    ['Assets/a%2500b', undefined],
    ['Assets/%C0%AE', undefined],
    ['', undefined],
    ['//', undefined],
  ])('%p', (raw, decoded) => {
    expect(decodePath(raw)).toBe(decoded as string);
  });

  test.each([
    ['Assets%2Fa.png', 'Assets/a.png'],
    ['Assets/a%2fb%2Fc%20d', 'Assets/a/b/c%20d'],
    ['%25%2F2F', '%25/2F'],
    ['Assets/a.png', undefined],
    ['Assets//a%2Fb', undefined],
    ['Assets/a%2F', undefined],
    ['%2FAssets', undefined],
    ['a%2F..%2Fb', undefined],
    ['a%2F%2E%2e%2Fb', undefined],
    ['a%2F%252e', undefined],
    ['a%252Fb', undefined],
    ['a%252Fb%2Fc', undefined],
    ['a%2Fb%5Cc', undefined],
    ['a%2Fb%00', undefined],
    ['%%2F2F', undefined],
    ['a%2F%FF', undefined],
  ])('the slashes of %p are %p', (raw, plain) => {
    expect(plainSlashes(raw)).toBe(plain as string);
  });

  test.each([
    ['a/b.txt', true],
    ['100%.txt', true],
    ['a%20b.txt', true],
    ['%zz', true],
    ['%c0%af', true],
    ['あ%41', true],
    ['a%2fb', false],
    ['x/a%2Fb/y', false],
    ['a%5cb', false],
    ['a%00b', false],
    ['%2e%2e', false],
    ['.%2e', false],
    ['%2E', false],
  ])('%p is addressable: %p', (path, expected) => {
    expect(isAddressable(path)).toBe(expected);
  });

  test('a decoded path never leaves its folder', () => {
    const nasty = fc.constantFrom('%2e', '%2E%2e', '..', '.', '%2F', '%5c', '/', '%00', 'a', '%25', '%252f', '\\', 'é');
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 8 }), (parts) => {
        const decoded = decodePath(parts.join(''));
        if (decoded === undefined) return;
        expect(decoded).not.toContain('\\');
        expect(decoded).not.toContain('\0');
        expect(decoded.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')).toBe(false);
      }),
    );
  });

  test('decoding an encoded safe path returns the path', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text.isWellFormed() && !/[/\\\0%]/.test(text) && text !== '.' && text !== '..');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        expect(decodePath(segments.map(encodeURIComponent).join('/'))).toBe(segments.join('/'));
      }),
    );
  });
});
