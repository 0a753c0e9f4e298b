// Batches of resources and views.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HOSTILE_IDS, LONG_ID } from '../fixtures/release-snapshot.ts';
import {
  CURRENT_CACHE,
  expectRefusal,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
  pinned,
} from '../fixtures/release-world.ts';

const base = '/api/v1/servers/jp';
const home = await keepOpen(openReleaseWorld());

const query = (ids: readonly string[]): string => ids.map((id) => `id=${encodeURIComponent(id)}`).join('&');

test('a batch holds each found entity byte for byte and lists the missing, sorted, without doubles', async () => {
  const answer = await home.readBoth(`${base}/things?id=zz&id=_x&id=10&id=aa&id=_x&id=zz&id=9`);
  expect(answer.status).toBe(200);
  expectRelease(answer, home.release);
  const entity = async (id: string) => (await home.read(`${base}/things/${id}`)).text;
  expect(answer.text).toBe(
    `{"items":{"10":${await entity('10')},"9":${await entity('9')},"_x":${await entity('_x')}},"missing":["aa","zz"]}`,
  );
});

test('a batch of every hostile id finds them all', async () => {
  const answer = await home.readBoth(`${base}/things?${query(HOSTILE_IDS)}`);
  const keys = [...answer.text.matchAll(/(?<=[{,])"((?:[^"\\]|\\.)*)":\{"name":/g)].map((match) => match[1]);
  expect(keys).toEqual([...HOSTILE_IDS].sort());
  expect((answer.json() as { missing: string[] }).missing).toEqual([]);
  const legalButAbsent = ['__lookupGetter__', 'valueOf', 'prototype'];
  expect((await home.read(`${base}/things?${query(legalButAbsent)}`)).json()).toEqual({
    items: {},
    missing: legalButAbsent.toSorted(),
  });
});

test('batches of views, of empty collections and of a hundred ids', async () => {
  expect((await home.readBoth(`${base}/list/views/odd?id=o-2&id=x`)).json()).toEqual({
    items: { 'o-2': { id: 'o-2', secret: 'y' } },
    missing: ['x'],
  });
  expect((await home.read(`${base}/empty-object?id=x`)).json()).toEqual({ items: {}, missing: ['x'] });
  expect((await home.read(`${base}/list/views/none?id=x`)).json()).toEqual({ items: {}, missing: ['x'] });
  const hundred = Array.from({ length: 100 }, (_, i) => `item-${i}`);
  const answer = (await home.read(`${base}/list?${query(hundred)}`)).json() as { items: object; missing: string[] };
  expect(Object.keys(answer.items)).toEqual(hundred.toSorted());
});

test('the tag of a batch belongs to its set of ids and its release', async () => {
  const first = await home.read(`${base}/things?id=10&id=9`);
  const same = await home.read(`${base}/things?id=9&id=10&id=9`);
  const other = await home.read(`${base}/things?id=9`);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  expect(same.headers.get('etag')).toBe(etag);
  expect(other.headers.get('etag')).not.toBe(etag);
  expect((await home.readBoth(`${base}/things?id=9&id=10`, { 'if-none-match': etag })).status).toBe(304);
  expect(first.headers.get('cache-control')).toBe(CURRENT_CACHE);
  const fixed = await home.read(pinned(`${base}/things?id=9`, home.release));
  expect(fixed.headers.get('cache-control')).toBe(PINNED_CACHE);
});

test.each([
  ['things?id=', 400, 'invalid_batch'],
  ['things?id', 400, 'invalid_batch'],
  ['things?id=10&id=', 400, 'invalid_batch'],
  ['things?id=a%20b', 400, 'invalid_batch'],
  ['things?id=a+b', 400, 'invalid_batch'],
  ['things?id=.', 400, 'invalid_batch'],
  ['things?id=..', 400, 'invalid_batch'],
  ['things?id=a%2Fb', 400, 'invalid_batch'],
  ['things?id=a%00', 400, 'invalid_batch'],
  ['things?id=%ff', 400, 'invalid_batch'],
  ['things?id=%E3%81%82', 400, 'invalid_batch'],
  [`things?id=${LONG_ID}L`, 400, 'invalid_batch'],
  [`things?${query(Array.from({ length: 101 }, (_, i) => `n${i}`))}`, 400, 'invalid_batch'],
  [`things?${query(Array.from({ length: 101 }, () => 'same'))}`, 400, 'invalid_batch'],
  ['list/views/odd?id=a,b', 400, 'invalid_batch'],
  ['things?id=10&limit=5', 400, 'invalid_query'],
  ['things?id=10&cursor=abc', 400, 'invalid_query'],
  ['list/views/odd?id=o-1&limit=1', 400, 'invalid_query'],
  ['story?id=10', 404, 'entity_not_found'],
  ['nope?id=10', 404, 'resource_not_found'],
  ['list/views/nope?id=10', 404, 'view_not_found'],
])('%s is refused with %i %s', async (path, status, code) => {
  expectRefusal(await home.readBoth(`${base}/${path}`), status, code);
});
