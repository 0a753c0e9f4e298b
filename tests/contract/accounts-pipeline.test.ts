// Every sign-in route the same way: what stands before the library, and what is answered while the database is away.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factorsContract } from '../../src/features/accounts/factors/contract.ts';
import { registrationContract } from '../../src/features/accounts/registration/contract.ts';
import { signInContract } from '../../src/features/accounts/sign-in/contract.ts';
import type { Route } from '../../src/http/routing/contract.ts';
import { accountContract } from '../../src/web/account/contract.ts';
import { entryContract } from '../../src/web/entry/contract.ts';
import { createPasskey, usePasskey } from '../fixtures/authenticator.ts';
import {
  type AccountsWorld,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  refusalOf,
  signValue,
} from '../fixtures/people.ts';
import { openWorld, type World } from '../world.ts';

const CONTRACT: Readonly<Record<string, Route>> = {
  ...registrationContract,
  ...accountContract,
  ...entryContract,
  ...signInContract,
  ...factorsContract,
};
const ROUTES = Object.values(CONTRACT).filter(({ access = 'public' }) => access === 'public');
const WRITES = ROUTES.filter((route) => route.body?.kind === 'json');
const address = (route: Route): string => route.path.replace('{provider}', 'github').replace('{token}', 'x'.repeat(24));

/** Lengths of tokens that reach the database. */
const TOKEN_LENGTHS: Readonly<Record<string, number>> = { passwordSet: 24, addressConfirm: 32 };

/** Bodies that reach the database. */
const BODIES: Readonly<Record<string, object>> = {
  signInEmail: { email: 'a@example.org', password: 'correct horse battery' },
  signInSocial: { provider: 'github' },
  verificationSend: { email: 'a@example.org' },
  passwordResetRequest: { email: 'a@example.org' },
  passwordReset: { token: 'x'.repeat(24), newPassword: 'correct horse battery' },
  emailChange: { newEmail: 'b@example.org' },
  passwordChange: { currentPassword: 'x', newPassword: 'correct horse battery' },
  loginMethodLink: { provider: 'github' },
  loginMethodUnlink: { accountId: 'x' },
  sessionRevoke: { token: 'x' },
  totpVerify: { code: '123456' },
  backupCodeVerify: { code: 'aaaaa-aaaaa' },
  passkeySignIn: {
    response: usePasskey(createPasskey('AAAA', { origin: '' }).key, 'AAAA', { origin: '' }),
  },
};

describe('before the library', () => {
  let home: AccountsWorld;
  beforeAll(async () => {
    home = await openAccountsWorld({ LIMITS: 'off' });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.each(WRITES.map((route) => [route.id, route] as const))('%s', async (_id, route) => {
    const cap = route.body?.kind === 'json' ? route.body.capBytes : 0;
    const invalid = route.id === 'accountRegister' ? 400 : 422;
    const table: readonly (readonly [string, Readonly<Record<string, string>>, number, string])[] = [
      ['{}', { origin: 'https://evil.example' }, 403, 'cross_origin_request'],
      ['a=b', { 'content-type': 'text/plain' }, 415, 'content_type_required'],
      [`"${'x'.repeat(cap)}"`, {}, 413, 'request_too_large'],
      ['{"a":', {}, 400, 'invalid_json'],
      ['[]', {}, invalid, 'invalid_body'],
      ['{"email":"\\u0000"}', {}, invalid, 'invalid_body'],
    ];
    for (const [body, headers, status, code] of table) {
      const all = { origin: home.origin, 'content-type': 'application/json', ...headers };
      const answer = await home.world.fetch(address(route), { method: route.method, headers: all, body });
      expect([code, ...(await refusalOf(answer))]).toEqual([code, status, code]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(['/account/password', '/account/address'])('the form of %s', async (path) => {
    const send = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) =>
      home.world.fetch(path, {
        method: 'POST',
        headers: { origin: home.origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    await expectRefused(send('{}', { 'content-type': 'application/json' }), '415 content_type_required');
    await expectRefused(send('x'.repeat(17_000)), '413 request_too_large');
    const incomplete = path.endsWith('password') ? 'token=x' : 'x=y';
    for (const body of [incomplete, 'token=x&token=y&password=z', 'token=%00&password=x', 'token=%ff&password=x']) {
      await expectRefused(send(body), '422 invalid_body');
    }
  });

  test('without a session: 401 where one is needed', async () => {
    for (const id of ['emailChange', 'passwordChange', 'loginMethodLink', 'loginMethodUnlink', 'sessionRevoke']) {
      const route = WRITES.find((candidate) => candidate.id === id);
      if (route === undefined) throw new Error(id);
      expect([id, ...(await refusalOf(home.send('POST', route.path, BODIES[id])))]).toEqual([id, 401, 'unauthorized']);
    }
    for (const path of ['revoke-sessions', 'revoke-other-sessions']) {
      await expectOnlyStatus(home.send('POST', `/api/auth/${path}`, {}), 401);
    }
    await expectOnlyStatus(home.world.fetch('/api/auth/list-accounts'), 401);
  });

  test('queries are clean', async () => {
    const bad = '%00';
    for (const path of [
      'verify-email?token=',
      'callback/github?state=',
      'reset-password/abcdefghijklmnop?callbackURL=',
    ]) {
      await expectRefused(home.world.fetch(`/api/auth/${path}${bad}`), '400 invalid_query');
      await expectRefused(home.world.fetch(`/api/auth/${path}x&other=%ff`), '400 invalid_query');
    }
    const token = await home.world.fetch(`/api/auth/reset-password/${'x'.repeat(129)}?callbackURL=/`);
    await expectRefused(token, '404 auth_route_not_found');
    const bare = await home.world.fetch('/api/auth/reset-password/abcdefghijklmnop');
    const own = '/account/password?token=abcdefghijklmnop';
    expect([bare.status, bare.headers.get('location')]).toEqual([302, own]);
    await expectRefused(home.world.fetch('/api/auth/verify-email'), '400 invalid_query');
  });
});

test('limits: each group of routes reports the wait', async () => {
  await using home = await openAccountsWorld();
  const exhausted = new Set<string>();
  for (const route of ROUTES.filter(({ limit }) => limit !== undefined)) {
    const call = () =>
      home.world.fetch(address(route), {
        method: route.method,
        headers: { origin: home.origin, 'content-type': 'text/plain' },
        ...(route.method === 'GET' ? {} : { body: 'x' }),
      });
    if (!exhausted.has(route.limit ?? '')) {
      exhausted.add(route.limit ?? '');
      for (let i = 0; i < 60; i += 1) await (await call()).text();
    }
    const refused = await call();
    expect([route.id, ...(await refusalOf(refused))]).toEqual([route.id, 429, 'rate_limit_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toContain(`"${route.limit}";r=0;t=`);
  }
});

describe('while the database is away', () => {
  let world: World;
  let cookie = '';
  let secret = '';
  beforeAll(async () => {
    world = await openWorld({ LIMITS: 'off', SOCIAL_GITHUB_ID: 'x', SOCIAL_GITHUB_SECRET: 'y' });
    secret = readFileSync(join(world.dataDirectory, 'auth-secret'), 'utf8').trim();
    cookie = ['session_token', 'state', 'two_factor', 'passkey_challenge']
      .map((name) => `livehouse.${name}=${encodeURIComponent(signValue('x'.repeat(32), secret))}`)
      .join('; ');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  // Ending mails asks the database for valid tokens only, which mail-unsubscribe.test.ts has.
  const away = ROUTES.filter(
    ({ id, refusals }) => refusals?.includes('database_unavailable') && id !== 'mailUnsubscribe',
  );
  test.each(away.map((route) => [route.id, route] as const))('%s', async (_id, route) => {
    const queries: Readonly<Record<string, () => string>> = {
      signInCallback: () => `?state=${'x'.repeat(32)}&code=y`,
      addressPage: () => `?token=${'x'.repeat(32)}`,
    };
    const form = route.body?.kind === 'form';
    const answer = await world.fetch(`${address(route)}${queries[route.id]?.() ?? ''}`, {
      method: route.method,
      headers: { cookie, origin: world.address, ...(form ? {} : { 'content-type': 'application/json' }) },
      ...(route.method === 'GET'
        ? {}
        : {
            body: form
              ? new URLSearchParams({
                  token: 'x'.repeat(TOKEN_LENGTHS[route.id] ?? 0),
                  password: 'correct horse battery',
                  code: '123456',
                  email: 'a@example.org',
                })
              : JSON.stringify(BODIES[route.id] ?? {}),
          }),
    });
    await expectRefused(answer, '503 database_unavailable');
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  test('registration has its own refusal, and the account configuration is served', async () => {
    const answer = await world.fetch('/api/v1/account/register', {
      method: 'POST',
      headers: { origin: world.address },
    });
    await expectRefused(answer, '503 registration_unavailable');
    const config = await world.fetch('/api/v1/account/config');
    expect(await config.json()).toMatchObject({ available: false });
    const page = await world.fetch(`/account/password?token=${'x'.repeat(24)}`);
    expect(await page.text()).toContain('<form');
    await expectOnlyStatus(world.fetch('/api/auth/ok'), 200);
  });
});
