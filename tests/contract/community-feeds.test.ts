// Feeds over HTTP: scopes, cursors and what they are bound to, search in every script, tags, recommendations.
import { beforeAll, describe, expect, test } from 'bun:test';
import { makeRanking } from '../../src/features/community/feeds/ranking.ts';
import { RECOMMENDATION_WEIGHTS } from '../../src/platform/config/recommendation.ts';
import { type FeedAnswer, POSTS, readFeed, readWholeFeed, USERS, writePost } from '../fixtures/community.ts';
import { openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, refusedWith } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const author = await world.person();
const stranger = world.world;
const search = async (q: string, who = stranger): Promise<readonly string[]> =>
  (await readFeed(who, `?q=${encodeURIComponent(q)}&limit=50`)).posts.map(({ title }) => title);

/** What the job of every five minutes does. */
async function makeRankingNow(): Promise<void> {
  const database = await openReadyDatabase(world.databaseUrl);
  await makeRanking(database, RECOMMENDATION_WEIGHTS);
  await database.close();
}

describe('asking', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['limit=0', '400 invalid_limit'],
    ['limit=51', '400 invalid_limit'],
    ['limit=x', '400 invalid_limit'],
    ['limit=1&limit=2', '400 duplicate_query_parameter'],
    ['cursor=!', '400 invalid_cursor'],
    ['cursor=e30', '400 invalid_cursor'],
    ['q=', '400 invalid_query'],
    [`q=${'a'.repeat(101)}`, '400 invalid_query'],
    ['q=%00', '400 invalid_query'],
    ['tag=a%20b', '400 invalid_tag'],
    ['scope=other', '400 invalid_scope'],
    ['state=gone', '400 invalid_state'],
    ['seed=-1', '400 invalid_seed'],
    ['seed=2147483648', '400 invalid_seed'],
    ['refresh=2', '400 invalid_refresh'],
    ['scope=recommended&refresh=1&cursor=e30', '400 invalid_refresh_cursor'],
    ['scope=mine', '401 authentication_required'],
    ['scope=bookmarked', '401 authentication_required'],
    ['scope=following', '401 authentication_required'],
    ['state=archived', '400 invalid_state_scope'],
  ];
  for (const [query, refused] of rows) {
    test(`${query} is ${refused}`, async () =>
      expect(await refusedWith(stranger.fetch(`${POSTS}?${query}`))).toBe(refused));
  }
});

describe('cursors', () => {
  test('cursors page every scope without gaps or repeats, and are bound to it', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.push((await writePost(author, { body: `walk ${at}`, tags: ['walked'] })).id);
    ids.reverse();
    for (const query of ['scope=latest&limit=5', 'scope=all&limit=5', 'tag=walked&limit=5', 'q=walk&limit=5']) {
      const walked = await readWholeFeed(stranger, query);
      expect(walked.filter((id) => ids.includes(id))).toEqual(ids);
      expect(new Set(walked).size).toBe(walked.length);
    }
    const { nextCursor } = await readFeed(stranger, '?scope=latest&limit=5');
    for (const query of ['scope=all', 'scope=latest&tag=walked', 'scope=latest&q=walk', 'scope=recommended&seed=1']) {
      expect([query, await refusedWith(stranger.fetch(`${POSTS}?${query}&cursor=${nextCursor}`))]).toEqual([
        query,
        '400 invalid_cursor',
      ]);
    }
    const forged = Buffer.from(JSON.stringify({ list: 'x', time: 1e300, id: ids[0] })).toString('base64url');
    await expectRefused(stranger.fetch(`${POSTS}?cursor=${forged}`), '400 invalid_cursor');
  });

  test('following shows the followed alone; mine everything of one’s own', async () => {
    const [reader, other] = await world.people(2);
    await writePost(other);
    await expectStatus(reader.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
    const { posts } = await readFeed(reader, '?scope=following');
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.every(({ authorUid }) => authorUid === author.uid)).toBe(true);
    await writePost(reader, { visibility: 'private' });
    expect((await readFeed(reader, '?scope=mine')).posts).toHaveLength(1);
  });
});

describe('search', () => {
  beforeAll(async () => {
    for (const title of [
      '新しい音楽ゲーム',
      '音楽',
      '한국어 음악',
      '春天的歌',
      'ＡＢＣ Ｔｅｘｔ',
      '100% sure_thing',
      'back\\slash "quote" it\'s',
      'カラオケ',
      'ｶﾗｵｹ ﾊﾝｶｸ',
    ]) {
      await writePost(author, { title, body: `body of ${title}` });
    }
  });
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['音楽', ['音楽', '新しい音楽ゲーム']],
    ['歌', ['春天的歌']],
    ['음악', ['한국어 음악']],
    ['abc text', ['ＡＢＣ Ｔｅｘｔ']],
    ['0%', ['100% sure_thing']],
    ['%%', []],
    ['e_t', ['100% sure_thing']],
    ['\\', ['back\\slash "quote" it\'s']],
    ["t's", ['back\\slash "quote" it\'s']],
    ['カラ', ['ｶﾗｵｹ ﾊﾝｶｸ', 'カラオケ']],
    ['楽音', []],
    ['ゲーム 音楽', []],
  ];
  for (const [q, titles] of rows) test(`finds ${q}`, async () => expect(await search(q)).toEqual([...titles]));

  test('a common word pages the same way, with statistics and without', async () => {
    for (let at = 0; at < 30; at += 1) await writePost(author, { body: `ありふれた言葉 ${at}` });
    const before = await readWholeFeed(stranger, `q=${encodeURIComponent('言葉')}&limit=7`);
    expect(before).toHaveLength(30);
    await world.sql`analyze post`;
    await using other = await openAccountsWorld({ DATABASE_URL: world.databaseUrl });
    expect(await readWholeFeed(other.world, `q=${encodeURIComponent('言葉')}&limit=7`)).toEqual(before);
  });
});

const [other, followed, viewer] = await world.people(3);

describe('search and tag', () => {
  const scopes = ['all', 'latest', 'recommended', 'following', 'mine', 'bookmarked'] as const;
  beforeAll(async () => {
    for (const [name, person] of Object.entries({ other, followed, viewer })) {
      for (const title of ['wombat', 'quokka']) {
        await writePost(person, { title: `${name} ${title} plain` });
        await writePost(person, { title: `${name} ${title} tagged`, tags: ['burrow'] });
      }
    }
    await expectStatus(viewer.send('PUT', `${USERS}/${followed.uid}/follow`, { active: true }), 200);
    const { posts } = await readFeed(other, '?scope=mine');
    for (const { id } of posts) await viewer.send('PUT', `${POSTS}/${id}/bookmark`, { active: true });
  });
  const names = { following: ['followed'], mine: ['viewer'], bookmarked: ['other'] };
  const everybody = ['followed', 'other', 'viewer'];

  for (const scope of scopes) {
    test(`narrow down ${scope}, each and both`, async () => {
      const from = Object.entries(names).find(([name]) => name === scope)?.[1] ?? everybody;
      const read = async (query: string): Promise<readonly string[]> => {
        const { posts } = await readFeed(viewer, `?scope=${scope}&limit=50&${query}`);
        return posts.map(({ title }) => title).toSorted();
      };
      expect(await read('q=wombat')).toEqual(from.flatMap((name) => [`${name} wombat plain`, `${name} wombat tagged`]));
      expect(await read('tag=burrow')).toEqual(
        from.flatMap((name) => [`${name} quokka tagged`, `${name} wombat tagged`]),
      );
      expect(await read('q=wombat&tag=burrow')).toEqual(from.map((name) => `${name} wombat tagged`));
      expect(await read('q=numbat')).toEqual([]);
      expect(await read('tag=elsewhere')).toEqual([]);
    });
  }

  test('page as every feed does', async () => {
    for (const query of ['scope=bookmarked&tag=burrow', 'scope=following&q=wombat', 'scope=all&q=wombat&tag=burrow']) {
      const { posts } = await readFeed(viewer, `?${query}`);
      expect(await readWholeFeed(viewer, `${query}&limit=1`)).toEqual(posts.map(({ id }) => id));
    }
  });
});

describe('recommendations', () => {
  test('keep to seed and ranking from page to page; nothing twice, nothing lost', async () => {
    const liked = await writePost(author, { body: 'liked' });
    const fans = await world.people(5);
    await Promise.all(fans.map((fan) => fan.send('PUT', `${POSTS}/${liked.id}/reaction`, { active: true })));
    await makeRankingNow();
    const first = await readFeed(stranger, '?scope=recommended&limit=5');
    expect(first.seed).toBeGreaterThanOrEqual(0);
    expect(first.posts[0]).toMatchObject({ id: liked.id, recommendationReason: 'popular' });
    const cursor = first.nextCursor ?? '';
    await expectRefused(
      stranger.fetch(`${POSTS}?scope=recommended&cursor=${cursor}`),
      '400 recommendation_seed_required',
    );
    await expectRefused(
      stranger.fetch(`${POSTS}?scope=recommended&seed=${((first.seed ?? 0) + 1) % 1000}&cursor=${cursor}`),
      '400 recommendation_seed_mismatch',
    );
    const ids = first.posts.map(({ id }) => id);
    let page: FeedAnswer = first;
    while (page.nextCursor !== null) {
      page = await readFeed(stranger, `?scope=recommended&limit=5&seed=${first.seed}&cursor=${page.nextCursor}`);
      ids.push(...page.posts.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(await readWholeFeed(stranger, 'scope=latest&limit=50')));
    await makeRankingNow();
    const again = await readFeed(stranger, `?scope=recommended&limit=5&seed=${first.seed}`);
    expect(again.posts.map(({ id }) => id)).toEqual(first.posts.map(({ id }) => id));
    const [place] = [JSON.parse(Buffer.from(cursor, 'base64url').toString())];
    const forged = Buffer.from(JSON.stringify({ ...place, rankingId: 999_999 })).toString('base64url');
    await expectRefused(
      stranger.fetch(`${POSTS}?scope=recommended&seed=${first.seed}&cursor=${forged}`),
      '400 invalid_cursor',
    );
  });

  test('posts already shown rank lower until a refresh; followed authors rank higher', async () => {
    const [reader, quiet] = await world.people(2);
    const quietPost = await writePost(quiet, { body: 'quiet' });
    const first = await readFeed(reader, '?scope=recommended&limit=3&seed=7');
    // What was shown counts from the next millisecond on.
    const shownAt = Date.now();
    while (Date.now() <= shownAt) await Bun.sleep(1);
    const second = await readFeed(reader, '?scope=recommended&limit=3&seed=7');
    expect(second.posts.map(({ id }) => id)).not.toEqual(first.posts.map(({ id }) => id));
    const fresh = await readFeed(reader, '?scope=recommended&limit=3&seed=7&refresh=1');
    expect(fresh.posts.map(({ id }) => id)).toEqual(first.posts.map(({ id }) => id));
    await expectStatus(reader.send('PUT', `${USERS}/${quiet.uid}/follow`, { active: true }), 200);
    const followed = await readFeed(reader, '?scope=recommended&limit=3&seed=7&refresh=1');
    expect(followed.posts[0]).toMatchObject({ id: quietPost.id, recommendationReason: 'followed_author' });
  });
});
