// Registrations that an administrator approves: who waits, every way to sign in is closed until the decision, and what becomes of
// those who are refused.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { NOTIFICATIONS } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import {
  cookiesOf,
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  readJson,
} from '../fixtures/people.ts';

const LIST = '/api/v1/admin/registrations';
const PAGE = '/admin/registrations';
const REGISTER = '/api/v1/account/register';
const HTML = { accept: 'text/html', 'accept-language': 'en' };
const PASSWORD = 'correct horse battery staple';

type Registration = AnswerBody<'GET /api/v1/admin/registrations'>['registrations'][number];

const provider = await keepOpen(startOidcProvider());
const home = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', INSTANCE_REGISTRATION: 'approval', ...provider.settings }),
);
const admin = await home.person({ role: 'administrator' });
const moderator = await home.person({ role: 'moderator' });
const member = await home.person();

const address = (): string => `guest-${Bun.randomUUIDv7()}@example.org`;
const register = (body: object, headers = {}) => home.send('POST', REGISTER, body, headers);
const signIn = (email: string) => home.send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
const waiting = async (): Promise<readonly Registration[]> =>
  (await expectStatus(admin.fetch(`${LIST}?limit=100`), 200)).registrations;
const uidOf = async (email: string): Promise<string> => {
  const [row]: { uid: string }[] =
    await home.sql`select p.uid from profile p join account a on a.id = p.account_id where a.email = ${email}`;
  return row?.uid ?? '';
};
const find = async (email: string): Promise<Registration | undefined> => {
  const uid = await uidOf(email);
  return (await waiting()).find(({ id }) => id === uid);
};
const decide = (id: string, verdict: string, who: Person = admin) =>
  who.send('POST', `${LIST}/${id}/decision`, { verdict });
const setPassword = async (email: string, count = 1): Promise<Response> => {
  const { token } = await home.mail(email, count);
  return home.send('POST', '/api/auth/reset-password', { token, newPassword: PASSWORD });
};
/** Registers and confirms the address. */
async function apply(text?: string, headers = {}): Promise<string> {
  const email = address();
  await expectOnlyStatus(register({ email, ...(text !== undefined && { text }) }, headers), 202);
  await expectOnlyStatus(setPassword(email), 200);
  return email;
}
const noticesOf = async (who: Person) =>
  (await expectStatus(who.fetch(NOTIFICATIONS), 200)).notifications.filter(({ kind }) => kind === 'staff_registration');
const noticed = () =>
  home.world.until(async () => {
    const left = await home.sql`
      select 1 from jobs.job where name = 'community.staff-notice' and state in ('created', 'retry', 'active')`;
    return left.length === 0;
  });

interface Begun {
  readonly url: string;
  readonly cookie: string;
}
async function begin(fields: object = {}): Promise<Begun> {
  const answer = await home.send('POST', '/api/auth/sign-in/social', {
    provider: 'oidc',
    callbackURL: '/after',
    errorCallbackURL: `${home.origin}/account/error`,
    ...fields,
  });
  return { url: (await expectStatus<{ url: string }>(answer, 200)).url, cookie: cookiesOf(answer) };
}
const follow = async ({ url, cookie }: Begun): Promise<Response> => {
  const { pathname, search } = new URL(provider.authorize(url));
  return home.world.fetch(`${pathname}${search}`, { headers: { cookie } });
};
const whoIs = async (cookie: string): Promise<string | undefined> =>
  (await readJson(home.world.fetch('/api/auth/get-session', { headers: { cookie } })))?.user.email;

test('the list and the decision are for administrators', async () => {
  const email = await apply();
  const uid = await uidOf(email);
  for (const who of [moderator, member]) {
    await expectRefused(who.fetch(LIST), '403 forbidden');
    await expectRefused(decide(uid, 'approve', who), '403 forbidden');
    await expectOnlyStatus(who.fetch(PAGE, { headers: HTML }), 403);
  }
  await expectRefused(home.world.fetch(LIST), '401 authentication_required');
  await expectRefused(
    home.send('POST', `${LIST}/${uid}/decision`, { verdict: 'approve' }),
    '401 authentication_required',
  );
  await expectRefused(decide(uid, 'perhaps'), '422 invalid_body');
  await expectRefused(decide('999999999', 'approve'), '404 registration_not_found');
  await expectRefused(decide('x', 'approve'), '404 registration_not_found');
  await expectRefused(decide(String(member.uid), 'approve'), '404 registration_not_found');
  await expectRefused(admin.fetch(`${LIST}?limit=0`), '400 invalid_limit');
  await expectRefused(admin.fetch(`${LIST}?cursor=x`), '400 invalid_cursor');
});

test('who registers is asked for, answered like any address, and waits once the address is confirmed', async () => {
  const email = address();
  await expectOnlyStatus(register({ email, text: ' I play <b>bass</b>.\nSince 2019. ' }), 202);
  await expectOnlyStatus(register({ email: member.email, text: 'Me again' }), 202);
  await home.mail(email);
  expect(home.mails(member.email)).toEqual([]);
  expect(await find(email)).toBeUndefined();

  await expectOnlyStatus(setPassword(email), 200);
  await expectRefused(signIn(email), '403 approval_pending');
  const wrong = home.send('POST', '/api/auth/sign-in/email', { email, password: 'another password of somebody' });
  await expectRefused(wrong, '401 invalid_email_or_password');
  const found = await find(email);
  expect(found).toMatchObject({ text: 'I play <b>bass</b>.\nSince 2019.', mailDomain: 'example.org', providers: [] });
  expect(JSON.stringify(await waiting())).not.toContain('@');

  // Another registration with the same address changes nothing.
  await expectOnlyStatus(register({ email, text: 'Other words' }), 202);
  await Bun.sleep(300);
  expect((await find(email))?.text).toBe('I play <b>bass</b>.\nSince 2019.');
});

test('the last text before the confirmation counts', async () => {
  const email = address();
  await expectOnlyStatus(register({ email, text: 'First' }), 202);
  await home.mail(email);
  await home.sql`delete from mail_guard`;
  await expectOnlyStatus(register({ email, text: 'Second' }), 202);
  await home.mail(email, 2);
  await expectOnlyStatus(setPassword(email, 2), 200);
  expect((await find(email))?.text).toBe('Second');
});

test('texts have a limit, and there are none without approval', async () => {
  await expectOnlyStatus(register({ email: address(), text: '🎸'.repeat(500) }), 202);
  await expectRefused(register({ email: address(), text: 'x'.repeat(501) }), '400 invalid_body');
  await expectRefused(register({ email: address(), text: 5 }), '400 invalid_body');
  await using open = await openAccountsWorld({ LIMITS: 'off' });
  const body = { email: address(), text: 'Hello' };
  await expectRefused(open.send('POST', REGISTER, body), '400 invalid_body');
  const sent = await open.form('/register', body, { ...HTML });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/register?sent=1']);
});

test('administrators are notified once of each, and nobody else', async () => {
  await noticed();
  await expectOnlyStatus(admin.send('PUT', `${NOTIFICATIONS}/read-all`, {}), 200);
  const email = await apply();
  await expectRefused(signIn(email), '403 approval_pending');
  await apply();
  await noticed();
  const [notice] = await noticesOf(admin);
  expect(notice).toMatchObject({ kind: 'staff_registration', count: 2, subjectKind: 'registration', actorUid: null });
  expect(await noticesOf(moderator)).toEqual([]);
  const settings = '/api/v1/me/notification-settings';
  expect((await expectStatus(admin.fetch(settings), 200)).kinds).toHaveProperty('staff_registration');
  expect((await expectStatus(moderator.fetch(settings), 200)).kinds).not.toHaveProperty('staff_registration');
  const page = await (await admin.fetch('/notifications', { headers: HTML })).text();
  expect(page).toContain('2 registrations wait for approval');
  expect(page).toContain('href="/admin/registrations"');
});

test('an approved account signs in; the person is mailed in their language, the text is gone, and a second decision is too late', async () => {
  const email = await apply('Let me in', { 'accept-language': 'ja' });
  const { id = '' } = (await find(email)) ?? {};
  await expectOnlyStatus(decide(id, 'approve'), 204);
  await expectRefused(decide(id, 'refuse'), '409 registration_already_decided');
  expect(await find(email)).toBeUndefined();
  const mail = await home.mail(email, 2);
  expect(mail.text).toContain('管理者がアカウントを承認しました');
  expect(mail.link).toEndWith('/sign-in');
  await expectOnlyStatus(signIn(email), 200);
  expect(await home.sql`select approval_text from account where email = ${email}`).toEqual([{ approval_text: null }]);
  const { events } = await readJson(admin.fetch('/api/v1/admin/audit?action=account.approve'));
  expect(events[0]).toMatchObject({ actorUid: admin.uid, subjectKind: 'user', subjectId: id });
});

test('a refused account never signs in, and is erased after 30 days with its address', async () => {
  const email = await apply('Spam');
  const { id = '' } = (await find(email)) ?? {};
  await expectOnlyStatus(decide(id, 'refuse'), 204);
  await expectRefused(decide(id, 'approve'), '409 registration_already_decided');
  expect((await home.mail(email, 2)).subject).toBe('Your registration was refused');
  await expectRefused(signIn(email), '403 approval_refused');
  const { events } = await readJson(admin.fetch('/api/v1/admin/audit?action=account.refuse'));
  expect(events[0]).toMatchObject({ actorUid: admin.uid, subjectId: id });

  const erase = async () => {
    await home.sql`insert into jobs.job (name, data) values ('accounts.erase-refused', '{}')`;
    await home.world.until(async () => {
      const left = await home.sql`
        select 1 from jobs.job where name = 'accounts.erase-refused' and state in ('created', 'retry', 'active')`;
      return left.length === 0;
    });
  };
  const state = () =>
    home.sql`select status, email from profile p join account a on a.id = p.account_id where p.uid = ${id}`;
  await home.sql`update account set approval_decided_at = now() - interval '29 days' where email = ${email}`;
  await erase();
  expect(await state()).toEqual([{ status: 'active', email }]);
  await home.sql`update account set approval_decided_at = now() - interval '31 days' where email = ${email}`;
  await erase();
  const [after] = await state();
  expect(after.status).toBe('deleted');
  expect(after.email).toStartWith('deleted:');
  await expectRefused(decide(id, 'approve'), '404 registration_not_found');
  // The address is free at once.
  await home.sql`delete from mail_guard`;
  await expectOnlyStatus(register({ email }), 202);
  await home.mail(email, 3);
});

describe('every way to a session', () => {
  const barred = async (person: Person, approval: string): Promise<void> => {
    await home.sql`update account set approval = ${approval} where id = ${person.id}`;
  };

  test('a link to a new password, of the page and of an administrator, ends at a page that says it', async () => {
    const email = await apply();
    await home.sql`delete from mail_guard`;
    await home.form('/forgot', { email });
    const { token } = await home.mail(email, 2);
    const page = await home.form('/account/password', { token, password: PASSWORD }, HTML);
    expect(page.status).toBe(403);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(await page.text()).toContain('waiting for an administrator to approve it');
    const mailed = await admin.send('POST', `/api/v1/admin/accounts/${await uidOf(email)}/password-link`, {});
    expect(mailed.status).toBeLessThan(300);
    const links = () => home.mails(email).filter(({ token: one }) => one !== '');
    await home.world.until(() => links().length === 3);
    const last = links().at(-1)?.token ?? '';
    expect((await home.form('/account/password', { token: last, password: PASSWORD }, HTML)).status).toBe(403);
  });

  test('the form of the page, which says it', async () => {
    const email = await apply();
    const answer = await home.form('/sign-in', { email, password: PASSWORD }, HTML);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Your account is waiting for approval');
    const { id = '' } = (await find(email)) ?? {};
    await expectOnlyStatus(decide(id, 'refuse'), 204);
    const refused = await home.form('/sign-in', { email, password: PASSWORD }, HTML);
    expect([refused.status, (await refused.text()).includes('This registration was refused.')]).toEqual([403, true]);
  });

  test('a verified address, without a password link', async () => {
    const email = address();
    await expectOnlyStatus(register({ email }), 202);
    await home.mail(email);
    await home.sql`delete from mail_guard`;
    await expectOnlyStatus(home.send('POST', '/api/auth/send-verification-email', { email }), 200);
    const { token } = await home.mail(email, 2);
    expect(await find(email)).toBeUndefined();
    await expectOnlyStatus(home.form('/account/address', { token }, HTML), 200);
    expect(await find(email)).toBeDefined();
  });

  test('another service: the account waits with its text, and a second sign-in neither', async () => {
    const email = address();
    provider.person = { ...provider.person, sub: `sub-${email}`, email, emailVerified: true };
    const first = await follow(await begin({ text: 'From the forum' }));
    expect(first.headers.get('location')).toContain('error=approval_pending');
    expect(await whoIs(cookiesOf(first))).toBeUndefined();
    expect(await find(email)).toMatchObject({ text: 'From the forum', providers: ['oidc'] });
    const again = await follow(await begin({ text: 'Other' }));
    expect(again.headers.get('location')).toContain('error=approval_pending');
    expect((await find(email))?.text).toBe('From the forum');
    const { pathname, search } = new URL(again.headers.get('location') ?? '', home.origin);
    const page = await home.world.fetch(`${pathname}${search}`, { headers: HTML });
    expect(await page.text()).toContain('Waiting for approval');
    const { id = '' } = (await find(email)) ?? {};
    await expectOnlyStatus(decide(id, 'approve'), 204);
    const done = await follow(await begin());
    expect(done.headers.get('location')).toBe('/after');
    expect(await whoIs(cookiesOf(done))).toBe(email);
  });

  test('another service that says nothing about the address, with the longest text and addresses', async () => {
    const email = address();
    provider.person = { ...provider.person, sub: `sub-${email}`, email, emailVerified: false };
    const long = `/${'"'.repeat(400)}`.replaceAll('"', 'a');
    const text = '界'.repeat(500);
    const back = await follow(await begin({ text, callbackURL: long, newUserCallbackURL: long }));
    expect(back.headers.get('location')).toContain('error=approval_pending');
    expect((await find(email))?.text).toBe(text);
    await expectRefused(
      home.send('POST', '/api/auth/sign-in/social', { provider: 'oidc', text: 'x'.repeat(501) }),
      '422 invalid_body',
    );
  });

  test('an earlier session is not ended, but none is made', async () => {
    const person = await home.person();
    await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
      select ${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, password from login_method
      where password is not null limit 1`;
    await barred(person, 'pending');
    await expectRefused(signIn(person.email), '403 approval_pending');
    await barred(person, 'refused');
    await expectRefused(signIn(person.email), '403 approval_refused');
    await barred(person, 'approved');
    await expectOnlyStatus(signIn(person.email), 200);
  });
});

describe('an invite skips the queue', () => {
  const invite = async () =>
    (await expectStatus(admin.send('POST', '/api/v1/admin/invites', { maxUses: 1 }), 201)).invite;
  const usesOf = async (id: string) =>
    (await readJson(admin.fetch('/api/v1/admin/invites?limit=100'))).invites.find((one) => one.id === id)?.uses;

  test('at a registration', async () => {
    const { code: inviteCode, id } = await invite();
    const email = address();
    await expectRefused(register({ email, inviteCode: 'none' }), '403 invite_invalid');
    await expectOnlyStatus(register({ email, inviteCode }), 202);
    await expectOnlyStatus(setPassword(email), 200);
    await expectOnlyStatus(signIn(email), 200);
    expect(await usesOf(id)).toBe(1);
  });

  test('and at another one with the same address, before it is confirmed', async () => {
    const { code: inviteCode, id } = await invite();
    const email = address();
    await expectOnlyStatus(register({ email, text: 'Hello' }), 202);
    await home.mail(email);
    await home.sql`delete from mail_guard`;
    await expectOnlyStatus(register({ email, inviteCode }), 202);
    await expectOnlyStatus(setPassword(email, 2), 200);
    await expectOnlyStatus(signIn(email), 200);
    expect(await usesOf(id)).toBe(1);
  });

  test('with another service', async () => {
    const { code: inviteCode, id } = await invite();
    const email = address();
    provider.person = { ...provider.person, sub: `sub-${email}`, email, emailVerified: true };
    const back = await follow(await begin({ inviteCode }));
    expect(back.headers.get('location')).toBe('/after');
    expect(await whoIs(cookiesOf(back))).toBe(email);
    expect(await usesOf(id)).toBe(1);
  });

  test('on the page, where its link leads to a form without a text', async () => {
    const plain = await (await home.world.fetch('/register', { headers: HTML })).text();
    expect(plain).toContain('name="text"');
    expect(plain).not.toContain('name="invite"');
    const invited = await (await home.world.fetch('/register?invite=abc', { headers: HTML })).text();
    expect(invited).toContain('value="abc"');
    expect(invited).not.toContain('name="text"');
  });
});

describe('the page', () => {
  test('lists what waits, oldest first and in pages, with a count in the menu', async () => {
    const [first] = await waiting();
    const page = await expectStatus(admin.fetch(`${LIST}?limit=1`), 200);
    expect(page.registrations.map(({ id }) => id)).toEqual([first?.id ?? '']);
    const rest = await expectStatus(admin.fetch(`${LIST}?limit=100&cursor=${page.nextCursor}`), 200);
    expect([...page.registrations, ...rest.registrations]).toEqual([...(await waiting())]);
    const text = await (await admin.fetch(PAGE, { headers: HTML })).text();
    expect(text).toContain(`${(await waiting()).length} waiting`);
    expect(text).toContain(`action="/admin/registrations/${first?.id}/decision"`);
    expect(await (await admin.fetch(`${PAGE}?cursor=x`, { headers: HTML, redirect: 'manual' })).status).toBe(303);
  });

  test('decides by form, once', async () => {
    const email = await apply('By <form>');
    const { id = '' } = (await find(email)) ?? {};
    const form = (fields: Record<string, string>, headers: Record<string, string>) =>
      home.form(`${PAGE}/${id}/decision`, fields, { ...HTML, ...headers });
    expect((await form({ verdict: 'approve' }, {})).status).toBe(401);
    expect(await find(email)).toBeDefined();
    expect((await form({ verdict: 'approve' }, { cookie: moderator.cookie })).status).toBe(403);
    const done = await form({ verdict: 'approve' }, { cookie: admin.cookie });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${PAGE}?done=approve`]);
    const again = await form({ verdict: 'refuse' }, { cookie: admin.cookie });
    expect([again.status, (await again.text()).includes('Someone else has already decided this.')]).toEqual([
      409,
      true,
    ]);
    const none = await home.form(`${PAGE}/99999/decision`, { verdict: 'refuse' }, { ...HTML, cookie: admin.cookie });
    expect([none.status, (await none.text()).includes('no longer exists')]).toEqual([404, true]);
    await expectOnlyStatus(signIn(email), 200);
  });

  test('registers by form with a text, and keeps what was typed when it is too long', async () => {
    const email = address();
    const long = await home.form('/register', { email, text: 'y'.repeat(501) }, HTML);
    expect(long.status).toBe(400);
    const shown = await long.text();
    expect(shown).toContain('Use at most 500 characters.');
    expect(shown).toContain(`value="${email}"`);
    // Browsers send line ends as two characters, which count as one.
    const text = `${'y'.repeat(498)}\r\nz`;
    const sent = await home.form('/register', { email, text }, HTML);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/register?sent=1']);
    await expectOnlyStatus(setPassword(email), 200);
    expect((await find(email))?.text).toBe(`${'y'.repeat(498)}\nz`);
  });
});

test('decisions are limited', async () => {
  await using other = await openAccountsWorld({ INSTANCE_REGISTRATION: 'approval' });
  const person = await other.person({ role: 'administrator' });
  for (;;) {
    const answer = await person.send('POST', `${LIST}/1/decision`, { verdict: 'approve' });
    if (answer.status === 404) continue;
    await expectRefused(answer, '429 rate_limit_exceeded');
    break;
  }
});
