import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { changedFields, changedValues, FIELDS_MAX, isEqual, valueAtChange } from './changed-fields.ts';

const many = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));

const element = fc.record(
  { id: fc.integer({ min: 0, max: 3 }), name: fc.string(), n: fc.integer({ min: 0, max: 2 }) },
  { requiredKeys: ['n'] },
);
const entity = fc
  .tuple(fc.object({ maxDepth: 3 }), fc.array(element, { maxLength: 4 }))
  .map(([rest, list]) => ({ ...rest, list }));

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

  const costs = (...list: readonly object[]) => ({ costs: list });
  test.each<[string, unknown, unknown, readonly string[] | undefined]>([
    ['by id', costs({ id: 1, n: 1 }, { id: 2, n: 1 }), costs({ id: 1, n: 1 }, { id: 2, n: 2 }), ['costs[id=2].n']],
    ['by key', costs({ key: 'a', n: 1 }), costs({ key: 'a', n: 2 }), ['costs[key=a].n']],
    ['by name', costs({ name: 'Gold', n: 1 }), costs({ name: 'Gold', n: 2 }), ['costs[name=Gold].n']],
    ['id before name', costs({ name: 'x', id: 1, n: 1 }), costs({ name: 'x', id: 1, n: 2 }), ['costs[id=1].n']],
    [
      'name where an id is twice',
      costs({ id: 1, name: 'a' }, { id: 1, name: 'b', n: 1 }),
      costs({ id: 1, name: 'a' }, { id: 1, name: 'b', n: 2 }),
      ['costs[name=b].n'],
    ],
    [
      'by position where a name is twice',
      costs({ name: 'a', n: 1 }, { name: 'a', n: 1 }),
      costs({ name: 'a', n: 1 }, { name: 'a', n: 2 }),
      ['costs.1.n'],
    ],
    [
      'by position where one lacks it',
      costs({ id: 1, n: 1 }),
      costs({ id: 1, n: 2 }, { n: 1 }),
      ['costs.0.n', 'costs.1'],
    ],
    ['by position where it is no text', costs({ id: [1], n: 1 }), costs({ id: [1], n: 2 }), ['costs.0.n']],
    ['new and gone', costs({ id: 1 }, { id: 2 }), costs({ id: 2 }, { id: 3 }), ['costs[id=3]', 'costs[id=1]']],
    ['another order', costs({ id: 1 }, { id: 2 }), costs({ id: 2 }, { id: 1 }), ['costs']],
    [
      'another order and another value',
      costs({ id: 1, n: 1 }, { id: 2 }),
      costs({ id: 2 }, { id: 1, n: 2 }),
      ['costs[id=1].n'],
    ],
    ['an id as number and as text', costs({ id: 1 }), costs({ id: '1' }), ['costs[id=1].id']],
    ['an empty list', costs(), costs({ id: 1 }), ['costs']],
    ['a list of texts', { costs: ['a'] }, { costs: ['b'] }, ['costs']],
    ['a list of both', { costs: [{ id: 1 }, 1] }, { costs: [{ id: 2 }, 1] }, ['costs']],
    [
      'lists in lists',
      { parts: [{ id: 1, costs: [{ id: 7, n: 1 }] }] },
      { parts: [{ id: 1, costs: [{ id: 7, n: 2 }] }] },
      ['parts[id=1].costs[id=7].n'],
    ],
    [
      'odd values',
      { 'a=[id': [{ id: 'x.y]=\\', n: 1 }] },
      { 'a=[id': [{ id: 'x.y]=\\', n: 2 }] },
      ['a\\=[id[id=x\\.y]\\=\\\\].n'],
    ],
  ])('elements of lists: %s', (_name, before, after, expected) => {
    expect(changedFields(before, after)).toEqual(expected);
    for (const { path, before: was, after: is } of changedValues(before, after) ?? []) {
      expect([path, valueAtChange(before, path), valueAtChange(after, path)]).toEqual([path, was, is]);
    }
  });

  test('many elements of a list are joined', () => {
    const list = (n: number) => ({ lines: Array.from({ length: 90 }, () => ({ text: n, voice: n })), plain: n });
    expect(changedFields(list(1), list(2))).toHaveLength(91);
    expect(changedFields(list(1), list(2))?.[0]).toBe('lines.0');
    const longer = (n: number) => ({ lines: Array.from({ length: 200 }, () => ({ text: n })), plain: n });
    expect(changedFields(longer(1), longer(2))).toEqual(['lines', 'plain']);
  });

  test('many fields of nested objects are joined', () => {
    const entity = (value: number) => ({ plain: value, maps: { one: many(80, value), two: many(80, value) } });
    expect(changedFields(entity(1), entity(2))).toEqual(['plain', 'maps.one', 'maps.two']);
    expect(changedFields({ deep: many(500, 1) }, { deep: many(500, 2) })).toEqual(['deep']);
    expect(changedFields(many(500, 1), many(500, 2))?.length).toBe(FIELDS_MAX);
  });

  test('every named path holds different values, and nothing else does', () => {
    fc.assert(
      fc.property(entity, entity, (one, two) => {
        const [before, after]: [object, object] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(two))];
        const found = changedValues(before, after);
        expect(found === undefined).toBe(isEqual(before, after));
        for (const { path, before: was, after: is } of found ?? []) {
          expect(isEqual(was, is)).toBe(false);
          expect(valueAtChange(before, path)).toEqual(was);
          expect(valueAtChange(after, path)).toEqual(is);
        }
      }),
    );
  });
});
