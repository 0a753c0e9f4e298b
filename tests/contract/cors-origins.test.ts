// What pages of other origins may do: read the community as a stranger, and everything with an API token. Cookies count for
// our own and for trusted origins alone.
import { describe, expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import { NOTIFICATIONS, POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson, refusalOf } from '../fixtures/people.ts';

const APP = 'https://app.example';
const ELSEWHERE = 'https://elsewhere.example';
const EXPOSED =
  'RateLimit, RateLimit-Policy, Retry-After, Restriction-Expires, ETag, Link, Location, X-Service-Release-Id, X-Service-Source-Id, X-Request-Id';
const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Range, X-Request-Id';

let secret = '';

const home = await keepOpen(openAccountsWorld({ TRUSTED_ORIGINS: APP, LIMITS: 'off' }));
const person = await home.person();
const write = async (visibility: string): Promise<string> =>
  (await writePost(person, { body: `about ${visibility}`, visibility })).id;
const posts = { public: await write('public'), protected: await write('protected'), private: await write('private') };
const scopes = ['read', 'community', 'upload', 'profile'];
({ secret = '' } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'elsewhere', scopes })));

const cors = (answer: Response, name: string): string | null => answer.headers.get(`access-control-${name}`);
const fromElsewhere = (path: string, init: RequestInit = {}, origin = ELSEWHERE) =>
  home.world.fetch(path, { ...init, headers: { cookie: person.cookie, origin, ...init.headers } });
const withToken = (path: string, init: RequestInit = {}) =>
  home.world.fetch(path, {
    ...init,
    headers: { origin: ELSEWHERE, authorization: `Bearer ${secret}`, ...init.headers },
  });

function expectOpen(answer: Response): void {
  expect(cors(answer, 'allow-origin')).toBe('*');
  expect(cors(answer, 'allow-credentials')).toBeNull();
  expect(cors(answer, 'expose-headers')).toBe(EXPOSED);
  expect(answer.headers.get('vary')).toContain('Origin');
}

function expectClosed(answer: Response): void {
  expect(cors(answer, 'allow-origin')).toBeNull();
  expect(cors(answer, 'expose-headers')).toBeNull();
}

describe('reads of the community with a cookie', () => {
  test.each([ELSEWHERE, 'null', 'http://app.example'])('from %s are those of a stranger', async (origin) => {
    const paths = [
      POSTS,
      `${POSTS}/${posts.public}`,
      `/api/v1/community/users/${person.uid}`,
      '/api/v1/community/tags',
    ];
    for (const path of paths) {
      const answer = await fromElsewhere(path, {}, origin);
      expect([path, answer.status]).toEqual([path, 200]);
      expectOpen(answer);
      expect([path, await answer.json()]).toEqual([path, await (await home.world.fetch(path)).json()]);
    }
    for (const hidden of [posts.protected, posts.private]) {
      const path = `${POSTS}/${hidden}`;
      await expectOnlyStatus(person.fetch(path), 200);
      const answer = await fromElsewhere(path, {}, origin);
      expectOpen(answer);
      await expectRefused(answer, '404 post_not_found');
    }
  });

  test('what belongs to one person is 401, HEAD included', async () => {
    const own = [
      '/api/v1/community/me/comments',
      NOTIFICATIONS,
      `${NOTIFICATIONS}/stream`,
      '/api/v1/community/me/blocks',
    ];
    for (const path of own) {
      const answer = await fromElsewhere(path);
      expectOpen(answer);
      expect([path, ...(await refusalOf(answer))]).toEqual([path, 401, 'authentication_required']);
    }
    await expectOnlyStatus(fromElsewhere(NOTIFICATIONS, { method: 'HEAD' }), 401);
    await expectOnlyStatus(person.fetch(NOTIFICATIONS), 200);
  });

  test('from a trusted origin, or without an origin, they are those of the person', async () => {
    const trusted = await fromElsewhere(`${POSTS}/${posts.private}`, {}, APP);
    expect([trusted.status, cors(trusted, 'allow-origin'), cors(trusted, 'allow-credentials')]).toEqual([
      200,
      APP,
      'true',
    ]);
    const none = await home.world.fetch(`${POSTS}/${posts.private}`, { headers: { cookie: person.cookie } });
    expect(none.status).toBe(200);
    expectClosed(none);
    const own = await fromElsewhere(`${POSTS}/${posts.private}`, {}, home.origin);
    expect(own.status).toBe(200);
    expectClosed(own);
    expect(own.headers.get('vary')).toContain('Origin');
  });
});

describe('writes', () => {
  test('with a cookie stay with our own origin, uploads too', async () => {
    const body = JSON.stringify({ body: 'from elsewhere' });
    const headers = { 'content-type': 'application/json' };
    const intent = { name: 'a.png', size: 1, mediaType: 'image/png' };
    for (const [path, text] of [
      [POSTS, body],
      ['/api/v1/community/uploads/intents', JSON.stringify(intent)],
      ['/api/v1/community/reports', '{}'],
    ] as const) {
      const answer = await fromElsewhere(path, { method: 'POST', body: text, headers });
      expectClosed(answer);
      expect([path, ...(await refusalOf(answer))]).toEqual([path, 403, 'cross_origin_request']);
    }
  });

  test('with an API token come from anywhere, and so do the refusals', async () => {
    const headers = { 'content-type': 'application/json' };
    const created = await withToken(POSTS, {
      method: 'POST',
      body: JSON.stringify({ body: 'from elsewhere' }),
      headers,
    });
    expect(created.status).toBe(201);
    expectOpen(created);
    const hidden = await withToken(`${POSTS}/${posts.private}`);
    expect(hidden.status).toBe(200);
    expectOpen(hidden);
    for (const path of [NOTIFICATIONS, '/api/v1/account/profile', '/api/v1/me/preferences']) {
      const own = await withToken(path);
      expect([path, own.status]).toEqual([path, 200]);
      expectOpen(own);
    }
    const wrong = await withToken(NOTIFICATIONS, { headers: { authorization: `Bearer lh_${'x'.repeat(43)}` } });
    await expectRefused(wrong.clone(), '401 invalid_token');
    expectOpen(wrong);
    // A cookie beside the token counts for nothing.
    const both = await withToken(NOTIFICATIONS, {
      headers: { authorization: `Bearer lh_${'x'.repeat(43)}`, cookie: person.cookie },
    });
    expect(both.status).toBe(401);
  });
});

test('the own account without a token is closed to other origins', async () => {
  for (const path of ['/api/v1/account/profile', '/api/v1/account/game-accounts', '/api/v1/me/preferences']) {
    expectClosed(await fromElsewhere(path));
  }
});

test('sign-in and moderation are closed to other origins, with a token too', async () => {
  for (const path of ['/api/auth/get-session', '/api/auth/list-sessions', '/api/v1/moderation/cases']) {
    expectClosed(await withToken(path));
    const flight = await fromElsewhere(path, { method: 'OPTIONS' });
    expect(flight.status).toBe(204);
    expectClosed(flight);
    expect(cors(flight, 'allow-methods')).toBeNull();
    expect(cors(flight, 'allow-headers')).toBeNull();
  }
});

const BY_TOKEN = [
  ...new Set(listRoutes().flatMap(({ cors: kind, path }) => (kind === 'tokens' || kind === 'community' ? [path] : []))),
];

test('there is a preflight for every path that takes tokens, and none of them is sign-in, moderation or administration', () => {
  expect(BY_TOKEN.length).toBeGreaterThan(30);
  expect(BY_TOKEN.filter((path) => /^\/api\/auth\/|\/(?:moderation|admin)\b/.test(path))).toEqual([]);
  const community = listRoutes().filter(({ path }) => path.startsWith('/api/v1/community/'));
  const others = community.filter(({ cors: kind }) => kind !== 'community' && kind !== 'public');
  expect(others.map(({ id }) => id)).toEqual([]);
});

test.each(BY_TOKEN)('%s: a preflight lists its methods and the headers of programs', async (path) => {
  const address = path.replace(/\{\w+(?:\.\.\.)?\}/g, '1');
  const ask = (origin: string) =>
    home.world.fetch(address, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  const flight = await ask(ELSEWHERE);
  expect(flight.status).toBe(204);
  expectOpen(flight);
  expect(cors(flight, 'allow-methods')).toBe(flight.headers.get('allow'));
  expect(cors(flight, 'allow-headers')).toBe(ALLOWED);
  expect(cors(flight, 'max-age')).toBe('600');
  const trusted = await ask(APP);
  expect([cors(trusted, 'allow-origin'), cors(trusted, 'allow-credentials')]).toEqual([APP, 'true']);
  for (const name of [...ALLOWED.split(', '), 'X-Captcha-Response']) {
    expect(cors(trusted, 'allow-headers')?.split(', ')).toContain(name);
  }
});
