// The database port: transactions, refusal while away, and migrations by several processes at once.
import { expect, onTestFinished, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Refusal } from '../../src/kernel/refusal.ts';
import { guardClient } from '../../src/platform/database/client.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { deleteInBatches } from '../../src/platform/database/delete-in-batches.ts';
import { isDatabaseUnavailable, onUnique } from '../../src/platform/database/errors.ts';
import { listMigrations, migrate } from '../../src/platform/database/migrate.ts';
import { openPool } from '../../src/platform/database/pool.ts';
import { captchaUse } from '../../src/platform/database/schema/accounts.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { connectTo, createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { openDyingConnections } from '../fixtures/dying-connections.ts';
import { folderForTest, keepForTest, keepOpen } from '../fixtures/keep-open.ts';

const log = openLog('silent');

const clone = await keepOpen(createTestDatabase());
const database = await keepOpen(openReadyDatabase(clone.url, log));
await database.db.execute(sql`create table thing (name text constraint thing_name_unique unique)`);

async function countThings(): Promise<number> {
  const rows = await database.db.execute<{ count: number }>(sql`select count(*)::int as count from thing`);
  return Number(rows[0]?.count);
}

test('a throw inside a transaction leaves nothing', async () => {
  const work = database.transaction(async (tx) => {
    await tx.execute(sql`insert into thing values ('gone')`);
    throw new Error('no');
  });
  expect(work).rejects.toThrow('no');
  await work.catch(() => undefined);
  expect(await countThings()).toBe(0);
});

test('rows are deleted in batches until none meets the condition', async () => {
  const { db } = database;
  await db.execute(sql`insert into captcha_use (digest, expires_at)
    select 'use-' || n, now() + make_interval(days => n - 25) from generate_series(1, 27) n`);
  await deleteInBatches(db, captchaUse, sql`expires_at < now() - interval '1 hour'`, {
    oldestBy: captchaUse.expiresAt,
    batch: 10,
  });
  const kept = await db.select({ digest: captchaUse.digest }).from(captchaUse);
  expect(kept.map(({ digest }) => digest).toSorted()).toEqual(['use-25', 'use-26', 'use-27']);
  await db.delete(captchaUse);
});

test('an old connection is replaced, and no concurrent query fails', async () => {
  const limits = { applicationName: 'lifetime', statementMs: 0, lockMs: 0, idleInTransactionMs: 0, lifetimeSeconds: 1 };
  const pool = openPool({ url: clone.url }, 1, limits);
  onTestFinished(() => pool.close({ timeout: 1 }));
  const readPid = async (): Promise<number | undefined> => {
    const [row]: { pid: number }[] = await pool.unsafe('select pg_backend_pid() as pid');
    return row?.pid;
  };
  const first = await readPid();
  // The transaction is older than its connection may get.
  const kept: { pid: number }[] = await pool.begin(async (tx) => {
    await tx.unsafe('select pg_sleep(1.2)');
    return tx.unsafe('select pg_backend_pid() as pid');
  });
  expect(kept[0]?.pid).toBe(first);
  while ((await readPid()) === first);
});

test('a query or second transaction outside the open one is rejected', async () => {
  const beside = database.transaction(async () => {
    await database.db.execute(sql`select 1`);
  });
  expect(await beside.catch((error: Error) => String(error.cause))).toContain('beside the open transaction');
  const second = database.transaction(() => database.transaction(async () => undefined));
  expect(await second.catch(String)).toContain('beside the open transaction');
});

test('a unique violation becomes the refusal of its constraint and of no other', async () => {
  const insert = (): Promise<unknown> =>
    database.transaction((tx) => tx.execute(sql`insert into thing values ('twice')`));
  await insert();
  const named = await insert()
    .catch(onUnique('thing_name_unique', 'invalid_body'))
    .catch((error: unknown) => error);
  expect(named).toBeInstanceOf(Refusal);
  const other = await insert()
    .catch(onUnique('other_unique', 'invalid_body'))
    .catch((error: unknown) => error);
  expect(other).not.toBeInstanceOf(Refusal);
  await database.db.execute(sql`delete from thing`);
});

test('sessions that the server ends are replaced without a restart', async () => {
  const admin = connectTo(clone.url);
  await admin.unsafe(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await admin.close();
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      expect(await countThings()).toBe(0);
      return;
    } catch (error) {
      expect(isDatabaseUnavailable(error)).toBe(true);
      if (Date.now() > deadline) throw error;
      await Bun.sleep(20);
    }
  }
});

test('a query on a silently dropped connection times out, and the next one succeeds', async () => {
  await using proxy = closing(await openDyingConnections(clone.url));
  const pool = connectTo(proxy.url, { max: 2 });
  try {
    const guarded = guardClient(pool, () => undefined, 3_000);
    guarded.open(pool);
    expect(await guarded.client.unsafe('select $1::int as one', [1])).toHaveLength(1);
    const died = proxy.killNext();
    const dead = Promise.resolve(guarded.client.unsafe('select $1::int as one', [1]));
    await died;
    expect(isDatabaseUnavailable(await dead.catch((error: unknown) => error))).toBe(true);
    expect(await guarded.client.unsafe('select $1::int as one', [1])).toHaveLength(1);
  } finally {
    await pool.close({ timeout: 0 });
  }
});

test('an unreachable server refuses at once and never throws at opening', async () => {
  await using away = closing(
    openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', dataDirectory: '/nonexistent' }, log),
  );
  expect(away.state).toBe('starting');
  const refused = await away.db.execute(sql`select 1`).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  expect(await away.ready(300).catch((error: Error) => error.name)).toBe('DatabaseUnavailable');
});

test('four migrations at once apply every file once; a database of a newer version is refused', async () => {
  const folder = folderForTest();
  const pools = Array.from({ length: 4 }, () => keepForTest(closing(connectTo(clone.url))));
  await database.db.execute(sql`delete from migration`);
  writeFileSync(join(folder, '0001_first.sql'), 'create table first (id int);\ninsert into first values (1);\n');
  writeFileSync(join(folder, '0002_second.sql'), 'insert into first values (2);\n');
  const applied = await Promise.all(pools.map((pool) => migrate(pool, log, folder)));
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  const rows = await database.db.execute<{ id: number }>(sql`select id from first order by id`);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
  rmSync(join(folder, '0002_second.sql'));
  const [pool] = pools;
  if (pool === undefined) throw new Error('no pool');
  expect(await migrate(pool, log, folder).catch(String)).toContain('newer Livehouse');
});

test('migration files are numbered without gaps', () => {
  expect(listMigrations().map((name) => Number(name.slice(0, 4)))).toEqual(
    listMigrations().map((_, index) => index + 1),
  );
});
