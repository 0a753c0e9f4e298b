// Pinned reads: old bytes stay under their release id while the server goes on; what a pin may look like.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { CATALOG_FILE, writeSnapshot } from '../fixtures/release-snapshot.ts';
import {
  comparable,
  expectPlain,
  expectRefusal,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
  pinned,
} from '../fixtures/release-world.ts';
import { words } from '../fixtures/words.ts';

const before = new Map<string, string>();
const API = words(`
  /api/v1/servers/jp/release /api/v1/servers/jp/release?projection=identity /api/v1/servers/jp/catalog
  /api/v1/servers/jp/catalog/summary /api/v1/servers/jp/things /api/v1/servers/jp/things/10
  /api/v1/servers/jp/things?id=10&id=x /api/v1/servers/jp/things?limit=3 /api/v1/servers/jp/things/relations/tag/red
  /api/v1/servers/jp/things/relations/group/even /api/v1/servers/jp/story /api/v1/servers/jp/list/views/odd
  /api/v1/servers/jp/list/views/odd/o-1 /api/v1/servers/jp/ui-marks /api/v1/servers/jp/sources/tree
  /api/v1/servers/jp/sources/Assets/ui/r1.png
`);
const FILES = [
  '/assets/jp/Assets/edition.txt',
  '/assets/jp/Assets/loc/a(en).png',
  '/runtime/jp/deep/er/file.json',
  '/objects/jp/unity/level0.jsonl',
  '/game-client/jp/manifest.json',
  '/game-client/jp/bundles/index/09.json',
  '/game-client/jp/master/MasterDataSystemVersion.txt',
  '/game-client/jp/master/MasterMusic.bin',
  `/game-client/jp/asset/Android/${CATALOG_FILE}`,
  '/game-client/jp/asset/Android/catalog.hash',
];

const home = await keepOpen(openReleaseWorld());
for (const path of [...API, ...FILES]) before.set(path, (await home.read(path)).text);
const second = await keepOpen(writeSnapshot({ edition: 'two', sourceId: 'src-2' }));
const next = await home.world.publish(second.directory);

test.each([...API, ...FILES])('the old release stays readable, byte for byte and immutable: %s', async (path) => {
  const answer = await home.readBoth(pinned(path, home.release));
  expect([answer.status, answer.text]).toEqual([200, before.get(path) ?? '']);
  expectRelease(answer, home.release);
  expect(answer.headers.get('cache-control')).toBe(PINNED_CACHE);
});

test.each([...API, ...FILES])('the current release is named on unpinned answers: %s', async (path) => {
  const answer = await home.readBoth(path);
  expect(answer.status).toBe(200);
  expectRelease(answer, next);
  expect(answer.headers.get('cache-control')).not.toBe('no-store');
});

test('what changed differs between the two, what did not keeps its tag', async () => {
  const entity = '/api/v1/servers/jp/things/10';
  expect((await home.read(entity)).text).toContain('two');
  expect((await home.read(pinned(entity, home.release))).text).toContain('one');
  expect((await home.read('/assets/jp/Assets/edition.txt')).text).toBe('edition two\n');
  const same = '/assets/jp/Assets/text.txt';
  const [old, now] = [await home.read(pinned(same, home.release)), await home.read(same)];
  expect(old.headers.get('etag')).toBe(now.headers.get('etag') ?? '');
});

test('a pin to the current release answers the same bytes as no pin', async () => {
  for (const path of [...API, ...FILES]) {
    const [free, fixed] = [await home.read(path), await home.read(pinned(path, next))];
    expect(fixed.text).toBe(free.text);
    const { 'cache-control': _free, ...freeHeaders } = comparable(free.headers);
    const { 'cache-control': cache, ...fixedHeaders } = comparable(fixed.headers);
    expect(fixedHeaders).toEqual(freeHeaders);
    expect(cache).toBe(PINNED_CACHE);
  }
});

test('a pin that is malformed, unknown or given twice is refused on every route that takes one', async () => {
  const twice = `release=${next.releaseId}&release=${next.releaseId}`;
  for (const path of API) {
    const join = path.includes('?') ? '&' : '?';
    expectRefusal(await home.readBoth(`${path}${join}release=r-1`), 400, 'invalid_release');
    expectRefusal(await home.readBoth(`${path}${join}release=r-ffffffffffffffffffff`), 404, 'release_not_found');
    expectRefusal(await home.readBoth(`${path}${join}${twice}`), 400, 'duplicate_query_parameter');
  }
  for (const path of FILES) {
    expectPlain(await home.readBoth(`${path}?release=r-1`), 400, 'invalid_release');
    expectPlain(await home.readBoth(`${path}?release=r-ffffffffffffffffffff`), 404, 'not found');
    expectPlain(await home.readBoth(`${path}?${twice}`), 400, 'duplicate_query_parameter');
  }
});

test('refusals below a pin carry the headers of the pinned release', async () => {
  const entity = await home.readBoth(pinned('/api/v1/servers/jp/things/absent', home.release));
  expectRefusal(entity, 404, 'entity_not_found');
  expectRelease(entity, home.release);
  const file = await home.readBoth(pinned('/assets/jp/Assets/absent.png', home.release));
  expectPlain(file, 404, 'not found');
  expectRelease(file, home.release);
  const range = await home.read(pinned('/assets/jp/Assets/text.txt', home.release), { range: 'bytes=99-' });
  expect(range.status).toBe(416);
  expectRelease(range, home.release);
});

test('a release id of one server is unknown on another', async () => {
  await using other = await writeSnapshot({ server: 'kr', sourceId: 'kr-1' });
  const kr = await home.world.publish(other.directory);
  expectRefusal(await home.read(pinned('/api/v1/servers/jp/catalog', kr)), 404, 'release_not_found');
  expectRefusal(await home.read(pinned('/api/v1/servers/kr/catalog', next)), 404, 'release_not_found');
});

test('artifacts ignore a pin', async () => {
  const answer = await home.read('/artifacts/jp/src-1/android/bundles/a.bundle?release=nonsense&release=x');
  expect([answer.status, answer.text]).toEqual([200, 'artifact a']);
});
