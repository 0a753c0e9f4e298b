// Manifest, summary, indexes, entities, documents, views and UI marks: shapes and bytes exactly as published.
import { expect, test } from 'bun:test';
import { shardOf } from '../../src/kernel/partition.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HOSTILE_IDS, LIST_COUNT, LONG_ID, thingText } from '../fixtures/release-snapshot.ts';
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

interface Partition {
  readonly algorithm: string;
  readonly count: number;
  readonly prefix: string;
  readonly shards: readonly string[];
}
interface Entry {
  readonly count: number;
  readonly dependencies: readonly string[];
  readonly index: string;
  readonly kind: string;
  readonly entities?: Partition;
  readonly relations?: Readonly<Record<string, Partition & { entityCount: number; valueMode: string }>>;
  readonly views?: Readonly<Record<string, { count: number; entities: Partition; path: string[]; shape: string }>>;
}

async function readManifest(): Promise<Readonly<Record<string, Entry>>> {
  const manifest = (await home.read(`${base}/catalog`)).json() as { resources: Record<string, Entry> };
  return manifest.resources;
}

const entryOf = (entries: Readonly<Record<string, Entry>>, name: string): Entry => {
  const entry = entries[name];
  if (entry === undefined) throw new Error(`no resource ${name}`);
  return entry;
};

test('catalogRead has exactly the fields of the stable envelope', async () => {
  const answer = await home.readBoth(`${base}/catalog`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
  expectRelease(answer, home.release);
  const manifest = answer.json() as { resources: object };
  expect<object>(manifest).toEqual({
    schema: 'service-catalog-storage-v2',
    server: 'jp',
    sourceId: 'src-1',
    summary: 'api/v1/catalog/summary.json',
    partition: { algorithm: 'fnv1a32-mod-256', shards: 256 },
    resources: expect.any(Object),
  });
  expect(Object.keys(manifest.resources).sort()).toEqual([
    'empty-array',
    'empty-object',
    'feature-status',
    'joined',
    'list',
    'nothing',
    'paths',
    'scalars',
    'story',
    'things',
  ]);
});

test('catalogRead describes entities by their shards, and leaves them out where there are none', async () => {
  const entries = await readManifest();
  expect(entryOf(entries, 'things')).toMatchObject({
    count: HOSTILE_IDS.length,
    dependencies: ['list'],
    index: 'api/v1/catalog/things/index.json',
    kind: 'collection',
    entities: {
      algorithm: 'fnv1a32-mod-256',
      count: HOSTILE_IDS.length,
      prefix: 'api/v1/catalog/things/entities/',
      shards: [...new Set(HOSTILE_IDS.map(shardOf))].sort(),
    },
    relations: {
      group: { algorithm: 'fnv1a32-mod-256', count: 2, entityCount: HOSTILE_IDS.length, valueMode: 'records' },
      tag: { count: 2, valueMode: 'ids' },
    },
  });
  for (const name of ['empty-object', 'empty-array']) {
    expect(entryOf(entries, name)).toMatchObject({ count: 0, kind: 'collection' });
    expect(entryOf(entries, name).entities).toBeUndefined();
  }
  expect(entryOf(entries, 'story')).toMatchObject({ count: 1, kind: 'document' });
  expect(entryOf(entries, 'nothing')).toMatchObject({ count: 0, kind: 'document' });
  expect(entryOf(entries, 'joined')).toMatchObject({ count: 3 });
  expect(entryOf(entries, 'list').views).toMatchObject({
    odd: { count: 2, path: ['odd'], shape: 'array' },
    marks: { count: 2, path: ['marks'], shape: 'object' },
    none: { count: 0, entities: { count: 0, shards: [] } },
  });
});

test('every path that the manifest names is an entry of the release', async () => {
  const manifest = (await home.read(`${base}/release`)).json() as { entries: { path: string }[] };
  const paths = new Set(manifest.entries.map((entry) => entry.path));
  for (const entry of Object.values(await readManifest())) {
    expect(paths).toContain(entry.index);
    const partitions = [
      entry.entities,
      ...Object.values(entry.relations ?? {}),
      ...Object.values(entry.views ?? {}).map((view) => view.entities),
    ];
    for (const partition of partitions) {
      for (const shard of partition?.shards ?? []) expect(paths).toContain(`${partition?.prefix}${shard}.json`);
    }
  }
});

test('catalogSummary gives counts, kinds and feature records', async () => {
  const answer = await home.readBoth(`${base}/catalog/summary`);
  expectRelease(answer, home.release);
  expect(answer.json()).toMatchObject({
    schema: 'service-catalog-summary-v1',
    server: 'jp',
    sourceId: 'src-1',
    resources: { things: { count: HOSTILE_IDS.length, kind: 'collection' }, story: { count: 1, kind: 'document' } },
    features: { gacha: { feature: 'gacha', status: 'available' } },
  });
});

test('resourceRead gives the index: the bare collection at the root, in its document elsewhere', async () => {
  const things = await home.readBoth(`${base}/things`);
  expect(things.status).toBe(200);
  const index = new Map(Object.entries(things.json() as object));
  expect(index.size).toBe(HOSTILE_IDS.length);
  expect(index.get(LONG_ID)).toEqual({ name: `thing ${LONG_ID.slice(0, 12)}`, group: 'even' });
  expect(things.text).toContain('"__proto__":{"name":"thing __proto__","group":"even"}');
  const list = (await home.read(`${base}/list`)).json() as { about: object; entries: object[]; odd: object[] };
  expect(list.about).toEqual({ edition: 'one', note: 'stays in the index' });
  expect(list.entries).toHaveLength(LIST_COUNT);
  expect(list.entries[3]).toEqual({ code: 'item-3', name: 'Item 3 名前' });
  expect(list.odd).toHaveLength(2);
});

test('resourceRead of joined files is one bare collection; of empty ones the empty container', async () => {
  expect((await home.read(`${base}/joined`)).json()).toEqual([
    { id: 'j1', n: 1 },
    { id: 'j2', n: 2 },
    { id: 'j3', n: 3 },
  ]);
  expect((await home.readBoth(`${base}/empty-object`)).text).toBe('{}');
  expect((await home.readBoth(`${base}/empty-array`)).text).toBe('[]');
  expect((await home.readBoth(`${base}/nothing`)).text).toBe('{}');
});

test('resourceRead serves a document whole', async () => {
  const answer = await home.readBoth(`${base}/story`);
  const story = new TextDecoder().decode(home.snapshot.files.get('catalog/story.json'));
  expect(answer.json()).toEqual(JSON.parse(story));
});

test.each([...HOSTILE_IDS])('entityRead finds the legal id %p', async (id) => {
  const answer = await home.readBoth(`${base}/things/${id}`);
  expect(answer.status).toBe(200);
  expectRelease(answer, home.release);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
  expect(answer.text).toBe(JSON.stringify(JSON.parse(thingText(id))));
});

test('entityRead takes a percent-encoded id for the same', async () => {
  const plain = await home.read(`${base}/things/a:b~c-d_e.f`);
  const encoded = await home.read(`${base}/things/a%3Ab%7Ec%2Dd%5Fe%2Ef`);
  expect([encoded.status, encoded.text]).toEqual([200, plain.text]);
  expect(encoded.headers.get('etag')).toBe(plain.headers.get('etag') ?? '');
});

test('entityRead keeps scalars as they are', async () => {
  const expected = { number: '5', text: '"t"', nothing: 'null', list: '[1,2]', yes: 'true', empty: '""' };
  for (const [id, text] of Object.entries(expected)) {
    expect((await home.readBoth(`${base}/scalars/${id}`)).text).toBe(text);
  }
});

test('entityRead reaches ids made of paths', async () => {
  expect((await home.read(`${base}/paths/Lotus:Types:A~20B~7E~C3~A9`)).json()).toEqual({
    uniqueName: '/Lotus/Types/A B~é',
    n: 1,
  });
});

test('the tag of an entity is a function of its bytes, answers 304 and is immutable only when pinned', async () => {
  const answer = await home.read(`${base}/things/-1`);
  const etag = answer.headers.get('etag') ?? '';
  const again = await home.readBoth(`${base}/things/-1`, { 'if-none-match': `"other", W/${etag}` });
  expect(again.status).toBe(304);
  expectRelease(again, home.release);
  expect(again.headers.get('etag')).toBe(etag);
  expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
  const fixed = await home.readBoth(pinned(`${base}/things/-1`, home.release));
  expect(fixed.headers.get('cache-control')).toBe(PINNED_CACHE);
  expect(fixed.headers.get('etag')).toBe(etag);
});

test('computed answers serve no ranges', async () => {
  const answer = await home.read(`${base}/things/-1`, { range: 'bytes=0-1' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('accept-ranges')).toBeNull();
});

test.each([
  ['things/absent', 'entity_not_found'],
  ['things/PROTOTYPE', 'entity_not_found'],
  ['things/__defineGetter__', 'entity_not_found'],
  ['things/valueOf', 'entity_not_found'],
  [`things/${'x'.repeat(257)}`, 'entity_not_found'],
  [`things/${LONG_ID}L`, 'entity_not_found'],
  ['things/a%20b', 'entity_not_found'],
  ['things/%E3%81%82', 'entity_not_found'],
  ['things/a%2Fb', 'entity_not_found'],
  ['things/a%00', 'entity_not_found'],
  ['things/%ff', 'entity_not_found'],
  ['things/%', 'entity_not_found'],
  ['empty-object/x', 'entity_not_found'],
  ['empty-array/x', 'entity_not_found'],
  ['story/lines', 'entity_not_found'],
  ['nope', 'resource_not_found'],
  ['nope/1', 'resource_not_found'],
  ['constructor', 'resource_not_found'],
  ['__proto__', 'resource_not_found'],
  ['__proto__/x', 'resource_not_found'],
  ['Things', 'resource_not_found'],
  ['th%69ngs%2F', 'resource_not_found'],
  [`${'r'.repeat(65)}`, 'resource_not_found'],
  ['things/views/none', 'view_not_found'],
  ['things/views/constructor/x', 'view_not_found'],
  ['list/views/ODD', 'view_not_found'],
  ['list/views/nope/o-1', 'view_not_found'],
  ['nope/views/odd', 'resource_not_found'],
  ['list/views/odd/absent', 'entity_not_found'],
  ['list/views/none/x', 'entity_not_found'],
  ['list/views/odd/o-1/more', 'route_not_found'],
  ['things/', 'route_not_found'],
  ['', 'route_not_found'],
  ['things//x', 'route_not_found'],
])('%s is refused with 404 %s', async (path, code) => {
  const answer = await home.readBoth(`${base}/${path}`);
  expectRefusal(answer, 404, code);
  if (code !== 'route_not_found') expectRelease(answer, home.release);
});

test('the messages of missing entities are the contract’s', async () => {
  const message = async (path: string) =>
    ((await home.read(`${base}/${path}`)).json() as { error: { message: string } }).error.message;
  expect(await message('things/absent')).toBe('Catalog entity not found');
  expect(await message('list/views/odd/absent')).toBe('Catalog view entity not found');
});

test('viewRead gives the declared collection, viewEntityRead its whole entities', async () => {
  expect((await home.readBoth(`${base}/list/views/odd`)).text).toBe('[{"id":"o-1"},{"id":"o-2"}]');
  const marks = await home.readBoth(`${base}/list/views/marks`);
  expect(new Map(Object.entries(marks.json() as object))).toEqual(
    new Map([
      ['constructor', { rank: 2 }],
      ['first', { rank: 1 }],
    ]),
  );
  expect((await home.read(`${base}/list/views/none`)).text).toBe('[]');
  expect((await home.readBoth(`${base}/list/views/odd/o-2`)).text).toBe('{"id":"o-2","secret":"y"}');
  expect((await home.read(`${base}/list/views/marks/constructor`)).text).toBe('{"rank":2}');
});

test('marksRead gives names and release paths, hostile names included', async () => {
  const answer = await home.readBoth(`${base}/ui-marks`);
  expectRelease(answer, home.release);
  expect(answer.text).toBe(
    '{"__proto__":"assets/Assets/ui/r1.png","constructor":"assets/Assets/ui/r2.png","rarity-1":"assets/Assets/ui/r1.png"}',
  );
});

test('every catalog read of an unknown server is 404, of a malformed pin 400', async () => {
  for (const path of [
    'catalog',
    'catalog/summary',
    'things',
    'things/1',
    'ui-marks',
    'sources/tree',
    'list/views/odd',
  ]) {
    expectRefusal(await home.readBoth(`/api/v1/servers/nobody/${path}`), 404, 'server_not_found');
    expectRefusal(await home.readBoth(`${base}/${path}?release=x`), 400, 'invalid_release');
    expectRefusal(await home.readBoth(`${base}/${path}?release=r-00000000000000000000`), 404, 'release_not_found');
    const twice = `release=${home.release.releaseId}`;
    expectRefusal(await home.readBoth(`${base}/${path}?${twice}&${twice}`), 400, 'duplicate_query_parameter');
  }
});
