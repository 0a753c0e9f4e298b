// The process that builds a query file gets documents as bytes or as files: the result is the same, nothing is left in the
// folder, and a file with other bytes than announced ends it.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { elementRows } from '../common/file-tables.ts';
import { CachedArrays } from '../processes/cached-arrays.ts';
import { QueryFile } from '../processes/query-file.ts';
import { QueryFileBuilder } from './builder.ts';
import { openQueryFileMaker } from './maker.ts';

const SHARDS = 40;

function documents(): readonly (readonly [path: string, bytes: Uint8Array])[] {
  const ids = Array.from({ length: SHARDS }, (_, at) => `e${String(at).padStart(3, '0')}`);
  const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const base = 'api/v1/catalog/things';
  return [
    [`${base}/index.json`, json(ids.map((id) => ({ id })))],
    ...ids.map((id, at) => {
      const name = at.toString(16).padStart(2, '0');
      return [
        `${base}/entities/${name}.json`,
        json({ [id]: { id, at, only: at % 2 === 0 ? [`v${at}`] : [] } }),
      ] as const;
    }),
    ['api/v1/catalog/manifest.json', json({ resources: { things: { kind: 'collection', count: SHARDS } } })],
  ];
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = folderForTest();
  return await work(folder);
}

test('bytes and files give the same file, and nothing stays behind', async () => {
  await inFolder(async (folder) => {
    const sources = join(folder, 'source');
    const work = join(folder, 'work');
    for (const each of [sources, work]) await Bun.write(join(each, '.keep'), '');
    const digests: string[] = [];
    for (const isFile of [false, true]) {
      await using maker = openQueryFileMaker(work, 5);
      for (const [path, bytes] of documents()) {
        const sha256 = sha256Hex(bytes);
        const file = join(sources, sha256);
        if (isFile) writeFileSync(file, bytes);
        const isLast = path === documents().at(-2)?.[0];
        const known = isFile ? { checksum: Bun.hash.xxHash3(bytes), isLast } : {};
        await maker.add({ path, sha256, content: isFile ? file : bytes, ...known });
      }
      const made = await maker.finish();
      if (!('path' in made)) throw new Error(made.failure);
      digests.push(sha256Hex(readFileSync(made.path)));
    }
    expect(digests[0]).toBe(digests[1] ?? '');
    expect(readdirSync(work)).toEqual(['.keep']);
    expect(readdirSync(sources)).toHaveLength(SHARDS + 3);
  });
});

test('a document that is not what was announced ends it', async () => {
  await inFolder(async (folder) => {
    for (const content of [new Uint8Array([0x7b, 0x7d]), join(folder, 'nowhere')]) {
      await using maker = openQueryFileMaker(folder, 5);
      await maker.add({ path: 'api/v1/catalog/things/index.json', sha256: '0'.repeat(64), content });
      expect(await maker.finish()).toEqual({ failure: expect.any(String) });
    }
    expect(readdirSync(folder)).toEqual([]);
    const content = join(folder, 'altered');
    writeFileSync(content, '{}');
    await using maker = openQueryFileMaker(folder, 5);
    const checksum = Bun.hash.xxHash3('[]');
    await maker.add({ path: 'api/v1/catalog/things/index.json', sha256: '0'.repeat(64), checksum, content });
    expect(await maker.finish()).toEqual({ failure: expect.stringContaining('altered') });
  });
});

type Entities = Readonly<Record<string, object>>;

/** Builds the file of some resources, each in one shard, and reads it. */
async function build<T>(
  resources: Readonly<Record<string, Entities>>,
  read: (db: Database) => T,
  hasSizes = true,
  apart: readonly string[] = [],
): Promise<T> {
  return await inFolder(async (folder) => {
    await using maker = openQueryFileMaker(folder, 5);
    maker.divide(new Set(apart));
    const encoder = new TextEncoder();
    const add = async (path: string, text: string, sizes?: Uint32Array): Promise<void> => {
      const content = encoder.encode(text);
      await maker.add({ path: `api/v1/catalog/${path}`, sha256: sha256Hex(content), content, sizes });
    };
    for (const [name, entities] of Object.entries(resources)) {
      await add(`${name}/index.json`, JSON.stringify(Object.keys(entities).map((id) => ({ id }))));
      if (Object.keys(entities).length === 0) continue;
      const sizes = Uint32Array.from(Object.values(entities), (entity) => Buffer.byteLength(JSON.stringify(entity)));
      await add(`${name}/entities/00.json`, JSON.stringify(entities), hasSizes ? sizes : undefined);
    }
    const counts = Object.entries(resources).map(([name, entities]) => [
      name,
      { kind: 'collection', count: Object.keys(entities).length },
    ]);
    await add('manifest.json', JSON.stringify({ resources: Object.fromEntries(counts) }));
    const made = await maker.finish();
    if (!('path' in made)) throw new Error(made.failure);
    using db = new Database(made.path, { readonly: true });
    return read(db);
  });
}

test('equal entities of several resources are stored once, with known sizes and without', async () => {
  const sword = { id: 'sword', name: '剣 "1"', at: 1 };
  const shield = { id: 'shield', name: 'shield', at: 2 };
  const resources = { all: { sword, shield }, swords: { sword }, other: { sword: { ...sword, at: 3 } } };
  const found = [true, false].map((hasSizes) =>
    build(
      resources,
      (db) => ({
        bodies: db.query('select json from _body order by entity').values(),
        seen: ['all', 'swords', 'other'].map((name) => db.query(`select _id, name, at from "${name}"`).values()),
      }),
      hasSizes,
    ),
  );
  const expected = {
    bodies: [[JSON.stringify(sword)], [JSON.stringify(shield)], [JSON.stringify({ ...sword, at: 3 })]],
    seen: [
      [
        ['sword', '剣 "1"', 1],
        ['shield', 'shield', 2],
      ],
      [['sword', '剣 "1"', 1]],
      [['sword', '剣 "1"', 3]],
    ],
  };
  expect(await Promise.all(found)).toEqual([expected, expected]);
});

test('a resource with very many fields is filled in batches', async () => {
  const count = 2_500;
  const entities: Record<string, object> = {};
  for (let at = 0; at < count; at++) {
    entities[`e${at}`] = { id: `e${at}`, all: at, [`own${at}`]: at % 2 === 0 ? `v${at}` : [`a${at}`, 'b'] };
  }
  const [rows, values] = await build({ wide: entities }, (db) => {
    const select = `select f.path, v.position, v.slot, v.value from _value v join _field f on f.id = v.field
      where f.path in ('own2401', 'own2402') order by 1, 3`;
    const whole = `select count(*), sum(e.position = b.json ->> 'all' + 1), sum(_position = "all" + 1)
      from _r1 e join _body b on b.entity = e.entity join wide on _id = e.id`;
    return [db.query(whole).values(), db.query(select).values()];
  });
  expect(rows).toEqual([[count, count, count]]);
  expect(values).toEqual([
    ['own2401', 2402, -1, null],
    ['own2401', 2402, 0, 'a2401'],
    ['own2401', 2402, 1, 'b'],
    ['own2402', 2403, -1, 'v2402'],
  ]);
});

test('many long texts are kept out of the rows, and are all the same to queries', async () => {
  const text = (at: number): string => `${'long '.repeat(9_000)}${at % 700}`;
  const entities: Record<string, object> = {};
  for (let at = 0; at < 800; at++) entities[`e${at}`] = { id: `e${at}`, note: text(at), short: `s${at}` };
  const found = await build({ things: entities }, (db) => ({
    fields: db.query('select path, storage, "distinct" from _field order by path').values(),
    note: db.query('select note from things where _id = ?').values('e7'),
    values: db.query('select count(*), min(slot), max(slot) from _value').values(),
  }));
  expect(found).toEqual({
    fields: [
      ['id', 'column', 800],
      ['note', 'rare', 700],
      ['short', 'column', 800],
    ],
    note: [[text(7)]],
    values: [[800, -1, -1]],
  });
});

test('sizes that do not fit a shard end it', async () => {
  await inFolder(async (folder) => {
    const content = new TextEncoder().encode('{"a":{"id":1},"b":{"id":2}}');
    for (const sizes of [[8], [8, 7], [8, 9], [8, 8, 8], []]) {
      await using maker = openQueryFileMaker(folder, 5);
      const path = 'api/v1/catalog/things/entities/00.json';
      await maker.add({ path, sha256: sha256Hex(content), content, sizes: Uint32Array.from(sizes) });
      expect([sizes, await maker.finish()]).toEqual([sizes, { failure: expect.any(String) }]);
    }
  });
});

test('values of objects in lists are stored up to a number, the paths with the fewest first', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'file.sqlite');
    const declared = { locales: undefined, fields: new Map() };
    const build = (elementsMax: number): readonly unknown[] => {
      rmSync(path, { force: true });
      const builder = new QueryFileBuilder({
        ...{ path, slots: 5, elementsMax },
        declaredOf: () => declared,
        chooseSearched: () => ({ title: null, paths: new Set() }),
      });
      const entities = Object.fromEntries(
        [1, 2, 3].map((at) => [
          `e${at}`,
          {
            costs: [
              { id: at, rare: at === 2 ? 'x' : null },
              { id: 9, name: { en: `n${at}` } },
            ],
          },
        ]),
      );
      const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
      const resource = builder.begin('things', json(Object.keys(entities).map((id) => ({ id }))));
      resource.addShard(json(entities));
      resource.finish();
      builder.finish();
      const file = new QueryFile({ path, fingerprint: '' }, new CachedArrays());
      const find = (filter: string): string => {
        const texts = { q: undefined, filter: [filter], sort: undefined, facet: [], locale: 'en' };
        const found = file.run({
          kind: 'query',
          resource: 'things',
          texts,
          fields: 'costs.name',
          limit: 10,
          offset: 0,
        });
        return found.kind === 'page' ? `${found.total} ${found.items}` : '';
      };
      const found = [
        'costs.id=2',
        'costs.id=9',
        'costs.rare=x',
        'costs.rare=null',
        'costs.name.en=n3',
        'costs.name~N',
      ].map(find);
      file.close();
      const db = new Database(path, { readonly: true });
      const stored = db
        .query("select path, storage, type from _field where path like 'costs.%' order by path")
        .values();
      db.close();
      return [stored, found];
    };
    const [all, limited] = [build(100), build(4)];
    expect(all[0]).toEqual([
      ['costs.id', 'nested', 'number'],
      ['costs.name', 'nested', 'localized'],
      ['costs.rare', 'nested', 'string'],
    ]);
    expect(limited[0]).toEqual([
      ['costs.id', 'scan', 'json'],
      ['costs.name', 'nested', 'localized'],
      ['costs.rare', 'nested', 'string'],
    ]);
    expect(limited[1]).toEqual(all[1]);
    const [stored, found] = build(0);
    expect(stored).toEqual(['id', 'name', 'rare'].map((key) => [`costs.${key}`, 'scan', 'json']));
    expect(found).toEqual(all[1]);
  });
});

test('resources that a second process builds are as if one had built all', async () => {
  const many = (from: number): Entities =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `e${from + at}`,
        { name: `Name ${at}`, at, tags: [`t${at % 3}`, 'all'], parts: [{ kind: `k${at % 4}`, n: at }, { n: -at }] },
      ]),
    );
  const resources = { things: many(0), Others: many(20), others: many(30), sqlites: many(10), empty: {} };
  const selectFields = `select * from _field order by resource, path`;
  const read = (db: Database) => ({
    resources: db.query('select name, count, search, bytes, title from _resource order by name').values(),
    rows: ['things', 'Others', 'others_2', 'sqlites', 'empty'].map((name) =>
      db.query(`select * from "${name}"`).values(),
    ),
    texts: numbersOf(db).map((number) => db.query(`select * from _t${number} order by position`).values()),
    fields: db
      .query<{ id: number; items: string | null }, []>(selectFields)
      .all()
      .map(({ id, items, ...field }) => ({
        ...field,
        values: db.query('select position, slot, value from _value where field = ? order by 1, 2').values(id),
        elements: elementsOf(db, id),
        items: items === null ? null : elementsOf(db, JSON.parse(items).field),
      })),
  });
  const elementsOf = (db: Database, id: number) =>
    db.query(`select value, places from _element where ${elementRows(id)} order by id`).values();
  const numbersOf = (db: Database): readonly number[] =>
    db
      .query<{ number: number }, []>('select number from _resource order by name')
      .all()
      .map((row) => row.number);
  const whole = await build(resources, read);
  expect(whole.rows.map((rows) => rows.length)).toEqual([40, 40, 40, 40, 0]);
  expect(whole.fields.flatMap(({ items }) => items ?? [])).not.toEqual([]);
  for (const apart of [['others', 'sqlites'], ['Others', 'others'], Object.keys(resources)]) {
    expect(await build(resources, read, true, apart)).toEqual(whole);
  }
});

test('a second process that fails ends the whole', async () => {
  await inFolder(async (folder) => {
    await using maker = openQueryFileMaker(folder, 5);
    maker.divide(new Set(['things']));
    const content = new TextEncoder().encode('{');
    for (const name of ['others', 'things']) {
      await maker.add({ path: `api/v1/catalog/${name}/index.json`, sha256: sha256Hex(content), content });
    }
    await maker.add({ path: 'api/v1/catalog/things/entities/00.json', sha256: '0'.repeat(64), content });
    expect(await maker.finish()).toEqual({ failure: expect.stringContaining('altered') });
  });
});
