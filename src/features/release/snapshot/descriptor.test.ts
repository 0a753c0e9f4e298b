import { describe, expect, test } from 'bun:test';
import { type Descriptor, parseDescriptor } from './descriptor.ts';
import { presentSnapshotSchema } from './descriptor-schema.ts';

const server = { id: 'jp', displayName: 'Japan', region: 'jp' };

function parse(input: unknown): { readonly descriptor: Descriptor | undefined; readonly codes: readonly string[] } {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const { descriptor, findings } = parseDescriptor(new TextEncoder().encode(text));
  expect(findings.every(({ file, severity }) => file === 'snapshot.json' && severity === 'error')).toBe(true);
  return { descriptor, codes: findings.map(({ code, path }) => `${code} ${path}`) };
}

describe('parseDescriptor', () => {
  test('defaults are filled in', () => {
    const { descriptor, codes } = parse({ server, resources: { b: { file: 'catalog/b.json' } } });
    expect(codes).toEqual([]);
    expect(descriptor).toEqual({
      server: { id: 'jp', displayName: 'Japan', region: 'jp' },
      sourceId: undefined,
      mounts: [],
      exclude: [],
      resources: [
        {
          name: 'b',
          files: ['catalog/b.json'],
          editions: [{ locale: undefined, files: ['catalog/b.json'], isGlob: false }],
          otherLocales: undefined,
          globs: [],
          joined: false,
          kind: 'collection',
          glob: undefined,
          format: undefined,
          delimiter: undefined,
          path: [],
          id: [],
          duplicates: 'error',
          summary: 'all',
          dependencies: [],
          relations: [],
          views: [],
          merge: [],
          keys: [],
          localized: undefined,
          fields: new Map(),
        },
      ],
      uiMarks: undefined,
      gameClient: undefined,
      levels: undefined,
      locales: undefined,
      presentation: undefined,
      groups: undefined,
    });
  });

  test('everything that the format page shows is accepted', () => {
    const { descriptor, codes } = parse({
      $schema: '../snapshot.schema.json',
      server,
      sourceId: 'v25-spring',
      mounts: {
        'catalog/all.json': '../tables/All.json',
        'assets/Assets/textures': { from: '../elsewhere/textures', exclude: ['**/*.js'] },
      },
      exclude: ['**/.DS_Store'],
      resources: {
        songs: {
          file: 'catalog/songs.json',
          kind: 'collection',
          path: ['entries'],
          id: ['musicId', { field: 'uniqueName', encode: 'path' }],
          duplicates: 'first',
          summary: ['musicId', 'title'],
          dependencies: ['bands'],
          relations: { band: { field: ['bandId', 'bandIds'], mode: 'records', encode: 'path' } },
          views: { difficulties: { path: ['difficulties'], id: 'key', summary: 'all' } },
        },
        bands: { file: ['catalog/a.json', 'catalog/b.json'] },
      },
      uiMarks: { star: 'assets/Assets/star.png' },
      gameClient: {
        platform: 'Android',
        catalogFile: 'c.bin',
        catalogHashFile: 'c.hash',
        embeddedCatalogFile: 'e.bin',
      },
      levels: {
        resource: 'songs',
        title: 'title',
        artists: 'artists',
        cover: 'jacket',
        bgm: 'audio',
        charts: 'charts',
      },
    });
    expect(codes).toEqual([]);
    expect(descriptor?.mounts).toEqual([
      { path: 'assets/Assets/textures', from: '../elsewhere/textures', exclude: ['**/*.js'] },
      { path: 'catalog/all.json', from: '../tables/All.json', exclude: [] },
    ]);
    expect(descriptor?.resources.map(({ name, joined }) => [name, joined])).toEqual([
      ['bands', true],
      ['songs', false],
    ]);
    expect(descriptor?.resources[1]?.id).toEqual([
      { field: 'musicId', encode: undefined },
      { field: 'uniqueName', encode: 'path' },
    ]);
    expect(descriptor?.levels?.publishedAt).toBeUndefined();
  });

  test('every mistake of every section is reported in one run', () => {
    const { codes } = parse(`{
      "server": {"id": "jp", "displayName": "", "region": "mars", "extra": 1},
      "sourceId": "no spaces",
      "mounts": {"../up": "x", "assets/a": {"from": "", "globs": []}, "__proto__": "x"},
      "exclude": "*.js",
      "resources": {
        "Songs": {"file": "catalog/s.json"},
        "release": {"file": "catalog/s.json"},
        "a": {"file": "catalog/../../etc/passwd"},
        "b": {"file": "catalog/b.json", "sumary": "all", "relations": {"__proto__": {"field": "x", "mode": "ids"}}},
        "c": {"file": ["catalog/c.json", "catalog/c.json"], "views": {"v": {"path": []}}, "dependencies": ["nope", "c"]},
        "d": {"file": "catalog/d.json", "kind": "document", "id": "x", "relations": {"r": {"field": "x", "mode": "ids"}}}
      },
      "uiMarks": {"x": 1},
      "gameClient": {"platform": "master", "catalogFile": "a/b", "catalogHashFile": "h"},
      "levels": {"resource": "none", "title": "t", "charts": "c"},
      "unknown": true,
      "__proto__": 1
    }`);
    expect(codes.toSorted()).toEqual(
      [
        'unknown_key $.unknown',
        'unknown_key $.__proto__',
        'invalid_descriptor $.server.displayName',
        'invalid_descriptor $.server.region',
        'unknown_key $.server.extra',
        'invalid_descriptor $.sourceId',
        'invalid_descriptor $.mounts["../up"]',
        'invalid_descriptor $.mounts["assets/a"].from',
        'unknown_key $.mounts["assets/a"].globs',
        'invalid_descriptor $.mounts.__proto__',
        'invalid_descriptor $.exclude',
        'invalid_descriptor $.resources.Songs',
        'invalid_descriptor $.resources.release',
        'invalid_descriptor $.resources.a.file',
        'unknown_key $.resources.b.sumary',
        'invalid_descriptor $.resources.b.relations.__proto__',
        'duplicate_file $.resources.c.file[1]',
        'views_on_file_list $.resources.c.views',
        'unknown_dependency $.resources.c.dependencies[0]',
        'invalid_dependency $.resources.c.dependencies[1]',
        'document_collection $.resources.d.kind',
        'document_relations $.resources.d.relations',
        'invalid_descriptor $.uiMarks.x',
        'invalid_descriptor $.gameClient.platform',
        'invalid_descriptor $.gameClient.catalogFile',
        'invalid_descriptor $.gameClient.embeddedCatalogFile',
        'unknown_resource $.levels.resource',
      ].toSorted(),
    );
  });

  test.each([
    [undefined, '$.server'],
    [{ id: 'No such', displayName: 'Japan', region: 'jp' }, '$.server.id'],
  ])('a server that is %j hides no other mistake', (wrong, place) => {
    const { descriptor, codes } = parse({
      ...(wrong && { server: wrong }),
      sourceId: '-',
      exclude: 'x',
      uiMarks: 5,
      gameClient: {},
      resources: { a: { file: 'catalog/a.json' } },
    });
    expect(codes.toSorted()).toEqual(
      [
        `invalid_descriptor ${place}`,
        'invalid_descriptor $.sourceId',
        'invalid_descriptor $.exclude',
        'invalid_descriptor $.uiMarks',
        'invalid_descriptor $.gameClient.platform',
        'invalid_descriptor $.gameClient.catalogFile',
        'invalid_descriptor $.gameClient.catalogHashFile',
        'invalid_descriptor $.gameClient.embeddedCatalogFile',
      ].toSorted(),
    );
    expect(descriptor?.resources.map(({ name }) => name)).toEqual(['a']);
  });

  test('a dependency on an invalid resource is not reported as unknown', () => {
    const { codes } = parse({
      server,
      resources: { a: { file: 'catalog/a.json', dependencies: ['b'] }, b: { file: 'b.json' } },
    });
    expect(codes).toEqual(['invalid_descriptor $.resources.b.file']);
  });

  test.each([
    ['', 'invalid_json '],
    ['[]', 'invalid_descriptor $'],
    ['null', 'invalid_descriptor $'],
  ])('%j is no descriptor', (text, code) => {
    expect(parse(text)).toEqual({ descriptor: undefined, codes: [code] });
  });

  test('a duplicate key is an error', () => {
    expect(parse('{"server":{"id":"jp","displayName":"J","region":"jp"},"resources":{"a":1,"a":2}}').codes[0]).toBe(
      'duplicate_key $.resources.a',
    );
  });

  test('marks may have any name', () => {
    const { descriptor, codes } = parse(`{"server":${JSON.stringify(server)},"uiMarks":{"__proto__":"a","1":"b"}}`);
    expect(codes).toEqual([]);
    expect(descriptor?.uiMarks).toEqual({
      kind: 'inline',
      entries: [
        ['1', 'b'],
        ['__proto__', 'a'],
      ],
    });
  });
});

test('the committed JSON Schema is up to date (node bin/bun.js tools/generate-snapshot-schema.ts)', async () => {
  const committed: unknown = await Bun.file(`${import.meta.dir}/../../../../docs/snapshot.schema.json`).json();
  expect(JSON.parse(JSON.stringify(presentSnapshotSchema()))).toEqual(committed);
});
