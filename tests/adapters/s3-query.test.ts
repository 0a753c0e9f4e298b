// Queries of releases on a real S3-compatible server: the file lies there for all machines, is proven before it answers, and
// stays in the cache folder of a machine that may not write.
import { beforeEach, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, queryRecordKey } from '../../src/kernel/object-key.ts';
import { closing } from '../fixtures/closing.ts';
import { openFaultProxy } from '../fixtures/fault-proxy.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createS3Store, requireServer, type S3Store } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const base = '/api/v1/servers/jp/catalog';
const query = `${base}/query/songs?filter=title~song&facet=title`;

let folder = '';
beforeEach(() => {
  folder = folderForTest();
});
/** A machine with a cache folder of its own. */
async function openMachine(store: S3Store, name: string): Promise<World> {
  return keepForTest(await openWorld({ ...store.environment, CACHE_DIR: join(folder, name) }));
}

function writeSnapshot(): string {
  const snapshot = keepForTest(createSmallSnapshot());
  const songs = Array.from({ length: 50 }, (_, at) => ({ musicId: String(at), title: `song ${at % 7}` }));
  snapshot.write('catalog/songs.json', JSON.stringify(songs));
  return snapshot.directory;
}

async function readRecord(store: S3Store, releaseId: string) {
  const bytes = await store.read(queryRecordKey('jp', releaseId));
  return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
}

/** The answer of a query with `total`, and the file with its digest. */
async function readAll(world: World) {
  const answer = await getReady((path) => world.fetch(path), query);
  const page = JSON.parse(await answer.text());
  expect([answer.status, page.total, page.facets.title.length]).toEqual([200, 50, 7]);
  const file = await world.fetch(`${base}/database.sqlite`);
  const digest = sha256Hex(new Uint8Array(await file.arrayBuffer()));
  expect([file.status, file.headers.get('etag')]).toEqual([200, `"${digest}"`]);
  const part = await world.fetch(`${base}/database.sqlite`, { headers: { Range: 'bytes=0-14' } });
  expect([part.status, await part.text()]).toEqual([206, 'SQLite format 3']);
  return { page, digest };
}

test('one machine makes the file, the others fetch it, and a damaged one gives no rows', async () => {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  const first = await openMachine(store, 'first');
  const { releaseId } = await first.publish(writeSnapshot());
  expect(await readRecord(store, releaseId)).toBeUndefined();
  const made = await readAll(first);
  const record = await readRecord(store, releaseId);
  expect(record.file.sha256).toBe(made.digest);

  const second = await openMachine(store, 'second');
  expect(await readAll(second)).toEqual(made);
  expect(second.log.filter(({ message }) => message.startsWith('a release is ready for queries'))).toEqual([]);

  const key = contentKey(made.digest);
  const sound = await store.read(key);
  const damaged = Uint8Array.from(sound ?? []);
  damaged[5000] = ~(damaged[5000] ?? 0);
  await store.put(key, damaged);
  const third = await openMachine(store, 'third');
  for (const path of [query, `${base}/export/songs.ndjson`, `${base}/database.sqlite`]) {
    const answer = await third.fetch(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 502, expect.stringContaining('object_corrupt')]);
  }
  await store.put(key, sound ?? new Uint8Array());
  await third.untilThere(query);
  expect(await readAll(third)).toEqual(made);
});

test('a machine that may not write keeps the file in its cache folder', async () => {
  const server = requireServer('TEST_S3_URL');
  const proxy = await openFaultProxy(new URL(server).searchParams.get('endpoint') ?? '');
  keepForTest(closing(proxy));
  const store = createS3Store(server, proxy.endpoint);
  const writer = await openMachine(store, 'writer');
  const { releaseId } = await writer.publish(writeSnapshot());

  proxy.fault = { kind: 'full', status: 403, code: 'AccessDenied' };
  const reader = await openMachine(store, 'reader');
  expect((await reader.fetch(query)).status).toBe(503);
  const own = await readAll(reader);
  expect(await readRecord(store, releaseId)).toBeUndefined();
  expect(await store.read(contentKey(own.digest))).toBeUndefined();
  const kept = (
    await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: join(folder, 'reader'), absolute: true }))
  ).filter((path) => readFileSync(path).includes('SQLite format 3'));
  expect(kept).toHaveLength(1);

  // A copy that was altered gives no rows.
  const [path = ''] = kept;
  const sound = readFileSync(path);
  const altered = Buffer.from(sound);
  altered.writeUInt8(altered.readUInt8(5000) ^ 0xff, 5000);
  writeFileSync(path, altered);
  await reader.until(async () => (await reader.fetch(`${query}&limit=1`)).status !== 200);
  rmSync(path);

  // It is made again after it was dropped, and is the same as the one of a machine that may write.
  expect((await readAll(reader)).digest).toBe(own.digest);
  proxy.fault = { kind: 'none' };
  expect((await readAll(await openMachine(store, 'other'))).digest).toBe(own.digest);
  expect((await readRecord(store, releaseId)).file.sha256).toBe(own.digest);
});
