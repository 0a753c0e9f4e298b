// The client against the sample: entities, queries, pins, files and paged lists. What its types check is tested in
// tests/programs/types.test.ts.
import { describe, expect, test } from 'bun:test';
import { connect, fieldPath, LivehouseError } from '../../packages/client/src/index.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { openWorld } from '../world.ts';

const world = await keepOpen(openWorld());
const releaseId = (await world.publish(SAMPLE)).releaseId;
await getReady(world.fetch, '/api/v1/servers/demo/catalog/query/cards');

const demo = () => connect(world.address).catalog('demo');
const songs = () => demo().resource('songs');
const cards = () => demo().resource('cards');

async function failureOf(work: Promise<unknown>): Promise<LivehouseError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LivehouseError) return error;
  throw new Error(`no LivehouseError: ${error}`);
}

test('reads entities, batches, views, relations and documents', async () => {
  expect(await songs().get('1001')).toMatchObject({ musicId: 1001 });
  const ids = Array.from({ length: 150 }, (_, at) => String(1000 + at));
  const { items, missing } = await songs().batch(ids);
  expect(Object.keys(items).length + missing.length).toBe(150);
  expect(items['1001']).toMatchObject({ musicId: 1001 });
  expect(await songs().batch([])).toEqual({ items: {}, missing: [] });
  const { resources } = await demo().manifest();
  expect(Object.keys(resources)).toContain('songs');
  expect(await demo().resource('characters').relation('band', '1')).toMatchObject({ '1': { characterId: 1 } });
  expect(await demo().resource('story-runtime').read()).toBeObject();
  expect((await demo().presentation()).resources.songs).toMatchObject({ kind: 'collection' });
  expect(await songs().schema()).toMatchObject({ title: 'songs' });
  expect((await songs().fields()).fields.map(({ path }) => path)).toContain('charts.expert.rating');
});

test('a resource is a property of its catalog, which is no promise', async () => {
  const catalog = await Promise.resolve(demo());
  expect(await catalog.songs?.get('1001')).toEqual(await songs().get('1001'));
  expect(Reflect.get(catalog, 'then')).toBeUndefined();
  expect(catalog.server).toBe('demo');
});

describe('queries', () => {
  test('conditions, order, fields, facets and counts', async () => {
    const strong = cards().query().where('rarity', '>=', 4);
    const all = await strong.all().toArray();
    expect(all.length).toBe(await strong.count());
    expect(await strong.where('cardType', '=', ['red', 'blue']).count()).toBe(
      (await strong.where('cardType', '=', 'red').count()) + (await strong.where('cardType', '=', 'blue').count()),
    );
    const { facets, total, items } = await strong.facet('cardType').fields('rarity').sort('-releasedAt').page();
    expect(facets.cardType?.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(new Set(items.flatMap(({ entity }) => Object.keys(entity)))).toEqual(new Set(['rarity']));
    expect((await strong.whole().first())?.entity).toHaveProperty('stat');
    expect(await strong.where('skillId', '=', null).first()).toBeUndefined();
    expect(await cards().query().search('First Light').first()).toMatchObject({ id: '1001' });
    expect(await cards().query().where('releasedAt', '>', new Date('2100-01-01')).count()).toBe(0);
  });

  test('a kept query is not changed by later steps', async () => {
    const base = cards().query();
    const before = await base.count();
    base.where('rarity', '=', 4);
    expect(await base.count()).toBe(before);
  });

  test('texts with a meaning in filters are values like any other', async () => {
    for (const value of ['null', 'a,b', 'a=b', '\\', 'a.b', '>=', '~', '']) {
      const query = songs().query().where('jacket', '=', value);
      expect([value, await query.count()]).toEqual([value, 0]);
    }
    expect(await songs().query().where('jacket', '!=', ['null', null]).count()).toBe(await songs().query().count());
    expect(fieldPath('-a.b', 'c,d')).toBe('\\-a\\.b.c\\,d');
    const error = await failureOf(songs().query().where(fieldPath('a.b'), '=', 1).count());
    expect([error.status, error.code]).toEqual([400, 'unknown_field']);
  });

  test('iterating reads every page once, and stops when the loop does', async () => {
    const seen: string[] = [];
    for await (const { id } of songs().query().pageSize(5)) seen.push(id);
    expect(new Set(seen).size).toBe(await songs().query().count());
    expect(seen.length).toBe(new Set(seen).size);
    const lengths: number[] = [];
    for await (const { items } of songs().query().pageSize(5).all().pages()) lengths.push(items.length);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(seen.length);
    expect((await songs().all().toArray(7)).length).toBe(7);
  });

  test('exports are streams', async () => {
    const lines = await songs().query().sort('musicId').fields('musicId').export('ndjson');
    expect(JSON.parse((await lines.text()).split('\n')[0] ?? '')).toEqual({ id: '1001', entity: { musicId: 1001 } });
    const table = await songs().query().fields('musicId').export('csv', { bom: true });
    expect(Buffer.from(await table.arrayBuffer()).toString('hex')).toStartWith('efbbbf');
  });
});

test('a pinned catalog reads its release, and addresses of files name it', async () => {
  const pinned = await demo().pinCurrent();
  expect(pinned.pinned).toBe(releaseId);
  expect(await pinned.release()).toMatchObject({ releaseId });
  const path = 'assets/Assets/Livehouse/Jackets/1001.png';
  for (const address of [pinned.fileUrl(path), pinned.fileUrl(path, { width: 96 }), demo().fileUrl(`/${path}`)]) {
    expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  }
  expect((await fetch(pinned.fileUrl(path))).headers.get('cache-control')).toContain('immutable');
  expect(() => demo().fileUrl('https://elsewhere.example/a.png')).toThrow('no path of a release');
  const error = await failureOf(demo().pin('r-00000000000000000000').resource('songs').get('1001'));
  expect([error.status, error.code]).toEqual([404, 'release_not_found']);
});

test('paged lists go on by number of the page and by cursor', async () => {
  const livehouse = connect(world.address);
  const levels = await livehouse.each.levelList({}).toArray();
  expect(new Set(levels.map(({ name }) => name)).size).toBe(levels.length);
  const sizes: number[] = [];
  for await (const { items, pageCount } of livehouse.each.levelList().pages()) sizes.push(items.length, pageCount);
  expect(sizes.length / 2).toBe(sizes.at(-1) ?? 0);
  const rows = await livehouse.each.resourceRead({ server: 'demo', resource: 'songs', limit: 5 }).toArray();
  expect(rows.length).toBe(await songs().query().count());
  const history = await livehouse.each.releaseHistory({ server: 'demo' }).toArray();
  expect(history.map((entry) => entry.releaseId)).toEqual([releaseId]);
});

test('bytes, texts and paths with slashes', async () => {
  const { api } = connect(world.address);
  const picture = await api.assetRead({ server: 'demo', path: 'Assets/Livehouse/Jackets/1001.png' });
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(await api.releaseFeed({ server: 'demo' })).toStartWith('<?xml');
  expect(await demo().declarations()).toContain('export type Demo = {');
  const error = await failureOf(api.assetRead({ server: 'demo', path: 'Assets/none (en).png' }));
  expect([error.status, error.code]).toEqual([404, 'not_found']);
});

test('the declared fields are those of queries', async () => {
  const text = await demo().declarations();
  const { resources } = await demo().manifest();
  for (const [name, { kind }] of Object.entries(resources)) {
    if (kind !== 'collection') continue;
    const declared =
      new RegExp(`"${name}": \\{ kind: 'collection'; entity: \\w+; fields: \\{([^}]*)\\}`).exec(text)?.[1] ?? '';
    const paths = [...declared.matchAll(/^ +("(?:[^"\\]|\\.)*"): '/gm)].map(([, path = '']) =>
      String(JSON.parse(path)),
    );
    const { fields } = await demo().resource(name).fields();
    expect([name, paths.toSorted()]).toEqual([name, fields.map(({ path }) => path).toSorted()]);
  }
});
