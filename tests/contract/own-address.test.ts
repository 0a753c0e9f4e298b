// Without BASE_URL, the service uses the name by which a client in the same network calls it: the same-origin check, links
// and cached responses follow a local `Host`. Names that could belong to others are not used.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { writeLevelSnapshot } from '../fixtures/level-snapshot.ts';
import { localNetworkAddress } from '../fixtures/local-network.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { type PlainChallenge, solvePlainly } from '../fixtures/plain-solver.ts';
import type { RawAnswer } from '../world.ts';

const PASSWORD = 'a lantern at the harbour';

/** The address that a phone in the same network uses, and the one in the banner. */
const home = await keepOpen(openAccountsWorld({ HOST: '0.0.0.0', LIMITS: 'off', CAPTCHA: 'altcha' }));
const phone = `http://${localNetworkAddress()}:${home.world.port}`;
const banner = `http://localhost:${home.world.port}`;
await using snapshot = await writeLevelSnapshot({ songs: { 1: { charts: { easy: {} } } } });
await home.world.publish(snapshot.directory);

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${phone}${path}`, {
    method: 'POST',
    headers: { origin: phone, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const get = (host: string, path: string, more = ''): Promise<RawAnswer> =>
  home.world.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

const write = (host: string, more: string): Promise<RawAnswer> =>
  home.world.raw(
    `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: ${host}\r\n${more}Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );

test('a browser at the address of the local network sets a password, signs in and changes its name', async () => {
  const person = await home.person();
  const asked = await post('/api/auth/request-password-reset', { email: person.email });
  expect(asked.status).toBe(200);
  // A mail may be opened anywhere, so its link does not follow the request.
  const mail = await home.mail(person.email);
  expect(mail.link).toBe(`${banner}/account/password?token=${mail.token}`);

  const page = await fetch(`${phone}/account/password?token=${mail.token}`);
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  // Over plain HTTP to an IP address, a browser sends `Origin` but no `Sec-Fetch-Site`.
  const set = await fetch(`${phone}/account/password`, {
    method: 'POST',
    headers: { origin: phone },
    body: new URLSearchParams({ token: mail.token, password: PASSWORD }),
    redirect: 'manual',
  });
  expect([set.status, set.headers.get('location')]).toEqual([303, '/']);

  const signedIn = await post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  expect(signedIn.headers.getSetCookie().join()).not.toMatch(/; (?:Secure|Domain=)/i);
  const cookie = cookiesOf(signedIn);
  const own = await fetch(`${phone}/api/v1/account/profile`, { headers: { cookie } });
  const { profile } = await readJson<AnswerBody<'GET /api/v1/account/profile'>>(own);
  const patch = (origin: string): Promise<Response> =>
    fetch(`${phone}/api/v1/account/profile`, {
      method: 'PATCH',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: 'By Phone', version: profile.version }),
    });
  for (const origin of [
    'http://192.168.255.1:8080',
    'https://evil.example',
    phone.replace('http:', 'https:'),
    'null',
  ]) {
    await expectRefused(patch(origin), '403 cross_origin_request');
  }
  await expectOnlyStatus(patch(phone), 200);
});

test('a registration from there solves the proof of work in plain script', async () => {
  const challenge = await readJson<PlainChallenge>(fetch(`${phone}/api/v1/account/captcha`));
  const email = 'by-plain-script@example.org';
  const register = (response: string): Promise<Response> =>
    post('/api/v1/account/register', { email }, { 'x-captcha-response': response });
  const lie = btoa(JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00' } }));
  await expectRefused(register(lie), '403 captcha_verification_failed');
  await expectOnlyStatus(register(solvePlainly(challenge)), 202);
  await home.mail(email);
});

const SOURCED = ['/levels/list', '/levels/info', '/playlists/list', '/engines/list', '/skins/info'];

test('items of the level server name the address that the client used, on every repetition', async () => {
  const sourcesOf = (body: string): readonly string[] => [
    ...new Set([...body.matchAll(/"source":"(http[^"]*)"/g)].map((found) => found[1] ?? '')),
  ];
  const { port } = home.world;
  const hosts = [
    [new URL(phone).host, phone],
    [`localhost:${port}`, banner],
    ['music-box.local', 'http://music-box.local'],
    [`rebound.example:${port}`, banner],
  ] as const;
  for (const path of SOURCED) {
    // Often enough that every cache answers.
    for (let round = 0; round < 4; round++) {
      for (const [host, source] of hosts) {
        const answer = await get(host, `/levelserver${path}`, 'X-Forwarded-Host: 10.0.0.9\r\n');
        expect([path, host, answer.status, sourcesOf(answer.body)]).toEqual([path, host, 200, [source]]);
      }
    }
  }
  const tags = await Promise.all(
    hosts.slice(0, 2).map(async ([host]) => (await get(host, '/levelserver/levels/list')).headers.get('etag')),
  );
  expect(new Set(tags).size).toBe(2);
});

test('a client without a Host header gets the address of the banner', async () => {
  const answer = await home.world.raw('GET /levelserver/engines/list HTTP/1.0\r\n\r\n');
  expect(answer.body).toContain(`"source":"${banner}"`);
});

test('the page for developers shows the address by which it was opened', async () => {
  for (const [host, address] of [
    [new URL(phone).host, phone],
    ['nas', 'http://nas'],
    ['rebound.example', banner],
    [new URL(phone).host, phone],
  ] as const) {
    expect((await get(host, '/developers')).body).toContain(`${address}/api/v1/`);
  }
});

test('writes to a name that others could own are refused; reads and API tokens are not', async () => {
  for (const host of ['rebound.example', `rebound.example:${home.world.port}`, '8.8.8.8', 'localhost.example']) {
    for (const more of [`Origin: http://${host}\r\n`, '', 'Sec-Fetch-Site: same-origin\r\n']) {
      const answer = await write(host, more);
      expect([host, more, answer.status, answer.body]).toEqual([
        host,
        more,
        403,
        expect.stringContaining('cross_origin_request'),
      ]);
    }
    const forwarded = await write(host, `X-Forwarded-Host: localhost\r\nOrigin: http://localhost\r\n`);
    expect(forwarded.status).toBe(403);
    expect((await get(host, '/healthz')).status).toBe(200);
  }
  const withToken = await home.world.raw(
    'DELETE /api/v1/account/avatar HTTP/1.1\r\nHost: rebound.example\r\nAuthorization: Bearer none\r\nConnection: close\r\n\r\n',
  );
  expect(withToken.status).toBe(401);
  // The same-origin rule lets these pass, so the refusal is about the body.
  for (const host of ['nas', 'music-box.local', `localhost:${home.world.port}`]) {
    expect((await write(host, `Origin: http://${host}\r\n`)).status).toBe(400);
  }
});
