// The doors of registration: blocked mail domains and networks, for mail and for other services, without a hint whether an
// account exists.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';

const DOORS = '/api/v1/admin/doors';
const PAGE = '/admin/doors';
const html = { accept: 'text/html' };
const provider = await keepOpen(startOidcProvider());
const world = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1,::1', ...provider.settings }),
);
const administrator = await world.person({ role: 'administrator' });
const moderator = await world.person({ role: 'moderator' });

type View = AnswerBody<'GET /api/v1/admin/doors'>;
const read = (): Promise<View> => expectStatus(administrator.fetch(DOORS), 200);
const write = async (fields: object) =>
  administrator.send('PUT', DOORS, { mailDomains: [], networks: [], version: (await read()).version, ...fields });
const address = (domain = 'example.org') => `p${Bun.randomUUIDv7()}@${domain}`;
const register = (email: string, from = '198.51.100.1') =>
  world.send('POST', '/api/v1/account/register', { email }, { 'x-forwarded-for': from });
const CLOSED = '403 registration_closed';

test('the doors are for administrators, who write patterns that do not block everybody', async () => {
  await expectRefused(moderator.fetch(DOORS), '403 forbidden');
  expect(await read()).toEqual({ mailDomains: [], networks: [], version: 1 });
  for (const mailDomains of [
    ['*'],
    ['*.*'],
    ['a@b.example'],
    Array.from({ length: 2_001 }, (_, n) => `a${n}.example`),
  ]) {
    await expectRefused(write({ mailDomains }), '422 invalid_mail_domain');
  }
  for (const networks of [['0.0.0.0/0'], ['::/0'], ['10.0.0.0/33'], ['all']]) {
    await expectRefused(write({ networks }), '422 invalid_network');
  }
  await expectRefused(write({ version: 0 }), '422 invalid_body');
  await expectRefused(write({ version: 7 }), '409 version_conflict');
  const written = await expectStatus<View>(
    write({
      mailDomains: ['*.Junk.example', 'spam.example', 'SPAM.example'],
      networks: ['203.0.113.0/24'],
      note: 'Wave',
    }),
    200,
  );
  expect(written).toEqual({
    mailDomains: ['*.junk.example', 'spam.example'],
    networks: ['203.0.113.0/24'],
    version: 2,
  });
  const { events } = await expectStatus(administrator.fetch('/api/v1/admin/audit?subjectId=doors'), 200);
  expect(events.map(({ action, after, note }) => [action, after, note])).toEqual([
    ['instance.doors', { version: 2, mailDomains: 2, networks: 1 }, 'Wave'],
  ]);
});

test('whoever registers from behind them is refused, with and without an account; others are not', async () => {
  const known = await world.person();
  await expectOnlyStatus(
    write({ mailDomains: ['spam.example', '*.junk.example'], networks: ['203.0.113.0/24', '2001:db8::/32'] }),
    200,
  );
  await world.sql`update account set email = 'known@spam.example' where email = ${known.email}`;
  for (const email of ['known@spam.example', 'new@spam.example', 'new@SPAM.example', 'new@mail.junk.example']) {
    await expectRefused(register(email), CLOSED);
  }
  for (const from of ['203.0.113.9', '2001:db8:1:2:3::4']) {
    for (const email of [known.email, address()]) await expectRefused(register(email, from), CLOSED);
  }
  for (const email of [address(), address('junk.example'), address('notspam.example')]) {
    await expectOnlyStatus(register(email), 202);
  }
  const page = await world.form('/register', { email: 'new@spam.example' }, html);
  expect(page.status).toBe(403);
});

async function signInWith(email: string, from = '198.51.100.1'): Promise<string | null> {
  provider.person = { ...provider.person, sub: email, email };
  const headers = { 'x-forwarded-for': from };
  const begun = await world.send(
    'POST',
    '/api/auth/sign-in/social',
    { provider: 'oidc', callbackURL: '/after' },
    headers,
  );
  const { pathname, search } = new URL(provider.authorize((await readJson(begun)).url));
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const back = await world.world.fetch(`${pathname}${search}`, { headers: { cookie, ...headers }, redirect: 'manual' });
  const location = new URL(back.headers.get('location') ?? '', world.world.address);
  return location.searchParams.get('error') ?? location.pathname;
}

test('so is a first sign-in with another service, while later ones work', async () => {
  await expectOnlyStatus(write({}), 200);
  const early = address('spam.example');
  expect(await signInWith(early)).toBe('/after');
  await expectOnlyStatus(write({ mailDomains: ['spam.example'], networks: ['203.0.113.0/24'] }), 200);
  expect(await signInWith(address('spam.example'))).toBe('registration_closed');
  expect(await signInWith(address(), '203.0.113.9')).toBe('registration_closed');
  expect(await signInWith(early, '203.0.113.9')).toBe('/after');
  expect(await signInWith(address())).toBe('/after');
});

test('what blocks the administrator must be said twice', async () => {
  const domain = administrator.email.split('@')[1] ?? '';
  await expectRefused(write({ mailDomains: [domain] }), '409 own_address_blocked');
  await expectRefused(write({ networks: ['127.0.0.0/8', '::/16'] }), '409 own_address_blocked');
  await expectOnlyStatus(write({ mailDomains: [domain], evenOwn: true }), 200);
  await expectOnlyStatus(write({}), 200);
});

test('the page shows the lists, what is wrong with them, and asks again', async () => {
  const show = async () => (await administrator.fetch(PAGE, { headers: html })).text();
  const version = async () => String((await read()).version);
  const send = (fields: Readonly<Record<string, string>>) =>
    world.form(PAGE, { mailDomains: '', networks: '', note: '', ...fields }, { ...html, cookie: administrator.cookie });
  expect(await show()).toContain('Blocked mail domains');
  const saved = await send({ mailDomains: 'spam.example\r\n*.zip', networks: '192.0.2.7', version: await version() });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PAGE}?done=saved`]);
  expect(await show()).toContain('*.zip\nspam.example');
  for (const [fields, status, text] of [
    [{ mailDomains: '*' }, 422, 'Use names such as spam.example'],
    [{ networks: '0.0.0.0/0' }, 422, 'Use networks such as 192.0.2.0/24'],
    [{ networks: '127.0.0.0/8' }, 409, 'name="evenOwn"'],
  ] as const) {
    const answer = await send({ ...fields, version: await version() });
    expect([answer.status, (await answer.text()).includes(text)]).toEqual([status, true]);
  }
  expect((await send({ mailDomains: 'late.example', version: '1' })).status).toBe(409);
  const anyway = await send({ networks: '127.0.0.0/8', evenOwn: 'on', version: await version() });
  expect(anyway.status).toBe(303);
});
