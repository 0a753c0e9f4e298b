// Two people at one form: nothing that was not typed is stored, and only the same field is a conflict.
import { expect, test } from 'bun:test';
import { mergeFields } from './merge.ts';

const NAMES = ['name', 'contact'] as const;
const was = { name: 'Cellar', contact: 'a@example.org' };

test('what was typed is stored, and nothing else', () => {
  const merged = mergeFields(NAMES, was, { ...was, name: 'Attic' }, { ...was, contact: 'b@example.org' });
  expect(merged).toEqual({ changes: ['name'], conflicts: [], shown: { name: 'Attic', contact: 'b@example.org' } });
});

test('the same field changed by two is a conflict, unless both mean the same', () => {
  const typed = { ...was, name: 'Attic' };
  expect(mergeFields(NAMES, was, typed, { ...was, name: 'Loft' })).toEqual({
    changes: ['name'],
    conflicts: ['name'],
    shown: typed,
  });
  expect(mergeFields(NAMES, was, typed, typed)).toEqual({ changes: [], conflicts: [], shown: typed });
});

test('nothing typed changes nothing', () => {
  expect(mergeFields(NAMES, was, was, was)).toEqual({ changes: [], conflicts: [], shown: was });
});
