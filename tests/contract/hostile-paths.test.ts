// Targets as they are written on the socket: nothing climbs out of its tree, nothing is decoded twice, nothing is a 500,
// and the connection goes on.
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { listRoutes } from '../../src/app/surface.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openReleaseWorld } from '../fixtures/release-world.ts';
import type { RawAnswer } from '../world.ts';

const home = await keepOpen(openReleaseWorld());

const send = (target: string, method = 'GET', host = 'localhost'): Promise<RawAnswer> =>
  home.world.raw(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

const TREES = ['/assets/jp/Assets/', '/runtime/jp/', '/objects/jp/unity/', '/artifacts/jp/src-1/android/bundles/'];
const CLIMBS = [
  '..%2ftext.txt',
  '..%2Fui%2fr1.png',
  '%2Ftext.txt',
  'ui%2F',
  'ui%2F%2Fr1.png',
  'ui%2F.%2Fr1.png',
  'ui%2F%2e%2Fr1.png',
  'ui%2F%2E%2E%2Ftext.txt',
  'ui%2F..%2F..%2F..%2Ftext.txt',
  'ui%2F%2e%2e/text.txt%2F',
  'ui//a%2Fr1.png',
  'ui%2Fa%5Cr1.png',
  'ui%2Fa%252Fr1.png',
  'ui%2Fr1.png%00',
  'ui%2F%c0%af',
  'ui%2F%zz',
  '%%2F2F',
  '..%5ctext.txt',
  'ui%5Cr1.png',
  'text.txt%00',
  '%00',
  'text.txt%00.png',
  '%252e%252e%252ftext.txt',
  '%252e%252e/text.txt',
  'ui%252Fr1.png',
  'ui%255cr1.png',
  'text.txt%2500',
  '%c0%ae%c0%ae/text.txt',
  '%c0%af',
  'ui%c0%afr1.png',
  '%e0%80%af',
  '%f0%80%80%af',
  '%ed%a0%80',
  '%ff%fe',
  '%',
  '%2',
  '%zz',
  '%u002e%u002e',
  '....//text.txt',
  '..;/text.txt',
  '~root',
  '%7e/.ssh/id_rsa',
  `${'a/'.repeat(2000)}x`,
  'x'.repeat(5000),
  '%41'.repeat(1500),
];

test.each(CLIMBS)('%s below any tree is a plain not found', async (tail) => {
  for (const tree of TREES) {
    const answer = await send(`${tree}${tail}`);
    expect([tree, answer.status, answer.body]).toEqual([tree, 404, 'not found']);
    expect(answer.headers.get('x-request-id')).toBeDefined();
    expect((await send(`${tree}${tail}`, 'HEAD')).status).toBe(404);
  }
});

test.each([
  ['/assets/jp/Assets/ui%2Fr1.png', '/assets/jp/Assets/ui/r1.png'],
  ['/assets/jp/Assets%2fui%2Fr1.png?release=r-1&x=%2F', '/assets/jp/Assets/ui/r1.png?release=r-1&x=%2F'],
  ['/assets/jp/Assets%2Ftext.txt', '/assets/jp/Assets/text.txt'],
  ['/runtime/jp/a%2Fb/%E3%81%82%2f%25.png', '/runtime/jp/a/b/%E3%81%82/%25.png'],
  ['/objects/jp/unity%2Fx', '/objects/jp/unity/x'],
  ['/pictures/jp/96/assets%2FAssets%2Fui%2Fr1.png', '/pictures/jp/96/assets/Assets/ui/r1.png'],
  ['/api/v1/servers/jp/sources/Assets/ui%2Fr1.png', '/api/v1/servers/jp/sources/Assets/ui/r1.png'],
  ['/api/v1/game/provider/jp/raw/assets%2Fjp%2Fx.png', '/api/v1/game/provider/jp/raw/assets/jp/x.png'],
  ['http://elsewhere.example//x/../assets/jp/Assets%2Ftext.txt', undefined],
])('an encoded slash in a path of several segments leads to the address with a slash: %s', async (target, location) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await send(target, method);
    if (location === undefined) {
      expect(answer.status).toBe(404);
      continue;
    }
    const { status, headers, body } = answer;
    expect([status, headers.get('location'), body]).toEqual([308, location, '']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('Location');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await send(target, 'POST')).status).toBe(location === undefined ? 404 : 405);
});

test('an encoded slash leads nowhere below a malformed server, and to pages as well', async () => {
  expect((await send('/assets/j%2Fp/Assets%2Ftext.txt')).status).toBe(404);
  expect((await send('/assets/jp/Elsewhere/text.txt')).status).toBe(404);
  const page = await send('/catalog/jp/files/assets%2FAssets?release=r-1');
  expect([page.status, page.headers.get('location')]).toEqual([308, '/catalog/jp/files/assets/Assets?release=r-1']);
});

test('below a path of a proxy the address begins with that path', async () => {
  await using below = await openReleaseWorld({}, { BASE_URL: 'http://live.example/game' });
  const answer = await below.read('/assets/jp/Assets%2Ftext.txt');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/game/assets/jp/Assets/text.txt']);
});

test.each([
  ['/assets/jp/Assets/ui/../text.txt', 'hello text\n'],
  ['/assets/jp/Assets/ui/%2e%2e/text.txt', 'hello text\n'],
  ['/assets/jp/Assets/ui/%2E./text.txt', 'hello text\n'],
  ['/assets/jp/Assets/./text.txt', 'hello text\n'],
  ['/assets/jp/Assets/%2e/text.txt', 'hello text\n'],
  ['/assets/jp/../../runtime/jp/voice', 'no suffix, plain'],
  ['/../../../assets/jp/Assets/text.txt', 'hello text\n'],
  ['/assets/jp/Assets//text.txt', 'hello text\n'],
  // The URL standard reads a bare backslash as a slash, before anybody sees the path.
  ['/assets/jp/Assets/ui\\..\\text.txt', 'hello text\n'],
])('dot segments are folded and answered as the folded path: %s', async (target, body) => {
  const answer = await send(target);
  expect([answer.status, answer.body]).toEqual([200, body]);
});

test.each([
  '/assets/jp/Assets/../../../../etc/passwd',
  '/assets/jp/Assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/assets/jp/../../etc/passwd',
  '/assets/../cas/v1/sha256',
  '/servers/jp/current.json',
  '/data/objects/servers/jp/current.json',
])('folding leads out to nothing: %s', async (target) => {
  expect((await send(target)).status).toBe(404);
});

test('an absolute target is read as its path, whatever host it names', async () => {
  for (const target of [
    `http://localhost:${home.world.port}/assets/jp/Assets/text.txt`,
    'http://elsewhere.example/assets/jp/Assets/text.txt',
    'http://elsewhere.example:81/assets/jp/Assets/text.txt?x=http://a/b',
  ]) {
    const answer = await send(target);
    expect([target, answer.status, answer.body]).toEqual([target, 200, 'hello text\n']);
  }
  expect((await send('http://elsewhere.example/assets/jp/Assets/..%2ftext.txt')).status).toBe(404);
});

test.each([
  ['*', 400],
  ['assets/jp/Assets/text.txt', 400],
  ['//assets/jp/Assets/text.txt', 404],
  ['', 400],
  ['?', 400],
  ['#', 400],
  ['file:///etc/passwd', 400],
])('the malformed target "%s" is refused with %d', async (target, status) => {
  const answer = await send(target);
  expect(answer.status).toBe(status);
  expect(answer.body).not.toContain('hello text');
  expect(answer.body).not.toContain('root:');
});

test.each(['evil/../assets', 'a/assets/jp/Assets/text.txt?', 'a b', 'x@y', '[::1', 'a\\b', '%00', ''])(
  'the host "%s" does not change what is read',
  async (host) => {
    const answer = await send('/runtime/jp/voice', 'GET', host);
    expect([answer.status, answer.body]).toEqual([200, 'no suffix, plain']);
  },
);

test('HTTP/1.0 without a host is served', async () => {
  for (const [target, body] of [
    ['/runtime/jp/voice', 'no suffix, plain'],
    ['/assets/jp/Assets/ui/../text.txt?x=http://a/b', 'hello text\n'],
    ['/healthz', '{"status":"ok"}'],
  ]) {
    const answer = await home.world.raw(`GET ${target} HTTP/1.0\r\n\r\n`);
    expect([target, answer.status, answer.body]).toEqual([target, 200, body]);
  }
  expect((await home.world.raw('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')).status).toBe(200);
});

test('hostile ids and names of the API are the 404 of their route', async () => {
  for (const [target, code] of [
    ['/api/v1/servers/jp/things/..%2f10', 'entity_not_found'],
    ['/api/v1/servers/jp/things/%2e%2e%2f10', 'entity_not_found'],
    ['/api/v1/servers/jp/things/10%00', 'entity_not_found'],
    ['/api/v1/servers/jp/things/10%5c', 'entity_not_found'],
    ['/api/v1/servers/jp/things/%2531%2530', 'entity_not_found'],
    ['/api/v1/servers/jp/things/%c0%b1', 'entity_not_found'],
    ['/api/v1/servers/j%2fp/things/10', 'server_not_found'],
    ['/api/v1/servers/jp%2fthings/10', 'server_not_found'],
    ['/api/v1/servers/..%2fjp/things', 'server_not_found'],
    ['/api/v1/servers/jp/things%2f10', 'resource_not_found'],
    ['/api/v1/servers/jp/th%00ings', 'resource_not_found'],
    ['/api/v1/servers/jp/list/views/odd%2fo-1', 'view_not_found'],
    ['/api/v1/servers/jp/sources/Assets/..%2f..%2fcatalog', 'source_not_found'],
    ['/api/v1/servers/jp/sources/Assets/a%0Ab', 'source_not_found'],
    ['/api/v1%2fservers/jp/things/10', 'route_not_found'],
    ['/api%2fv1/releases', 'route_not_found'],
    ['/api/v1/releases%00', 'route_not_found'],
    ['/API/V1/releases', 'route_not_found'],
    ['/api/v1/releases;x=1', 'route_not_found'],
    ['/api/v1/releases.json', 'route_not_found'],
  ] as const) {
    const answer = await send(target);
    expect([target, answer.status, answer.body]).toEqual([target, 404, expect.stringContaining(`"${code}"`)]);
  }
});

/** The route's path once for each of its literal segments, with that segment's first letter percent-encoded. */
function encodeLiterals(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    if (segment === '' || segment.startsWith('{')) return [];
    const encoded = `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}`;
    return [
      segments
        .with(index, encoded)
        .join('/')
        .replaceAll('{server}', 'jp')
        .replace(/\{.*?\}/g, 'x'),
    ];
  });
}

/** Whether a path is that of a route with a parameter in the place of the encoded segment; another method of it is 405. */
function isOfParameter(target: string): boolean {
  const segments = target.split('/');
  return listRoutes().some(({ path }) => {
    const pattern = path.split('/');
    const matches = (part: string, index: number): boolean =>
      part.startsWith('{') ? !part.includes('...') : part === segments[index];
    return pattern.length === segments.length && pattern.every(matches);
  });
}

test('a literal segment matches as it is written: with one letter encoded, every route is 404', async () => {
  const wrong: string[] = [];
  for (const { method, path } of listRoutes()) {
    for (const target of encodeLiterals(path)) {
      const answer = await send(target, method);
      const isOther = answer.status === 405 && isOfParameter(target);
      if (answer.status !== 404 && !isOther) wrong.push(`${answer.status} ${method} ${target}`);
      expect(answer.headers.get('x-request-id')).toBeDefined();
    }
  }
  expect(wrong).toEqual([]);
});

test('queries: doubles, odd encodings and thousands of parameters', async () => {
  const target = '/api/v1/servers/jp/things';
  for (const [query, status, code] of [
    ['release=a&release=b', 400, 'duplicate_query_parameter'],
    ['limit=1&limit=2', 400, 'duplicate_query_parameter'],
    ['release=%', 400, 'invalid_release'],
    ['release=%00', 400, 'invalid_release'],
    ['id=%c0%ae', 400, 'invalid_batch'],
    ['id=..%2f10', 400, 'invalid_batch'],
    ['%69d=10&limit=1', 400, 'invalid_query'],
    [Array.from({ length: 3000 }, () => 'id=1').join('&'), 400, 'invalid_batch'],
  ] as const) {
    const answer = await send(`${target}?${query}`);
    expect([query.slice(0, 40), answer.status, answer.body]).toEqual([
      query.slice(0, 40),
      status,
      expect.stringContaining(`"${code}"`),
    ]);
  }
  for (const query of ['?', '&&&', '=', '=1', '__proto__=1', 'constructor=1', 'x=%', 'a;b', 'release%00=1']) {
    const answer = await send(`${target}?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
  }
});

test('the refusal of broken HTTP and of a header that is too large', async () => {
  for (const text of ['GET\r\n\r\n', 'NONSENSE\r\n\r\n', '\0\0\0\0\r\n\r\n']) {
    const answer = await home.world.raw(text);
    expect([text, answer.status]).toEqual([text, 400]);
  }
  const large = await home.world.raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(large.status).toBe(431);
  expect((await home.read('/healthz')).status).toBe(200);
});

test('one connection carries on after every kind of refusal', async () => {
  const targets = [
    '/api/v1/servers/jp/things/absent',
    '/assets/jp/Assets/..%2ftext.txt',
    '/api/v1/servers/jp/things?id=',
    '/nowhere',
    '/api/v1/servers/jp/things/10?release=x',
  ];
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
  requests.push('GET /assets/jp/Assets/text.txt HTTP/1.1\r\nHost: x\r\nRange: bytes=9-1\r\n\r\n');
  requests.push('POST /api/v1/releases HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello');
  requests.push('HEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
  requests.push('GET /runtime/jp/voice HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const text = await converse(home.world.port, requests);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  expect(statuses).toEqual([404, 404, 400, 404, 400, 416, 405, 404, 200]);
  expect(text.endsWith('no suffix, plain')).toBe(true);
});

/** Sends each request on one connection once the answer to the one before has begun. */
function converse(port: number, requests: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let sent = 0;
    const socket = connect(port, '127.0.0.1', () => next());
    const next = (): void => {
      const request = requests[sent++];
      if (request !== undefined) socket.write(request, 'latin1');
    };
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')));
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if ((text.match(/HTTP\/1\.1 \d{3} /g) ?? []).length === sent) next();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
