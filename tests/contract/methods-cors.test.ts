// Methods and cross-origin rules of every declared route, and the request id of every answer.
import { expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import type { Route } from '../../src/http/routing/contract.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectPlain, expectRefusal, openReleaseWorld } from '../fixtures/release-world.ts';

const home = await keepOpen(openReleaseWorld());

const VALUES: Readonly<Record<string, string>> = {
  server: 'jp',
  resource: 'things',
  id: '10',
  view: 'odd',
  relation: 'tag',
  key: 'red',
  sourceId: 'src-1',
  fileName: 'a.bundle',
  platform: 'Android',
  shard: '00.json',
  path: 'ui/r1.png',
};
const addressOf = (route: Route): string =>
  route.path.replace(/\{([A-Za-z]+)(\.\.\.)?\}/g, (_, name: string) => VALUES[name] ?? 'x');
const READS = listRoutes().filter(
  (route) =>
    (route.cors === 'public' || route.cors === 'none') &&
    route.method === 'GET' &&
    !listRoutes().some((other) => other.path === route.path && other.method !== 'GET') &&
    ['release', 'catalog', 'files', 'site'].some(() => !/account|community|moderation|auth/.test(route.path)),
);
const EXPOSED =
  'Accept-Ranges, Content-Length, Content-Range, ETag, Link, Location, X-Service-Release-Id, X-Service-Source-Id, X-Request-Id';

test.each(READS.map((route) => [route.id, route] as const))('%s answers OPTIONS for its class', async (_, route) => {
  const answer = await home.read(
    addressOf(route),
    {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'range',
    },
    'OPTIONS',
  );
  expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
  expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const cors = (name: string) => answer.headers.get(`access-control-${name}`);
  if (route.cors === 'public') {
    expect(cors('allow-origin')).toBe('*');
    expect(cors('allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect(cors('allow-headers')).toBe('Range, If-Range, If-None-Match, Content-Type, Authorization, X-Request-Id');
    expect(cors('expose-headers')).toBe(EXPOSED);
    expect(cors('allow-credentials')).toBeNull();
  } else {
    expect(cors('allow-origin')).toBeNull();
  }
});

/** Of one answer alone. */
const OWN_HEADERS = ['date', 'x-request-id', 'connection', 'keep-alive'];

test.each(READS.map((route) => [route.id, route] as const))(
  '%s answers HEAD with the headers of GET',
  async (_, route) => {
    const sent = async (method: string) => {
      const answer = await home.read(addressOf(route), { 'accept-encoding': 'identity' }, method);
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name)));
      return { status: answer.status, headers };
    };
    expect(await sent('HEAD')).toEqual(await sent('GET'));
  },
);

test.each(READS.map((route) => [route.id, route] as const))('%s refuses other methods', async (_, route) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
    // `fetch` does not send TRACE.
    if (method === 'TRACE') {
      const raw = await home.world.raw(`TRACE ${addressOf(route)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([raw.status, raw.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      continue;
    }
    const answer = await home.read(addressOf(route), {}, method);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    if (route.dialect === 'plain' && route.cors === 'public') expectPlain(answer, 405, 'method_not_allowed');
    else if (route.dialect === 'plain') expect([answer.status, answer.text]).toEqual([405, 'method_not_allowed']);
    else expectRefusal(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('access-control-allow-origin')).toBe(route.cors === 'public' ? '*' : null);
  }
});

test('no frame of another page shows any answer', async () => {
  const etag = (await home.read('/api/v1/servers/jp/catalog')).headers.get('etag') ?? '';
  const calls: (readonly [path: string, headers: Record<string, string>, method: string])[] = [
    ...listRoutes().flatMap((route) =>
      [route.method, 'OPTIONS', 'PROPFIND'].map((method) => [addressOf(route), {}, method] as const),
    ),
    ['/api/v1/servers/jp/catalog', { 'if-none-match': etag }, 'GET'],
    ['/assets/jp/Assets/text.txt', { range: 'bytes=0-0' }, 'GET'],
    ['/assets/jp/Assets/text.txt', { range: 'bytes=9-0' }, 'GET'],
    ['/catalog/', { accept: 'text/html' }, 'GET'],
    ['/assets/jp/Assets%2Ftext.txt', {}, 'GET'],
    ['/nowhere', { accept: 'text/html' }, 'GET'],
    ['/nowhere', {}, 'GET'],
  ];
  const open: string[] = [];
  for (const [path, headers, method] of calls) {
    const answer = await home.world.fetch(path, { method, headers, redirect: 'manual' });
    await answer.body?.cancel();
    const policy = answer.headers.get('content-security-policy') ?? '';
    // The policy of files is that of the interface description.
    const isFile = policy === "default-src 'none'; sandbox" && answer.headers.get('x-frame-options') === 'DENY';
    if (!isFile && !policy.includes("frame-ancestors 'none'")) open.push(`${method} ${path} ${answer.status}`);
  }
  expect(calls.length).toBeGreaterThan(500);
  expect(open).toEqual([]);
});

test('a body on a refused method does not disturb the connection', async () => {
  const body = 'x'.repeat(100_000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${home.world.address}/api/v1/servers/jp/things/10`, { method: 'POST', body }),
    ),
  );
  for (const answer of answers) expect(answer.status).toBe(405);
  expect((await home.read('/api/v1/servers/jp/things/10')).status).toBe(200);
});

test('every public answer may be read from anywhere, refusals and 304 included; no cookies are asked for', async () => {
  const etag = (await home.read('/api/v1/servers/jp/catalog')).headers.get('etag') ?? '';
  for (const [path, headers, status] of [
    ['/api/v1/releases', {}, 200],
    ['/api/v1/servers/jp/catalog', { 'if-none-match': etag }, 304],
    ['/api/v1/servers/jp/things/absent', {}, 404],
    ['/api/v1/servers/jp/things?id=', {}, 400],
    ['/assets/jp/Assets/absent', {}, 404],
    ['/assets/jp/Assets/text.txt', { range: 'bytes=0-0' }, 206],
    ['/assets/jp/Assets/text.txt', { range: 'bytes=9-0' }, 416],
  ] as const) {
    const answer = await home.read(path, { origin: 'https://elsewhere.example', cookie: 'a=b', ...headers });
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toBe(EXPOSED);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('pages of any origin may read that an address does not exist, but below sign-in and the work of staff', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const open = ['releases/none', 'serverz/jp', 'servers/jp/a/b/c/d', 'instance/none', 'community/none', 'none'];
  for (const path of open) {
    const answer = await home.read(`/api/v1/${path}`, headers);
    expectRefusal(answer, 404, 'route_not_found');
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
  }
  for (const path of ['/api/auth/none', '/api/v1/admin/none', '/api/v1/moderation/none', '/api/v1/account/none']) {
    const answer = await home.read(path, headers);
    expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 404, null]);
  }
});

test('a sane request id is kept on every kind of answer, another is replaced', async () => {
  const paths = [
    ['/api/v1/releases', 'GET'],
    ['/api/v1/servers/jp/things/10', 'GET'],
    ['/api/v1/servers/jp/things/10', 'HEAD'],
    ['/api/v1/servers/jp/things/absent', 'GET'],
    ['/api/v1/servers/jp/things/10', 'OPTIONS'],
    ['/api/v1/servers/jp/things/10', 'DELETE'],
    ['/assets/jp/Assets/text.txt', 'GET'],
    ['/assets/jp/Assets/absent', 'GET'],
    ['/nowhere', 'GET'],
    ['/healthz', 'GET'],
    ['/', 'GET'],
  ] as const;
  for (const [path, method] of paths) {
    for (const id of ['abcd1234', 'A.b_c-9'.repeat(9), '0'.repeat(64)]) {
      expect((await home.read(path, { 'x-request-id': id }, method)).headers.get('x-request-id')).toBe(id);
    }
    for (const id of ['short', '0'.repeat(65), 'has space', 'semi;colon1', 'slash/slash', 'quote"quote']) {
      expect((await home.read(path, { 'x-request-id': id }, method)).headers.get('x-request-id')).not.toBe(id);
    }
  }
  const first = (await home.read('/healthz')).headers.get('x-request-id');
  expect((await home.read('/healthz')).headers.get('x-request-id')).not.toBe(first);
});

test('parallel requests for one document keep their own ids', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `request-${i}`);
  const path = '/api/v1/servers/jp/things/10';
  const seen = await Promise.all(
    ids.map(async (id) => (await home.read(path, { 'x-request-id': id })).headers.get('x-request-id')),
  );
  expect(seen).toEqual(ids);
});

test('the prefix of the release headers is configurable', async () => {
  await using other = await openReleaseWorld({}, { HEADER_PREFIX: 'Band' });
  const answer = await other.readBoth('/api/v1/servers/jp/catalog');
  expect(answer.headers.get('x-band-release-id')).toBe(other.release.releaseId);
  expect(answer.headers.get('x-service-release-id')).toBeNull();
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Band-Release-Id');
});
