// What sign-in says at its edges: links that lead elsewhere, addresses that two want, and providers that are not there.
import { expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';

const PASSWORD = 'correct horse battery';

const home = await keepOpen(
  openAccountsWorld({
    LIMITS: 'off',
    SOCIAL_GITHUB_ID: 'x',
    SOCIAL_GITHUB_SECRET: 'y',
    SOCIAL_OIDC_ISSUER: 'http://127.0.0.1:1',
    SOCIAL_OIDC_ID: 'x',
    SOCIAL_OIDC_SECRET: 'y',
  }),
);
const hash = await hashPassword(PASSWORD);

async function addWay({ id }: Person, provider = 'credential'): Promise<void> {
  await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
    values (${Bun.randomUUIDv7()}, ${id}, ${provider}, ${id}, ${hash})`;
}

test('a reset leads to our own page and to no other', async () => {
  const ask = (body: object) => home.send('POST', '/api/auth/request-password-reset', body);
  const { port } = home.world;
  const good = [
    '',
    '/account/password',
    `${home.origin}/account/password`,
    `http://localhost:${port}/account/password`,
  ];
  for (const redirectTo of good) {
    const { email } = await home.person();
    await expectOnlyStatus(ask({ email, redirectTo }), 200);
    expect((await home.mail(email)).link).toMatch(/^http:\/\/localhost:\d+\/account\/password\?token=\w{24}$/);
  }
  const { email } = await home.person();
  for (const redirectTo of [
    '/my-page',
    '/account/password/',
    '/account/password?x=y',
    '/account/password#x',
    '//evil.example/account/password',
    'https://evil.example/account/password',
    `http://localhost:${port + 1}/account/password`,
    'javascript:alert(1)',
    'http://',
  ]) {
    expect([redirectTo, ...(await refusalOf(ask({ email, redirectTo })))]).toEqual([
      redirectTo,
      403,
      'invalid_redirect_url',
    ]);
  }
  expect(home.mails(email)).toEqual([]);
  const open = (query: string) => home.world.fetch(`/api/auth/reset-password/abcdefghijklmnop${query}`);
  for (const query of ['', '?callbackURL=/account/password']) {
    const answer = await open(query);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account/password?token=abcdefghijklmnop']);
  }
  await expectRefused(open('?callbackURL=/my-page'), '403 invalid_callback_url');
  expect((await refusalOf(home.send('POST', '/api/auth/request-password-reset', { email: 'nothing' })))[0]).toBe(400);
});

test('a page that ends a way leads to where it begins again', async () => {
  for (const [path, next] of [
    ['/account/password?token=none', '/forgot'],
    ['/account/second-factor', '/sign-in'],
    ['/account/error', '/sign-in'],
  ]) {
    const page = await (await home.world.fetch(path ?? '', { headers: { accept: 'text/html' } })).text();
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
    expect([path, main.includes(`href="${next}"`), main.includes('href="/"')]).toEqual([path, true, true]);
  }
});

test('an address is normalised, however it was typed', async () => {
  const person = await home.person({ email: 'typed@example.org' });
  const typed = ' Typed@Example.org ';
  const ask = (path: string, body: object) => person.send('POST', `/api/auth/${path}`, body);
  await expectOnlyStatus(ask('request-password-reset', { email: typed }), 200);
  expect((await home.mail(person.email)).link).toContain('/account/password?token=');
  await expectOnlyStatus(home.send('POST', '/api/auth/send-verification-email', { email: typed }), 200);
  await expectOnlyStatus(ask('change-email', { newEmail: ' Other@Example.org' }), 200);
  expect((await home.mail(person.email, 2)).link).toContain('/account/address?token=');
});

test('verification: one answer for every address, one mail, and the link verifies', async () => {
  const person = await home.person({ emailVerified: false });
  const send = (email: string) => home.send('POST', '/api/auth/send-verification-email', { email });
  const [known, unknown] = await Promise.all([send(person.email), send('stranger@example.org')]);
  expect(await known.text()).toBe(await unknown.text());
  const { token, subject } = await home.mail(person.email);
  expect(subject).toBe('Confirm your email address');
  const lead = await home.world.fetch(`/api/auth/verify-email?token=${token}`);
  expect([lead.status, lead.headers.get('location')]).toEqual([302, `/account/address?token=${token}`]);
  await expectOnlyStatus(home.form('/account/address', { token }), 200);
  const rows: { email_verified: boolean }[] =
    await home.sql`select email_verified from account where id = ${person.id}`;
  expect(rows[0]?.email_verified).toBe(true);
  expect((await refusalOf(send('nothing')))[0]).toBe(400);
});

test('an address taken by somebody else in between stays theirs', async () => {
  const person = await home.person();
  const wanted = `wanted-${person.email}`;
  await person.send('POST', '/api/auth/change-email', { newEmail: wanted });
  const confirm = await home.mail(person.email);
  await expectOnlyStatus(home.form('/account/address', { token: confirm.token }), 200);
  const { token } = await home.mail(wanted);
  await home.person({ email: wanted });
  await expectRefused(home.form('/account/address', { token }), '409 account_exists');
  expect((await refusalOf(person.send('POST', '/api/auth/change-email', { newEmail: person.email })))[0]).toBe(400);
});

test('a way to sign in can go while another stays; all sessions can end', async () => {
  const person = await home.person();
  await addWay(person);
  await addWay(person, 'github');
  const list = await readJson(person.fetch('/api/auth/list-accounts'));
  const github = list.find(({ providerId }) => providerId === 'github');
  await expectOnlyStatus(person.send('POST', '/api/auth/unlink-account', { accountId: github?.id }), 200);
  expect((await refusalOf(person.send('POST', '/api/auth/revoke-session', {})))[0]).toBe(400);
  const stranger = await home.person();
  const [theirs] = await readJson(stranger.fetch('/api/auth/list-sessions'));
  await person.send('POST', '/api/auth/revoke-session', { token: theirs?.token });
  expect(await (await stranger.fetch('/api/auth/get-session')).json()).not.toBeNull();
  await expectOnlyStatus(person.send('POST', '/api/auth/revoke-sessions', {}), 200);
  expect(await (await person.fetch('/api/auth/get-session')).json()).toBeNull();
});

test('providers that are unknown, not configured, away, or asked to lead elsewhere', async () => {
  const person = await home.person();
  for (const path of ['/api/auth/sign-in/social', '/api/auth/link-social']) {
    const ask = async (body: object): Promise<readonly [number, string]> => refusalOf(person.send('POST', path, body));
    expect((await ask({ provider: 5 }))[0]).toBe(400);
    expect((await ask({ provider: 'google' }))[0]).toBe(404);
    expect((await ask({ provider: 'github', callbackURL: 'https://evil.example/' }))[0]).toBe(403);
    expect(await ask({ provider: 'github', callbackURL: `/${'x'.repeat(600)}` })).toEqual([422, 'invalid_body']);
    expect(await ask({ provider: 'oidc' })).toEqual([503, 'social_provider_unavailable']);
  }
  await expectRefused(home.world.fetch('/api/auth/callback/oidc?state=x&code=y'), '503 social_provider_unavailable');
  const page = await home.world.fetch('/api/auth/error?error=x', { headers: { 'accept-language': 'zh' } });
  expect(await page.text()).toContain('<html lang="zh-CN">');
});

test('a suspended account can set its password, but not sign in', async () => {
  const person = await home.person();
  await home.send('POST', '/api/auth/request-password-reset', { email: person.email });
  const { token } = await home.mail(person.email);
  await home.sql`update profile set status = 'suspended' where account_id = ${person.id}`;
  const answer = await home.form('/account/password', { token, password: PASSWORD }, { 'accept-language': 'en' });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('You can’t sign in');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('a captcha service that does not answer is 503', async () => {
  await using own = await openAccountsWorld({
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'site',
    CAPTCHA_SECRET: 'secret',
  });
  const config = await own.world.fetch('/api/v1/account/config');
  expect(await config.json()).toMatchObject({
    turnstileSiteKey: 'site',
    captcha: { provider: 'turnstile', siteKey: 'site' },
  });
  // The secret is none: the service says so, or it cannot be reached from here.
  const answer = await own.send('POST', '/api/v1/account/register', { email: 'a@b.co' }, { 'x-captcha-response': 'x' });
  await expectRefused(answer, '503 captcha_unavailable');
});
