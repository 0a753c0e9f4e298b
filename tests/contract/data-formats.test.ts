// Data as games have it, from a folder to answers: tables in other formats, globs, pairs and rows, languages in files and in
// objects, side tables, declared fields, files as a collection, and what the data no longer fits.
import { expect, test } from 'bun:test';
import { OperatorError } from '../../src/features/release/common/operator-error.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const api = '/api/v1/servers/jp';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const RESOURCES = {
  heroes: {
    file: { en: 'catalog/en/heroes.json', '*': 'catalog/{locale}/heroes.json' },
    id: 'id',
    merge: [{ file: 'catalog/wiki.json', by: 'hero', as: 'wiki' }],
    fields: {
      icon: { type: 'file', template: 'assets/Assets/icons/{id:lower}.png' },
      release: { type: 'date', format: 's' },
      weapon: { references: { resource: 'items', key: 'name' } },
      kind: { labels: { m: { en: 'Melee', ja: '近接' }, r: 'Ranged' } },
      weight: { type: 'number', unit: 'kg' },
    },
  },
  items: { file: 'catalog/items/*.json', id: '$name', keys: ['name'] },
  countries: { file: 'catalog/countries.json', shape: 'pairs' },
  sizes: { file: 'catalog/sizes.json', shape: 'rows', columns: ['id', 'width', 'height'] },
  lands: {
    file: 'catalog/lands.json',
    id: 'cca3',
    fields: {
      title: { type: 'localized', path: 'translations.{tag}.common' },
      translations: { type: 'localized', path: 'translations.{tag}.common' },
      flag: { type: 'file', template: 'assets/Assets/icons/axe.png' },
    },
  },
  icons: { kind: 'files', glob: 'assets/Assets/icons/**/*.png' },
} as const;

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
const json = (path: string, value: unknown): void => snapshot.write(path, JSON.stringify(value));
json('catalog/en/heroes.json', [
  {
    id: 'Axe',
    name: 'Axe',
    kind: 'm',
    weapon: 'Blink',
    release: 1_300_000_000,
    weight: '12.5',
    bio: { text: 'Red' },
  },
  {
    id: 'Lina',
    name: 'Lina',
    kind: 'r',
    weapon: 'Dagger',
    release: 1_400_000_000,
    weight: '',
    bio: { text: 'Fire' },
  },
  { id: 'Puck', name: 'Puck', kind: 'r', weapon: 'none', release: 1_500_000_000, weight: '7', bio: { text: 'Fey' } },
]);
json('catalog/ja/heroes.json', [
  { id: 'Lina', name: 'リナ', kind: 'r', weapon: 'Dagger', release: 1_400_000_001, bio: { text: '火' } },
  { id: 'Axe', name: 'アックス', kind: 'm', weapon: 'Blink', release: 1_300_000_000, bio: { text: '赤' } },
]);
json('catalog/wiki.json', [
  { hero: 'Axe', url: 'https://example.org/axe' },
  { hero: 'Gone', url: 'https://example.org/gone' },
]);
json('catalog/items/blink.json', { name: 'Blink', cost: 10, found: '2024-05-01' });
json('catalog/items/dagger.json', { name: 'Dagger', cost: 20, found: '2023-01-31' });
json('catalog/countries.json', { AF: 'Afghanistan', AL: ['Albania', 'Shqipëria'] });
json('catalog/sizes.json', [
  ['s', 1, 2],
  ['m', 3],
]);
json('catalog/lands.json', [
  { cca3: 'JPN', translations: { deu: { common: 'Japan' }, jpn: { common: '日本' } } },
  { cca3: 'DEU', translations: { deu: { common: 'Deutschland' } } },
]);
snapshot.write('assets/Assets/icons/axe.png', PIXEL);
snapshot.write('assets/Assets/icons/red/lina.png', PIXEL);
snapshot.describe({
  resources: RESOURCES,
  locales: ['ja', 'en', 'de'],
  groups: [{ title: { en: 'People' }, resources: ['heroes', 'lands'] }],
});
const { warnings } = await world.publish(snapshot.directory);
for (;;) {
  const answer = await world.fetch(`${api}/catalog/query/heroes`);
  if (answer.status === 200) break;
  await Bun.sleep(50);
}

async function read(path: string): Promise<unknown> {
  const answer = await world.fetch(`${api}/${path}`);
  const text = await answer.text();
  expect([answer.status, text.slice(0, 300)]).toEqual([200, text.slice(0, 300)]);
  return JSON.parse(text);
}

const find = async (resource: string, search: string): Promise<readonly string[]> => {
  const page = (await read(`catalog/query/${resource}?${search}`)) as { items: { id: string }[] };
  return page.items.map(({ id }) => id);
};

test('files by language are one collection, in the order of the language that leads', async () => {
  expect(await read('heroes/Axe')).toEqual({
    id: 'Axe',
    name: { en: 'Axe', ja: 'アックス' },
    kind: 'm',
    weapon: 'Blink',
    release: 1_300_000_000,
    weight: '12.5',
    bio: { text: { en: 'Red', ja: '赤' } },
    wiki: { hero: 'Axe', url: 'https://example.org/axe' },
  });
  // A language that lacks an entity does not change what the others say.
  expect(await read('heroes/Puck')).toMatchObject({ name: { en: 'Puck' } });
  expect(await find('heroes', '')).toEqual(['Axe', 'Lina', 'Puck']);
  const codes = warnings.map(({ code }) => code);
  expect(codes).toContain('languages_differ');
  expect(codes).toContain('merge_unmatched');
});

test('a text by language is one localized field', async () => {
  const { fields } = (await read('catalog/query/heroes/fields')) as { fields: { path: string }[] };
  expect(fields.find(({ path }) => path === 'name')).toMatchObject({ type: 'localized', locales: ['ja', 'en'] });
  expect(fields.map(({ path }) => path)).not.toContain('name\\.en');
  expect(await find('heroes', `filter=${encodeURIComponent('name=リナ')}`)).toEqual(['Lina']);
  expect(await find('heroes', 'filter=name=Lina')).toEqual(['Lina']);
  expect(await find('heroes', 'filter=name.en~xe')).toEqual(['Axe']);
  expect(await find('heroes', `q=${encodeURIComponent('アックス')}`)).toEqual(['Axe']);
  expect(await find('heroes', 'sort=-name.en')).toEqual(['Puck', 'Lina', 'Axe']);
  expect(await find('heroes', 'filter=name.ja=null')).toEqual(['Puck']);
});

test('name.en is the stored text, name@en the one after fallback, under its own key', async () => {
  const page = await read('catalog/query/heroes?fields=name.ja,name@ja,bio.text@de');
  expect(page).toMatchObject({
    items: [
      { id: 'Axe', entity: { name: { ja: 'アックス' }, 'name@ja': 'アックス', bio: { 'text@de': '赤' } } },
      { id: 'Lina', entity: { 'name@ja': 'リナ' } },
      { id: 'Puck', entity: { 'name@ja': 'Puck', bio: { 'text@de': 'Fey' } } },
    ],
  });
  expect(await find('heroes', 'filter=name@ja=Puck')).toEqual(['Puck']);
  expect(await find('heroes', 'sort=name@en')).toEqual(['Axe', 'Lina', 'Puck']);
  expect((await world.fetch(`${api}/catalog/query/heroes?sort=kind@en`)).status).toBe(400);
});

test('dates and numbers keep what was written and are compared as what they mean', async () => {
  expect(await find('heroes', 'filter=release>=2014-01-01&sort=-release')).toEqual(['Puck', 'Lina']);
  expect(await find('heroes', 'filter=release=1300000000')).toEqual(['Axe']);
  expect(await find('heroes', 'filter=weight>8')).toEqual(['Axe']);
  expect(await find('heroes', 'filter=weight=null')).toEqual(['Lina']);
  expect(await find('items', 'filter=found<2024-01-01')).toEqual(['dagger']);
  const { fields } = (await read('catalog/query/heroes/fields')) as { fields: { path: string }[] };
  expect(fields.find(({ path }) => path === 'release')).toMatchObject({
    type: 'date',
    format: 's',
    min: 1_300_000_000_000,
    max: 1_500_000_000_000,
  });
  expect(fields.find(({ path }) => path === 'weight')).toMatchObject({ type: 'number', unit: 'kg', min: 7, max: 12.5 });
  expect(await read('heroes/Lina')).toMatchObject({ weight: '', release: 1_400_000_000 });
});

test('a template makes a field of files, and texts that stand elsewhere make a localized one', async () => {
  expect(await read('catalog/query/heroes?fields=icon&limit=1')).toMatchObject({
    items: [{ id: 'Axe', entity: { icon: 'assets/Assets/icons/axe.png' } }],
  });
  expect(await find('heroes', 'filter=icon~lina')).toEqual(['Lina']);
  expect(await read('catalog/query/lands?fields=title,title@en')).toMatchObject({
    items: [
      { id: 'JPN', entity: { title: { de: 'Japan', ja: '日本' }, 'title@en': '日本' } },
      { id: 'DEU', entity: { title: { de: 'Deutschland' }, 'title@en': 'Deutschland' } },
    ],
  });
  expect(await find('lands', 'q=Deutsch')).toEqual(['DEU']);
  // What stands at the path of a localized field is stored as it is, and queried as texts.
  expect(await read('catalog/query/lands?fields=translations@ja,translations&limit=1')).toMatchObject({
    items: [{ entity: { 'translations@ja': '日本', translations: { deu: { common: 'Japan' } } } }],
  });
  expect(await find('lands', 'filter=translations.de=Deutschland')).toEqual(['DEU']);
  const { resources } = (await read('catalog/presentation')) as { resources: Record<string, { image: string }> };
  expect(resources.lands?.image).toBe('flag');
  const schema = (await read('catalog/schema/lands')) as { properties: object };
  expect(Object.keys(schema.properties)).toEqual(['cca3', 'translations']);
  const codes = warnings.filter(({ code }) => code === 'missing_media');
  expect(codes).toHaveLength(1);
  expect(codes[0]?.message).toContain('2');
});

test('one presentation tells pages and programs what fields are', async () => {
  const { resources, groups } = (await read('catalog/presentation')) as {
    resources: Record<string, { title: string; fields: Record<string, unknown>; files?: boolean }>;
    groups: unknown;
  };
  expect(groups).toEqual([{ title: { en: 'People' }, resources: ['heroes', 'lands'] }]);
  expect(resources.heroes?.title).toBe('name');
  expect(resources.heroes?.fields).toMatchObject({
    name: { type: 'localized', locales: ['en', 'ja'] },
    icon: { type: 'file', template: 'assets/Assets/icons/{id:lower}.png' },
    release: { type: 'date', format: 's' },
    weapon: { references: [{ resource: 'items', key: 'name' }] },
    kind: { labels: { r: 'Ranged' } },
    'wiki.url': { type: 'url' },
  });
  expect(resources.icons?.files).toBe(true);
  const { fields } = (await read('catalog/query/heroes/fields')) as { fields: { path: string }[] };
  expect(fields.find(({ path }) => path === 'weapon')).toMatchObject({
    type: 'reference',
    references: 'items',
    key: 'name',
  });
  const types = await (await world.fetch(`${api}/catalog/types.d.ts`)).text();
  expect(types).toContain('Values of name of items.');
});

test('a glob makes an entity of each file; pairs and rows become entities', async () => {
  expect(await find('items', '')).toEqual(['blink', 'dagger']);
  expect(await read('countries')).toEqual({
    AF: { key: 'AF', value: 'Afghanistan' },
    AL: { key: 'AL', value: ['Albania', 'Shqipëria'] },
  });
  expect(await read('sizes')).toEqual([
    { id: 's', width: 1, height: 2 },
    { id: 'm', width: 3 },
  ]);
});

test('files of the release are a collection', async () => {
  expect(await read('icons')).toEqual([
    {
      path: 'assets/Assets/icons/axe.png',
      name: 'axe',
      mediaType: 'image/png',
      bytes: PIXEL.length,
      width: 1,
      height: 1,
    },
    {
      ...{ path: 'assets/Assets/icons/red/lina.png', name: 'lina', mediaType: 'image/png' },
      ...{ bytes: PIXEL.length, width: 1, height: 1 },
    },
  ]);
  expect(await find('icons', '')).toEqual(['axe', 'red:lina']);
});

test('a table has a column for each language, and one with labels on request', async () => {
  const plain = await (await world.fetch(`${api}/catalog/export/heroes.csv`)).text();
  expect(plain.split('\r\n')[0]).toContain('name.ja,name.en');
  const labelled = await (await world.fetch(`${api}/catalog/export/heroes.csv?fields=kind&labels=1`)).text();
  expect(labelled.split('\r\n').slice(0, 3)).toEqual(['_id,kind,kind@label', 'Axe,m,近接', 'Lina,r,Ranged']);
});

test('what the data no longer fits is a warning with a count, and the rest is published', async () => {
  using drifted = createSmallSnapshot({ server: 'drifted' });
  drifted.write(
    'catalog/songs.json',
    JSON.stringify([{ musicId: 1, band: { no: 'key' }, day: 'soon' }, { musicId: 2 }]),
  );
  drifted.describe({
    uiMarks: {},
    resources: {
      songs: {
        file: 'catalog/songs.json',
        id: 'musicId',
        keys: ['code'],
        relations: { band: { field: 'band', mode: 'ids' } },
        fields: { day: { type: 'date', format: 'iso' }, gone: { unit: 'kg' } },
      },
    },
    presentation: { songs: { title: 'nowhere' } },
  });
  const { warnings: told } = await world.publish(drifted.directory);
  expect(told.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
    'field_unfit $.resources.songs.fields.day',
    'invalid_relation_key $[0].band',
    'unknown_field $.presentation.songs.title',
    'unknown_field $.resources.songs.fields.gone',
    'unknown_field $.resources.songs.keys[0]',
  ]);
  expect(await failureOf(drifted, { strict: true })).toEqual(told.map(({ code }) => code).sort());
});

const failureOf = (
  { directory }: SmallSnapshot,
  options: { readonly strict?: boolean; readonly allowLoss?: boolean },
): Promise<readonly string[]> =>
  world.publish(directory, options).then(
    () => [],
    (error: unknown) =>
      error instanceof OperatorError ? error.findings.map(({ code }) => code).sort() : [String(error)],
  );

test('a collection that lost more than half of its entities is an error, unless that is allowed', async () => {
  using losing = createSmallSnapshot({ server: 'losing' });
  await world.publish(losing.directory);
  losing.write('catalog/songs.json', JSON.stringify(Array.from({ length: 9 }, (_, at) => ({ musicId: at + 1 }))));
  expect(await failureOf(losing, { allowLoss: false })).toEqual(['collection_lost']);
  losing.write('catalog/songs.json', '[]');
  expect(await failureOf(losing, { allowLoss: false })).toEqual(['collection_lost']);
  expect(await failureOf(losing, { allowLoss: true })).toEqual([]);
});

test('tables of a mounted folder that nothing names are told', async () => {
  using mounted = createSmallSnapshot({ server: 'mounted' });
  mounted.write('tables/songs.json', '[{"musicId":1}]');
  mounted.write('tables/left.csv', 'id\n1\n');
  mounted.write('tables/readme.md', 'text');
  mounted.describe({ mounts: { catalog: 'tables' }, uiMarks: {} });
  const { warnings: told } = await world.publish(mounted.directory);
  expect(told.map(({ code, file }) => `${code} ${file}`)).toContain('unnamed_table catalog/left.csv');
  expect(told.filter(({ code }) => code === 'unnamed_table')).toHaveLength(1);
});

test('the same table in four formats gives the same entities, and errors name the line', async () => {
  const rows = [
    { id: 'a', name: 'Ä, "b"', count: 3, on: true, code: '007' },
    { id: 'b', name: 'two\nlines', count: 4.5, on: false, code: '1e3' },
    { id: 'c', name: 'last', count: -1, on: true, code: '9007199254740993' },
  ];
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const csv = rows.map(({ id, name, count, on, code }) => [id, quoted(name), count, on, code].join(';')).join('\r\n');
  using formats = createSmallSnapshot({ server: 'formats' });
  formats.write('catalog/t.json', JSON.stringify(rows));
  formats.write('catalog/t.ndjson', rows.map((row) => JSON.stringify(row)).join('\n\n'));
  formats.write('catalog/t.csv', `\ufeffid;name;count;on;code\r\n${csv}\r\n`);
  formats.write('catalog/t.yaml', rows.map((row) => `- ${JSON.stringify(row)}`).join('\n'));
  formats.write('catalog/plain.txt', 'id\tname\n1\tone\n');
  formats.describe({
    uiMarks: {},
    resources: {
      ...Object.fromEntries(['json', 'ndjson', 'csv', 'yaml'].map((name) => [name, { file: `catalog/t.${name}` }])),
      plain: { file: 'catalog/plain.txt', format: 'csv', delimiter: '\t' },
    },
  });
  await world.publish(formats.directory);
  for (const name of ['json', 'ndjson', 'csv', 'yaml']) {
    const answer = await world.fetch(`/api/v1/servers/formats/${name}`);
    expect([name, await answer.json()]).toEqual([name, rows]);
  }
  expect(await (await world.fetch('/api/v1/servers/formats/plain/1')).json()).toEqual({ id: 1, name: 'one' });
  formats.write('catalog/t.csv', 'id;name\n1;one\n2\n');
  formats.write('catalog/t.ndjson', '{"id":1}\n\n{"id":2\n');
  formats.write('catalog/t.yaml', '- {id: 1}\n- {id: 1\n');
  formats.write('catalog/plain.txt', Buffer.from('\ufeffid\n1\n', 'utf16le'));
  const findings = await world.publish(formats.directory).then(
    () => [],
    (error: unknown) => (error instanceof OperatorError ? error.findings : []),
  );
  expect(findings.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
    'invalid_csv catalog/t.csv',
    'invalid_ndjson catalog/t.ndjson',
    'invalid_yaml catalog/t.yaml',
    'unsupported_encoding catalog/plain.txt',
  ]);
  expect(findings.find(({ code }) => code === 'invalid_csv')?.message).toMatch(/line 3/i);
  expect(findings.find(({ code }) => code === 'invalid_ndjson')?.message).toMatch(/line 3/i);
});

test('a hundred wrong files end with a hundred messages', async () => {
  using wrong = createSmallSnapshot({ server: 'wrong' });
  const resources = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => {
      const suffix = ['json', 'csv', 'yaml', 'ndjson'][at % 4];
      wrong.write(`catalog/t${at}.${suffix}`, suffix === 'csv' ? 'a,a\n1,2\n' : '{"id":1} x');
      return [`t${at}`, { file: `catalog/t${at}.${suffix}` }];
    }),
  );
  wrong.describe({ uiMarks: {}, resources });
  const findings = await world.publish(wrong.directory).then(
    () => [],
    (error: unknown) => (error instanceof OperatorError ? error.findings : []),
  );
  expect(new Set(findings.map(({ file }) => file)).size).toBe(100);
});

test('declared references that lead nowhere are counted, whatever order the collections have', async () => {
  using lost = createSmallSnapshot({ server: 'lost' });
  lost.write(
    'catalog/songs.json',
    JSON.stringify([1, 2, 3].map((id) => ({ musicId: id, bands: [id, 0, ''], by: `n${id}` }))),
  );
  lost.write(
    'catalog/bands.json',
    JSON.stringify([
      { id: 1, name: 'n1' },
      { id: 2, name: 'n9' },
    ]),
  );
  const fields = {
    bands: { references: { resource: 'bands' } },
    by: { references: [{ resource: 'bands', key: 'name' }, { resource: 'bands' }] },
  };
  lost.describe({
    resources: {
      songs: { file: 'catalog/songs.json', id: 'musicId', fields },
      bands: { file: 'catalog/bands.json', keys: ['name'], fields: { id: { references: { resource: 'songs' } } } },
    },
  });
  const published = await world.publish(lost.directory);
  expect(published.warnings.map(({ code, path, message }) => [code, path, message])).toEqual([
    [
      'reference_missing',
      '$.resources.songs.fields.bands.references',
      '1 values of "bands" lead to no entity of bands, such as "3".',
    ],
    [
      'reference_missing',
      '$.resources.songs.fields.by.references',
      '2 values of "by" lead to no entity of bands.name, bands, such as "n2".',
    ],
  ]);
});
