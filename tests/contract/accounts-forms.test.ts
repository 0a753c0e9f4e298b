// The forms of the account pages, without script: the work, gates and limits of the JSON routes, 303 to a path of this
// instance, and mistakes said at the form.
import { describe, expect, test } from 'bun:test';
import { solveAltcha } from '../../src/web/client/altcha.ts';
import { enrol, joinCookies, PASSWORD, personWithPassword, whoIs } from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { HTML, leadOf } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, refusalOf } from '../fixtures/people.ts';
import { totpCode } from '../fixtures/totp.ts';

const provider = await keepOpen(startOidcProvider());
const [home, guarded] = await Promise.all([
  keepOpen(openAccountsWorld({ LIMITS: 'off', ...provider.settings })),
  keepOpen(openAccountsWorld({ CAPTCHA: 'altcha', SOCIAL_GITHUB_ID: 'x', SOCIAL_GITHUB_SECRET: 'y' })),
]);
const get = (path: string, headers?: Readonly<Record<string, string>>) =>
  home.world.fetch(path, { headers: { ...HTML, ...headers } });

describe('signing in', () => {
  test('leads where one wanted to go, and only within this instance', async () => {
    const person = await personWithPassword(home);
    const typed = { email: ` ${person.email.toUpperCase()} `, password: PASSWORD };
    const done = await home.form('/sign-in', { ...typed, remember: 'on', then: '/upload?a=1#b' });
    expect(leadOf(done)).toEqual([303, '/upload?a=1#b']);
    const cookie = joinCookies('', done);
    expect(await whoIs(home, cookie)).toBe(person.email);
    expect(done.headers.getSetCookie().find((line) => line.includes('session_token'))).toContain('Max-Age=604800');
    for (const place of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\u0000', 'upload', '']) {
      const answer = await home.form('/sign-in', { ...typed, then: place });
      if (place.includes('\u0000')) expect(answer.status).toBe(422);
      else expect(leadOf(answer)).toEqual([303, '/']);
    }
    // Not remembered: the cookie ends with the browser, and the device stays unknown.
    const brief = (await home.form('/sign-in', typed)).headers.getSetCookie();
    expect(brief.find((line) => line.includes('session_token'))).not.toContain('Max-Age');
    expect(brief.join()).not.toContain('known_device');
    // Whoever is signed in is led on.
    expect(leadOf(await get('/sign-in?then=/upload', { cookie }))).toEqual([303, '/upload']);
  });

  test('says what is wrong at the form, with what was typed, in the language of the reader', async () => {
    const person = await personWithPassword(home);
    const wrong = await home.form(
      '/sign-in',
      { email: person.email, password: 'wrong horse battery', then: '/upload' },
      { 'accept-language': 'ko' },
    );
    const page = await wrong.text();
    expect(wrong.status).toBe(401);
    expect(page).toContain('<html lang="ko"');
    expect(page).toContain('이메일 주소나 비밀번호가 올바르지 않습니다.');
    expect(page).toContain(`value="${person.email}"`);
    expect(page).toContain('name="then" value="/upload"');
    expect(page).not.toContain('wrong horse battery');
    expect(wrong.headers.get('cache-control')).toBe('no-store');
    await expectOnlyStatus(home.form('/sign-in', { email: '<b>', password: 'x' }), 401);

    await home.sql`update account set email_verified = false where id = ${person.id}`;
    const unverified = await home.form('/sign-in', { email: person.email, password: PASSWORD });
    expect([unverified.status, (await unverified.text()).includes('isn’t confirmed yet')]).toEqual([403, true]);
    await home.sql`update account set email_verified = true where id = ${person.id}`;
    await home.sql`update profile set status = 'suspended' where account_id = ${person.id}`;
    const suspended = await home.form('/sign-in', { email: person.email, password: PASSWORD });
    expect([suspended.status, (await suspended.text()).includes('is suspended')]).toEqual([403, true]);
  });

  test('asks for the second factor on the next page, and then leads on', async () => {
    const person = await personWithPassword(home);
    const { uri } = await enrol(home, person.cookie);
    const asked = await home.form('/sign-in', { email: person.email, password: PASSWORD, then: '/upload' });
    expect(leadOf(asked)).toEqual([303, '/account/second-factor?then=%2Fupload']);
    const cookie = joinCookies('', asked);
    const done = await home.form('/account/second-factor', { code: totpCode(uri), then: '/upload' }, { cookie });
    expect(leadOf(done)).toEqual([303, '/upload']);
    expect(await whoIs(home, joinCookies(cookie, done))).toBe(person.email);
  });

  test('has the limits of the JSON route: Too many attempts say how long to wait', async () => {
    const person = await personWithPassword(guarded);
    let answer = await guarded.form('/sign-in', { email: person.email, password: 'wrong horse battery' });
    for (let tries = 2; tries <= 11; tries += 1) {
      answer = await guarded.form('/sign-in', { email: person.email, password: 'wrong horse battery' });
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain('Too many attempts');
    const json = await guarded.send('POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    await expectRefused(json, '429 rate_limit_exceeded');
  });

  test('with a provider: a page whose link leads there, and back to where one wanted to go', async () => {
    const form = await (await get('/sign-in?then=/upload')).text();
    expect(form).toContain('action="/sign-in/with/oidc"');
    expect(await (await get('/register')).text()).toContain('action="/sign-in/with/oidc"');
    provider.person = { sub: 'form', email: 'form@example.org', emailVerified: true, name: 'x' };
    const begun = await home.form('/sign-in/with/oidc', { then: '/upload' });
    expect(begun.status).toBe(200);
    const href = /href="([^"]+authorize[^"]*)"/.exec(await begun.text())?.[1] ?? '';
    const cookie = joinCookies('', begun);
    const { pathname, search } = new URL(provider.authorize(href.replaceAll('&amp;', '&')));
    const back = await home.world.fetch(`${pathname}${search}`, { headers: { cookie } });
    expect(new URL(back.headers.get('location') ?? '', home.origin).pathname).toBe('/upload');
    expect(await whoIs(home, joinCookies(cookie, back))).toBe('form@example.org');
    await expectRefused(home.form('/sign-in/with/github', {}), '404 auth_route_not_found');
    await expectRefused(home.form('/sign-in/with/myspace', {}), '404 auth_route_not_found');
  });

  test('while a provider is away says so', async () => {
    await using away = startOidcProvider();
    away.away = true;
    await using world = await openAccountsWorld(away.settings);
    await expectRefused(world.form('/sign-in/with/oidc', {}), '503 social_provider_unavailable');
  });
});

test('signing out ends the session, from pages of our own only', async () => {
  const person = await home.person();
  const { cookie } = person;
  const foreign = await home.form('/sign-out', {}, { cookie, origin: 'https://evil.example' });
  await expectRefused(foreign, '403 cross_origin_request');
  expect(await whoIs(home, cookie)).toBe(person.email);
  const done = await home.form('/sign-out', { then: '/upload' }, { cookie });
  expect(leadOf(done)).toEqual([303, '/upload']);
  expect(joinCookies(cookie, done)).toBe('');
  expect(await whoIs(home, cookie)).toBeUndefined();
});

describe('registering', () => {
  test('mails a link, says the same for every address, and refuses what is none', async () => {
    const known = await personWithPassword(home);
    for (const email of ['form-new@example.org', known.email]) {
      expect(leadOf(await home.form('/register', { email }))).toEqual([303, '/register?sent=1']);
    }
    const { link, token } = await home.mail('form-new@example.org');
    expect(await (await get('/register?sent=1')).text()).toContain('Check your email');
    const opened = await get(new URL(link ?? '').pathname + new URL(link ?? '').search);
    expect(await opened.text()).toContain('minlength="12"');
    const set = await home.form('/account/password', { token, password: 'a lantern at the harbour' });
    expect(leadOf(set)).toEqual([303, '/']);
    expect(await whoIs(home, joinCookies('', set))).toBe('form-new@example.org');
    expect(home.mails(known.email)).toEqual([]);

    const invalid = await home.form('/register', { email: 'nobody' });
    const page = await invalid.text();
    expect([invalid.status, page.includes('aria-invalid="true"'), page.includes('value="nobody"')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test.each([
    [{ INSTANCE_REGISTRATION: 'closed' }, 403, 'registration_closed', 'isn’t accepting new accounts'],
    [
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' },
      503,
      'registration_unavailable',
      'action="/register"',
    ],
  ] as const)(
    'is refused as the JSON route is, which its page says before (%o)',
    async (environment, status, code, said) => {
      await using own = await openAccountsWorld(environment);
      const page = await (await own.world.fetch('/register', { headers: HTML })).text();
      expect([page.includes(said), page.includes('action="/register"')]).toEqual([
        true,
        code !== 'registration_closed',
      ]);
      await expectRefused(own.form('/register', { email: 'somebody@example.org' }), `${status} ${code}`);
    },
  );

  test('needs the captcha where one is configured, once', async () => {
    const page = await (await guarded.world.fetch('/register', { headers: HTML })).text();
    expect(page).toContain('data-island="altcha-check"');
    const bare = await guarded.form('/register', { email: 'captcha@example.org' });
    expect([bare.status, (await bare.text()).includes('Complete the check first')]).toEqual([400, true]);
    const false_ = await guarded.form('/register', { email: 'captcha@example.org', altcha: 'x' });
    expect([false_.status, (await false_.text()).includes('The check failed. Try again.')]).toEqual([403, true]);
    const challenge = JSON.parse(await (await guarded.world.fetch('/api/v1/account/captcha')).text());
    const altcha = (await solveAltcha(challenge, new AbortController().signal)) ?? '';
    expect(leadOf(await guarded.form('/register', { email: 'captcha@example.org', altcha }))).toEqual([
      303,
      '/register?sent=1',
    ]);
    await expectOnlyStatus(guarded.form('/register', { email: 'captcha2@example.org', altcha }), 403);
  });

  test('with Turnstile: its script and frame on this page alone; when it is away, the page says so', async () => {
    await using world = await openAccountsWorld({
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET: 'secret',
      HTTPS_PROXY: '',
    });
    const answer = await world.world.fetch('/register', { headers: HTML });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com");
    expect(policy).not.toContain('trusted-types');
    expect(await answer.text()).toContain('data-sitekey="site-key"');
    // The secret is none: the service says so, or it cannot be reached from here.
    const away = await world.form('/register', { email: 'a@example.org', 'cf-turnstile-response': 'x' });
    expect([away.status, (await away.text()).includes('aria-invalid="true"')]).toEqual([503, false]);
    const other = await world.world.fetch('/forgot', { headers: HTML });
    expect(other.headers.get('content-security-policy')).not.toContain('cloudflare');
  });
});

test('a forgotten password: a link by mail, the same answer for every address', async () => {
  const person = await personWithPassword(home);
  for (const email of [person.email, 'nobody-here@example.org']) {
    expect(leadOf(await home.form('/forgot', { email }))).toEqual([303, '/forgot?sent=1']);
  }
  expect((await home.mail(person.email)).link).toContain('/account/password?token=');
  expect(await (await get('/forgot')).text()).toContain('action="/forgot"');
});

test('every form is refused to other sites, other types, large and incomplete bodies', async () => {
  const forms = ['/sign-in', '/sign-in/with/oidc', '/sign-out', '/register', '/forgot'];
  for (const path of forms) {
    const foreign = await home.form(path, { email: 'a@example.org' }, { origin: 'https://evil.example' });
    expect([path, ...(await refusalOf(foreign))]).toEqual([path, 403, 'cross_origin_request']);
    await expectRefused(home.send('POST', path, {}), '415 content_type_required');
    await expectRefused(home.form(path, { email: 'x'.repeat(20_000) }), '413 request_too_large');
    const long = await home.form(path, { email: 'x'.repeat(500), then: `/${'x'.repeat(3_000)}` });
    expect([path, ...(await refusalOf(long))]).toEqual([path, 422, 'invalid_body']);
  }
});
