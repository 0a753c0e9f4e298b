// Exports as Parquet: what another reader finds in the file equals the JSON answer to the same query.
import { expect, test } from 'bun:test';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { type Get, getReady, readQuery, writePath } from '../fixtures/query-client.ts';
import { ODD_COUNT, writeOddSnapshot } from '../fixtures/query-snapshot.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const world = await keepOpen(openWorld());
const get: Get = (path) => world.fetch(path);
const catalog = (server: string): string => `/api/v1/servers/${server}/catalog`;
const LARGE_COUNT = 12_345;

await world.publish(SAMPLE);
{
  await using odd = await writeOddSnapshot();
  await world.publish(odd.directory);
  using large = createSmallSnapshot({ server: 'large' });
  const songs = Array.from({ length: LARGE_COUNT }, (_, at) => ({
    musicId: String(at),
    title: `Title ${at}`,
    plays: at * 1_000_000_007,
    share: at / 8,
    released: ['2024-05-01', '2024-05-01T10:00:00+02:00', ''][at % 3],
    day: 20_240_101 + (at % 28),
    count: [String(at), at, ''][at % 3],
    label: [at, 'x'][at % 2],
    flag: at % 2 === 0,
  }));
  large.write('catalog/songs.json', JSON.stringify(songs));
  const fields = { count: { type: 'integer' }, day: { type: 'date', format: 'yyyymmdd' }, label: { type: 'text' } };
  large.describe({ resources: { songs: { file: 'catalog/songs.json', id: 'musicId', fields } } });
  await world.publish(large.directory);
}
for (const server of ['demo', 'odd', 'large']) await getReady(get, `${catalog(server)}/database.sqlite`);

interface Table {
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly groups: readonly number[];
}

async function readTable(server: string, resource: string, search = ''): Promise<Table> {
  const answer = await get(`${catalog(server)}/export/${resource}.parquet?${search}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apache.parquet']);
  const file = await answer.arrayBuffer();
  const metadata = parquetMetadata(file);
  const columns = parquetSchema(metadata).children.map(({ element }) => element);
  return {
    types: Object.fromEntries(columns.map(({ name, type, converted_type }) => [name, converted_type ?? type ?? ''])),
    rows: await parquetReadObjects({ file, metadata }),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
  };
}

/** What the JSON answer has at the keys of a column, as the column has it. */
function cellOf(entity: unknown, keys: readonly string[], type: string | undefined): unknown {
  let value = entity;
  for (const key of keys) {
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : null;
  }
  if (value === undefined || value === null) return null;
  if (type === 'INT64') return BigInt(Number(value));
  if (type === 'TIMESTAMP_MILLIS') return new Date(Number(value));
  return value;
}

const plainOf = (value: unknown): unknown => value ?? null;

test('every value of odd entities is that of the JSON answer', async () => {
  const keys = [
    ...[['text'], ['number'], ['flag'], ['changedAt'], ['mixed'], ['either'], ['tags'], ['sizes'], ['only'], ['bag']],
    ...[['title'], ['title', '1'], ['openAt'], ['openAt', '0'], ['place', 'x.y'], ['place'], ['Text'], ['formula']],
    ...[['onlyNumber'], ['onlyFlag'], ['onlyOdd'], ['rare'], ['a=b,c!'], ['rowid'], ['place', 'deep', 'er']],
  ];
  const paths = keys.map(writePath);
  const search = new URLSearchParams({ fields: paths.join(','), sort: '-changedAt' });
  const { types, rows, groups } = await readTable('odd', 'things', search.toString());
  expect(types).toMatchObject({
    _id: 'UTF8',
    text: 'UTF8',
    number: 'DOUBLE',
    flag: 'BOOLEAN',
    changedAt: 'TIMESTAMP_MILLIS',
    mixed: 'JSON',
    either: 'JSON',
    tags: 'JSON',
    onlyFlag: 'JSON',
    title: 'JSON',
    'title.1': 'UTF8',
    'openAt.0': 'TIMESTAMP_MILLIS',
    'place.x\\.y': 'INT64',
    place: 'JSON',
    rowid: 'INT64',
  });
  expect(groups).toEqual([ODD_COUNT]);
  const wanted = await readQuery(
    get,
    catalog('odd'),
    'things',
    new URLSearchParams({ fields: '*', sort: '-changedAt' }),
  );
  expect(rows.map((row) => row._id)).toEqual(wanted.items.map(({ id }) => id));
  rows.forEach((row, at) => {
    const { entity } = wanted.items[at] ?? {};
    for (const [index, path] of paths.entries()) {
      expect([path, plainOf(row[path])]).toEqual([path, cellOf(entity, keys[index] ?? [], types[path])]);
    }
  });
});

test('filters and languages apply; without fields every field of the index has a column', async () => {
  const search = 'filter=rarity%3E%3D4&locale=ja&sort=-_id';
  const { types, rows } = await readTable('demo', 'cards', search);
  const wanted = await readQuery(get, catalog('demo'), 'cards', new URLSearchParams(search));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map((row) => row._id)).toEqual(wanted.items.map(({ id }) => id));
  expect(types).toMatchObject({ rarity: 'INT64', prefix: 'UTF8', 'images.full': 'UTF8' });
  expect(types).not.toHaveProperty(['stats.performance']);
  rows.forEach((row, at) => {
    const { entity } = wanted.items[at] ?? {};
    for (const name of ['rarity', 'prefix', 'cardType']) {
      expect([name, plainOf(row[name])]).toEqual([name, cellOf(entity, [name], types[name])]);
    }
  });
  const all = await readTable('demo', 'cards', 'fields=rarity,rarity,_id,prefix@en');
  expect(Object.keys(all.types)).toEqual(['_id', 'rarity', 'prefix\\@en']);
  expect(all.types['prefix\\@en']).toBe('UTF8');
});

test('a large table has row groups of 5,000, and values as their fields mean them', async () => {
  const { types, rows, groups } = await readTable('large', 'songs', 'sort=-_id&fields=*');
  expect(groups).toEqual([5_000, 5_000, 2_345]);
  expect(types).toEqual({
    _id: 'UTF8',
    musicId: 'UTF8',
    title: 'UTF8',
    plays: 'INT64',
    share: 'DOUBLE',
    released: 'TIMESTAMP_MILLIS',
    day: 'TIMESTAMP_MILLIS',
    count: 'INT64',
    label: 'UTF8',
    flag: 'BOOLEAN',
  });
  const byId = new Map(rows.map((row) => [row._id, row]));
  expect(byId.size).toBe(LARGE_COUNT);
  expect(byId.get('12343')).toEqual({
    _id: '12343',
    musicId: '12343',
    title: 'Title 12343',
    plays: 12_343n * 1_000_000_007n,
    share: 12_343 / 8,
    released: new Date('2024-05-01T08:00:00Z'),
    day: new Date('2024-01-24'),
    count: 12_343n,
    label: 'x',
    flag: false,
  });
  expect(byId.get('2')).toMatchObject({ released: null, count: null, label: '2' });
});

test('nothing found is a file without rows', async () => {
  const { types, rows, groups } = await readTable('large', 'songs', 'filter=share%3C0&fields=title');
  expect([types, rows, groups]).toEqual([{ _id: 'UTF8', title: 'UTF8' }, [], []]);
});

test('a table of thousands of fields asks for fewer', async () => {
  const answer = await get(`${catalog('odd')}/export/wide.parquet?fields=*`);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('at most 1000 columns')]);
  const some = await readTable('odd', 'wide', `fields=${encodeURIComponent('key 4999,Case0')}`);
  expect(some.types).toEqual({ _id: 'UTF8', 'key 4999': 'INT64', Case0: 'INT64' });
  expect(some.rows.map((row) => row['key 4999'])).toEqual([1n, 1n, 3n]);
});
