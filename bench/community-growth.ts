// How the community grows: every read and write and the upkeep on a tenth of the posts and on all of them. Reads and writes
// are measured by the blocks of 8 KiB that PostgreSQL touches for them, which no other work on the machine changes; upkeep by
// its time. Also what a post, a comment and a like take on disk, and the share of indexes in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { listThreads } from '../src/features/community/comments/rows.ts';
import { Faces } from '../src/features/community/common/rows.ts';
import type { Viewer } from '../src/features/community/common/visibility.ts';
import { readFeed } from '../src/features/community/feeds/feed.ts';
import { forgetImpressions } from '../src/features/community/feeds/impressions.ts';
import { makeRanking } from '../src/features/community/feeds/ranking.ts';
import { Recommendations } from '../src/features/community/feeds/recommended.ts';
import { SearchStatistics } from '../src/features/community/feeds/search.ts';
import { readPublicProfile } from '../src/features/community/people/people.ts';
import { requirePost } from '../src/features/community/posts/reading.ts';
import { RECOMMENDATION_WEIGHTS } from '../src/platform/config/recommendation.ts';
import type { Database } from '../src/platform/database/database.ts';
import { DatabaseStamps } from '../src/platform/database/stamps.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { captureStatements } from '../tests/fixtures/statements.ts';
import { countBlocks, withNewDatabase } from './blocks.ts';
import { measureUpkeep, measureWrites } from './community-growth-writes.ts';
import { type Figures, keepTimes, printGrowth } from './growth-tables.ts';
import { formatTable } from './machine.ts';
import type { Scale } from './scale.ts';

/** Posts before a deep page; fewer than the smallest community has. */
const DEEP_PLACE = 1_500;
/** Tables that grow with use. */
const TABLES = ['post', 'post_revision', 'post_activity', 'post_tag', 'comment', 'post_like', 'follow'] as const;

interface Measured {
  readonly blocks: Figures;
  readonly milliseconds: Figures;
  readonly storage: readonly (readonly string[])[];
}

/** Prints the tables of growth. */
export async function benchCommunityGrowth({ posts }: Scale): Promise<void> {
  const small = await measureSize(Math.round(posts / 10));
  const large = await measureSize(posts);
  printGrowth('blocks of a read or write', [posts / 10, small.blocks], [posts, large.blocks]);
  printGrowth('ms', [posts / 10, small.milliseconds], [posts, large.milliseconds]);
  process.stdout.write(`${formatTable(['bytes a row', 'rows', 'table', 'indexes', 'share'], large.storage)}\n`);
}

function measureSize(posts: number): Promise<Measured> {
  return withNewDatabase(async (sql, database, databaseUrl) => {
    const sizes = { people: Math.max(1_000, posts / 5), posts, comments: 10 * posts, likes: 30 * posts };
    const settings = Object.entries(sizes).map(([name, size]) => `set bench.${name} = '${size}';`);
    const seed = readFileSync(join(import.meta.dir, 'community-seed.sql'), 'utf8');
    await sql.unsafe(`${settings.join(' ')}\n${seed}`).simple();
    await sql`vacuum analyze`;
    await database.ready();
    return await measureDatabase(sql, database, databaseUrl);
  });
}

async function measureDatabase(sql: SQL, database: Database, databaseUrl: string): Promise<Measured> {
  const { milliseconds, time } = keepTimes();
  await makeRanking(database, RECOMMENDATION_WEIGHTS);
  await time('impressions that expire', () => forgetImpressions(database.db, 30));
  for (const table of ['post', 'comment', 'post_like'])
    await time(`vacuum of ${table}`, () => sql.unsafe(`vacuum ${table}`));
  await time('a new column', () => sql.unsafe('alter table post add column bench_column integer not null default 0'));
  await time('an index, which locks out writers', () => sql.unsafe('create index bench_index on comment (updated_at)'));
  await time('an index, concurrently', () =>
    sql.unsafe('create index concurrently bench_other on comment (updated_at)'),
  );
  await sql.unsafe('drop index bench_index, bench_other');
  await sql.unsafe('alter table post drop column bench_column');

  const blocks = new Map<string, number>();
  for (const [name, read] of await planReads(sql, database)) {
    await read();
    const sent = await captureStatements(database, read);
    let touched = 0;
    for (const statement of sent) touched += await countBlocks(sql, statement);
    blocks.set(name, touched);
  }
  const storage = await readStorage(sql);
  // Last, since they change the database.
  for (const [name, touched] of await measureWrites(sql, databaseUrl)) blocks.set(name, touched);
  for (const [name, taken] of await measureUpkeep(sql, database, databaseUrl)) milliseconds.set(name, taken);
  return { blocks, milliseconds, storage };
}

type Read = readonly [name: string, read: () => Promise<unknown>];

async function planReads(sql: SQL, database: Database): Promise<readonly Read[]> {
  const { db } = database;
  const [found]: { me: string; busy: string; uid: string; deep: string; at: number }[] = await sql`
    select (select follower_id from follow group by 1 order by abs(count(*) - 20), 1 limit 1) as me,
      (select id from post where visibility = 'public' order by comment_count desc offset 20 limit 1) as busy,
      (select uid from author_stat join profile using (account_id) order by posts desc offset 20 limit 1) as uid,
      d.id as deep, extract(epoch from d.created_at)::float8 * 1000 as at
    from (select id, created_at from post order by created_at desc offset ${DEEP_PLACE} limit 1) d`;
  if (found === undefined) throw new Error('too little was seeded');
  const me: Viewer = { accountId: found.me, role: 'member' };
  const statistics = new SearchStatistics();
  await statistics.refresh(db);
  const faces = new Faces('bench');
  const plain = { state: 'active', q: undefined, tag: undefined, limit: 20, after: undefined } as const;
  const deep = { time: Math.round(found.at), id: found.deep };
  const feed = (viewer: Viewer, more: object) => () =>
    readFeed(db, statistics, viewer, { ...plain, scope: 'latest', ...more });
  const recommend = (viewer: Viewer) => {
    const recommendations = new Recommendations({
      database,
      stamps: new DatabaseStamps(database),
      weights: RECOMMENDATION_WEIGHTS,
      log: openLog('silent'),
    });
    return () => recommendations.read({}, viewer, { seed: 7, limit: 20, after: undefined });
  };
  return [
    ['latest', feed(undefined, {})],
    ['latest, a deep page', feed(undefined, { after: deep })],
    ['latest, signed in', feed(me, {})],
    ['following', feed(me, { scope: 'following' })],
    ['top of the week', feed(undefined, { scope: 'top', period: 'week' })],
    ['a tag', feed(undefined, { tag: 'event' })],
    ['search, frequent', feed(undefined, { scope: 'all', q: '限定' })],
    ['search, rare', feed(undefined, { scope: 'all', q: '稀語' })],
    ['recommended', recommend(undefined)],
    ['recommended, signed in', recommend(me)],
    ['a post', () => requirePost(db, found.busy, me)],
    ['its comments', () => listThreads(db, found.busy, me, 'hot', undefined)],
    ['a profile', () => readPublicProfile(db, faces, undefined, Number(found.uid), { limit: 24, after: undefined })],
  ];
}

async function readStorage(sql: SQL): Promise<readonly (readonly string[])[]> {
  const rows: { name: string; rows: string; whole: string; indexes: string }[] = await sql`
    select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) as whole, pg_indexes_size(oid) as indexes
    from pg_class where relnamespace = 'public'::regnamespace and relname = any(${`{${TABLES.join(',')}}`}::text[])
    order by pg_total_relation_size(oid) desc`;
  return rows.map(({ name, rows: count, whole, indexes }) => {
    const each = (bytes: number): string => (bytes / Math.max(1, Number(count))).toFixed(0);
    const share = (100 * Number(indexes)) / Number(whole);
    return [name, count, each(Number(whole) - Number(indexes)), each(Number(indexes)), `${share.toFixed(0)} %`];
  });
}
