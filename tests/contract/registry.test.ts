// The registry of servers: shape, order, and who is in it.
import { expect, onTestFinished, test } from 'bun:test';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { listServers } from '../../src/features/administration/releases/servers.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { writeFiles } from '../fixtures/release-snapshot.ts';
import { expectRefusal, openReleaseWorld } from '../fixtures/release-world.ts';
import { openWorld } from '../world.ts';

const home = await keepOpen(openReleaseWorld());

async function publishServer(id: string, displayName: string, region: string, promote = true) {
  await using snapshot = await writeFiles(
    { server: { id, displayName, region } },
    new Map([['runtime/a.txt', `server ${id}`]]),
  );
  return await home.world.publish(snapshot.directory, { promote });
}

test('releaseList names every active server with exactly three keys', async () => {
  const answer = await home.readBoth('/api/v1/releases');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.json()).toEqual({ releases: [{ id: 'jp', displayName: 'Japan', region: 'jp' }] });
});

test('releaseList is ordered by region, display name without case, and id', async () => {
  await publishServer('zz', 'alpha', 'jp');
  await publishServer('aa', 'Beta', 'jp');
  await publishServer('b2', 'same', 'en');
  await publishServer('b1', 'SAME', 'en');
  await publishServer('world', 'World', 'global');
  await publishServer('a'.repeat(32), 'Longest id', 'cn');
  const { releases } = (await home.read('/api/v1/releases')).json() as { releases: { id: string }[] };
  expect(releases.map(({ id }) => id)).toEqual(['world', 'zz', 'aa', 'jp', 'a'.repeat(32), 'b1', 'b2']);
});

test('a server without a promoted release is not in the registry, but can be read pinned', async () => {
  const release = await publishServer('staged', 'Staged', 'kr', false);
  // One look reads the pointers of all servers, so whoever sees this one has looked for the staged one as well.
  await publishServer('later', 'Later', 'kr');
  expect((await home.read('/api/v1/releases')).text).not.toContain('staged');
  expectRefusal(await home.read('/api/v1/servers/staged/release'), 404, 'server_not_found');
  const pinned = await home.read(`/runtime/staged/a.txt?release=${release.releaseId}`);
  expect([pinned.status, pinned.text]).toEqual([200, 'server staged']);
});

test('releaseList answers 304 to its own tag and ignores unknown parameters', async () => {
  const answer = await home.read('/api/v1/releases?x=1&x=2');
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const again = await home.read('/api/v1/releases', { 'if-none-match': etag });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect(again.headers.get('etag')).toBe(etag);
});

test('paths below the registry are no routes', async () => {
  expectRefusal(await home.read('/api/v1/releases/jp'), 404, 'route_not_found');
  expectRefusal(await home.read('/api/v1/releases/'), 404, 'route_not_found');
  expectRefusal(await home.read('/api/v1'), 404, 'route_not_found');
});

test('a server whose files cannot be read takes no other away, also after a restart', async () => {
  await publishServer('broken', 'Broken', 'tw');
  const { dataDirectory, objectsDirectory } = home.world;
  const pointer = join(objectsDirectory, 'servers', 'broken', 'current.json');
  renameSync(pointer, `${pointer}.kept`);
  // Reading it fails, as it does for a file of another user, also for root.
  symlinkSync(pointer, pointer);
  onTestFinished(() => {
    rmSync(pointer);
    renameSync(`${pointer}.kept`, pointer);
  });
  await home.world.until(() => home.world.log.some(({ message }) => message.includes('of a server cannot be read')));
  expect((await home.read('/readyz')).status).toBe(200);
  // What is known of it is still served.
  expect((await home.read('/runtime/broken/a.txt')).text).toBe('server broken');

  await using restarted = await openWorld({ LIVEHOUSE_DATA: dataDirectory });
  const read = async (path: string): Promise<number> => (await restarted.fetch(path)).status;
  expect([await read('/readyz'), await read('/api/v1/servers/jp/catalog')]).toEqual([200, 200]);
  const refused = await restarted.fetch('/api/v1/servers/broken/release');
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'storage_unavailable' } }]);
  const listed = await listServers(openDiskObjects(objectsDirectory));
  expect(listed.find(({ id }) => id === 'broken')).toMatchObject({ status: 'damaged', releases: [] });
  expect(listed.find(({ id }) => id === 'jp')).toMatchObject({ status: 'active' });
});
