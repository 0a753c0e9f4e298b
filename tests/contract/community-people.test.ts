// People over HTTP: relations with their effects, profiles, reports, notifications and their live stream.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import {
  COMMENTS,
  NOTIFICATIONS,
  POSTS,
  readDetail,
  readFeed,
  readWholeFeed,
  USERS,
  writeComment,
  writePost,
} from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

const relate = (who: Person, whom: Person, relation: string, active = true) =>
  who.send('PUT', `${USERS}/${whom.uid}/${relation}`, { active });

type ProfileAnswer = AnswerBody<'GET /api/v1/community/users/{uid}'>;
const readProfile = async (who: Pick<Person, 'fetch'>, whom: Person, query = ''): Promise<ProfileAnswer> =>
  expectStatus(who.fetch(`${USERS}/${whom.uid}${query}`), 200);

type NoticesAnswer = AnswerBody<'GET /api/v1/community/notifications'>;
const readNotices = async (who: Person, query = ''): Promise<NoticesAnswer> =>
  expectStatus(who.fetch(`${NOTIFICATIONS}${query}`), 200);

describe('relations', () => {
  test('a block parts two people both ways and ends follows; its end brings posts back, follows not', async () => {
    const [one, two] = await world.people(2);
    const post = await writePost(one);
    const reply = await writeComment(two, post.id);
    await expectRefused(relate(one, one, 'follow'), '422 self_relationship_forbidden');
    await expectRefused(one.send('PUT', `${USERS}/999999/follow`, { active: true }), '404 user_not_found');
    await expectRefused(one.send('PUT', `${USERS}/${two.uid}/follow`, {}), '422 invalid_relationship');
    await expectRefused(one.send('PUT', `${USERS}/0/follow`, { active: true }), '404 route_not_found');
    await Promise.all([relate(one, two, 'follow'), relate(two, one, 'follow'), relate(one, two, 'follow')]);
    expect((await readProfile(one, two)).viewer).toMatchObject({
      following: true,
      followedBy: true,
      canInteract: true,
    });
    expect((await readProfile(one, two)).profile.stats).toMatchObject({ followers: 1, following: 1 });
    await expectStatus(two.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true }), 200);
    await expectStatus(relate(one, two, 'block'), 200);
    await expectRefused(two.fetch(`${POSTS}/${post.id}`), '404 post_not_found');
    expect((await readDetail(one, post.id)).comments).toEqual([]);
    expect((await readWholeFeed(two, 'scope=latest&limit=50')).includes(post.id)).toBe(false);
    await expectRefused(two.send('PUT', `${COMMENTS}/${reply.id}/reaction`, { active: true }), '404 comment_not_found');
    await expectRefused(relate(two, one, 'follow'), '409 relationship_blocked');
    const seen = await readProfile(two, one);
    expect(seen).toMatchObject({ posts: [], works: [], gameAccounts: [], postsNextCursor: null });
    expect(seen.profile.stats).toMatchObject({ posts: 1, followers: 0, following: 0 });
    expect(seen.viewer).toMatchObject({ blocked: false, canInteract: false });
    expect((await readProfile(one, two)).viewer.blocked).toBe(true);
    await expectStatus(relate(one, two, 'block', false), 200);
    expect((await readDetail(two, post.id)).viewer.liked).toBe(true);
    expect((await readProfile(one, two)).viewer).toMatchObject({
      following: false,
      followedBy: false,
      canInteract: true,
    });
  });

  test('a mute takes an author out of discovery and threads, not out of searches', async () => {
    const [one, loud] = await world.people(2);
    const post = await writePost(loud, { body: 'loudest words' });
    const own = await writePost(one);
    await writeComment(loud, own.id);
    await expectStatus(relate(one, loud, 'mute'), 200);
    expect((await readWholeFeed(one, 'scope=latest&limit=50')).includes(post.id)).toBe(false);
    expect((await readFeed(one, '?q=loudest')).posts).toHaveLength(1);
    expect((await readDetail(one, own.id)).comments).toEqual([]);
    expect((await readNotices(one)).notifications).toEqual([]);
    await expectStatus(relate(one, loud, 'mute', false), 200);
    expect((await readNotices(one)).notifications).toHaveLength(1);
  });
});

describe('profiles', () => {
  test('list what a stranger sees, and count exactly that', async () => {
    const person = await world.person();
    const open = [await writePost(person), await writePost(person), await writePost(person)];
    await writePost(person, { visibility: 'protected' });
    await writePost(person, { visibility: 'private' });
    const gone = await writePost(person);
    await person.send('DELETE', `${POSTS}/${gone.id}`, { version: 1 });
    await person.send('PUT', `${POSTS}/${open[0]?.id}/pin`, { active: true, version: 1 });
    const first = await readProfile(person, person, '?limit=2');
    expect(first.profile).toMatchObject({
      owner: true,
      uid: person.uid,
      stats: { posts: 3, works: 0, followers: 0, following: 0, gameAccounts: 0 },
    });
    expect(first.posts.map(({ id }) => id)).toEqual([open[0]?.id ?? '', open[2]?.id ?? '']);
    const second = await readProfile(world.world, person, `?limit=2&cursor=${first.postsNextCursor}`);
    expect(second.posts.map(({ id }) => id)).toEqual([open[1]?.id ?? '']);
    expect(second.postsNextCursor).toBeNull();
    const other = await world.person();
    await expectRefused(other.fetch(`${USERS}/${other.uid}?cursor=${first.postsNextCursor}`), '400 invalid_cursor');
    await expectRefused(other.fetch(`${USERS}/${other.uid}?limit=51`), '400 invalid_limit');
    await expectRefused(other.fetch(`${USERS}/${other.uid}?limit=1&limit=1`), '400 duplicate_query_parameter');
    await expectRefused(other.fetch(`${USERS}/999999`), '404 profile_not_found');
    await expectRefused(other.fetch(`${USERS}/x`), '404 route_not_found');
    const gonePerson = await world.person({ status: 'deleted' });
    await expectRefused(other.fetch(`${USERS}/${gonePerson.uid}`), '404 profile_not_found');
  });

  test('show the public game accounts, newest first, as their owner sees them', async () => {
    const person = await world.person();
    const own: Record<string, unknown>[] = [];
    for (const [playerUid, isPublic] of [
      ['1', true],
      ['2', false],
      ['3', true],
    ] as const) {
      const fields = { provider: 'bandori', region: 'jp', playerUid, public: isPublic };
      own.push((await expectStatus(person.send('POST', '/api/v1/account/game-accounts', fields), 201)).gameAccount);
    }
    const { gameAccounts, profile } = await readProfile(world.world, person);
    const shown = [own[2], own[0]].map((account) => {
      const { id: _id, public: _public, createdAt: _createdAt, ...view } = account ?? {};
      return view;
    });
    expect<unknown>(gameAccounts).toEqual(shown);
    expect(profile.stats.gameAccounts).toBe(2);
  });
});

test('reports are filed once while open; only about what can be seen', async () => {
  const [reporter, person] = await world.people(2);
  const post = await writePost(person);
  const comment = await writeComment(person, post.id);
  const report = (fields: object) => reporter.send('POST', '/api/v1/community/reports', fields);
  const about = { targetKind: 'post', targetId: post.id, reasonCode: 'spam' };
  const first = await expectStatus(report(about), 201);
  const again = await expectStatus(report(about), 200);
  expect(again.report.id).toBe(first.report.id);
  await expectStatus(report({ ...about, targetKind: 'comment', targetId: comment.id }), 201);
  await expectStatus(report({ ...about, targetKind: 'user', targetId: String(person.uid) }), 201);
  await expectRefused(report({ ...about, targetKind: 'thing' }), '422 invalid_report_target');
  await expectRefused(report({ ...about, targetId: 'x' }), '422 invalid_report_target');
  await expectRefused(report({ ...about, reasonCode: 'dull' }), '422 invalid_report_reason');
  await expectRefused(report({ ...about, reasonCode: 'other' }), '422 invalid_report_detail');
  await expectRefused(report({ ...about, details: 'd'.repeat(2001) }), '422 invalid_report_detail');
  await expectRefused(report({ ...about, targetId: Bun.randomUUIDv7() }), '404 report_target_not_found');
  const archived = await writePost(reporter);
  await expectStatus(reporter.send('POST', `${POSTS}/${archived.id}/archive`, { version: archived.version }), 200);
  await expectRefused(report({ ...about, targetId: archived.id }), '404 report_target_not_found');
  const hidden = await writePost(person, { visibility: 'private' });
  await expectRefused(report({ ...about, targetId: hidden.id }), '404 report_target_not_found');
  await expectRefused(
    report({ ...about, targetKind: 'user', targetId: '9007199254740993' }),
    '422 invalid_report_target',
  );
});

describe('notifications', () => {
  test('one entry per person and occasion; never about one’s own doing', async () => {
    const [author, guest] = await world.people(2);
    const post = await writePost(author);
    const comment = await writeComment(author, post.id, { body: 'own' });
    await writeComment(guest, post.id, { body: `@${author.uid} answer`, parentId: comment.id });
    await guest.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
    await guest.send('PUT', `${POSTS}/${post.id}/reaction`, { active: false });
    await guest.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
    await guest.send('PUT', `${COMMENTS}/${comment.id}/reaction`, { active: true });
    await relate(guest, author, 'follow');
    await writePost(guest, { body: `hello @${author.uid}, and \`@${author.uid}\`` });
    const { notifications, unreadCount } = await readNotices(author);
    expect(notifications.map(({ kind }) => kind)).toEqual([
      'mention',
      'follow',
      'comment_reaction',
      'post_reaction',
      'reply',
    ]);
    expect(unreadCount).toBe(5);
    expect(notifications.every(({ actorUid }) => actorUid === guest.uid)).toBe(true);
    const page = await readNotices(author, '?limit=3');
    const rest = await readNotices(author, `?limit=3&cursor=${page.nextCursor}`);
    expect([...page.notifications, ...rest.notifications].map(({ id }) => id)).toEqual(
      notifications.map(({ id }) => id),
    );
    const path = `${NOTIFICATIONS}/${notifications[0]?.id}/read` as const;
    const read = await expectStatus(author.send('PUT', path, {}), 200);
    expect(await expectStatus(author.send('PUT', path, {}), 200)).toEqual(read);
    await expectRefused(guest.send('PUT', path, {}), '404 notification_not_found');
    expect(await readNotices(author, '?countOnly=true')).toEqual({
      notifications: [],
      nextCursor: null,
      unreadCount: 4,
    });
    expect((await readNotices(author, '?unread=false')).notifications).toHaveLength(1);
    expect(await expectStatus(author.send('PUT', `${NOTIFICATIONS}/read-all`, {}), 200)).toMatchObject({
      updatedCount: 4,
    });
    expect((await readNotices(author, '?unread=true')).notifications).toEqual([]);
    // What is not shown was not read: it is counted again where it shows again.
    const muted = await world.person();
    await writeComment(muted, (await writePost(author)).id, { body: `@${author.uid}` });
    const mute = (active: boolean) => author.send('PUT', `${USERS}/${muted.uid}/mute`, { active });
    await expectStatus(mute(true), 200);
    expect(await expectStatus(author.send('PUT', `${NOTIFICATIONS}/read-all`, {}), 200)).toMatchObject({
      updatedCount: 0,
    });
    await expectStatus(mute(false), 200);
    expect((await readNotices(author)).unreadCount).toBe(1);
    const all = await expectStatus(author.send('PUT', `${NOTIFICATIONS}/read-all`, {}), 200);
    expect<object>(all).toEqual({ updatedCount: 1, readAt: (await readNotices(author)).notifications[0]?.readAt });
    for (const [query, refused] of [
      ['limit=51', 'invalid_limit'],
      ['cursor=e30', 'invalid_cursor'],
      ['unread=x', 'invalid_unread'],
      ['countOnly=x', 'invalid_count_only'],
      ['limit=1&limit=1', 'duplicate_query_parameter'],
    ] as const) {
      await expectRefused(author.fetch(`${NOTIFICATIONS}?${query}`), `400 ${refused}`);
    }
    await expectRefused(world.world.fetch(NOTIFICATIONS), '401 authentication_required');
  });

  test('a mention matches the full handle, else the handle without trailing hyphens and underscores', async () => {
    const named = async (handle: string): Promise<Person> => {
      const person = await world.person();
      await expectStatus(person.send('PATCH', '/api/v1/account/profile', { handle }), 200);
      return person;
    };
    const [plain, tailed, headed] = [await named('mina'), await named('mina_'), await named('-rei')];
    const author = await world.person();
    const told = async (): Promise<readonly number[]> =>
      Promise.all([plain, tailed, headed].map(async (person) => (await readNotices(person)).unreadCount));
    await writePost(author, { body: 'for @mina_ alone' });
    expect(await told()).toEqual([0, 1, 0]);
    await writePost(author, { body: 'for @Mina- and @-rei!' });
    expect(await told()).toEqual([1, 1, 1]);
  });

  test('notifications about content that is no longer visible are left out', async () => {
    const [author, guest] = await world.people(2);
    const post = await writePost(author, { body: `look, @${guest.uid}` });
    expect((await readNotices(guest)).unreadCount).toBe(1);
    await author.send('PATCH', `${POSTS}/${post.id}`, { body: 'mine', visibility: 'private', version: 1 });
    expect((await readNotices(guest)).unreadCount).toBe(0);
    await writePost(author, { body: `secret @${guest.uid}`, visibility: 'private' });
    expect((await readNotices(guest)).notifications).toEqual([]);
  });
});

test('moderation by people: held for review, decided, and the author is told', async () => {
  await using held = await openAccountsWorld({ LIMITS: 'off', MODERATION_DEFAULT: 'review' });
  const [author, reader, moderator] = [
    await held.person(),
    await held.person(),
    await held.person({ role: 'moderator' }),
  ];
  const { post, moderationQueued } = await expectStatus(
    author.send('POST', POSTS, { body: `hello @${reader.uid}` }),
    201,
  );
  expect([post.moderationStatus, moderationQueued]).toEqual(['review', true]);
  await expectRefused(reader.fetch(`${POSTS}/${post.id}`), '404 post_not_found');
  await expectRefused(author.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true }), '409 post_not_ready');
  await expectRefused(author.send('POST', `${POSTS}/${post.id}/comments`, { body: 'a' }), '409 post_not_ready');
  expect((await readProfile(author, author)).profile.stats.posts).toBe(0);
  const { cases } = await expectStatus(moderator.fetch('/api/v1/moderation/cases?status=review'), 200);
  const found = cases.find(({ subjectId }) => subjectId === post.id);
  await expectStatus(
    moderator.send('POST', `/api/v1/moderation/cases/${found?.id}/decision`, {
      verdict: 'allow',
      reasonCode: 'other',
      version: found?.version,
    }),
    200,
  );
  await expectOnlyStatus(reader.fetch(`${POSTS}/${post.id}`), 200);
  expect((await readNotices(author)).notifications.map(({ kind }) => kind)).toEqual(['moderation']);
  expect((await readNotices(reader)).notifications.map(({ kind }) => kind)).toEqual(['mention']);
});
