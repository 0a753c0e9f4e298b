// Staff is notified of what comes in and may be decided by the reader; people choose what the bell and mails tell them.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { NOTIFICATIONS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { drained, mailRound } from '../fixtures/notification-mails.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const SETTINGS = '/api/v1/me/notification-settings';
const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

type Notice = AnswerBody<'GET /api/v1/community/notifications'>['notifications'][number];
type Settings = AnswerBody<'GET /api/v1/me/notification-settings'>;
const notices = async (who: Person): Promise<readonly Notice[]> =>
  (await expectStatus(who.fetch(NOTIFICATIONS), 200)).notifications;
const kindsOf = async (who: Person) => (await notices(who)).map(({ kind, count }) => [kind, count]);
const report = (who: Person, targetKind: string, targetId: string) =>
  expectStatus(who.send('POST', '/api/v1/community/reports', { targetKind, targetId, reasonCode: 'spam' }), 201);
/** Waits for a person until the text rule `links` holds it. */
const waitingPost = (who: Person) =>
  writePost(who, { body: 'https://a.example https://b.example https://c.example https://d.example https://e.example' });
const read = async (who: Person): Promise<Settings> => expectStatus(who.fetch(SETTINGS), 200);
const write = (who: Person, settings: object) => who.send('PUT', SETTINGS, settings);

describe('staff', () => {
  test('hears of cases, reports and appeals: one unread notification of each, which counts, for who may decide', async () => {
    const moderator = await world.person({ role: 'moderator' });
    const second = await world.person({ role: 'moderator' });
    const administrator = await world.person({ role: 'administrator' });
    const [member, author] = await world.people(2);
    await waitingPost(author);
    await waitingPost(author);
    await drained(world, 'community.staff-notice');
    for (const who of [moderator, second, administrator]) expect(await kindsOf(who)).toEqual([['staff_case', 2]]);
    expect(await notices(member)).toEqual([]);
    const [first] = await notices(moderator);
    expect(first).toMatchObject({ subjectKind: 'case', actorUid: null, postId: null, readAt: null });
    expect(first?.caseId).toBe(first?.subjectId ?? '');

    // Their own is not theirs to decide, nor that of an administrator a moderator's.
    await waitingPost(moderator);
    await waitingPost(administrator);
    await drained(world, 'community.staff-notice');
    expect(await kindsOf(moderator)).toEqual([['staff_case', 2]]);
    expect(await kindsOf(second)).toEqual([['staff_case', 3]]);
    expect(await kindsOf(administrator)).toEqual([['staff_case', 3]]);

    // Read: the next one begins anew.
    await expectStatus(second.send('PUT', `${NOTIFICATIONS}/read-all`, {}), 200);
    await waitingPost(author);
    await drained(world, 'community.staff-notice');
    expect(await kindsOf(second)).toEqual([
      ['staff_case', 1],
      ['staff_case', 3],
    ]);

    const { id } = await writePost(author);
    await report(member, 'post', id);
    await report(moderator, 'post', id);
    await drained(world, 'community.staff-notice');
    expect((await kindsOf(moderator))[0]).toEqual(['staff_report', 1]);
    expect((await kindsOf(second))[0]).toEqual(['staff_report', 2]);

    const restriction = { kind: 'write', reasonCode: 'spam' };
    const path = `/api/v1/moderation/users/${author.uid}/restrictions` as const;
    const made = await expectStatus(moderator.send('POST', path, restriction), 201);
    const appeal = { restrictionId: made.restriction.id, message: 'Why?' };
    await expectStatus(author.send('POST', '/api/v1/account/appeals', appeal), 201);
    await drained(world, 'community.staff-notice');
    // Whoever decided does not decide the appeal.
    expect((await kindsOf(moderator)).map(([kind]) => kind)).not.toContain('staff_appeal');
    expect((await kindsOf(second))[0]).toEqual(['staff_appeal', 1]);
    const page = await (await second.fetch('/notifications', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('1 appeal came in');
    expect(page).toContain('href="/moderation/appeals"');
    expect(page).toContain('2 reports came in');

    // Without the role they are gone.
    await world.sql`update profile set role = 'member' where account_id = ${second.id}`;
    expect(await notices(second)).toEqual([]);
  });

  test('is mailed in numbers, once a round, until it is switched off or read', async () => {
    const moderator = await world.person({ role: 'moderator' });
    const author = await world.person();
    await waitingPost(author);
    await waitingPost(author);
    await drained(world, 'community.staff-notice');
    await mailRound(world);
    const mail = await world.mail(moderator.email);
    expect(mail.subject).toBe('Waiting for review on Livehouse');
    expect(mail.text).toContain('2 cases to review');
    expect(mail.text).toContain('/settings/notifications');
    expect(mail.link).toEndWith('/notifications');
    expect(mail.text).not.toContain('a.example');
    await mailRound(world);
    expect(world.mails(moderator.email)).toHaveLength(1);
    // Mails alone: the list stays as it is.
    const off = { bell: false, mail: true };
    await expectStatus(write(moderator, { ...(await read(moderator)), kinds: { staff_case: off } }), 200);
    const before = await kindsOf(moderator);
    await waitingPost(author);
    await drained(world, 'community.staff-notice');
    expect(await kindsOf(moderator)).toEqual(before.filter(([kind]) => kind !== 'staff_case'));
    await mailRound(world);
    expect(world.mails(moderator.email)).toHaveLength(2);
    // Neither.
    const none = { bell: false, mail: false };
    await expectStatus(write(moderator, { ...(await read(moderator)), kinds: { staff_case: none } }), 200);
    await waitingPost(author);
    await drained(world, 'community.staff-notice');
    await mailRound(world);
    expect(world.mails(moderator.email)).toHaveLength(2);
  });
});

describe('settings', () => {
  test('have defaults, are saved as a whole, and refuse what does not fit', async () => {
    const member = await world.person();
    const first = await read(member);
    expect(Object.keys(first.kinds)).toEqual([
      'comment',
      'reply',
      'mention',
      'post_reaction',
      'comment_reaction',
      'follow',
      'thread',
      'new_post',
    ]);
    expect(first).toMatchObject({ quietHours: null, digest: 'never', version: 1 });
    expect(first.kinds.comment).toEqual({ bell: true, mail: false, push: false });
    const staff = await read(await world.person({ role: 'moderator' }));
    expect(staff.kinds.staff_report).toEqual({ bell: true, mail: true, push: false });
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };
    const change = { kinds: { comment: { bell: false, mail: false } }, quietHours, digest: 'weekly', version: 1 };
    const saved = await expectStatus(write(member, change), 200);
    expect(saved).toMatchObject({ quietHours, digest: 'weekly', version: 2 });
    expect(saved.kinds.comment).toEqual({ bell: false, mail: false, push: false });
    expect(await read(member)).toEqual(saved);
    await expectRefused(write(member, change), '409 version_conflict');
    await expectRefused(write(member, { ...change, version: 7 }), '409 version_conflict');
    const invalid = (fields: object) =>
      expectRefused(write(member, { ...change, version: 2, ...fields }), '422 invalid_notification_settings');
    await invalid({ quietHours: { ...quietHours, timeZone: 'Mars/Olympus' } });
    await invalid({ quietHours: { ...quietHours, from: '24:00' } });
    await invalid({ kinds: { moderation: { bell: false, mail: false } } });
    await invalid({ kinds: { comment: { bell: false, mail: false, push: true } } });
    await invalid({ digest: 'hourly' });
    await expectRefused(world.world.fetch(SETTINGS), '401 authentication_required');

    const author = await world.person();
    const { id } = await writePost(member);
    await writeComment(author, id);
    expect(await notices(member)).toEqual([]);
  });

  test('quiet hours hold mails back; a digest tells of everything unread, once when it is due', async () => {
    const member = await world.person();
    const everyHour = { from: '00:00', to: '23:59', timeZone: 'UTC' };
    const mailed = { kinds: { comment: { bell: true, mail: true } }, digest: 'daily' };
    await expectStatus(write(member, { ...mailed, quietHours: everyHour, version: 1 }), 200);
    const { id } = await writePost(member);
    await writeComment(await world.person(), id, { body: 'SECRET-WORDS' });
    if (new Date().toISOString().slice(11, 16) !== '23:59') {
      await mailRound(world);
      expect(world.mails(member.email)).toHaveLength(0);
    }
    await expectStatus(write(member, { ...mailed, quietHours: null, version: 2 }), 200);
    await mailRound(world);
    expect(world.mails(member.email)).toHaveLength(1);
    const due = () =>
      world.sql`update notification_setting set digested_at = now() - interval '25 hours' where account_id = ${member.id}`;
    await due();
    await mailRound(world);
    const digest = await world.mail(member.email, 2);
    expect(digest.subject).toBe('New on Livehouse');
    expect(digest.text).toContain('1 comment on your posts');
    expect(digest.text).not.toContain('SECRET');
    await mailRound(world);
    expect(world.mails(member.email)).toHaveLength(2);
    // Nothing unread, nothing to tell.
    await expectStatus(member.send('PUT', `${NOTIFICATIONS}/read-all`, {}), 200);
    await due();
    await mailRound(world);
    expect(world.mails(member.email)).toHaveLength(2);
  });

  test('the page saves the same, and says what does not fit', async () => {
    const member = await world.person();
    const headers = { accept: 'text/html', cookie: member.cookie };
    const page = await (await member.fetch('/settings/notifications', { headers })).text();
    expect(page).toContain('name="comment.bell"');
    expect(page).not.toContain('staff_case');
    const fields = { 'comment.mail': 'on', digest: 'daily', quietFrom: '', quietTo: '', timeZone: '', version: '1' };
    const saved = await world.form('/settings/notifications', fields, headers);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/settings/notifications?done=saved']);
    const { kinds, digest } = await read(member);
    expect([kinds.comment, kinds.reply, digest]).toEqual([
      { bell: false, mail: true, push: false },
      { bell: false, mail: false, push: false },
      'daily',
    ]);
    const late = await world.form('/settings/notifications', fields, headers);
    expect(late.status).toBe(409);
    const half = await world.form('/settings/notifications', { ...fields, quietFrom: '22:00', version: '2' }, headers);
    expect(half.status).toBe(422);
    expect(await half.text()).toContain('Quiet hours need two times');
  });
});
