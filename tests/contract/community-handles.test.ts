// People by handle: in paths, and beside every UID of an author.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { NOTIFICATIONS, readDetail, readFeed, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person, refusedWith } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

async function named(handle: string): Promise<Person> {
  const person = await world.person();
  await expectStatus(person.send('PATCH', '/api/v1/account/profile', { handle }), 200);
  return person;
}

test('a person is found by UID, by handle in any case, and by `@` with the UID', async () => {
  const [ann, reader] = [await named('ann-lee'), await world.person()];
  for (let index = 0; index < 3; index += 1) await writePost(ann);
  for (const name of [String(ann.uid), '@ann-lee', '@Ann-Lee', '%40ann-lee', `@${ann.uid}`, '@ann-lee_']) {
    const { profile } = await expectStatus<{ profile: { uid: number; handle: string } }>(
      reader.fetch(`${USERS}/${name}`),
      200,
    );
    expect([name, profile.uid, profile.handle]).toEqual([name, ann.uid, 'ann-lee']);
  }
  // One list, whichever name its pages were read by.
  const first = await expectStatus(reader.fetch(`${USERS}/@ann-lee?limit=2`), 200);
  const second = await expectStatus(reader.fetch(`${USERS}/${ann.uid}?limit=2&cursor=${first.postsNextCursor}`), 200);
  expect(new Set([...first.posts, ...second.posts].map(({ id }) => id)).size).toBe(3);
  await expectRefused(reader.fetch(`${USERS}/@ann-lee?cursor=e30`), '400 invalid_cursor');
  for (const relation of ['follow', 'mute', 'block']) {
    const answer = await reader.send('PUT', `${USERS}/@ann-lee/${relation}`, { active: true });
    const { user } = await expectStatus<AnswerBody<'PUT /api/v1/community/users/{uid}/follow'>>(answer, 200);
    expect(user.uid).toBe(ann.uid);
    await expectRefused(reader.send('PUT', `${USERS}/@nobody/${relation}`, { active: true }), '404 user_not_found');
    await expectRefused(reader.send('PUT', `${USERS}/@n!/${relation}`, { active: true }), '404 route_not_found');
  }
  await expectRefused(reader.fetch(`${USERS}/@nobody`), '404 profile_not_found');
  for (const name of ['@', '@@ann-lee', 'ann-lee', '@an', `@${'a'.repeat(33)}`, '@ann lee']) {
    expect([name, await refusedWith(reader.fetch(`${USERS}/${encodeURIComponent(name)}`))]).toEqual([
      name,
      '404 route_not_found',
    ]);
  }
  await world.sql`update profile set status = 'deleted' where account_id = ${ann.id}`;
  await expectRefused(world.world.fetch(`${USERS}/@ann-lee`), '404 profile_not_found');
});

test('posts, comments, notifications and cases carry the handle beside the UID', async () => {
  const [bob, plain, moderator] = [await named('bob'), await world.person(), await world.person({ role: 'moderator' })];
  const post = await writePost(bob);
  expect(post.authorHandle).toBe('bob');
  const comment = await writeComment(plain, post.id);
  const answer = await writeComment(bob, post.id, { parentId: comment.id });
  expect([comment.authorHandle, answer.authorHandle]).toEqual([null, 'bob']);
  const detail = await readDetail(world.world, post.id);
  expect(detail.post.authorHandle).toBe('bob');
  expect(detail.comments.map(({ authorHandle }) => authorHandle)).toEqual([null, 'bob']);
  const { posts } = await readFeed(world.world, '?scope=latest&limit=1');
  expect(posts.map(({ authorHandle }) => authorHandle)).toEqual(['bob']);
  const { notifications } = await expectStatus(plain.fetch(NOTIFICATIONS), 200);
  expect(notifications.map(({ actorHandle }) => actorHandle)).toEqual(['bob']);
  await world.sql`insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt)
    values (${Bun.randomUUIDv7()}, 'post', ${post.id}, 1, ${bob.id}, ${bob.uid}, 'review', 'review', 'x')`;
  const { cases } = await expectStatus(moderator.fetch('/api/v1/moderation/cases?status=review'), 200);
  expect(cases.map(({ authorHandle }) => authorHandle)).toEqual(['bob']);
  const found = await expectStatus(moderator.fetch(`/api/v1/moderation/cases/${cases[0]?.id}`), 200);
  expect(found.case.authorHandle).toBe('bob');
});
