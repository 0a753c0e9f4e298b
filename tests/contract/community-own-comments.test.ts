// One's own comments in one list with what became of them, and the revisions of a comment.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { COMMENTS, POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  refusedWith,
} from '../fixtures/people.ts';

const OWN = '/api/v1/community/me/comments';

type OwnAnswer = AnswerBody<'GET /api/v1/community/me/comments'>;
type OwnComment = OwnAnswer['comments'][number];

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const author = await world.person();
const moderator = await world.person({ role: 'moderator' });
const readOwn = async (who: Person, query = ''): Promise<OwnAnswer> => expectStatus(who.fetch(`${OWN}${query}`), 200);
const open = { canDelete: true, canEdit: true };
const kept = { canDelete: true, canEdit: false };
const closed = { canDelete: false, canEdit: false };

test('lists one’s own comments alone, newest first, by pages', async () => {
  const [person, other] = await world.people(2);
  const post = await writePost(author, { title: 'Somewhere' });
  const root = await writeComment(other, post.id, { body: 'not mine' });
  const made = [];
  for (let at = 0; at < 5; at += 1)
    made.push(await writeComment(person, post.id, { body: `c${at}`, parentId: root.id }));
  const all = await readOwn(person);
  expect(all.comments.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
  expect<unknown>(all.comments[0]).toEqual({
    id: made[4]?.id ?? '',
    postId: post.id,
    postTitle: 'Somewhere',
    postAccessible: true,
    parentId: root.id,
    body: 'c4',
    moderationStatus: 'allow',
    moderationRevision: 1,
    version: 1,
    revisionCount: 1,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
    lastEditedAt: null,
    deletedAt: null,
    hiddenAt: null,
    viewer: open,
  });
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: OwnAnswer = await readOwn(person, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    ids.push(...page.comments.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(all.comments.map(({ id }) => id));
  expect((await readOwn(author)).comments).toEqual([]);
});

test('tells what became of comment and post', async () => {
  const person = await world.person();
  const post = await writePost(author, { title: 'Changing' });
  const comment = await writeComment(person, post.id);
  const state = async (): Promise<OwnComment | undefined> => (await readOwn(person)).comments[0];
  const postState = (action: string, version: number) =>
    moderator.send('POST', `/api/v1/moderation/posts/${post.id}/state`, { action, reasonCode: 'spam', version });
  await expectStatus(person.send('PATCH', `${COMMENTS}/${comment.id}`, { body: 'better', version: 1 }), 200);
  expect(await state()).toMatchObject({ body: 'better', version: 2, revisionCount: 2, viewer: open });
  await expectStatus(postState('lock', 1), 200);
  expect((await state())?.viewer).toEqual({ canDelete: true, canEdit: false });
  await expectStatus(postState('unlock', 2), 200);
  await expectStatus(postState('hide', 3), 200);
  expect(await state()).toMatchObject({ postTitle: null, postAccessible: false, viewer: kept });
  await expectStatus(postState('unhide', 4), 200);
  await expectStatus(author.send('PUT', `${USERS}/${person.uid}/block`, { active: true }), 200);
  expect(await state()).toMatchObject({ postTitle: null, postAccessible: false, viewer: kept });
  await expectStatus(author.send('PUT', `${USERS}/${person.uid}/block`, { active: false }), 200);
  const commentState = `/api/v1/moderation/comments/${comment.id}/state`;
  await expectStatus(moderator.send('POST', commentState, { action: 'hide', reasonCode: 'hate', version: 2 }), 200);
  expect(await state()).toMatchObject({ hiddenAt: expect.any(Number), viewer: { canDelete: true, canEdit: false } });
  await expectStatus(person.send('DELETE', `${COMMENTS}/${comment.id}`, { version: 3 }), 200);
  expect(await state()).toMatchObject({ deletedAt: expect.any(Number), body: 'better', viewer: closed });
  await expectOnlyStatus(author.send('DELETE', `${POSTS}/${post.id}`, { version: 5 }), 204);
  expect(await state()).toMatchObject({ postTitle: null, postAccessible: false });
  // The daily job takes the words of what was deleted; then it is listed no more.
  await world.sql`update comment set body = '' where id = ${comment.id}`;
  expect(await state()).toBeUndefined();
});

test('people can delete their own comments whatever the state of the post, and no others', async () => {
  const [owner, person, other] = await world.people(3);
  const block = { path: `${USERS}/${person.uid}/block`, active: true };
  const endings: Readonly<Record<string, (postId: string) => Promise<Response>>> = {
    blocked: () => owner.send('PUT', block.path, { active: true }),
    archived: (id) => owner.send('POST', `${POSTS}/${id}/archive`, { version: 1 }),
    private: (id) => owner.send('PATCH', `${POSTS}/${id}`, { body: 'now mine', visibility: 'private', version: 1 }),
    deleted: (id) => owner.send('DELETE', `${POSTS}/${id}`, { version: 1 }),
  };
  for (const [name, end] of Object.entries(endings)) {
    const post = await writePost(owner);
    const comment = await writeComment(person, post.id);
    const path = `${COMMENTS}/${comment.id}`;
    expect([name, (await end(post.id)).ok]).toEqual([name, true]);
    expect((await readOwn(person)).comments[0]).toMatchObject({ postAccessible: false, viewer: kept });
    await expectRefused(person.send('PATCH', path, { body: 'again', version: 1 }), '404 comment_not_found');
    if (name !== 'blocked') await expectRefused(other.send('DELETE', path, { version: 1 }), '404 comment_not_found');
    await expectRefused(person.send('DELETE', path, { version: 2 }), '409 version_conflict');
    await expectOnlyStatus(person.send('DELETE', path, { version: 1 }), 200);
    await expectRefused(person.send('DELETE', path, { version: 2 }), '409 comment_deleted');
    expect((await readOwn(person)).comments[0]).toMatchObject({ deletedAt: expect.any(Number), viewer: closed });
    await owner.send('PUT', block.path, { active: false });
  }
});

test('is asked wrongly', async () => {
  const person = await world.person();
  const post = await writePost(author);
  for (let at = 0; at < 2; at += 1) await writeComment(person, post.id);
  const { nextCursor } = await readOwn(person, '?limit=1');
  for (const [query, refused] of [
    ['limit=0', '400 invalid_limit'],
    ['limit=51', '400 invalid_limit'],
    ['limit=1&limit=1', '400 duplicate_query_parameter'],
    ['cursor=e30', '400 invalid_cursor'],
    ['cursor=!', '400 invalid_cursor'],
  ] as const) {
    expect([query, await refusedWith(person.fetch(`${OWN}?${query}`))]).toEqual([query, refused]);
  }
  await expectRefused(person.fetch(`/api/v1/community/notifications?cursor=${nextCursor}`), '400 invalid_cursor');
  await expectRefused(world.world.fetch(OWN), '401 authentication_required');
});

test('revisions of a comment are for its author and staff', async () => {
  const [person, reader] = await world.people(2);
  const post = await writePost(author);
  const comment = await writeComment(person, post.id, { body: 'one' });
  const path = `${COMMENTS}/${comment.id}` as const;
  const revise = (body: string, version: number, editReason?: string) =>
    person.send('PATCH', path, { body, version, editReason });
  await expectStatus(revise('two', 1, 'a slip'), 200);
  await expectStatus(revise('three', 2), 200);
  const read = async (who: Person, query = '') => expectStatus(who.fetch(`${path}/revisions${query}`), 200);
  const whole = await read(person);
  expect(whole.nextCursor).toBeNull();
  expect(whole.revisions.map(({ revision, body, editReason }) => [revision, body, editReason])).toEqual([
    [3, 'three', null],
    [2, 'two', 'a slip'],
    [1, 'one', null],
  ]);
  const first = await read(moderator, '?limit=2');
  const second = await read(moderator, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.revisions, ...second.revisions]).toEqual([...whole.revisions]);
  for (const who of [reader, author]) await expectRefused(who.fetch(`${path}/revisions`), '404 comment_not_found');
  await expectRefused(world.world.fetch(`${path}/revisions`), '401 authentication_required');
  await expectRefused(person.fetch(`${path}/revisions?limit=0`), '400 invalid_limit');
  await expectRefused(person.fetch(`${path}/revisions?limit=1&limit=1`), '400 duplicate_query_parameter');
  await expectRefused(person.fetch(`${path}/revisions?cursor=0`), '400 invalid_cursor');
  await expectRefused(person.fetch(`${COMMENTS}/nope/revisions`), '404 route_not_found');
  await expectRefused(person.fetch(`${COMMENTS}/${Bun.randomUUIDv7()}/revisions`), '404 comment_not_found');
  // Hidden: still there for both; under a private post or deleted: not for staff.
  await expectStatus(
    moderator.send('POST', `/api/v1/moderation/comments/${comment.id}/state`, {
      action: 'hide',
      reasonCode: 'hate',
      version: 3,
    }),
    200,
  );
  expect((await read(person)).revisions).toHaveLength(3);
  expect((await read(moderator)).revisions).toHaveLength(3);
  await expectStatus(
    author.send('PATCH', `${POSTS}/${post.id}`, { body: 'mine', visibility: 'private', version: 1 }),
    200,
  );
  expect((await read(person)).revisions).toHaveLength(3);
  await expectRefused(moderator.fetch(`${path}/revisions`), '404 comment_not_found');
  await expectStatus(
    author.send('PATCH', `${POSTS}/${post.id}`, { body: 'ours', visibility: 'public', version: 2 }),
    200,
  );
  await expectStatus(person.send('DELETE', path, { version: 4 }), 200);
  for (const who of [person, moderator]) await expectRefused(who.fetch(`${path}/revisions`), '404 comment_not_found');
});
