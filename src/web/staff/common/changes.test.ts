import { expect, test } from 'bun:test';
import { listChanges } from './changes.ts';

test('fields that differ are listed with what was and what is', () => {
  const before = { role: 'member', same: 1, gone: [1, 2] };
  expect(
    listChanges(before, { role: 'moderator', same: 1, gone: null, fresh: { spam: { en: 'Ads', ja: null } }, none: [] }),
  ).toEqual([
    { field: 'role', was: 'member', is: 'moderator' },
    { field: 'gone', was: '1, 2', is: undefined },
    { field: 'fresh', was: undefined, is: 'spam (en: Ads)' },
    { field: 'none', was: undefined, is: '–' },
  ]);
});

test('what an event says about the state before alone did not change', () => {
  const decided = { case: 'c1', revision: 2, status: 'review', verdict: 'review' };
  expect(listChanges(decided, { status: 'decided', verdict: 'allow' })).toEqual([
    { field: 'status', was: 'review', is: 'decided' },
    { field: 'verdict', was: 'review', is: 'allow' },
  ]);
  expect(listChanges({ hidden: false, locked: true }, { hidden: true, case: 'c1' })).toEqual([
    { field: 'hidden', was: 'false', is: 'true' },
    { field: 'case', was: undefined, is: 'c1' },
  ]);
  // Something that ended has no state after it.
  expect(listChanges({ kind: 'write' }, null)).toEqual([{ field: 'kind', was: 'write', is: undefined }]);
});

test('of records inside a field the parts that differ are listed', () => {
  expect(
    listChanges(
      { about: { en: 'Old', ja: 'Same', ko: 'Gone' }, list: [1, 2] },
      { about: { en: 'New', ja: 'Same' }, list: [1, 3] },
    ),
  ).toEqual([
    { field: 'about', was: 'en: Old, ko: Gone', is: 'en: New' },
    { field: 'list', was: '1, 2', is: '1, 3' },
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
  expect(listChanges({ at: 1 }, { at: [2, true] }, { locale: 'ja', write, writeKey: String })).toEqual([
    { field: 'at', was: 'at=1', is: 'at=2、at=true' },
  ]);
});
