// Random queries on the sample, on a resource with unusual values and on a catalog of items. Each finds what a plain filter over
// all entities in JavaScript finds, in the same order and with the same counts.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { CachedArrays } from '../../src/features/query/processes/cached-arrays.ts';
import { QueryFile } from '../../src/features/query/processes/query-file.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { closing } from '../fixtures/closing.ts';
import { writeItemSnapshot } from '../fixtures/item-snapshot.ts';
import { folderForTest, keepForTest, keepOpen } from '../fixtures/keep-open.ts';
import { type Get, getReady, readEverything, readFields, readQuery } from '../fixtures/query-client.ts';
import { countInModel, createChance, findInModel, makeQuery, queryString } from '../fixtures/query-model.ts';
import { writeOddSnapshot } from '../fixtures/query-snapshot.ts';
import { openWorld } from '../world.ts';

const QUERIES = 500;
const get: Get = (path) => world.fetch(path);

const world = await keepOpen(openWorld());
await world.publish(SAMPLE);
await using odd = await writeOddSnapshot();
await world.publish(odd.directory);
await using items = await writeItemSnapshot(400);
await world.publish(items.directory);

const RESOURCES = [
  ['demo', 'songs'],
  ['demo', 'cards'],
  ['demo', 'characters'],
  ['odd', 'things'],
  ['items', 'items'],
  ['items', 'translations'],
] as const;

test.each(RESOURCES)('random queries of %s/%s find what a plain filter finds', async (server, resource) => {
  const base = `/api/v1/servers/${server}/catalog`;
  const fields = await readFields(get, base, resource);
  const entities = await readEverything(get, base, resource);
  expect(entities.length).toBeGreaterThan(10);
  const chance = createChance(20_260_930);
  let found = 0;
  for (let run = 0; run < QUERIES; run++) {
    const query = makeQuery(chance, fields, entities);
    const search = queryString(query);
    const page = await readQuery(get, base, resource, search);
    const expected = findInModel(entities, query);
    expect([search.toString(), page.items.map(({ id }) => id)]).toEqual([search.toString(), [...expected]]);
    expect(page.total).toBe(expected.length);
    found += expected.length;
    for (const field of query.facets) {
      const counts = countInModel(entities, query, field);
      const shown = page.facets[field.path] ?? [];
      expect([search.toString(), shown.length]).toEqual([search.toString(), Math.min(50, counts.size)]);
      for (const { value, count } of shown) {
        expect([search.toString(), value, count]).toEqual([
          search.toString(),
          value,
          counts.get(JSON.stringify(value)) ?? 0,
        ]);
      }
      const ordered = shown.map(({ count }) => count);
      expect(ordered).toEqual([...ordered].sort((a, b) => b - a));
      expect(ordered[0] ?? 0).toBe(Math.max(0, ...counts.values()));
    }
  }
  // Queries that find nothing would agree with any implementation.
  expect(found).toBeGreaterThan(QUERIES);
});

const NO_TEXTS = { textBytes: 0, textCharactersEach: 0 };
const NOTHING = { maskBytes: 0, orderBytes: 0, groupBytes: 0, groupBytesEach: 0, arrangedEntities: 0, ...NO_TEXTS };
const A_LITTLE = { maskBytes: 4_000, orderBytes: 4_000, groupBytes: 8_000, groupBytesEach: 4_000 };
/** What a process keeps of a file may change the time of an answer, and nothing else. */
const KEEPING = {
  'a little': { ...A_LITTLE, arrangedEntities: 1e6, textBytes: 1e6, textCharactersEach: 1e6 },
  'nothing that is large': { ...NOTHING, arrangedEntities: 1e6 },
  'nothing of large resources': NOTHING,
};

test.each(RESOURCES)('%s/%s answers alike, however much is kept', async (server, resource) => {
  const base = `/api/v1/servers/${server}/catalog`;
  const folder = folderForTest();
  const path = join(folder, 'database.sqlite');
  await Bun.write(path, await (await getReady(get, `${base}/database.sqlite`)).arrayBuffer());
  const open = (kept: CachedArrays): QueryFile =>
    keepForTest(closing(new QueryFile({ path, fingerprint: 'test' }, kept)));
  const whole = open(new CachedArrays());
  const others = Object.entries(KEEPING).map(([name, limits]) => ({ name, file: open(new CachedArrays(limits)) }));
  const fields = await readFields(get, base, resource);
  const entities = await readEverything(get, base, resource);
  const chance = createChance(20_261_122);
  for (let run = 0; run < QUERIES; run++) {
    const search = queryString(makeQuery(chance, fields, entities));
    const texts = {
      q: undefined,
      filter: search.getAll('filter'),
      sort: search.get('sort') ?? undefined,
      facet: search.getAll('facet'),
    };
    const page = { limit: 1 + Math.floor(chance() * 20), offset: Math.floor(chance() * 10) };
    const task = { kind: 'query', resource, texts, fields: undefined, ...page } as const;
    const expected = whole.run(task);
    for (const { name, file } of others) {
      expect([name, search.toString(), file.run(task)]).toEqual([name, search.toString(), expected]);
    }
  }
});
