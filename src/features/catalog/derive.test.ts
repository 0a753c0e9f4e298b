import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { folderForTest } from '../../../tests/fixtures/keep-open.ts';
import { isEntityKey } from '../../kernel/names.ts';
import { shardOf } from '../../kernel/partition.ts';
import type { Finding } from '../release/common/finding.ts';
import { createMemoryDerivation, type MemoryDerivation } from '../release/publish/derivation.fixture.ts';
import { openSnapshot } from '../release/snapshot/snapshot.ts';
import { deriveCatalog } from './derive.ts';
import { type CatalogManifest, catalogManifestSchema, type ResourceEntry } from './formats.ts';
import { openShard } from './shard.ts';

type Files = Readonly<Record<string, unknown>>;

async function derive(descriptor: object, files: Files = {}): Promise<MemoryDerivation> {
  const memory = createMemoryDerivation(descriptor, files);
  await deriveCatalog(memory.context);
  return memory;
}

function manifestOf(memory: MemoryDerivation): CatalogManifest {
  return catalogManifestSchema.parse(memory.json('api/v1/catalog/manifest.json'));
}

function entryOf(memory: MemoryDerivation, resource: string): ResourceEntry {
  const entry = manifestOf(memory).resources[resource];
  if (entry === undefined) throw new Error(`no resource ${resource}`);
  return entry;
}

const codesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ severity, code, file, path }) => `${severity} ${code} ${file} ${path}`);

/** Values of all shards below a prefix, by key, as text. */
function shardTexts(memory: MemoryDerivation, prefix: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, { bytes, prepared }] of memory.documents) {
    if (!path.startsWith(prefix)) continue;
    expect(prepared).toBe(false);
    const { values } = openShard(new Uint8Array(bytes));
    expect([...values.keys()]).toEqual([...values.keys()].sort());
    for (const [key, { start, end }] of values) {
      expect(path).toBe(`${prefix}${shardOf(key)}.json`);
      texts.set(key, new TextDecoder().decode(bytes.subarray(start, end)));
    }
  }
  return texts;
}

describe('deriveCatalog', () => {
  test('an empty snapshot has an empty catalog', async () => {
    const memory = await derive({});
    expect(manifestOf(memory)).toEqual({
      schema: 'service-catalog-storage-v2',
      server: 'test',
      sourceId: 'source-1',
      summary: 'api/v1/catalog/summary.json',
      partition: { algorithm: 'fnv1a32-mod-256', shards: 256 },
      resources: {},
    });
    expect(memory.json('api/v1/catalog/summary.json')).toEqual({
      schema: 'service-catalog-summary-v1',
      server: 'test',
      sourceId: 'source-1',
      resources: {},
      features: {},
    });
    expect(memory.text('metadata/source-index/tree.json')).toBe('{}');
    expect(memory.text('metadata/ui-marks.json')).toBe('{}');
    expect(memory.documents.size).toBe(4);
    expect(memory.findings).toEqual([]);
  });

  test('every entity is in the shard of its key, byte for byte', async () => {
    const key = fc
      .oneof(
        fc.constantFrom('__proto__', 'constructor', '-1', '0', '10', '2', 'toString', '~', '_x'),
        fc.stringMatching(/^[A-Za-z0-9._:~-]{1,12}$/),
      )
      .filter(isEntityKey);
    const entities = fc.uniqueArray(fc.tuple(key, fc.jsonValue({ maxDepth: 3 })), {
      selector: ([id]) => id,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(entities, async (list) => {
        const members = list.map(([id, value]) => `${JSON.stringify(id)}:${JSON.stringify(value)}`);
        const files = { 'catalog/a.json': `{${members.join(',')}}` };
        const memory = await derive({ resources: { a: { file: 'catalog/a.json' } } }, files);
        expect(memory.findings).toEqual([]);
        const entry = entryOf(memory, 'a');
        expect(entry.count).toBe(list.length);
        const texts = shardTexts(memory, 'api/v1/catalog/a/entities/');
        expect(texts.size).toBe(list.length);
        for (const [id, value] of list) {
          expect(texts.get(id)).toBe(JSON.stringify(JSON.parse(JSON.stringify(value))));
        }
        expect(entry.entities?.shards).toEqual(
          list.length === 0 ? undefined : [...new Set(list.map(([id]) => shardOf(id)))].sort(),
        );
        // The order in the file has no effect.
        const shuffled = { 'catalog/a.json': `{${members.toReversed().join(',')}}` };
        const again = await derive({ resources: { a: { file: 'catalog/a.json' } } }, shuffled);
        const contents = (of: MemoryDerivation): object =>
          Object.fromEntries([...of.documents.keys()].map((path) => [path, of.text(path)]));
        expect(contents(again)).toEqual(contents(memory));
      }),
      { numRuns: 60 },
    );
  });

  test('keys are placed as in the partition test vectors', async () => {
    const memory = await derive(
      { resources: { a: { file: 'catalog/a.json' } } },
      { 'catalog/a.json': { a: 1, 1: 2, 10001: 3, 'talk:1': 4 } },
    );
    expect(entryOf(memory, 'a').entities?.shards).toEqual(['1c', '2c', '3a', 'af']);
    expect(memory.text('api/v1/catalog/a/entities/af.json')).toBe('{"10001":3}');
  });

  test('a nested collection keeps the fields around it; index, relations and views are projections', async () => {
    const songs = {
      schema: 'x',
      entries: [
        { musicId: 2, title: 'B', bandId: 7, bandIds: [7, 8], secret: 1 },
        { musicId: 1, title: 'A', bandId: null, bandIds: [], secret: 2 },
        { musicId: 3, title: 'C', bandId: '', bandIds: ['/x y'], secret: 3 },
      ],
      difficulties: { easy: { key: 'e', level: 1 }, '10': { level: 2 } },
    };
    const descriptor = {
      resources: {
        bands: { file: 'catalog/bands.json' },
        songs: {
          file: 'catalog/songs.json',
          path: ['entries'],
          id: 'musicId',
          summary: ['title', 'musicId', 'absent'],
          dependencies: ['bands'],
          relations: {
            band: { field: ['bandId', 'bandIds'], mode: 'records', encode: 'path' },
            'band-ids': { field: ['bandId', 'bandIds'], mode: 'ids', encode: 'path' },
          },
          views: {
            difficulties: { path: ['difficulties'], id: 'key', summary: ['level'] },
            all: { path: ['entries'], id: 'title' },
          },
        },
      },
    };
    const memory = await derive(descriptor, { 'catalog/songs.json': songs, 'catalog/bands.json': {} });
    expect(memory.findings).toEqual([]);
    expect(memory.text('api/v1/catalog/songs/index.json')).toBe(
      '{"schema":"x","entries":[{"title":"B","musicId":2},{"title":"A","musicId":1},{"title":"C","musicId":3}],"difficulties":{"10":{"level":2},"easy":{"key":"e","level":1}}}',
    );
    expect(entryOf(memory, 'bands')).toEqual({
      count: 0,
      dependencies: [],
      index: 'api/v1/catalog/bands/index.json',
      kind: 'collection',
    });
    expect(entryOf(memory, 'songs')).toMatchObject({
      count: 3,
      dependencies: ['bands'],
      entities: { count: 3, prefix: 'api/v1/catalog/songs/entities/' },
      relations: {
        band: { count: 3, entityCount: 3, valueMode: 'records', prefix: 'api/v1/catalog/songs/relations/band/' },
        'band-ids': { count: 3, entityCount: 3, valueMode: 'ids' },
      },
      views: {
        difficulties: {
          count: 2,
          path: ['difficulties'],
          shape: 'object',
          index: 'api/v1/catalog/songs/views/difficulties/index.json',
        },
        all: { count: 3, path: ['entries'], shape: 'array' },
      },
    });
    expect(Object.fromEntries(shardTexts(memory, 'api/v1/catalog/songs/relations/band/'))).toEqual({
      7: '{"2":{"title":"B","musicId":2}}',
      8: '{"2":{"title":"B","musicId":2}}',
      'x~20y': '{"3":{"title":"C","musicId":3}}',
    });
    expect(shardTexts(memory, 'api/v1/catalog/songs/relations/band-ids/').get('7')).toBe('["2"]');
    expect(memory.text('api/v1/catalog/songs/views/difficulties/index.json')).toBe(
      '{"10":{"level":2},"e":{"level":1}}',
    );
    expect([...shardTexts(memory, 'api/v1/catalog/songs/views/all/entities/').keys()].sort()).toEqual(['A', 'B', 'C']);
    expect(memory.documents.get('api/v1/catalog/songs/index.json')?.prepared).toBe(true);
  });

  test('a list of files is joined; documents are served whole', async () => {
    const memory = await derive(
      {
        resources: {
          joined: {
            file: ['catalog/1.json', 'catalog/2.json'],
            path: ['list'],
            id: { field: 'path.name', encode: 'path' },
          },
          about: { file: 'catalog/about.json', kind: 'document' },
          nothing: { file: 'catalog/nothing.json', kind: 'document' },
        },
      },
      {
        'catalog/1.json': { list: [{ path: { name: '/Assets/a' } }], other: 1 },
        'catalog/2.json': { list: [{ path: { name: 'b' } }] },
        'catalog/about.json': '{ "b": 1, "a": [1.0] }',
        'catalog/nothing.json': {},
      },
    );
    expect(memory.findings).toEqual([]);
    expect(memory.text('api/v1/catalog/joined/index.json')).toBe(
      '[{"path":{"name":"/Assets/a"}},{"path":{"name":"b"}}]',
    );
    expect([...shardTexts(memory, 'api/v1/catalog/joined/entities/').keys()].sort()).toEqual(['Assets:a', 'b']);
    expect(memory.text('api/v1/catalog/about/index.json')).toBe('{"b":1,"a":[1]}');
    expect([entryOf(memory, 'about').count, entryOf(memory, 'nothing').count]).toEqual([1, 0]);
  });

  test('"first" keeps the first of two, also for a duplicate key', async () => {
    const resources = {
      a: { file: 'catalog/a.json', duplicates: 'first' },
      b: { file: 'catalog/b.json', duplicates: 'first' },
    };
    const memory = await derive(
      { resources },
      {
        'catalog/a.json': '{"x":1,"y":2,"x":3}',
        'catalog/b.json': [
          { id: 1, v: 1 },
          { id: '1', v: 2 },
        ],
      },
    );
    expect(codesOf(memory.findings)).toEqual([
      'warning duplicate_id catalog/a.json $.x',
      'warning duplicate_id catalog/b.json $[1]',
    ]);
    expect(memory.text('api/v1/catalog/a/index.json')).toBe('{"x":1,"y":2}');
    expect(memory.text('api/v1/catalog/b/index.json')).toBe('[{"id":1,"v":1}]');
  });

  test('a missing id field falls back to the key of the object', async () => {
    const resources = { a: { file: 'catalog/a.json', id: ['uid', 'key'] }, b: { file: 'catalog/b.json', id: 'uid' } };
    const memory = await derive(
      { resources },
      { 'catalog/a.json': { x: { key: 'k' }, y: {} }, 'catalog/b.json': { x: 1 } },
    );
    expect(codesOf(memory.findings)).toEqual(['warning id_field_missing catalog/b.json $']);
    expect(memory.text('api/v1/catalog/a/index.json')).toBe('{"k":{"key":"k"},"y":{}}');
  });

  test('features come from feature-status', async () => {
    const resources = { 'feature-status': { file: 'catalog/f.json', path: ['features'], id: 'feature' } };
    const feature = { feature: 'shop', status: 'available' };
    const good = await derive({ resources }, { 'catalog/f.json': { features: [feature] } });
    expect(good.json('api/v1/catalog/summary.json')).toMatchObject({
      features: { shop: feature },
      resources: { 'feature-status': { count: 1, kind: 'collection' } },
    });
    const other = await derive({ resources }, { 'catalog/f.json': { features: [{ feature: 'shop' }] } });
    expect(other.json('api/v1/catalog/summary.json')).toMatchObject({ features: {} });
  });

  test('sources: records as written, a tree of their paths', async () => {
    const record = '\u{feff}{ "big": 12345678901234567890 }\n';
    const memory = await derive(
      {},
      {
        'sources/Assets/a/__proto__.json': record,
        'sources/Assets/a/b.png.json': '[]',
        'sources/Packages/10.json': '1',
        'sources/Packages/9.json': '{',
        'sources/Assets/a.json': '{}',
      },
    );
    expect(codesOf(memory.findings)).toEqual([
      'error source_path_conflict sources/Assets/a/__proto__.json ',
      'error source_path_conflict sources/Assets/a/b.png.json ',
      'error invalid_json sources/Packages/9.json ',
    ]);
    expect(memory.text('metadata/source-index/tree.json')).toBe('{"Assets":{"a":1},"Packages":{"10":1,"9":1}}');
    expect(memory.documents.get('metadata/sources/Assets/a/__proto__.json')?.bytes).toEqual(
      new TextEncoder().encode(record),
    );
    const fine = await derive({}, { 'sources/Assets/a/__proto__.json': '{}' });
    expect(fine.text('metadata/source-index/tree.json')).toBe('{"Assets":{"a":{"__proto__":1}}}');
  });

  test('marks point at files of the release, or are warned about', async () => {
    const files = {
      'assets/Assets/a.png': 'x',
      'catalog/marks.json': '{"z":"assets/Assets/a.png","__proto__":"catalog/marks.json","a":"no"}',
    };
    const memory = await derive({ uiMarks: 'catalog/marks.json' }, files);
    expect(codesOf(memory.findings)).toEqual([
      'warning mark_target_missing catalog/marks.json $.__proto__',
      'warning mark_target_missing catalog/marks.json $.a',
    ]);
    expect(memory.text('metadata/ui-marks.json')).toBe(
      '{"__proto__":"catalog/marks.json","a":"no","z":"assets/Assets/a.png"}',
    );
    const inline = await derive({ uiMarks: { b: 'assets/Assets/a.png', a: 'x' } }, files);
    expect(codesOf(inline.findings)).toEqual(['warning mark_target_missing snapshot.json $.uiMarks.a']);
    expect(codesOf((await derive({ uiMarks: 'catalog/m.json' }, { 'catalog/m.json': { a: 1 } })).findings)).toEqual([
      'error invalid_ui_marks catalog/m.json $.a',
    ]);
  });

  test('a mistake made a thousand times is reported a hundred times and counted', async () => {
    const rows = Array.from({ length: 1000 }, () => ({}));
    const { findings } = await derive({ resources: { a: { file: 'catalog/a.json' } } }, { 'catalog/a.json': rows });
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)?.message).toContain('900');
  });
});

test('every mistake of the format page is reported in one run, with file and JSON path', async () => {
  const root = folderForTest();
  mkdirSync(join(root, 'catalog'));
  const put = (path: string, content: unknown): void =>
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  put('snapshot.json', {
    server: { id: 'jp', displayName: 'Japan', region: 'jp' },
    surprise: 1,
    resources: {
      ids: { file: 'catalog/ids.json', path: ['entries'] },
      twins: { file: ['catalog/one.json', 'catalog/two.json'], views: { v: { path: [] } } },
      keys: { file: 'catalog/keys.json', dependencies: ['absent'] },
      outside: { file: 'catalog/../../etc/passwd' },
      missing: { file: 'catalog/missing.json' },
      broken: { file: 'catalog/broken.json' },
      lost: { file: 'catalog/one.json', path: ['no', 'where'] },
      scalar: { file: 'catalog/ids.json', path: ['version'] },
      mixed: { file: ['catalog/one.json', 'catalog/keys.json'] },
      relation: {
        file: 'catalog/one.json',
        relations: { r: { field: 'r', mode: 'ids' } },
        views: { v: { path: ['x'] } },
      },
    },
  });
  put('catalog/ids.json', { version: 1, entries: [{ id: 'a b' }, { id: '..' }, {}, { id: 1.5 }, 7, { id: 'ok' }] });
  put('catalog/one.json', [{ id: 1, r: ['fine', 'not fine', {}] }]);
  put('catalog/two.json', [{ id: '1' }]);
  put('catalog/keys.json', '{"a":1,"b":12345678901234567890,"a":{"x":1,"x":2},"/":0}');
  put('catalog/broken.json', '[1,');
  const snapshot = await openSnapshot(root);
  if (snapshot.descriptor === undefined) throw new Error('unusable');
  const found: Finding[] = [...snapshot.findings];
  const { descriptor } = snapshot;
  const memory = createMemoryDerivation(
    {},
    Object.fromEntries(
      await Promise.all(snapshot.files.map(async ({ path, realPath }) => [path, await Bun.file(realPath).bytes()])),
    ),
  );
  await deriveCatalog({ ...memory.context, descriptor, report: (finding) => found.push(finding) });
  expect(codesOf(found).toSorted()).toEqual(
    [
      'error unknown_key snapshot.json $.surprise',
      'error views_on_file_list snapshot.json $.resources.twins.views',
      'error unknown_dependency snapshot.json $.resources.keys.dependencies[0]',
      'error invalid_descriptor snapshot.json $.resources.outside.file',
      'error missing_file snapshot.json $.resources.missing.file',
      'error invalid_id catalog/ids.json $.entries[0].id',
      'error invalid_id catalog/ids.json $.entries[1].id',
      'error missing_id catalog/ids.json $.entries[2]',
      'error missing_id catalog/ids.json $.entries[3]',
      'error missing_id catalog/ids.json $.entries[4]',
      'error duplicate_id catalog/two.json $[0]',
      'error duplicate_id catalog/keys.json $.a',
      'error invalid_id catalog/keys.json $["/"]',
      'warning number_not_exact catalog/keys.json $.b',
      'warning duplicate_key catalog/keys.json $.a.x',
      'warning invalid_relation_key catalog/one.json $[0].r[1]',
      'error mixed_collections catalog/keys.json $',
      'error invalid_json catalog/broken.json ',
      'error path_not_found catalog/one.json $.no',
      'error not_a_collection catalog/ids.json $.version',
      'error path_not_found catalog/one.json $.x',
    ].toSorted(),
  );
});
