// Publishing from elsewhere into a real S3-compatible server, received by one process and committed by another: the release is
// that of a publication on the machine, and nothing but content is left.
import { expect, test } from 'bun:test';
import { openObjects } from '../../src/app/open-objects.ts';
import { verifyRelease } from '../../src/features/release/store/verify.ts';
import { checkConfig, type Environment } from '../../src/platform/config/config.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { type Begun, openPublisher, PUBLICATIONS, readSnapshot, sha256Of } from '../fixtures/publications.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

test('objects arrive at two processes and become the release of the machine', async () => {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  const local = folderForTest();
  using snapshot = createSmallSnapshot();
  const large = new Uint8Array(9_000_000).map((_, i) => (i * 7) % 253);
  snapshot.write('runtime/large.bin', large);
  await using home = await openAccountsWorld({ ...store.environment, LIMITS: 'off' });
  const shared: Environment = { ...store.environment, LIMITS: 'off', DATABASE_URL: home.databaseUrl };
  await using other = await openWorld(shared);
  await other.until(async () => (await (await other.fetch('/readyz')).text()).includes('"database":"ok"'));
  const expected = (await runJson(local, 'publish', snapshot.directory)).json;
  const publisher = await openPublisher(home, ['jp']);
  const { descriptor, files, contents } = readSnapshot(snapshot.directory);
  const { id, missing } = await readJson<Begun>(publisher.begin({ descriptor, files }));
  expect(missing.length).toBe(contents.size);
  const sha256 = sha256Of(large);
  const sent = await other.fetch(`${PUBLICATIONS}/${id}/objects/${sha256}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${publisher.secret}`, 'content-type': 'application/octet-stream' },
    body: new Blob([large]),
  });
  expect(sent.status).toBe(201);
  contents.delete(sha256);
  await expectOnlyStatus(publisher.pack(id, [...contents.values()]), 200);
  await publisher.commit(id);
  const { state, result } = await publisher.settled(id);
  expect([state, result?.releaseId, result?.sourceId]).toEqual(['done', expected.releaseId, expected.sourceId]);
  await home.world.until(async () => (await other.fetch('/runtime/jp/large.bin')).ok);
  const served = await (await other.fetch('/runtime/jp/large.bin')).arrayBuffer();
  expect(sha256Of(new Uint8Array(served))).toBe(sha256);
  expect(await publisher.publish(snapshot.directory)).toMatchObject({ result: { unchanged: true } });
  const objects = openObjects(checkConfig({ ...shared, LIVEHOUSE_DATA: local }));
  expect((await verifyRelease(objects, 'jp')).problems).toEqual([]);
  const left: string[] = [];
  for await (const { key } of objects.list(''))
    if (!key.startsWith('cas/') && /publications|uploads/.test(key)) left.push(key);
  expect(left).toEqual([]);
  await objects.close();
}, 120_000);
