// Registration and the password page: equal answers, one use of a link, and nothing in between that a stranger could use.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';

const REGISTER = '/api/v1/account/register';
const PASSWORD = 'correct horse battery';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

test('register → mail → page → password → signed in, once', async () => {
  const email = 'first@example.org';
  const before = performance.now();
  const answer = await home.send('POST', REGISTER, { email: ' First@Example.ORG ' }, { 'accept-language': 'en' });
  expect(performance.now() - before).toBeGreaterThanOrEqual(495);
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ accepted: true });

  const mail = await home.mail(email);
  expect(mail.subject).toBe('Finish creating your account');
  expect(mail.link).toBe(`http://localhost:${home.world.port}/account/password?token=${mail.token}`);
  expect(mail.html).toContain(mail.token);

  const page = await home.world.fetch(`/account/password?token=${mail.token}`, {
    headers: { 'accept-language': 'ko' },
  });
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('<html lang="ko">');
  expect(html).not.toMatch(/<script(?! type="module" src="\/web\/start-)/);
  expect(html).toContain(`value="${mail.token}"`);

  // What a browser sends where a proxy or a setting takes the referrer away.
  const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const short = await home.form('/account/password', { token: mail.token, password: 'eleven char' }, headers);
  expect(short.status).toBe(400);
  expect(await short.text()).toContain(`value="${mail.token}"`);
  const done = await home.form('/account/password', { token: mail.token, password: PASSWORD }, headers);
  expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
  const setCookie = done.headers.getSetCookie().join('\n');
  expect(setCookie).toMatch(/^livehouse\.session_token=\S+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/m);

  const body = await readJson(home.world.fetch('/api/auth/get-session', { headers: { cookie: cookiesOf(done) } }));
  expect([body?.user.email, body?.user.emailVerified]).toEqual([email, true]);

  const again = await home.form('/account/password', { token: mail.token, password: `${PASSWORD} 2` });
  expect(again.status).toBe(400);
  expect(again.headers.getSetCookie()).toEqual([]);
  await expectOnlyStatus(home.world.fetch(`/account/password?token=${mail.token}`), 200);

  const rows: { display_name: string; display_name_status: string; status: string }[] = await home.sql`
    select display_name, display_name_status, status from profile p join account a on a.id = p.account_id
    where a.email = ${email}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.display_name).toMatch(/^\w+ \w+ \d{4}$/);
  expect([rows[0]?.display_name_status, rows[0]?.status]).toEqual(['allow', 'active']);
  const logged = home.world.log.map((line) => JSON.stringify(line)).join('\n');
  expect(logged).not.toContain(mail.token);
  expect(logged).not.toContain(email);
});

test('known, unknown and undeliverable addresses get the same response, and a verified one gets no mail', async () => {
  const known = await home.person();
  const answers = await Promise.all(
    [known.email, 'nobody-yet@example.org', 'x@y.z'].map(async (email) => {
      const before = performance.now();
      const answer = await home.send('POST', REGISTER, { email });
      return [answer.status, await answer.text(), Math.floor((performance.now() - before) / 490) > 0];
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await home.mail('nobody-yet@example.org');
  expect(home.mails(known.email)).toEqual([]);
});

test('the order of checks: origin, then type, size, syntax, shape, address', async () => {
  const post = (body: string | undefined, headers: Readonly<Record<string, string>>) =>
    home.world.fetch(REGISTER, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
  const json = { 'content-type': 'application/json', origin: home.origin };
  const table: readonly (readonly [string | undefined, Readonly<Record<string, string>>, number, string])[] = [
    ['{', { origin: 'https://evil.example' }, 403, 'cross_origin_request'],
    ['{', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 403, 'cross_origin_request'],
    ['{', { 'sec-fetch-site': 'cross-site' }, 403, 'cross_origin_request'],
    ['{}', { origin: home.origin, 'content-type': 'text/plain' }, 415, 'content_type_required'],
    [`{"email":"${'a'.repeat(8_200)}"}`, json, 413, 'request_too_large'],
    ['{', json, 400, 'invalid_json'],
  ];
  for (const [body, headers, status, code] of table) {
    await expectRefused(post(body, headers), `${status} ${code}`);
  }
});

test('bodies that are not exactly an address are refused', async () => {
  for (const body of [[], null, {}, { email: 5 }, { email: 'a@b.co', name: 'x' }, { email: 'a\0@b.co' }]) {
    await expectRefused(home.send('POST', REGISTER, body), '400 invalid_body');
  }
  const bad = ['', 'a', 'a@b', '@b.co', 'a@@b.co', 'a b@c.de', 'a@b..co', `${'a'.repeat(250)}@b.co`];
  // Header injection, further recipients, and letters that look like others.
  bad.push('a@b.co\r\nBcc: c@d.ef', 'a@b.co,c@d.ef', '<a@b.co>', 'a\u200b@b.co', 'аdmin@b.co');
  for (const email of bad) {
    await expectRefused(home.send('POST', REGISTER, { email }), '400 invalid_email');
  }
  expect(home.mails().filter(({ to }) => bad.includes(to))).toEqual([]);
});

test('a new mail ends the older link; at most one mail a minute is sent', async () => {
  const email = 'twice@example.org';
  await home.send('POST', REGISTER, { email });
  const first = await home.mail(email);
  await home.send('POST', REGISTER, { email });
  expect(await (await home.world.fetch(`/account/password?token=${first.token}`)).text()).toContain('<form');
  await home.sql`update mail_guard set last_sent_at = last_sent_at - interval '61 seconds'`;
  await home.send('POST', REGISTER, { email });
  const second = await home.mail(email, 2);
  expect(second.token).not.toBe(first.token);
  // The mail of the refused turn would have been written before this one.
  expect(home.mails(email)).toHaveLength(2);
  await expectOnlyStatus(home.form('/account/password', { token: first.token, password: PASSWORD }), 400);
  await expectOnlyStatus(home.form('/account/password', { token: second.token, password: PASSWORD }), 303);
});

test('an expired link does not work', async () => {
  const email = 'late@example.org';
  await home.send('POST', REGISTER, { email });
  const mail = await home.mail(email);
  await home.sql`update verification set expires_at = now() - interval '1 second'`;
  await expectOnlyStatus(home.form('/account/password', { token: mail.token, password: PASSWORD }), 400);
});

test('two uses of one link at once: one sets the password', async () => {
  const email = 'race@example.org';
  await home.send('POST', REGISTER, { email });
  const { token } = await home.mail(email);
  const answers = await Promise.all(
    ['one', 'two'].map((word) => home.form('/account/password', { token, password: `${PASSWORD} ${word}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
});

test('forms from elsewhere are refused', async () => {
  const fields = { token: 'x'.repeat(24), password: PASSWORD };
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ]) {
    await expectRefused(home.form('/account/password', fields, headers), '403 cross_origin_request');
  }
});

test('registration is limited by address, and a forged X-Forwarded-For does not help', async () => {
  await using own = await openAccountsWorld();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    const answer = await own.send('POST', REGISTER, { email: 'not an address' }, { 'x-forwarded-for': `10.0.0.${i}` });
    statuses.push(answer.status);
    if (i === 10) expect(answer.headers.get('ratelimit-policy')).toBe('"registration";q=10;w=3600');
    if (i === 10) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test('behind a trusted proxy the right-most untrusted address counts', async () => {
  await using own = await openAccountsWorld({ TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' });
  const post = async (forwarded: string): Promise<number> =>
    (await own.send('POST', REGISTER, { email: '' }, { 'x-forwarded-for': forwarded })).status;
  for (let i = 0; i < 10; i += 1) expect(await post(`1.2.3.${i}, 192.0.2.1, 10.1.1.1`)).toBe(400);
  expect(await post('9.9.9.9, 192.0.2.1')).toBe(429);
  expect(await post('192.0.2.1, 192.0.2.2')).toBe(400);
});

test('if mail cannot be sent: 503 before anything is counted, other routes work', async () => {
  await using own = await openAccountsWorld({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' });
  for (let i = 0; i < 12; i += 1) {
    const answer = await own.send('POST', REGISTER, { email: 'a@example.org' });
    await expectRefused(answer, '503 registration_unavailable');
    expect(answer.headers.get('retry-after')).not.toBeNull();
  }
  await expectOnlyStatus(own.world.fetch('/api/v1/account/config'), 200);
});
