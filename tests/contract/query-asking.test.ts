// What queries can ask: lists of objects, `where`, the id, referred entities, one language, ranks, facets of more values,
// histograms, and the same query as a body. Counts are compared with a plain walk over all entities.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { type Get, getReady, type QueryPage, readQueryPage } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const get: Get = (path) => world.fetch(path);
const base = '/api/v1/servers/jp/catalog';

interface Cost {
  readonly id?: number;
  readonly count?: number;
  readonly tags?: readonly string[];
  readonly drops?: readonly { readonly item: string; readonly chance: number }[];
}

interface Card {
  readonly id: string;
  readonly name: { readonly en: string; readonly ja?: string };
  readonly band: number;
  readonly rarity: number;
  readonly releasedAt: number;
  readonly costs?: readonly Cost[];
}

const NAMES = ['Nova', 'Nova Prime', 'Supernova', 'Café Nova', 'Zed', 'きらきら', 'Red Nova Star', 'Nova Red'];

const CARDS: readonly Card[] = Array.from({ length: 48 }, (_, at) => ({
  id: `c-${at}`,
  name: { en: NAMES[at % NAMES.length] ?? '', ...(at % 3 === 0 && { ja: `名${at}` }) },
  band: 1 + (at % 3),
  rarity: 1 + (at % 5),
  releasedAt: Date.UTC(2024, at % 12, 1 + at),
  ...(at % 7 !== 0 && {
    costs: Array.from({ length: at % 4 }, (__, index) => ({
      ...(index !== 2 && { id: 104_110 + ((at + index) % 4) }),
      count: (at * (index + 1)) % 6,
      ...(at % 2 === 0 && { tags: ['a', `t${index}`] }),
      drops: Array.from({ length: index }, (___, drop) => ({ item: `i${drop}`, chance: (at + drop) % 5 })),
    })),
  }),
}));

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.write('catalog/cards.json', JSON.stringify(CARDS));
const bands = [1, 2, 3].map((id) => ({ id, name: `Band ${id}`, code: `b${id}` }));
snapshot.write('catalog/bands.json', JSON.stringify(bands));
snapshot.write(
  'snapshot.json',
  JSON.stringify({
    server: { id: 'jp', displayName: 'JP', region: 'jp' },
    locales: ['en', 'ja'],
    resources: {
      cards: { file: 'catalog/cards.json', id: 'id', fields: { band: { references: { resource: 'bands' } } } },
      bands: { file: 'catalog/bands.json', id: 'id', summary: ['id', 'name'] },
    },
  }),
);
await world.publish(snapshot.directory);
await getReady(get, `${base}/query/cards`);

async function ask(search: Readonly<Record<string, string>>): Promise<QueryPage & Record<string, unknown>> {
  const page = await readQueryPage(get, base, 'cards', new URLSearchParams(search).toString());
  return { ...page };
}

async function idsOf(search: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await ask({ limit: '1000', ...search })).items.map(({ id }) => id);
}

async function refusal(search: Readonly<Record<string, string>>): Promise<readonly [number, string, string]> {
  const answer = await get(`${base}/query/cards?${new URLSearchParams(search)}`);
  const { error } = await answer.json();
  return [answer.status, error.code, error.message];
}

const THIRD = CARDS.find(({ id }) => id === 'c-3') ?? { id: '', name: { en: '' }, band: 0, rarity: 0, releasedAt: 0 };
const costsOf = (card: Card): readonly Cost[] => card.costs ?? [];
const some = (card: Card, holds: (cost: Cost) => boolean): boolean => costsOf(card).some(holds);

const EXPRESSIONS: readonly (readonly [where: string, holds: (card: Card) => boolean])[] = [
  ['costs.id=104111', (card) => some(card, ({ id }) => id === 104_111)],
  ['costs.id!=104111', (card) => !some(card, ({ id }) => id === 104_111)],
  ['costs.id=null', (card) => !some(card, ({ id }) => id !== undefined)],
  ['costs.count>3', (card) => some(card, ({ count = 0 }) => count > 3)],
  ['costs.tags="t1"', (card) => some(card, ({ tags = [] }) => tags.includes('t1'))],
  ['costs.tags ~ "T"', (card) => some(card, ({ tags = [] }) => tags.some((tag) => tag.includes('t')))],
  ['costs.drops.item="i1"', (card) => some(card, ({ drops = [] }) => drops.some(({ item }) => item === 'i1'))],
  ['costs[id=104111 && count>3]', (card) => some(card, ({ id, count = 0 }) => id === 104_111 && count > 3)],
  ['costs[id=null]', (card) => some(card, ({ id }) => id === undefined)],
  ['costs[!(id=104111)]', (card) => some(card, ({ id }) => id !== 104_111)],
  [
    'costs[count<3 && drops[item="i0" && chance>=2]]',
    (card) =>
      some(card, ({ count = 0, drops = [] }) => count < 3 && drops.some((d) => d.item === 'i0' && d.chance >= 2)),
  ],
  [
    'costs.drops[item="i1" && chance=2]',
    (card) => some(card, ({ drops = [] }) => drops.some((d) => d.item === 'i1' && d.chance === 2)),
  ],
  ['rarity in (1, 4) && !(band=2)', ({ rarity, band }) => (rarity === 1 || rarity === 4) && band !== 2],
  ['rarity=1 || rarity=2 && band=1', ({ rarity, band }) => rarity === 1 || (rarity === 2 && band === 1)],
  ['_id="c-3" || _id ^= "c-4"', ({ id }) => id === 'c-3' || id.startsWith('c-4')],
  ['name^="nova"', ({ name }) => name.en.startsWith('Nova')],
  ['band.name="Band 2"', ({ band }) => band === 2],
  ['band.name!="Band 2"', ({ band }) => band !== 2],
  ['releasedAt>="2024-06-01"', ({ releasedAt }) => releasedAt >= Date.UTC(2024, 5, 1)],
];

test.each(EXPRESSIONS)('where %s', async (where, holds) => {
  const expected = CARDS.filter(holds).map(({ id }) => id);
  expect(await idsOf({ where })).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
  const inverse = CARDS.filter((card) => !holds(card)).map(({ id }) => id);
  expect(await idsOf({ where: `!(${where})` })).toEqual(inverse);
});

test('filters have the same fields and operators', async () => {
  for (const filter of ['costs.id=104111', 'costs.count>3', 'costs.id=null', '_id=c-3,c-4', 'name^=nova']) {
    const where = filter === '_id=c-3,c-4' ? '_id in ("c-3", "c-4")' : filter.replace('nova', '"nova"');
    expect([filter, await idsOf({ filter })]).toEqual([filter, await idsOf({ where })]);
  }
  expect((await idsOf({ sort: '-_id' })).slice(0, 2)).toEqual(['c-9', 'c-8']);
});

test('fields keep the shape of lists, and CSV has lists of values', async () => {
  const { items } = await ask({ filter: '_id=c-3', fields: '_id,costs.id,costs.drops.item' });
  const wanted = costsOf(THIRD).map(({ id, drops }) => ({
    ...(id !== undefined && { id }),
    drops: drops?.map(({ item }) => ({ item })),
  }));
  expect(items[0]?.entity).toEqual({ costs: wanted, _id: 'c-3' });
  const csv = await (await get(`${base}/export/cards.csv?filter=_id%3Dc-3&fields=costs.count`)).text();
  expect(csv).toBe(`_id,costs.count\r\nc-3,"[${costsOf(THIRD).map(({ count }) => count)}]"\r\n`);
  const { fields } = await (await get(`${base}/query/cards/fields`)).json();
  const costId = fields.find((field: { path: string }) => field.path === 'costs.id');
  expect(costId).toMatchObject({ type: 'number', list: true, nullable: true, distinct: 4, min: 104_110, max: 104_113 });
  expect((await refusal({ sort: 'costs.id' })).slice(0, 2)).toEqual([400, 'invalid_query']);
});

test('facets of more values, of what contains a text, and of objects in lists', async () => {
  const { facets } = await ask({ facet: 'costs.id:2', limit: '0' });
  const counts = [104_110, 104_111, 104_112, 104_113].map((value) => ({
    value,
    count: CARDS.filter((card) => some(card, ({ id }) => id === value)).length,
  }));
  const absent = { value: null, count: CARDS.filter((card) => !some(card, ({ id }) => id !== undefined)).length };
  const ordered = [...counts, absent].sort((a, b) => b.count - a.count).slice(0, 2);
  expect(facets['costs.id']?.map(({ count }) => count)).toEqual(ordered.map(({ count }) => count));
  const found = await ask({ facetq: 'name:prime', limit: '0' });
  expect(found.facets).toEqual({ name: [{ value: 'Nova Prime', count: 6 }] });
  expect([found.items, found.nextCursor, found.total]).toEqual([[], null, 48]);
});

test('histograms', async () => {
  const { histograms } = await ask({ histogram: 'rarity', limit: '0', filter: 'rarity>=2' });
  expect(histograms).toMatchObject({ rarity: { min: 1, max: 5, absent: 0 } });
  const dates: Record<string, never> = (await ask({ histogram: 'releasedAt', limit: '0' })).histograms as never;
  const { bins } =
    dates.releasedAt ?? ({ bins: [] } as never as { bins: { from: number; to: number; count: number }[] });
  expect(bins.length).toBeLessThanOrEqual(40);
  for (const { from, to, count } of bins.slice(0, -1) as { from: number; to: number; count: number }[]) {
    expect(count).toBe(CARDS.filter(({ releasedAt }) => releasedAt >= from && releasedAt < to).length);
  }
  expect((await refusal({ histogram: 'name' }))[2]).toBe('histogram "name": name is neither a number nor a date');
});

test('a search ranks: whole title, beginning, word, elsewhere, a phrase before its terms', async () => {
  const { items } = await ask({ q: 'nova', limit: '1000', fields: 'name' });
  const order = items.map(({ entity }) => (entity as Card).name.en);
  expect([...new Set(order)]).toEqual(['Nova', 'Nova Prime', 'Nova Red', 'Café Nova', 'Red Nova Star', 'Supernova']);
  const [best] = (await ask({ q: 'red nova', fields: 'name' })).items;
  expect(best?.entity).toMatchObject({ name: { en: 'Red Nova Star' } });
  expect((await ask({ q: 'cafe' })).total).toBe(6);
  expect((await ask({ q: 'キラキラ' })).total).toBe(6);
});

test('one language', async () => {
  const { items } = await ask({ locale: 'JA-jp', fields: 'name', filter: '_id=c-0,c-1' });
  expect(items.map(({ entity }) => entity)).toEqual([{ name: '名0' }, { name: 'Nova Prime' }]);
  expect((await refusal({ locale: 'ko' })).slice(0, 2)).toEqual([400, 'invalid_locale']);
  const csv = await (await get(`${base}/export/cards.csv?locale=ja&filter=_id%3Dc-0`)).text();
  expect(csv).toContain('名0');
  expect(csv.split('\r\n')[0]).not.toContain('name.ja');
});

test('referred entities', async () => {
  const page = await ask({ include: 'band', limit: '2' });
  expect(page.included).toEqual({ bands: { 1: { id: 1, name: 'Band 1' }, 2: { id: 2, name: 'Band 2' } } });
  expect((await refusal({ include: 'rarity' }))[2]).toBe('include "rarity": its values are no references');
  expect((await refusal({ filter: 'band.nope=1' }))[2]).toBe('There is no field band.nope');
});

test('a query as a body', async () => {
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    world.fetch(`${base}/query/cards`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example', ...headers },
    });
  const answer = await post({ where: 'rarity>=4', facet: ['band'], limit: 3 });
  const text = await answer.text();
  expect([
    answer.status,
    answer.headers.get('cache-control'),
    answer.headers.get('access-control-allow-origin'),
  ]).toEqual([200, 'no-store', '*']);
  const same = await get(`${base}/query/cards?where=rarity%3E%3D4&facet=band&limit=3`);
  expect(text).toBe(await same.text());
  const { nextCursor } = JSON.parse(text);
  const next = await ask({ where: 'rarity>=4', cursor: nextCursor });
  expect(JSON.parse(await (await post({ where: 'rarity>=4', cursor: nextCursor })).text()).items).toEqual([
    ...next.items,
  ]);
  for (const [body, status, code] of [
    [{ nope: 1 }, 422, 'invalid_body'],
    [{ where: 'rarity>' }, 400, 'invalid_query'],
    [{ limit: 1001 }, 400, 'invalid_limit'],
    [{ locale: 'ko' }, 400, 'invalid_locale'],
  ] as const) {
    const refused = await post(body);
    expect([refused.status, (await refused.json()).error.code]).toEqual([status, code]);
  }
  const preflight = await world.fetch(`${base}/query/cards`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    expect.stringContaining('POST'),
  ]);
});

test.each([
  ['rarity=', 'where "rarity=" at character 7: a value is expected'],
  ['rarity=red', 'where "red" at character 7: texts stand in double quotes'],
  ['rarity="abc"', 'where "rarity="abc"" at character 0: rarity is a number'],
  ['rarity=1 &&', 'where "rarity=1 &&" at character 11: a path is expected'],
  ['name="a', 'where ""a" at character 5: the closing quote is missing'],
  ['(rarity=1', 'where "(rarity=1" at character 9: ) is expected'],
  ['rarity[id=1]', 'where "rarity[id=1]" at character 0: rarity is not a list of objects'],
  [`${'('.repeat(17)}rarity=1${')'.repeat(17)}`, expect.stringContaining('deeper than 16')],
  [Array.from({ length: 65 }, () => 'rarity=1').join('||'), expect.stringContaining('more than 64 comparisons')],
  [`rarity in (${Array.from({ length: 1001 }, () => 1)})`, expect.stringContaining('more than 1000 values')],
])('a malformed where: %s', async (where, message) => {
  expect(await refusal({ where })).toEqual([400, 'invalid_query', message]);
});
