import { expect, test } from 'bun:test';
import { compareFields, type FieldType } from './compare-fields.ts';

const fields = (...texts: readonly string[]): readonly FieldType[] =>
  texts.map((text) => {
    const [path = '', type = ''] = text.split(':');
    return { path, type };
  });

test('new and gone fields, and those of another type, by resource', () => {
  const before = new Map([
    ['songs', fields('title:string', 'level:number', 'tags:string')],
    ['bands', fields('name:string')],
    ['gone', fields('id:number')],
  ]);
  const after = new Map([
    ['songs', fields('title:localized', 'tags:string[]', 'at:date')],
    ['bands', fields('name:string')],
    ['cards', fields('power:number')],
  ]);
  expect(compareFields(before, after)).toEqual({
    cards: { added: fields('power:number'), removed: [], changed: [] },
    gone: { added: [], removed: fields('id:number'), changed: [] },
    songs: {
      added: fields('at:date'),
      removed: fields('level:number'),
      changed: [
        { path: 'title', before: 'string', after: 'localized' },
        { path: 'tags', before: 'string', after: 'string[]' },
      ],
    },
  });
  expect(compareFields(before, before)).toEqual({});
});
