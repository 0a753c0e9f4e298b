// What a person hears of decisions and restrictions, how the account stands, and appeals: filed once within a month, decided
// by somebody else of the staff, with nothing erased meanwhile.
import { describe, expect, test } from 'bun:test';
import { forgetDeletedWords } from '../../src/features/community/account-erasure.ts';
import { removeExpired } from '../../src/features/uploads/upkeep/clean-up.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { COMMENTS, NOTIFICATIONS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  refusedWith,
} from '../fixtures/people.ts';

const STANDING = '/api/v1/account/standing';
const APPEALS = '/api/v1/account/appeals';
const MODERATION = '/api/v1/moderation';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' }));
const moderator = await world.person({ role: 'moderator' });
const other = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });

type Standing = AnswerBody<'GET /api/v1/account/standing'>;
const standing = async (who: Person, query = ''): Promise<Standing> =>
  expectStatus(who.fetch(`${STANDING}${query}`), 200);
type Queue = AnswerBody<'GET /api/v1/moderation/appeals'>;
const queue = async (who: Person, query = ''): Promise<Queue> =>
  expectStatus(who.fetch(`${MODERATION}/appeals${query}`), 200);

/** Rejects what waits about a subject; the id of the case. */
async function reject(subjectId: string, fields: object = {}, by = moderator): Promise<string> {
  const [row]: { id: string; version: number }[] = await world.sql`
    select id, version from moderation_case where subject_id = ${subjectId} and status = 'review'`;
  const decision = { verdict: 'rejected', reasonCode: 'spam', version: row?.version, ...fields };
  await expectStatus(by.send('POST', `${MODERATION}/cases/${row?.id}/decision`, decision), 200);
  return row?.id ?? '';
}
async function rejectedPost(author: Person): Promise<{ readonly id: string; readonly caseId: string }> {
  const { id } = await writePost(author);
  return { id, caseId: await reject(id) };
}
const appeal = (who: Person, fields: object) => who.send('POST', APPEALS, { message: 'Why?', ...fields });
const restrict = async (who: Person, fields: object = {}, by = moderator): Promise<string> => {
  const body = { kind: 'write', reasonCode: 'harassment', ...fields };
  return (await expectStatus(by.send('POST', `${MODERATION}/users/${who.uid}/restrictions`, body), 201)).restriction.id;
};
const decide = (id: string, fields: object, by = other) =>
  by.send('POST', `${MODERATION}/appeals/${id}/decision`, { version: 1, ...fields });
async function openAppeal(who: Person, target: object): Promise<string> {
  return (await expectStatus(appeal(who, target), 201)).appeal.id;
}

type Notice = AnswerBody<'GET /api/v1/community/notifications'>['notifications'][number];
const notices = async (who: Person): Promise<readonly Notice[]> =>
  (await expectStatus(who.fetch(NOTIFICATIONS), 200)).notifications;

describe('what a person hears', () => {
  test('a decision carries reason and message, in the notification and in the standing; the note stays with staff', async () => {
    const author = await world.person();
    const { id } = await writePost(author);
    const caseId = await reject(id, { message: ' Please read the rules. ', note: 'secret note' });
    const told = { verdict: 'rejected', reasonCode: 'spam', message: 'Please read the rules.', caseId };
    expect(await notices(author)).toMatchObject([{ kind: 'moderation', ...told, subjectKind: 'post', subjectId: id }]);
    const answer = await author.fetch(STANDING);
    const text = await answer.text();
    expect(text).not.toContain('secret note');
    expect(JSON.parse(text)).toMatchObject({
      restrictions: [],
      decisions: [{ ...told, subjectKind: 'post', subjectId: id, decidedAt: expect.any(Number), appeal: null }],
      restrictionsNextCursor: null,
      decisionsNextCursor: null,
    });
    const { case: seen } = await expectStatus(moderator.fetch(`${MODERATION}/cases/${caseId}`), 200);
    expect(seen).toMatchObject({ reasonCode: 'spam', message: 'Please read the rules.' });
    await expectRefused(
      moderator.send('POST', `${MODERATION}/cases/${caseId}/decision`, {
        verdict: 'allow',
        reasonCode: 'other',
        version: 2,
        message: 'm'.repeat(1_001),
      }),
      '422 invalid_decision',
    );
  });

  test('decisions on comments and names, hiding, and restrictions are told too', async () => {
    const author = await world.person();
    const { id } = await writePost(author);
    await world.sql`update post set moderation_status = 'allow' where id = ${id}`;
    const comment = await writeComment(author, id);
    const commentCase = await reject(comment.id, { message: 'No.' });
    const [subject] = await notices(author);
    expect(subject).toMatchObject({
      subjectKind: 'comment',
      subjectId: comment.id,
      caseId: commentCase,
      message: 'No.',
    });
    await world.sql`insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt)
      values (${Bun.randomUUIDv7()}, 'profile-name', ${String(author.uid)}, 9, ${author.id}, ${author.uid}, 'review', 'review', 'x')`;
    await reject(String(author.uid), { message: 'Not this name.' });
    expect((await notices(author))[0]).toMatchObject({ subjectKind: 'profile-name', message: 'Not this name.' });
    const state = { action: 'hide', reasonCode: 'hate', message: 'Hidden.', version: 1 };
    await expectStatus(moderator.send('POST', `${MODERATION}/posts/${id}/state`, state), 200);
    expect((await notices(author))[0]).toMatchObject({
      verdict: 'hide',
      subjectKind: 'post',
      subjectId: id,
      message: 'Hidden.',
    });
    const restriction = await restrict(author, { message: 'A week off.', expiresAt: Date.now() + 7 * 86_400_000 });
    expect((await notices(author))[0]).toMatchObject({
      kind: 'moderation',
      verdict: 'restrict',
      reasonCode: 'harassment',
      message: 'A week off.',
      subjectKind: 'restriction',
      subjectId: restriction,
      caseId: null,
    });
    expect((await standing(author)).restrictions).toMatchObject([
      { id: restriction, kind: 'write', reasonCode: 'harassment', message: 'A week off.', appeal: null },
    ]);
  });

  test('a refusal for a restriction says when it ends', async () => {
    const [forever, week] = await world.people(2);
    await restrict(forever);
    const expiresAt = Date.now() + 7 * 86_400_000;
    await restrict(week, { expiresAt });
    for (const [person, wanted] of [
      [forever, 'never'],
      [week, String(expiresAt)],
    ] as const) {
      const answer = await person.send('POST', POSTS, { body: 'a' });
      expect([answer.status, answer.headers.get('restriction-expires')]).toEqual([403, wanted]);
    }
    const free = await (await world.person()).send('POST', POSTS, {});
    expect(free.headers.has('restriction-expires')).toBe(false);
  });

  test('the standing is paged, each list with its own cursor', async () => {
    const author = await world.person();
    const cases = [];
    for (let index = 0; index < 3; index += 1) cases.push((await rejectedPost(author)).caseId);
    await restrict(author);
    await restrict(author, { kind: 'upload' });
    const first = await standing(author, '?limit=2');
    const second = await standing(author, `?limit=2&decisionsCursor=${first.decisionsNextCursor}`);
    expect([...first.decisions, ...second.decisions].map(({ caseId }) => caseId)).toEqual(cases.toReversed());
    const one = await standing(author, '?limit=1');
    const two = await standing(author, `?limit=1&restrictionsCursor=${one.restrictionsNextCursor}`);
    expect([...one.restrictions, ...two.restrictions].map(({ kind }) => kind)).toEqual(['upload', 'write']);
    for (const [query, refused] of [
      ['limit=0', 'invalid_limit'],
      [`restrictionsCursor=${one.decisionsNextCursor}`, 'invalid_cursor'],
      [`decisionsCursor=${one.restrictionsNextCursor}`, 'invalid_cursor'],
      ['limit=1&limit=1', 'duplicate_query_parameter'],
    ] as const) {
      expect([query, await refusedWith(author.fetch(`${STANDING}?${query}`))]).toEqual([query, `400 ${refused}`]);
    }
  });
});

describe('appeals', () => {
  test('are filed once, by the person concerned, within a month, also while restricted', async () => {
    const [author, stranger] = await world.people(2);
    const { caseId } = await rejectedPost(author);
    const restrictionId = await restrict(author, { kind: 'sign_in' }, administrator);
    // A restriction of sign-in ends the sessions; the rest is for an account that still has one.
    await world.sql`update account_restriction set kind = 'write' where id = ${restrictionId}`;
    const [row]: { id: string }[] = await world.sql`select id from account where id = ${author.id}`;
    expect(row?.id).toBe(author.id);
    const again = await world.person();
    await world.sql`update moderation_case set author_account_id = ${again.id} where id = ${caseId}`;
    await world.sql`update account_restriction set account_id = ${again.id} where id = ${restrictionId}`;
    const filed = await expectStatus(appeal(again, { caseId, message: ' It was fine. ' }), 201);
    expect(filed.appeal).toMatchObject({ status: 'open', message: 'It was fine.', answer: null });
    await expectStatus(appeal(again, { restrictionId }), 201);
    await expectRefused(appeal(again, { caseId }), '409 appeal_exists');
    await expectRefused(appeal(again, { restrictionId }), '409 appeal_exists');
    const shown = await standing(again);
    expect([shown.decisions[0]?.appeal?.id, shown.restrictions[0]?.appeal?.status]).toEqual([filed.appeal.id, 'open']);
    await expectRefused(appeal(stranger, { caseId }), '404 case_not_found');
    await expectRefused(appeal(stranger, { restrictionId }), '404 restriction_not_found');
    await expectRefused(appeal(stranger, { caseId: Bun.randomUUIDv7() }), '404 case_not_found');
    for (const fields of [
      {},
      { caseId, restrictionId },
      { caseId: 'x' },
      { caseId, message: ' ' },
      { caseId, message: 'm'.repeat(2_001) },
    ]) {
      await expectRefused(appeal(again, fields), '422 invalid_appeal');
    }
    const late = await rejectedPost(stranger);
    await world.sql`update moderation_case set decided_at = now() - interval '31 days' where id = ${late.caseId}`;
    await expectRefused(appeal(stranger, { caseId: late.caseId }), '409 appeal_expired');
    const ended = await restrict(stranger);
    await world.sql`update account_restriction set expires_at = now() where id = ${ended}`;
    await expectRefused(appeal(stranger, { restrictionId: ended }), '409 appeal_expired');
    const allowed = await writePost(stranger);
    await world.sql`update account_restriction set lifted_at = now() where id = ${ended}`;
    const [open]: { id: string }[] = await world.sql`select id from moderation_case where subject_id = ${allowed.id}`;
    await expectRefused(appeal(stranger, { caseId: open?.id }), '404 case_not_found');
  });

  test('granting restores the content, and ends the restriction; denying says why', async () => {
    const [author, reader] = await world.people(2);
    const { id, caseId } = await rejectedPost(author);
    await expectRefused(reader.fetch(`${POSTS}/${id}`), '404 post_not_found');
    const appealId = await openAppeal(author, { caseId });
    const { appeals } = await queue(other, '?status=open&limit=100');
    expect(appeals.find((one) => one.id === appealId)).toMatchObject({
      uid: author.uid,
      status: 'open',
      message: 'Why?',
      restriction: null,
      case: {
        id: caseId,
        kind: 'post',
        subjectId: id,
        verdict: 'rejected',
        reasonCode: 'spam',
        decidedByUid: moderator.uid,
      },
    });
    await expectRefused(decide(appealId, { verdict: 'granted' }, moderator), '403 forbidden');
    await expectRefused(decide(appealId, { verdict: 'granted', version: 7 }), '409 version_conflict');
    await expectRefused(decide(appealId, { verdict: 'maybe' }), '422 invalid_decision');
    await expectRefused(decide(Bun.randomUUIDv7(), { verdict: 'granted' }), '404 appeal_not_found');
    const granted = await decide(appealId, { verdict: 'granted', message: 'You were right.' });
    expect((await expectStatus(granted, 200)).appeal).toMatchObject({
      status: 'granted',
      answer: 'You were right.',
      decidedByUid: other.uid,
      version: 2,
    });
    await expectOnlyStatus(reader.fetch(`${POSTS}/${id}`), 200);
    expect((await notices(author))[0]).toMatchObject({ verdict: 'allow', message: 'You were right.', subjectId: id });
    expect((await standing(author)).decisions).toMatchObject([
      { caseId, verdict: 'allow', appeal: { status: 'granted', message: 'Why?', answer: 'You were right.' } },
    ]);
    await expectRefused(decide(appealId, { verdict: 'denied', version: 2 }), '409 appeal_already_decided');

    const restrictionId = await restrict(author);
    const second = await openAppeal(author, { restrictionId });
    await expectStatus(decide(second, { verdict: 'granted' }), 200);
    expect((await standing(author)).restrictions).toEqual([]);
    await writePost(author);

    const third = await restrict(author, { kind: 'upload' });
    const denied = await openAppeal(author, { restrictionId: third });
    await expectStatus(decide(denied, { verdict: 'denied', message: 'It stays.' }), 200);
    expect((await standing(author)).restrictions).toMatchObject([
      { id: third, appeal: { status: 'denied', answer: 'It stays.' } },
    ]);
    expect((await notices(author))[0]).toMatchObject({
      verdict: 'denied',
      subjectKind: 'restriction',
      message: 'It stays.',
    });
  });

  test('staff does not decide own appeals, sees them in no queue, and pages through the others', async () => {
    const { caseId } = await rejectedPost(other);
    const appealId = await openAppeal(other, { caseId });
    expect((await queue(other, '?limit=100')).appeals.map(({ id }) => id)).not.toContain(appealId);
    await expectRefused(decide(appealId, { verdict: 'granted' }), '403 forbidden');
    const author = await world.person();
    const signIn = await restrict(author, { kind: 'sign_in' }, administrator);
    const [made]: { id: string }[] = await world.sql`insert into appeal (id, account_id, restriction_id, message)
      values (${Bun.randomUUIDv7()}, ${author.id}, ${signIn}, 'Let me in') returning id`;
    await expectRefused(decide(made?.id ?? '', { verdict: 'granted' }), '403 forbidden');
    const second = await world.person({ role: 'administrator' });
    await expectStatus(decide(made?.id ?? '', { verdict: 'granted' }, second), 200);
    const first = await queue(moderator, '?limit=1');
    const next = await queue(moderator, `?limit=1&cursor=${first.nextCursor}`);
    expect(next.appeals[0]?.id).not.toBe(first.appeals[0]?.id ?? '');
    for (const [query, refused] of [
      ['limit=0', 'invalid_limit'],
      ['cursor=e30', 'invalid_cursor'],
      ['status=lost', 'invalid_status'],
      ['limit=1&limit=1', 'duplicate_query_parameter'],
    ] as const) {
      expect([query, await refusedWith(moderator.fetch(`${MODERATION}/appeals?${query}`))]).toEqual([
        query,
        `400 ${refused}`,
      ]);
    }
  });

  test('nothing under appeal is erased; rejected files stay for sixty days', async () => {
    const author = await world.person();
    const { id, caseId } = await rejectedPost(author);
    const kept = await rejectedPost(author);
    const comment = await writeComment(author, await allowedPost(author));
    const commentCase = await reject(comment.id);
    const appeals = [await openAppeal(author, { caseId }), await openAppeal(author, { caseId: commentCase })];
    for (const post of [id, kept.id]) {
      const [row]: { version: number }[] = await world.sql`select version from post where id = ${post}`;
      await expectOnlyStatus(author.send('DELETE', `${POSTS}/${post}`, { version: row?.version }), 204);
    }
    const [row]: { version: number }[] = await world.sql`select version from comment where id = ${comment.id}`;
    await expectStatus(author.send('DELETE', `${COMMENTS}/${comment.id}`, { version: row?.version }), 200);
    await world.sql`update post set deleted_at = now() - interval '31 days' where deleted_at is not null`;
    await world.sql`update comment set deleted_at = now() - interval '31 days' where deleted_at is not null`;
    const file = async (days: number, isAppealed: boolean): Promise<string> => {
      const fileId = Bun.randomUUIDv7();
      await world.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size, charged_bytes, status, original_key, expires_at, updated_at)
        values (${fileId}, ${author.id}, ${author.uid}, ${fileId}, 'a.png', 'image/png', 10, 10, 'rejected', ${fileId}, now(), now() - make_interval(days => ${days}))`;
      const [made]: { id: string }[] =
        await world.sql`insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt, decided_at)
        values (${Bun.randomUUIDv7()}, 'attachment', ${fileId}, 1, ${author.id}, ${author.uid}, 'decided', 'rejected', 'a.png', now()) returning id`;
      if (isAppealed) await openAppeal(author, { caseId: made?.id });
      return fileId;
    };
    const [young, old, appealed] = [await file(59, false), await file(61, false), await file(61, true)];
    await expectRefused(
      author.fetch(`/api/v1/community/attachments/${appealed}`, { method: 'DELETE' }),
      '409 attachment_in_use',
    );
    await using database = await openReadyDatabase(world.databaseUrl);
    await forgetDeletedWords(database);
    const enqueue = async (): Promise<void> => undefined;
    const objects = { remove: async () => undefined };
    await removeExpired({ database, objects: objects as never, enqueue, originalsDays: 7, log: openLog('silent') });
    const states: { id: string; status: string }[] = await world.sql`
        select id, status from attachment where owner_account_id = ${author.id}`;
    expect(new Map(states.map((one) => [one.id, one.status]))).toEqual(
      new Map([
        [young, 'rejected'],
        [old, 'deleted'],
        [appealed, 'rejected'],
      ]),
    );
    const words = async (table: 'post' | 'comment', which: string): Promise<boolean> => {
      const [found]: { body: string }[] = await world.sql`select body from ${world.sql(table)} where id = ${which}`;
      return found?.body !== '';
    };
    expect([await words('post', id), await words('comment', comment.id), await words('post', kept.id)]).toEqual([
      true,
      true,
      false,
    ]);
    const excerptOf = async (): Promise<string | undefined> => {
      const [found]: { excerpt: string }[] = await world.sql`select excerpt from moderation_case where id = ${caseId}`;
      return found?.excerpt;
    };
    expect(await excerptOf()).not.toBe('');
    for (const one of appeals) await expectStatus(decide(one, { verdict: 'denied' }), 200);
    expect(await excerptOf()).toBe('');
    await forgetDeletedWords(database);
    expect([await words('post', id), await words('comment', comment.id)]).toEqual([false, false]);
  });
});

async function allowedPost(author: Person): Promise<string> {
  const { id } = await writePost(author);
  await world.sql`update post set moderation_status = 'allow' where id = ${id}`;
  return id;
}
