// What staff hides because people reported it is a decision like another: part of the person's standing, mailed, appealed,
// and shown again when the appeal is granted or staff thinks again.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { COMMENTS, NOTIFICATIONS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import { expectRefused, expectStatus, openAccountsWorld } from '../fixtures/people.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const moderator = await home.person({ role: 'moderator' });
const other = await home.person({ role: 'moderator' });
const [author, reader] = await home.people(2);

type Standing = AnswerBody<'GET /api/v1/account/standing'>;
type Decision = Standing['decisions'][number];
/** The decision on a thing in the standing of its author. */
async function decisionOn(id: string): Promise<Decision | undefined> {
  const { decisions } = await expectStatus(author.fetch('/api/v1/account/standing?limit=100'), 200);
  return decisions.find(({ subjectId }) => subjectId === id);
}
const report = async (targetKind: string, targetId: string): Promise<void> => {
  const body = { targetKind, targetId, reasonCode: 'hate', details: null };
  await expectStatus(reader.send('POST', '/api/v1/community/reports', body), 201);
};
const change = (what: 'posts' | 'comments', id: string, action: string, version: number, by = moderator) =>
  by.send('POST', `${MODERATION}/${what}/${id}/state`, { action, reasonCode: 'hate', message: 'Not here.', version });
async function appealAgainst(caseId: string): Promise<string> {
  const answer = await author.send('POST', '/api/v1/account/appeals', { caseId, message: 'It was a quotation.' });
  return (await expectStatus(answer, 201)).appeal.id;
}
const decideAppeal = (id: string, verdict: string, by = other) =>
  by.send('POST', `${MODERATION}/appeals/${id}/decision`, { verdict, version: 1 });
const canRead = async (id: string): Promise<boolean> => (await reader.fetch(`${POSTS}/${id}`)).status === 200;
const listed = async (id: string): Promise<boolean> => {
  return (await expectStatus(reader.fetch(`${POSTS}?limit=50`), 200)).posts.some((post) => post.id === id);
};

test('a reported post that is hidden is in the standing, is appealed, and is shown again when that is granted', async () => {
  const { id } = await writePost(author, { body: 'a reported post' });
  await report('post', id);
  await expectStatus(change('posts', id, 'hide', 1), 200);
  expect(await listed(id)).toBe(false);
  const decided = await decisionOn(id);
  expect(decided).toMatchObject({ verdict: 'rejected', reasonCode: 'hate', message: 'Not here.', appeal: null });
  const caseId = decided?.caseId ?? '';
  const { notifications } = await expectStatus(author.fetch(NOTIFICATIONS), 200);
  expect(notifications[0]).toMatchObject({ kind: 'moderation', verdict: 'hide', caseId, message: 'Not here.' });
  const { case: found } = await expectStatus(moderator.fetch(`${MODERATION}/cases/${caseId}`), 200);
  expect(found).toMatchObject({
    kind: 'post',
    subjectId: id,
    status: 'decided',
    verdict: 'rejected',
    decidedByUid: moderator.uid,
    reasons: ['staff.hate', 'staff.hidden'],
    text: expect.stringContaining('a reported post'),
  });
  const appeal = await appealAgainst(caseId);
  await expectRefused(decideAppeal(appeal, 'granted', moderator), '403 forbidden');
  await expectStatus(decideAppeal(appeal, 'granted'), 200);
  expect([await canRead(id), await listed(id)]).toEqual([true, true]);
  expect(await decisionOn(id)).toMatchObject({ caseId, verdict: 'allow', appeal: { status: 'granted' } });
});

test('a hidden comment likewise; a denied appeal leaves it hidden', async () => {
  const { id: postId } = await writePost(author);
  const ids = [(await writeComment(author, postId)).id, (await writeComment(author, postId)).id];
  const shown = async (): Promise<readonly boolean[]> => {
    const { comments } = await expectStatus(reader.fetch(`${POSTS}/${postId}`), 200);
    return ids.map((id) => comments.some((comment) => comment.id === id));
  };
  for (const [index, id] of ids.entries()) {
    await report('comment', id);
    await expectStatus(change('comments', id, 'hide', 1), 200);
    const decided = await decisionOn(id);
    expect(decided).toMatchObject({ verdict: 'rejected', reasonCode: 'hate' });
    const appeal = await appealAgainst(decided?.caseId ?? '');
    await expectStatus(decideAppeal(appeal, index === 0 ? 'granted' : 'denied'), 200);
  }
  expect(await shown()).toEqual([true, false]);
  expect((await author.fetch(`${COMMENTS}/${ids[1]}`)).status).toBeLessThan(500);
});

test('what staff shows again is no longer held against the author; what is hidden once more is the same decision', async () => {
  const { id } = await writePost(author);
  await expectStatus(change('posts', id, 'hide', 1), 200);
  const first = await decisionOn(id);
  expect(first?.verdict).toBe('rejected');
  await expectStatus(change('posts', id, 'unhide', 2), 200);
  expect(await decisionOn(id)).toBeUndefined();
  expect(await canRead(id)).toBe(true);
  await expectStatus(change('posts', id, 'hide', 3, other), 200);
  expect(await decisionOn(id)).toMatchObject({ caseId: first?.caseId, verdict: 'rejected' });
  const version = (await expectStatus(moderator.fetch(`${MODERATION}/cases/${first?.caseId}`), 200)).case.version;
  const allow = { verdict: 'allow', reasonCode: 'other', version };
  await expectStatus(moderator.send('POST', `${MODERATION}/cases/${first?.caseId}/decision`, allow), 200);
  expect([await canRead(id), await decisionOn(id)]).toEqual([true, undefined]);
});

test('what was edited while it was hidden is shown again too', async () => {
  const { id } = await writePost(author);
  await expectStatus(change('posts', id, 'hide', 1), 200);
  await expectStatus(author.send('PATCH', `${POSTS}/${id}`, { body: 'in other words', version: 2 }), 200);
  const appeal = await appealAgainst((await decisionOn(id))?.caseId ?? '');
  await expectStatus(decideAppeal(appeal, 'granted'), 200);
  expect([await canRead(id), await listed(id)]).toEqual([true, true]);
});

test('of two who hide at once one is refused, and there is one decision', async () => {
  const { id } = await writePost(author);
  const answers = await Promise.all([change('posts', id, 'hide', 1), change('posts', id, 'hide', 1, other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const rows: unknown[] = await home.sql`select 1 from moderation_case where subject_id = ${id}`;
  expect(rows).toHaveLength(1);
});

test('while a case waits, that one is decided, and hiding makes no second one', async () => {
  const { id } = await writePost(author);
  await home.sql`insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt)
    values (${Bun.randomUUIDv7()}, 'post', ${id}, 1, ${author.id}, ${author.uid}, 'review', 'review', 'x')`;
  await expectStatus(change('posts', id, 'hide', 1), 200);
  const rows: unknown[] = await home.sql`select status from moderation_case where subject_id = ${id}`;
  expect(rows).toEqual([{ status: 'review' }]);
});
