// Mails that a person chose can be ended from the mail itself: by the mail program with one request, or by the link in the text.
import { expect, test } from 'bun:test';
import { unsubscribeToken } from '../../src/features/community/notifications/unsubscribe.ts';
import { deriveKey } from '../../src/platform/config/auth-secret.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { NOTIFICATIONS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { drained, mailRound } from '../fixtures/notification-mails.ts';
import { expectStatus, openAccountsWorld, type Person, type ReadMail } from '../fixtures/people.ts';
import { openWorld } from '../world.ts';

const SETTINGS = '/api/v1/me/notification-settings';
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));

type Settings = AnswerBody<'GET /api/v1/me/notification-settings'>;
const read = async (who: Person): Promise<Settings> => expectStatus(who.fetch(SETTINGS), 200);
/** Somebody whom a comment was mailed to, and that mail. */
async function mailedPerson(): Promise<{ readonly member: Person; readonly mail: ReadMail }> {
  const member = await home.person();
  const both = { bell: true, mail: true };
  const kinds = { comment: both, reply: both };
  await expectStatus(member.send('PUT', SETTINGS, { kinds, quietHours: null, digest: 'never', version: 1 }), 200);
  const { id } = await writePost(member);
  await writeComment(await home.person(), id);
  await mailRound(home);
  return { member, mail: await home.mail(member.email) };
}
/** The address in the header of a mail. */
function unsubscribeAddress({ head }: ReadMail): string {
  const [, address = ''] = /^List-Unsubscribe: <(\S+)>$/m.exec(head) ?? [];
  expect(address).toMatch(/^http:\/\/localhost:\d+\/mail\/unsubscribe\/[\w.~-]+$/);
  return address;
}
const unsubscribePath = (mail: ReadMail): string => new URL(unsubscribeAddress(mail)).pathname;
/** As mail providers send it: without cookies, from anywhere. */
const oneClick = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  home.world.fetch(path, { method: 'POST', headers, body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

test('one request ends the mails of what the mail was about, and of nothing else', async () => {
  const { member, mail } = await mailedPerson();
  expect(mail.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const path = unsubscribePath(mail);
  expect(mail.text).toContain(`\n${unsubscribeAddress(mail)}\n`);
  expect(mail.html).toContain(`href="${unsubscribeAddress(mail)}"`);
  expect(path).not.toContain(member.email);
  for (const origin of ['https://mail.example', 'null']) {
    const answer = await oneClick(path, { origin, 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  }
  const { kinds, version } = await read(member);
  expect(kinds.comment).toEqual({ bell: true, mail: false, push: false });
  expect(kinds.reply).toEqual({ bell: true, mail: true, push: false });
  // A repeat changes nothing, so that a form that is open elsewhere can still be saved.
  expect(version).toBe(3);
  const { id } = await writePost(member);
  await writeComment(await home.person(), id);
  await mailRound(home);
  expect(home.mails(member.email)).toHaveLength(1);
  const bell = await expectStatus(member.fetch(NOTIFICATIONS), 200);
  expect(bell.notifications.filter(({ kind }) => kind === 'comment')).toHaveLength(2);
});

test('a digest ends by its own link, and nothing that waits is mailed by it', async () => {
  const member = await home.person();
  const change = { kinds: {}, quietHours: null, digest: 'daily', version: 1 };
  await expectStatus(member.send('PUT', SETTINGS, change), 200);
  const { id } = await writePost(member);
  await writeComment(await home.person(), id);
  await home.sql`update notification_setting set digested_at = now() - interval '25 hours' where account_id = ${member.id}`;
  await mailRound(home);
  expect((await oneClick(unsubscribePath(await home.mail(member.email)))).status).toBe(200);
  const settings = await read(member);
  expect([settings.digest, settings.kinds.comment?.bell]).toEqual(['never', true]);
});

test('staff who never saved settings ends the mails of staff, which are on by default', async () => {
  const moderator = await home.person({ role: 'moderator' });
  const links = 'https://a.example https://b.example https://c.example https://d.example https://e.example';
  await writePost(await home.person(), { body: links });
  await drained(home, 'community.staff-notice');
  await mailRound(home);
  const path = unsubscribePath(await home.mail(moderator.email));
  expect((await read(moderator)).kinds.staff_case?.mail).toBe(true);
  expect((await oneClick(path)).status).toBe(200);
  const { kinds } = await read(moderator);
  expect(kinds.staff_case).toEqual({ bell: true, mail: false, push: false });
  expect(kinds.staff_report).toEqual({ bell: true, mail: true, push: false });
});

test('the link opens a form in the language of its reader, and changes nothing by itself', async () => {
  const { member, mail } = await mailedPerson();
  const path = unsubscribePath(mail);
  const answer = await home.world.fetch(path, { headers: { accept: 'text/html', 'accept-language': 'ja' } });
  const page = await answer.text();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page).toContain('<html lang="ja"');
  expect(page).toContain('method="post"');
  expect(page).toContain(`action="${path}"`);
  expect(page).toContain('noindex');
  expect((await read(member)).kinds.comment?.mail).toBe(true);
  // The form as a browser sends it, also where a proxy demands `no-referrer`.
  const done = await home.world.fetch(path, { method: 'POST', headers: { 'accept-language': 'ja', origin: 'null' } });
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('href="/settings/notifications"');
  expect((await read(member)).kinds.comment?.mail).toBe(false);
});

test('the answer is the same for every token, and a token of another person or purpose changes nothing', async () => {
  const { member, mail } = await mailedPerson();
  const path = unsubscribePath(mail);
  const other = await home.person();
  const wrong = [
    path.replace(member.id, other.id),
    path.replace('comment', 'reply'),
    path.slice(0, -1),
    `${path}A`,
    '/mail/unsubscribe/x',
    '/mail/unsubscribe/digest~x~y',
    `/mail/unsubscribe/${'a'.repeat(5_000)}`,
    '/mail/unsubscribe/%FF',
    '/mail/unsubscribe/%00',
  ];
  const answers = await Promise.all(wrong.map(async (one) => oneClick(one)));
  expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 200));
  expect((await read(member)).kinds.comment?.mail).toBe(true);
  expect((await read(other)).version).toBe(1);
  const good = await oneClick(path);
  // Some links of the page lead back to it.
  const withoutPath = async (answer: Response | undefined) =>
    (await answer?.text())?.replaceAll(/mail(?:%2F|\/)unsubscribe(?:%2F|\/)[\w.~%-]*/g, '');
  expect(await withoutPath(answers[0])).toBe(await withoutPath(good));
});

test('an account that is gone by then is no mistake', async () => {
  const { member, mail } = await mailedPerson();
  await home.sql`delete from notification_setting where account_id = ${member.id}`;
  await home.sql`update profile set status = 'deleted' where account_id = ${member.id}`;
  expect((await oneClick(unsubscribePath(mail))).status).toBe(200);
  expect(await home.sql`select 1 from notification_setting where account_id = ${member.id}`).toHaveLength(0);
});

test('it is served during maintenance', async () => {
  const administrator = await home.person({ role: 'administrator' });
  const { member, mail } = await mailedPerson();
  await expectStatus(administrator.send('PUT', '/api/v1/admin/maintenance', { active: true }), 200);
  const answer = await oneClick(unsubscribePath(mail));
  await expectStatus(administrator.send('PUT', '/api/v1/admin/maintenance', { active: false }), 200);
  expect(answer.status).toBe(200);
  expect((await read(member)).kinds.comment?.mail).toBe(false);
});

test('the log has the route, and never the token', async () => {
  const { member, mail } = await mailedPerson();
  await oneClick(unsubscribePath(mail));
  const lines = JSON.stringify(home.world.log);
  expect(lines).toContain('mailUnsubscribe');
  expect(lines).not.toContain(`~${member.id}~`);
});

test('while the database is away it asks mail programs to come again, for what it would look up', async () => {
  const secret = 'a secret of forty characters for tests..';
  await using away = await openWorld({ AUTH_SECRET: secret });
  const path = '/mail/unsubscribe/';
  const token = unsubscribeToken(deriveKey(secret, 'unsubscribe'), Bun.randomUUIDv7(), 'digest');
  const answer = await away.fetch(`${path}${token}`, { method: 'POST' });
  expect(answer.status).toBe(503);
  expect(answer.headers.has('retry-after')).toBe(true);
  expect((await away.fetch(`${path}none`, { method: 'POST' })).status).toBe(200);
});
