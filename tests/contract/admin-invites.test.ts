// Invites: made and ended by administrators, taken when an account is made and never before, with never more accounts than
// uses, by registration and by a first sign-in with another service.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
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

const INVITES = '/api/v1/admin/invites';
const REGISTER = '/api/v1/account/register';
const HTML = { accept: 'text/html', 'accept-language': 'en' };

type Invites = AnswerBody<'GET /api/v1/admin/invites'>;
type Invite = Invites['invites'][number];

const provider = await keepOpen(startOidcProvider());
const home = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', INSTANCE_REGISTRATION: 'invite', ...provider.settings }),
);
const admin = await home.person({ role: 'administrator' });

async function invite(fields: object = {}): Promise<Invite> {
  return (await expectStatus(admin.send('POST', INVITES, { maxUses: 1, ...fields }), 201)).invite;
}
async function readInvite(id: string): Promise<Invite | undefined> {
  const { invites } = await readJson(admin.fetch(`${INVITES}?limit=100`));
  return invites.find((found) => found.id === id);
}
const register = (body: object) => home.send('POST', REGISTER, body);
const address = (): string => `guest-${Bun.randomUUIDv7()}@example.org`;
const hasAccount = async (email: string): Promise<boolean> =>
  (await home.sql`select 1 from account where email = ${email}`).length > 0;
const end = ({ id }: Invite) => admin.fetch(`${INVITES}/${id}`, { method: 'DELETE' });

test('they are for administrators only', async () => {
  const moderator = await home.person({ role: 'moderator' });
  await expectRefused(moderator.fetch(INVITES), '403 forbidden');
  await expectRefused(moderator.send('POST', INVITES, { maxUses: 1 }), '403 forbidden');
  const path = `${INVITES}/${Bun.randomUUIDv7()}`;
  await expectRefused(moderator.fetch(path, { method: 'DELETE' }), '403 forbidden');
  await expectRefused(home.world.fetch(INVITES), '401 authentication_required');
});

test('an invite is made, listed in pages and ended, and the audit has no code', async () => {
  const expiresAt = Date.now() + 60_000;
  const made = await invite({ maxUses: 5, expiresAt, note: ' For the choir ' });
  expect(made).toMatchObject({ uses: 0, maxUses: 5, expiresAt, note: 'For the choir', isUsable: true });
  expect(made.url).toBe(`${home.origin}/register?invite=${made.code}`);
  const later = await invite();
  const page = async (query: string) => readJson(admin.fetch(`${INVITES}?${query}`));
  const first = await page('limit=1');
  expect(first.invites.map(({ id }) => id)).toEqual([later.id]);
  const second = await page(`limit=1&cursor=${first.nextCursor}`);
  expect(second.invites.map(({ id }) => id)).toEqual([made.id]);
  await expectRefused(admin.fetch(`${INVITES}?limit=0`), '400 invalid_limit');
  await expectRefused(admin.fetch(`${INVITES}?cursor=x`), '400 invalid_cursor');
  await expectOnlyStatus(end(made), 204);
  await expectRefused(end(made), '404 invite_not_found');
  await expectRefused(admin.fetch(`${INVITES}/none`, { method: 'DELETE' }), '404 invite_not_found');
  const audit = await (await admin.fetch('/api/v1/moderation/audit?limit=100')).text();
  expect(audit).toContain('instance.invite-end');
  expect(audit).toContain('For the choir');
  expect(audit).not.toContain(made.code);
});

test('what no invite can be is refused', async () => {
  const send = (body: unknown) => admin.send('POST', INVITES, body);
  for (const fields of [
    { maxUses: 0 },
    { maxUses: 10_001 },
    { maxUses: 1.5 },
    { maxUses: 1, expiresAt: Date.now() - 1 },
    { maxUses: 1, expiresAt: Number.MAX_SAFE_INTEGER },
    { maxUses: 1, note: 'x'.repeat(201) },
  ]) {
    expect([fields, await refusalOf(send(fields))]).toEqual([fields, [422, 'invalid_invite']]);
  }
  await expectRefused(send({ maxUses: 1, code: 'mine' }), '422 invalid_body');
  const raw = (body: string, type = 'application/json') =>
    admin.fetch(INVITES, { method: 'POST', headers: { 'content-type': type }, body });
  await expectRefused(raw('{'), '400 invalid_json');
  await expectRefused(raw('{}', 'text/plain'), '415 content_type_required');
  await expectRefused(raw(`{"note":"${'x'.repeat(5000)}"}`), '413 request_too_large');
});

test('a registration needs an invite that can be used, whoever asks', async () => {
  const known = await home.person();
  const over = await invite({ expiresAt: Date.now() + 60_000 });
  await home.sql`update instance_invite set expires_at = now() - interval '1 second' where id = ${over.id}`;
  const ended = await invite();
  await end(ended);
  for (const email of [address(), known.email, 'no address']) {
    await expectRefused(register({ email }), '403 invite_required');
    for (const inviteCode of [over.code, ended.code, 'x', "' or true --"]) {
      await expectRefused(register({ email, inviteCode }), '403 invite_invalid');
    }
  }
  await expectRefused(register({ email: address(), inviteCode: 5 }), '400 invalid_body');
  await expectRefused(register({ email: address(), inviteCode: 'x'.repeat(65) }), '400 invalid_body');
  expect((await readInvite(over.id))?.isUsable).toBe(false);
});

test('a use is taken when an account is made, and not for a known address', async () => {
  const made = await invite({ maxUses: 2 });
  const known = await home.person();
  const email = address();
  for (const to of [known.email, email, email]) {
    await expectOnlyStatus(register({ email: to, inviteCode: made.code }), 202);
  }
  await home.mail(email);
  await home.world.until(async () => (await readInvite(made.id))?.uses === 1);
  expect(home.mails(known.email)).toEqual([]);
});

test('of a hundred at once with 99 uses, 99 get an account', async () => {
  const made = await invite({ maxUses: 99 });
  const addresses = Array.from({ length: 100 }, address);
  const answers = await Promise.all(addresses.map((email) => register({ email, inviteCode: made.code })));
  // At most one is refused at once: the last. If its turn comes while another still holds a use, it is answered like a known
  // address, and no mail follows.
  const refused = answers.filter(({ status }) => status !== 202);
  expect(refused.length).toBeLessThan(2);
  for (const answer of refused) await expectRefused(answer, '403 invite_invalid');
  const accounts = async (): Promise<number> => (await Promise.all(addresses.map(hasAccount))).filter(Boolean).length;
  await home.world.until(async () => (await accounts()) === 99, 60_000);
  await home.world.until(() => addresses.filter((email) => home.mails(email).length > 0).length === 99, 60_000);
  expect(await readInvite(made.id)).toMatchObject({ uses: 99, isUsable: false });
  expect(await accounts()).toBe(99);
}, 150_000);

const signInWith = async (inviteCode?: string): Promise<Response> => {
  const begun = await home.send('POST', '/api/auth/sign-in/social', {
    provider: 'oidc',
    callbackURL: '/after',
    ...(inviteCode === undefined ? {} : { inviteCode }),
  });
  return follow(begun, (await readJson(begun)).url);
};
const follow = (begun: Response, url: string): Promise<Response> => {
  const { pathname, search } = new URL(provider.authorize(url));
  return home.world.fetch(`${pathname}${search}`, { headers: { cookie: cookiesOf(begun) }, redirect: 'manual' });
};
const errorOf = (answer: Response): string | null =>
  new URL(answer.headers.get('location') ?? '', home.world.address).searchParams.get('error');

test('a first sign-in with another service takes a use; later ones do not', async () => {
  const made = await invite({ maxUses: 1 });
  expect(errorOf(await signInWith())).toBe('invite_required');
  expect(errorOf(await signInWith('unknown-code-xxxxxxx'))).toBe('invite_invalid');
  expect((await readInvite(made.id))?.uses).toBe(0);
  expect((await signInWith(made.code)).headers.get('location')).toBe('/after');
  expect((await readInvite(made.id))?.uses).toBe(1);
  for (const code of [undefined, made.code]) expect((await signInWith(code)).headers.get('location')).toBe('/after');
  expect((await readInvite(made.id))?.uses).toBe(1);
  const spare = await invite({ maxUses: 1 });
  expect((await signInWith(spare.code)).headers.get('location')).toBe('/after');
  expect((await readInvite(spare.id))?.uses).toBe(0);
});

test('the page of the registration asks for the code, fills it in and hands it on', async () => {
  const made = await invite({ maxUses: 3 });
  const open = async (path: string): Promise<string> => (await home.world.fetch(path, { headers: HTML })).text();
  const bare = await open('/register');
  expect([bare.includes('name="invite"'), bare.includes('New accounts need an invite')]).toEqual([true, true]);
  const filled = await open(`/register?invite=${made.code}`);
  expect(filled).toContain(`value="${made.code}"`);
  expect(filled).toContain('/sign-in/with/oidc');
  const send = (fields: Record<string, string>) => home.form('/register', fields, { ...HTML });
  const email = address();
  for (const [code, text] of [
    ['', 'You need an invite code'],
    ['unknown', 'unknown, used up or expired'],
  ] as const) {
    const answer = await send({ email, invite: code });
    const page = await answer.text();
    expect([answer.status, page.includes(text), page.includes(`value="${email}"`)]).toEqual([403, true, true]);
  }
  const sent = await home.world.fetch('/register', {
    method: 'POST',
    headers: { ...HTML, origin: home.origin },
    redirect: 'manual',
    body: new URLSearchParams({ email, invite: made.code }),
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/register?sent=1']);
  await home.mail(email);

  const begun = await home.form('/sign-in/with/oidc', { invite: made.code }, { ...HTML });
  const authorization =
    /href="(https?:[^"]*authorize[^"]*)"/.exec(await begun.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(begun.status).toBe(200);
  provider.person = { ...provider.person, sub: 'another', email: address() };
  expect((await follow(begun, authorization)).headers.get('location')).toEndWith('/');
  await home.world.until(async () => (await readInvite(made.id))?.uses === 2);
});

test('closed stays closed with an invite', async () => {
  const made = await invite();
  await admin.send('PATCH', '/api/v1/admin/settings', { version: 1, registration: 'closed' });
  await expectRefused(register({ email: address(), inviteCode: made.code }), '403 registration_closed');
  await admin.send('PATCH', '/api/v1/admin/settings', { version: 2, reset: ['registration'] });
});

test('making invites is limited', async () => {
  await using other = await openAccountsWorld();
  const person = await other.person({ role: 'administrator' });
  for (;;) {
    const answer = await person.send('POST', INVITES, { maxUses: 1 });
    if (answer.status === 201) continue;
    await expectRefused(answer, '429 rate_limit_exceeded');
    break;
  }
});
