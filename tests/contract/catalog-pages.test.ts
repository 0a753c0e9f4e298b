// Pages of collections and views: every entity once, stable order, opaque cursors that cannot be moved elsewhere.
import { expect, test } from 'bun:test';
import { shardOf } from '../../src/kernel/partition.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HOSTILE_IDS, LIST_COUNT, writeSnapshot } from '../fixtures/release-snapshot.ts';
import {
  CURRENT_CACHE,
  expectRefusal,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
} from '../fixtures/release-world.ts';

const base = '/api/v1/servers/jp';
const home = await keepOpen(openReleaseWorld());

interface Page {
  readonly items: readonly { readonly id: string; readonly value: unknown }[];
  readonly total: number;
  readonly limit: number;
  readonly nextCursor: string | null;
  readonly release: object;
}

const readPage = async (query: string): Promise<Page> => (await home.read(`${base}/${query}`)).json() as Page;

async function walk(path: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 1000; pages++) {
    const page = await readPage(`${path}?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) return ids;
    expect(page.items.length).toBe(limit);
  }
  throw new Error('the pages do not end');
}

test.each([1, 7, 23, 50, 100])('pages of %i hold every entity once, in catalog order', async (limit) => {
  const ids = await walk('list', limit);
  expect(new Set(ids).size).toBe(LIST_COUNT);
  expect(ids).toHaveLength(LIST_COUNT);
  const index = (await home.read(`${base}/list`)).json() as { entries: readonly { code: string }[] };
  expect(ids).toEqual(index.entries.map(({ code }) => code));
});

test('a page has exactly its five fields, the default limit is 50', async () => {
  const answer = await home.readBoth(`${base}/list?limit=2`);
  expectRelease(answer, home.release);
  const page = answer.json() as Page;
  expect(Object.keys(page).sort()).toEqual(['items', 'limit', 'nextCursor', 'release', 'total']);
  expect([page.total, page.limit, page.items.length]).toEqual([LIST_COUNT, 2, 2]);
  expect(page.nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(page.release).toEqual({
    schema: 'service-resource-release-identity-v1',
    server: 'jp',
    releaseId: home.release.releaseId,
    sourceId: 'src-1',
  });
  for (const { id, value } of page.items) expect((await home.read(`${base}/list/${id}`)).json()).toEqual(value);
  const second = await readPage(`list?cursor=${page.nextCursor}`);
  expect([second.limit, second.items.length]).toEqual([50, 50]);
});

test('hostile ids and views are paged too', async () => {
  expect(await walk('things', 3)).toEqual([...HOSTILE_IDS].sort());
  const view = (await home.read(`${base}/list/views/odd`)).json() as readonly { id: string }[];
  expect(await walk('list/views/odd', 1)).toEqual(view.map(({ id }) => id));
  expect(await readPage('list/views/none?limit=5')).toMatchObject({ items: [], total: 0, nextCursor: null });
});

test('the last full page has no cursor', async () => {
  expect((await readPage(`things?limit=${HOSTILE_IDS.length}`)).nextCursor).toBeNull();
  expect((await readPage(`things?limit=${HOSTILE_IDS.length - 1}`)).nextCursor).not.toBeNull();
});

test('the first page follows the current release, later ones stay on theirs, also after a promotion', async () => {
  const path = '/api/v1/servers/second';
  await using one = await writeSnapshot({ server: 'second', sourceId: 'p-1', edition: 'one' });
  await using two = await writeSnapshot({ server: 'second', sourceId: 'p-2', edition: 'two' });
  const old = await home.world.publish(one.directory);
  const first = await home.read(`${path}/list?limit=3`);
  expect(first.headers.get('cache-control')).toBe(CURRENT_CACHE);
  const { nextCursor } = first.json() as Page;
  const expected = await home.read(`${path}/list?limit=3&cursor=${nextCursor}`);
  await home.world.publish(two.directory);
  const later = await home.read(`${path}/list?limit=3&cursor=${nextCursor}`);
  expect(later.text).toBe(expected.text);
  expectRelease(later, old);
  expect(later.headers.get('cache-control')).toBe(PINNED_CACHE);
  expectRefusal(
    await home.read(`${path}/list?cursor=${nextCursor}&release=r-00000000000000000000`),
    400,
    'invalid_cursor',
  );
});

test('the tag of a page belongs to its place', async () => {
  const first = await home.read(`${base}/list?limit=3`);
  const etag = first.headers.get('etag') ?? '';
  const { nextCursor } = first.json() as Page;
  const second = await home.read(`${base}/list?limit=3&cursor=${nextCursor}`);
  expect(second.headers.get('etag')).not.toBe(etag);
  expect((await home.read(`${base}/list?limit=4`)).headers.get('etag')).not.toBe(etag);
  expect((await home.readBoth(`${base}/list?limit=3`, { 'if-none-match': etag })).status).toBe(304);
});

test.each(['0', '101', '-1', '1.5', '', 'ten', '1e1', '05', '%2B5', '1000000000000', '5%00'])(
  'limit=%s is malformed',
  async (limit) => {
    expectRefusal(await home.readBoth(`${base}/list?limit=${limit}`), 400, 'invalid_limit');
  },
);

test('a repeated limit or cursor is refused', async () => {
  expectRefusal(await home.read(`${base}/list?limit=1&limit=1`), 400, 'duplicate_query_parameter');
  expectRefusal(await home.read(`${base}/list?cursor=a&cursor=a`), 400, 'duplicate_query_parameter');
});

test('a cursor is valid only for its own list, server and shape', async () => {
  const { nextCursor } = await readPage('list?limit=3');
  const cursor = nextCursor ?? '';
  expectRefusal(await home.read(`${base}/things?cursor=${cursor}`), 400, 'invalid_cursor');
  expectRefusal(await home.read(`${base}/list/views/odd?cursor=${cursor}`), 400, 'invalid_cursor');
  expectRefusal(await home.read(`/api/v1/servers/other/list?cursor=${cursor}`), 400, 'invalid_cursor');
  const payload = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>;
  const forge = (change: object): string =>
    Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url');
  for (const change of [
    { position: LIST_COUNT },
    { position: 0 },
    { position: -1 },
    { position: 1.5 },
    { position: '5' },
    { tail: 'things' },
    { more: 1 },
    { releaseId: 'x' },
    { server: 'nobody' },
  ]) {
    expectRefusal(await home.read(`${base}/list?cursor=${forge(change)}`), 400, 'invalid_cursor');
  }
  // Of the time when pages were in the order of shards.
  const { position, ...place } = payload;
  const earlier = { ...place, shard: shardOf('item-1'), after: 'item-1' };
  expectRefusal(
    await home.read(`${base}/list?cursor=${Buffer.from(JSON.stringify(earlier)).toString('base64url')}`),
    ...([400, 'invalid_cursor'] as const),
  );
  expect(position).toBe(3);
  const unknown = forge({ releaseId: 'r-00000000000000000000' });
  expectRefusal(await home.read(`${base}/list?cursor=${unknown}`), 404, 'release_not_found');
});

test.each(['', 'x', '!!!', 'bnVsbA', 'e30', 'W10', '%00', 'a'.repeat(3000), 'eyJfX3Byb3RvX18iOjF9'])(
  'cursor=%s is malformed',
  async (cursor) => {
    expectRefusal(await home.readBoth(`${base}/list?cursor=${cursor}`), 400, 'invalid_cursor');
  },
);

test('documents and empty collections cannot be paged', async () => {
  expectRefusal(await home.read(`${base}/story?limit=5`), 400, 'pagination_unavailable');
  expectRefusal(await home.read(`${base}/empty-array?limit=5`), 400, 'pagination_unavailable');
  expectRefusal(await home.read(`${base}/nope?limit=5`), 404, 'resource_not_found');
});
