import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { MalformedText, parsePath, pathText, readPath } from './field-path.ts';

test('a path as text leads back to its keys', () => {
  const keys = fc.array(fc.string({ unit: fc.constantFrom('a', '.', ',', '=', '-', '\\', '!', '~', '日') }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(fc.property(keys, (segments) => expect(parsePath(pathText(segments))).toEqual(segments)));
});

test('a backslash that escapes nothing is malformed', () => {
  for (const text of ['a\\', '\\a', 'a.b\\']) expect(() => parsePath(text)).toThrow(MalformedText);
});

test('values are read from own properties alone', () => {
  const entity = { a: { 'b.c': 1 }, list: ['x', null] };
  expect(readPath(entity, ['a', 'b.c'])).toBe(1);
  expect(readPath(entity, ['list', '0'])).toBe('x');
  expect(readPath(entity, ['list', 'length'])).toBe(2);
  expect(readPath(entity, ['constructor', 'name'])).toBeUndefined();
  expect(readPath(entity, ['a', 'b'])).toBeUndefined();
});
