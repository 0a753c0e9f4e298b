// Random queries on the sample, on a resource with unusual values and on a catalog of items. Each finds what a plain filter over
// all entities in JavaScript finds, in the same order and with the same counts.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { writeItemSnapshot } from '../fixtures/item-snapshot.ts';
import { type Get, readEverything, readFields, readQuery } from '../fixtures/query-client.ts';
import { countInModel, createChance, findInModel, makeQuery, queryString } from '../fixtures/query-model.ts';
import { writeOddSnapshot } from '../fixtures/query-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const QUERIES = 500;
let world: World;
const get: Get = (path) => world.fetch(path);

beforeAll(async () => {
  world = await openWorld();
  await world.publish(join(import.meta.dir, '..', '..', 'examples', 'sample'));
  await using odd = await writeOddSnapshot();
  await world.publish(odd.directory);
  await using items = await writeItemSnapshot(400);
  await world.publish(items.directory);
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  ['demo', 'songs'],
  ['demo', 'cards'],
  ['demo', 'characters'],
  ['odd', 'things'],
  ['items', 'items'],
  ['items', 'translations'],
])('random queries of %s/%s find what a plain filter finds', async (server, resource) => {
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
