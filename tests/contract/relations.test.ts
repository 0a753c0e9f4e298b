// Relations in both value modes.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HOSTILE_IDS, LIST_COUNT } from '../fixtures/release-snapshot.ts';
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

const entity = async (id: string): Promise<string> => (await home.read(`${base}/things/${id}`)).text;

test('value mode ids answers whole entities keyed by id, sorted', async () => {
  const answer = await home.readBoth(`${base}/things/relations/tag/__proto__`);
  expect(answer.status).toBe(200);
  expectRelease(answer, home.release);
  const ids = HOSTILE_IDS.filter((_, i) => i % 3 === 0).toSorted();
  const members = await Promise.all(ids.map(async (id) => `${JSON.stringify(id)}:${await entity(id)}`));
  expect(answer.text).toBe(`{${members.join(',')}}`);
});

test('value mode ids: an array field gives several keys, a number is a key', async () => {
  const red = new Map(Object.entries((await home.read(`${base}/things/relations/tag/red`)).json() as object));
  expect(red.size).toBe(HOSTILE_IDS.filter((_, i) => i % 3 !== 2).length);
  const owned = (await home.read(`${base}/list/relations/owner/3`)).json() as Record<string, { owner: number }>;
  expect(Object.keys(owned)).toHaveLength(Math.ceil((LIST_COUNT - 3) / 7));
  expect(Object.values(owned).every(({ owner }) => owner === 3)).toBe(true);
});

test('value mode records answers the stored summaries', async () => {
  const answer = await home.readBoth(`${base}/things/relations/group/constructor`);
  const ids = HOSTILE_IDS.filter((_, i) => i % 2 === 1).toSorted();
  const members = ids.map(
    (id) => `${JSON.stringify(id)}:{"name":${JSON.stringify(`thing ${id.slice(0, 12)}`)},"group":"constructor"}`,
  );
  expect(answer.text).toBe(`{${members.join(',')}}`);
});

test.each([
  'things/relations/group/absent',
  'things/relations/tag/toString',
  'things/relations/group/...',
  'empty-object/relations/x/1',
])('an absent key answers {}: %s', async (path) => {
  const answer = await home.readBoth(`${base}/${path}`);
  expect([answer.status, answer.text]).toEqual([200, '{}']);
  expectRelease(answer, home.release);
});

test('the tag of a relation answers 304; pinned is immutable', async () => {
  const path = `${base}/things/relations/group/even`;
  const answer = await home.read(path);
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  expect((await home.readBoth(path, { 'if-none-match': etag })).status).toBe(304);
  expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
  expect((await home.read(pinned(path, home.release))).headers.get('cache-control')).toBe(PINNED_CACHE);
});

test.each([
  ['things/relations/nope/x', 'relation_not_found'],
  ['things/relations/constructor/x', 'relation_not_found'],
  ['things/relations/GROUP/even', 'relation_not_found'],
  ['things/relations/group/a%20b', 'relation_not_found'],
  ['things/relations/group/%2e%2e%2f', 'relation_not_found'],
  ['things/relations/group/a%2Fb', 'relation_not_found'],
  ['things/relations/group/%00', 'relation_not_found'],
  [`things/relations/group/${'k'.repeat(257)}`, 'relation_not_found'],
  ['list/relations/group/even', 'relation_not_found'],
  ['story/relations/group/even', 'relation_not_found'],
  ['nope/relations/group/even', 'resource_not_found'],
  ['things/relations/group', 'route_not_found'],
  ['things/relations/group/even/more', 'route_not_found'],
])('%s is refused with 404 %s', async (path, code) => {
  const answer = await home.readBoth(`${base}/${path}`);
  expectRefusal(answer, 404, code);
});
