// A server that is taken out: gone from the registry and its routes, readable by pins, back by publishing. Rollback and
// promotion move the current release for everybody who does not pin.
import { expect, test } from 'bun:test';
import { promoteRelease, retireServer, rollbackRelease } from '../../src/features/release/store/promote.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { writeSnapshot } from '../fixtures/release-snapshot.ts';
import { expectPlain, expectRefusal, openReleaseWorld, pinned } from '../fixtures/release-world.ts';

const api = '/api/v1/servers/jp';
const home = await keepOpen(openReleaseWorld());

const currentId = async (): Promise<string | null> =>
  (await home.read(`${api}/things/10`)).headers.get('x-service-release-id');

test('rollback and promotion change what unpinned reads get', async () => {
  const objects = openDiskObjects(home.world.objectsDirectory);
  await using two = await writeSnapshot({ edition: 'two', sourceId: 'src-2' });
  const next = await home.world.publish(two.directory);
  expect(await currentId()).toBe(next.releaseId);
  await rollbackRelease(objects, 'jp');
  await home.world.until(async () => (await currentId()) === home.release.releaseId);
  expect((await home.read('/assets/jp/Assets/edition.txt')).text).toBe('edition one\n');
  await promoteRelease(objects, 'jp', next.releaseId);
  await home.world.until(async () => (await currentId()) === next.releaseId);
  expect((await home.read('/assets/jp/Assets/edition.txt')).text).toBe('edition two\n');
  await rollbackRelease(objects, 'jp');
  await home.world.until(async () => (await currentId()) === home.release.releaseId);
});

test('a promoted release shows within two seconds', async () => {
  const objects = openDiskObjects(home.world.objectsDirectory);
  await using three = await writeSnapshot({ edition: 'three', sourceId: 'src-3' });
  const next = await home.world.publish(three.directory, { promote: false });
  expect(await currentId()).toBe(home.release.releaseId);
  await promoteRelease(objects, 'jp', next.releaseId);
  await home.world.until(async () => (await currentId()) === next.releaseId, 2000);
  await promoteRelease(objects, 'jp', home.release.releaseId);
  await home.world.until(async () => (await currentId()) === home.release.releaseId, 2000);
});

test('a retired server is 404 everywhere but under a pin, and publishing brings it back', async () => {
  const objects = openDiskObjects(home.world.objectsDirectory);
  const good = (await home.read(`${api}/things/10`)).text;
  await retireServer(objects, 'jp');
  await home.world.until(async () => (await home.read(`${api}/catalog`)).status === 404);
  expect((await home.read('/api/v1/releases')).json()).toEqual({ releases: [] });
  for (const path of ['release', 'catalog', 'catalog/summary', 'things', 'things/10', 'ui-marks', 'sources/tree']) {
    expectRefusal(await home.readBoth(`${api}/${path}`), 404, 'server_not_found');
  }
  for (const path of [
    '/assets/jp/Assets/text.txt',
    '/runtime/jp/voice',
    '/objects/jp/unity/level0.jsonl',
    '/game-client/jp/manifest.json',
    '/artifacts/jp/src-1/android/bundles/a.bundle',
  ]) {
    expectPlain(await home.readBoth(path), 404, 'not found');
  }
  expect((await home.read(pinned(`${api}/things/10`, home.release))).text).toBe(good);
  expect((await home.read(pinned('/assets/jp/Assets/text.txt', home.release))).text).toBe('hello text\n');
  expectRefusal(await home.read(`${api}/catalog?release=r-00000000000000000000`), 404, 'release_not_found');
  await home.world.publish(home.snapshot.directory);
  expect(await currentId()).toBe(home.release.releaseId);
  expect((await home.read('/artifacts/jp/src-1/android/bundles/a.bundle')).text).toBe('artifact a');
});
