// What all routes of the own account share, route by route: authentication, origin, token scopes, account states, limits,
// bodies, and unreachable engines. The expectations come from the contract.
import { describe, expect, test } from 'bun:test';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { belongingsContract } from '../../src/features/accounts/belongings/contract.ts';
import { confirmationContract } from '../../src/features/accounts/confirmation/contract.ts';
import { leavingContract } from '../../src/features/accounts/leaving/contract.ts';
import { profileContract } from '../../src/features/accounts/profile/contract.ts';
import { refusalsOf } from '../../src/http/openapi/refusals.ts';
import type { Route } from '../../src/http/routing/contract.ts';
import type { RefusalCode } from '../../src/kernel/refusal.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  type AccountsWorld,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { openWorld } from '../world.ts';

const AVATAR = '/api/v1/account/avatar';
const routes: readonly Route[] = Object.values({
  ...profileContract,
  ...belongingsContract,
  ...leavingContract,
  ...confirmationContract,
});
const named = (keep: (route: Route) => boolean) => routes.filter(keep).map((route) => [route.id, route] as const);
const declares = (code: RefusalCode) => named((route) => refusalsOf(route).has(code));
const pathOf = (route: Route): string =>
  route.path.replace('{id}', '00000000-0000-7000-8000-000000000000').replace('{userId}', 'A'.repeat(22));

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const png = await makePng(8, 8);

/** A request that is valid except for what the headers change. */
function send(world: AccountsWorld['world'], route: Route, headers: Record<string, string>, body?: string) {
  const isPicture = route.body?.kind === 'raw';
  const init = isPicture ? { body: png } : route.body === undefined ? {} : { body: body ?? '{}' };
  const type = isPicture ? 'image/png' : 'application/json';
  return world.fetch(pathOf(route), { method: route.method, headers: { 'content-type': type, ...headers }, ...init });
}
const as = (person: Person, more: Record<string, string> = {}) => ({
  cookie: person.cookie,
  origin: home.origin,
  ...more,
});

test.each(declares('authentication_required'))('%s without a session is 401', async (_id, route) => {
  await expectRefused(send(home.world, route, {}), '401 authentication_required');
  const forged = { cookie: 'livehouse.session_token=abc.def' };
  await expectRefused(send(home.world, route, forged), '401 authentication_required');
});

test.each(declares('cross_origin_request'))('%s from another site is 403 for every caller', async (_id, route) => {
  const person = await home.person();
  const foreign = [
    { cookie: person.cookie, origin: 'https://elsewhere.example' },
    { cookie: person.cookie, origin: 'null' },
    { cookie: person.cookie, 'sec-fetch-site': 'cross-site' },
    { cookie: person.cookie, 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    await expectRefused(send(home.world, route, headers), '403 cross_origin_request');
  }
});

test.each(declares('insufficient_scope'))('%s with a token without the scope is 403', async (_id, route) => {
  const person = await home.person();
  const { secret } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'a', scopes: ['upload'] }));
  await expectRefused(send(home.world, route, { authorization: `Bearer ${secret}` }), '403 insufficient_scope');
});

describe('state of the account', () => {
  test.each(declares('account_deleted'))('%s of a deleted account is 403', async (_id, route) => {
    const person = await home.person({ status: 'deleted' });
    await expectRefused(send(home.world, route, as(person)), '403 account_deleted');
  });

  test.each(declares('email_verification_required'))('%s before the address is verified is 403', async (_id, route) => {
    const person = await home.person({ emailVerified: false });
    await expectRefused(send(home.world, route, as(person)), '403 email_verification_required');
  });

  test.each(declares('account_suspended'))('%s while suspended is 403', async (_id, route) => {
    const person = await home.person({ status: 'suspended' });
    await expectRefused(send(home.world, route, as(person)), '403 account_suspended');
  });

  const restricted = [
    ['account_restricted', 'sign_in'],
    ['profile_write_restricted', 'write'],
    ['community_write_restricted', 'write'],
    ['community_upload_restricted', 'upload'],
  ] as const;
  test.each(
    restricted.flatMap(([code, kind]) => declares(code).map(([id, route]) => [id, code, kind, route] as const)),
  )('%s is %s under the restriction %s', async (_id, code, kind, route) => {
    const person = await home.person();
    await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
        values (${Bun.randomUUIDv7()}, ${person.id}, ${kind}, 'spam')`;
    await expectRefused(send(home.world, route, as(person)), `403 ${code}`);
  });
});

describe('bodies', () => {
  const json = named(({ body }) => body?.kind === 'json');
  test.each(json)('%s: type, size, syntax, form', async (_id, route) => {
    const person = await home.person();
    const cap = route.body?.kind === 'json' ? route.body.capBytes : 0;
    const answer = (body: string, more: Record<string, string> = {}) => send(home.world, route, as(person, more), body);
    const plain = { 'content-type': 'text/plain' };
    await expectRefused(answer('{}', plain), '415 content_type_required');
    await expectRefused(answer(`{"a":"${'a'.repeat(cap)}"}`), '413 request_too_large');
    await expectRefused(answer('{'), '400 invalid_json');
    await expectRefused(answer(''), '400 invalid_json');
    for (const body of ['[]', 'null', '"text"', '7']) {
      await expectRefused(answer(body), '422 invalid_body');
    }
  });
});

test('limits are counted per account, and the refusal names the wait', async () => {
  await using limited = await openAccountsWorld();
  const person = await limited.person();
  const headers = { cookie: person.cookie, origin: limited.origin };
  const uses = { profile: 20, preference: 60, avatar: 10, export: 3, confirmation: 10 } as const;
  for (const [name, count] of Object.entries(uses)) {
    const same = routes.filter((route) => route.limit === name);
    const [first] = same;
    if (first === undefined) throw new Error(`no route has the limit ${name}`);
    for (let i = 0; i < count; i++) {
      const answer = await send(limited.world, first, { ...headers, 'content-type': 'text/plain' });
      expect(answer.status).not.toBe(429);
      await answer.bytes();
    }
    for (const route of same) {
      const answer = await send(limited.world, route, headers);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectRefused(answer, '429 rate_limit_exceeded');
    }
  }
  const other = await limited.person();
  await expectOnlyStatus(other.send('PATCH', '/api/v1/account/profile', { bio: 'a' }), 200);
});

test('without a database every route is 503 with Retry-After', async () => {
  await using world = await openWorld();
  for (const [id, route] of declares('database_unavailable')) {
    const answer = await send(world, route, { authorization: `Bearer lh_${'A'.repeat(43)}` });
    expect([id, answer.headers.get('retry-after')]).toEqual([id, expect.stringMatching(/^\d+$/)]);
    expect([id, ...(await refusalOf(answer))]).toEqual([id, 503, 'database_unavailable']);
  }
});

test('without storage avatars can be neither uploaded nor read', async () => {
  const person = await home.person();
  const put = () => person.fetch(AVATAR, { method: 'PUT', body: png, headers: { 'content-type': 'image/png' } });
  await expectOnlyStatus(put(), 202);
  const rows = (): Promise<{ id: string; public_id: string }[]> =>
    home.sql`select id, public_id from avatar where account_id = ${person.id} and status = 'ready'`;
  await home.world.until(async () => (await rows()).length === 1, 30_000);
  const [row] = await rows();
  const picture = join(home.world.objectsDirectory, 'avatars', 'v1', row?.id ?? '', 'picture.webp');
  rmSync(picture);
  // A link to itself, which the file system refuses for every user.
  symlinkSync('picture.webp', picture);
  const url = `${AVATAR}/${row?.public_id}`;
  await expectRefused(home.world.fetch(url), '503 storage_unavailable');

  rmSync(join(home.world.objectsDirectory, 'avatars'), { recursive: true });
  writeFileSync(join(home.world.objectsDirectory, 'avatars'), 'in the way');
  await expectRefused(put(), '503 storage_unavailable');
  rmSync(join(home.world.objectsDirectory, 'avatars'));
  await expectOnlyStatus(put(), 202);
});
