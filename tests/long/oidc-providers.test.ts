// Two OpenID Connect providers, each a real program: joining by address, roles by groups, and an instance without passwords.
import { expect, test } from 'bun:test';
import { freePort } from '../fixtures/free-port.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { type OidcPerson, type OidcProgram, startOidcProgram } from '../fixtures/oidc-program.ts';
import { cookiesOf, expectRefused, expectStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';

const port = await freePort();
const callback = (name: string): string => `http://localhost:${port}/api/auth/callback/${name}`;
const alpha = await keepOpen(startOidcProgram(callback('alpha'), 'groups'));
const beta = await keepOpen(startOidcProgram(callback('beta'), 'roles'));
const home = await keepOpen(
  openAccountsWorld({
    LIMITS: 'off',
    PORT: String(port),
    PASSWORD_SIGN_IN: 'off',
    OIDC_ALPHA_ISSUER: alpha.issuer,
    OIDC_ALPHA_ID: 'livehouse',
    OIDC_ALPHA_SECRET: 'a-secret-of-the-client',
    OIDC_ALPHA_LABEL: 'The Alpha House',
    OIDC_ALPHA_SCOPES: 'openid email profile groups',
    OIDC_ALPHA_ADMINISTRATORS: 'operators, owners',
    OIDC_ALPHA_MODERATORS: 'helpers',
    OIDC_BETA_ISSUER: beta.issuer,
    OIDC_BETA_ID: 'livehouse',
    OIDC_BETA_SECRET: 'a-secret-of-the-client',
    OIDC_BETA_SCOPES: 'openid email profile roles',
    OIDC_BETA_GROUPS_CLAIM: 'roles',
    OIDC_BETA_MODERATORS: 'helpers',
    OIDC_BETA_TRUST_EMAIL: 'on',
  }),
);

/** Signs in; the cookies of the session, or where it leads when it does not work. */
async function enter(name: string, program: OidcProgram, person: OidcPerson): Promise<{ cookie: string; to: string }> {
  const begun = await home.send('POST', '/api/auth/sign-in/social', { provider: name, callbackURL: '/after' });
  const { url } = await expectStatus<{ url: string }>(begun, 200);
  const back = new URL(await program.signIn(url, person));
  const headers = { cookie: cookiesOf(begun) };
  const answer = await home.world.fetch(`${back.pathname}${back.search}`, { headers });
  return { cookie: cookiesOf(answer), to: answer.headers.get('location') ?? '' };
}

const roleOf = async (email: string): Promise<string | undefined> => {
  const [row]: { role: string }[] =
    await home.sql`select p.role from profile p join account a on a.id = p.account_id where a.email = ${email}`;
  return row?.role;
};
const personOf = (sub: string, more: Readonly<Record<string, unknown>> = {}): OidcPerson => ({
  sub,
  email: `${sub}@example.org`,
  email_verified: true,
  ...more,
});

test('roles follow the groups at each sign-in, are audited, and the session ends within twelve hours', async () => {
  const inside = await enter('alpha', alpha, personOf('mia', { groups: ['players', 'helpers'] }));
  expect([inside.to, await roleOf('mia@example.org')]).toEqual(['/after', 'moderator']);
  await home.sql`update session set expires_at = now() + interval '7 days'`;
  const [session]: { hours: number }[] = await home.sql`
    select extract(epoch from s.expires_at - s.created_at)::float8 / 3600 as hours from session s
    join account a on a.id = s.account_id where a.email = 'mia@example.org'`;
  expect(session?.hours).toBe(12);
  await enter('alpha', alpha, personOf('mia', { groups: ['owners'] }));
  expect(await roleOf('mia@example.org')).toBe('administrator');
  const events: { after: object }[] = await home.sql`
    select after from audit_event where action = 'account.role' order by id`;
  expect(events.map(({ after }) => after)).toEqual([
    { role: 'moderator', by: 'alpha' },
    { role: 'administrator', by: 'alpha' },
  ]);
});

test('a role goes with its group, but never that of the last administrator', async () => {
  await enter('alpha', alpha, personOf('mia', { groups: [] }));
  expect(await roleOf('mia@example.org')).toBe('administrator');
  await enter('alpha', alpha, personOf('noa', { groups: ['operators'] }));
  await enter('alpha', alpha, personOf('mia', { groups: [] }));
  expect([await roleOf('mia@example.org'), await roleOf('noa@example.org')]).toEqual(['member', 'administrator']);
});

test('a role that was given here stays without the group', async () => {
  const { cookie } = await enter('beta', beta, personOf('kei', { roles: 'something' }));
  expect(cookie).toContain('session_token');
  await home.sql`update profile set role = 'moderator' where account_id = (select id from account where email = 'kei@example.org')`;
  await enter('beta', beta, personOf('kei', { roles: ['something'] }));
  expect(await roleOf('kei@example.org')).toBe('moderator');
});

test('a provider whose addresses are trusted joins an existing account by a verified address alone', async () => {
  const person = await home.person({ email: 'owner@example.org' });
  const ids = async () => {
    const rows: { provider_id: string }[] =
      await home.sql`select provider_id from login_method where account_id = ${person.id} order by 1`;
    return rows.map(({ provider_id: id }) => id);
  };
  const claims = { email: person.email };
  expect((await enter('alpha', alpha, personOf('one', claims))).to).toContain('/account/error?error=');
  expect((await enter('beta', beta, personOf('two', { ...claims, email_verified: false }))).to).toContain('error=');
  expect(await ids()).not.toContain('beta');
  expect((await enter('beta', beta, personOf('two', claims))).to).toBe('/after');
  expect(await ids()).toContain('beta');
  const unproven = await home.person({ email: 'unproven@example.org', emailVerified: false });
  expect((await enter('beta', beta, personOf('three', { email: unproven.email }))).to).toContain('error=');
});

test('without passwords, pages and routes offer the providers alone', async () => {
  const config = await readJson(home.world.fetch('/api/v1/account/config'));
  expect(config).toMatchObject({
    emailSignUpEnabled: false,
    passwords: false,
    providers: ['alpha', 'beta'],
    providerLabels: { alpha: 'The Alpha House', beta: 'Beta' },
  });
  const body = { email: 'mia@example.org', password: 'correct horse battery' };
  await expectRefused(home.send('POST', '/api/auth/sign-in/email', body), '403 password_sign_in_off');
  await expectRefused(home.send('POST', '/api/auth/request-password-reset', body), '403 password_sign_in_off');
  await expectRefused(home.send('POST', '/api/v1/account/register', { email: body.email }), '403 registration_closed');
  for (const path of ['/sign-in', '/forgot', '/register']) {
    expect([path, (await home.form(path, body, { accept: 'text/html' })).status]).toEqual([path, 403]);
    const page = await (await home.world.fetch(path)).text();
    if (path !== '/forgot') expect(page).toContain('The Alpha House');
    expect(page).not.toContain('type="password"');
  }
});
