import { expect, test } from 'bun:test';
import { listChanges } from './changes.ts';

test('fields that differ are listed with what was and what is', () => {
  const before = { role: 'member', same: 1, gone: [1, 2] };
  expect(
    listChanges(before, { role: 'moderator', same: 1, fresh: { spam: { en: 'Ads', ja: null } }, none: [] }),
  ).toEqual([
    { field: 'role', was: 'member', is: 'moderator' },
    { field: 'gone', was: '1, 2', is: undefined },
    { field: 'fresh', was: undefined, is: 'spam: (en: Ads)' },
    { field: 'none', was: undefined, is: '–' },
  ]);
});

test('nothing before or after counts as an empty value, and what is no object as one field', () => {
  expect(listChanges(null, null)).toEqual([]);
  expect(listChanges(null, { status: 'open' })).toEqual([{ field: 'status', was: undefined, is: 'open' }]);
  expect(listChanges({ releaseId: null }, undefined)).toEqual([]);
  expect(listChanges('a', 'b')).toEqual([{ field: '', was: 'a', is: 'b' }]);
});

test('values are written by the page, which knows what their field means', () => {
  const write = (value: string | number | boolean, field: string) => `${field}=${value}`;
  expect(listChanges({ at: 1 }, { at: [2, true] }, write)).toEqual([{ field: 'at', was: 'at=1', is: 'at=2, at=true' }]);
});
