// Blocks of 8 KiB that PostgreSQL touches for a read or a write: a measure that other work of the machine does not change.
import type { SQL } from 'bun';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { connectForPlans, createTestDatabase } from '../tests/fixtures/database.ts';
import { type SentStatement, writeLiteral } from '../tests/fixtures/statements.ts';

const TOLD_MS = 1_500;
/** An idle process of PostgreSQL tells its counts after ten seconds at most. */
const IDLE_TOLD_MS = 11_000;
let prepared = 0;

/** Runs `work` on an empty database: with a connection that plans as the service does and has no time limit, and as opened. */
export async function withNewDatabase<T>(
  work: (sql: SQL, database: Database, databaseUrl: string) => Promise<T>,
): Promise<T> {
  await using test = await createTestDatabase();
  await using sql = connectForPlans(test.url);
  const database = openDatabase({ databaseUrl: test.url, dataDirectory: '/nowhere' }, openLog('silent'));
  try {
    return await work(sql, database, test.url);
  } finally {
    await database.close();
  }
}

/** Blocks that a statement touches, run as the service runs it: prepared, with a plan for all values. */
export async function countBlocks(sql: SQL, { text, values }: SentStatement): Promise<number> {
  prepared += 1;
  await sql.unsafe(`prepare bench_${prepared} as ${text}`);
  const given = values.map((value) =>
    Array.isArray(value) ? writeLiteral(`{${value.join(',')}}`) : writeLiteral(value),
  );
  const run = `explain (analyze, buffers, timing off, format json) execute bench_${prepared}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
  const [row]: Readonly<Record<'QUERY PLAN', readonly { Plan: Readonly<Record<string, number>> }[]>>[] =
    await sql.unsafe(run);
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}

/**
 * Blocks of user tables and their indexes that one write touches, with its triggers and keys: the mean of `count` writes,
 * on connections of their own, which tell their counts as they end.
 */
export async function countWriteBlocks(
  sql: SQL,
  databaseUrl: string,
  count: number,
  write: (database: Database, turn: number) => Promise<unknown>,
): Promise<number> {
  await quieten(sql);
  const before = await readTouched(sql);
  const database = openDatabase({ databaseUrl, dataDirectory: '/nowhere' }, openLog('silent'));
  try {
    await database.ready();
    for (let turn = 0; turn < count; turn += 1) await write(database, turn);
  } finally {
    await database.close();
  }
  return ((await readTouched(sql)) - before) / count;
}

const quiet = new WeakSet<SQL>();

/** Neither the blocks of an automatic vacuum nor those of earlier work may be counted. */
async function quieten(sql: SQL): Promise<void> {
  if (quiet.has(sql)) return;
  quiet.add(sql);
  const tables: { name: string }[] = await sql`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  for (const { name } of tables) await sql.unsafe(`alter table "${name}" set (autovacuum_enabled = off)`);
  await Bun.sleep(IDLE_TOLD_MS);
}

/** Blocks that all connections have touched so far, once each has told. */
async function readTouched(sql: SQL): Promise<number> {
  const read = async (): Promise<number> => {
    const [row]: { touched: string }[] = await sql`
      select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
        + coalesce(toast_blks_read + toast_blks_hit + tidx_blks_read + tidx_blks_hit, 0)) as touched
      from pg_statio_user_tables where schemaname = 'public'`;
    return Number(row?.touched);
  };
  for (let last = await read(); ; ) {
    await Bun.sleep(TOLD_MS);
    const next = await read();
    if (next === last) return next;
    last = next;
  }
}
