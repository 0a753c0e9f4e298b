// Concurrent publishers on several machines with one object store. With conditional puts they are serialised by those,
// without by a lock in the database that both name. No promotion is lost, nothing is incomplete, and without that database
// nothing is published.
import { beforeEach, describe, expect, test } from 'bun:test';
import { pointerKey } from '../../src/kernel/object-key.ts';
import { openWriterLock } from '../../src/platform/objects/s3/writer-lock.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';
import { createS3Store, requireServer, type S3Store } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const PUBLISHERS = 2;
const ROUNDS = 2;

let database: TestDatabase;
let folders: string[] = [];
beforeEach(async () => {
  database = keepForTest(await createTestDatabase());
  // One data directory each, so that no lock file is shared, as on separate machines.
  folders = Array.from({ length: PUBLISHERS }, folderForTest);
});

async function run(store: S3Store, data: string, databaseUrl: string, ...args: string[]) {
  const { code, stdout, stderr } = await runProgram([...LIVEHOUSE, ...args, '--json'], {
    ...store.environment,
    LIVEHOUSE_DATA: data,
    DATABASE_URL: databaseUrl,
  });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return { code, json: JSON.parse(stdout) };
}

async function publishTogether(store: S3Store): Promise<readonly string[]> {
  const snapshots = folders.map(() => keepForTest(createSmallSnapshot()));
  const published = await Promise.all(
    snapshots.map(async (snapshot, publisher) => {
      const ids: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        snapshot.write('assets/Assets/media-0.txt', `publisher ${publisher}, round ${round}`);
        const { code, json } = await run(store, folders[publisher] ?? '', database.url, 'publish', snapshot.directory);
        // It may no longer be current, because the other publisher may have followed.
        expect([code, json.ok]).toEqual([0, true]);
        ids.push(json.releaseId);
      }
      return ids;
    }),
  );
  return published.flat();
}

describe.each(['TEST_S3_URL', 'TEST_S3_STOCK_URL'] as const)('%s', (variable) => {
  test.if(variable === 'TEST_S3_URL' || Boolean(process.env[variable]))(
    'two concurrent publishers: the history contains every promotion, and every release verifies',
    async () => {
      const store = createS3Store(requireServer(variable));
      const ids = await publishTogether(store);
      expect(new Set(ids).size).toBe(PUBLISHERS * ROUNDS);
      const bytes = await store.read(pointerKey('jp'));
      const pointer: { releaseId: string; history: readonly string[] } = JSON.parse(
        Buffer.from(bytes ?? '').toString(),
      );
      expect(pointer.history.toSorted()).toEqual(ids.toSorted());
      expect(ids).toContain(pointer.releaseId);
      for (const id of ids) {
        const { json } = await run(store, folders[0] ?? '', database.url, 'releases', 'verify', 'jp', id);
        expect(json).toMatchObject({ ok: true, problems: [] });
      }
      const { json } = await run(store, folders[0] ?? '', database.url, 'doctor');
      const objects = json.checks.find((check: { name: string }) => check.name === 'objects');
      expect(objects.detail).toContain(
        variable === 'TEST_S3_URL' ? 'conditional puts work' : 'kept apart by a lock in the database',
      );
    },
    120_000,
  );
});

test.if(Boolean(process.env.TEST_S3_STOCK_URL))(
  'without conditional puts and without the database nothing is promoted, and the command says why',
  async () => {
    const store = createS3Store(requireServer('TEST_S3_STOCK_URL'));
    using snapshot = createSmallSnapshot();
    const dead = 'postgres://nobody@127.0.0.1:1/none';
    const { code, json } = await run(store, folders[0] ?? '', dead, 'publish', snapshot.directory);
    expect(code).toBe(1);
    expect(JSON.stringify(json)).toContain('database that keeps publishers apart');
    expect(await store.read(pointerKey('jp'))).toBeUndefined();
    expect((await run(store, folders[0] ?? '', database.url, 'publish', snapshot.directory)).json.promoted).toBe(true);
  },
  120_000,
);

test('one holder at a time has the lock, across several clients, and names do not block each other', async () => {
  const inside = new Map<string, number>();
  let most = 0;
  const enter = (name: string) =>
    openWriterLock(database.url, folders[0] ?? '').run(name, async () => {
      inside.set(name, (inside.get(name) ?? 0) + 1);
      most = Math.max(most, inside.get(name) ?? 0);
      await Bun.sleep(20);
      inside.set(name, (inside.get(name) ?? 0) - 1);
    });
  await Promise.all(Array.from({ length: 8 }, (_, i) => enter(i % 2 === 0 ? 'one' : 'two')));
  expect(most).toBe(1);
  // A holder that fails releases the lock.
  const lock = openWriterLock(database.url, folders[0] ?? '');
  await expect(lock.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock.run('one', async () => 'in')).toBe('in');
  // A holder of one name does not block another name.
  const held = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const holding = lock.run('one', () => {
    entered.resolve();
    return held.promise;
  });
  await entered.promise;
  expect(await lock.run('two', async () => 'in')).toBe('in');
  held.resolve();
  await holding;
});
