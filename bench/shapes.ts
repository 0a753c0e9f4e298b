// What the database's processes keep of the statements that they were sent: 3,900 different anonymous reads (every page
// length, with and without a place, a tag, a search) on the connections of one server, and their memory before and after.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { z } from 'zod';
import { makeRanking } from '../src/features/community/feeds/ranking.ts';
import { RECOMMENDATION_WEIGHTS } from '../src/platform/config/recommendation.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { startLivehouse, withFolder } from './livehouse.ts';
import { formatTable } from './machine.ts';

const POSTS = '/api/v1/community/posts';
const SEEDED = 2_000;
const LIMIT_MAX = 50;
const ROUNDS = 6;
const AT_ONCE = 20;

/** Prints the table. */
export async function benchShapes(): Promise<void> {
  await using test = await createTestDatabase();
  await using sql = connectTo(test.url);
  await seed(sql, test.url);
  await withFolder(async (folder) => {
    const environment = { DATABASE_URL: test.url, LIMITS: 'off', QUOTAS: 'off' };
    const livehouse = await startLivehouse(join(folder, 'data'), { environment, pinned: false });
    try {
      const origin = `http://127.0.0.1:${livehouse.port}`;
      await waitForDatabase(origin);
      const addresses = await listAddresses(origin, await readUid(sql));
      // Every connection is open and has read a page of each kind.
      for (let i = 0; i < ROUNDS; i += 1) await readAll(sql, addresses(1));
      const before = await readMemory(sql);
      let reads = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let limit = 1; limit <= LIMIT_MAX; limit += 1) {
          reads += addresses(limit).length;
          await readAll(sql, addresses(limit));
        }
      }
      const after = await readMemory(sql);
      const row = (name: string, { processes, mebibytes }: Memory): string[] => [
        name,
        String(processes),
        mebibytes.toFixed(0),
      ];
      process.stdout.write(
        `${formatTable(['', 'processes', 'private MiB'], [row('one page length', before), row(`${reads} different reads`, after)])}\n`,
      );
    } finally {
      await livehouse.stop();
    }
  });
}

async function seed(sql: SQL, databaseUrl: string): Promise<void> {
  const text = readFileSync(join(import.meta.dir, 'community-seed.sql'), 'utf8');
  const sizes = `set bench.posts = '${SEEDED}'; set bench.comments = '${SEEDED}'; set bench.likes = '${SEEDED}';`;
  const database = openDatabase({ databaseUrl, dataDirectory: '/nowhere' }, openLog('silent'));
  try {
    await database.ready();
    await sql.unsafe(`${sizes}\n${text}`).simple();
    await makeRanking(database, RECOMMENDATION_WEIGHTS);
    await sql`vacuum analyze`;
  } finally {
    await database.close();
  }
}

async function waitForDatabase(origin: string): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await fetch(`${origin}${POSTS}`)).ok) {
    if (performance.now() > end) throw new Error('the database of the server did not become ready');
    await Bun.sleep(50);
  }
}

async function readUid(sql: SQL): Promise<string> {
  const [row]: { uid: string }[] = await sql`
    select uid from author_stat join profile using (account_id) order by posts desc limit 1`;
  if (row === undefined) throw new Error('nothing was seeded');
  return row.uid;
}

const pageSchema = z.looseObject({ nextCursor: z.string() });

/** Reads of pages of one length. */
async function listAddresses(origin: string, uid: string): Promise<(limit: number) => readonly string[]> {
  const queries = [
    'scope=all',
    'scope=latest',
    'scope=recommended&seed=7',
    'scope=latest&tag=event',
    `scope=latest&q=${encodeURIComponent('限定')}`,
    `scope=latest&q=${encodeURIComponent('稀語')}`,
    `scope=latest&tag=event&q=${encodeURIComponent('限定')}`,
  ];
  const deep: string[] = [];
  for (const query of queries.slice(0, 5)) {
    const page = pageSchema.parse(await (await fetch(`${origin}${POSTS}?${query}&limit=1`)).json());
    deep.push(`${query}&cursor=${page.nextCursor}`);
  }
  return (limit) => [
    ...[...queries, ...deep].map((query) => `${origin}${POSTS}?${query}&limit=${limit}`),
    `${origin}/api/v1/community/users/${uid}?limit=${limit}`,
  ];
}

/** Asks for each address several times at once, after a commit, so that every connection reads. */
async function readAll(sql: SQL, addresses: readonly string[]): Promise<void> {
  await sql`update post set updated_at = now() where id = (select min(id::text)::uuid from post)`;
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    await Promise.all(
      addresses.slice(at, at + AT_ONCE).map(async (address) => {
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(`${answer.status} of ${address}`);
        await answer.arrayBuffer();
      }),
    );
  }
}

interface Memory {
  readonly processes: number;
  readonly mebibytes: number;
}

/** Private memory of the processes of PostgreSQL that serve the server. */
async function readMemory(sql: SQL): Promise<Memory> {
  const rows: { pid: number }[] = await sql`
    select pid from pg_stat_activity where application_name = 'livehouse' and datname = current_database()`;
  let kibibytes = 0;
  for (const { pid } of rows) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    for (const [, size] of text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)) kibibytes += Number(size);
  }
  return { processes: rows.length, mebibytes: kibibytes / 1024 };
}
