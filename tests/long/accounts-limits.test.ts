// Guessing passwords: a network counts as one client, an account is guarded across networks, and its owner still gets in.
import { expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import { keepOpen } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';

const PASSWORD = 'correct horse battery';
const WRONG = 'wrong horse battery';

const home = await keepOpen(openAccountsWorld({ TRUSTED_PROXIES: '127.0.0.0/8, ::1/128' }));
const hash = await hashPassword(PASSWORD);

async function personWithPassword(): Promise<Person> {
  const person = await home.person();
  await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${hash})`;
  return person;
}

const signIn = (from: string, email: string, password: string, cookie = '') =>
  home.send('POST', '/api/auth/sign-in/email', { email, password }, { 'x-forwarded-for': from, cookie });

test('addresses of one /64 are one client; the next /64 is another; mapped addresses are IPv4', async () => {
  const { email } = await personWithPassword();
  for (let i = 0; i < 5; i += 1) {
    await expectOnlyStatus(signIn(`2001:db8:7:1::${i}`, email, WRONG), 401);
    await expectOnlyStatus(signIn(`2001:db8:7:1:ffff:${i}::1`, email, WRONG), 401);
  }
  await expectRefused(signIn('2001:db8:7:1:aaaa::', email, PASSWORD), '429 rate_limit_exceeded');
  await expectOnlyStatus(signIn('2001:db8:7:2::1', email, PASSWORD), 200);

  const other = await personWithPassword();
  for (let i = 0; i < 5; i += 1) {
    await expectOnlyStatus(signIn('192.0.2.7', other.email, WRONG), 401);
    await expectOnlyStatus(signIn('::ffff:c000:207', other.email, WRONG), 401);
  }
  await expectOnlyStatus(signIn('::ffff:192.0.2.7', other.email, PASSWORD), 429);
});

test('one account, many networks: twenty failures, then waits, but the owner can sign in', async () => {
  const { email } = await personWithPassword();
  const before = await signIn('198.51.100.1', email, PASSWORD);
  expect(before.status).toBe(200);
  const device = cookiesOf(before)
    .split('; ')
    .filter((pair) => pair.includes('known_device'))
    .join();
  expect(before.headers.getSetCookie().join('\n')).toMatch(
    /^livehouse\.known_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/m,
  );

  const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(`203.0.113.${i}`, email, WRONG)));
  expect(guesses.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(20).fill(401),
    ...Array<number>(10).fill(429),
  ]);
  const waits = guesses.flatMap((answer) => (answer.status === 429 ? Number(answer.headers.get('retry-after')) : []));
  expect(waits.every((seconds) => seconds >= 1 && seconds <= 5)).toBe(true);
  // What strangers are told of an address without an account is the same.
  const unknown = await Promise.all(
    Array.from({ length: 22 }, (_, i) => signIn(`203.0.113.${i}`, 'nobody@example.org', WRONG)),
  );
  expect(unknown.filter(({ status }) => status === 429)).toHaveLength(2);

  // A device that signed in before does not wait, wherever it is now; the cookie alone signs nobody in.
  await expectOnlyStatus(signIn('198.51.100.2', email, WRONG, device), 401);
  await expectOnlyStatus(signIn('198.51.100.2', email, PASSWORD, device), 200);
  const session = await home.world.fetch('/api/auth/get-session', { headers: { cookie: device } });
  expect(await session.json()).toBeNull();
});

test('a mailed link ends the wait that strangers caused', async () => {
  const { email } = await personWithPassword();
  await Promise.all(Array.from({ length: 21 }, (_, i) => signIn(`203.0.113.${i}`, email, WRONG)));
  const from = { 'x-forwarded-for': '198.51.100.3' };
  await home.send('POST', '/api/auth/request-password-reset', { email }, from);
  const { token } = await home.mail(email);
  const set = await home.form('/account/password', { token, password: 'another horse battery' }, from);
  expect(set.status).toBe(303);
  expect(cookiesOf(set)).toContain('known_device');
  await expectOnlyStatus(signIn('198.51.100.4', email, 'another horse battery'), 200);
});

test('without rememberMe the browser is not marked as known', async () => {
  const { email } = await personWithPassword();
  const body = { email, password: PASSWORD, rememberMe: false };
  const answer = await home.send('POST', '/api/auth/sign-in/email', body);
  expect(answer.status).toBe(200);
  expect(cookiesOf(answer)).not.toContain('known_device');
});
