// Linking and unlinking services in the settings, against a provider of our own: as forms and links, confirmed lately, and never
// at the price of the last way to sign in.
import { beforeEach, expect, test } from 'bun:test';
import { personWithPassword } from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { HTML, leadOf, openPage } from '../fixtures/page-client.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';

const SECURITY = '/settings/security';
const FORM = `${SECURITY}/providers`;

const provider = await keepOpen(startOidcProvider());
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', ...provider.settings }));
let subject = 0;
beforeEach(() => {
  subject += 1;
  provider.away = false;
});

const open = (cookie: string, path = SECURITY) => openPage(home.world, path, { cookie });
const submit = (cookie: string, fields: Record<string, string>) =>
  home.world.fetch(FORM, {
    method: 'POST',
    headers: { ...HTML, origin: home.origin, cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const age = ({ id }: Person): Promise<unknown> =>
  home.sql`update session set created_at = now() - interval '1 hour', confirmed_at = null where account_id = ${id}`;
const methodsOf = async (cookie: string): Promise<readonly string[]> =>
  (await (await home.world.fetch('/api/auth/list-accounts', { headers: { cookie } })).json()).map(
    ({ providerId }: { providerId: string }) => providerId,
  );

/** Presses "link", follows the link of the page, and comes back from the provider as this person. */
async function link(cookie: string, email: string): Promise<Response> {
  provider.person = { sub: `person-${subject}`, email, emailVerified: true, name: 'x' };
  const answer = await submit(cookie, { act: 'link', provider: 'oidc' });
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const [, address = ''] =
    /class="button button-main"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*class="button button-main"/
      .exec(page)
      ?.filter((part) => part !== undefined) ?? [];
  expect(address).toStartWith(provider.issuer);
  const { pathname, search } = new URL(provider.authorize(address.replaceAll('&amp;', '&')));
  const all = [cookie, cookiesOf(answer)].join('; ');
  return home.world.fetch(`${pathname}${search}`, { headers: { cookie: all }, redirect: 'manual' });
}

test('a service is linked by a form and a link, said to be linked, and unlinked by a form', async () => {
  const person = await personWithPassword(home);
  expect(await open(person.cookie)).toContain('Not linked');
  const back = await link(person.cookie, person.email);
  expect(back.headers.get('location')).toEndWith(`${SECURITY}?done=providerLinked`);
  const page = await open(person.cookie, `${SECURITY}?done=providerLinked`);
  expect(page).toContain('Account linked.');
  expect(page).toContain('Unlink');
  expect(await methodsOf(person.cookie)).toContain('oidc');
  expect(leadOf(await submit(person.cookie, { act: 'unlink', provider: 'oidc' }))).toEqual([
    303,
    `${SECURITY}?done=providerRemoved`,
  ]);
  expect(await methodsOf(person.cookie)).toEqual(['credential']);
  // Once more changes nothing.
  await expectOnlyStatus(submit(person.cookie, { act: 'unlink', provider: 'oidc' }), 303);
});

test('both ask for a confirmation within ten minutes, on the page and at the interface', async () => {
  const person = await personWithPassword(home);
  await link(person.cookie, person.email);
  await age(person);
  for (const act of ['link', 'unlink']) {
    expect(leadOf(await submit(person.cookie, { act, provider: 'oidc' }))).toEqual([
      303,
      `/settings/confirm?then=${encodeURIComponent(SECURITY)}`,
    ]);
  }
  const headers = { cookie: person.cookie };
  const begin = await home.send('POST', '/api/auth/link-social', { provider: 'oidc' }, headers);
  await expectRefused(begin, '403 reauthentication_required');
  const remove = await home.send('POST', '/api/auth/unlink-account', { accountId: 'x' }, headers);
  await expectRefused(remove, '403 reauthentication_required');
  expect(await methodsOf(person.cookie)).toContain('oidc');
});

test('the last way to sign in stays', async () => {
  const person = await home.person();
  await link(person.cookie, person.email);
  await home.sql`delete from login_method where account_id = ${person.id} and provider_id <> 'oidc'`;
  expect(await methodsOf(person.cookie)).toEqual(['oidc']);
  const page = await open(person.cookie);
  expect(page).toContain('This is your only way to sign in');
  expect(page).not.toContain('value="unlink"');
  expect(leadOf(await submit(person.cookie, { act: 'unlink', provider: 'oidc' }))).toEqual([303, SECURITY]);
  expect(await methodsOf(person.cookie)).toEqual(['oidc']);
});

test('an account with another address, or of somebody else, is not linked, and the page says why', async () => {
  const person = await personWithPassword(home);
  const back = await link(person.cookie, 'other@example.org');
  const location = new URL(back.headers.get('location') ?? '', home.origin);
  expect([location.pathname, location.searchParams.has('error')]).toEqual([SECURITY, true]);
  const page = await open(person.cookie, `${location.pathname}${location.search}`);
  expect(page).toContain('Couldn’t link this account');
  expect(page).toContain('Not linked');
});

test('a service that is away or unknown, a stranger, a form from elsewhere, and fields that are none', async () => {
  const person = await personWithPassword(home);
  expect(leadOf(await submit(person.cookie, { act: 'link', provider: 'github' }))).toEqual([303, SECURITY]);
  const stranger = await submit('', { act: 'link', provider: 'oidc' });
  expect([stranger.status]).toEqual([401]);
  const odd: readonly Record<string, string>[] = [
    { act: 'steal', provider: 'oidc' },
    { act: 'link' },
    { act: 'link', provider: '../x' },
  ];
  for (const fields of odd) await expectOnlyStatus(submit(person.cookie, fields), 422);
  const foreign = await home.world.fetch(FORM, {
    method: 'POST',
    headers: { ...HTML, origin: 'https://elsewhere.example', cookie: person.cookie },
    body: new URLSearchParams({ act: 'unlink', provider: 'oidc' }),
  });
  expect(foreign.status).toBe(403);
});

test('while the provider is away, linking is refused and everything else works', async () => {
  await using away = startOidcProvider();
  away.away = true;
  await using world = await openAccountsWorld({ LIMITS: 'off', ...away.settings });
  const person = await personWithPassword(world);
  const answer = await world.world.fetch(FORM, {
    method: 'POST',
    headers: { ...HTML, origin: world.origin, cookie: person.cookie },
    body: new URLSearchParams({ act: 'link', provider: 'oidc' }),
  });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('social_provider_unavailable');
  await expectOnlyStatus(world.world.fetch(SECURITY, { headers: { ...HTML, cookie: person.cookie } }), 200);
});
