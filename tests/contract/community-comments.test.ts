// Comments over HTTP: threads, orders, focus, answers by pages, editing, deleting, likes, moderation by people, counters.
import { describe, expect, test } from 'bun:test';
import {
  COMMENTS,
  type CommentAnswer,
  type DetailAnswer,
  POSTS,
  readDetail,
  writeComment,
  writePost,
} from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person, refusedWith } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, reader] = await world.people(2);
const moderator = await world.person({ role: 'moderator' });

describe('threads', () => {
  test('roots by likes, then time; two answers each; the rest by pages of twenty', async () => {
    const post = await writePost(author);
    const first = await writeComment(reader, post.id, { body: 'first' });
    const second = await writeComment(reader, post.id, { body: 'second' });
    const replies: CommentAnswer[] = [];
    for (let at = 0; at < 25; at += 1) {
      replies.push(
        await writeComment(author, post.id, { body: `r${at}`, parentId: at === 0 ? first.id : replies[at - 1]?.id }),
      );
    }
    await expectStatus(author.send('PUT', `${COMMENTS}/${first.id}/reaction`, { active: true }), 200);
    const hot = await readDetail(reader, post.id);
    expect(hot.commentsSort).toBe('hot');
    expect(hot.comments.map(({ body }) => body)).toEqual(['first', 'r0', 'r1', 'second']);
    expect(hot.comments[0]).toMatchObject({ replyCount: 25, likeCount: 1, parentId: null, rootId: null, floor: 1 });
    expect(hot.comments[2]).toMatchObject({ parentId: replies[0]?.id, rootId: first.id });
    expect([hot.post.commentCount, hot.commentCount]).toEqual([27, 27]);
    const cursor = hot.comments[0]?.replyCursor;
    const page = await readDetail(
      reader,
      post.id,
      `?commentsOnly=true&commentsRoot=${first.id}&commentsCursor=${cursor}`,
    );
    expect(page.post).toBeUndefined();
    expect(page.comments.map(({ body }) => body)).toEqual(replies.slice(2, 22).map(({ body }) => body));
    const rest = await readDetail(
      reader,
      post.id,
      `?commentsOnly=true&commentsRoot=${first.id}&commentsCursor=${page.commentsNextCursor}`,
    );
    expect(rest.comments.map(({ body }) => body)).toEqual(['r22', 'r23', 'r24']);
    expect(rest.commentsNextCursor).toBeNull();
    const latest = await readDetail(reader, post.id, '?commentsSort=latest');
    expect(latest.comments.map(({ body }) => body)).toEqual(['second', 'first', 'r0', 'r1']);
    const focused = await readDetail(reader, post.id, `?commentId=${replies[20]?.id}`);
    expect(focused.comments.at(-1)?.body).toBe('r20');
    expect((await readDetail(reader, post.id, `?commentId=${second.id}`)).comments).toHaveLength(4);
    await expectRefused(
      reader.fetch(`${POSTS}/${post.id}?commentsSort=latest&commentsCursor=${cursor}`),
      '400 invalid_cursor',
    );
  });

  test('fifty roots a page, none twice, none lost', async () => {
    const post = await writePost(author);
    for (let at = 0; at < 60; at += 1) await writeComment(reader, post.id, { body: `c${at}` });
    for (const sort of ['hot', 'latest']) {
      const page: DetailAnswer = await readDetail(reader, post.id, `?commentsSort=${sort}`);
      expect(page.comments).toHaveLength(50);
      const next = await readDetail(reader, post.id, `?commentsSort=${sort}&commentsCursor=${page.commentsNextCursor}`);
      expect(new Set([...page.comments, ...next.comments].map(({ id }) => id)).size).toBe(60);
      expect(next.commentsNextCursor).toBeNull();
      const other = sort === 'hot' ? 'latest' : 'hot';
      await expectRefused(
        reader.fetch(`${POSTS}/${post.id}?commentsSort=${other}&commentsCursor=${page.commentsNextCursor}`),
        '400 invalid_cursor',
      );
    }
  });

  test('an unreadable post is refused before an invalid cursor; its id may be in upper case', async () => {
    const post = await writePost(author, { visibility: 'private' });
    await expectRefused(reader.fetch(`${POSTS}/${post.id}?commentsCursor=e30`), '404 post_not_found');
    for (let at = 0; at < 51; at += 1) await writeComment(author, post.id, { body: `c${at}` });
    const { commentsNextCursor } = await readDetail(author, post.id);
    const rest = await readDetail(author, post.id.toUpperCase(), `?commentsCursor=${commentsNextCursor}`);
    expect(rest.comments).toHaveLength(1);
  });

  test('replies outlive their root and are then shown at the top level', async () => {
    const post = await writePost(author);
    const root = await writeComment(reader, post.id, { body: 'root' });
    const reply = await writeComment(author, post.id, { body: 'reply', parentId: root.id });
    await expectStatus(reader.send('DELETE', `${COMMENTS}/${root.id}`, { version: 1 }), 200);
    const { comments, post: now } = await readDetail(author, post.id);
    expect(comments.map(({ id, parentId, rootId }) => [id, parentId, rootId])).toEqual([[reply.id, null, null]]);
    expect(now.commentCount).toBe(1);
  });

  test('a parent that cannot be read at the moment is not reported as invalid', async () => {
    const post = await writePost(author);
    const parent = await writeComment(author, post.id);
    await world.sql.begin(async (blocker) => {
      await blocker`lock table comment in access exclusive mode`;
      // The service waits for a lock as long as its lock timeout allows.
      const answer = await reader.send('POST', `${POSTS}/${post.id}/comments`, { body: 'a', parentId: parent.id });
      await expectRefused(answer, '503 database_unavailable');
    });
  }, 30_000);

  test('the many ways to ask wrongly', async () => {
    const post = await writePost(author);
    const other = await writePost(author);
    const foreign = await writeComment(author, other.id);
    const path = `${POSTS}/${post.id}`;
    const rows: readonly (readonly [string, string])[] = [
      ['includeComments=true', '400 invalid_include_comments'],
      ['commentsOnly=false', '400 invalid_comments_only'],
      ['commentsOnly=true&includeComments=false', '400 conflicting_post_query'],
      ['commentsSort=best', '400 invalid_comment_sort'],
      ['commentsCursor=!', '400 invalid_cursor'],
      ['commentsCursor=e30', '400 invalid_cursor'],
      ['commentsRoot=1', '400 invalid_comments_root'],
      ['commentId=1', '400 invalid_comment_id'],
      ['commentsSort=hot&commentsSort=hot', '400 duplicate_query_parameter'],
    ];
    for (const [query, refused] of rows)
      expect([query, await refusedWith(reader.fetch(`${path}?${query}`))]).toEqual([query, refused]);
    const bare = await readDetail(reader, post.id, '?includeComments=false');
    expect(bare).toMatchObject({ comments: [], commentsNextCursor: null, commentsSort: 'hot' });
    await expectRefused(
      reader.send('POST', `${path}/comments`, { body: 'a', parentId: foreign.id }),
      '422 invalid_parent',
    );
    await expectRefused(reader.send('POST', `${path}/comments`, { body: 'a', parentId: 'x' }), '422 invalid_parent');
    await expectRefused(reader.send('POST', `${path}/comments`, { body: 'a'.repeat(5001) }), '422 invalid_comment');
    await expectRefused(reader.send('POST', `${path}/comments`, { body: ' ' }), '422 invalid_comment');
    await expectRefused(reader.send('POST', `${path}/comments`, { body: 'a\0' }), '422 invalid_comment');
    await expectRefused(
      reader.send('POST', `${POSTS}/${Bun.randomUUIDv7()}/comments`, { body: 'a' }),
      '404 post_not_found',
    );
    await author.send('POST', `${path}/archive`, { version: 1 });
    await expectRefused(author.send('POST', `${path}/comments`, { body: 'a' }), '409 post_archived');
    await expectRefused(reader.send('POST', `${path}/comments`, { body: 'a' }), '404 post_not_found');
  });
});

describe('one’s own comment', () => {
  test('edits keep to versions; deleting happens once; another’s is forbidden', async () => {
    const post = await writePost(author);
    const comment = await writeComment(reader, post.id);
    const path = `${COMMENTS}/${comment.id}` as const;
    await expectRefused(author.send('PATCH', path, { body: 'x', version: 1 }), '403 forbidden');
    await expectRefused(author.send('DELETE', path, { version: 1 }), '403 forbidden');
    await expectRefused(reader.send('PATCH', path, { body: 'A comment', version: 1 }), '422 comment_unchanged');
    await expectRefused(reader.send('PATCH', path, { body: '', version: 1 }), '422 invalid_comment_edit');
    await expectRefused(
      reader.send('PATCH', path, { body: 'x', version: 1, editReason: 'r'.repeat(501) }),
      '422 invalid_edit_reason',
    );
    const { comment: edited } = await expectStatus(reader.send('PATCH', path, { body: 'new', version: 1 }), 200);
    expect(edited).toMatchObject({ body: 'new', version: 2 });
    await expectRefused(reader.send('PATCH', path, { body: 'newer', version: 1 }), '409 version_conflict');
    await expectRefused(reader.send('DELETE', path, {}), '422 invalid_comment_delete');
    await expectStatus(reader.send('DELETE', path, { version: 2 }), 200);
    await expectRefused(reader.send('DELETE', path, { version: 3 }), '409 comment_deleted');
    await expectRefused(reader.send('PATCH', path, { body: 'z', version: 3 }), '409 comment_deleted');
    await expectRefused(author.send('DELETE', path, { version: 3 }), '404 comment_not_found');
    await expectRefused(author.send('PUT', `${path}/reaction`, { active: true }), '404 comment_not_found');
    expect((await readDetail(reader, post.id)).post.commentCount).toBe(0);
  });

  test('a locked, archived or hidden post closes its comments', async () => {
    const post = await writePost(author);
    const comment = await writeComment(reader, post.id);
    const mayEdit = async (query = ''): Promise<unknown> =>
      (await readDetail(reader, post.id, query)).comments.map(({ viewer }) => viewer);
    expect(await mayEdit()).toEqual([{ liked: false, canDelete: true, canEdit: true }]);
    const state = `/api/v1/moderation/posts/${post.id}/state`;
    await expectStatus(moderator.send('POST', state, { action: 'lock', reasonCode: 'other', version: 1 }), 200);
    await expectRefused(
      reader.send('PATCH', `${COMMENTS}/${comment.id}`, { body: 'z', version: 1 }),
      '409 post_locked',
    );
    expect((await readDetail(reader, post.id)).viewer.canComment).toBe(false);
    expect(await mayEdit()).toEqual([{ liked: false, canDelete: true, canEdit: false }]);
    expect(await mayEdit('?commentsOnly=true')).toEqual([{ liked: false, canDelete: true, canEdit: false }]);
    const own = await writeComment(moderator, (await writePost(moderator)).id);
    expect(own.version).toBe(1);
  });
});

test('the text is validated before the parent', async () => {
  const path = `${POSTS}/${(await writePost(author)).id}/comments`;
  for (const body of [' ', 'a'.repeat(5001), 5]) {
    await expectRefused(reader.send('POST', path, { body, parentId: 'nobody' }), '422 invalid_comment');
  }
  await expectRefused(reader.send('POST', path, { body: 'a', parentId: 'nobody' }), '422 invalid_parent');
});

test('blocking staff does not prevent moderation, and a later staff member gets the version', async () => {
  const [post, evader, later] = [
    await writePost(author),
    await world.person(),
    await world.person({ role: 'moderator' }),
  ];
  const comment = await writeComment(evader, post.id, { body: 'out of reach' });
  for (const { uid } of [moderator, later]) {
    await expectStatus(evader.send('PUT', `/api/v1/community/users/${uid}/block`, { active: true }), 200);
  }
  const state = `/api/v1/moderation/comments/${comment.id}/state`;
  const change = (who: Person, action: string, version: number) =>
    who.send('POST', state, { action, reasonCode: 'hate', version });
  await expectStatus(change(moderator, 'hide', 1), 200);
  expect((await readDetail(author, post.id)).comments).toEqual([]);
  const { version, hiddenAt } = await expectStatus(later.fetch(`${COMMENTS}/${comment.id}/revisions`), 200);
  expect([version, typeof hiddenAt]).toEqual([2, 'number']);
  await expectStatus(change(later, 'unhide', version), 200);
  expect((await readDetail(author, post.id)).comments).toHaveLength(1);
});

test('staff hides a comment and shows it again', async () => {
  const post = await writePost(author);
  const comment = await writeComment(reader, post.id);
  const state = `/api/v1/moderation/comments/${comment.id}/state`;
  await expectRefused(
    reader.send('POST', state, { action: 'hide', reasonCode: 'hate', version: 1 }),
    '403 staff_required',
  );
  await expectRefused(
    moderator.send('POST', state, { action: 'lock', reasonCode: 'hate', version: 1 }),
    '422 invalid_state_change',
  );
  await expectRefused(
    moderator.send('POST', state, { action: 'unhide', reasonCode: 'hate', version: 1 }),
    '409 comment_state_unchanged',
  );
  await expectStatus(moderator.send('POST', state, { action: 'hide', reasonCode: 'hate', version: 1 }), 200);
  expect((await readDetail(author, post.id)).comments).toEqual([]);
  expect((await readDetail(author, post.id)).post.commentCount).toBe(0);
  await expectRefused(
    reader.send('PATCH', `${COMMENTS}/${comment.id}`, { body: 'z', version: 2 }),
    '409 comment_hidden',
  );
  await expectRefused(
    moderator.send('POST', state, { action: 'unhide', reasonCode: 'hate', version: 1 }),
    '409 version_conflict',
  );
  await expectStatus(moderator.send('POST', state, { action: 'unhide', reasonCode: 'hate', version: 2 }), 200);
  expect((await readDetail(author, post.id)).comments).toHaveLength(1);
  await expectRefused(
    moderator.send('POST', `/api/v1/moderation/comments/${Bun.randomUUIDv7()}/state`, {
      action: 'hide',
      reasonCode: 'hate',
      version: 1,
    }),
    '404 comment_not_found',
  );
});

test('thirty-two concurrent comments are stored once each', async () => {
  const post = await writePost(author);
  const people = await world.people(8);
  const made = await Promise.all(
    Array.from({ length: 64 }, (_, at) => writeComment(people[at % 8] ?? author, post.id, { body: `c ${at}` })),
  );
  expect(new Set(made.map(({ floor }) => floor)).size).toBe(64);
  await Promise.all(
    made
      .slice(0, 32)
      .map(({ id }, at) => (people[at % 8] ?? author).send('DELETE', `${COMMENTS}/${id}`, { version: 1 })),
  );
  const [row] =
    await world.sql`select comment_count as kept, (select count(*)::int from comment where post_id = ${post.id} and deleted_at is null) as counted
    from post where id = ${post.id}`;
  expect(row).toEqual({ kept: 32, counted: 32 });
});

test('the quota of comments counts deleted ones', async () => {
  await using strict = await openAccountsWorld({ LIMITS: 'off' });
  const person = await strict.person();
  const post = await writePost(person);
  await strict.sql`insert into comment (id, post_id, author_id, top, floor, body, moderation_status, deleted_at)
    select gen_random_uuid(), ${post.id}::uuid, ${person.id}::uuid, true, n, 'x', 'allow', now() from generate_series(1, 299) n`;
  await writeComment(person, post.id);
  await expectRefused(person.send('POST', `${POSTS}/${post.id}/comments`, { body: 'b' }), '429 comment_quota_exceeded');
});
