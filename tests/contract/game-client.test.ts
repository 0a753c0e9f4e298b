// Game-client files: manifest, index, master data and the files of the platform, with their caching classes.
import { expect, test } from 'bun:test';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { SHARD_NAMES, shardOf } from '../../src/kernel/partition.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { CATALOG_FILE, CATALOG_HASH, HASHED_BUNDLE, PLAIN_BUNDLE, writeFiles } from '../fixtures/release-snapshot.ts';
import {
  CLIENT_CACHE,
  expectBytes,
  expectPlain,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
  pinned,
  SANDBOX,
} from '../fixtures/release-world.ts';

const base = '/game-client/jp';
const FILES = [
  CATALOG_FILE,
  'catalog.hash',
  'catalog.embedded.bin',
  HASHED_BUNDLE,
  PLAIN_BUNDLE,
  '__proto__',
  'constructor',
];
const home = await keepOpen(openReleaseWorld());

const published = (path: string): Uint8Array => home.snapshot.files.get(`game-client/${path}`) ?? new Uint8Array();

test('clientManifest has the contract’s fields, follows the pointer and is short-lived', async () => {
  const answer = await home.readBoth(`${base}/manifest.json`);
  expect(answer.status).toBe(200);
  expectRelease(answer, home.release);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe(CLIENT_CACHE);
  const manifest = answer.json() as { master: { tables: { file: string }[] } };
  const size = (names: readonly string[], folder: string): number =>
    names.reduce((sum, name) => sum + published(`${folder}/${name}`).length, 0);
  expect<object>(manifest).toEqual({
    schema: 'service-game-client-v1',
    server: 'jp',
    sourceId: 'src-1',
    master: {
      systemVersion: '2026.11.21',
      versionFile: 'MasterDataSystemVersion.txt',
      tableCount: 2,
      totalBytes: size(['MasterDataSystemVersion.txt', 'MasterMusic.bin', 'MasterEmpty.bin'], 'master'),
      tables: ['MasterEmpty.bin', 'MasterMusic.bin'].map((file) => ({
        file,
        bytes: published(`master/${file}`).length,
        sha256: sha256Hex(published(`master/${file}`)),
      })),
    },
    bundles: {
      platform: 'Android',
      catalogHash: CATALOG_HASH,
      catalogFile: CATALOG_FILE,
      catalogHashFile: 'catalog.hash',
      embeddedCatalogFile: 'catalog.embedded.bin',
      bundleCount: 4,
      fileCount: 7,
      totalBytes: size(FILES, 'Android'),
      index: { algorithm: 'fnv1a32-mod-256', shards: 256, prefix: 'bundles/index/' },
    },
    routes: {
      master: '/game-client/jp/master/{file}',
      bundles: '/game-client/jp/asset/Android/{file}',
      index: '/game-client/jp/bundles/index/{shard}.json',
    },
  });
});

test('clientIndex serves all 256 shards, and they name every file once', async () => {
  const found = new Map<string, unknown>();
  for (const shard of SHARD_NAMES) {
    const answer = await home.read(`${base}/bundles/index/${shard}.json`);
    expect(answer.status).toBe(200);
    const document = answer.json() as { entries: object };
    expect<object>({ ...document, entries: {} }).toEqual({
      schema: 'service-game-client-bundles-index-v1',
      server: 'jp',
      sourceId: 'src-1',
      platform: 'Android',
      algorithm: 'fnv1a32-mod-256',
      shard,
      entries: {},
    });
    for (const [name, entry] of Object.entries(document.entries)) {
      expect(shardOf(`asset/Android/${name}`)).toBe(shard);
      found.set(name, entry);
    }
  }
  const roles: Record<string, string> = {
    [CATALOG_FILE]: 'catalog',
    'catalog.hash': 'catalog-hash',
    'catalog.embedded.bin': 'embedded-catalog',
  };
  const expected = FILES.map((name): [string, unknown] => {
    const bytes = published(`Android/${name}`);
    return [name, [sha256Hex(bytes), bytes.length, Object.hasOwn(roles, name) ? roles[name] : 'unity-bundle']];
  });
  expect(found).toEqual(new Map(expected));
});

test('clientIndex follows the manifest’s caching', async () => {
  const path = `${base}/bundles/index/09.json`;
  const answer = await home.readBoth(path);
  expectRelease(answer, home.release);
  expect(answer.headers.get('cache-control')).toBe(CLIENT_CACHE);
  expect((await home.read(pinned(path, home.release))).headers.get('cache-control')).toBe(PINNED_CACHE);
  const etag = answer.headers.get('etag') ?? '';
  expect((await home.readBoth(path, { 'if-none-match': etag })).status).toBe(304);
});

test.each([
  ['MasterDataSystemVersion.txt', 'text/plain; charset=utf-8', 'inline'],
  ['MasterMusic.bin', 'application/octet-stream', 'attachment; filename="MasterMusic.bin"'],
  ['MasterEmpty.bin', 'application/octet-stream', 'attachment; filename="MasterEmpty.bin"'],
])('clientMaster serves %s', async (name, mediaType, disposition) => {
  const bytes = published(`master/${name}`);
  const answer = await home.readBoth(`${base}/master/${name}`);
  expect(answer.status).toBe(200);
  expectBytes(answer.bytes, bytes);
  expectRelease(answer, home.release);
  expect(answer.headers.get('content-type')).toBe(mediaType);
  expect(answer.headers.get('content-disposition')).toBe(disposition);
  expect(answer.headers.get('etag')).toBe(`"${sha256Hex(bytes)}"`);
  expect(answer.headers.get('cache-control')).toBe(CLIENT_CACHE);
  const fixed = await home.read(pinned(`${base}/master/${name}`, home.release));
  expect(fixed.headers.get('cache-control')).toBe(PINNED_CACHE);
});

test.each([
  [CATALOG_FILE, PINNED_CACHE],
  [HASHED_BUNDLE, PINNED_CACHE],
  [PLAIN_BUNDLE, CLIENT_CACHE],
  ['catalog.hash', CLIENT_CACHE],
  ['catalog.embedded.bin', CLIENT_CACHE],
  ['__proto__', CLIENT_CACHE],
  ['constructor', CLIENT_CACHE],
])('clientAsset serves %s as "%s"', async (name, cache) => {
  const path = `${base}/asset/Android/${name}`;
  const bytes = published(`Android/${name}`);
  const answer = await home.readBoth(path);
  expect(answer.status).toBe(200);
  expectBytes(answer.bytes, bytes);
  expectRelease(answer, home.release);
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('content-security-policy')).toBe(SANDBOX);
  expect(answer.headers.get('etag')).toBe(`"${sha256Hex(bytes)}"`);
  expect(answer.headers.get('cache-control')).toBe(cache);
  expect((await home.read(pinned(path, home.release))).headers.get('cache-control')).toBe(PINNED_CACHE);
  expect((await home.readBoth(path, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
});

test('names count 32 hex digits in either case', async () => {
  const name = 'catalog_0123456789ABCDEF0123456789ABCDEF.bin';
  await using snapshot = await writeFiles(
    {
      server: { id: 'upper', displayName: 'Upper', region: 'en' },
      gameClient: { platform: 'iOS', catalogFile: name, catalogHashFile: 'h', embeddedCatalogFile: 'e' },
    },
    new Map([
      ['game-client/master/MasterDataSystemVersion.txt', '1'],
      [`game-client/iOS/${name}`, 'c'],
      ['game-client/iOS/h', '0123'],
      ['game-client/iOS/e', 'e'],
    ]),
  );
  await home.world.publish(snapshot.directory);
  const answer = await home.read(`/game-client/upper/asset/iOS/${name}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, PINNED_CACHE]);
  expectPlain(await home.read('/game-client/upper/asset/Android/e'), 404, 'not found');
});

test.each([
  'master/MasterAbsent.bin',
  'master/Music.bin',
  'master/MasterMusic.bin.bak',
  'master/masterMusic.bin',
  'master/Master..bin',
  'master/',
  'master',
  'master/MasterMusic.bin/x',
  'master/..%2Fmanifest.json',
  `master/Master${'x'.repeat(300)}.bin`,
  'asset/Android/absent.bundle',
  'asset/Android/toString',
  'asset/Android/',
  'asset/Android',
  'asset/android/catalog.hash',
  'asset/iOS/catalog.hash',
  'asset/__proto__/x',
  'asset/master/MasterMusic.bin',
  'asset/Android/..%2Fmaster%2FMasterMusic.bin',
  'asset/Android/catalog.hash%00',
  'asset/Android/%ff',
  `asset/Android/${'x'.repeat(513)}`,
  `asset/${'p'.repeat(33)}/x`,
  'bundles/index/0.json',
  'bundles/index/zz.json',
  'bundles/index/AB.json',
  'bundles/index/00',
  'bundles/index/000.json',
  'bundles/index',
  'Manifest.json',
  '',
])('%s is a plain not found', async (path) => {
  expectPlain(await home.readBoth(`${base}/${path}`), 404, 'not found');
});

test('a release without a game client answers a plain not found everywhere', async () => {
  await using snapshot = await writeFiles(
    { server: { id: 'bare', displayName: 'Bare', region: 'en' } },
    new Map([['runtime/a.txt', 'a']]),
  );
  const release = await home.world.publish(snapshot.directory);
  for (const path of ['manifest.json', 'bundles/index/00.json', 'master/MasterMusic.bin', 'asset/Android/x']) {
    const answer = await home.readBoth(`/game-client/bare/${path}`);
    expectPlain(answer, 404, 'not found');
    expectRelease(answer, release);
  }
  expectPlain(await home.readBoth('/game-client/nobody/manifest.json'), 404, 'not found');
});
