// Every route that reads through a release, against every outcome that such a read can have: an unknown server, the pins
// that are refused, a damaged or absent release, a store that is away, and what conditions and ranges lead to.
import { expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pointerKey, releaseIdentityKey } from '../../src/kernel/object-key.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { CATALOG_FILE, writeSnapshot } from '../fixtures/release-snapshot.ts';
import { type Answer, openReleaseWorld, pinned, readFrom } from '../fixtures/release-world.ts';
import { openWorld, type World } from '../world.ts';

const api = '/api/v1/servers/jp';
const JSON_READS = [
  `${api}/things`,
  `${api}/things/10`,
  `${api}/list/views/odd`,
  `${api}/list/views/odd/o-1`,
  `${api}/things/relations/tag/red`,
  `${api}/catalog/presentation`,
  `${api}/catalog/schema/things`,
  `${api}/catalog/types.d.ts`,
  `${api}/release/origin`,
];
const RANGED = [
  `${api}/release`,
  `${api}/release/entry?path=api/v1/catalog/manifest.json`,
  `${api}/catalog`,
  `${api}/catalog/summary`,
  `${api}/ui-marks`,
  `${api}/sources/tree`,
  `${api}/sources/Assets/ui/r1.png`,
  `${api}/sources/Packages/pack/p.txt`,
  `${api}/things`,
  `${api}/list/views/odd`,
  '/assets/jp/Assets/text.txt',
  '/runtime/jp/voice',
  '/objects/jp/unity/level0.jsonl',
  '/game-client/jp/manifest.json',
  '/game-client/jp/bundles/index/09.json',
  '/game-client/jp/master/MasterMusic.bin',
  `/game-client/jp/asset/Android/${CATALOG_FILE}`,
];
const PICTURE = '/pictures/jp/96/assets/Assets/ui/r1.png';
const QUERIES = [`${api}/catalog/query/things`, `${api}/catalog/query/things/fields`, `${api}/catalog/search?q=a`];
const DATABASE = `${api}/catalog/database.sqlite`;
const EXPORTS = ['ndjson', 'csv', 'parquet'].map((form) => `${api}/catalog/export/things.${form}`);
/** The release has no levels; what comes before the chart is looked for is the same. */
const CHART = '/api/v1/charts/jp/1/easy';
const ARTIFACT = '/artifacts/jp/src-1/android/bundles/a.bundle';
const FILES = `${api}/release/files`;
const READS = [...new Set([...JSON_READS, ...RANGED, ...QUERIES, DATABASE, ...EXPORTS, PICTURE, CHART, FILES])];

const home = await keepOpen(openReleaseWorld());
await home.world.until(async () => (await home.read(DATABASE, {}, 'HEAD')).status === 200);

const isPlain = (path: string): boolean => !path.startsWith('/api');

function expectCode(path: string, answer: Answer, status: number, code: string): void {
  const text = isPlain(path) ? (status === 404 ? 'not found' : code) : `"${code}"`;
  expect([path, answer.status, answer.text]).toEqual([path, status, expect.stringContaining(text)]);
}

/** A query as a body, which is a read of the release, too. */
async function expectPosted(world: World, release: string | undefined, status: number, code: string): Promise<void> {
  const answer = await world.fetch(`${api}/catalog/query/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(release === undefined ? {} : { release }),
  });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`"${code}"`)]);
}

test('unknown servers and refused pins', async () => {
  for (const path of READS) {
    expectCode(path, await home.read(path.replace('/jp/', '/nobody/')), 404, 'server_not_found');
    const pin = (releaseId: string): string => pinned(path, { releaseId });
    expectCode(path, await home.read(pin('r-00000000000000000000')), 404, 'release_not_found');
    expectCode(path, await home.read(pin('1')), 400, 'invalid_release');
    const twice = pinned(pinned(path, home.release), home.release);
    expectCode(path, await home.read(twice), 400, 'duplicate_query_parameter');
  }
});

test('conditions and ranges', async () => {
  for (const path of [...READS, ARTIFACT].filter((read) => ![...EXPORTS, PICTURE, CHART].includes(read))) {
    const etag = (await home.read(path)).headers.get('etag') ?? '';
    expect([path, (await home.read(path, { 'if-none-match': etag })).status]).toEqual([path, 304]);
  }
  for (const path of [...RANGED, DATABASE, ARTIFACT]) {
    expect([path, (await home.read(path, { range: 'bytes=0-0' })).status]).toEqual([path, 206]);
    expect([path, (await home.read(path, { range: 'bytes=5-2' })).status]).toEqual([path, 416]);
  }
});

test('views are refused as resources are', async () => {
  const path = `${api}/list/views/odd`;
  expectCode(path, await home.read(`${path}?limit=0`), 400, 'invalid_limit');
  expectCode(path, await home.read(`${api}/nope/views/odd/o-1`), 404, 'resource_not_found');
});

test('a release whose identity is damaged is 502 under its pin on every route', async () => {
  await using two = await writeSnapshot({ edition: 'two', sourceId: 'src-2' });
  const staged = await home.world.publish(two.directory, { promote: false });
  await writeFile(join(home.world.objectsDirectory, releaseIdentityKey('jp', staged.releaseId)), '{}');
  for (const path of READS) {
    expectCode(path, await home.read(pinned(path, staged)), 502, 'release_identity_invalid');
  }
  await expectPosted(home.world, staged.releaseId, 502, 'release_identity_invalid');
});

test('a damaged pointer is 502 on every route', async () => {
  const file = join(home.world.objectsDirectory, pointerKey('jp'));
  const bytes = await readFile(file);
  await writeFile(file, '{}');
  try {
    await using fresh = await openWorld({ LIVEHOUSE_DATA: home.world.dataDirectory });
    fresh.expectLogError('the current release is damaged');
    home.world.expectLogError('the current release is damaged');
    for (const path of READS) expectCode(path, await readFrom(fresh, path), 502, 'release_invalid');
    await expectPosted(fresh, undefined, 502, 'release_invalid');
  } finally {
    await writeFile(file, bytes);
  }
  await home.world.until(async () => (await home.read(`${api}/catalog`)).status === 200);
});

test('a store that is away is 503 on every route, and comes back', async () => {
  await home.world.withoutStore(async () => {
    for (const path of READS) {
      const answer = await home.read(pinned(path, { releaseId: 'r-11111111111111111111' }));
      expectCode(path, answer, 503, 'storage_unavailable');
    }
    expectCode(ARTIFACT, await home.read(ARTIFACT.replace('src-1', 'src-9')), 503, 'storage_unavailable');
    await expectPosted(home.world, 'r-11111111111111111111', 503, 'storage_unavailable');
  });
  await home.world.until(async () => (await home.read('/readyz')).status === 200);
});
