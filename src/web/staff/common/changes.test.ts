import { expect, test } from 'bun:test';
import { listChanges } from './changes.ts';

test('fields that differ are listed with what was and what is', () => {
  const before = { role: 'member', same: 1, gone: [1] };
  expect(listChanges(before, { role: 'moderator', same: 1, fresh: { a: null } })).toEqual([
    { field: 'role', was: 'member', is: 'moderator' },
    { field: 'gone', was: '[1]', is: undefined },
    { field: 'fresh', was: undefined, is: '{"a":null}' },
  ]);
});

test('nothing before or after counts as an empty value, and what is no object as one field', () => {
  expect(listChanges(null, null)).toEqual([]);
  expect(listChanges(null, { status: 'open' })).toEqual([{ field: 'status', was: undefined, is: 'open' }]);
  expect(listChanges({ releaseId: null }, undefined)).toEqual([]);
  expect(listChanges('a', 'b')).toEqual([{ field: '', was: 'a', is: 'b' }]);
});
