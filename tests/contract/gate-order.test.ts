// What stands before every handler of the stateful plane: the order of refusals when two mistakes come together, the
// headers of limits, and who may read answers across origins.
import { expect, test } from 'bun:test';
import { POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld } from '../fixtures/people.ts';

const APP = 'https://app.example';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const EXPORT = '/api/v1/account/export';

const home = await keepOpen(openAccountsWorld({ TRUSTED_ORIGINS: APP }));
const person = await home.person();

const MALFORMED = [
  ['DELETE', '/api/v1/account/tokens/malformed', 404, 'api_token_not_found'],
  ['DELETE', '/api/v1/account/game-accounts/malformed', 404, 'game_account_not_found'],
  ['GET', '/api/v1/community/attachments/malformed', 404, 'attachment_not_found'],
  ['PUT', '/api/v1/community/uploads/malformed/content', 404, 'attachment_not_found'],
  ['PUT', `/api/v1/community/uploads/${NOWHERE}/parts/0`, 422, 'invalid_part_number'],
] as const;

test.each(MALFORMED)('%s %s: a malformed id is refused only after the gates', async (method, path, status, code) => {
  await expectRefused(home.world.fetch(path, { method }), '401 authentication_required');
  await expectRefused(person.fetch(path, { method }), `${status} ${code}`);
});

test('a malformed id of a staff route is refused after the staff check and the body', async () => {
  const path = '/api/v1/moderation/cases/malformed/decision';
  const staff = await home.person({ role: 'moderator' });
  await expectRefused(home.send('POST', path, {}), '401 authentication_required');
  await expectRefused(person.send('POST', path, {}), '403 staff_required');
  await expectRefused(staff.send('POST', path, {}), '422 invalid_decision');
  const whole = { verdict: 'allow', reasonCode: 'spam', version: 1 };
  await expectRefused(staff.send('POST', path, whole), '404 case_not_found');
});

test('a path outside the grammar matches no route, for every caller', async () => {
  const path = `${POSTS}/malformed/reaction`;
  await expectRefused(home.world.fetch(path, { method: 'PUT' }), '404 route_not_found');
});

test('a parameter that came twice is told before any that is malformed', async () => {
  await expectRefused(home.world.fetch(`${POSTS}?limit=none&cursor=one&cursor=two`), '400 duplicate_query_parameter');
});

test('refusals that counted against a limit tell what is left of it', async () => {
  const writer = await home.person();
  const left = (answer: Response) => [answer.status, answer.headers.get('ratelimit')?.split(';')[1]];
  expect(left(await writer.send('POST', POSTS, { body: 'One' }))).toEqual([201, 'r=29']);
  const invalid = await writer.send('POST', POSTS, {});
  expect(left(invalid)).toEqual([422, 'r=28']);
  expect(invalid.headers.get('ratelimit-policy')).toBe('"write";q=30;w=60');
  expect(left(await writer.send('POST', `${POSTS}/${NOWHERE}/comments`, { body: 'x' }))).toEqual([404, 'r=27']);
  const text = await writer.fetch(POSTS, { method: 'POST', body: 'x' });
  expect(left(text)).toEqual([415, 'r=26']);
  const stranger = await home.send('POST', POSTS, {});
  expect(left(stranger)).toEqual([401, undefined]);
});

test('asking for the head of an export is no export', async () => {
  const owner = await home.person();
  for (let i = 0; i < 5; i += 1) await expectOnlyStatus(owner.fetch(EXPORT, { method: 'HEAD' }), 200);
  const answer = await owner.fetch(EXPORT);
  expect([answer.status, answer.headers.get('ratelimit')?.split(';')[1]]).toEqual([200, 'r=2']);
  await answer.body?.cancel();
});

// What pages of other origins read below /api/v1/community is in cors-origins.test.ts.
const READ_ACROSS = [
  ['/api/v1/account/config', null],
  ['/api/v1/account/profile', null],
  ['/api/auth/get-session', null],
  ['/api/auth/list-sessions', null],
  ['/api/auth/list-accounts', null],
  ['/api/v1/community/uploads/policy', '*'],
  [POSTS, '*'],
] as const;

test.each(READ_ACROSS)(
  '%s may be read with a cookie by a page of a trusted origin, and by no other',
  async (path, open) => {
    const trusted = await person.fetch(path, { headers: { origin: APP } });
    expect(trusted.status).toBe(200);
    expect(trusted.headers.get('access-control-allow-origin')).toBe(APP);
    expect(trusted.headers.get('access-control-allow-credentials')).toBe('true');
    expect(trusted.headers.get('vary')).toBe('Origin');
    const other = await person.fetch(path, { headers: { origin: 'https://elsewhere.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBe(open);
    expect(other.headers.get('access-control-allow-credentials')).toBeNull();
    expect(other.headers.get('vary')).toBe('Origin');
  },
);

test('with an Authorization the cookie counts for nothing on sign-in routes either', async () => {
  const headers = { authorization: `Bearer lh_${'x'.repeat(43)}` };
  expect(await (await person.fetch('/api/auth/get-session', { headers })).json()).toBeNull();
  await expectRefused(person.fetch('/api/auth/list-sessions', { headers }), '401 unauthorized');
  await expectOnlyStatus(person.fetch('/api/auth/sign-out', { method: 'POST', headers }), 200);
  await expectOnlyStatus(person.fetch('/api/v1/account/profile'), 200);
});

test('HEAD of a sign-in read tells the length of what GET answers', async () => {
  for (const path of ['/api/auth/get-session', '/api/auth/list-sessions', '/api/auth/verify-email']) {
    const [head, whole] = [await person.fetch(path, { method: 'HEAD' }), await person.fetch(path)];
    const { byteLength } = await whole.arrayBuffer();
    expect([path, head.status, head.headers.get('content-length')]).toEqual([path, whole.status, String(byteLength)]);
  }
});

test('the answer to a deletion is kept by nobody', async () => {
  const { id } = await writePost(person);
  const gone = await person.send('DELETE', `${POSTS}/${id}`, { version: 1 });
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([204, 'no-store']);
  expect(gone.headers.get('x-content-type-options')).toBe('nosniff');
});
