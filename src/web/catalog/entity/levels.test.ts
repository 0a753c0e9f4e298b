import { expect, test } from 'bun:test';
import type { Field } from './entity-data.ts';
import { readLevels } from './levels.ts';

const fieldsOf = (values: Readonly<Record<string, unknown>>): readonly Field[] =>
  Object.entries(values).map(([path, value]) => ({ path, value, type: undefined }));
const read = (values: Readonly<Record<string, unknown>>) => readLevels(fieldsOf(values));

test('levels in the paths of fields, with the sum of what they are made of', () => {
  const values = { 'stat.45.visual': 5, 'stat.1.performance': 1, 'stat.45.performance': 9, 'stat.1.visual': 2 };
  expect(read(values)).toMatchObject([
    { path: 'stat', hasSum: true, rows: [{ level: 1 }, { level: 45 }], fields: Object.keys(values) },
  ]);
  const [levels] = read(values);
  const column = levels?.columns.indexOf('stat.1.performance') ?? -1;
  expect(levels?.rows.map((row) => row.values[column])).toEqual([1, 9]);
  expect(read({ 'power.1': 3, 'power.10': 30, 'power.2': 6 })).toMatchObject([
    { columns: ['power'], hasSum: false, rows: [{ values: [3] }, { values: [6] }, { values: [30] }] },
  ]);
});

test('one level is no table, and numbers in names are no levels', () => {
  expect(read({ 'stat.1.performance': 1, 'stat.1.visual': 2 })).toEqual([]);
  expect(read({ level2: 4, level3: 5, 'a.b': 4 })).toEqual([]);
  expect(read({ 'skills.3300': 1, 'skills.3301': 2, 'skills.12': 2 })).toEqual([]);
});

test('lists of numbers whose name says so, and lists of objects with a level', () => {
  expect(read({ hpByLevel: [10, 20, 30], damage: [1, 2, 3] })).toMatchObject([
    { path: 'hpByLevel', rows: [{ level: 1 }, { level: 2 }, { level: 3 }], fields: ['hpByLevel'] },
  ]);
  const effects = [
    { level: 1, value: 10, effectId: 4 },
    { level: 2, value: 15, effectId: 5 },
  ];
  expect(read({ effects })).toMatchObject([{ columns: ['value'], rows: [{ values: [10] }, { values: [15] }] }]);
  // What says more stays a list as well; two entries of one level are no levels.
  const named = effects.map((effect) => ({ ...effect, name: 'a' }));
  expect(read({ effects: named })[0]?.fields).toEqual([]);
  expect(read({ effects: effects.map((effect) => ({ ...effect, level: 1 })) })).toEqual([]);
});

test('pairs of the least and the most, when there are several', () => {
  const values = { minAttack: 1, maxAttack: 9, 'hp.min': 2, 'hp.max': 30, powerMin: 1, powerMax: 4 };
  expect(read(values)).toMatchObject([
    {
      columns: ['Attack', 'hp', 'power'],
      rows: [
        { level: 'least', values: [1, 2, 1] },
        { level: 'most', values: [9, 30, 4] },
      ],
      fields: Object.keys({ minAttack: 1, maxAttack: 1, 'hp.min': 1, 'hp.max': 1, powerMin: 1, powerMax: 1 }),
    },
  ]);
  expect(read({ minAttack: 1, maxAttack: 9 })).toEqual([]);
  expect(read({ minStateId: 1, maxStateId: 9, minItemId: 1, maxItemId: 3 })).toEqual([]);
  expect(read({ administer: 3, minimum: 4, maximal: 5 })).toEqual([]);
});
