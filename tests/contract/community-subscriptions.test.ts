// Subscriptions to the comments of a post and to the posts of a person: who is notified, once, and by the rules of the moment at
// which it is sent.
import { expect, test } from 'bun:test';
import { COMMENTS, NOTIFICATIONS, POSTS, readDetail, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { listen } from '../fixtures/event-stream.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

const subscribe = (who: Person, postId: string, active = true) =>
  expectStatus(who.send('PUT', `${POSTS}/${postId}/subscription`, { active }), 200);
const subscribeTo = (who: Person, author: Person, active = true) =>
  expectStatus(who.send('PUT', `${USERS}/${author.uid}/posts-subscription`, { active }), 200);

interface Told {
  readonly id: string;
  readonly kind: string;
  readonly postId: string | null;
  readonly commentId: string | null;
  readonly count?: number;
  readonly readAt: number | null;
  readonly createdAt: number;
}

async function toldOf(who: Person): Promise<readonly Told[]> {
  const page: { notifications: readonly Told[] } = await expectStatus(who.fetch(`${NOTIFICATIONS}?limit=50`), 200);
  return page.notifications;
}
const kindsOf = async (who: Person): Promise<readonly string[]> => (await toldOf(who)).map(({ kind }) => kind);

/** Waits until no notification is left to send. */
const settled = () =>
  world.world.until(async () => {
    const rows: unknown[] = await world.sql`select 1 from fan_out where finished_at is null`;
    return rows.length === 0;
  });

test('whoever follows a post has one unread notification of it, which counts its comments', async () => {
  const [author, guest, reader] = await world.people(3);
  const post = await writePost(author, { title: 'A thread' });
  expect((await readDetail(reader, post.id)).viewer.subscribed).toBe(false);
  expect(await subscribe(reader, post.id)).toEqual({ active: true });
  expect((await readDetail(reader, post.id)).viewer.subscribed).toBe(true);
  const stream = await listen(reader);
  await writeComment(guest, post.id);
  await settled();
  await writeComment(guest, post.id);
  const last = await writeComment(guest, post.id);
  await settled();
  await world.world.until(() => stream.events.length >= 3);
  const [told, ...others] = await toldOf(reader);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ kind: 'thread', postId: post.id, commentId: last.id, count: 3, readAt: null });
  // The author gets the notification of authors, and nobody gets one of their own comment.
  expect(await kindsOf(author)).toEqual(['comment', 'comment', 'comment']);
  expect(await kindsOf(guest)).toEqual([]);
  await expectStatus(reader.send('PUT', `${NOTIFICATIONS}/${told?.id}/read`, {}), 200);
  await writeComment(guest, post.id);
  await settled();
  expect((await toldOf(reader)).map(({ count, readAt }) => [count, readAt === null])).toEqual([
    [1, true],
    [3, false],
  ]);
  // Whose last one was replaced goes on at its time.
  const second = (await toldOf(reader))[0];
  await writeComment(guest, post.id);
  await settled();
  const back = await listen(reader, second?.id);
  await world.world.until(() => back.events.length === 1);
  await Promise.all([stream.close(), back.close()]);
});

test('who commented is subscribed until they end it, and an answer or a mention is notified as such alone', async () => {
  const [author, first, second] = await world.people(3);
  const post = await writePost(author);
  const root = await writeComment(first, post.id);
  expect((await readDetail(first, post.id)).viewer.subscribed).toBe(true);
  expect((await readDetail(author, post.id)).viewer.subscribed).toBe(true);
  await writeComment(second, post.id);
  await settled();
  expect(await kindsOf(first)).toEqual(['thread']);
  await writeComment(second, post.id, { body: 'answer', parentId: root.id });
  await settled();
  expect(await kindsOf(first)).toEqual(['reply', 'thread']);
  await subscribe(first, post.id, false);
  await subscribe(author, post.id, false);
  expect((await readDetail(author, post.id)).viewer.subscribed).toBe(false);
  const before = (await toldOf(author)).length;
  await writeComment(first, post.id, { body: 'I go on, and do not want to be told' });
  await writeComment(second, post.id);
  await settled();
  expect(await kindsOf(first)).toEqual(['reply', 'thread']);
  expect(await toldOf(author)).toHaveLength(before);
});

test('subscribers are notified of a new post once: when others may read it, and never again', async () => {
  const [author, reader, other] = await world.people(3);
  await subscribeTo(reader, author);
  expect((await expectStatus(reader.fetch(`${USERS}/${author.uid}`), 200)).viewer.postsSubscribed).toBe(true);
  expect((await expectStatus(other.fetch(`${USERS}/${author.uid}`), 200)).viewer.postsSubscribed).toBe(false);
  const secret = await writePost(author, { visibility: 'private' });
  const shared = await writePost(author, { visibility: 'protected' });
  const open = await writePost(author);
  await settled();
  expect((await toldOf(reader)).map(({ kind, postId }) => [kind, postId])).toEqual([
    ['new_post', open.id],
    ['new_post', shared.id],
  ]);
  const edit = { body: 'shown now', visibility: 'public', version: secret.version };
  await expectStatus(author.send('PATCH', `${POSTS}/${secret.id}`, edit), 200);
  await expectStatus(author.send('PATCH', `${POSTS}/${open.id}`, { body: 'other', version: open.version }), 200);
  await settled();
  expect((await toldOf(reader)).map(({ postId }) => postId)).toEqual([secret.id, open.id, shared.id]);
  await subscribeTo(reader, author, false);
  await writePost(author);
  await settled();
  expect(await toldOf(reader)).toHaveLength(3);
  expect(await toldOf(other)).toEqual([]);
});

test('blocks, mutes and settings of the moment hold, and nobody is notified of what is gone by then', async () => {
  const [author, writer, blocked, muting, quiet, mailed] = await world.people(6);
  const post = await writePost(author);
  for (const who of [blocked, muting, quiet, mailed]) await subscribe(who, post.id);
  await expectStatus(writer.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  await expectStatus(muting.send('PUT', `${USERS}/${writer.uid}/mute`, { active: true }), 200);
  const settings = (bell: boolean, mail: boolean) => ({
    kinds: { thread: { bell, mail } },
    quietHours: null,
    digest: 'never',
    version: 1,
  });
  await expectStatus(quiet.send('PUT', '/api/v1/me/notification-settings', settings(false, false)), 200);
  await expectStatus(mailed.send('PUT', '/api/v1/me/notification-settings', settings(false, true)), 200);
  await writeComment(writer, post.id);
  await settled();
  const rows: { recipient: string; mail: boolean }[] =
    await world.sql`select recipient_id as recipient, is_mailed as mail
    from notification where kind = 'thread' and post_id = ${post.id}`;
  expect(rows.map(({ ...row }) => row)).toEqual([{ recipient: mailed.id, mail: true }]);
  // Hidden before the job came to it: the row is open again, and the next comment runs it.
  const gone = await writeComment(writer, post.id);
  await settled();
  await world.sql`update comment set hidden_at = now() where id = ${gone.id}`;
  await world.sql`delete from notification where recipient_id = ${mailed.id}`;
  await world.sql`update fan_out set after = null, finished_at = null where id = ${gone.id}`;
  const next = await writeComment(writer, post.id);
  await settled();
  const told: { comment: string; count: number }[] = await world.sql`select comment_id as comment,
    (decision ->> 'count')::int as count from notification where recipient_id = ${mailed.id}`;
  expect(told.map(({ ...row }) => row)).toEqual([{ comment: next.id, count: 1 }]);
});

test('subscribers are notified of a comment that had to wait once it is allowed', async () => {
  const [author, writer, reader] = await world.people(3);
  const moderator = await world.person({ role: 'moderator' });
  const post = await writePost(author);
  await subscribe(reader, post.id);
  // So many links wait for a person.
  const held = await writeComment(writer, post.id, {
    body: 'https://a.example https://b.example https://c.example https://d.example',
  });
  await settled();
  expect(await kindsOf(reader)).toEqual([]);
  const [found]: { id: string; version: number }[] = await world.sql`select id, version from moderation_case
    where subject_id = ${held.id}`;
  expect(found).toBeDefined();
  await expectStatus(
    moderator.send('POST', `/api/v1/moderation/cases/${found?.id}/decision`, {
      verdict: 'allow',
      reasonCode: 'other',
      version: found?.version,
    }),
    200,
  );
  await settled();
  expect(await kindsOf(reader)).toEqual(['thread']);
});

test('a batch that is repeated notifies nobody twice, and the job goes on where it was', async () => {
  const [author, writer, ...readers] = await world.people(8);
  const post = await writePost(author);
  for (const reader of readers) await subscribe(reader, post.id);
  const comment = await writeComment(writer, post.id);
  await settled();
  const sorted = readers.map(({ id }) => id).toSorted();
  // As a process leaves it that was killed: the first three were notified.
  await world.sql`delete from notification where kind = 'thread' and post_id = ${post.id}
    and recipient_id > ${sorted[2] ?? ''}::uuid`;
  await world.sql`update fan_out set after = ${sorted[2] ?? ''}::uuid, finished_at = null where id = ${comment.id}`;
  await writeComment(writer, post.id);
  await settled();
  const counts = await Promise.all(readers.map(async (reader) => (await toldOf(reader)).map(({ count }) => count)));
  expect(counts).toEqual(readers.map(() => [2]));
  // All over again: each event is sent once.
  await world.sql`update fan_out set after = null, finished_at = null where id = ${comment.id}`;
  await writeComment(writer, post.id);
  await settled();
  const rows: { count: number }[] = await world.sql`select count(*)::int as count from notification
    where kind = 'thread' and post_id = ${post.id} group by recipient_id`;
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([1]));
});

test('refusals, and who may', async () => {
  const [author, reader, rude] = await world.people(3);
  const post = await writePost(author);
  const kept = await writePost(author, { visibility: 'private' });
  const path = `${POSTS}/${post.id}/subscription`;
  await expectRefused(world.send('PUT', path, { active: true }), '401 authentication_required');
  await expectRefused(reader.send('PUT', path, { active: 1 }), '422 invalid_subscription');
  await expectRefused(reader.send('PUT', `${POSTS}/${kept.id}/subscription`, { active: true }), '404 post_not_found');
  await expectRefused(
    reader.send('PUT', `${POSTS}/${Bun.randomUUIDv7()}/subscription`, { active: false }),
    '404 post_not_found',
  );
  await expectRefused(
    reader.send('PUT', `${USERS}/99999999/posts-subscription`, { active: true }),
    '404 user_not_found',
  );
  await expectRefused(
    reader.send('PUT', `${USERS}/${reader.uid}/posts-subscription`, { active: true }),
    '422 self_relationship_forbidden',
  );
  await expectRefused(reader.send('PUT', `${USERS}/${author.uid}/posts-subscription`, {}), '422 invalid_subscription');
  // A block ends what was there, and nothing begins across it.
  await subscribeTo(rude, author);
  await expectStatus(author.send('PUT', `${USERS}/${rude.uid}/block`, { active: true }), 200);
  const rows: unknown[] = await world.sql`select 1 from author_subscription where account_id = ${rude.id}`;
  expect(rows).toHaveLength(0);
  await expectRefused(
    rude.send('PUT', `${USERS}/${author.uid}/posts-subscription`, { active: true }),
    '409 relationship_blocked',
  );
  await expectRefused(rude.send('PUT', path, { active: true }), '404 post_not_found');
  await expectOnlyStatus(rude.send('PUT', path, { active: false }), 200);
  const comment = await writeComment(reader, post.id);
  await expectRefused(reader.send('PATCH', `${COMMENTS}/${comment.id}`, { body: '' }), '422 invalid_comment_edit');
});
