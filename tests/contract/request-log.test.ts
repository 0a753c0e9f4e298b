// What the log says of requests: one line each with route id, outcome, status and duration, none for good answers of hot
// reads; and what it must never say: what people wrote, who they are, what they sign in with, where they come from.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import type { LogLine } from '../world.ts';

const CLIENT = '203.0.113.77';
const PROXY = { 'x-forwarded-for': CLIENT } as const;
const SECRETS = {
  password: 'correct horse battery staple',
  wrongPassword: 'a wrong horse battery staple',
  post: 'WORDS-OF-A-POST',
  bio: 'WORDS-OF-A-BIO',
  stranger: 'stranger-in-the-log@example.org',
  search: 'WORDS-OF-A-SEARCH',
  fileName: 'WORDS-OF-A-FILE-NAME.png',
} as const;

const snapshot = await keepOpen(createSmallSnapshot({ media: 2 }));
const home = await keepOpen(openAccountsWorld({ TRUSTED_PROXIES: '127.0.0.1/32' }));
await home.world.publish(snapshot.directory);
const person = await home.person({ email: 'person-in-the-log@example.org' });

const requestLines = (): readonly LogLine[] => home.world.log.filter(({ message }) => message === 'request');

/** The lines that a request brought, by its id. */
async function linesOf(path: string, init: RequestInit = {}): Promise<readonly LogLine[]> {
  const requestId = crypto.randomUUID();
  const headers = { ...Object.fromEntries(new Headers(init.headers)), 'x-request-id': requestId, ...PROXY };
  const answer = await home.world.fetch(path, { ...init, headers });
  await answer.arrayBuffer();
  return requestLines().filter((line) => line.requestId === requestId);
}

test('one line a request, with route id, method, outcome, status and duration', async () => {
  const good = await linesOf('/api/v1/account/profile', { headers: { cookie: person.cookie } });
  expect(good).toEqual([
    expect.objectContaining({ level: 'info', route: 'profileRead', method: 'GET', status: 200, outcome: '200' }),
  ]);
  expect(Number(good[0]?.milliseconds)).toBeGreaterThan(0);
  const refused = await linesOf('/api/v1/account/profile');
  expect(refused).toEqual([
    expect.objectContaining({ route: 'profileRead', status: 401, outcome: 'authentication_required' }),
  ]);
  expect(await linesOf('/no/such/route')).toEqual([
    expect.objectContaining({ route: 'none', status: 404, outcome: 'route_not_found' }),
  ]);
  expect(await linesOf('/api/v1/servers/jp/songs/absent')).toEqual([
    expect.objectContaining({ route: 'entityRead', status: 404, outcome: 'entity_not_found' }),
  ]);
});

test('good answers of hot reads are not logged', async () => {
  expect(await linesOf('/api/v1/servers/jp/songs/3')).toEqual([]);
  expect(await linesOf('/assets/jp/Assets/media-1.txt')).toEqual([]);
});

test('no line holds what people write, who they are, what they sign in with, or where they come from', async () => {
  const send = (method: string, path: string, body: unknown) =>
    home.send(method, path, body, { cookie: person.cookie, ...PROXY });
  await home.send('POST', '/api/v1/account/register', { email: SECRETS.stranger }, PROXY);
  const { token } = await home.mail(SECRETS.stranger);
  await home.form('/account/password', { token, password: SECRETS.password }, PROXY);
  const signedIn = await home.send(
    'POST',
    '/api/auth/sign-in/email',
    { email: SECRETS.stranger, password: SECRETS.password },
    PROXY,
  );
  expect(signedIn.status).toBe(200);
  const wrong = { email: SECRETS.stranger, password: SECRETS.wrongPassword };
  await expectOnlyStatus(home.send('POST', '/api/auth/sign-in/email', wrong, PROXY), 401);
  await expectOnlyStatus(send('POST', POSTS, { body: SECRETS.post }), 201);
  await expectOnlyStatus(send('POST', POSTS, { body: '' }), 422);
  await expectOnlyStatus(send('PATCH', '/api/v1/account/profile', { bio: SECRETS.bio }), 200);
  await home.world.fetch(`/api/v1/community/feed?q=${SECRETS.search}`, { headers: PROXY });
  const made = await send('POST', '/api/v1/account/tokens', { name: 'log', scopes: ['read'] });
  const { secret = '' } = await readJson<AnswerBody<'POST /api/v1/account/tokens'>>(made);
  await home.world.fetch('/api/v1/account/profile', { headers: { authorization: `Bearer ${secret}`, ...PROXY } });
  await home.world.fetch('/api/v1/account/profile', { headers: { authorization: 'Bearer lh_wrong', ...PROXY } });
  await person.fetch('/api/v1/community/uploads/intents', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key-for-the-log-test', ...PROXY },
    body: JSON.stringify({ fileName: SECRETS.fileName, mediaType: 'image/png', size: 100 }),
  });
  await send('DELETE', '/api/v1/account/profile', { confirmation: 'not-the-address@example.org' });

  const cookies = signedIn.headers
    .getSetCookie()
    .map((line) => decodeURIComponent(line.split(';')[0]?.split('=')[1] ?? ''));
  const forbidden = [
    ...Object.values(SECRETS),
    ...cookies,
    decodeURIComponent(person.cookie.split('=')[1] ?? ''),
    person.email,
    'not-the-address@example.org',
    secret,
    token,
    CLIENT,
    '127.0.0.1',
  ].filter((text) => text !== '');
  expect(forbidden.length).toBeGreaterThan(13);
  // Debug lines too.
  const text = home.world.log.map((line) => JSON.stringify(line)).join('\n');
  expect(text).toContain('"route":"postCreate"');
  expect(forbidden.filter((word) => text.includes(word))).toEqual([]);
});
