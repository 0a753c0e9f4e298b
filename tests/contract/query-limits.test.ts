// Where queries end: what a malformed part is answered with, word for word, and what is too deep, too long, too many or too much.
// Also paths that are read from the JSON, pages of large items, and references by a key.
import { expect, test } from 'bun:test';
import { createAskedSnapshot } from '../fixtures/asked-snapshot.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady, readQuery, readQueryPage } from '../fixtures/query-client.ts';
import { openWorld } from '../world.ts';

const base = '/api/v1/servers/jp/catalog';
const world = await keepOpen(openWorld());
const { snapshot, things, bands } = createAskedSnapshot();
const LARGE_BYTES = 3 * 1024 * 1024;
const large = [1, 2, 3, 4, 5].map((id) => ({ id, text: `${id}`.repeat(id === 3 ? 3 * LARGE_BYTES : LARGE_BYTES) }));
snapshot.write('catalog/large.json', JSON.stringify(large));
const { resources, ...described } = JSON.parse(await Bun.file(`${snapshot.directory}/snapshot.json`).text());
snapshot.describe({
  ...described,
  resources: { ...resources, large: { file: 'catalog/large.json', id: 'id', summary: ['id', 'text'] } },
});
await world.publish(snapshot.directory);
snapshot[Symbol.dispose]();
const get = (path: string): Promise<Response> => world.fetch(path);
await getReady(get, `${base}/query/things?limit=1`);

async function post(body: unknown): Promise<readonly [status: number, code: string, message: string]> {
  const answer = await world.fetch(`${base}/query/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { error } = await answer.json();
  return [answer.status, error?.code, error?.message];
}

const UNKNOWN = /^There is no field /;

test.each([
  ['count=1 )', 'where ")" at character 8: && or || is expected'],
  ['count==1', 'where "=1" at character 6: a value is expected'],
  ['count=1 & flag=true', 'where "& flag=true" at character 8: && or || is expected'],
  ['count in ()', 'where ")" at character 10: a value is expected'],
  ['count in (1', 'where "count in (1" at character 11: , or ) is expected'],
  ['count in 1', 'where "count in 1" at character 10: an operator is expected'],
  ['!!flag=true', 'where "!flag=true" at character 1: a comparison or a parenthesis is expected'],
  ['flag>true', 'where "flag>true" at character 0: flag is a boolean, which has no order'],
  ['count~"1"', 'where "count~"1"" at character 0: count is a number; ~ is for texts'],
  ['count^=1', 'where "count^=1" at character 0: count is a number; ^= is for texts'],
  ['milli>"2024-13-40"', 'where "milli>"2024-13-40"" at character 0: there is no such day'],
  ['milli>"soon"', 'where "milli>"soon"" at character 0: milli is a date'],
  ['word>null', 'where "null" at character 5: absence has no order'],
  ['word[a=1]', 'where "word[a=1]" at character 0: word is not a list of objects'],
  ['_id[a=1]', 'where "_id[a=1]" at character 0: _id is not a list of objects'],
  [
    'costs.drops.deep[x=1]',
    'where "costs.drops.deep[x=1]" at character 0: costs.drops.deep is inside of two lists already',
  ],
  [
    'costs[drops.deep.x=1]',
    'where "drops.deep.x=1" at character 6: costs.drops.deep.x is read from the JSON, where brackets bind nothing',
  ],
  ['costs[drops.item="a"]]', 'where "]" at character 21: && or || is expected'],
  ['costs[]', 'where "]" at character 6: a path is expected'],
  ['wo\\rd=1', 'where "wo\\rd=1" at character 0: a backslash escapes nothing'],
  ['   ', 'where "   " at character 3: a path is expected'],
  ['"word"="a"', 'where ""word"="a"" at character 0: a path is expected'],
  ['word="\\n"', 'where "\\n"" at character 6: in quotes a backslash stands before a quote or a backslash'],
  ['count=01', 'where "01" at character 6: texts stand in double quotes'],
  ['count=1e999', 'where "count=1e999" at character 0: count is a number'],
  // Characters are counted, not their units of UTF-16.
  ['word="𠮷" && "a"', 'where ""a"" at character 12: a path is expected'],
  [`${'!('.repeat(17)}count=1`, 'where "(count=1" at character 33: parentheses and brackets are deeper than 16'],
  [`word="${'é'.repeat(8190)}"`, 'where "é"" at character 8195: it is longer than 16 KiB'],
])('where %s', async (where, message) => {
  expect(await post({ where })).toEqual([400, 'invalid_query', message]);
});

test.each([
  ['q', 'x'.repeat(101), `q "${'x'.repeat(60)}…": at most 100 characters`],
  ['filter', 'y'.repeat(4097), `filter "${'y'.repeat(60)}…": at most 4096 characters`],
  ['sort', 'z'.repeat(8193), `sort "${'z'.repeat(60)}…": at most 8192 characters`],
  ['fields', '', 'fields "": it is empty'],
  ['list', 'mine', 'list "mine": it is malformed'],
])('a refusal of %s outside its schema names the value and the reason', async (name, value, message) => {
  const answer = await get(`${base}/query/things?${name}=${value}`);
  expect(answer.status).toBe(400);
  expect((await answer.json()).error).toMatchObject({ code: 'invalid_query', message });
});

test.each([
  ['filter', 'word', 'filter "word": it has no operator'],
  ['filter', 'count=1,abc', 'filter "count=1,abc": count is a number'],
  ['filter', 'flag=1', 'filter "flag=1": flag is a boolean'],
  ['filter', 'flag>true', 'filter "flag>true": flag is a boolean, which has no order'],
  ['filter', 'word>null', 'filter "word>null": absence has no order'],
  ['filter', 'word\\q=1', 'filter "word\\q=1": a backslash escapes nothing'],
  ['filter', 'day=2024', 'filter "day=2024": day is a date'],
  ['filter', 'nope=1', UNKNOWN],
  ['filter', '_id.x=1', UNKNOWN],
  ['filter', 'costs.0.id=1', UNKNOWN],
  ['filter', 'band.nope=1', UNKNOWN],
  ['facet', 'split.b', 'facet "split.b": split.b is read from the JSON, and is not counted'],
  ['facet', 'word:0', 'facet "word:0": 1 to 1000 values are counted'],
  ['facet', 'word:1001', 'facet "word:1001": 1 to 1000 values are counted'],
  ['facet', 'word,kind', 'facet "word,kind": it is one path'],
  ['facet', 'nope', UNKNOWN],
  ['facetq', 'word', 'facetq "word": path:text is expected'],
  ['facetq', 'word:', 'facetq "word:": path:text is expected'],
  ['histogram', 'word', 'histogram "word": word is neither a number nor a date'],
  [
    'histogram',
    'costs.drops.deep.x',
    'histogram "costs.drops.deep.x": costs.drops.deep.x is read from the JSON, and is not counted',
  ],
  ['sort', 'mixed', 'sort "mixed": mixed has no order: it is a list'],
  ['sort', 'word,kind,count,ratio', 'sort "word,kind,count,ratio": it has more than 3 paths'],
  ['fields', 'word\\q', 'fields "word\\q": a backslash escapes nothing'],
  ['fields', Array(101).fill('word').join(','), /^fields ".*": it has more than 100 paths$/],
  ['include', 'word', 'include "word": its values are no references'],
  ['include', Array(9).fill('band').join(','), /^include ".*": it has more than 8 paths$/],
  ['q', ' ', 'q " ": it has no term'],
] as const)('%s %s', async (parameter, text, message) => {
  const isText = typeof message === 'string';
  const code = !isText && message === UNKNOWN ? 'unknown_field' : 'invalid_query';
  expect(await post({ [parameter]: text })).toEqual([400, code, isText ? message : expect.stringMatching(message)]);
});

test('numbers of parameters, long lists, and bodies of any form', async () => {
  const many = (count: number, text: string): string[] => Array.from({ length: count }, () => text);
  for (const [name, most] of [
    ['filter', 16],
    ['facet', 8],
    ['facetq', 8],
    ['histogram', 4],
  ] as const) {
    const text = name === 'filter' ? 'count=1' : name === 'facetq' ? 'count:1' : 'count';
    expect(await post({ [name]: many(most, text), limit: 0 })).toEqual([200, undefined, undefined] as never);
    expect(await post({ [name]: many(most + 1, text) })).toEqual([
      ...[400, 'invalid_query', `${name} "${text}": it is given at most ${most} times`],
    ] as never);
  }
  const values = `count in (${many(990, '1')})`;
  for (const body of [
    { filter: many(16, `count=${many(900, '1')}`) },
    { where: many(8, values).join('&&') },
    { where: many(64, 'count=1').join('||') },
    { where: `${'('.repeat(16)}count=1${')'.repeat(16)}` },
  ]) {
    expect([await post({ ...body, limit: 0 })]).toEqual([[200, undefined, undefined]] as never);
  }
  for (const [body, status, code] of [
    ['['.repeat(16_000), 400, 'invalid_json'],
    ['{"filter":'.repeat(2_000), 400, 'invalid_json'],
    [`{"filter":${'['.repeat(15_000)}${']'.repeat(15_000)}}`, 400, 'invalid_query'],
    [`{"nope":${'['.repeat(15_000)}${']'.repeat(15_000)}}`, 422, 'invalid_body'],
    ['{"__proto__":{"limit":1}}', 422, 'invalid_body'],
    [{ filter: 'x'.repeat(40_000) }, 413, 'request_too_large'],
    [{ filter: [1] }, 400, 'invalid_query'],
    [{ filter: { a: 1 } }, 400, 'invalid_query'],
    [{ where: '\ud800' }, 400, 'invalid_query'],
    [{ limit: 1.5 }, 400, 'invalid_limit'],
    ['[]', 422, 'invalid_body'],
    ['null', 422, 'invalid_body'],
  ] as const) {
    expect((await post(body)).slice(0, 2)).toEqual([status, code]);
  }
});

test('a cursor belongs to its query', async () => {
  const page = await readQueryPage(get, base, 'things', 'limit=5&filter=count>0&sort=-_id');
  const cursor = page.nextCursor ?? '';
  for (const search of [
    'filter=count>0',
    'sort=-_id',
    'filter=count>1&sort=-_id',
    'filter=count>0&sort=-_id&locale=ja',
    '',
  ]) {
    const answer = await get(`${base}/query/things?${search}&cursor=${cursor}`);
    expect([search, answer.status, (await answer.json()).error.code]).toEqual([search, 400, 'invalid_cursor']);
  }
  expect((await get(`${base}/query/bands?cursor=${cursor}`)).status).toBe(400);
  expect(await post({ filter: ['count>0'], sort: '-_id', cursor, limit: 5 })).toEqual([
    200,
    undefined,
    undefined,
  ] as never);
});

test('paths three lists deep are read from the JSON', async () => {
  const { fields } = await (await get(`${base}/query/things/fields`)).json();
  const deep = fields.find(({ path }: { path: string }) => path === 'costs.drops.deep.x');
  expect(deep).toMatchObject({ type: 'json', list: true, nullable: true, min: null });
  const values = (entity: unknown): readonly unknown[] =>
    JSON.parse(JSON.stringify(entity)).costs?.flatMap(
      (cost: { drops?: { deep?: { x: unknown }[] }[] }) =>
        cost.drops?.flatMap((drop) => drop.deep?.map(({ x }) => x) ?? []) ?? [],
    ) ?? [];
  for (const [where, holds] of [
    ['costs.drops.deep.x=2', (found: readonly unknown[]) => found.includes(2)],
    [
      'costs.drops.deep.x="x" || costs.drops.deep.x=true',
      (found: readonly unknown[]) => found.includes('x') || found.includes(true),
    ],
    ['costs.drops.deep.x=null', (found: readonly unknown[]) => found.length === 0],
    ['costs.drops.deep.x!=1', (found: readonly unknown[]) => !found.includes(1)],
  ] as const) {
    const expected = things.filter(({ entity }) => holds(values(entity))).map(({ id }) => id);
    const { items } = await readQueryPage(
      get,
      base,
      'things',
      new URLSearchParams({ where, limit: '1000' }).toString(),
    );
    expect([where, items.map(({ id }) => id).sort()]).toEqual([where, expected.sort()]);
    expect(expected.length).toBeGreaterThan(0);
  }
  const { items } = await readQueryPage(
    get,
    base,
    'things',
    'fields=costs.drops.deep.x&where=costs.drops.deep.x%3D2&limit=1',
  );
  expect(values(items[0]?.entity)).toContain(2);
  expect(JSON.stringify(items[0]?.entity)).not.toContain('item');
});

test('a page ends before its items have 8 MiB, and the next one continues', async () => {
  const lengths: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readQueryPage(get, base, 'large', `limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(page.total).toBe(5);
    lengths.push(page.items.length);
    cursor = page.nextCursor;
  }
  // The third alone has more.
  expect(lengths).toEqual([2, 1, 2]);
  const whole = await readQuery(get, base, 'large', new URLSearchParams());
  expect(whole.items.map(({ entity }) => Bun.hash(JSON.stringify(entity)))).toEqual(
    large.map((each) => Bun.hash(JSON.stringify(each))),
  );
});

test('entities that are referred to by a key are named by it', async () => {
  const search = new URLSearchParams({
    include: 'bandCode,band,costs.item',
    limit: '1000',
    fields: 'bandCode,band,costs.item',
  });
  const page = JSON.parse(JSON.stringify(await readQueryPage(get, base, 'things', search.toString())));
  const codes = new Set(things.flatMap(({ entity }) => (typeof entity.bandCode === 'string' ? [entity.bandCode] : [])));
  const named = bands.filter(({ entity }) => codes.has(String(entity.code)));
  expect(named.length).toBeGreaterThan(3);
  expect(codes.size).toBeGreaterThan(named.length);
  // Values that are ids need no names.
  expect(page.references).toEqual({
    bandCode: Object.fromEntries(named.map(({ id, entity }) => [entity.code, { resource: 'bands', id }])),
  });
  const shown = bands.map(({ id, entity }) => [
    id,
    { id: entity.id, ...(entity.name !== undefined && { name: entity.name }) },
  ]);
  expect(page.included).toEqual({ bands: Object.fromEntries(shown) });
});
