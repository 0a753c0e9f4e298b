// How a catalog is shown: what a snapshot declares, what is inferred where it says nothing, and the schemas and types of
// what a release holds.
import { expect, test } from 'bun:test';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OperatorError } from '../../src/features/release/common/operator-error.ts';
import { contentKey } from '../../src/kernel/object-key.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import {
  type Answer,
  COMPUTED_CACHE,
  CURRENT_CACHE,
  expectRefusal,
  openReleaseWorld,
  pinned,
} from '../fixtures/release-world.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const demo = '/api/v1/servers/demo';

const home = await keepOpen(openReleaseWorld());
const sample = await home.world.publish(SAMPLE);

type Presentation = AnswerBody<'GET /api/v1/servers/{server}/catalog/presentation'>;
type Shown = Presentation['resources'][string];

const readPresentation = async (path: string): Promise<Presentation> =>
  (await home.read(`${path}/catalog/presentation`)).json() as Presentation;

/** All entities of a collection, or the document. */
async function readAll(api: string, resource: string, { kind, count }: Shown): Promise<readonly unknown[]> {
  if (kind === 'document') return [(await home.read(`${api}/${resource}`)).json()];
  if (count === 0) return [];
  const first = await home.read(`${api}/${resource}?limit=100`);
  const values: unknown[] = [];
  for (let answer: Answer = first; ; ) {
    const page = answer.json() as { items: { value: unknown }[]; nextCursor: string | null };
    values.push(...page.items.map(({ value }) => value));
    if (page.nextCursor === null) return values;
    answer = await home.read(`${api}/${resource}?limit=100&cursor=${page.nextCursor}`);
  }
}

test('the sample: what is declared stands, the rest is inferred', async () => {
  const { locales, resources } = await readPresentation(demo);
  expect(locales).toEqual(['ja', 'en', 'zh-TW', 'zh-CN', 'ko']);
  expect(Object.keys(resources).slice(0, 3)).toEqual(['songs', 'cards', 'events']);
  expect(Object.values(resources).map(({ order }) => order)).toEqual(Object.keys(resources).map((_, at) => at));
  expect(resources.songs).toMatchObject({
    kind: 'collection',
    count: 12,
    group: 'music',
    hidden: false,
    title: 'musicTitle',
    subtitle: 'artistName',
    image: 'jacketThumb',
    cover: 'jacket',
    audio: 'sound',
    start: 'publishedAt',
    end: null,
    badges: [],
    facets: ['bandIds', 'charts.expert.rating'],
    sort: ['publishedAt', 'charts.expert.rating', 'musicId'],
    search: ['musicTitle', 'artistName'],
    references: { bandId: 'bands', bandIds: 'bands' },
    labels: { name: { ja: '楽曲', en: 'Songs' }, fields: { jacket: { en: 'Jacket' }, bandIds: { ja: 'バンド' } } },
  });
  expect(resources.cards).toMatchObject({
    title: 'prefix',
    image: 'images.thumbnail',
    cover: 'images.full',
    badges: ['rarity', 'cardType'],
    facets: ['rarity', 'cardType', 'bandId', 'type'],
    references: { characterId: 'characters', bandId: 'bands', skillId: 'skills' },
  });
  expect(resources.events).toMatchObject({
    group: 'event',
    title: 'eventName',
    image: 'banner',
    start: 'startAt',
    end: 'endAt',
    references: { rewardCards: 'cards' },
  });
  expect(resources.voices).toMatchObject({ title: 'text', references: { characterIds: 'characters' } });
  expect(resources.scenes).toMatchObject({ title: null, image: null });
  expect(resources.provenance).toMatchObject({ kind: 'document', hidden: true, title: null, columns: [] });
  expect(sample.warnings).toEqual([]);
});

test('paths of a presentation are fields that a query knows', async () => {
  const { resources } = await readPresentation(demo);
  const songs = resources.songs;
  const facets = songs?.facets.map((path) => `facet=${encodeURIComponent(path)}`).join('&');
  await home.world.until(async () => (await home.read(`${demo}/catalog/query/songs?${facets}`)).status === 200, 20_000);
  const answer = (await home.read(`${demo}/catalog/query/songs?${facets}`)).json() as { facets: object };
  expect(Object.keys(answer.facets)).toEqual([...(songs?.facets ?? [])]);
});

test('every entity validates against the schema of its resource, and a changed one does not', async () => {
  for (const [api, resources] of [
    [demo, Object.entries((await readPresentation(demo)).resources)],
    ['/api/v1/servers/jp', Object.entries((await readPresentation('/api/v1/servers/jp')).resources)],
  ] as const) {
    expect(resources.length).toBeGreaterThan(5);
    for (const [resource, shown] of resources) {
      const answer = await home.readBoth(`${api}/catalog/schema/${resource}`);
      expect(answer.headers.get('content-type')).toBe('application/schema+json');
      const validate = new Ajv2020({ strict: false, ownProperties: true }).compile(answer.json() as object);
      for (const value of await readAll(api, resource, shown)) {
        expect([resource, validate(value), validate.errors]).toEqual([resource, true, null]);
      }
    }
  }
  const schema = (await home.read(`${demo}/catalog/schema/cards`)).json() as object;
  expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'cards' });
  const validate = new Ajv2020({ strict: false, ownProperties: true }).compile(schema);
  const card = (await home.read(`${demo}/cards/1001`)).json();
  expect(validate({ ...(card as object), rarity: 'four' })).toBe(false);
  expect(validate({ ...(card as object), unknown: 1 })).toBe(false);
  expect(validate({ ...(card as object), prefix: ['one'] })).toBe(false);
});

/** Messages of the compiler about a program, which may import `./types`. */
async function compile(types: string, program: string): Promise<string> {
  const folder = folderForTest();
  await writeFile(join(folder, 'types.d.ts'), types);
  await writeFile(join(folder, 'program.ts'), program);
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  const tsc = Bun.spawn([join(ROOT, 'node_modules/.bin/tsc'), '--project', folder], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const said = await new Response(tsc.stdout).text();
  return (await tsc.exited) === 0 ? '' : said || 'failed';
}

test('the types compile under strict, entities are of them, and mistakes are found', async () => {
  const answer = await home.readBoth(`${demo}/catalog/types.d.ts`);
  expect(answer.headers.get('content-type')).toBe('application/typescript; charset=utf-8');
  const catalog: Record<string, unknown> = {};
  for (const [resource, shown] of Object.entries((await readPresentation(demo)).resources)) {
    const values = await readAll(demo, resource, shown);
    catalog[resource] =
      shown.kind === 'document' ? values[0] : Object.fromEntries(values.map((value, at) => [`id-${at}`, value]));
  }
  const good = `import type { Catalog } from './types';\nexport const catalog: Catalog = ${JSON.stringify(catalog)};\n`;
  expect(await compile(answer.text, good)).toBe('');
  const bad = `import type { Cards } from './types';\nexport const rarity: string = (null as unknown as Cards).rarity;\n`;
  expect(await compile(answer.text, bad)).toContain('TS2322');
}, 60_000);

const HOSTILE_KEYS = [
  '*/ alert(1) /*',
  '"',
  "'",
  '`$(x)`',
  '\\',
  '\u2028',
  '\n',
  '__proto__',
  'constructor',
  '',
  ' ',
  '}',
  '日本',
  '\u202e',
];

test('hostile names, empty and mixed values give types that compile and schemas that hold', async () => {
  using snapshot = createSmallSnapshot({ server: 'odd' });
  const members = HOSTILE_KEYS.map((key, at) => `${JSON.stringify(key)}:${at}`).join();
  const maps = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`key ${at}`, { n: at }]));
  const rows = [
    `{"id":"a",${members},"mixed":1,"list":[],"some":[1,"x",null,[true],{"y":2}],"o":{},"map":${JSON.stringify(maps)}}`,
    '{"id":"b","constructor":1,"mixed":"x","list":[],"some":[],"o":{},"n":null,"stat":{"1":1.5,"2":2}}',
    '{"id":"c","constructor":2,"mixed":null,"big":1e300,"deep":{"deep":{"deep":{"deep":[[[]]]}}}}',
  ];
  snapshot.write('catalog/odd.json', `[${rows.join()}]`);
  snapshot.write('catalog/plain.json', '{"one":1,"two":"2","three":null,"four":[1]}');
  snapshot.write('catalog/none.json', '{}');
  snapshot.describe({
    resources: {
      odd: { file: 'catalog/odd.json' },
      '0-plain': { file: 'catalog/plain.json' },
      'a-1': { file: 'catalog/plain.json' },
      a1: { file: 'catalog/none.json' },
      catalog1: { file: 'catalog/odd.json', kind: 'document' },
    },
  });
  await home.world.publish(snapshot.directory);
  const api = '/api/v1/servers/odd';
  const { locales, resources } = await readPresentation(api);
  expect(locales).toEqual([]);
  for (const [resource, shown] of Object.entries(resources)) {
    const answer = await home.read(`${api}/catalog/schema/${resource}`);
    const validate = new Ajv2020({ strict: false, ownProperties: true }).compile(answer.json() as object);
    const values = await readAll(api, resource, shown);
    for (const value of values) expect([resource, validate(value), validate.errors]).toEqual([resource, true, null]);
  }
  const types = (await home.read(`${api}/catalog/types.d.ts`)).text;
  expect(types).not.toContain('alert(1) */');
  const program = `import type { A1, A1_2, Catalog, Catalog1, Odd, Resource0Plain } from './types';
export const names: (A1 | A1_2 | Catalog1 | Odd | Resource0Plain)[] = [];
export const odd: Catalog['odd'] = { a: ${rows[0]}, b: ${rows[1]}, c: ${rows[2]} };\n`;
  // An object literal takes __proto__ for its prototype: written as a computed key it is one like any other.
  expect(await compile(types, program.replaceAll('"__proto__":', '["__proto__"]:'))).toBe('');
}, 60_000);

test('a snapshot that declares nothing keeps the release id it always had; a section makes another release', async () => {
  using snapshot = createSmallSnapshot({ server: 'plain', sourceId: 'fixed-1' });
  const before = await home.world.publish(snapshot.directory);
  expect(before.releaseId).toBe('r-c1956b8f376e42a7d9ab');
  const api = '/api/v1/servers/plain';
  expect((await home.read(`${api}/release`)).text).not.toContain('presentation.json');
  const songs = (await readPresentation(api)).resources.songs;
  expect(songs).toMatchObject({ title: 'title', group: 'music', facets: ['bandId'], order: 0 });

  snapshot.describe({ presentation: { songs: { group: 'item', facets: [] } }, locales: ['en', 'fr'] });
  const after = await home.world.publish(snapshot.directory);
  expect(after.releaseId).not.toBe(before.releaseId);
  expect((await home.read(`${api}/release`)).text).toContain('api/v1/catalog/presentation.json');
  const declared = await readPresentation(api);
  expect(declared.locales).toEqual(['en', 'fr']);
  expect(declared.resources.songs).toMatchObject({ title: 'title', group: 'item', facets: [] });

  const path = `${api}/catalog/presentation`;
  const old = await home.readBoth(pinned(path, before));
  expect(old.headers.get('cache-control')).toBe(COMPUTED_CACHE);
  expect((old.json() as Presentation).resources.songs?.group).toBe('music');
  expect((await home.readBoth(path)).headers.get('cache-control')).toBe(CURRENT_CACHE);
});

test('a declared language order decides which lists are texts in slots', async () => {
  using snapshot = createSmallSnapshot({ server: 'slots' });
  const rows = Array.from({ length: 4 }, (_, id) => ({
    id,
    what: [`thing ${id}`, null],
    five: ['a', 'b', 'c', 'd', 'e'],
  }));
  snapshot.write('catalog/songs.json', JSON.stringify(rows));
  snapshot.describe({ resources: { songs: { file: 'catalog/songs.json' } }, locales: ['fr', 'de'] });
  await home.world.publish(snapshot.directory);
  const { locales, resources } = await readPresentation('/api/v1/servers/slots');
  expect(locales).toEqual(['fr', 'de']);
  expect(resources.songs?.title).toBe('what');
  const types = (await home.read('/api/v1/servers/slots/catalog/types.d.ts')).text;
  expect(types).toContain('"what": Slots<string | null>;');
  expect(types).toContain('"five": string[];');
});

test('a path that no entity has is a warning, and is left out of what is answered', async () => {
  using snapshot = createSmallSnapshot({ server: 'warned' });
  const songs = {
    title: 'nope',
    subtitle: 'title',
    facets: ['bandId', 'title.x', 'musicId'],
    sort: ['-musicId', '-gone'],
    labels: { fields: { bandId: { en: 'Band' }, lost: { en: 'Lost' } } },
  };
  snapshot.describe({ presentation: { songs } });
  const { warnings } = await home.world.publish(snapshot.directory);
  expect(warnings.map(({ file, path, code, severity }) => [severity, file, code, path])).toEqual([
    ['warning', 'snapshot.json', 'unknown_field', '$.presentation.songs.title'],
    ['warning', 'snapshot.json', 'unknown_field', '$.presentation.songs.facets[1]'],
    ['warning', 'snapshot.json', 'unknown_field', '$.presentation.songs.sort[1]'],
    ['warning', 'snapshot.json', 'unknown_field', '$.presentation.songs.labels.fields.lost'],
  ]);
  const shown = (await readPresentation('/api/v1/servers/warned')).resources.songs;
  expect(shown).toMatchObject({
    title: 'title',
    subtitle: 'title',
    facets: ['bandId', 'musicId'],
    sort: ['-musicId'],
  });
  expect(shown?.labels.fields.bandId).toEqual({ en: 'Band' });
});

test('mistakes in the sections are errors with their places', async () => {
  using snapshot = createSmallSnapshot({ server: 'wrong' });
  snapshot.describe({
    locales: ['en', 'en'],
    presentation: {
      nobody: {},
      songs: { title: 'a\\', columns: [''], group: 'thing', labels: { name: { xx: 'x' } }, other: 1 },
    },
  });
  const error = await home.world.publish(snapshot.directory).catch((thrown: unknown) => thrown);
  if (!(error instanceof OperatorError)) throw error;
  expect(error.findings.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
    'invalid_descriptor $.locales',
    'invalid_descriptor $.presentation.songs.columns[0]',
    'invalid_descriptor $.presentation.songs.group',
    'invalid_descriptor $.presentation.songs.title',
    'unknown_key $.presentation.songs.labels.name.xx',
    'unknown_key $.presentation.songs.other',
    'unknown_resource $.presentation.nobody',
  ]);
});

test('answers are kept by tag and coding', async () => {
  for (const path of ['presentation', 'types.d.ts', 'schema/cards']) {
    const plain = await home.readBoth(`${demo}/catalog/${path}`);
    const etag = plain.headers.get('etag') ?? '';
    expect((await home.readBoth(`${demo}/catalog/${path}`, { 'if-none-match': etag })).status).toBe(304);
    const coded = await home.readBoth(`${demo}/catalog/${path}`, { 'accept-encoding': 'gzip' });
    expect(coded.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(Bun.gunzipSync(Uint8Array.from(coded.bytes))).equals(plain.bytes)).toBe(true);
  }
  for (const resource of ['nope', 'catalog', 'UPPER', '%00', 'a%2fb', '__proto__']) {
    expectRefusal(await home.readBoth(`${demo}/catalog/schema/${resource}`), 404, 'resource_not_found');
  }
});

test('a damaged shard or manifest is 502, whatever is asked for', async () => {
  const paths = ['presentation', 'types.d.ts', 'schema/songs'];
  for (const [entry, code] of [
    [/^api\/v1\/catalog\/songs\/entities\//, 'catalog_missing'],
    [/^api\/v1\/catalog\/presentation\.json$/, 'catalog_missing'],
    [/^api\/v1\/catalog\/manifest\.json$/, 'catalog_manifest_missing'],
  ] as const) {
    const server = `broken-${code.length}-${entry.source.length}`;
    using snapshot = createSmallSnapshot({ server });
    snapshot.describe({ presentation: { songs: { order: entry.source.length } } });
    const release = await home.world.publish(snapshot.directory);
    const { entries } = (await home.read(`/api/v1/servers/${server}/release`)).json() as {
      entries: { path: string; sha256: string }[];
    };
    const found = entries.find(({ path }) => entry.test(path));
    const file = join(home.world.objectsDirectory, contentKey(found?.sha256 ?? ''));
    const good = await readFile(file);
    await rm(file);
    for (const path of paths) {
      expectRefusal(await home.read(pinned(`/api/v1/servers/${server}/catalog/${path}`, release)), 502, code);
    }
    await writeFile(file, good);
    for (const path of paths) {
      const there = async () => (await home.read(`/api/v1/servers/${server}/catalog/${path}`)).status === 200;
      await home.world.until(there);
    }
  }
});
