// Releases on a real S3-compatible server: published, served, promoted by another process, damaged, verified, repaired and
// collected, with the commands and over HTTP.
import { beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, pointerKey, sourceManifestKey } from '../../src/kernel/object-key.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';
import { createS3Store, requireServer, type S3Store } from '../fixtures/s3-store.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

let data = '';
let store: S3Store;
let snapshot: SmallSnapshot;

beforeEach(() => {
  data = folderForTest();
  store = createS3Store(requireServer('TEST_S3_URL'));
  snapshot = keepForTest(createSmallSnapshot());
});

/** A command with `--json` on the store; its exit code and JSON. */
async function run(...args: string[]) {
  const { code, stdout, stderr } = await runProgram([...LIVEHOUSE, ...args, '--json'], {
    ...store.environment,
    LIVEHOUSE_DATA: data,
  });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return { code, json: JSON.parse(stdout) };
}

const mediaPath = (i: number): string => `/assets/jp/Assets/media-${i}.txt`;

test('published by a command and served; the next release appears without a restart', async () => {
  const first = (await run('publish', snapshot.directory)).json;
  expect(first).toMatchObject({ ok: true, promoted: true, unchanged: false });
  expect((await run('publish', snapshot.directory)).json).toMatchObject({ unchanged: true, objects: { written: 0 } });
  expect(existsSync(join(data, 'objects'))).toBe(false);

  await using world = await openWorld(store.environment);
  const answer = await world.fetch(mediaPath(1));
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '7', 'media 1']);
  expect((await world.fetch('/api/v1/servers/jp/songs/3')).status).toBe(200);
  const range = await world.fetch(mediaPath(1), { headers: { range: 'bytes=2-3' } });
  expect([range.status, await range.text()]).toEqual([206, 'di']);

  snapshot.write('assets/Assets/media-1.txt', 'changed');
  const second = (await run('publish', snapshot.directory)).json;
  await world.until(async () => (await (await world.fetch(mediaPath(1))).text()) === 'changed');
  const pinned = await world.fetch(`${mediaPath(1)}?release=${first.releaseId}`);
  expect(await pinned.text()).toBe('media 1');

  expect((await run('releases', 'rollback', 'jp')).json).toMatchObject({ ok: true, releaseId: first.releaseId });
  await world.until(async () => (await (await world.fetch(mediaPath(1))).text()) === 'media 1');
  expect((await run('releases', 'list')).json.servers[0]).toMatchObject({ id: 'jp', current: first.releaseId });
  expect((await run('releases', 'diff', 'jp', first.releaseId, second.releaseId)).json.changed).toContain(
    'assets/Assets/media-1.txt',
  );
});

describe('damage', () => {
  test('it is found by verify, never served, and repaired by restoring the object', async () => {
    await run('publish', snapshot.directory);
    expect((await run('releases', 'verify', 'jp')).json).toMatchObject({ ok: true, problems: [] });
    const altered = contentKey(sha256Hex('media 2'));
    const missing = contentKey(sha256Hex('media 3'));
    await store.put(altered, Buffer.from('MEDIA 2'));
    await store.remove(missing);
    const { code, json } = await run('releases', 'verify', 'jp');
    expect(code).toBe(1);
    expect(json.problems).toEqual(
      [
        { key: altered, code: 'object_corrupt' },
        { key: missing, code: 'object_missing' },
      ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    );

    await using world = await openWorld(store.environment);
    for (const i of [2, 3]) {
      const answer = await world.fetch(mediaPath(i));
      expect([answer.status, await answer.text()]).toEqual([502, 'object_corrupt']);
    }
    expect((await world.fetch(mediaPath(1))).status).toBe(200);
    await store.put(altered, Buffer.from('media 2'));
    await store.put(missing, Buffer.from('media 3'));
    for (const i of [2, 3]) {
      await world.untilThere(mediaPath(i), 15_000);
      expect(await (await world.fetch(mediaPath(i))).text()).toBe(`media ${i}`);
    }
    expect((await run('releases', 'verify', 'jp')).json.problems).toEqual([]);
  });

  test('a damaged pointer is 502, and publishing again repairs it', async () => {
    await run('publish', snapshot.directory);
    await using world = await openWorld(store.environment);
    world.expectLogError('the current release is damaged');
    await store.put(pointerKey('jp'), Buffer.from('{}'));
    await world.until(async () => (await world.fetch(mediaPath(1))).status === 502);
    expect((await run('publish', snapshot.directory)).json).toMatchObject({ ok: true, promoted: true });
    await world.untilThere(mediaPath(1));
  });
});

test('a dry run writes nothing; collection removes what nothing needs', async () => {
  const dry = (await run('publish', snapshot.directory, '--dry-run')).json;
  expect(dry).toMatchObject({ ok: true, promoted: false });
  expect(await store.read(pointerKey('jp'))).toBeUndefined();
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) {
    snapshot.write('assets/Assets/media-0.txt', `version ${i}`);
    ids.push((await run('publish', snapshot.directory)).json.releaseId);
  }
  const planned = (await run('releases', 'gc', '--keep', '2', '--dry-run')).json;
  const done = (await run('releases', 'gc', '--keep', '2')).json;
  expect(done).toEqual({ ...planned, dryRun: false });
  expect(done.releases).toBe(2);
  expect(await store.read(contentKey(sha256Hex('version 0')))).toBeUndefined();
  expect(await store.read(contentKey(sha256Hex('version 3')))).toBeDefined();
  const left = (await run('releases', 'list')).json.servers[0].releases;
  expect(left.map(({ releaseId }: { releaseId: string }) => releaseId).sort()).toEqual(ids.slice(2).sort());
  expect((await run('releases', 'verify', 'jp')).json.problems).toEqual([]);
  expect((await run('releases', 'gc', '--keep', '2')).json).toMatchObject({ releases: 0, objects: 0 });
});

test('an artifact of a source that was just collected is 404, also if its manifest was just read', async () => {
  snapshot.describe({ sourceId: 'v1' });
  snapshot.write('artifacts/android/bundles/two.bundle', 'bundle two');
  expect((await run('publish', snapshot.directory)).code).toBe(0);
  await using world = await openWorld(store.environment);
  const artifact = async (name: string): Promise<string> => {
    const answer = await world.fetch(`/artifacts/jp/v1/android/bundles/${name}.bundle`);
    return `${answer.status} ${await answer.text()}`;
  };
  expect(await artifact('one')).toBe('200 bundle one');
  const manifest = (await store.read(sourceManifestKey('jp', 'v1'))) ?? new Uint8Array();
  // In the order of a collection, which removes the source before its content.
  await store.remove(sourceManifestKey('jp', 'v1'));
  await store.remove(contentKey(sha256Hex('bundle two')));
  expect(await artifact('two')).toBe('404 not found');
  // If the source still exists, the same loss is damage.
  await store.put(sourceManifestKey('jp', 'v1'), manifest);
  await world.until(async () => (await artifact('two')) === '502 object_corrupt');
});

test('two concurrent publishers: both get a result, one release is current, nothing is damaged', async () => {
  using other = createSmallSnapshot({ media: 6 });
  const results = await Promise.all([run('publish', snapshot.directory), run('publish', other.directory)]);
  for (const { code } of results) expect(code).toBe(0);
  const [server] = (await run('releases', 'list')).json.servers;
  expect(results.map(({ json }) => json.releaseId)).toContain(server.current);
  expect(server.releases.length).toBe(2);
  expect((await run('releases', 'verify', 'jp')).json.problems).toEqual([]);
});

test('doctor makes a round trip, and explains failures', async () => {
  const checkOf = async (name: string) => {
    const { json } = await run('doctor');
    return json.checks.find((check: { name: string }) => check.name === name);
  };
  expect(await checkOf('objects')).toMatchObject({
    ok: true,
    detail: expect.stringContaining('conditional puts work'),
  });
  const good = store;
  store = { ...good, environment: { ...good.environment, AWS_SECRET_ACCESS_KEY: 'wrong' } };
  expect(await checkOf('objects')).toMatchObject({ ok: false, detail: expect.stringContaining('403') });
  const elsewhere = (good.environment.OBJECTS_URL ?? '').replace(/^s3:\/\/[a-z]+/, 's3://absent');
  store = { ...good, environment: { ...good.environment, OBJECTS_URL: elsewhere } };
  expect(await checkOf('objects')).toMatchObject({ ok: false, detail: expect.stringContaining('NoSuchBucket') });
  store = { ...good, environment: { OBJECTS_URL: good.environment.OBJECTS_URL ?? '', AWS_ACCESS_KEY_ID: '' } };
  expect(await checkOf('configuration')).toMatchObject({ ok: false });
});
