// Queries of a catalog over HTTP: every parameter, refusals, cursors, pins, fields, exports and the SQLite file.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { type Get, getReady, type QueryPage, readFields, readQuery, writePath } from '../fixtures/query-client.ts';
import { MANY_KEYS, ODD_COUNT, writeOddSnapshot } from '../fixtures/query-snapshot.ts';
import { COMPUTED_CACHE, CURRENT_CACHE } from '../fixtures/release-world.ts';
import { words } from '../fixtures/words.ts';
import { openWorld } from '../world.ts';

const get: Get = (path) => world.fetch(path);
const demo = '/api/v1/servers/demo/catalog';
const odd = '/api/v1/servers/odd/catalog';

const world = await keepOpen(openWorld());
const sample = await world.publish(SAMPLE);
await using snapshot = await writeOddSnapshot();
await world.publish(snapshot.directory);
for (const base of [demo, odd]) await getReady(get, `${base}/database.sqlite`);

const EXPORTS = ['export/songs.csv', 'export/songs.ndjson', 'export/songs.parquet'];

type Search = Readonly<Record<string, string | readonly string[]>>;

function searchOf(search: Search): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of typeof value === 'string' ? [value] : value) written.append(name, each);
  }
  return written.toString();
}

async function ask(base: string, resource: string, search: Search): Promise<QueryPage> {
  const answer = await get(`${base}/query/${resource}?${searchOf(search)}`);
  const text = await answer.text();
  expect([text.slice(0, 200), answer.status]).toEqual([text.slice(0, 200), 200]);
  return JSON.parse(text);
}

async function refusal(path: string): Promise<readonly [status: number, code: string, message: string]> {
  const answer = await get(path);
  const { error } = JSON.parse(await answer.text());
  expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
  return [answer.status, error.code, error.message];
}

const idsOf = ({ items }: QueryPage): readonly string[] => items.map(({ id }) => id);

test('a page has four fields, twenty entities, catalog order and the fields of the index', async () => {
  const index: Readonly<Record<string, { readonly musicId: number }>> = JSON.parse(
    await (await get('/api/v1/servers/demo/songs')).text(),
  );
  const songs = Object.values(index);
  const page = await ask(demo, 'songs', {});
  expect(Object.keys(page)).toEqual(['items', 'total', 'facets', 'nextCursor']);
  expect(page.items.map(({ entity }) => entity)).toEqual(songs);
  expect(idsOf(page)).toEqual(songs.map(({ musicId }) => String(musicId)));
  expect([page.total, page.facets, page.nextCursor]).toEqual([songs.length, {}, null]);
  expect((await ask(odd, 'things', {})).items).toHaveLength(20);
});

test('all red cards of rarity 4 or more, newest first', async () => {
  const page = await ask(demo, 'cards', {
    filter: ['cardType=red', 'rarity>=4'],
    sort: '-releasedAt',
    fields: 'cardType,rarity,releasedAt',
  });
  expect(page.total).toBeGreaterThan(1);
  const released: number[] = [];
  for (const { entity } of page.items) {
    expect(entity).toMatchObject({ cardType: 'red' });
    const { rarity, releasedAt } = entity as { rarity: number; releasedAt: readonly (number | null)[] };
    expect(rarity).toBeGreaterThanOrEqual(4);
    released.push(releasedAt.find((at) => at !== null) ?? 0);
  }
  expect(released).toEqual([...released].sort((a, b) => b - a));
});

test.each([
  ['灯台の約束', '1001'],
  ['約', '1001'],
  ['约定', '1001'],
  ['燈塔', '1001'],
  ['등대', '1001'],
  ['LIGHTHOUSE promise', '1001'],
  ['ｌｉｇｈｔｈｏｕｓｅ', '1001'],
  ['灯台　約束', '1001'],
])('the terms %s are found in any language, width and case', async (q, id) => {
  expect(idsOf(await ask(demo, 'songs', { q }))).toContain(id);
});

test('every term must occur', async () => {
  expect((await ask(demo, 'songs', { q: 'lighthouse nowhere' })).total).toBe(0);
  expect((await ask(demo, 'songs', { q: 'lighthouse', filter: 'musicId!=1001' })).total).toBe(0);
});

test('one locale of a localized field, and any locale', async () => {
  const english = 'Promise of the Lighthouse';
  for (const [filter, total] of [
    [`musicTitle=${english}`, 1],
    [`musicTitle.1=${english}`, 1],
    [`musicTitle.0=${english}`, 0],
    ['musicTitle~灯台', 1],
    ['musicTitle.5=null', 12],
  ] as const) {
    expect([filter, (await ask(demo, 'songs', { filter })).total]).toEqual([filter, total]);
  }
  const { items } = await ask(demo, 'songs', { filter: 'musicId=1001', fields: 'musicTitle.1' });
  expect(items).toEqual([{ id: '1001', entity: { musicTitle: [null, english] } }]);
});

test('absent values, the word null, and lists of values', async () => {
  const absent = (await ask(odd, 'things', { filter: 'text=null' })).total;
  expect(absent).toBeGreaterThan(0);
  expect((await ask(odd, 'things', { filter: 'text!=null' })).total).toBe(ODD_COUNT - absent);
  const word = (await ask(odd, 'things', { filter: 'text=\\null' })).total;
  expect((await ask(odd, 'things', { filter: 'text=null,\\null' })).total).toBe(absent + word);
  expect((await ask(odd, 'things', { filter: 'text!=\\null' })).total).toBe(ODD_COUNT - word);
  const commas = await ask(odd, 'things', { filter: 'text=x\\,y', fields: 'text' });
  for (const { entity } of commas.items) expect(entity).toEqual({ text: 'x,y' });
  expect(commas.total).toBeGreaterThan(0);
});

test('dates are milliseconds or ISO', async () => {
  const day = new Date(1_700_000_000_000 + 30 * 86_400_000).toISOString();
  const byIso = await ask(odd, 'things', { filter: `changedAt>=${day}`, limit: '100' });
  const byNumber = await ask(odd, 'things', { filter: `changedAt>=${Date.parse(day)}`, limit: '100' });
  expect(byIso.total).toBeGreaterThan(0);
  expect(idsOf(byIso)).toEqual(idsOf(byNumber));
  expect((await ask(odd, 'things', { filter: 'changedAt<2023-11-15' })).total).toBeLessThan(ODD_COUNT);
});

test('integers beyond 2^53 stay exact', async () => {
  const big = 2 ** 53;
  const exact = await ask(odd, 'things', { filter: `number=${big}`, fields: 'number' });
  for (const { entity } of exact.items) expect(entity).toEqual({ number: big });
  expect(exact.total).toBeGreaterThan(0);
  expect((await ask(odd, 'things', { filter: 'number=9007199254740993' })).total).toBe(0);
  const above = await ask(odd, 'things', { filter: 'number>9007199254740993', fields: 'number', limit: '100' });
  for (const { entity } of above.items) expect([2 ** 53 + 2, 1e21]).toContain((entity as { number: number }).number);
});

test('selected fields keep their nesting; a star selects the whole entity', async () => {
  const [item] = (await ask(demo, 'cards', { fields: 'images.full,cardId', limit: '1' })).items;
  expect(item?.entity).toEqual({ cardId: expect.any(Number), images: { full: expect.any(String) } });
  const whole = await (await get(`/api/v1/servers/demo/cards/${item?.id}`)).json();
  const [same] = (await ask(demo, 'cards', { fields: '*', limit: '1' })).items;
  expect(same?.entity).toEqual(whole);
});

test('facets count what the other filters match, and keep types', async () => {
  const plain = await ask(demo, 'cards', { facet: ['rarity', 'cardType'] });
  const counted = plain.facets.rarity?.reduce((sum, { count }) => sum + count, 0);
  expect(counted).toBe(plain.total);
  for (const { value } of plain.facets.rarity ?? []) expect(value).toBeNumber();
  const filtered = await ask(demo, 'cards', { facet: ['rarity', 'cardType'], filter: 'rarity=4' });
  expect(filtered.facets.rarity).toEqual(plain.facets.rarity ?? []);
  const types = filtered.facets.cardType?.reduce((sum, { count }) => sum + count, 0);
  expect(types).toBe(filtered.total);
  const flags = await ask(odd, 'things', { facet: 'flag' });
  expect(new Set(flags.facets.flag?.map(({ value }) => value))).toEqual(new Set([true, false, null]));
});

test('cursors return each row once, stay on their release, and are valid for their query only', async () => {
  const search = { sort: 'bandId', fields: 'bandId' };
  const all = await readQuery(get, demo, 'songs', new URLSearchParams(search), 5);
  expect(new Set(idsOf(all)).size).toBe(all.total);
  const { nextCursor } = await ask(demo, 'songs', { ...search, limit: '5' });
  const cursor = nextCursor ?? '';
  const next = await ask(demo, 'songs', { sort: 'bandId', limit: '3', cursor });
  expect(idsOf(next)).toEqual(idsOf(all).slice(5, 8));
  const pinned = `cursor=${cursor}&release=${sample.releaseId}`;
  expect((await get(`${demo}/query/songs?${searchOf(search)}&${pinned}`)).status).toBe(200);
  for (const other of [
    `songs?sort=-bandId&cursor=${cursor}`,
    `songs?sort=bandId&q=a&cursor=${cursor}`,
    `cards?sort=bandId&cursor=${cursor}`,
    `songs?sort=bandId&cursor=${cursor}&release=r-00000000000000000000`,
    'songs?cursor=nonsense',
    'songs?cursor=eyJhIjoxfQ',
  ]) {
    expect([other, (await refusal(`${demo}/query/${other}`)).slice(0, 2)]).toEqual([other, [400, 'invalid_cursor']]);
  }
  const elsewhere = await refusal(`${odd}/query/songs?sort=bandId&cursor=${cursor}`);
  expect(elsewhere.slice(0, 2)).toEqual([400, 'invalid_cursor']);
});

test('pinned answers are kept for a day, current ones must be revalidated, and both have entity tags', async () => {
  for (const path of ['query/songs', 'query/songs/fields', 'database.sqlite']) {
    const current = await get(`${demo}/${path}`);
    const pinned = await get(`${demo}/${path}?release=${sample.releaseId}`);
    expect(current.headers.get('cache-control')).toBe(CURRENT_CACHE);
    expect(pinned.headers.get('cache-control')).toBe(COMPUTED_CACHE);
    const etag = current.headers.get('etag') ?? '';
    expect(pinned.headers.get('etag')).toBe(etag);
    const again = await world.fetch(`${demo}/${path}`, { headers: { 'if-none-match': etag } });
    expect([path, again.status]).toEqual([path, 304]);
    expect(current.headers.get('x-service-release-id')).toBe(sample.releaseId);
    const head = await world.fetch(`${demo}/${path}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  }
});

test('a cached answer is the same', async () => {
  const path = `${demo}/query/songs?filter=bandId=1&facet=bandId`;
  const texts = new Set<string>();
  for (let i = 0; i < 6; i++) texts.add(await (await get(path)).text());
  expect(texts.size).toBe(1);
});

// ---- refusals

const MALFORMED: readonly (readonly [parameter: string, query: string])[] = [
  ['q', 'q='],
  ['q', 'q=%20%20'],
  ['q', `q=${'x'.repeat(101)}`],
  ['q', 'q=a%00'],
  ['filter', 'filter='],
  ['filter', 'filter=musicId'],
  ['filter', 'filter=musicId=%5C'],
  ['filter', 'filter=musicId=a%5Cb'],
  ['filter', 'filter=musicId%5C=1'],
  ['filter', 'filter=musicId=text'],
  ['filter', 'filter=musicId=1,text'],
  ['filter', 'filter=musicId=0x10'],
  ['filter', 'filter=musicId=1e999'],
  ['filter', 'filter=musicId~1'],
  ['filter', 'filter=musicId>null'],
  ['filter', `filter=musicTitle=${'x'.repeat(10_000)}`],
  ['filter', 'filter=musicTitle=a%00b'],
  ['filter', Array.from({ length: 17 }, () => 'filter=musicId=1').join('&')],
  ['sort', 'sort='],
  ['sort', 'sort=bandIds'],
  ['sort', 'sort=musicId,bandId,musicTitle,artistName'],
  ['sort', 'sort=musicId%5C'],
  ['fields', 'fields='],
  ['fields', 'fields=musicId%5C'],
  ['facet', 'facet=musicId,bandId'],
  ['facet', Array.from({ length: 9 }, () => 'facet=musicId').join('&')],
];

test('the refusal of a malformed parameter names it', async () => {
  for (const [parameter, query] of MALFORMED) {
    const [status, code, message] = await refusal(`${demo}/query/songs?${query}`);
    expect([query, status, code, message]).toEqual([
      query,
      400,
      'invalid_query',
      expect.stringMatching(new RegExp(`^(?:The parameter ${parameter} is malformed$|${parameter} ".*": )`, 's')),
    ]);
  }
  expect(await refusal(`${demo}/query/songs?${searchOf({ filter: 'musicId=abc' })}`)).toEqual([
    400,
    'invalid_query',
    'filter "musicId=abc": musicId is a number',
  ]);
  for (const filter of ['flag=yes', 'flag>true', 'flag~t', 'changedAt>=yesterday', 'changedAt=2024-02-31']) {
    const [status, code] = await refusal(`${odd}/query/things?${searchOf({ filter })}`);
    expect([filter, status, code]).toEqual([filter, 400, 'invalid_query']);
  }
  for (const sort of ['mixed', 'tags', 'bag']) {
    expect((await refusal(`${odd}/query/things?sort=${sort}`))[1]).toBe('invalid_query');
  }
  for (const limit of ['1001', '01', '-1', 'x', '1.5']) {
    expect((await refusal(`${demo}/query/songs?limit=${limit}`)).slice(0, 2)).toEqual([400, 'invalid_limit']);
  }
  expect((await refusal(`${demo}/query/songs?sort=musicId&sort=bandId`))[1]).toBe('duplicate_query_parameter');
});

const NO_FIELDS = words(`
  nope musicid musicTitle.6x musicTitle.01 bandIds.0 __proto__ c1 _r1.c1 constructor musicId.x .
`);

test('the refusal of an unknown field names it, in every parameter', async () => {
  for (const path of NO_FIELDS) {
    for (const query of [`filter=${path}=1`, `sort=${path}`, `fields=${path}`, `facet=${path}`]) {
      expect(await refusal(`${demo}/query/songs?${query}`)).toEqual([
        400,
        'unknown_field',
        `There is no field ${path}`,
      ]);
    }
  }
  expect((await refusal(`${demo}/query/cards?filter=images=1`))[1]).toBe('unknown_field');
});

const SQL = [
  "' or 1=1 --",
  '"; drop table _r1; --',
  '1); select 1',
  '%',
  '_',
  '*',
  'x in (select 1)',
  '[c1]',
  '`id`',
  '?1',
  ':a',
];

test('SQL in a parameter is plain text', async () => {
  for (const text of SQL) {
    const value = writePath([text]);
    for (const search of [
      { q: text },
      { filter: `text=${value}` },
      { filter: `text~${value}` },
      { filter: `text>${value}` },
    ]) {
      const page = await ask(odd, 'things', search);
      if ('filter' in search && search.filter.startsWith('text=')) expect(page.total).toBe(0);
    }
    for (const name of ['sort', 'facet', 'fields'] as const) {
      if (name === 'fields' && text === '*') continue;
      expect([text, (await refusal(`${odd}/query/things?${searchOf({ [name]: value })}`))[0]]).toEqual([text, 400]);
    }
    const [status] = await refusal(`${odd}/query/${encodeURIComponent(text)}`);
    expect([text, status]).toEqual([text, 404]);
  }
  expect((await ask(odd, 'things', {})).total).toBe(ODD_COUNT);
});

test('unknown resources, and documents', async () => {
  for (const path of [
    'query/nope',
    'query/nope/fields',
    'export/nope.csv',
    'export/nope.ndjson',
    'export/nope.parquet',
  ]) {
    expect([path, (await refusal(`${demo}/${path}`)).slice(0, 2)]).toEqual([path, [404, 'resource_not_found']]);
  }
  for (const path of [
    'query/page',
    'query/page/fields',
    'export/page.csv',
    'export/page.ndjson',
    'export/page.parquet',
  ]) {
    expect([path, (await refusal(`${odd}/${path}`)).slice(0, 2)]).toEqual([path, [404, 'resource_not_found']]);
  }
  expect((await refusal(`${demo}/export/songs.xlsx`)).slice(0, 2)).toEqual([404, 'route_not_found']);
  expect((await refusal(`${demo}/export/.csv`)).slice(0, 2)).toEqual([404, 'route_not_found']);
  for (const path of EXPORTS) {
    expect((await refusal(`${demo}/${path}?filter=nope=1`))[1]).toBe('unknown_field');
    expect((await refusal(`${demo}/${path}?sort=,`))[1]).toBe('unknown_field');
    expect((await refusal(`${demo}/${path}?filter=x`))[1]).toBe('invalid_query');
  }
  expect((await refusal(`${demo}/export/songs.csv?bom=2`))[2]).toContain('bom');
});

// ---- fields

test('fields describe their values', async () => {
  const songs = new Map((await readFields(get, demo, 'songs')).map((field) => [field.path, field]));
  expect(songs.get('musicId')).toMatchObject({ type: 'number', nullable: false, distinct: 12, min: 1001, max: 3004 });
  expect(songs.get('musicTitle')).toMatchObject({ type: 'localized', list: false, min: null });
  expect(songs.get('bandId')).toMatchObject({ type: 'reference', references: 'bands' });
  expect(songs.get('jacketThumb')).toMatchObject({ type: 'file' });
  expect(songs.get('musicId')?.references).toBeUndefined();
  const things = new Map((await readFields(get, odd, 'things')).map((field) => [field.segments.join('/'), field]));
  const types = ['text', 'number', 'flag', 'changedAt', 'mixed', 'tags', 'bag', 'title', 'openAt', 'place/x.y'];
  expect(types.map((path) => [path, things.get(path)?.type, things.get(path)?.list])).toEqual([
    ['text', 'string', false],
    ['number', 'number', false],
    ['flag', 'boolean', false],
    ['changedAt', 'date', false],
    ['mixed', 'json', true],
    ['tags', 'string', true],
    ['bag', 'json', true],
    ['title', 'localized', false],
    ['openAt', 'date', false],
    ['place/x.y', 'number', false],
  ]);
  expect(things.get('rare')).toMatchObject({ nullable: true, distinct: 1, samples: ['only here'] });
  expect(things.has('nothing')).toBe(false);
});

test('fields beyond the columns of a table are queried like others', async () => {
  const fields = await readFields(get, odd, 'wide');
  expect(fields.length).toBeGreaterThan(MANY_KEYS);
  expect(idsOf(await ask(odd, 'wide', { filter: 'key 4999=1', sort: '-key 4998' }))).toEqual(['w-0', 'w-1']);
  const page = await ask(odd, 'wide', { facet: 'key 4999', filter: ['Case0=1', 'case0=1'] });
  expect(page.total).toBe(1);
  expect(page.facets['key 4999']).toEqual([{ value: 1, count: 1 }]);
});

// ---- exports

/** Rows of CSV as a library reads them: every row as long as the head, nothing outside quotes that needs them. */
function parseCsv(text: string | Uint8Array): readonly (readonly string[])[] {
  return parse(Buffer.from(text), { bom: true, record_delimiter: '\r\n' });
}

test('NDJSON contains everything that a query finds', async () => {
  const search = searchOf({ filter: 'text!=null', sort: '-number', fields: '*' });
  const answer = await get(`${odd}/export/things.ndjson?${search}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const release = answer.headers.get('x-service-release-id');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="odd-things-${release}.ndjson"`);
  const lines = (await answer.text()).trimEnd().split('\n');
  const all = await readQuery(get, odd, 'things', new URLSearchParams(search));
  expect(lines.map((line) => JSON.parse(line))).toEqual([...all.items]);
});

test.each(['', '&bom=1', '&spreadsheet=1', '&spreadsheet=1&bom=1'])('CSV round-trips%s', async (form) => {
  const search = searchOf({ fields: 'text,place.x\\.y,tags,title.1,flag,formula,number' });
  const answer = await get(`${odd}/export/things.csv?${search}${form}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, ...rows] = parseCsv(await answer.bytes());
  expect(head).toEqual(['_id', 'text', 'place.x\\.y', 'tags', 'title.1', 'flag', 'formula', 'number']);
  const all = await readQuery(get, odd, 'things', new URLSearchParams({ fields: '*' }));
  expect(rows).toHaveLength(ODD_COUNT);
  rows.forEach((row, at) => {
    const entity = all.items[at]?.entity as Record<string, never> & {
      place: Record<string, unknown>;
      title: unknown[];
    };
    const { text, place, tags, title, flag, formula, number } = entity;
    const plain = [text, place['x.y'], tags, title[1], flag, formula, number].map((value) =>
      value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    );
    const cells = form.includes('spreadsheet')
      ? plain.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))
      : plain;
    expect(row).toEqual([all.items[at]?.id ?? '', ...cells]);
  });
});

test('CSV for spreadsheets: a byte order mark, and no formulas', async () => {
  const plain = await (await get(`${odd}/export/things.csv?fields=text`)).text();
  expect(plain).toStartWith('_id,text\r\n');
  expect(plain).toContain(',-3\r\n');
  const bytes = await (await get(`${odd}/export/things.csv?fields=text&bom=1&spreadsheet=1`)).bytes();
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toContain(",'-3\r\n");
});

test('every field has a column when none is selected', async () => {
  const [head] = parseCsv(await (await get(`${demo}/export/cards.csv`)).text());
  expect(head).toContain('images.full');
  expect(head).not.toContain('stats.performance');
});

test('HEAD of an export runs no query', async () => {
  for (const path of EXPORTS) {
    // A query would be refused for such a field.
    for (const search of ['', '&filter=nope=1']) {
      const answer = await world.fetch(`${demo}/${path}?release=${sample.releaseId}${search}`, { method: 'HEAD' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, COMPUTED_CACHE]);
      expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}(-br|-gz)?"$/);
    }
    expect((await world.fetch(`${demo}/export/nope.csv`, { method: 'HEAD' })).status).toBe(404);
  }
});

/** The answer as it is sent, without the decoding of `fetch`. */
const readSent = (path: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${world.address}${path}`, { headers, decompress: false });

test.each(['songs.csv?fields=musicTitle', 'songs.ndjson?sort=-musicId', 'songs.parquet?sort=-musicId'])(
  'the export %s is compressed on request, and has an entity tag for each coding',
  async (path) => {
    const plain = await readSent(`${demo}/export/${path}`, { 'accept-encoding': 'identity' });
    const bytes = Buffer.from(await plain.bytes());
    expect([plain.status, plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
      ...[200, null],
      'Accept-Encoding',
    ]);
    const etags = new Set([plain.headers.get('etag')]);
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const coded = await readSent(`${demo}/export/${path}`, { 'accept-encoding': coding });
      expect([coding, coded.headers.get('content-encoding'), coded.headers.get('vary')]).toEqual([
        ...[coding, coding],
        'Accept-Encoding',
      ]);
      expect(decode(await coded.bytes()).equals(bytes)).toBe(true);
      etags.add(coded.headers.get('etag'));
      const head = await fetch(`${world.address}${demo}/export/${path}`, {
        method: 'HEAD',
        headers: { 'accept-encoding': coding },
      });
      expect(head.headers.get('etag')).toBe(coded.headers.get('etag'));
      expect(head.headers.get('content-encoding')).toBe(coding);
    }
    expect(etags.size).toBe(3);
    for (const etag of etags) {
      const again = await readSent(`${demo}/export/${path}`, { 'if-none-match': etag ?? '' });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  },
);

test('the tag of an export depends on its release, its parameters and its form, and there are no ranges', async () => {
  const plain = { 'accept-encoding': 'identity' };
  const paths = [
    'songs.csv',
    'songs.ndjson',
    'songs.parquet',
    'songs.csv?bom=1',
    'songs.csv?spreadsheet=1',
    'songs.csv?q=a',
    'cards.csv',
  ];
  const tags: (string | null)[] = [];
  for (const path of paths) tags.push((await readSent(`${demo}/export/${path}`, plain)).headers.get('etag'));
  expect(new Set(tags).size).toBe(paths.length);
  const pinned = await readSent(`${demo}/export/songs.csv?release=${sample.releaseId}`, plain);
  expect(pinned.headers.get('etag')).toBe(tags[0] ?? '');
  expect(pinned.headers.get('content-disposition')).toBe(`attachment; filename="demo-songs-${sample.releaseId}.csv"`);
  const part = await readSent(`${demo}/export/songs.csv`, { ...plain, range: 'bytes=0-3' });
  expect([part.status, part.headers.get('accept-ranges')]).toEqual([200, null]);
  await part.text();
});

// ---- the file

test('any SQLite tool can read the file', async () => {
  const folder = folderForTest();
  const answer = await get(`${odd}/database.sqlite`);
  expect(answer.headers.get('content-type')).toBe('application/vnd.sqlite3');
  const bytes = await answer.bytes();
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const path = join(folder, 'odd.sqlite');
  await writeFile(path, bytes);
  const db = new Database(path, { readonly: true });
  expect(db.query('pragma integrity_check').values()).toEqual([['ok']]);
  const view = db.query<Record<string, unknown>, []>('select * from things order by _position').all();
  expect(view).toHaveLength(ODD_COUNT);
  expect(Object.keys(view[0] ?? {})).toEqual(
    expect.arrayContaining(['_id', '_id_2', 'rowid_2', 'text', 'Text_2', 'tags']),
  );
  expect(db.query('select count(*) from wide').values()).toEqual([[3]]);
  db.close();
  const counted = 'select count(*), count("text") from things';
  const shell = Bun.which('sqlite3');
  const other = new Database(path, { readonly: true });
  const [own = []] = other.query(counted).values();
  other.close();
  const shown = shell === null ? `${own.join('|')}\n` : Bun.spawnSync([shell, path, counted]).stdout.toString();
  expect(shown).toMatch(/^60\|\d+\n$/);
});

test('ranges of the file', async () => {
  const part = await world.fetch(`${demo}/database.sqlite`, { headers: { range: 'bytes=0-15' } });
  expect([part.status, await part.text()]).toEqual([206, 'SQLite format 3\0']);
  const beyond = await world.fetch(`${demo}/database.sqlite`, { headers: { range: 'bytes=999999999-' } });
  expect(beyond.status).toBe(416);
});
