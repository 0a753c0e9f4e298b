import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parsePath, readPath } from '../../../kernel/field-path.ts';
import { changedFields, FIELDS_MAX, isEqual } from './changed-fields.ts';

const many = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));

describe('changed fields', () => {
  test.each<[unknown, unknown, readonly string[] | undefined]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
    [{ a: 1 }, { a: 2 }, ['a']],
    [{ a: 1 }, { a: 1, b: null }, ['b']],
    [{ a: 1, b: null }, { a: 1 }, ['b']],
    [{ a: { b: { c: 1, d: 1 } } }, { a: { b: { c: 2, d: 1 } } }, ['a.b.c']],
    [{ a: { b: 1 } }, {}, ['a']],
    [{ a: { b: 1 } }, { a: [1] }, ['a']],
    [{ t: ['x', null] }, { t: ['x', 'y'] }, ['t']],
    [{ 'a.b': 1, '-c': 1, 'd=e': 1 }, { 'a.b': 2, '-c': 2, 'd=e': 2 }, ['a\\.b', '\\-c', 'd\\=e']],
    [JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"x":2}}'), ['__proto__.x']],
    [JSON.parse('{"__proto__":{"x":1}}'), {}, ['__proto__']],
    [{}, { constructor: 1 }, ['constructor']],
    [1, 1, undefined],
    [1, '1', []],
    [[1], [1], undefined],
    [{}, [], []],
    [0, -0, undefined],
  ])('%j → %j: %j', (before, after, expected) => {
    expect(changedFields(before, after)).toEqual(expected);
  });

  test('many fields of nested objects are joined', () => {
    const entity = (value: number) => ({ plain: value, maps: { one: many(80, value), two: many(80, value) } });
    expect(changedFields(entity(1), entity(2))).toEqual(['plain', 'maps.one', 'maps.two']);
    expect(changedFields({ deep: many(500, 1) }, { deep: many(500, 2) })).toEqual(['deep']);
    expect(changedFields(many(500, 1), many(500, 2))?.length).toBe(FIELDS_MAX);
  });

  test('every named path holds different values, and nothing else does', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.object({ maxDepth: 3 }), (one, two) => {
        const [before, after]: [object, object] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(two))];
        const fields = changedFields(before, after);
        expect(fields === undefined).toBe(isEqual(before, after));
        for (const field of fields ?? []) {
          const path = parsePath(field);
          expect(isEqual(readPath(before, path), readPath(after, path))).toBe(false);
        }
      }),
    );
  });
});
