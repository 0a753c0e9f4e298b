// What administrators decided about staff is undone by administrators alone, in whichever way it could be undone.
import { expect, onTestFinished, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { COMMENTS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const administrator = await home.person({ role: 'administrator' });
const deputy = await home.person({ role: 'administrator' });
const moderator = await home.person({ role: 'moderator' });
const colleague = await home.person({ role: 'moderator' });

const FORBIDDEN = [403, 'forbidden'] as const;
const expectForbidden = async (answer: Response): Promise<void> =>
  expect(await refusalOf(answer)).toEqual([...FORBIDDEN]);

type History = AnswerBody<'GET /api/v1/moderation/users/{uid}'>['user'];
const historyOf = async (reader: Person, { uid }: Person): Promise<History> =>
  (await expectStatus(reader.fetch(`${MODERATION}/users/${uid}`), 200)).user;
async function restrict(by: Person, { uid }: Person, fields: object = {}): Promise<string> {
  const body = { kind: 'upload', reasonCode: 'spam', ...fields };
  return (await expectStatus(by.send('POST', `${MODERATION}/users/${uid}/restrictions`, body), 201)).restriction.id;
}
const lift = (by: Person, { uid }: Person, id: string) =>
  by.fetch(`${MODERATION}/users/${uid}/restrictions/${id}`, { method: 'DELETE' });
const changePost = (by: Person, id: string, action: string, version: number) =>
  by.send('POST', `${MODERATION}/posts/${id}/state`, { action, reasonCode: 'hate', version });
const changeComment = (by: Person, id: string, action: string, version: number) =>
  by.send('POST', `${MODERATION}/comments/${id}/state`, { action, reasonCode: 'hate', version });
type Context = AnswerBody<'GET /api/v1/moderation/cases/{id}/context'>['context'];
const contextOf = async (reader: Person, caseId: string): Promise<Context> =>
  (await expectStatus(reader.fetch(`${MODERATION}/cases/${caseId}/context`), 200)).context;
const decide = async (by: Person, caseId: string, verdict: string): Promise<Response> => {
  const { version } = (await contextOf(by, caseId)).entry;
  return by.send('POST', `${MODERATION}/cases/${caseId}/decision`, { verdict, reasonCode: 'other', version });
};
const caseOf = async (subjectId: string): Promise<string> => {
  const [row]: { id: string }[] = await home.sql`select id from moderation_case where subject_id = ${subjectId}`;
  return row?.id ?? '';
};
async function appeal(who: Person, target: object): Promise<string> {
  const answer = await who.send('POST', '/api/v1/account/appeals', { ...target, message: 'Why?' });
  return (await expectStatus(answer, 201)).appeal.id;
}
const decideAppeal = (by: Person, id: string, verdict: string) =>
  by.send('POST', `${MODERATION}/appeals/${id}/decision`, { verdict, version: 1 });
const appealAsRead = async (reader: Person, id: string): Promise<{ readonly blocked: string | null } | undefined> => {
  const { appeals } = await expectStatus(reader.fetch(`${MODERATION}/appeals?limit=100`), 200);
  return appeals.find((one) => one.id === id);
};
/** A post of a moderator that waits, because a rule or the operator wants it to. */
async function heldPost(author: Person): Promise<string> {
  const { id } = await writePost(author);
  await home.sql`insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt)
    values (${Bun.randomUUIDv7()}, 'post', ${id}, 1, ${author.id}, ${author.uid}, 'review', 'review', 'x')`;
  return caseOf(id);
}

test('a restriction of a moderator by an administrator is lifted by administrators alone', async () => {
  const target = await home.person({ role: 'moderator' });
  const id = await restrict(administrator, target);
  expect((await historyOf(colleague, target)).restrictions).toMatchObject([{ id, reserved: true }]);
  await expectForbidden(await lift(colleague, target, id));
  await expectOnlyStatus(lift(deputy, target, id), 204);
  const own = await restrict(moderator, target);
  expect((await historyOf(colleague, target)).restrictions[0]).toMatchObject({ id: own, reserved: false });
  await expectOnlyStatus(lift(colleague, target, own), 204);
});

test('one by the command line likewise; one of a member is lifted by any of the staff', async () => {
  const target = await home.person({ role: 'moderator' });
  const id = await restrict(moderator, target);
  await home.sql`update account_restriction set issued_by = null where id = ${id}`;
  await expectForbidden(await lift(colleague, target, id));
  const member = await home.person();
  await expectOnlyStatus(lift(colleague, member, await restrict(administrator, member)), 204);
});

test('roles count as they were at the decision', async () => {
  const former = await home.person({ role: 'moderator' });
  const id = await restrict(administrator, former);
  const passing = await home.person({ role: 'administrator' });
  const other = await home.person({ role: 'moderator' });
  const byPassing = await restrict(passing, other);
  const rise = await home.person({ role: 'moderator' });
  const byRise = await restrict(rise, other, { kind: 'write' });
  const setRole = async ({ uid }: Person, from: string, role: string): Promise<void> => {
    await expectStatus(administrator.send('PUT', `/api/v1/admin/accounts/${uid}/role`, { from, role }), 200);
  };
  await setRole(former, 'moderator', 'member');
  await setRole(passing, 'administrator', 'member');
  await setRole(rise, 'moderator', 'administrator');
  await expectForbidden(await lift(colleague, former, id));
  await expectForbidden(await lift(colleague, other, byPassing));
  await expectOnlyStatus(lift(colleague, other, byRise), 204);
});

test('a case that an administrator decided stays decided, for one and for several at once', async () => {
  for (const [first, second] of [
    ['rejected', 'allow'],
    ['allow', 'rejected'],
  ] as const) {
    const caseId = await heldPost(moderator);
    expect((await contextOf(colleague, caseId)).entry.blocked).toBe(null);
    await expectStatus(decide(administrator, caseId, first), 200);
    const { entry } = await contextOf(colleague, caseId);
    expect(entry.blocked).toBe('reserved');
    await expectForbidden(await decide(colleague, caseId, second));
    const several = { ids: [caseId], versions: [entry.version], verdict: second, reasonCode: 'other' };
    const answer = await colleague.send('POST', `${MODERATION}/cases/decisions`, several);
    expect(await expectStatus(answer, 200)).toMatchObject({ results: [{ ok: false, code: 'forbidden' }] });
    expect((await contextOf(deputy, caseId)).entry.blocked).toBe(null);
    await expectStatus(decide(deputy, caseId, second), 200);
  }
});

test('what moderators decided about each other, and administrators about members, is decided otherwise by anybody', async () => {
  const byColleague = await heldPost(moderator);
  await expectStatus(decide(colleague, byColleague, 'rejected'), 200);
  const third = await home.person({ role: 'moderator' });
  await expectStatus(decide(third, byColleague, 'allow'), 200);
  const ofMember = await heldPost(await home.person());
  await expectStatus(decide(administrator, ofMember, 'rejected'), 200);
  await expectStatus(decide(third, ofMember, 'allow'), 200);
});

test('an appeal of a moderator against an administrator is decided by another administrator', async () => {
  const target = await home.person({ role: 'moderator' });
  const restriction = await appeal(target, { restrictionId: await restrict(administrator, target) });
  const caseId = await heldPost(target);
  await expectStatus(decide(administrator, caseId, 'rejected'), 200);
  const ofCase = await appeal(target, { caseId });
  for (const id of [restriction, ofCase]) {
    expect(await appealAsRead(colleague, id)).toMatchObject({ blocked: 'reserved' });
    expect(await appealAsRead(administrator, id)).toMatchObject({ blocked: 'decider' });
    expect(await appealAsRead(deputy, id)).toMatchObject({ blocked: null });
    for (const verdict of ['granted', 'denied']) await expectForbidden(await decideAppeal(colleague, id, verdict));
    await expectForbidden(await decideAppeal(administrator, id, 'granted'));
  }
  await expectStatus(decideAppeal(deputy, restriction, 'granted'), 200);
  await expectStatus(decideAppeal(deputy, ofCase, 'granted'), 200);
});

test('the only administrator decides it, although there are moderators', async () => {
  const target = await home.person({ role: 'moderator' });
  const id = await appeal(target, { restrictionId: await restrict(administrator, target) });
  await home.sql`update profile set status = 'suspended' where account_id <> ${administrator.id} and role = 'administrator'`;
  onTestFinished(async () => {
    await home.sql`update profile set status = 'active' where status = 'suspended'`;
  });
  expect(await appealAsRead(administrator, id)).toMatchObject({ blocked: null });
  await expectStatus(decideAppeal(administrator, id, 'granted'), 200);
});

test('an appeal that an administrator denied is not granted by another way', async () => {
  const target = await home.person({ role: 'moderator' });
  const restrictionId = await restrict(colleague, target);
  await expectStatus(decideAppeal(administrator, await appeal(target, { restrictionId }), 'denied'), 200);
  await expectForbidden(await lift(moderator, target, restrictionId));
  const caseId = await heldPost(target);
  await expectStatus(decide(colleague, caseId, 'rejected'), 200);
  await expectStatus(decideAppeal(administrator, await appeal(target, { caseId }), 'denied'), 200);
  await expectForbidden(await decide(moderator, caseId, 'allow'));
  const { id } = await writePost(target);
  await expectStatus(changePost(colleague, id, 'hide', 1), 200);
  await expectStatus(decideAppeal(administrator, await appeal(target, { caseId: await caseOf(id) }), 'denied'), 200);
  await expectForbidden(await changePost(moderator, id, 'unhide', 2));
});

test('what an administrator hid, showed, locked or unlocked stays so', async () => {
  const { id } = await writePost(moderator);
  await expectStatus(changePost(administrator, id, 'hide', 1), 200);
  await expectForbidden(await changePost(colleague, id, 'unhide', 2));
  await expectForbidden(await decide(colleague, await caseOf(id), 'allow'));
  await expectStatus(changePost(deputy, id, 'unhide', 2), 200);
  await expectForbidden(await changePost(colleague, id, 'hide', 3));
  await expectStatus(changePost(administrator, id, 'lock', 3), 200);
  await expectForbidden(await changePost(colleague, id, 'unlock', 4));
  await expectStatus(changePost(deputy, id, 'unlock', 4), 200);
  await expectForbidden(await changePost(colleague, id, 'lock', 5));
  // What is written afterwards was not decided about.
  await expectStatus(moderator.send('PATCH', `${POSTS}/${id}`, { body: 'Something else', version: 5 }), 200);
  await expectStatus(changePost(colleague, id, 'hide', 6), 200);

  const comment = await writeComment(moderator, (await writePost(await home.person())).id);
  await expectStatus(changeComment(administrator, comment.id, 'hide', 1), 200);
  await expectForbidden(await changeComment(colleague, comment.id, 'unhide', 2));
  await expectStatus(changeComment(deputy, comment.id, 'unhide', 2), 200);
  await expectForbidden(await changeComment(colleague, comment.id, 'hide', 3));
  await expectStatus(moderator.send('PATCH', `${COMMENTS}/${comment.id}`, { body: 'New', version: 3 }), 200);
  await expectStatus(changeComment(colleague, comment.id, 'hide', 4), 200);
});
