// API tokens: made by cookie, shown once, good for their scopes alone, revoked at once.
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { listRoutes } from '../../src/app/surface.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';

const TOKENS = '/api/v1/account/tokens';
const PROFILE = '/api/v1/account/profile';
const DAY = 86_400_000;

type Made = AnswerBody<'POST /api/v1/account/tokens'> & { readonly secret: string };

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

async function make(person: Person, scopes: readonly string[], more: object = {}): Promise<Made> {
  const made = person.send('POST', TOKENS, { name: 'bot', scopes, ...more });
  const { token, secret = '' } = await expectStatus(made, 201);
  return { token, secret };
}
const bearer = (secret: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${secret}`, ...more });
const list = async (person: Person): Promise<unknown[]> => {
  return (await readJson(person.fetch(TOKENS))).tokens;
};

test('a token is made, listed without its secret, used, and revoked at once', async () => {
  const person = await home.person();
  const { token, secret } = await make(person, ['profile', 'read'], { name: '  My　bot ' });
  expect(secret).toMatch(/^lh_[A-Za-z0-9_-]{43}$/);
  expect(token).toEqual({
    id: expect.any(String),
    name: 'My bot',
    scopes: ['read', 'profile'],
    servers: [],
    createdAt: expect.any(Number),
    lastUsedAt: null,
    expiresAt: null,
  } as never);
  expect(await list(person)).toEqual([token]);
  const stored: { secret_hash: string }[] = await home.sql`select secret_hash from api_token where id = ${token.id}`;
  expect(stored).toEqual([{ secret_hash: createHash('sha256').update(secret).digest('hex') }]);

  const read = await home.world.fetch(PROFILE, { headers: bearer(secret) });
  expect(await read.json()).toMatchObject({ profile: { publicUid: person.uid } });
  // A token is no cookie: another origin cannot make a browser send it.
  const changed = await home.send(
    'PATCH',
    PROFILE,
    { bio: 'by token' },
    bearer(secret, { origin: 'https://a.example' }),
  );
  expect(changed.status).toBe(200);
  expect(await list(person)).toMatchObject([{ lastUsedAt: expect.any(Number) }]);

  await expectOnlyStatus(person.fetch(`${TOKENS}/${token.id}`, { method: 'DELETE' }), 204);
  await expectRefused(home.world.fetch(PROFILE, { headers: bearer(secret) }), '401 invalid_token');
  await expectRefused(person.fetch(`${TOKENS}/${token.id}`, { method: 'DELETE' }), '404 api_token_not_found');
  expect(await list(person)).toEqual([]);
});

test('last use is written at most once a minute', async () => {
  const person = await home.person();
  const { token, secret } = await make(person, ['read']);
  const used = async (): Promise<number> => {
    await home.world.fetch(PROFILE, { headers: bearer(secret) });
    const rows: { at: Date }[] = await home.sql`select last_used_at as at from api_token where id = ${token.id}`;
    return rows[0]?.at.getTime() ?? 0;
  };
  const first = await used();
  expect(await used()).toBe(first);
  await home.sql`update api_token set last_used_at = last_used_at - interval '61 seconds' where id = ${token.id}`;
  expect(await used()).toBeGreaterThan(first - 1);
});

test('scopes: what a token lacks is 403, and keys of the account need the cookie', async () => {
  const person = await home.person();
  const { secret } = await make(person, ['community']);
  const all = await make(person, ['read', 'community', 'upload', 'profile']);
  await expectRefused(home.world.fetch(PROFILE, { headers: bearer(secret) }), '403 insufficient_scope');
  await expectRefused(home.send('PATCH', PROFILE, { bio: 'a' }, bearer(secret)), '403 insufficient_scope');
  for (const [method, path, body] of [
    ['GET', TOKENS, undefined],
    ['POST', TOKENS, { name: 'x', scopes: ['read'] }],
    ['DELETE', `${TOKENS}/${all.token.id}`, undefined],
    ['DELETE', PROFILE, { confirmation: person.email }],
    ['GET', '/api/v1/account/export', undefined],
  ] as const) {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = bearer(all.secret, { 'content-type': 'application/json' });
    await expectRefused(home.world.fetch(path, { method, headers, ...init }), '403 insufficient_scope');
  }
});

test('feeds that need a session tell a token what it lacks; those of everybody do not ask', async () => {
  const person = await home.person();
  const { secret } = await make(person, ['community']);
  const read = (query: string, headers: Record<string, string>) =>
    home.world.fetch(`/api/v1/community/posts${query}`, { headers });
  for (const scope of ['mine', 'bookmarked', 'following']) {
    await expectRefused(read(`?scope=${scope}`, bearer(secret)), '403 insufficient_scope');
    await expectRefused(read(`?scope=${scope}`, bearer('lh_wrong')), '401 invalid_token');
  }
  await expectOnlyStatus(read('', bearer(secret)), 200);
});

test('with Authorization the cookie is not looked at', async () => {
  const person = await home.person();
  for (const authorization of ['Bearer lh_wrong', 'Basic dXNlcjpwYXNz', 'Bearer', `Bearer lh_${'A'.repeat(43)}`]) {
    const headers = { cookie: person.cookie, authorization };
    await expectRefused(home.world.fetch(PROFILE, { headers }), '401 invalid_token');
  }
});

/** Everything that takes tokens, and what lies beside it; routes of the parts below that no token opens are among them. */
const JUDGED = /^\/api\/v1\/(?:community|me|account|admin|moderation|publications|search)(?:\/|$)/;
const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'kind' ? 'post' : /^(?:uid|userId|partNumber)$/.test(name) ? '1' : Bun.randomUUIDv7(),
  );

test.each(listRoutes().filter(({ path }) => JUDGED.test(path)))(
  '$method $path: a token that is unknown, ended or malformed is 401',
  async ({ method, path }) => {
    for (const authorization of [
      'Bearer lh_wrong',
      `Bearer lh_${'A'.repeat(43)}`,
      'Basic dXNlcjpwYXNz',
      'Bearer',
      '',
    ]) {
      const answer = await home.world.fetch(addressOf(path), { method, headers: { authorization } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect([authorization, ...(await refusalOf(answer))]).toEqual([authorization, 401, 'invalid_token']);
    }
  },
);

test('what is public elsewhere never looks at a token, and pages show a stranger what they show everybody', async () => {
  const paths = [
    '/api/v1/releases',
    '/api/v1/instance',
    '/api/auth/ok',
    '/healthz',
    '/levelserver/info',
    '/openapi.json',
  ];
  for (const path of [...paths, '/', '/community', '/developers']) {
    const plain = await home.world.fetch(path);
    const headers = { authorization: 'Basic dXNlcjpwYXNz', cookie: 'a=b' };
    const answer = await home.world.fetch(path, { headers });
    const [text, expected] = [await answer.text(), await plain.text()].map((body) =>
      body.replace(/newest&quot;:\d+/, ''),
    );
    expect([path, answer.status, text]).toEqual([path, plain.status, expected]);
  }
  await expectOnlyStatus(home.world.fetch('/api/v1/community/none', { headers: { authorization: 'x' } }), 404);
});

test('a revoked token is unknown, also for reads of everybody', async () => {
  const person = await home.person();
  const { token, secret } = await make(person, ['read']);
  const read = () => home.world.fetch('/api/v1/community/posts', { headers: bearer(secret) });
  await expectOnlyStatus(read(), 200);
  await expectOnlyStatus(person.fetch(`${TOKENS}/${token.id}`, { method: 'DELETE' }), 204);
  await expectRefused(read(), '401 invalid_token');
});

test('a token ends at its time', async () => {
  const person = await home.person();
  const { token, secret } = await make(person, ['read'], { expiresAt: Date.now() + 2 * DAY });
  expect(token.expiresAt).toBeGreaterThan(Date.now());
  await expectOnlyStatus(home.world.fetch(PROFILE, { headers: bearer(secret) }), 200);
  await home.sql`update api_token set expires_at = now() - interval '1 second' where id = ${token.id}`;
  await expectRefused(home.world.fetch(PROFILE, { headers: bearer(secret) }), '401 invalid_token');
  expect(await list(person)).toEqual([]);
});

test.each([
  [{ name: '', scopes: ['read'] }, 'invalid_token_name'],
  [{ name: 'a\u200b', scopes: ['read'] }, 'invalid_token_name'],
  [{ scopes: ['read'] }, 'invalid_token_name'],
  [{ name: 'a', scopes: [] }, 'invalid_scopes'],
  [{ name: 'a', scopes: ['read', 'read'] }, 'invalid_scopes'],
  [{ name: 'a', scopes: ['admin'] }, 'invalid_scopes'],
  [{ name: 'a', scopes: 'read' }, 'invalid_scopes'],
  [{ name: 'a', scopes: ['read'], expiresAt: 1 }, 'invalid_expiry'],
  [{ name: 'a', scopes: ['read'], expiresAt: 'tomorrow' }, 'invalid_expiry'],
  [{ name: 'a', scopes: ['read'], expiresAt: Number.MAX_SAFE_INTEGER }, 'invalid_expiry'],
  [{ name: 'a', scopes: ['read'], more: 1 }, 'invalid_body'],
])('%p is 422 %p', async (body, code) => {
  const person = await home.person();
  await expectRefused(person.send('POST', TOKENS, body), `422 ${code}`);
});

test('expiry lies between a minute and 366 days ahead', async () => {
  const person = await home.person();
  for (const [ahead, status] of [
    [55_000, 422],
    [65_000, 201],
    [366 * DAY - 60_000, 201],
    [366 * DAY + 60_000, 422],
  ] as const) {
    const body = { name: 'a', scopes: ['read'], expiresAt: Date.now() + ahead };
    expect((await person.send('POST', TOKENS, body)).status).toBe(status);
  }
});

test('fifty tokens, also when they are asked for at once; those of others are theirs', async () => {
  const person = await home.person();
  const answers = await Promise.all(
    Array.from({ length: 52 }, () => person.send('POST', TOKENS, { name: 'a', scopes: ['read'] })),
  );
  const refused = answers.filter((answer) => answer.status !== 201);
  expect(refused).toHaveLength(2);
  for (const answer of refused) await expectRefused(answer, '409 api_token_limit');
  const other = await make(await home.person(), ['read']);
  await expectRefused(person.fetch(`${TOKENS}/${other.token.id}`, { method: 'DELETE' }), '404 api_token_not_found');
  await expectRefused(person.fetch(`${TOKENS}/no-id`, { method: 'DELETE' }), '404 api_token_not_found');
});

test('only administrators let a token publish, to the servers that they name', async () => {
  const administrator = await home.person({ role: 'administrator' });
  const { token, secret } = await make(administrator, ['publish'], { servers: ['kr', 'jp'] });
  expect(token).toMatchObject({ scopes: ['publish'], servers: ['jp', 'kr'] });
  expect(await list(administrator)).toEqual([token]);
  const audited: { after: object }[] = await home.sql`
    select after from audit_event where action = 'account.token-create' and subject_id = ${String(administrator.uid)}`;
  expect(audited.map(({ after }) => after)).toEqual([{ id: token.id, scopes: ['publish'], servers: ['jp', 'kr'] }]);

  for (const servers of [
    undefined,
    [],
    ['jp', 'jp'],
    ['JP'],
    ['../jp'],
    Array.from({ length: 51 }, (_, i) => `s${i}`),
  ]) {
    const asked = await administrator.send('POST', TOKENS, { name: 'ci', scopes: ['publish'], servers });
    await expectRefused(asked, '422 invalid_token_servers');
  }
  const needless = await administrator.send('POST', TOKENS, { name: 'ci', scopes: ['read'], servers: ['jp'] });
  await expectRefused(needless, '422 invalid_token_servers');
  for (const role of ['member', 'moderator'] as const) {
    const asked = await (await home.person({ role })).send('POST', TOKENS, {
      name: 'ci',
      scopes: ['publish'],
      servers: ['jp'],
    });
    await expectRefused(asked, '403 forbidden');
  }
  await home.sql`update session set created_at = now() - interval '11 minutes' where account_id = ${administrator.id}`;
  const late = await administrator.send('POST', TOKENS, { name: 'ci', scopes: ['publish'], servers: ['jp'] });
  await expectRefused(late, '403 reauthentication_required');
  await expectRefused(home.world.fetch(PROFILE, { headers: bearer(secret) }), '403 insufficient_scope');
});
