// What is read again as long as nothing was committed: never older than a read of its own, whoever wrote meanwhile and on
// whatever connection.
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { CachedReads } from '../../src/platform/database/cached-reads.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { DatabaseStamps } from '../../src/platform/database/stamps.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { connectTo, createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { openDyingConnections } from '../fixtures/dying-connections.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

const clone = await keepOpen(createTestDatabase());
const other = await keepOpen(connectTo(clone.url, { max: 2 }));
const database = await keepOpen(openReadyDatabase(clone.url));
await other.unsafe('create table count (value int not null)');
await other.unsafe('insert into count values (0)');

async function readCount(): Promise<number> {
  const rows = await database.db.execute<{ value: number }>(sql`select value from count`);
  return Number(rows[0]?.value);
}

/** Reads of the count, and how many of them reached the table. */
function openCount() {
  const kept = new CachedReads<number>(new DatabaseStamps(database), { limit: 10, weigh: () => 1 });
  let reached = 0;
  const read = (): Promise<number> =>
    kept.read({}, 'count', () => {
      reached += 1;
      return readCount();
    });
  return { read, reached: () => reached };
}

test('a stamp changes with every commit, also of a transaction that was open when it was read', async () => {
  const stamps = new DatabaseStamps(database);
  const opened = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const open = other.begin(async (tx) => {
    await tx.unsafe('update count set value = value');
    opened.resolve();
    await go.promise;
  });
  await opened.promise;
  const before = await stamps.read();
  expect(stamps.last).toBe(before);
  go.resolve();
  await open;
  const after = await stamps.read();
  expect(after).not.toBe(before);
  await other.unsafe('update count set value = value');
  expect(await stamps.read()).not.toBe(after);
});

test('unchanged data is read once for all callers', async () => {
  const { read, reached } = openCount();
  // Others use the same server: a quiet moment comes.
  for (let before = -1; before !== reached(); ) {
    before = reached();
    for (let turn = 0; turn < 5; turn++) await read();
  }
  expect(reached()).toBeLessThan(1_000);
});

test('a change is visible at once, on whichever connection it was made', async () => {
  const { read } = openCount();
  for (let value = 1; value <= 100; value++) {
    await other.unsafe('update count set value = $1', [value]);
    expect([await read(), await read()]).toEqual([value, value]);
  }
});

test('no read returns data that was replaced before the read began, under concurrent writes', async () => {
  const { read, reached } = openCount();
  await other.unsafe('update count set value = 0');
  let committed = 0;
  let asked = 0;
  let isDone = false;
  const reader = async (): Promise<void> => {
    let last = 0;
    while (!isDone) {
      const floor = Math.max(committed, last);
      last = await read();
      asked += 1;
      if (last < floor) throw new Error(`${last} was read after ${floor} had been`);
    }
  };
  const writer = async (): Promise<void> => {
    for (let value = 1; value <= 200; value++) {
      await other.unsafe('update count set value = $1', [value]);
      committed = value;
      if (value % 5 === 0) await Bun.sleep(2);
    }
    isDone = true;
  };
  await Promise.all([writer(), reader(), reader(), reader(), reader()]);
  expect(await read()).toBe(200);
  expect(asked).toBeGreaterThan(reached());
});

test('cached results and shared reads need no admission', async () => {
  const kept = new CachedReads<number>(new DatabaseStamps(database), { limit: 10, weigh: () => 1 });
  let admitted = 0;
  const gate = Promise.withResolvers<void>();
  const ask = (): Promise<number> =>
    kept.read(
      {},
      'gated',
      () => gate.promise.then(readCount),
      (read) => {
        admitted += 1;
        return read();
      },
    );
  const asked = [ask(), ask(), ask(), ask()];
  // The first reads, the second waits for the end of that, and the others share with the second.
  expect(admitted).toBe(2);
  gate.resolve();
  await Promise.all(asked);
  // Others use the same server: a quiet moment comes.
  for (let before = -1; before !== admitted; ) {
    before = admitted;
    await ask();
  }
  expect(admitted).toBeLessThan(1_000);
});

test('a failure is reported and not cached', async () => {
  const kept = new CachedReads<number>(new DatabaseStamps(database), { limit: 10, weigh: () => 1 });
  const failing = kept.read({}, 'a', () => Promise.reject(new Error('away')));
  expect(await failing.catch(String)).toContain('away');
  expect(await kept.read({}, 'a', async () => 7)).toBe(7);
});

test('time-dependent results expire by age; results above the limit are read each time', async () => {
  const stamps = new DatabaseStamps(database);
  let reached = 0;
  const count = async (): Promise<number> => ++reached;
  const aging = new CachedReads<number>(stamps, { limit: 10, weigh: () => 1, ageMs: 0 });
  expect([await aging.read({}, 'a', count), await aging.read({}, 'a', count)]).toEqual([1, 2]);
  const heavy = new CachedReads<number>(stamps, { limit: 10, weigh: () => Number.POSITIVE_INFINITY });
  expect([await heavy.read({}, 'a', count), await heavy.read({}, 'a', count)]).toEqual([3, 4]);
});

test('stamps after a reconnect never equal earlier ones', async () => {
  const stamps = new DatabaseStamps(database);
  const before = await stamps.read();
  await other.unsafe(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'livehouse'`,
  );
  const deadline = performance.now() + 10_000;
  let after: string | undefined;
  while (after === undefined && performance.now() < deadline) {
    after = await stamps.read().catch(() => undefined);
    await Bun.sleep(20);
  }
  const connectionsOf = (stamp: string | undefined): number => Number(stamp?.split(' ')[0]);
  expect(connectionsOf(after)).toBeGreaterThan(connectionsOf(before));
});

test('a stamp identifies the server: a replacement on the same connections has another', async () => {
  const rows: { start: string }[] = await other.unsafe(
    'select extract(epoch from pg_postmaster_start_time())::text as start',
  );
  const words = (await new DatabaseStamps(database).read())?.split(' ') ?? [];
  expect(words).toContain(rows[0]?.start ?? 'none');
});

test('a silently dropped connection blocks only the request that uses it', async () => {
  await using proxy = closing(await openDyingConnections(clone.url));
  await using behind = closing(
    openDatabase({ databaseUrl: proxy.url, dataDirectory: '/nonexistent' }, openLog('silent')),
  );
  await behind.ready();
  const kept = new CachedReads<number>(new DatabaseStamps(behind), { limit: 100, weigh: () => 1 });
  const one = sql`select ${1}::int as value`;
  const read = (key: string): Promise<number> =>
    kept.read({}, key, async () => Number((await behind.db.execute<{ value: number }>(one))[0]?.value));
  const readAll = () => Promise.all(Array.from({ length: 20 }, (_, index) => read(String(index % 10))));
  const readInTime = (key: string) => Promise.race([read(key), Bun.sleep(8_000).then(() => 'nothing')]);
  await readAll();
  // Once more by itself: what it then asks for is the stamp, whatever others commit on this server.
  await read('0');
  const stampDied = proxy.killNext();
  // The query of the stamp is sent on it, and every request needs the stamp.
  const first = readInTime('0');
  await stampDied;
  // One after the other, so that each finds a connection with nothing before it.
  for (const key of ['0', '1', '2', '3', '0']) expect(await readInTime(key)).toBe(1);
  expect(await first).toBe(1);
  // A read of its own meets it: those who ask for the same do not wait for that.
  const readDied = proxy.killNext();
  const dead = read('new');
  dead.catch(() => undefined);
  await readDied;
  expect(await readInTime('new')).toBe(1);
}, 60_000);
