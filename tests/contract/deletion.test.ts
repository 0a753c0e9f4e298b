// Deleting an account: what must be confirmed, what is gone at once, what follows by job, when the address is free again.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
  sendTogether,
} from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const PROFILE = '/api/v1/account/profile';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', ACCOUNT_GRACE_DAYS: '30' }));

const remove = (person: Person, confirmation: unknown = person.email) =>
  person.send('DELETE', PROFILE, { confirmation });

test('all access to the account and all traces of it end at once', async () => {
  const person = await home.person();
  await person.send('PATCH', PROFILE, { bio: 'SECRET-BIO', handle: 'leaver', displayName: 'SECRET-NAME' });
  await person.send('PUT', '/api/v1/me/preferences', { settings: { note: 'SECRET-SETTING' } });
  await person.send('POST', '/api/v1/account/game-accounts', { provider: 'bandori', region: 'jp', playerUid: '77' });
  const { secret } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'bot', scopes: ['read'] }));
  await person.fetch('/api/v1/account/avatar', {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: await makePng(64, 64),
  });
  const avatarUrl = async (): Promise<string | null> => (await readJson(person.fetch(PROFILE))).profile.avatarUrl;
  await home.world.until(async () => (await avatarUrl()) !== null, 30_000);
  const url = (await avatarUrl()) ?? '';

  const answer = await remove(person, ` ${person.email.toUpperCase()} `);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect(answer.headers.has('clear-site-data')).toBe(false);
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toContain('livehouse.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  for (const cookie of cookies) expect(cookie).toMatch(/^livehouse\.\w+=; Max-Age=0; /);

  await expectRefused(person.fetch(PROFILE), '401 authentication_required');
  const byToken = await home.world.fetch(PROFILE, { headers: { authorization: `Bearer ${secret}` } });
  await expectRefused(byToken, '401 invalid_token');
  await expectRefused(home.world.fetch(url), '404 avatar_not_found');
  for (const table of ['session', 'api_token', 'login_method', 'preference', 'game_account']) {
    expect(await home.sql.unsafe(`select 1 from ${table} where account_id = $1`, [person.id])).toHaveLength(0);
  }
  const rows = await home.sql`select to_jsonb(p) || to_jsonb(a) as everything from profile p
    join account a on a.id = p.account_id where a.id = ${person.id}`;
  expect(JSON.stringify(rows)).not.toContain('SECRET');
  // The store removes folders with their last object.
  await home.world.until(async () => {
    const left = await home.sql`select 1 from avatar where account_id = ${person.id}`;
    return left.length === 0 && !existsSync(join(home.world.objectsDirectory, 'avatars'));
  }, 30_000);
});

test('the address and the handle stay taken until the grace period is over', async () => {
  const person = await home.person();
  await person.send('PATCH', PROFILE, { handle: 'kept-a-while' });
  await expectOnlyStatus(remove(person), 204);
  const other = await home.person();
  await expectRefused(other.send('PATCH', PROFILE, { handle: 'kept-a-while' }), '409 handle_unavailable');
  const emailOf = async (): Promise<string> => {
    const rows: { email: string }[] = await home.sql`select email from account where id = ${person.id}`;
    return rows[0]?.email ?? '';
  };
  expect(await emailOf()).toBe(person.email);

  await home.sql`update profile set deleted_at = now() - interval '31 days' where account_id = ${person.id}`;
  // Any deletion sees to those whose time has come; so does the clock, once an hour.
  await remove(await home.person());
  await home.world.until(async () => (await emailOf()) === `deleted:${person.id}`);
  await expectOnlyStatus(other.send('PATCH', PROFILE, { handle: 'kept-a-while' }), 200);
  expect((await home.person({ email: person.email })).uid).toBeGreaterThan(person.uid);
});

test('without grace the address is free right away', async () => {
  await using hasty = await openAccountsWorld({ ACCOUNT_GRACE_DAYS: '0' });
  const person = await hasty.person();
  await expectOnlyStatus(remove(person), 204);
  await hasty.world.until(async () => {
    const rows = await hasty.sql`select 1 from account where email = ${person.email}`;
    return rows.length === 0;
  });
});

test('of concurrent deletions one succeeds', async () => {
  const person = await home.person();
  const answers = await sendTogether(
    home,
    (sql) => sql`select 1 from profile where account_id = ${person.id} for update`,
    Array.from({ length: 4 }, () => () => remove(person)),
  );
  const refused = answers.filter(({ status }) => status !== 204);
  expect(refused).toHaveLength(3);
  for (const answer of refused) await expectRefused(answer, '403 account_deleted');
});

test('the confirmation is the address', async () => {
  const person = await home.person();
  for (const confirmation of ['', 'yes', 'other@example.org', `${person.email}x`, null, 5]) {
    await expectRefused(remove(person, confirmation), '422 invalid_confirmation');
  }
  await expectRefused(person.send('DELETE', PROFILE, {}), '422 invalid_confirmation');
  await expectRefused(person.send('DELETE', PROFILE, []), '422 invalid_body');
  await expectRefused(person.fetch(PROFILE, { method: 'DELETE' }), '415 content_type_required');
  await expectOnlyStatus(person.fetch(PROFILE), 200);
});

test('the last administrator stays; of the last two who leave at once one stays', async () => {
  const first = await home.person({ role: 'administrator' });
  await expectRefused(remove(first), '409 last_administrator_required');
  // One who cannot act does not count.
  await home.person({ role: 'administrator', status: 'suspended' });
  await expectRefused(remove(first), '409 last_administrator_required');
  const second = await home.person({ role: 'administrator' });
  const answers = await Promise.all([remove(first), remove(second)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
});

test('the guard', async () => {
  const person = await home.person();
  const cross = { cookie: person.cookie, origin: 'https://elsewhere.example' };
  const body = { confirmation: person.email };
  await expectRefused(home.send('DELETE', PROFILE, body, cross), '403 cross_origin_request');
  await expectRefused(home.send('DELETE', PROFILE, body), '401 authentication_required');
  const unverified = await home.person({ emailVerified: false });
  await expectRefused(remove(unverified), '403 email_verification_required');
});
