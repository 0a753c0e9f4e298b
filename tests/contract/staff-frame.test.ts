// Who may open the staff pages and their routes: strangers sign in, others are told who may, and administrators confirm who
// they are once an hour.
import { expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';

const HTML = { accept: 'text/html' };

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const open = (who: Person, path: string) =>
  who.fetch(path, { headers: { ...HTML, 'accept-language': 'en' }, redirect: 'manual' });

/** Makes the last confirmation of a person older than an hour. */
const forget = ({ id }: Person): Promise<unknown> =>
  home.sql`update session set created_at = now() - interval '61 minutes', confirmed_at = null where account_id = ${id}`;

test('everything below /admin and /api/v1/admin is for administrators, by cookie, without foreign origins', () => {
  const routes = listRoutes().filter(({ path }) => /^\/(?:api\/v1\/)?admin(?:\/|$)/.test(path));
  expect(routes.length).toBeGreaterThan(0);
  for (const { id, access, cors, path } of routes) {
    const isPage = path.startsWith('/admin');
    // A token of an administrator reaches webhooks and releases; some routes ask for a confirmation.
    expect([
      id,
      access?.replace(/^administrator-(webhooks|confirmed|releases(-confirmed)?)$/, 'administrator'),
    ]).toEqual([id, 'administrator']);
    expect([id, cors]).toEqual([id, isPage ? 'none' : 'credentials']);
  }
});

test('strangers are led to sign in and back', async () => {
  const answer = await home.world.fetch('/admin', { headers: HTML, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in?then=%2Fadmin']);
  await expectRefused(home.world.fetch('/admin'), '401 authentication_required');
});

test('members and moderators learn who may open the page', async () => {
  for (const role of ['member', 'moderator'] as const) {
    const person = await home.person({ role });
    await expectRefused(person.fetch('/admin'), '403 forbidden');
    const answer = await open(person, '/admin');
    const page = await answer.text();
    expect([answer.status, page.includes('Only administrators')]).toEqual([403, true]);
    expect(page).not.toContain('href="/admin"');
  }
});

test('an administrator sees the pages, and the way to them on every page', async () => {
  const person = await home.person({ role: 'administrator' });
  const answer = await open(person, '/admin');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await (await open(person, '/')).text()).toContain('href="/admin"');
});

test('after an hour the page leads to the confirmation, which leads back', async () => {
  const person = await home.person({ role: 'administrator' });
  await forget(person);
  await expectRefused(person.fetch('/admin'), '403 reauthentication_required');
  const answer = await open(person, '/admin');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/confirm?then=%2Fadmin']);
  const form = await (await open(person, '/settings/confirm?then=/admin')).text();
  expect(form).toContain('name="then" value="/admin"');
  const confirm = (fields: readonly (readonly [string, string])[]) =>
    person.fetch('/settings/confirm', {
      method: 'POST',
      headers: HTML,
      redirect: 'manual',
      body: new URLSearchParams([['then', '/admin'], ...fields].map(([name = '', value = '']) => [name, value])),
    });
  await expectOnlyStatus(confirm([]), 200);
  const code = /\b\d{6}\b/.exec((await home.mail(person.email)).text)?.[0] ?? '';
  const led = await confirm([['code', code]]);
  expect([led.status, led.headers.get('location')]).toEqual([303, '/admin']);
  const cookie = cookiesOf(led);
  await expectOnlyStatus(home.world.fetch('/admin', { headers: { ...HTML, cookie }, redirect: 'manual' }), 200);
});
