// Moving between files and a real S3-compatible server in both directions. Rows and objects arrive byte by byte, an
// interrupted import continues, the service's folder of copies is left unchanged, and the store contains nothing else.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openObjects } from '../../src/app/open-objects.ts';
import { IMPORT_MARKER_KEY } from '../../src/kernel/object-key.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { codesOf, contentOf, type Place, runAt } from '../fixtures/moving.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { makePng, padPng } from '../fixtures/pictures.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { attachmentPath, settle, upload } from '../fixtures/uploads.ts';
import { openWorld } from '../world.ts';

test('from files to the server and back to files', async () => {
  const root = folderForTest();
  using snapshot = createSmallSnapshot();
  // Larger than what is read at once, and larger than a part.
  snapshot.write('assets/Assets/large.bin', new Uint8Array(9 * 1024 * 1024 + 5).fill(7));
  const databases = [keepForTest(await createTestDatabase()), keepForTest(await createTestDatabase())];
  const store = createS3Store(requireServer('TEST_S3_URL'));
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  await home.world.publish(snapshot.directory);
  const person = await home.person();
  const file = await upload(person, padPng(9 * 1024 * 1024), 'image/png');
  const small = await upload(person, await makePng(90, 60), 'image/png');
  expect((await settle(person, file)).status).toBe('ready');
  expect((await settle(person, small)).status).toBe('ready');
  const place = (name: string, database: number): Place => ({
    LIVEHOUSE_DATA: join(root, name),
    DATABASE_URL: databases[database]?.url ?? '',
  });

  const first = join(root, 'first');
  const source: Place = { LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl };
  expect((await runAt(source, ['export', first])).json).toMatchObject({ ok: true, problems: [] });
  const expected = [...contentOf(first)].sort();

  const remote: Place = { ...place('remote', 0), ...store.environment };
  // Stopped by a damaged file, which is then repaired.
  const attachment = [...contentOf(first).keys()].find((key) => key.includes(small)) ?? '';
  const path = join(first, 'objects', attachment);
  const good = readFileSync(path);
  writeFileSync(
    path,
    good.map((byte) => byte ^ 1),
  );
  expect(codesOf(await runAt(remote, ['import', first]))).toEqual(['file_damaged']);
  expect(await store.read(IMPORT_MARKER_KEY)).toBeDefined();
  writeFileSync(path, good);
  const imported = await runAt(remote, ['import', first]);
  expect(imported.json).toMatchObject({ ok: true });
  expect(await store.read(IMPORT_MARKER_KEY)).toBeUndefined();

  const second = join(root, 'second');
  expect((await runAt(remote, ['export', second])).json).toMatchObject({ ok: true, problems: [] });
  expect([...contentOf(second)].sort()).toEqual(expected);
  expect(existsSync(join(root, 'remote', 'cache'))).toBe(false);
  expect(existsSync(join(second, 'unfinished.cache'))).toBe(false);

  const local = place('local', 1);
  expect((await runAt(local, ['import', second])).json).toMatchObject({ ok: true });
  const third = join(root, 'third');
  expect((await runAt(local, ['export', third])).json).toMatchObject({ ok: true, problems: [] });
  expect([...contentOf(third)].sort()).toEqual(expected);

  // Served from the server as from files.
  await using world = await openWorld({ ...remote, LIMITS: 'off' });
  await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 30_000);
  const headers = { cookie: person.cookie, origin: world.address };
  for (const read of ['/assets/jp/Assets/large.bin', `${attachmentPath(file)}/content?variant=thumb`]) {
    const there = await world.fetch(read, { headers });
    const here = await person.fetch(read);
    expect([there.status, there.headers.get('etag')]).toEqual([200, here.headers.get('etag')]);
    expect(Buffer.compare(await there.bytes(), await here.bytes())).toBe(0);
  }
  await using objects = closing(openObjects(checkConfig({ ...remote, PORT: '0' })));
  const keys = (await Array.fromAsync(objects.list(''))).map(({ key }) => key);
  const carried = expected.map(([name]) => name).filter((name) => !name.startsWith('table '));
  // The altered bytes were never stored under the key, and nothing else was written.
  expect(keys.filter((key) => !carried.includes(key))).toEqual([]);
});
