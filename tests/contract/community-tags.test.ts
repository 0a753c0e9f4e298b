// Tags over HTTP: the directory and who sees what of it, following and muting, what that does to every feed, the spreading of
// authors and the weights of recommendations.
import { describe, expect, test } from 'bun:test';
import { makeRanking } from '../../src/features/community/feeds/ranking.ts';
import { readRecommendationWeights } from '../../src/platform/config/recommendation.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { type FeedAnswer, POSTS, readFeed, readWholeFeed, TAGS, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  type AccountsWorld,
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  refusedWith,
} from '../fixtures/people.ts';

type DirectoryAnswer = AnswerBody<'GET /api/v1/community/tags'>;

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const author = await world.person();
const readTags = async (who: Pick<Person, 'fetch'>, query = ''): Promise<DirectoryAnswer> =>
  expectStatus(who.fetch(`${TAGS}${query}`), 200);
const namesOf = (answer: DirectoryAnswer): readonly string[] => answer.tags.map(({ normalizedName }) => normalizedName);
const prefer = (who: Person, tag: string, preference: unknown) =>
  who.send('PUT', `${TAGS}/${encodeURIComponent(tag)}/preference`, { preference });
const idsOf = (page: FeedAnswer): readonly string[] => page.posts.map(({ id }) => id);

describe('the directory', () => {
  test('lists tags by name with their counts, by pages and by a part of the name', async () => {
    const names = ['dir-a', 'dir-b', 'dir-c', 'dir-音楽', 'dir-歌'];
    for (const tag of names) await writePost(author, { tags: [tag] });
    await writePost(author, { body: 'once more #dir-b' });
    await expectStatus(prefer(author, 'dir-b', 'follow'), 200);
    const all = await readTags(world.world, '?q=dir-');
    expect(namesOf(all)).toEqual(names.toSorted());
    expect(all.tags[1]).toEqual({
      id: expect.any(String),
      normalizedName: 'dir-b',
      displayName: 'dir-b',
      description: null,
      postCount: 2,
      followerCount: 1,
      preference: null,
    });
    expect((await readTags(author, '?q=dir-b')).tags[0]?.preference).toBe('follow');
    const first = await readTags(world.world, '?q=dir-&limit=2');
    const second = await readTags(world.world, `?q=dir-&limit=2&cursor=${first.nextCursor}`);
    const third = await readTags(world.world, `?q=dir-&limit=2&cursor=${second.nextCursor}`);
    expect([...namesOf(first), ...namesOf(second), ...namesOf(third)]).toEqual(names.toSorted());
    expect(third.nextCursor).toBeNull();
    expect(namesOf(await readTags(world.world, `?q=${encodeURIComponent('音')}`))).toEqual(['dir-音楽']);
    expect(namesOf(await readTags(world.world, `?q=${encodeURIComponent('#ＤＩＲ-a')}`))).toEqual(['dir-a']);
    expect(namesOf(await readTags(world.world, '?q=%25'))).toEqual([]);
  });

  test('holds only what the viewer sees listed; counts what is public', async () => {
    const [reader, blocked] = await world.people(2);
    await expectStatus(author.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
    const post = await writePost(author, { tags: ['seen-public'] });
    await writePost(author, { tags: ['seen-protected'], visibility: 'protected' });
    await writePost(author, { tags: ['seen-private'], visibility: 'private' });
    const seen = async (who: Pick<Person, 'fetch'>) =>
      (await readTags(who, '?q=seen-')).tags.map(({ normalizedName, postCount }) => [normalizedName, postCount]);
    expect(await seen(world.world)).toEqual([['seen-public', 1]]);
    expect(await seen(blocked)).toEqual([]);
    expect(await seen(reader)).toEqual([
      ['seen-protected', 0],
      ['seen-public', 1],
    ]);
    expect(await seen(author)).toEqual([
      ['seen-private', 0],
      ['seen-protected', 0],
      ['seen-public', 1],
    ]);
    const path = `${POSTS}/${post.id}`;
    await expectStatus(author.send('POST', `${path}/archive`, { version: 1 }), 200);
    expect(await seen(world.world)).toEqual([]);
    await expectStatus(author.send('POST', `${path}/restore`, { version: 2 }), 200);
    expect(await seen(world.world)).toEqual([['seen-public', 1]]);
    await expectStatus(author.send('PATCH', path, { body: 'x', visibility: 'private', version: 3 }), 200);
    expect(await seen(world.world)).toEqual([]);
    await expectStatus(author.send('PATCH', path, { body: 'y', visibility: 'public', version: 4 }), 200);
    expect(await seen(world.world)).toEqual([['seen-public', 1]]);
    await expectOnlyStatus(author.send('DELETE', path, { version: 5 }), 204);
    expect(await seen(world.world)).toEqual([]);
  });

  const rows: readonly (readonly [string, string])[] = [
    ['limit=0', '400 invalid_limit'],
    ['limit=101', '400 invalid_limit'],
    ['limit=1&limit=1', '400 duplicate_query_parameter'],
    ['q=', '400 invalid_query'],
    ['q=%23', '400 invalid_query'],
    [`q=${'a'.repeat(65)}`, '400 invalid_query'],
    ['q=a%00', '400 invalid_query'],
    ['cursor=!', '400 invalid_cursor'],
    ['cursor=e30', '400 invalid_cursor'],
  ];
  for (const [query, refused] of rows) {
    test(`${query} is ${refused}`, async () =>
      expect(await refusedWith(world.world.fetch(`${TAGS}?${query}`))).toBe(refused));
  }

  test('a page may be as long as the interface allows', async () => {
    expect((await readTags(world.world, '?limit=100')).tags.length).toBeGreaterThan(0);
  });

  test('a cursor belongs to its search', async () => {
    for (const tag of ['bound-1', 'bound-2']) await writePost(author, { tags: [tag] });
    const { nextCursor } = await readTags(world.world, '?q=bound-&limit=1');
    expect(nextCursor).not.toBeNull();
    await expectRefused(world.world.fetch(`${TAGS}?q=other&cursor=${nextCursor}`), '400 invalid_cursor');
    await expectRefused(author.fetch(`${TAGS}/preferences?cursor=${nextCursor}`), '400 invalid_cursor');
  });
});

describe('preferences', () => {
  test('follow, mute and neither; listed by their time; only of tags that one sees', async () => {
    const reader = await world.person();
    for (const tag of ['pref-a', 'pref-b']) await writePost(author, { tags: [tag] });
    await writePost(author, { tags: ['pref-secret'], visibility: 'private' });
    const set = await expectStatus(prefer(reader, '#Pref-A', 'follow'), 200);
    expect(set.preference?.kind).toBe('follow');
    expect(set.tag).toMatchObject({
      normalizedName: 'pref-a',
      followerCount: 1,
      preference: 'follow',
      status: 'active',
    });
    expect(await expectStatus(prefer(reader, 'pref-a', 'follow'), 200)).toEqual(JSON.parse(JSON.stringify(set)));
    await expectStatus(prefer(reader, 'pref-b', 'mute'), 200);
    const { preferences } = await expectStatus(reader.fetch(`${TAGS}/preferences`), 200);
    expect(preferences.map(({ kind, tag }) => [kind, tag.normalizedName])).toEqual([
      ['mute', 'pref-b'],
      ['follow', 'pref-a'],
    ]);
    const first = await expectStatus(reader.fetch(`${TAGS}/preferences?limit=1`), 200);
    const second = await expectStatus(reader.fetch(`${TAGS}/preferences?limit=1&cursor=${first.nextCursor}`), 200);
    expect([...first.preferences, ...second.preferences]).toEqual([...preferences]);
    expect(second.nextCursor).toBeNull();
    const changed = await expectStatus(prefer(reader, 'pref-a', 'mute'), 200);
    expect(changed.tag).toMatchObject({ followerCount: 0, preference: 'mute' });
    expect(await expectStatus(prefer(reader, 'pref-a', null), 200)).toMatchObject({
      preference: null,
      tag: { preference: null },
    });
    expect(await expectStatus(prefer(reader, 'pref-a', null), 200)).toMatchObject({ preference: null });
    await expectRefused(prefer(reader, 'pref-secret', 'follow'), '404 tag_not_found');
    await expectRefused(prefer(reader, 'never-used', 'follow'), '404 tag_not_found');
    await expectRefused(prefer(reader, 'no tag', 'follow'), '404 tag_not_found');
    await expectRefused(prefer(reader, 'pref-a', 'love'), '422 invalid_tag_preference');
    await expectRefused(reader.send('PUT', `${TAGS}/pref-a/preference`, {}), '422 invalid_tag_preference');
    await expectRefused(world.world.fetch(`${TAGS}/preferences`), '401 authentication_required');
    await expectRefused(reader.fetch(`${TAGS}/preferences?limit=x`), '400 invalid_limit');
    await expectRefused(reader.fetch(`${TAGS}/preferences?limit=1&limit=1`), '400 duplicate_query_parameter');
  });

  test('a preference outlives the posts and can then be let go', async () => {
    const reader = await world.person();
    const post = await writePost(author, { tags: ['fleeting'] });
    await expectStatus(prefer(reader, 'fleeting', 'follow'), 200);
    await expectOnlyStatus(author.send('DELETE', `${POSTS}/${post.id}`, { version: 1 }), 204);
    await expectRefused(prefer(author, 'fleeting', 'follow'), '404 tag_not_found');
    await expectStatus(prefer(reader, 'fleeting', null), 200);
    await expectRefused(prefer(reader, 'fleeting', 'follow'), '404 tag_not_found');
  });
});

describe('feeds', () => {
  test('following holds authors and tags, each post once, on every page', async () => {
    const reader = await world.person();
    const [one, two] = await world.people(2);
    const wanted: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      wanted.push((await writePost(one, { tags: ['join-a', 'join-b'] })).id);
      wanted.push((await writePost(two, { tags: at % 2 === 0 ? ['join-a'] : ['join-b'] })).id);
      wanted.push((await writePost(one, { body: `plain ${at}` })).id);
      await writePost(two, { body: `not followed ${at}` });
    }
    await expectStatus(reader.send('PUT', `${USERS}/${one.uid}/follow`, { active: true }), 200);
    for (const tag of ['join-a', 'join-b']) await expectStatus(prefer(reader, tag, 'follow'), 200);
    expect(await readWholeFeed(reader, 'scope=following&limit=4')).toEqual(wanted.toReversed());
    const { posts } = await readFeed(reader, '?scope=latest&limit=50');
    for (const post of posts)
      expect([post.id, post.viewer.followedTag]).toEqual([
        post.id,
        post.tags.includes('join-a') || post.tags.includes('join-b'),
      ]);
  });

  test('a muted tag is left out of discovery, not of searches, tags or one’s own', async () => {
    const reader = await world.person();
    const post = await writePost(author, { body: 'mutedwords', tags: ['muted-tag'] });
    const own = await writePost(reader, { tags: ['muted-tag'] });
    await expectStatus(reader.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
    await expectStatus(prefer(reader, 'muted-tag', 'mute'), 200);
    for (const scope of ['all', 'latest', 'following', 'recommended&seed=1']) {
      const ids = await readWholeFeed(reader, `scope=${scope}&limit=50`);
      expect([scope, ids.includes(post.id)]).toEqual([scope, false]);
    }
    expect((await readWholeFeed(reader, 'scope=latest&limit=50')).includes(own.id)).toBe(true);
    expect(idsOf(await readFeed(reader, '?q=mutedwords'))).toEqual([post.id]);
    expect(idsOf(await readFeed(reader, '?tag=muted-tag'))).toEqual([own.id, post.id]);
    await expectOnlyStatus(reader.fetch(`${POSTS}/${post.id}`), 200);
    await expectStatus(prefer(reader, 'muted-tag', null), 200);
    expect((await readWholeFeed(reader, 'scope=latest&limit=50')).includes(post.id)).toBe(true);
  });
});

test('recommended: followed tags rise and say so; nobody again within six places while others are left', async () => {
  await using own = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' });
  const loud = await own.person();
  const others = await own.people(8);
  const fan = await own.person();
  const authors = new Map<string, number>();
  for (const person of others) {
    for (let at = 0; at < 3; at += 1) authors.set((await writePost(person, { body: `${at}` })).id, person.uid);
  }
  for (let at = 0; at < 20; at += 1) {
    const { id } = await writePost(loud, { body: `loud ${at}` });
    authors.set(id, loud.uid);
    await expectStatus(fan.send('PUT', `${POSTS}/${id}/reaction`, { active: true }), 200);
    await expectStatus(fan.send('PUT', `${POSTS}/${id}/bookmark`, { active: true }), 200);
  }
  const quiet = others[0] ?? loud;
  const tagged = await writePost(quiet, { tags: ['niche'] });
  authors.set(tagged.id, quiet.uid);
  await rank(own, '');
  const order = await readAll(own.world, 5);
  expect(new Set(order)).toEqual(new Set(authors.keys()));
  expect(order).toHaveLength(authors.size);
  expect(authors.get(order[0] ?? '')).toBe(loud.uid);
  const uids = order.map((id) => authors.get(id));
  for (const [at, uid] of uids.entries()) {
    const before = uids.slice(Math.max(0, at - 5), at);
    if (!before.includes(uid)) continue;
    // Nobody else was left.
    expect([at, uids.slice(at).filter((other) => !before.includes(other))]).toEqual([at, []]);
  }
  // Whatever the order: five others cannot have written all they have before the twentieth place.
  expect(uids.slice(0, 20).filter((uid) => uid === loud.uid).length).toBeLessThanOrEqual(4);
  // The same whatever the length of pages.
  expect(await readAll(own.world, 50)).toEqual(order);

  const reader = await own.person();
  await expectStatus(prefer(reader, 'niche', 'follow'), 200);
  const [first] = (await readFeed(reader, '?scope=recommended&seed=5&limit=1')).posts;
  expect(first).toMatchObject({ id: tagged.id, recommendationReason: 'followed_tag', viewer: { followedTag: true } });
  await expectStatus(reader.send('PUT', `${USERS}/${quiet.uid}/follow`, { active: true }), 200);
  const [again] = (await readFeed(reader, '?scope=recommended&seed=5&limit=1&refresh=1')).posts;
  expect(again).toMatchObject({ id: tagged.id, recommendationReason: 'followed_author' });
}, 60_000);

test('the weights of recommendations are the operator’s', async () => {
  const weights = 'like=0,comment=0,bookmark=500,hour=0';
  await using own = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', RECOMMENDATION_WEIGHTS: weights });
  const [one, two, fan] = await own.people(3);
  const liked = await writePost(one);
  const kept = await writePost(two);
  await expectStatus(fan.send('PUT', `${POSTS}/${liked.id}/reaction`, { active: true }), 200);
  await expectStatus(one.send('PUT', `${POSTS}/${liked.id}/reaction`, { active: true }), 200);
  await expectStatus(fan.send('PUT', `${POSTS}/${kept.id}/bookmark`, { active: true }), 200);
  await rank(own, weights);
  expect(idsOf(await readFeed(own.world, '?scope=recommended&seed=1'))).toEqual([kept.id, liked.id]);
  const reader = await own.person();
  const order = idsOf(await readFeed(reader, '?scope=recommended&seed=1'));
  expect(order[0]).toBe(kept.id);
});

/** What the job of every five minutes does. */
async function rank(own: AccountsWorld, weights: string): Promise<void> {
  const options = { databaseUrl: own.databaseUrl, dataDirectory: '/nowhere' };
  const database = openDatabase(options, openLog('silent'));
  await database.ready();
  await makeRanking(database, readRecommendationWeights(weights === '' ? undefined : weights));
  await database.close();
}

async function readAll(who: Pick<Person, 'fetch'>, limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const behind = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: FeedAnswer = await readFeed(who, `?scope=recommended&seed=5&limit=${limit}${behind}`);
    ids.push(...idsOf(page));
    cursor = page.nextCursor;
  }
  return ids;
}
