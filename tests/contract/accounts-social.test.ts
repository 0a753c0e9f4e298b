// Social sign-in against a provider of our own: the code flow, linking by request only, and what is not taken over.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import {
  cookiesOf,
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';

const provider = await keepOpen(startOidcProvider());
const home = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', ...provider.settings, SOCIAL_GITHUB_ID: 'x', SOCIAL_GITHUB_SECRET: 'y' }),
);

interface Begun {
  readonly address: string;
  readonly cookie: string;
}

async function begin(path = '/api/auth/sign-in/social', cookie = ''): Promise<Begun> {
  const answer = await home.send('POST', path, { provider: 'oidc', callbackURL: '/after' }, { cookie });
  const { url } = await expectStatus<{ url: string }>(answer, 200);
  return { address: url, cookie: [cookie, cookiesOf(answer)].filter((text) => text !== '').join('; ') };
}

const comeBack = (address: string, cookie: string): Promise<Response> => {
  const { pathname, search } = new URL(address);
  return home.world.fetch(`${pathname}${search}`, { headers: { cookie } });
};

const whoIs = async (cookie: string): Promise<string | undefined> => {
  return (await readJson(home.world.fetch('/api/auth/get-session', { headers: { cookie } })))?.user.email;
};

test('while the provider is away: 503, and it works once it is back; the rest lives', async () => {
  provider.away = true;
  const body = { provider: 'oidc' };
  await expectRefused(home.send('POST', '/api/auth/sign-in/social', body), '503 social_provider_unavailable');
  await expectOnlyStatus(home.world.fetch('/api/auth/get-session'), 200);
  provider.away = false;
  await expectOnlyStatus(home.send('POST', '/api/auth/sign-in/social', body), 200);
});

test('the configuration names the providers in their order', async () => {
  const config = await readJson(home.world.fetch('/api/v1/account/config'));
  expect(config).toMatchObject({
    available: true,
    captcha: null,
    turnstileSiteKey: null,
    providers: ['github', 'oidc'],
  });
  const github = await home.send('POST', '/api/auth/sign-in/social', { provider: 'github' });
  expect((await readJson(github)).url).toStartWith('https://github.com/login/oauth/authorize?');
  expect((await refusalOf(home.send('POST', '/api/auth/sign-in/social', { provider: 'google' })))[0]).toBe(404);
});

test('sign in: an account with a generated name, no tokens kept, the same one next time', async () => {
  const { address, cookie } = await begin();
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
  const back = await comeBack(provider.authorize(address), cookie);
  expect([back.status, back.headers.get('location')]).toEqual([302, '/after']);
  expect(await whoIs(cookiesOf(back))).toBe('one@example.org');
  const rows: { name: string; display_name: string; access_token: null; id_token: null }[] = await home.sql`
    select a.name, p.display_name, m.access_token, m.id_token from account a
    join profile p on p.account_id = a.id join login_method m on m.account_id = a.id
    where a.email = 'one@example.org'`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.display_name).toMatch(/^\w+ \w+ \d{4}$/);
  expect(JSON.stringify(rows)).not.toContain('Real Name');
  expect([rows[0]?.access_token, rows[0]?.id_token]).toEqual([null, null]);

  const next = await begin();
  const again = await comeBack(provider.authorize(next.address), next.cookie);
  expect(await whoIs(cookiesOf(again))).toBe('one@example.org');
  const count: { n: string }[] = await home.sql`select count(*) as n from account where email = 'one@example.org'`;
  expect(Number(count[0]?.n)).toBe(1);
});

test('a code or state of somebody else does not sign in', async () => {
  const mine = await begin();
  const theirs = await begin();
  const swapped = await comeBack(provider.authorize(theirs.address), mine.cookie);
  expect(swapped.headers.get('location')).toContain('/account/error?error=');
  expect(await whoIs(cookiesOf(swapped))).toBeUndefined();
  const address = provider.authorize(mine.address);
  await comeBack(address, mine.cookie);
  const replayed = await comeBack(address, mine.cookie);
  expect(replayed.headers.get('location')).toContain('error=');
  expect(await whoIs(cookiesOf(replayed))).toBeUndefined();
  const page = await home.world.fetch('/account/error?error=state_mismatch', { headers: { 'accept-language': 'en' } });
  expect(await page.text()).toContain('Couldn’t sign in');
});

test('an address that is taken is not taken over; linking is asked for, and only with the same address', async () => {
  const person = await home.person({ email: 'owner@example.org' });
  provider.person = { sub: 'two', email: 'owner@example.org', emailVerified: true, name: 'x' };
  const stranger = await begin();
  const refused = await comeBack(provider.authorize(stranger.address), stranger.cookie);
  expect(refused.headers.get('location')).toContain('error=');
  expect(await whoIs(cookiesOf(refused))).toBeUndefined();

  const other = await home.person();
  const foreign = await begin('/api/auth/link-social', other.cookie);
  const denied = await comeBack(provider.authorize(foreign.address), foreign.cookie);
  expect(denied.headers.get('location')).toContain('error=');

  const own = await begin('/api/auth/link-social', person.cookie);
  const linked = await comeBack(provider.authorize(own.address), own.cookie);
  expect(linked.headers.get('location')).toBe('/after');
  const now = await begin();
  expect(await whoIs(cookiesOf(await comeBack(provider.authorize(now.address), now.cookie)))).toBe(person.email);
});

test('a suspended account does not come in by a provider either', async () => {
  provider.person = { sub: 'three', email: 'three@example.org', emailVerified: true, name: 'x' };
  const first = await begin();
  await comeBack(provider.authorize(first.address), first.cookie);
  await home.sql`update profile set status = 'suspended' where account_id =
    (select id from account where email = 'three@example.org')`;
  const second = await begin();
  const answer = await comeBack(provider.authorize(second.address), second.cookie);
  expect(answer.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]{10}/);
  expect(answer.headers.get('location')).toContain('/account/error?error=');
});

test('an unverified social account does not keep its way in once the address is proven', async () => {
  const email = 'victim@example.org';
  provider.person = { sub: 'attacker', email, emailVerified: false, name: 'x' };
  const attacker = await begin();
  const inside = cookiesOf(await comeBack(provider.authorize(attacker.address), attacker.cookie));
  await home.send('POST', '/api/v1/account/register', { email });
  const { token } = await home.mail(email);
  await expectOnlyStatus(home.form('/account/password', { token, password: 'correct horse battery' }), 303);
  expect(await whoIs(inside)).toBeUndefined();
  const again = await begin();
  const refused = await comeBack(provider.authorize(again.address), again.cookie);
  expect(await whoIs(cookiesOf(refused))).toBeUndefined();
});
