// What becomes of a person's community when the account is deleted, and what an export holds of it.
import { expect, test } from 'bun:test';
import { COMMENTS, POSTS, readDetail, TAGS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

test('a deleted account takes posts, comments, likes, bookmarks and relations with it, and every counter follows', async () => {
  const [person, other] = await world.people(2);
  const own = await writePost(person, { tags: ['bye'] });
  const post = await writePost(other);
  await writeComment(person, post.id, { body: 'bye' });
  await writeComment(other, own.id);
  await expectStatus(person.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true }), 200);
  await expectStatus(person.send('PUT', `${POSTS}/${post.id}/bookmark`, { active: true }), 200);
  await expectStatus(person.send('PUT', `${USERS}/${other.uid}/follow`, { active: true }), 200);
  await writePost(other, { tags: ['kept'] });
  await expectStatus(person.send('PUT', `${TAGS}/kept/preference`, { preference: 'follow' }), 200);
  await expectOnlyStatus(person.send('DELETE', '/api/v1/account/profile', { confirmation: person.email }), 204);
  await expectOnlyStatus(other.fetch(`${POSTS}/${own.id}`), 404);
  await world.world.until(async () => {
    const [row] = await world.sql`select p.like_count + p.comment_count + p.bookmark_count + s.followers as n
      from post p join author_stat s on s.account_id = p.author_id where p.id = ${post.id}`;
    const [words] =
      await world.sql`select count(*)::int as n from post where author_id = ${person.id} and (body <> '' or deleted_at is null)`;
    return row?.n === 0 && words?.n === 0;
  }, 15_000);
  const { comments, post: now } = await readDetail(other, post.id);
  expect([comments.length, now.commentCount, now.likeCount]).toEqual([0, 0, 0]);
  // Their tags are on nothing any more, and what they followed has a follower less.
  const { tags } = await expectStatus(other.fetch(TAGS), 200);
  expect(tags.map(({ normalizedName, followerCount }) => [normalizedName, followerCount])).toEqual([['kept', 0]]);
  const { notifications } = await expectStatus(other.fetch('/api/v1/community/notifications'), 200);
  expect(notifications).toEqual([]);
});

test('the texts of a person who wrote more than one statement erases are all erased', async () => {
  const [person, other] = await world.people(2);
  const post = await writePost(other);
  await world.sql`insert into comment (id, post_id, author_id, top, floor, body, moderation_status)
    select gen_random_uuid(), ${post.id}, ${person.id}, true, n, 'bye', 'allow' from generate_series(1, 1100) n`;
  await world.sql`insert into comment_revision (comment_id, revision, body)
    select id, 1, body from comment where author_id = ${person.id}`;
  await expectOnlyStatus(person.send('DELETE', '/api/v1/account/profile', { confirmation: person.email }), 204);
  await world.world.until(async () => {
    const [left] = await world.sql`
      select (select count(*)::int from comment where author_id = ${person.id} and (body <> '' or deleted_at is null)) as texts,
        (select count(*)::int from comment_revision r join comment c on c.id = r.comment_id where c.author_id = ${person.id}) as revisions`;
    return left?.texts === 0 && left.revisions === 0;
  }, 20_000);
  expect((await readDetail(other, post.id)).post.commentCount).toBe(0);
});

test('an export holds posts, comments, likes, bookmarks, feedback and relations', async () => {
  const [person, other] = await world.people(2);
  await writePost(person, { body: 'kept words', visibility: 'private' });
  const post = await writePost(other);
  const comment = await writeComment(other, post.id);
  await expectStatus(person.send('PUT', `${COMMENTS}/${comment.id}/reaction`, { active: true }), 200);
  const feedback = { feedback: 'hide', reasonCode: 'seen.enough' };
  await expectStatus(person.send('PUT', `${POSTS}/${post.id}/feedback`, feedback), 200);
  const answer = await person.fetch('/api/v1/account/export');
  expect(answer.status).toBe(200);
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  const likes = ['likes', 'comment-likes', 'bookmarks', 'feedback'];
  for (const name of ['posts', 'comments', ...likes, 'following', 'tags', 'blocks', 'mutes']) {
    expect(text).toContain(`community/${name}.json`);
  }
  for (const words of ['kept words', comment.id, 'seen.enough']) expect(text).toContain(words);
});
