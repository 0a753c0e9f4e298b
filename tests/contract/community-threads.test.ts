// Threads as one viewer sees them: across blocks, with muted people in them, and with one's own answers that wait.
import { expect, test } from 'bun:test';
import {
  COMMENTS,
  type CommentAnswer,
  type DetailAnswer,
  readDetail,
  USERS,
  writeComment,
  writePost,
} from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, blocked, third] = await world.people(3);

const seenBy = async (person: Pick<Person, 'fetch'>, postId: string, query = ''): Promise<readonly unknown[]> =>
  (await readDetail(person, postId, query)).comments.map(({ body, parentId, rootId, replyCursor }) => [
    body,
    parentId,
    rootId,
    replyCursor !== null,
  ]);

test('replies to a blocked or muted author are shown at the top level', async () => {
  const post = await writePost(author);
  const root = await writeComment(blocked, post.id, { body: 'root of the blocked' });
  const answer = await writeComment(third, post.id, { body: 'answer', parentId: root.id });
  await writeComment(author, post.id, { body: 'deeper', parentId: answer.id });
  const other = await writeComment(third, post.id, { body: 'other root' });
  const inner = await writeComment(blocked, post.id, { body: 'answer of the blocked', parentId: other.id });
  await writeComment(third, post.id, { body: 'to the blocked', parentId: inner.id });
  const away = await world.person();
  await writeComment(away, post.id, { body: 'own answer', parentId: root.id });
  await expectStatus(away.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  // A block in both directions, and a mute besides, show nothing twice.
  await expectStatus(blocked.send('PUT', `${USERS}/${away.uid}/block`, { active: true }), 200);
  await expectStatus(away.send('PUT', `${USERS}/${blocked.uid}/mute`, { active: true }), 200);
  const parted = [
    ['own answer', null, null, false],
    ['other root', null, null, false],
    ['to the blocked', null, other.id, false],
    ['deeper', answer.id, null, false],
    ['answer', null, null, false],
  ];
  expect(await seenBy(away, post.id, '?commentsSort=latest')).toEqual(parted);
  expect(await seenBy(away, post.id)).toEqual(parted);
  expect(await seenBy(away, post.id, `?commentId=${root.id}`)).toEqual(parted);

  const weary = await world.person();
  await expectStatus(weary.send('PUT', `${USERS}/${blocked.uid}/mute`, { active: true }), 200);
  expect((await readDetail(weary, post.id)).comments.map(({ body, rootId }) => [body, rootId])).toEqual([
    ['own answer', null],
    ['other root', null],
    ['to the blocked', other.id],
    ['deeper', null],
    ['answer', null],
  ]);
  expect((await readDetail(third, post.id)).comments.map(({ body }) => body)).toEqual([
    'other root',
    'answer of the blocked',
    'to the blocked',
    'root of the blocked',
    'answer',
    'deeper',
  ]);
});

test('pages with such replies have no repeats and no gaps', async () => {
  const post = await writePost(author);
  const root = await writeComment(blocked, post.id);
  const expected: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const parentId = at % 2 === 0 ? root.id : undefined;
    expected.unshift((await writeComment(third, post.id, { body: `c${at}`, parentId })).id);
  }
  const away = await world.person();
  await expectStatus(away.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  for (const sort of ['hot', 'latest']) {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: DetailAnswer = await readDetail(
        away,
        post.id,
        `?commentsSort=${sort}${cursor === null ? '' : `&commentsCursor=${cursor}`}`,
      );
      found.push(...page.comments.map(({ id }) => id));
      cursor = page.commentsNextCursor;
    } while (cursor !== null);
    expect(found).toEqual(expected);
  }
});

test('a pending own reply is shown in its thread, and a thread has a cursor only if more is visible', async () => {
  const post = await writePost(author);
  const root = await writeComment(third, post.id, { body: 'root' });
  const waiting = await writeComment(author, post.id, { body: 'waiting', parentId: root.id });
  await world.sql`update comment set moderation_status = 'review' where id = ${waiting.id}`;
  expect(await seenBy(author, post.id)).toEqual([
    ['root', null, null, false],
    ['waiting', root.id, root.id, false],
  ]);
  expect(await seenBy(third, post.id)).toEqual([['root', null, null, false]]);
  const away = await world.person();
  await expectStatus(away.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  for (const [person, body] of [
    [third, 'one'],
    [blocked, 'two'],
    [third, 'three'],
  ] as const) {
    await writeComment(person, post.id, { body, parentId: root.id });
  }
  expect((await seenBy(author, post.id))[0]).toEqual(['root', null, null, true]);
  expect((await seenBy(third, post.id))[0]).toEqual(['root', null, null, true]);
  expect(await seenBy(away, post.id)).toEqual([
    ['root', null, null, false],
    ['one', root.id, root.id, false],
    ['three', root.id, root.id, false],
  ]);
  const stranger = { fetch: (path: string): Promise<Response> => world.world.fetch(path) };
  expect((await seenBy(stranger, post.id))[0]).toEqual(['root', null, null, true]);
  const held = await writeComment(author, post.id, { body: 'held' });
  await world.sql`update comment set moderation_status = 'review' where id = ${held.id}`;
  await writeComment(author, post.id, { body: 'below the held', parentId: held.id });
  expect((await readDetail(author, post.id)).comments.map(({ body }) => body).sort()).toEqual([
    'below the held',
    'held',
    'one',
    'root',
    'waiting',
  ]);
});

test('every viewer sees each visible comment once, in every order, and no reference to hidden ones', async () => {
  // The same throws every time.
  let state = 7;
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const people = await world.people(5);
  const someone = (): Person => people[draw(people.length)] ?? author;
  const post = await writePost(author);
  const ids: string[] = [];
  for (let at = 0; at < 170; at += 1) {
    const parentId = at > 5 && draw(3) > 0 ? ids[draw(12)] : undefined;
    ids.push((await writeComment(someone(), post.id, { body: Bun.randomUUIDv7(), parentId })).id);
    if (draw(3) === 0) await someone().send('PUT', `${COMMENTS}/${ids[draw(ids.length)]}/reaction`, { active: true });
  }
  const [gone, hidden, waiting] = [0, 1, 2].map((kind) => ids.filter((_, at) => (at * 7) % 12 === kind));
  await world.sql`update comment set deleted_at = now() where id = any(${world.sql.array(gone ?? [], 'UUID')})`;
  await world.sql`update comment set hidden_at = now() where id = any(${world.sql.array(hidden ?? [], 'UUID')})`;
  await world.sql`update comment set moderation_status = 'review' where id = any(${world.sql.array(waiting ?? [], 'UUID')})`;
  for (const [one, other] of [
    [0, 1],
    [2, 0],
    [3, 4],
  ] as const) {
    await people[one]?.send('PUT', `${USERS}/${people[other]?.uid}/block`, { active: true });
  }
  for (const viewer of people) {
    const rows: { id: string }[] = await world.sql`
      select id from comment where post_id = ${post.id} and deleted_at is null and hidden_at is null
        and (author_id = ${viewer.id} or (moderation_status = 'allow' and author_id not in (
          select blocked_id from block where blocker_id = ${viewer.id}
          union select blocker_id from block where blocked_id = ${viewer.id})))`;
    const expected = rows.map(({ id }) => id).sort();
    for (const sort of ['hot', 'latest']) {
      const seen = await readAllComments(viewer, post.id, sort);
      expect(seen.map(({ id }) => id).sort()).toEqual(expected);
      const named = seen.flatMap(({ parentId, rootId }) => [parentId, rootId]).filter((id) => id !== null);
      expect(named.filter((id) => !expected.includes(id))).toEqual([]);
    }
  }
}, 60_000);

/** Every comment of a post, thread by thread to its end. */
async function readAllComments(viewer: Person, postId: string, sort: string): Promise<readonly CommentAnswer[]> {
  const found: CommentAnswer[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&commentsCursor=${cursor}`;
    const page: DetailAnswer = await readDetail(viewer, postId, `?commentsSort=${sort}${after}`);
    found.push(...page.comments);
    for (const { id, replyCursor } of page.comments) {
      let rest = replyCursor;
      while (rest !== null) {
        const answers: DetailAnswer = await readDetail(viewer, postId, `?commentsRoot=${id}&commentsCursor=${rest}`);
        expect(answers.comments).not.toEqual([]);
        found.push(...answers.comments);
        rest = answers.commentsNextCursor;
      }
    }
    cursor = page.commentsNextCursor;
  }
  return found;
}
