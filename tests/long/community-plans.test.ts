// How PostgreSQL reads the community's heaviest pages, on tables that are large enough for it to care: by which index, no
// table whole, nothing sorted that grows with the community, and a deep page as the first. The statements are those that
// the service sends, prepared and planned as it has them planned.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listReplies, listThreads } from '../../src/features/community/comments/rows.ts';
import { pageRows } from '../../src/features/community/common/parts.ts';
import { Faces } from '../../src/features/community/common/rows.ts';
import type { Viewer } from '../../src/features/community/common/visibility.ts';
import { PERIODS, WINDOWS } from '../../src/features/community/feeds/activity.ts';
import { type FeedPosition, type FeedQuery, readFeed } from '../../src/features/community/feeds/feed.ts';
import { makeRanking } from '../../src/features/community/feeds/ranking.ts';
import { Recommendations } from '../../src/features/community/feeds/recommended.ts';
import { SearchStatistics } from '../../src/features/community/feeds/search.ts';
import { listRelations, type PersonPosition, searchPeople } from '../../src/features/community/people/lists.ts';
import { type ProfilePosition, readPublicProfile } from '../../src/features/community/people/people.ts';
import { requirePost } from '../../src/features/community/posts/reading.ts';
import { listTags } from '../../src/features/community/tags/tags.ts';
import type { Actor } from '../../src/http/gates/guard.ts';
import type { TimePosition } from '../../src/kernel/cursor.ts';
import { RECOMMENDATION_WEIGHTS } from '../../src/platform/config/recommendation.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { DatabaseStamps } from '../../src/platform/database/stamps.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { connectForPlans, createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { captureStatements, fillStatement, type SentStatement, writeLiteral } from '../fixtures/statements.ts';

const POSTS = 12_000;
const QUIET_PEOPLE = 20_000;
const ACTOR: Actor = {
  accountId: '',
  uid: 1,
  role: 'member',
  status: 'active',
  emailVerified: true,
  restrictions: [],
  via: { kind: 'token', tokenId: '', scopes: [], servers: [], ownerRole: 'member' },
};
/** Tables that grow without end; none of them is ever read whole for a page. */
const GROWING = [
  'post',
  'post_activity',
  'comment',
  'post_like',
  'comment_like',
  'post_tag',
  'feed_impression',
  'post_feedback',
];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Scan Direction'?: string;
  readonly 'Parent Relationship'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

const testDatabase = await keepOpen(createTestDatabase());
const sql = await keepOpen(connectForPlans(testDatabase.url));
const seed = readFileSync(join(import.meta.dir, '../../bench/community-seed.sql'), 'utf8');
const sizes = `set bench.posts = '${POSTS}'; set bench.comments = '30000'; set bench.likes = '40000';`;
await sql.unsafe(`${sizes}\n${seed}`).simple();
const database = await keepOpen(openReadyDatabase(testDatabase.url));
await makeRanking(database, RECOMMENDATION_WEIGHTS);
await sql`update post set subject_server = 'jp', subject_resource = 'songs', subject_title = 'A song', subject_id = (hashtext(id::text) % 500)::text
    where hashtext(id::text) % 3 = 0`;
// So many people that reading all of them for one page of a list cannot look cheap to any version of PostgreSQL.
await sql`insert into account (id, name, email, email_verified)
    select gen_random_uuid(), 'Quiet', 'quiet-' || n || '@example.org', true from generate_series(1, ${QUIET_PEOPLE}::int) n`;
await sql`insert into profile (account_id, display_name, handle)
    select id, 'Quiet', left(email, -12) from account where email like 'quiet-%'`;
await sql`vacuum analyze`;
const statistics = new SearchStatistics();
await statistics.refresh(database.db);
const [row]: { accountId: string; postId: string; uid: string }[] = await sql`
    select (select follower_id from follow group by 1 order by count(*) desc limit 1) as "accountId",
      (select id from post where visibility = 'public' order by comment_count desc limit 1) as "postId",
      (select uid from author_stat join profile using (account_id) order by posts desc limit 1) as uid`;
if (row === undefined) throw new Error('nothing was seeded');
const me: Viewer = { accountId: row.accountId, role: 'member' };
const postId = row.postId;
const uid = Number(row.uid);

test('pages of all lengths share few statements', async () => {
  const faces = new Faces('plans');
  const reads: readonly ((limit: number) => Promise<unknown>)[] = [
    (limit) => feed(undefined, { limit })(),
    (limit) => feed(me, { limit, scope: 'all' })(),
    (limit) => feed(undefined, { limit, q: '限定' })(),
    (limit) => feed(undefined, { limit, q: '稀語' })(),
    (limit) => feed(undefined, { limit, tag: 'event' })(),
    (limit) => feed(undefined, { limit, scope: 'top', period: 'day' })(),
    (limit) => feed(me, { limit, subject: { server: 'jp', resource: 'songs', id: '7' } })(),
    (limit) => listRelations(database.db, me, uid, 'followers', { limit: pageRows(limit), after: undefined }),
    (limit) => readPublicProfile(database.db, faces, undefined, uid, { limit, after: undefined }),
    (limit) => listTags(database.db, undefined, { q: undefined, limit: pageRows(limit), after: undefined }),
    (limit) => openRecommendations().read({}, undefined, { seed: 7, limit, after: undefined }),
  ];
  for (const read of reads) {
    const textsAt = async (limit: number): Promise<readonly string[]> =>
      (await captureStatements(database, () => read(limit))).map(({ text }) => text);
    const few = new Set([...(await textsAt(1)), ...(await textsAt(21)), ...(await textsAt(50))]);
    const all = new Set<string>();
    for (let limit = 1; limit <= 50; limit += 1) for (const text of await textsAt(limit)) all.add(text);
    expect([...all].filter((text) => !few.has(text))).toEqual([]);
  }
});

test('statistics that could not be read are read by the next search', async () => {
  const fresh = new SearchStatistics();
  await using away = closing(
    openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/none', dataDirectory: '/nowhere' }, openLog('silent')),
  );
  await expect(fresh.refresh(away.db)).rejects.toThrow();
  expect(fresh.shareOf(['限定'])).toBe(0);
  await fresh.refresh(database.db);
  expect(fresh.shareOf(['限定'])).toBeGreaterThan(0);
});

/** The plan of a statement as the service's connections make it: once, for whatever values. */
async function planOf({ text, values }: SentStatement): Promise<PlanNode> {
  await sql.unsafe(`prepare planned as ${text}`);
  try {
    const given = values.length === 0 ? '' : `(${values.map(writeLiteral).join(', ')})`;
    const [row]: { readonly [key: string]: readonly { readonly Plan: PlanNode }[] | string }[] = await sql.unsafe(
      `explain (format json) execute planned${given}`,
    );
    const answer = row?.['QUERY PLAN'];
    const [plan]: readonly { readonly Plan: PlanNode }[] = typeof answer === 'string' ? JSON.parse(answer) : answer;
    if (plan === undefined) throw new Error(`no plan of ${text}`);
    return plan.Plan;
  } finally {
    await sql.unsafe('deallocate planned');
  }
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What a plan does, without its guesses; whether it remembers authors (`Memoize`) is one. */
const shapeOf = (plan: PlanNode): readonly string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] !== 'Memoize')
    .map((node) =>
      [node['Node Type'], node['Relation Name'], node['Index Name'], node['Scan Direction']].filter(Boolean).join(' '),
    );

/** Plans of the statements that `work` sends, heaviest for last; none reads a growing table whole. */
async function plansOf(work: () => Promise<unknown>): Promise<readonly PlanNode[]> {
  const sent = await captureStatements(database, work);
  const plans: PlanNode[] = [];
  for (const statement of sent) plans.push(await planOf(statement));
  const whole = plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan' && GROWING.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);
  // Tables without rows are read whole at no cost.
  const empty: { name: string }[] = await sql`
    select relname as name from pg_class where relname = any(${sql.array(GROWING, 'TEXT')}) and reltuples <= 0`;
  expect(whole.filter((name) => !empty.some((one) => one.name === name))).toEqual([]);
  return plans;
}

const indexesOf = (plans: readonly PlanNode[]): readonly string[] =>
  plans.flatMap(nodesOf).flatMap((node) => node['Index Name'] ?? []);
/** What is sorted for the page itself; the files of one post, a subquery of its row, are a few. */
const sortsOf = (plans: readonly PlanNode[]): readonly PlanNode[] => plans.flatMap(pageNodesOf).filter(isSort);
const pageNodesOf = (node: PlanNode): readonly PlanNode[] =>
  node['Parent Relationship'] === 'SubPlan' ? [] : [node, ...(node.Plans ?? []).flatMap(pageNodesOf)];
/** Whether all that a node takes in is the page of something below it. */
const isLimited = ({ Plans = [], ...node }: PlanNode): boolean =>
  node['Node Type'] === 'Limit' || (Plans.length > 0 && Plans.every(isLimited));
const isSort = (node: PlanNode): boolean => node['Node Type'].includes('Sort');

/** The place at the end of a page far down the feed. */
async function deepPlace(): Promise<TimePosition> {
  const [row]: TimePosition[] = await sql`
    select (extract(epoch from created_at) * 1000)::float8 as time, id from post
    order by created_at desc offset ${POSTS / 2} limit 1`;
  if (row === undefined) throw new Error('there is no deep page');
  return row;
}

const feed = (viewer: Viewer, query: Partial<FeedQuery>) => () =>
  readFeed(database.db, statistics, viewer, {
    scope: 'latest',
    state: 'active',
    q: undefined,
    tag: undefined,
    limit: 20,
    after: undefined,
    ...query,
  });

/** Recommendations that know nothing yet. */
const openRecommendations = (): Recommendations => {
  const stamps = new DatabaseStamps(database);
  return new Recommendations({ database, stamps, weights: RECOMMENDATION_WEIGHTS, log: openLog('silent') });
};

for (const who of ['a stranger', 'somebody signed in'] as const) {
  const viewer = (): Viewer => (who === 'a stranger' ? undefined : me);

  test(`latest, for ${who}: from the index of times, sorted by nothing, deep as first`, async () => {
    const first = await plansOf(feed(viewer(), {}));
    expect(indexesOf(first)).toContain('post_time_index');
    expect(sortsOf(first)).toEqual([]);
    const deep = await plansOf(feed(viewer(), { after: await deepPlace() }));
    expect(deep.map(shapeOf)).toEqual(first.map(shapeOf));
  });

  test(`threads of a post, for ${who}: from the index of their order, deep as first`, async () => {
    for (const [sort, index] of [
      ['hot', 'comment_hot_index'],
      ['latest', 'comment_latest_index'],
    ] as const) {
      const read = (after: Parameters<typeof listThreads>[4]) => () =>
        listThreads(database.db, postId, viewer(), sort, after);
      const { next } = await read(undefined)();
      const first = await plansOf(read(undefined));
      expect(indexesOf(first)).toContain(index);
      // What stands outside of its thread for the viewer is merged in: two limited pages are sorted then.
      expect(sortsOf(first).filter((sort) => indexesOf([sort]).includes(index) && !isLimited(sort))).toEqual([]);
      expect((await plansOf(read(next))).map(shapeOf)).toEqual(first.map(shapeOf));
    }
    const [post] = await plansOf(() => requirePost(database.db, postId, viewer()));
    expect(indexesOf(post === undefined ? [] : [post])).toContain('post_pkey');
  });

  test(`recommendations, for ${who}: a pool by indexes; what is sorted does not grow`, async () => {
    const query = { seed: 7, limit: 20, after: undefined };
    const recommendations = openRecommendations();
    const plans = await plansOf(() => recommendations.read({}, viewer(), query));
    // What was shown is written here, and not while the plans of another test are gathered.
    await recommendations.impressions.close();
    expect(indexesOf(plans)).toContain('post_time_index');
    expect(indexesOf(plans)).toContain('post_pkey');
    // The candidates of a ranking are at most 2,500 posts, the pool at most 640.
    for (const sort of sortsOf(plans)) expect(sort['Plan Rows']).toBeLessThan(POSTS);
  });
}

test('likes of a viewer are looked up by post, never collected', async () => {
  const feedPlans = await plansOf(feed(me, {}));
  expect(indexesOf(feedPlans)).toContain('post_like_key');
  expect(indexesOf(feedPlans)).not.toContain('post_like_account_index');
  const detailPlans = await plansOf(() => requirePost(database.db, postId, me));
  expect(indexesOf(detailPlans)).toContain('post_like_key');
});

test('a frequent word: the newest posts are walked, nothing is sorted, deep as first', async () => {
  const first = await plansOf(feed(undefined, { scope: 'all', q: '限定' }));
  expect(first.length).toBe(1);
  expect(indexesOf(first)).toContain('post_time_index');
  expect(sortsOf(first)).toEqual([]);
  const deep = await plansOf(feed(undefined, { scope: 'all', q: '限定', after: await deepPlace() }));
  expect(deep.map(shapeOf)).toEqual(first.map(shapeOf));
});

test('a rare word: by the index of grams, and only what it finds is sorted', async () => {
  const plans = await plansOf(feed(undefined, { scope: 'all', q: '稀語' }));
  expect(indexesOf(plans)).toContain('post_grams_index');
  for (const sort of sortsOf(plans)) expect(sort['Plan Rows']).toBeLessThan(POSTS / 10);
});

test("a profile: from the indexes of its author's posts, page by page", async () => {
  const faces = new Faces('plans');
  const read = (after: ProfilePosition | undefined) => () =>
    readPublicProfile(database.db, faces, undefined, uid, { limit: 24, after });
  const { next } = await read(undefined)();
  const first = await plansOf(read(undefined));
  expect(indexesOf(first)).toContain('post_author_index');
  expect(next).toBeDefined();
  const second = await plansOf(read(next));
  expect(indexesOf(second)).toContain('post_author_index');
});

test('top: each period from its index, sorted by nothing, deep as first', async () => {
  for (const period of PERIODS) {
    const read = (after: FeedPosition | undefined) => feed(undefined, { scope: 'top', period, after });
    const first = await plansOf(read(undefined));
    expect(indexesOf(first)).toContain(`post_activity_${WINDOWS[period].column}_index`);
    expect(sortsOf(first).filter((sort) => !isLimited(sort))).toEqual([]);
    const { next } = await read(undefined)();
    const deep = await plansOf(read(next));
    expect(indexesOf(deep)).toContain(`post_activity_${WINDOWS[period].column}_index`);
    expect(sortsOf(deep).filter((sort) => !isLimited(sort))).toEqual([]);
  }
});

test('posts about an entity: from the index of subjects', async () => {
  const subject = { server: 'jp', resource: 'songs', id: '7' };
  const plans = await plansOf(feed(me, { subject }));
  expect(indexesOf(plans)).toContain('post_subject_index');
});

test('followers, followed people and a search by name: from their indexes', async () => {
  const lists = [
    ['followers', 'follow_followed_time_index'],
    ['following', 'follow_follower_time_index'],
  ] as const;
  for (const [list, index] of lists) {
    const read = (after: PersonPosition | undefined) => () =>
      listRelations(database.db, me, uid, list, { limit: pageRows(20), after });
    const first = await plansOf(read(undefined));
    expect(indexesOf(first)).toContain(index);
    expect(sortsOf(first)).toEqual([]);
    const [last] = await read(undefined)();
    if (last === undefined) continue;
    expect(indexesOf(await plansOf(read({ time: last.time, uid: last.authorUid })))).toContain(index);
  }
  const actor = { ...ACTOR, accountId: me?.accountId ?? '' };
  const found = await plansOf(() => searchPeople(database.db, actor, 'seed-77'));
  expect(indexesOf(found)).toContain('profile_name_index');
  expect(indexesOf(found)).toContain('profile_handle_prefix_index');
});

test('the answers of a thread: from the index of roots', async () => {
  const [root]: { id: string }[] = await sql`select id from comment where post_id = ${postId}::uuid limit 1`;
  const plans = await plansOf(() => listReplies(database.db, postId, root?.id ?? '', undefined, undefined));
  expect(indexesOf(plans)).toContain('comment_root_index');
});

test('the statements of the plans return the expected rows', async () => {
  const sent = await captureStatements(database, feed(undefined, {}));
  expect(sent.length).toBe(1);
  const [statement] = sent;
  const rows = statement === undefined ? [] : await sql.unsafe(fillStatement(statement));
  expect(rows.length).toBe(21);
});
