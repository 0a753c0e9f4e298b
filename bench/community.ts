// The community on 100,000 posts, 1,000,000 comments and 2,000,000 likes: reads of strangers and of people who are signed
// in, at 1 and 32 connections, beside their floor, the same statements prepared by pgbench in the same run; then 32
// writers at once, after whom everything that was acknowledged must be there once and every counter right.
//
// The floor shares the machine with pgbench alone, ours with our server and wrk: what is left is what HTTP, sessions and
// JSON cost. "one" asks for one address again and again, "many" for 64 in turn. Pages are given again as long as nothing was
// committed, so everything is measured twice: while nobody writes, and while somebody commits a hundred times a second,
// where many addresses are read anew each time.
import { join } from 'node:path';
import type { SQL } from 'bun';
import { createSessionReader, type ReadActor } from '../src/features/accounts/sign-in/sessions.ts';
import { listThreads } from '../src/features/community/comments/rows.ts';
import { Faces } from '../src/features/community/common/rows.ts';
import type { Viewer } from '../src/features/community/common/visibility.ts';
import { type FeedPosition, readFeed } from '../src/features/community/feeds/feed.ts';
import { hasRanking, makeRanking } from '../src/features/community/feeds/ranking.ts';
import { Recommendations } from '../src/features/community/feeds/recommended.ts';
import { SearchStatistics } from '../src/features/community/feeds/search.ts';
import { readPublicProfile } from '../src/features/community/people/people.ts';
import { requirePost } from '../src/features/community/posts/reading.ts';
import { restrictionStates } from '../src/features/moderation/common/active-restrictions.ts';
import { openContext } from '../src/http/gates/context.ts';
import type { Actor } from '../src/http/gates/guard.ts';
import { RECOMMENDATION_WEIGHTS } from '../src/platform/config/recommendation.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { DatabaseStamps } from '../src/platform/database/stamps.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { signValue } from '../tests/fixtures/people.ts';
import { captureStatements, type SentStatement } from '../tests/fixtures/statements.ts';
import { loadFloor, loadServer, type OurRun, warmServer, whileCommitting } from './community-load.ts';
import { seedCommunity, waitForDatabase } from './community-seed.ts';
import { benchCommunityWrites } from './community-writes.ts';
import type { LoadRequest } from './duel.ts';
import { startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import { requirePeer } from './peers.ts';
import type { Scale } from './scale.ts';

const POSTS = '/api/v1/community/posts';
const SECRET = 'a secret of the bench alone, thirty-two characters and more';
const COOKIE = 'livehouse.session_token';
const ADDRESSES = 64;
/** Of these, how many the floor takes turns with: each costs every client of pgbench its preparation. */
const FLOOR_READS = 4;
const CONNECTIONS = [1, 32] as const;
const DEEP_PAGE = 500;
const GOAL = 0.5;
const DEEP_GOAL = 1.5;

/** A mix of reads: what is asked over HTTP, and the same in our own functions, whose statements are the floor. */
interface Mix {
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly reads: readonly (() => Promise<unknown>)[];
}

export interface SeededPerson {
  readonly id: string;
  /** Of the session. */
  readonly token: string;
  readonly cookie: string;
}

/** Prints the tables of the community's reads and writes. */
export async function benchCommunity({ rounds, seconds, posts, only }: Scale): Promise<void> {
  requirePeer('wrk');
  requirePeer('pgbench');
  await using test = await createTestDatabase();
  await using sql = connectTo(test.url, { max: 2 });
  const database = openDatabase({ databaseUrl: test.url, dataDirectory: '/nowhere' }, openLog('silent'));
  try {
    await seed(sql, database, posts);
    const people = await signIn(sql);
    await withFolder(async (folder) => {
      const environment = { DATABASE_URL: test.url, AUTH_SECRET: SECRET, LIMITS: 'off', QUOTAS: 'off' };
      const livehouse = await startLivehouse(join(folder, 'data'), { environment, pinned: false });
      try {
        await waitForDatabase(livehouse.port);
        const mixes = await planMixes(database, sql, livehouse.port, people);
        const rows: Row[] = [];
        for (const mix of mixes.filter(({ name }) => name.includes(only ?? ''))) {
          rows.push(
            ...(await measure(mix, { folder, database, databaseUrl: test.url, sql, livehouse, rounds, seconds })),
          );
        }
        if (rows.length > 0) print(rows);
        if (only === undefined || only === 'writes') {
          const writers = people.slice(0, ADDRESSES);
          const readActor = openSessions(database);
          const admitWriter = () => admit(readActor, writers[0]?.cookie ?? '');
          const written = { folder, sql, database, databaseUrl: test.url, livehouse, people: writers, admitWriter };
          await benchCommunityWrites({ ...written, seconds: Math.max(3, seconds) });
        }
      } finally {
        await livehouse.stop();
      }
    });
  } finally {
    await database.close();
  }
}

async function seed(sql: SQL, database: Database, posts: number): Promise<void> {
  const startedAt = performance.now();
  await seedCommunity(sql, posts);
  await database.ready();
  await makeRanking(database, RECOMMENDATION_WEIGHTS);
  await sql`analyze ranking_entry`;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const [counts]: { posts: number; comments: number; likes: number }[] = await sql`
    select (select count(*)::int from post) as posts, (select count(*)::int from comment) as comments,
      (select count(*)::int from post_like) as likes`;
  process.stdout.write(`${JSON.stringify(counts)}, made in ${seconds} s\n`);
}

const openSessions = (database: Database): ReadActor =>
  createSessionReader({ staffSecondFactor: false, database, cookieName: COOKIE, secret: SECRET, restrictionStates });

/** A session for each of the seeded accounts, busiest first. */
async function signIn(sql: SQL): Promise<readonly SeededPerson[]> {
  const rows: { id: string; token: string }[] = await sql`
    insert into session (id, token, account_id, expires_at)
    select gen_random_uuid(), gen_random_uuid()::text, account_id, now() + interval '1 day' from profile
    where handle like 'seed-%' returning account_id as id, token`;
  return rows.map(({ id, token }) => ({
    id,
    token,
    cookie: `${COOKIE}=${encodeURIComponent(signValue(token, SECRET))}`,
  }));
}

async function planMixes(
  database: Database,
  sql: SQL,
  port: number,
  people: readonly SeededPerson[],
): Promise<readonly Mix[]> {
  const { db } = database;
  const statistics = new SearchStatistics();
  await statistics.refresh(db);
  const faces = new Faces('bench');
  const readActor = openSessions(database);
  const plain = { state: 'active', q: undefined, tag: undefined, limit: 20, after: undefined } as const;

  const latest = async (viewer: Viewer, after?: FeedPosition) =>
    readFeed(db, statistics, viewer, { ...plain, scope: 'latest', after });
  // As a process that runs: the shared part of the pool is in memory, what belongs to the viewer is read.
  const stamps = new DatabaseStamps(database);
  const feed = new Recommendations({
    database,
    stamps,
    weights: RECOMMENDATION_WEIGHTS,
    log: openLog('silent'),
  });
  const recommended = (viewer: Viewer, seed: number) => feed.read({}, viewer, { seed, limit: 20, after: undefined });
  await recommended(undefined, 0);
  const detail = async (viewer: Viewer, id: string) => {
    await requirePost(db, id, viewer);
    await listThreads(db, id, viewer, 'hot', undefined);
  };
  const search = (q: string) => readFeed(db, statistics, undefined, { ...plain, scope: 'all', q });
  const profile = (uid: number) => readPublicProfile(db, faces, undefined, uid, { limit: 24, after: undefined });

  const { places, cursors } = await walk(port);
  const busy: { id: string; uid: string }[] = await sql`
    select p.id, a.uid from post p join profile a on a.account_id = p.author_id where p.visibility = 'public'
    order by comment_count desc offset 100 limit ${ADDRESSES}`;
  const authors: { uid: string }[] = await sql`
    select a.uid from profile a join author_stat s using (account_id) order by s.posts desc offset 20 limit ${ADDRESSES}`;
  const ids = busy.map(({ id }) => id);
  const uids = authors.map(({ uid }) => Number(uid));
  const seeds = Array.from({ length: ADDRESSES }, (_, i) => i);
  const viewers = people.slice(0, ADDRESSES);
  if (!(await hasRanking(db, 1)) || ids.length < ADDRESSES) throw new Error('too little was seeded');

  const open = (path: string): LoadRequest => ({ path, headers: {} });
  const mix = (name: string, paths: readonly string[], reads: Mix['reads']): Mix => ({
    name,
    requests: paths.map(open),
    reads,
  });
  /** As many addresses, each of them asked for by another person. */
  const signed = (
    name: string,
    paths: readonly string[],
    read: (viewer: Viewer, at: number) => Promise<unknown>,
  ): Mix => ({
    name: `${name}, signed in`,
    requests: viewers.map(({ cookie }, i) => ({ path: paths[i % paths.length] ?? '', headers: { Cookie: cookie } })),
    reads: viewers.map(
      ({ cookie }, i) =>
        async () =>
          read(await admit(readActor, cookie), i % paths.length),
    ),
  });
  const pathOf = {
    recommended: seeds.map((at) => `${POSTS}?scope=recommended&seed=${at}`),
    detail: ids.map((id) => `${POSTS}/${id}`),
    profile: uids.map((uid) => `/api/v1/community/users/${uid}`),
    pages: cursors.slice(0, ADDRESSES).map((cursor) => `${POSTS}?scope=latest&cursor=${cursor}`),
  };
  const first = <T>(list: readonly T[]): readonly T[] => list.slice(0, 1);
  const deep = places.at(-1);
  const deepName = `latest, page ${places.length + 1}`;
  const details = ids.map((id) => () => detail(undefined, id));
  const profiles = uids.map((uid) => () => profile(uid));
  const recommendations = seeds.map((at) => () => recommended(undefined, at));
  const pages = places.slice(0, ADDRESSES).map((place) => () => latest(undefined, place));
  return [
    mix('latest, one', [`${POSTS}?scope=latest`], [() => latest(undefined)]),
    mix(`${deepName}, one`, [`${POSTS}?scope=latest&cursor=${cursors.at(-1)}`], [() => latest(undefined, deep)]),
    mix('latest, many pages', pathOf.pages, pages),
    mix('recommended, one', first(pathOf.recommended), first(recommendations)),
    mix('recommended, many', pathOf.recommended, recommendations),
    mix('detail, one', first(pathOf.detail), first(details)),
    mix('detail, many', pathOf.detail, details),
    mix('search, rare', [`${POSTS}?q=${encodeURIComponent('稀語')}`], [() => search('稀語')]),
    mix('search, frequent', [`${POSTS}?q=${encodeURIComponent('限定')}`], [() => search('限定')]),
    mix('profile, one', first(pathOf.profile), first(profiles)),
    mix('profile, many', pathOf.profile, profiles),
    signed('latest', [`${POSTS}?scope=latest`], (viewer) => latest(viewer)),
    signed('latest, many pages', pathOf.pages, (viewer, at) => latest(viewer, places[at])),
    signed('recommended', pathOf.recommended, (viewer, at) => recommended(viewer, at)),
    signed('detail', pathOf.detail, (viewer, at) => detail(viewer, ids[at] ?? '')),
  ];
}

async function admit(readActor: ReadActor, cookie: string): Promise<Actor> {
  const actor = await readActor(openContext(new Request('http://localhost/', { headers: { cookie } }), () => '', 60));
  if (actor === undefined) throw new Error('a session was not accepted');
  return actor;
}

/** Ends of the first pages of the latest feed: of 499 of them, or of as many as there are. */
async function walk(
  port: number,
): Promise<{ readonly places: readonly FeedPosition[]; readonly cursors: readonly string[] }> {
  const places: FeedPosition[] = [];
  const cursors: string[] = [];
  while (cursors.length < DEEP_PAGE - 1) {
    const more = cursors.length === 0 ? '' : `&cursor=${cursors.at(-1)}`;
    const answer = await fetch(`http://127.0.0.1:${port}${POSTS}?scope=latest${more}`);
    const { nextCursor, posts }: { nextCursor: string | null; posts: { id: string; createdAt: number }[] } = JSON.parse(
      await answer.text(),
    );
    const last = posts.at(-1);
    if (nextCursor === null || last === undefined) break;
    cursors.push(nextCursor);
    places.push({ time: last.createdAt, id: last.id });
  }
  return { places, cursors };
}

interface Bench {
  readonly folder: string;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly sql: SQL;
  readonly livehouse: { readonly port: number; readonly pid: number };
  readonly rounds: number;
  readonly seconds: number;
}

interface Row {
  readonly name: string;
  readonly connections: number;
  readonly ours: OurRun;
  readonly floor: number;
  readonly ratio: number;
  /** The same while somebody commits. */
  readonly ratioCommitting: number;
  /** Statements a read. */
  readonly statements: number;
}

async function measure(mix: Mix, bench: Bench): Promise<readonly Row[]> {
  const { folder, seconds, databaseUrl, sql, livehouse } = bench;
  const reads: (readonly SentStatement[])[] = [];
  const step = Math.max(1, Math.floor(mix.reads.length / FLOOR_READS));
  for (const read of mix.reads.filter((_, at) => at % step === 0).slice(0, FLOOR_READS)) {
    reads.push(await captureStatements(bench.database, read));
  }
  await warmServer(livehouse.port, mix.requests);
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    const load = { folder, connections, seconds };
    const runs: { readonly ours: OurRun; readonly committing: OurRun; readonly floor: number }[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const ours = await loadServer(load, livehouse, sql, mix.requests);
      const committing = await whileCommitting(sql, () => loadServer(load, livehouse, sql, mix.requests));
      runs.push({ ours, committing, floor: await loadFloor(load, databaseUrl, reads) });
    }
    const middle = (pick: (run: (typeof runs)[number]) => number): number => medianOf(runs.map(pick));
    const row = {
      name: mix.name,
      connections,
      ours: {
        perSecond: middle(({ ours }) => ours.perSecond),
        p99Ms: middle(({ ours }) => ours.p99Ms),
        serverUs: middle(({ ours }) => ours.serverUs),
        databaseUs: middle(({ ours }) => ours.databaseUs),
      },
      floor: middle(({ floor }) => floor),
      ratio: middle(({ ours, floor }) => ours.perSecond / floor),
      ratioCommitting: middle(({ committing, floor }) => committing.perSecond / floor),
      statements: reads[0]?.length ?? 0,
    };
    rows.push(row);
    process.stderr.write(`${present(row).join('  ')}\n`);
  }
  return rows;
}

const HEAD = [
  ...['', 'conns', 'ours/s', 'p99 ms', 'server µs', 'PG µs', 'floor/s', '×', 'statements', `goal ${GOAL}`],
  '× at 100 commits/s',
];

const present = ({ name, connections, ours, floor, ratio, ratioCommitting, statements }: Row): readonly string[] => [
  name,
  String(connections),
  ours.perSecond.toFixed(0),
  ours.p99Ms.toFixed(1),
  ours.serverUs.toFixed(0),
  ours.databaseUs.toFixed(0),
  floor.toFixed(0),
  ratio.toFixed(2),
  String(statements),
  ratio >= GOAL ? 'met' : 'missed',
  ratioCommitting.toFixed(2),
];

function print(rows: readonly Row[]): void {
  process.stdout.write(`${formatTable(HEAD, rows.map(present))}\n`);
  for (const connections of CONNECTIONS) {
    const [first, deep] = rows.filter((row) => row.connections === connections && /^latest, (page|one)/.test(row.name));
    if (first === undefined || deep === undefined) continue;
    const slower = first.ours.perSecond / deep.ours.perSecond;
    const verdict = slower <= DEEP_GOAL ? 'met' : 'missed';
    process.stdout.write(
      `${deep.name} at ${connections}: ${slower.toFixed(2)} × the time of page 1 (≤ ${DEEP_GOAL} ${verdict})\n`,
    );
  }
}
