// Live threads: how many comments a reader may see, on the stream of notifications and for strangers. Numbers alone are sent;
// they leave out whom the reader does not hear, and a stream ends when its post is no longer to be read.
import { expect, test } from 'bun:test';
import { NOTIFICATIONS, POSTS, readDetail, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { openEvents } from '../fixtures/event-stream.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const stranger = { fetch: world.world.fetch };

const threadOf = (who: Pick<Person, 'fetch'>, postId: string) =>
  openEvents(who, `${NOTIFICATIONS}/stream?thread=${postId}`);
const newsOf = (postId: string) => openEvents(stranger, `${POSTS}/${postId}/comments/news`);

type Heard = Awaited<ReturnType<typeof openEvents>>;
const countsOf = ({ events }: Heard): readonly number[] =>
  events.filter(({ name }) => name === 'comments').map(({ data }) => JSON.parse(data).count);
const untilCount = (heard: Heard, count: number) => world.world.until(() => countsOf(heard).at(-1) === count);

test('readers get the number at once and after each change, in words that name nobody', async () => {
  const [author, guest] = await world.people(2);
  const post = await writePost(author);
  const first = await writeComment(guest, post.id);
  const [member, outside] = [await threadOf(author, post.id), await newsOf(post.id)];
  await Promise.all([member, outside].map((one) => untilCount(one, 1)));
  // Twenty as fast as they are taken.
  await Promise.all(Array.from({ length: 20 }, () => writeComment(guest, post.id)));
  await Promise.all([member, outside].map((one) => untilCount(one, 21)));
  await expectStatus(guest.send('DELETE', `/api/v1/community/comments/${first.id}`, { version: first.version }), 200);
  await Promise.all([member, outside].map((one) => untilCount(one, 20)));
  expect(outside.answer.headers.get('content-type')).toBe('text/event-stream');
  for (const { data } of outside.events) expect(Object.keys(JSON.parse(data))).toEqual(['postId', 'count']);
  // One stream has both.
  expect(member.events.some(({ name }) => name === 'notification')).toBe(true);
  await Promise.all([member.close(), outside.close()]);
});

test('blocked and muted people do not count, nor does what waits for a decision', async () => {
  const [author, reader, loud, rude] = await world.people(4);
  const post = await writePost(author);
  await expectStatus(reader.send('PUT', `${USERS}/${loud.uid}/mute`, { active: true }), 200);
  await expectStatus(rude.send('PUT', `${USERS}/${reader.uid}/block`, { active: true }), 200);
  const [own, others] = [await threadOf(reader, post.id), await threadOf(author, post.id)];
  await writeComment(loud, post.id);
  await writeComment(rude, post.id);
  await untilCount(others, 2);
  const seen = await writeComment(author, post.id);
  await untilCount(own, 1);
  expect(countsOf(own)).toEqual([0, 1]);
  await world.sql`update comment set moderation_status = 'review' where id = ${seen.id}`;
  await untilCount(own, 0);
  await Promise.all([own.close(), others.close()]);
});

test('a stream ends with the post, and none begins where nothing is to be read', async () => {
  const [author, reader, rival] = await world.people(3);
  const moderator = await world.person({ role: 'moderator' });
  const post = await writePost(author);
  const open = [await threadOf(reader, post.id), await newsOf(post.id)];
  const staff = await threadOf(moderator, post.id);
  const own = await threadOf(author, post.id);
  await world.sql`update post set hidden_at = now() where id = ${post.id}`;
  await world.world.until(() => open.every((one) => one.isOver()));
  await expectRefused(reader.fetch(`${NOTIFICATIONS}/stream?thread=${post.id}`), '404 post_not_found');
  await expectRefused(world.world.fetch(`${POSTS}/${post.id}/comments/news`), '404 post_not_found');
  expect([staff.isOver(), own.isOver()]).toEqual([false, false]);
  await world.sql`update profile set role = 'member' where account_id = ${moderator.id}`;
  await world.world.until(() => staff.isOver());
  await own.close();
  const kept = await writePost(author, { visibility: 'protected' });
  await expectRefused(world.world.fetch(`${POSTS}/${kept.id}/comments/news`), '404 post_not_found');
  const parted = await threadOf(rival, kept.id);
  expect(parted.answer.status).toBe(200);
  await expectStatus(author.send('PUT', `${USERS}/${rival.uid}/block`, { active: true }), 200);
  // Found by the count of everything.
  await world.world.until(() => parted.isOver(), 30_000);
  await expectRefused(author.fetch(`${NOTIFICATIONS}/stream?thread=x`), '404 post_not_found');
});

test('a stranger has two streams at most', async () => {
  const author = await world.person();
  const post = await writePost(author);
  const open = [await newsOf(post.id), await newsOf(post.id)];
  const answer = await world.world.fetch(`${POSTS}/${post.id}/comments/news`);
  expect(answer.headers.get('retry-after')).toBe('30');
  await expectRefused(answer, '503 too_many_streams');
  await expectOnlyStatus(world.world.fetch(`${POSTS}/${post.id}/comments/news`, { method: 'HEAD' }), 200);
  await open[0]?.close();
  await world.world.until(async () => {
    const again = await newsOf(post.id);
    await again.close();
    return again.answer.status === 200;
  });
  await open[1]?.close();
});

test('comments after a number come in the order of writing, as the reader may see them', async () => {
  const [author, reader, rude] = await world.people(3);
  const post = await writePost(author);
  const root = await writeComment(author, post.id);
  for (let count = 0; count < 52; count++)
    await writeComment(reader, post.id, { body: `c${count}`, parentId: root.id });
  await writeComment(rude, post.id, { body: 'rude' });
  await expectStatus(reader.send('PUT', `${USERS}/${rude.uid}/block`, { active: true }), 200);
  const read = (who: Pick<Person, 'fetch'>, after: number) =>
    readDetail(who, post.id, `?commentsOnly=true&commentsAfter=${after}`);
  const first = await read(stranger, 1);
  expect(first.comments.map(({ floor }) => floor)).toEqual(Array.from({ length: 50 }, (_, at) => at + 2));
  expect((await read(stranger, 51)).comments.map(({ body }) => body)).toEqual(['c50', 'c51', 'rude']);
  expect((await read(reader, 51)).comments.map(({ body }) => body)).toEqual(['c50', 'c51']);
  await expectRefused(reader.fetch(`${POSTS}/${post.id}?commentsAfter=1`), '400 conflicting_post_query');
  await expectRefused(
    reader.fetch(`${POSTS}/${post.id}?commentsOnly=true&commentsAfter=-1`),
    '400 invalid_comments_after',
  );
});
