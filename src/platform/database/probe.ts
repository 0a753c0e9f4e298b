// Diagnoses the configured database for the operator: connects, writes, reads back, rolls back, and reports version,
// latency and pending migrations. Changes nothing: migrations are reported, not applied, and if there is no embedded
// cluster yet, one is created in a temporary folder and removed again.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { openLog } from '../telemetry/log.ts';
import { locateCluster } from './embedded/cluster.ts';
import { openEmbeddedServer } from './embedded/server.ts';
import { listMigrations } from './migrate.ts';
import { type DatabaseLocation, openPool, requireVersion } from './pool.ts';
import { askRows, nameRow, thereRow } from './rows.ts';

const LIMITS = { applicationName: 'livehouse doctor', statementMs: 5000, lockMs: 2000, idleInTransactionMs: 5000 };
const LATENCY_ROUNDS = 5;
const textRow = z.object({ text: z.string().nullable() });

/** A description of the database's state. Throws with the reason when it cannot be used. */
export async function probeDatabase(config: Pick<Config, 'databaseUrl' | 'dataDirectory'>): Promise<string> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined) return probeAt({ url: databaseUrl });
  if (existsSync(locateCluster(dataDirectory).cluster)) return `embedded; ${await probeEmbedded(dataDirectory)}`;
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-doctor-'));
  try {
    return `embedded, made at the first start; tried in a temporary folder: ${await probeEmbedded(folder)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs queries of a check that changes nothing; undefined when there is no database yet. */
export async function readForCheck<T>(
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  read: (sql: SQL) => Promise<T>,
): Promise<T | undefined> {
  if (databaseUrl !== undefined) return readAt({ url: databaseUrl }, read);
  if (!existsSync(locateCluster(dataDirectory).cluster)) return undefined;
  const embedded = openEmbeddedServer(dataDirectory, openLog('silent'));
  try {
    await embedded.ensureRunning();
    return await readAt({ embedded }, read);
  } finally {
    await embedded.leave();
  }
}

async function readAt<T>(place: DatabaseLocation, read: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = openPool(place, 1, LIMITS);
  try {
    return await read(sql);
  } finally {
    await sql.close({ timeout: 1 });
  }
}

async function probeEmbedded(folder: string): Promise<string> {
  const embedded = openEmbeddedServer(folder, openLog('silent'));
  try {
    await embedded.ensureRunning();
    return await probeAt({ embedded });
  } finally {
    await embedded.leave();
  }
}

function probeAt(place: DatabaseLocation): Promise<string> {
  return readAt(place, async (sql) => {
    await requireVersion(sql);
    await writeAndRollBack(sql);
    const [version, latency, schema] = [await readVersion(sql), await measureLatency(sql), await judgeSchema(sql)];
    return `PostgreSQL ${version}, wrote, read and rolled back, ${latency.toFixed(2)} ms a query; ${schema}`;
  });
}

class RolledBack extends Error {}

async function writeAndRollBack(sql: SQL): Promise<void> {
  const text = crypto.randomUUID();
  const attempt = sql.begin(async (transaction) => {
    await transaction.unsafe('create table livehouse_doctor_probe (text text)');
    await transaction.unsafe('insert into livehouse_doctor_probe values ($1)', [text]);
    const [row] = await askRows(transaction, textRow, 'select text from livehouse_doctor_probe');
    if (row?.text !== text) throw new Error('the database does not give back what was written');
    throw new RolledBack();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  const [kept] = await askRows(sql, textRow, "select to_regclass('livehouse_doctor_probe')::text as text");
  if (kept?.text !== null) throw new Error('the database kept what was rolled back');
}

async function readVersion(sql: SQL): Promise<string> {
  const [row] = await askRows(sql, textRow, "select current_setting('server_version') as text");
  return row?.text?.split(' ')[0] ?? 'of an unknown version';
}

/** Milliseconds of the fastest of a few queries. */
async function measureLatency(sql: SQL): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < LATENCY_ROUNDS; round += 1) {
    const before = performance.now();
    await sql.unsafe('select 1');
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

async function judgeSchema(sql: SQL): Promise<string> {
  const files = listMigrations();
  const [found] = await askRows(sql, thereRow, "select to_regclass('migration') is not null as there");
  if (!found?.there) return 'empty yet';
  const rows = await askRows(sql, nameRow, 'select name from migration');
  const stranger = rows.find(({ name }) => !files.includes(name));
  if (stranger !== undefined) throw new Error(`brought up to date by a newer Livehouse (it knows ${stranger.name})`);
  const pending = files.length - rows.length;
  return pending === 0 ? 'schema up to date' : `${pending} migrations wait for \`livehouse migrate\` or a start`;
}
