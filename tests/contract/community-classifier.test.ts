// A classifier behind the routes of the community: what waits is its author's alone, its word takes effect with all notices,
// and when it fails three times the text waits for people, in their queue, until they decide.
import { expect, test } from 'bun:test';
import { COMMENTS, NOTIFICATIONS, POSTS, readDetail, readWholeFeed, TAGS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { decide, hurryJobs, readCase, readCases } from '../fixtures/moderation.ts';
import { openClassifier } from '../fixtures/moderation-webhook.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const classifier = await keepOpen(openClassifier());
const world = await keepOpen(
  openAccountsWorld({
    LIMITS: 'off',
    MODERATION_WEBHOOK_URL: classifier.url,
    MODERATION_WEBHOOK_SECRET: classifier.secret,
  }),
);
const [author, reader] = await world.people(2);
const moderator = await world.person({ role: 'moderator' });

const allow = (): Response => Response.json({ verdict: 'allow' });

const statusOf = async (postId: string): Promise<string> => (await readDetail(author, postId)).post.moderationStatus;
const kindsOf = async (who: Person): Promise<readonly string[]> => {
  const { notifications } = await expectStatus(who.fetch(NOTIFICATIONS), 200);
  return notifications.map(({ kind }) => kind);
};
/** Waits for a state, with jobs that would wait for a later try due at once. */
const untilStatus = (read: () => Promise<string | undefined>, wanted: string): Promise<void> =>
  world.world.until(async () => {
    await hurryJobs(world);
    return (await read()) === wanted;
  }, 30_000);

test('pending content is visible to its author only; the verdict takes effect with its notifications', async () => {
  let isAnswering = false;
  classifier.answerWith(async () => {
    while (!isAnswering) await Bun.sleep(10);
    return allow();
  });
  const answer = await author.send('POST', POSTS, { body: `hello @${reader.uid}`, tags: ['awaited'] });
  const { post, moderationQueued } = await expectStatus(answer, 201);
  expect([post.moderationStatus, moderationQueued]).toEqual(['pending', true]);
  await expectRefused(reader.fetch(`${POSTS}/${post.id}`), '404 post_not_found');
  expect(await readWholeFeed(reader, 'scope=latest')).toEqual([]);
  expect(await readWholeFeed(author, 'scope=latest')).toEqual([post.id]);
  expect(await expectStatus(reader.fetch(`${TAGS}?q=awaited`), 200)).toMatchObject({ tags: [] });
  expect(await kindsOf(reader)).toEqual([]);
  isAnswering = true;
  await untilStatus(() => statusOf(post.id), 'allow');
  const asked = classifier.questions.filter(({ body }) => body.case.subjectId === post.id);
  expect(asked.map(({ isSigned, body }) => [isSigned, body.text?.includes('hello')])).toEqual([[true, true]]);
  await expectOnlyStatus(reader.fetch(`${POSTS}/${post.id}`), 200);
  expect(await readWholeFeed(reader, 'scope=latest')).toEqual([post.id]);
  expect(await expectStatus(reader.fetch(`${TAGS}?q=awaited`), 200)).toMatchObject({ tags: [{ postCount: 1 }] });
  expect(await kindsOf(reader)).toEqual(['mention']);
  expect(await kindsOf(author)).toEqual(['moderation']);
}, 60_000);

test('after classifier failures post, comment and edit go to review, and a person decides', async () => {
  classifier.answerWith(allow);
  const home = await writePost(author);
  await untilStatus(() => statusOf(home.id), 'allow');
  classifier.answerWith(() => new Response('broken', { status: 500 }));
  const { post } = await expectStatus(author.send('POST', POSTS, { body: 'is anybody there' }), 201);
  const { comment, moderationQueued } = await expectStatus(
    reader.send('POST', `${POSTS}/${home.id}/comments`, { body: `look @${moderator.uid}` }),
    201,
  );
  expect([comment.moderationStatus, moderationQueued]).toEqual(['pending', true]);
  const seen = await readDetail(author, home.id);
  expect([seen.comments, seen.post.commentCount]).toEqual([[], 0]);
  const commentStatus = async (): Promise<string | undefined> =>
    (await readDetail(reader, home.id)).comments.find(({ id }) => id === comment.id)?.moderationStatus;
  await untilStatus(() => statusOf(post.id), 'review');
  await untilStatus(commentStatus, 'review');
  const asked = (id: string): number => classifier.questions.filter(({ body }) => body.case.subjectId === id).length;
  expect([asked(post.id), asked(comment.id)]).toEqual([3, 3]);
  // Nobody but the author sees either of them, and only staff is notified.
  await expectRefused(reader.fetch(`${POSTS}/${post.id}`), '404 post_not_found');
  expect((await readDetail(author, home.id)).comments).toEqual([]);
  expect((await kindsOf(moderator)).filter((kind) => kind !== 'staff_case')).toEqual([]);

  const queue = await readCases(moderator, '&status=review');
  const about = (id: string) => queue.find(({ subjectId }) => subjectId === id);
  expect([about(post.id), about(comment.id)]).toMatchObject([
    { kind: 'post', authorUid: author.uid, excerpt: expect.stringContaining('is anybody there') },
    { kind: 'comment', authorUid: reader.uid, reasons: expect.arrayContaining(['system.classifier_unavailable']) },
  ]);
  const [ofPost, ofComment] = [about(post.id), about(comment.id)];
  if (ofPost === undefined || ofComment === undefined) throw new Error('the queue lacks a case');
  expect((await readCase(moderator, ofComment.id)).text).toBe(`look @${moderator.uid}`);
  await expectStatus(decide(moderator, ofPost, 'rejected'), 200);
  await expectStatus(decide(moderator, ofComment, 'allow'), 200);
  expect(await statusOf(post.id)).toBe('rejected');
  await expectRefused(reader.fetch(`${POSTS}/${post.id}`), '404 post_not_found');
  const shown = await readDetail(author, home.id);
  expect([shown.comments.map(({ id }) => id), shown.post.commentCount]).toEqual([[comment.id], 1]);
  expect((await kindsOf(moderator)).filter((kind) => kind !== 'staff_case')).toEqual(['mention']);
  expect(await kindsOf(author)).toEqual(expect.arrayContaining(['comment', 'moderation']));

  // An edit waits anew, and takes what stood away from others until somebody has looked at it.
  const before = await readDetail(author, home.id);
  const { version } = before.post;
  const edited = await expectStatus(
    author.send('PATCH', `${POSTS}/${home.id}`, { body: 'quite different words', version }),
    200,
  );
  expect([edited.post.moderationStatus, edited.moderationQueued]).toEqual(['pending', true]);
  await expectRefused(reader.fetch(`${POSTS}/${home.id}`), '404 post_not_found');
  await untilStatus(() => statusOf(home.id), 'review');
  const again = (await readCases(moderator, '&status=review')).find(({ subjectId }) => subjectId === home.id);
  if (again === undefined) throw new Error('the queue lacks the edit');
  await expectStatus(decide(moderator, again, 'allow'), 200);
  expect((await readDetail(reader, home.id)).post.body).toBe('quite different words');
}, 90_000);

test('an edit supersedes a pending question: a late answer has no effect', async () => {
  let late: (() => void) | undefined;
  classifier.answerWith(async ({ body }) => {
    if (body.text?.includes('bad words') === true) {
      await new Promise<void>((resolve) => {
        late = resolve;
      });
      return Response.json({ verdict: 'rejected' });
    }
    return allow();
  });
  const { post } = await expectStatus(author.send('POST', POSTS, { body: 'bad words' }), 201);
  await world.world.until(() => late !== undefined, 20_000);
  const { post: better } = await expectStatus(
    author.send('PATCH', `${POSTS}/${post.id}`, { body: 'good words', title: 'good', version: 1 }),
    200,
  );
  expect(better.version).toBe(2);
  late?.();
  await untilStatus(() => statusOf(post.id), 'allow');
  expect((await readDetail(reader, post.id)).post.body).toBe('good words');
  const [kept] = await world.sql`select status, verdict from moderation_case
    where subject_id = ${post.id} and subject_revision = 1`;
  expect(kept).toEqual({ status: 'superseded', verdict: 'pending' });
}, 60_000);

test('a rejected comment can be seen and edited by its author', async () => {
  classifier.answerWith(({ body }) =>
    Response.json({ verdict: body.text?.includes('ugly') === true ? 'rejected' : 'allow', reasons: ['tone'] }),
  );
  const home = await writePost(author);
  await untilStatus(() => statusOf(home.id), 'allow');
  const { comment } = await expectStatus(reader.send('POST', `${POSTS}/${home.id}/comments`, { body: 'ugly' }), 201);
  const find = async () => (await readDetail(reader, home.id)).comments.find(({ id }) => id === comment.id);
  await untilStatus(async () => (await find())?.moderationStatus, 'rejected');
  expect((await readDetail(author, home.id)).comments).toEqual([]);
  const { version } = (await find()) ?? { version: 0 };
  await expectStatus(reader.send('PATCH', `${COMMENTS}/${comment.id}`, { body: 'fine', version }), 200);
  await untilStatus(async () => (await find())?.moderationStatus, 'allow');
  expect((await readDetail(author, home.id)).comments.map(({ body }) => body)).toEqual(['fine']);
}, 60_000);
