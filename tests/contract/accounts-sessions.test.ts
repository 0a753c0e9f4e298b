// Sign-in, sessions and who is asking: equal answers to strangers, revoked at once, and nothing but the listed routes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  type AccountsWorld,
  cookiesOf,
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  type PersonPlan,
  readJson,
  refusalOf,
  signValue,
} from '../fixtures/people.ts';
import { words } from '../fixtures/words.ts';

const PASSWORD = 'correct horse battery';
const SIGN_IN = '/api/auth/sign-in/email';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const hash = await hashPassword(PASSWORD);

async function personWithPassword(plan: PersonPlan = {}, world = home): Promise<Person> {
  const person = await world.person(plan);
  await world.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${hash})`;
  return person;
}

const signIn = (email: string, password = PASSWORD, headers = {}) =>
  home.send('POST', SIGN_IN, { email, password }, headers);

const whoIs = async (cookie: string): Promise<string | undefined> => {
  const body = await expectStatus(home.world.fetch('/api/auth/get-session', { headers: { cookie } }), 200);
  return body?.user.email;
};

test('sign in, list, revoke: revocation is immediate', async () => {
  const { email } = await personWithPassword();
  const [one, two] = await Promise.all([signIn(email.toUpperCase()), signIn(email)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(one.headers.get('cache-control')).toBe('no-store');
  expect(one.headers.get('x-request-id')).not.toBeNull();
  const [first, second] = [cookiesOf(one), cookiesOf(two)];
  const list = await home.world.fetch('/api/auth/list-sessions', { headers: { cookie: first } });
  const sessions = await readJson<{ ipAddress: string | null; userAgent: string | null }[]>(list);
  expect(sessions).toHaveLength(3);
  expect(sessions.every((row) => !row.ipAddress && !row.userAgent)).toBe(true);
  const { token } = await readJson<{ token: string }>(two);
  await expectOnlyStatus(home.send('POST', '/api/auth/revoke-session', { token }, { cookie: first }), 200);
  expect(await whoIs(second)).toBeUndefined();
  expect(await whoIs(first)).toBe(email);
  await expectOnlyStatus(home.send('POST', '/api/auth/revoke-other-sessions', {}, { cookie: first }), 200);
  expect(await whoIs(first)).toBe(email);
  const out = await home.world.fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { cookie: first, origin: home.origin },
  });
  expect(out.status).toBe(200);
  expect(out.headers.getSetCookie().join()).toContain('Max-Age=0');
  expect(await whoIs(first)).toBeUndefined();
  await expectRefused(home.world.fetch('/api/auth/list-sessions', { headers: { cookie: first } }), '401 unauthorized');
});

test('wrong password, unknown address and deleted account are answered alike', async () => {
  const person = await personWithPassword();
  const gone = await personWithPassword({ status: 'deleted' });
  const answers = await Promise.all([
    signIn(person.email, 'wrong horse battery'),
    signIn('stranger@example.org'),
    signIn(gone.email),
  ]);
  const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('401 {"error":{"code":"invalid_email_or_password"');
  expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([]);
});

test('suspended, restricted and unverified accounts do not sign in', async () => {
  const suspended = await personWithPassword({ status: 'suspended' });
  const unverified = await personWithPassword({ emailVerified: false });
  const restricted = await personWithPassword();
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${restricted.id}, 'sign_in', 'spam')`;
  const over = await personWithPassword();
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code, expires_at)
    values (${Bun.randomUUIDv7()}, ${over.id}, 'sign_in', 'spam', now() - interval '1 minute')`;
  await expectRefused(signIn(suspended.email), '403 account_suspended');
  const barred = await signIn(restricted.email);
  expect(barred.headers.get('restriction-expires')).toBe('never');
  await expectRefused(barred, '403 account_restricted');
  await expectRefused(signIn(unverified.email), '403 email_not_verified');
  await expectOnlyStatus(signIn(over.email), 200);
});

test('forged cookies and expired sessions are not authenticated', async () => {
  const person = await home.person();
  expect(await whoIs(person.cookie)).toBe(person.email);
  const name = person.cookie.split('=')[0] ?? '';
  for (const value of ['x', 'x.y', signValue('x', 'another secret of thirty-two characters'), `${'a'.repeat(4000)}`]) {
    expect(await whoIs(`${name}=${encodeURIComponent(value)}`)).toBeUndefined();
  }
  await home.sql`update session set expires_at = now() - interval '1 second' where account_id = ${person.id}`;
  expect(await whoIs(person.cookie)).toBeUndefined();
});

test('a session that is older than a day is extended when it is read', async () => {
  const person = await home.person();
  await home.sql`update session set expires_at = now() + interval '5 days' where account_id = ${person.id}`;
  const answer = await home.world.fetch('/api/auth/get-session', { headers: { cookie: person.cookie } });
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=604800');
  const rows: { days: number }[] = await home.sql`
    select extract(epoch from expires_at - now()) / 86400 as days from session where account_id = ${person.id}`;
  expect(Number(rows[0]?.days)).toBeGreaterThan(6.9);
});

test('a session ends 30 days after the sign-in, however often it is extended', async () => {
  const person = await home.person();
  const read = () => home.world.fetch('/api/auth/get-session', { headers: { cookie: person.cookie } });
  await home.sql`update session set expires_at = now() + interval '1 hour', created_at = now() - interval '718 hours'
    where account_id = ${person.id}`;
  const session = (await readJson(read()))?.session;
  const days = (Date.parse(session?.expiresAt ?? '') - Date.parse(session?.createdAt ?? '')) / 86_400_000;
  expect(days).toBe(30);
  await expectOnlyStatus(person.fetch('/api/v1/account/profile'), 200);
  await home.sql`update session set created_at = now() - interval '720 hours', expires_at = now() + interval '7 days'
    where account_id = ${person.id}`;
  expect(await (await read()).json()).toBeNull();
  await expectRefused(person.fetch('/api/v1/account/profile'), '401 authentication_required');
});

test('only listed routes are there, with their methods', async () => {
  for (const path of words(`
    sign-up/email update-user delete-user verify-password set-password refresh-token get-access-token account-info
    sign-in/email/ sign-in%2Femail ..%2fget-session
  `)) {
    const answer = await home.send('POST', `/api/auth/${path}`, {});
    expect([path, ...(await refusalOf(answer))]).toEqual([path, 404, 'auth_route_not_found']);
  }
  await expectRefused(home.world.fetch('/api/auth/callback/apple'), '404 auth_route_not_found');
  const answer = await home.world.fetch('/api/auth/sign-in/email');
  await expectRefused(answer, '405 method_not_allowed');
  expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  const head = await home.world.fetch('/api/auth/get-session', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('our pipeline checks first: origin, size, type, syntax, NUL, UTF-8', async () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    home.world.fetch(SIGN_IN, {
      method: 'POST',
      headers: { origin: home.origin, 'content-type': 'application/json', ...headers },
      body,
    });
  const big = JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(33_000) });
  await expectRefused(post(big, { origin: 'https://evil.example' }), '403 cross_origin_request');
  await expectRefused(post(big), '413 request_too_large');
  await expectRefused(
    post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    '415 content_type_required',
  );
  await expectRefused(post('{'), '400 invalid_json');
  await expectRefused(post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), '400 invalid_json');
  for (const body of ['[]', '{"email":"a\\u0000@b.co","password":"x"}', '{"email":"a@b.co","password":"\\ud800"}']) {
    await expectRefused(post(body), '422 invalid_body');
  }
  expect((await refusalOf(post('{"email":"nothing","password":"x"}')))[0]).toBe(400);
  expect((await refusalOf(post('{"password":5}')))[0]).toBe(400);
  await expectRefused(post(JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(129) })), '400 password_too_long');
});

test('redirects lead to our own pages only', async () => {
  const { email } = await personWithPassword();
  const evil = 'https://evil.example/';
  for (const callbackURL of [evil, '//evil.example', '/%5cevil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const answer = await home.send('POST', SIGN_IN, { email, password: PASSWORD, callbackURL });
    // A backslash is in no address at all.
    expect(answer.status).toBe(callbackURL.includes('\\') ? 422 : 403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  const open = await home.world.fetch(
    `/api/auth/reset-password/abcdefghijklmnop?callbackURL=${encodeURIComponent(evil)}`,
  );
  expect(open.status).toBe(403);
  const verification = { email, callbackURL: evil };
  await expectRefused(home.send('POST', '/api/auth/send-verification-email', verification), '403 invalid_callback_url');
  const change = { newEmail: `other-${email}`, callbackURL: evil };
  await expectRefused((await home.person()).send('POST', '/api/auth/change-email', change), '403 invalid_callback_url');
  await expectOnlyStatus(home.send('POST', '/api/auth/request-password-reset', { email, redirectTo: evil }), 403);
  await expectOnlyStatus(
    home.world.fetch(`/api/auth/verify-email?token=x&callbackURL=${encodeURIComponent(evil)}`),
    403,
  );
  expect(home.mails(email)).toEqual([]);
});

test('reset: equal answers, one mail, everything else ends', async () => {
  const person = await personWithPassword();
  const secret = `lh_${'t'.repeat(43)}`;
  await home.sql`insert into api_token (id, account_id, name, secret_hash, scopes) values
    (${Bun.randomUUIDv7()}, ${person.id}, 'x', ${createHash('sha256').update(secret).digest('hex')}, '{read}')`;
  const ask = (email: string) => home.send('POST', '/api/auth/request-password-reset', { email });
  const before = performance.now();
  const [known, unknown] = await Promise.all([ask(person.email), ask('stranger-2@example.org')]);
  expect(performance.now() - before).toBeGreaterThanOrEqual(495);
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  const mail = await home.mail(person.email);
  expect(home.mails('stranger-2@example.org')).toEqual([]);
  const url = '/api/auth/reset-password';
  await expectRefused(home.send('POST', url, { token: mail.token, newPassword: 'short' }), '400 password_too_short');
  await expectOnlyStatus(home.send('POST', url, { token: mail.token, newPassword: 'another horse battery' }), 200);
  await expectRefused(
    home.send('POST', url, { token: mail.token, newPassword: 'a third horse battery' }),
    '400 invalid_token',
  );
  expect(await whoIs(person.cookie)).toBeUndefined();
  const tokens: unknown[] = await home.sql`select 1 from api_token where account_id = ${person.id}`;
  expect(tokens).toEqual([]);
  await expectOnlyStatus(signIn(person.email), 401);
  await expectOnlyStatus(signIn(person.email, 'another horse battery'), 200);
});

test('change of address: the old one confirms, the new one verifies, everything ends, the old one is told', async () => {
  const person = await personWithPassword();
  const next = `new-${person.email}`;
  const asked = await person.send('POST', '/api/auth/change-email', { newEmail: next });
  expect(asked.status).toBe(200);
  const [taken, other] = await home.people(2);
  const equal = await other.send('POST', '/api/auth/change-email', { newEmail: taken.email });
  expect(await equal.text()).toBe(await asked.text());
  const confirm = await home.mail(person.email);
  expect(home.mails(taken.email)).toEqual([]);
  await expectOnlyStatus(home.form('/account/address', { token: confirm.token }), 200);
  expect(await whoIs(person.cookie)).toBe(person.email);
  const verify = await home.mail(next);
  await expectOnlyStatus(home.form('/account/address', { token: verify.token }), 200);
  expect(await whoIs(person.cookie)).toBeUndefined();
  const notice = await home.mail(person.email, 2);
  expect(notice.link).toBeUndefined();
  await expectOnlyStatus(signIn(next), 200);
  await expectOnlyStatus(signIn(person.email), 401);
  await expectOnlyStatus(home.form('/account/address', { token: verify.token }), 400);
});

test('change of password: other sessions end, the wrong one is refused', async () => {
  const person = await personWithPassword();
  const other = cookiesOf(await signIn(person.email));
  const url = '/api/auth/change-password';
  const wrong = await person.send('POST', url, { currentPassword: 'x', newPassword: 'another horse battery' });
  await expectRefused(wrong, '400 invalid_password');
  const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
  const done = await person.send('POST', url, body);
  expect(done.status).toBe(200);
  expect(await whoIs(other)).toBeUndefined();
  expect(await whoIs(person.cookie)).toBeUndefined();
  expect(await whoIs(cookiesOf(done))).toBe(person.email);
});

test('change of password: a suspended person changes it and stays as they are; a refused one changes nothing', async () => {
  const url = '/api/auth/change-password';
  const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
  const suspended = await personWithPassword();
  await home.sql`update profile set status = 'suspended' where account_id = ${suspended.id}`;
  const done = await suspended.send('POST', url, body);
  expect(done.status).toBe(200);
  expect(await whoIs(cookiesOf(done))).toBe(suspended.email);
  await expectRefused(signIn(suspended.email), '401 invalid_email_or_password');

  // Restricted from signing in, with a session that is about to end.
  const restricted = await personWithPassword();
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${restricted.id}, 'sign_in', 'spam')`;
  await expectRefused(restricted.send('POST', url, body), '403 account_restricted');
  expect(await whoIs(restricted.cookie)).toBe(restricted.email);
  await home.sql`delete from account_restriction where account_id = ${restricted.id}`;
  await expectOnlyStatus(signIn(restricted.email), 200);
});

test('the last way to sign in stays', async () => {
  const person = await personWithPassword();
  const [way] = await readJson(home.world.fetch('/api/auth/list-accounts', { headers: { cookie: person.cookie } }));
  expect([way?.providerId, way?.password]).toEqual(['credential', undefined]);
  expect((await refusalOf(person.send('POST', '/api/auth/unlink-account', { accountId: way?.id })))[0]).toBe(400);
});

test('brute force: ten tries on one account, then the real wait; others still get in', async () => {
  await using own = await openAccountsWorld();
  const person = await personWithPassword({}, own);
  const other = await personWithPassword({}, own);
  const attempt = (email: string, password: string) => own.send('POST', SIGN_IN, { email, password });
  for (let i = 0; i < 10; i += 1) await expectOnlyStatus(attempt(person.email, 'wrong horse battery'), 401);
  const refused = await attempt(person.email, PASSWORD);
  await expectRefused(refused, '429 rate_limit_exceeded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
  await expectOnlyStatus(attempt(other.email, PASSWORD), 200);
});

describe('over https', () => {
  const BASE_URL = 'https://live.example';
  let own: AccountsWorld;
  beforeAll(async () => {
    own = await openAccountsWorld({ BASE_URL });
  });
  afterAll(() => own[Symbol.asyncDispose]());
  const namesOf = (answer: Response): readonly string[] =>
    answer.headers.getSetCookie().map((line) => line.split('=')[0] ?? '');
  const isSignedIn = async (cookie: string): Promise<boolean> =>
    (await own.world.fetch('/api/v1/account/profile', { headers: { cookie } })).ok &&
    (await (await own.world.fetch('/api/auth/get-session', { headers: { cookie } })).text()) !== 'null';
  const earlier = (cookie: string): string => cookie.replaceAll('__Host-', '__Secure-');

  test('cookies are bound to their host, whatever sets them', async () => {
    const person = await personWithPassword({}, own);
    const signed = await own.send('POST', SIGN_IN, { email: person.email, password: PASSWORD });
    const begun = await own.world.fetch('/api/auth/passkey/generate-authenticate-options');
    const display = await own.form('/display', { locale: 'ja', theme: 'dark', then: '/' });
    const lines = [signed, begun, display].flatMap((answer) => answer.headers.getSetCookie());
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines) {
      expect(line).toStartWith('__Host-livehouse.');
      expect(line).toMatch(/; Secure/);
      expect(line).toMatch(/; Path=\/(?:;|$)/);
      expect(line).toMatch(/; HttpOnly/);
      expect(line).not.toMatch(/domain/i);
    }
    const cookie = cookiesOf(signed);
    expect(await isSignedIn(cookie)).toBe(true);
    // No other host of the domain can plant a session that began here.
    expect(await isSignedIn(earlier(cookie))).toBe(false);
  });

  test('a session under the earlier name goes on, is renewed under the name of today, and ends', async () => {
    const person = await personWithPassword({}, own);
    const cookie = earlier(person.cookie);
    expect(await isSignedIn(cookie)).toBe(true);
    const confirmed = await own.send('POST', '/api/v1/account/confirm', { password: PASSWORD }, { cookie });
    expect(confirmed.status).toBe(200);
    expect(namesOf(confirmed)).toEqual(['__Host-livehouse.session_token', '__Secure-livehouse.session_token']);
    expect(confirmed.headers.getSetCookie()[1]).toContain('Max-Age=0');
    expect(await isSignedIn(cookiesOf(confirmed).split('; ')[0] ?? '')).toBe(true);

    const other = await personWithPassword({}, own);
    const out = await own.send('POST', '/api/auth/sign-out', {}, { cookie: earlier(other.cookie) });
    expect(out.status).toBe(200);
    expect(namesOf(out)).toContain('__Secure-livehouse.session_token');
    expect(await isSignedIn(earlier(other.cookie))).toBe(false);
  });

  test('for a day after the update cookies are set under both names, for processes of before', async () => {
    await using updated = await openAccountsWorld({ BASE_URL }, async (sql) => {
      await sql`update migration set applied_at = now() - interval '1 year' where name not like '%fresh_proof.sql'`;
    });
    const person = await personWithPassword({}, updated);
    const signed = await updated.send('POST', SIGN_IN, { email: person.email, password: PASSWORD });
    const lines = signed.headers.getSetCookie();
    for (const line of lines.filter((text) => text.startsWith('__Host-'))) {
      expect(lines).toContain(line.replace('__Host-', '__Secure-'));
    }
    const cookie = earlier(
      cookiesOf(signed)
        .split('; ')
        .find((pair) => pair.includes('session_token')) ?? '',
    );
    const profile = () => updated.world.fetch('/api/v1/account/profile', { headers: { cookie } });
    await expectOnlyStatus(profile(), 200);
  });

  test('signing out clears what pages stored, and neither cookies nor the cache', async () => {
    for (const path of ['/api/auth/sign-out', '/sign-out']) {
      const { cookie } = await own.person();
      const out = await (path === '/sign-out'
        ? own.form(path, { then: '/' }, { cookie })
        : own.send('POST', path, {}, { cookie }));
      expect(out.headers.get('clear-site-data')).toBe('"storage"');
      expect(await isSignedIn(cookie)).toBe(false);
    }
    const { cookie } = await home.person();
    const plain = await home.send('POST', '/api/auth/sign-out', {}, { cookie });
    expect(plain.headers.get('clear-site-data')).toBeNull();
  });
});

test('trusted origins write with cookies and get CORS with credentials, others do not', async () => {
  await using own = await openAccountsWorld({
    TRUSTED_ORIGINS: 'https://app.example',
    BASE_URL: 'https://live.example',
  });
  const person = await own.person();
  expect(person.cookie).toStartWith('__Host-livehouse.session_token=');
  const out = (origin: string) =>
    own.world.fetch('/api/auth/sign-out', { method: 'POST', headers: { origin, cookie: person.cookie } });
  const evil = await out('https://evil.example');
  await expectRefused(evil, '403 cross_origin_request');
  expect(evil.headers.get('access-control-allow-origin')).toBeNull();
  await expectRefused(out('http://live.example'), '403 cross_origin_request');
  const good = await out('https://app.example');
  expect(good.status).toBe(200);
  expect(good.headers.get('access-control-allow-origin')).toBe('https://app.example');
  expect(good.headers.get('access-control-allow-credentials')).toBe('true');
  const flight = await own.world.fetch('/api/auth/sign-out', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example' },
  });
  expect(flight.headers.get('access-control-allow-headers')).toContain('X-Captcha-Response');
});
