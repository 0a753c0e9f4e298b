// What every route of the community and of moderation shares, read from the contract: for each gate that a route declares,
// the caller whom it stops. A new route is asked all of it without a line here.
import { describe, expect, test } from 'bun:test';
import { CONTRACTS } from '../../src/app/surface.ts';
import { hashTokenSecret } from '../../src/features/accounts/sign-in/sessions.ts';
import { refusalsOf } from '../../src/http/openapi/refusals.ts';
import type { JsonBody, Route } from '../../src/http/routing/contract.ts';
import { REFUSALS, type RefusalCode } from '../../src/kernel/refusal.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, openWithoutDatabase, type Person, refusalOf } from '../fixtures/people.ts';
import { words } from '../fixtures/words.ts';

const ROUTES: readonly Route[] = [
  ...Object.values(CONTRACTS.community ?? {}),
  ...Object.values(CONTRACTS.moderation ?? {}),
];
const declaring = (code: RefusalCode): readonly Route[] => ROUTES.filter((route) => refusalsOf(route).has(code));
const isStaffRoute = (route: Route): boolean => route.access === 'staff';
const json = { 'content-type': 'application/json' };

/** Address of a route with parameters that lead nowhere; `first` takes the place of the first one. */
function pathOf(route: Route, first?: string): string {
  let count = 0;
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    count += 1;
    if (count === 1 && first !== undefined) return first;
    const NAMED: Readonly<Record<string, string>> = { uid: '999999999', tag: 'nowhere', kind: 'post' };
    return NAMED[name] ?? Bun.randomUUIDv7();
  });
}

/** A request that would be let in, unless the caller is stopped. */
const ask = (route: Route, more: RequestInit = {}): RequestInit =>
  route.method === 'GET'
    ? more
    : { method: route.method, body: '{}', ...more, headers: { ...json, ...headersOf(more) } };
const headersOf = (init: RequestInit): Record<string, string> => Object.fromEntries(new Headers(init.headers));

async function expectRefusal(route: Route, answer: Response | Promise<Response>, code: RefusalCode): Promise<void> {
  const [status] = REFUSALS[code];
  expect([route.id, ...(await refusalOf(answer))]).toEqual([route.id, status, code]);
}

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const member = await world.person();
const moderator = await world.person({ role: 'moderator' });

const administrator = await world.person({ role: 'administrator' });

const fitting = (route: Route): Person =>
  route.access?.startsWith('administrator') ? administrator : isStaffRoute(route) ? moderator : member;

describe('callers', () => {
  test('from another site', async () => {
    for (const route of declaring('cross_origin_request')) {
      const headers = { origin: 'https://elsewhere.example' };
      await expectRefusal(route, fitting(route).fetch(pathOf(route), ask(route, { headers })), 'cross_origin_request');
    }
  });

  test('without a session', async () => {
    const without = declaring('authentication_required').filter(({ access }) => access !== 'viewer');
    expect(without.length).toBeGreaterThan(40);
    for (const route of without) {
      const headers = { origin: world.origin };
      await expectRefusal(route, world.world.fetch(pathOf(route), ask(route, { headers })), 'authentication_required');
    }
  });

  test('with a token of another scope; with any where the cookie alone counts', async () => {
    const secret = `lh_${'a'.repeat(43)}`;
    await world.sql`insert into api_token (id, account_id, name, secret_hash, scopes)
      values (${Bun.randomUUIDv7()}, ${moderator.id}, 'upload alone', ${hashTokenSecret(secret)}, '{upload}')`;
    // A route for viewers asks for a scope in some of its readings alone: tokens.test.ts.
    for (const route of declaring('insufficient_scope').filter(({ access }) => access !== 'viewer')) {
      const headers = { authorization: `Bearer ${secret}` };
      await expectRefusal(route, world.world.fetch(pathOf(route), ask(route, { headers })), 'insufficient_scope');
    }
  });

  test('whose account does not stand: unverified, suspended, deleted, restricted, or of the wrong role', async () => {
    const unverified = await world.person({ emailVerified: false, role: 'moderator' });
    const suspended = await world.person({ status: 'suspended', role: 'moderator' });
    const deleted = await world.person({ status: 'deleted', role: 'moderator' });
    const restricted = await world.person({ role: 'moderator' });
    await world.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${restricted.id}, 'sign_in', 'spam')`;
    const rows: readonly (readonly [RefusalCode, Person])[] = [
      ['email_verification_required', unverified],
      ['account_suspended', suspended],
      ['account_deleted', deleted],
      ['account_unavailable', suspended],
      ['account_unavailable', deleted],
      ['community_write_restricted', restricted],
      ['community_action_restricted', restricted],
      ['account_restricted', restricted],
      ['staff_required', member],
    ];
    for (const [code, person] of rows) {
      expect(declaring(code).length).toBeGreaterThan(0);
      for (const route of declaring(code)) await expectRefusal(route, person.fetch(pathOf(route), ask(route)), code);
    }
  });

  test('a restriction on writing leaves what one may still take back', async () => {
    const quiet = await world.person();
    await world.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${quiet.id}, 'write', 'spam')`;
    const allowed = ROUTES.filter(({ access }) => access === 'withdraw').map(({ id }) => id);
    expect(allowed.toSorted()).toEqual(
      words(`
        commentDelete draftDelete draftList draftRead draftWrite listDelete notificationMark notificationMarkAll
        postDelete postSubscribe reportCreate userBlock userMute userPostsSubscribe
      `).toSorted(),
    );
    for (const route of ROUTES.filter(({ access }) => ['community', 'social', 'withdraw'].includes(access ?? ''))) {
      const answer = await quiet.fetch(pathOf(route), ask(route));
      expect([route.id, (await answer.text()).includes('_restricted"')]).toEqual([
        route.id,
        route.access !== 'withdraw',
      ]);
    }
  });
});

test('addresses whose first part is no id lead nowhere', async () => {
  for (const route of declaring('route_not_found')) {
    await expectRefusal(route, fitting(route).fetch(pathOf(route, 'no-id'), ask(route)), 'route_not_found');
  }
});

test('bodies: another type, too large, broken, no object', async () => {
  const send = (route: Route, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    fitting(route).fetch(pathOf(route), ask(route, { body, headers: { 'content-type': type } }));
  const capOf = (body: Route['body']): number => (body?.kind === 'json' ? (body satisfies JsonBody).capBytes : 0);
  const withBody = ROUTES.filter(({ body }) => body?.kind === 'json');
  expect(withBody.length).toBeGreaterThanOrEqual(25);
  for (const route of withBody) {
    await expectRefusal(route, send(route, '{}', 'text/plain'), 'content_type_required');
    await expectRefusal(route, send(route, `{"a":"${'a'.repeat(capOf(route.body))}"}`), 'request_too_large');
    await expectRefusal(route, send(route, '{'), 'invalid_json');
    // Bytes that are no UTF-8.
    await expectRefusal(route, send(route, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'invalid_json');
    await expectRefusal(route, send(route, '[]'), 'invalid_body');
    await expectRefusal(route, send(route, 'null'), 'invalid_body');
    // Whatever else is wrong with them: no string may hold these.
    for (const text of ['{"body":"a\\u0000"}', '{"reasonCode":"\\ud800"}']) {
      expect([route.id, (await send(route, text)).status]).toEqual([route.id, 422]);
    }
  }
});

test('lists: repeated parameters', async () => {
  for (const route of declaring('duplicate_query_parameter')) {
    const path = `${pathOf(route)}?limit=1&limit=1`;
    if (route.query?.limit !== undefined) {
      await expectRefusal(route, fitting(route).fetch(path), 'duplicate_query_parameter');
    }
  }
});

test('bursts are counted before the body is looked at, each kind for itself', async () => {
  await using limited = await openAccountsWorld();
  const person = await limited.person();
  const routes = declaring('rate_limit_exceeded');
  const quotas = { write: 30, react: 120, report: 20, preview: 120, list: 60, preference: 60 } as const;
  expect([...new Set(routes.map(({ limit }) => String(limit)))].toSorted()).toEqual(Object.keys(quotas).toSorted());
  for (const [limit, quota] of Object.entries(quotas)) {
    const those = routes.filter((route) => route.limit === limit);
    const [first] = those;
    if (first === undefined) continue;
    for (let at = 0; at < quota; at += 1) {
      const answer = await person.fetch(pathOf(first), ask(first, { body: '[]' }));
      expect([first.id, at, answer.status]).toEqual([first.id, at, 422]);
    }
    for (const route of those) {
      const answer = await person.fetch(pathOf(route), ask(route));
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectRefusal(route, answer, 'rate_limit_exceeded');
    }
  }
});

test('without a database every route says so', async () => {
  await using away = await openWithoutDatabase();
  const { cookie } = away;
  const headers = { origin: away.address, cookie };
  expect(declaring('database_unavailable').length).toBe(ROUTES.length);
  for (const route of ROUTES) {
    const answer = await away.fetch(pathOf(route), ask(route, { headers }));
    expect(answer.headers.has('retry-after')).toBe(true);
    await expectRefusal(route, answer, 'database_unavailable');
  }
});
