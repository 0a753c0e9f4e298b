// This checkout beside an earlier commit, in turns: both serve the same releases and the same community, the server on one core
// and the load on the other. Says what became slower. Takes five minutes; `--against=COMMIT` names the commit.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { connectTo, createTestDatabase, type TestDatabase } from '../tests/fixtures/database.ts';
import { seedCommunity, waitForDatabase } from './community-seed.ts';
import { type Contestant, type DuelRow, type LoadRequest, runDuel } from './duel.ts';
import { planMixes, revalidating } from './entity.ts';
import {
  PROJECT_ROOT,
  publishSnapshot,
  type RunningLivehouse,
  requireExample,
  startLivehouse,
  withCheckout,
  withFolder,
} from './livehouse.ts';
import { formatTable } from './machine.ts';
import { planMediaMixes, writeMediaSnapshot } from './media.ts';
import { requirePeer } from './peers.ts';
import type { Scale } from './scale.ts';

const CONNECTIONS = 32;
/** Of pages that are rendered for each request: they take places for queries, of which one client has ten. */
const PAGE_CONNECTIONS = 4;
const POSTS = 5_000;
const DETAILS = 64;
/** A median below this is reported. */
const SLOWER = 0.95;
/** Pages at longer addresses than this are not cached, but rendered for each request. An earlier version caches no page of a theme. */
const CACHED_ADDRESS = 512;
const RENDERED = { Cookie: 'livehouse.theme=dark' };
/** Requests for one address at the same time share a rendering, so there are several addresses. */
const ADDRESSES = 16;

interface Version {
  readonly name: string;
  readonly livehouse: RunningLivehouse;
  readonly sql: SQL;
  readonly test: TestDatabase;
}

interface Mix {
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly revalidate: boolean | undefined;
  readonly connections: number;
}

/** Prints the rates of both, then the rows that are slower by more than five in a hundred. */
export async function benchRegressions(scale: Scale): Promise<void> {
  const { against } = scale;
  if (against === undefined) throw new Error('regress needs --against=COMMIT');
  requirePeer('wrk');
  await withCheckout(against, (root) =>
    withFolder(async (folder) => {
      // The earlier sample, which both can read.
      const snapshots = [
        requireExample('items'),
        join(root, 'examples', 'sample'),
        writeMediaSnapshot(join(folder, 'media')),
      ];
      const earlier = await openVersion('earlier', root, folder, snapshots);
      const now = await openVersion('now', PROJECT_ROOT, folder, snapshots);
      try {
        await compare(folder, now, earlier, scale);
      } finally {
        for (const version of [now, earlier]) await closeVersion(version);
      }
    }),
  );
}

async function openVersion(name: string, root: string, folder: string, snapshots: readonly string[]): Promise<Version> {
  const data = join(folder, name === 'now' ? 'data-now' : 'data-earlier');
  mkdirSync(data);
  for (const snapshot of snapshots) await publishSnapshot(snapshot, data, root);
  const test = await createTestDatabase({ empty: true });
  const sql = connectTo(test.url);
  const environment = { DATABASE_URL: test.url, LIMITS: 'off', QUOTAS: 'off', PROVIDER_URL: 'off' };
  const livehouse = await startLivehouse(data, { root, environment });
  await waitForDatabase(livehouse.port);
  await seedCommunity(sql, POSTS, root);
  return { name, livehouse, sql, test };
}

async function closeVersion({ livehouse, sql, test }: Version): Promise<void> {
  await livehouse.stop();
  await sql.close();
  await test[Symbol.asyncDispose]();
}

async function compare(folder: string, now: Version, earlier: Version, scale: Scale): Promise<void> {
  const rows: DuelRow[] = [];
  const [mixes, earlierMixes] = [await planReads(now), await planReads(earlier)];
  for (const [at, mix] of mixes.entries()) {
    const before = earlierMixes[at];
    if (before === undefined || (scale.only !== undefined && !mix.name.includes(scale.only))) continue;
    const missing = (await firstMissing(now, mix)) ?? (await firstMissing(earlier, before));
    if (missing !== undefined) {
      process.stdout.write(`${mix.name}: not compared, ${missing}\n`);
      continue;
    }
    const { name, connections } = mix;
    const duel = { name, folder, connections, rounds: scale.rounds, seconds: scale.seconds };
    rows.push(...(await runDuel({ ...duel, ours: await contest(now, mix), peers: [await contest(earlier, before)] })));
  }
  const head = [
    '',
    'now/s',
    'earlier/s',
    'rate ×',
    'least',
    'most',
    'now µs',
    'earlier µs',
    'CPU ×',
    'now B',
    'earlier B',
  ];
  process.stdout.write(`${formatTable(head, rows.map(present))}\n\n`);
  const slower = rows.filter((row) => row.rateRatio < SLOWER && row.cpuRatio < SLOWER);
  for (const row of slower) {
    const [, , , rate, least, most] = present(row);
    process.stdout.write(`slower: ${row.name}, ${rate} × (${least} to ${most})\n`);
  }
  if (slower.length === 0) process.stdout.write('nothing is slower by more than 5 %\n');
}

const contest = async ({ name, livehouse }: Version, mix: Mix): Promise<Contestant> => ({
  name,
  server: livehouse,
  requests: await revalidating(livehouse, mix.requests, mix),
});

const present = (row: DuelRow): readonly string[] => [
  row.name,
  row.ourRate.toFixed(0),
  row.peerRate.toFixed(0),
  row.rateRatio.toFixed(2),
  Math.min(...row.rateRatios).toFixed(2),
  Math.max(...row.rateRatios).toFixed(2),
  row.ourCpuMicroseconds.toFixed(1),
  row.peerCpuMicroseconds.toFixed(1),
  row.cpuRatio.toFixed(2),
  row.ourBytes.toFixed(0),
  row.peerBytes.toFixed(0),
];

/** What a version is asked for. Ids of posts and releases differ between versions. */
async function planReads({ livehouse, sql }: Version): Promise<readonly Mix[]> {
  const [entity, pinned, unchanged, batch, index] = await planMixes(livehouse.port);
  const [ranges] = planMediaMixes();
  const posts: { id: string }[] = await sql`
    select id from post where visibility = 'public' order by comment_count desc offset 100 limit ${DETAILS}`;
  const named = (name: string, mix: Partial<Mix> | undefined): Mix => ({
    name,
    requests: mix?.requests ?? [],
    revalidate: mix?.revalidate,
    connections: mix?.connections ?? CONNECTIONS,
  });
  const open = (path: string): LoadRequest => ({ path, headers: {} });
  const rendered = (path: string): Partial<Mix> => ({
    requests: Array.from({ length: ADDRESSES }, (_, at) => ({
      path: `${path}?new=${String(at).padStart(CACHED_ADDRESS, '0')}`,
      headers: RENDERED,
    })),
    connections: PAGE_CONNECTIONS,
  });
  return [
    named('entity', entity),
    named('pinned', pinned),
    named('304', unchanged),
    named('index', index),
    named('batch', batch),
    named('range', ranges),
    named('latest', { requests: [open('/api/v1/community/posts?scope=latest')] }),
    named('detail', { requests: posts.map(({ id }) => open(`/api/v1/community/posts/${id}`)) }),
    named('list page', rendered('/catalog/demo/cards')),
    named('song page', rendered('/catalog/demo/songs/1001')),
  ];
}

/** What a version does not answer, in words; undefined: it answers everything. */
async function firstMissing({ name, livehouse }: Version, mix: Mix): Promise<string | undefined> {
  if (mix.requests.length === 0) return `${name} has nothing to ask for`;
  for (const { path, headers } of mix.requests) {
    const response = await fetch(`http://127.0.0.1:${livehouse.port}${path}`, { headers });
    await response.bytes();
    if (!response.ok) return `${name} answers ${path} with ${response.status}`;
  }
  return undefined;
}
