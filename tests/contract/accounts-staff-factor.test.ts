// Staff and the second factor: with STAFF_SECOND_FACTOR=required staff rights need a session proved by two factors. And
// the operator's way out for people who have lost everything.
import { expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import { POLICIES } from '../../src/http/gates/guard.ts';
import {
  addPasskey,
  enrol,
  joinCookies,
  pendingStep,
  personWithPassword,
  signIn,
  signInWithPasskey,
  VERIFY,
  whoIs,
} from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson, refusalOf } from '../fixtures/people.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';
import { totpCode } from '../fixtures/totp.ts';

const CASES = '/api/v1/moderation/cases';
const REFUSED = [403, 'second_factor_required'] as const;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', STAFF_SECOND_FACTOR: 'required' }));

const get = (path: string, cookie: string) => home.world.fetch(path, { headers: { cookie } });

/** Runs `livehouse …` on the database of the world. */
const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runProgram([...LIVEHOUSE, ...args], {
    DATABASE_URL: home.databaseUrl,
    LIVEHOUSE_DATA: home.world.dataDirectory,
    ...environment,
  });

test('every staff route is closed until a second factor is set up', async () => {
  const person = await home.person({ role: 'administrator' });
  const routes = listRoutes().filter(({ access = 'public' }) => access in POLICIES && access !== 'viewer');
  const staff = routes.filter(({ access }) => access === 'staff' || access === 'administrator');
  expect(staff.length).toBeGreaterThan(10);
  /** Parameters that take only some words. */
  const NAMED: Readonly<Record<string, string>> = { text: 'about', language: 'en', picture: 'hero', kind: 'post' };
  for (const { method, path } of staff) {
    const place = path.replaceAll(/\{([^}]+)\}/g, (_, name) => NAMED[name] ?? Bun.randomUUIDv7());
    const answer = await (method === 'GET' ? person.fetch(place) : person.send(method, place, {}));
    expect([path, await refusalOf(answer)]).toEqual([path, REFUSED]);
  }
  const token = { name: 'ci', scopes: ['publish'], servers: ['jp'] };
  expect(await refusalOf(person.send('POST', '/api/v1/account/tokens', token))).toEqual(REFUSED);
  const member = await home.person();
  await expectRefused(member.fetch(CASES), '403 staff_required');
  const { cookie } = await enrol(home, person.cookie);
  await expectOnlyStatus(get(CASES, cookie), 200);
});

test('a token with rights of staff needs to have been made with one; doctor names those that were not', async () => {
  const person = await home.person({ role: 'administrator' });
  const { cookie } = await enrol(home, person.cookie);
  const asked = { name: 'ci of today', scopes: ['publish'], servers: ['jp'] };
  const { secret, token } = await readJson(home.send('POST', '/api/v1/account/tokens', asked, { cookie }));
  const open = `/api/v1/publications/${Bun.randomUUIDv7()}`;
  const use = () => home.world.fetch(open, { headers: { authorization: `Bearer ${secret}` } });
  await expectRefused(use(), '404 publication_not_found');
  const quiet = await run(['doctor', '--json'], { STAFF_SECOND_FACTOR: 'required' });
  expect(quiet.stdout).not.toContain('ci of today');
  // As those of earlier versions are.
  await home.sql`update api_token set second_factor = false where id = ${token.id}`;
  expect(await refusalOf(use())).toEqual([...REFUSED]);
  const loud = await run(['doctor', '--json'], { STAFF_SECOND_FACTOR: 'required' });
  expect(loud.stdout).toContain(`\\"ci of today\\" of account ${person.uid}`);
  // Tokens that carry no such rights go on.
  const plain = { name: 'reader', scopes: ['read'] };
  const reader = await readJson(home.send('POST', '/api/v1/account/tokens', plain, { cookie }));
  await home.sql`update api_token set second_factor = false where id = ${reader.token.id}`;
  const headers = { authorization: `Bearer ${reader.secret}` };
  await expectOnlyStatus(home.world.fetch('/api/v1/account/profile', { headers }), 200);
});

test('a member who becomes a moderator needs one from then on', async () => {
  const person = await personWithPassword(home);
  await home.sql`update profile set role = 'moderator' where account_id = ${person.id}`;
  expect(await refusalOf(person.fetch(CASES))).toEqual([...REFUSED]);
  // What every member may do goes on.
  await expectOnlyStatus(person.fetch('/api/v1/account/profile'), 200);
  const { uri } = await enrol(home, person.cookie);
  const step = await pendingStep(home, person.email);
  const done = await home.send('POST', VERIFY, { code: totpCode(uri) }, { cookie: step });
  await expectOnlyStatus(get(CASES, joinCookies(step, done)), 200);
});

test('only a passkey with user verification counts as both', async () => {
  const person = await personWithPassword(home, { role: 'moderator' });
  const key = await addPasskey(home, person.cookie, false);
  expect(await refusalOf(person.fetch(CASES))).toEqual([...REFUSED]);
  const touched = joinCookies('', await signInWithPasskey(home, key, false));
  expect(await refusalOf(get(CASES, touched))).toEqual([...REFUSED]);
  const verified = joinCookies('', await signInWithPasskey(home, key, true));
  await expectOnlyStatus(get(CASES, verified), 200);
  const byPassword = joinCookies('', await signIn(home, person.email));
  expect(await refusalOf(get(CASES, byPassword))).toEqual([...REFUSED]);
  // Making one with user verification proves both, too.
  await addPasskey(home, byPassword, true);
  await expectOnlyStatus(get(CASES, byPassword), 200);
});

test('a device that is known is no second factor', async () => {
  const person = await personWithPassword(home, { role: 'moderator' });
  const { uri } = await enrol(home, person.cookie);
  const step = await pendingStep(home, person.email);
  const body = { code: totpCode(uri), trustDevice: true };
  const first = await home.send('POST', VERIFY, body, { cookie: step });
  const cookie = joinCookies(step, first);
  expect(cookie).not.toContain('trust_device');
  expect(await readJson(signIn(home, person.email, cookie))).toMatchObject({ twoFactorRedirect: true });
});

test('accounts reset-factor removes everything, ends sessions, is audited and mailed', async () => {
  const person = await personWithPassword(home);
  await addPasskey(home, person.cookie);
  const { cookie } = await enrol(home, person.cookie);
  const command = await run(['accounts', 'reset-factor', person.email]);
  expect([command.code, command.stderr]).toEqual([0, '']);
  expect(await whoIs(home, cookie)).toBeUndefined();
  expect(await readJson(signIn(home, person.email))).toHaveProperty('token');
  const rows: { before: unknown; after: unknown }[] = await home.sql`
    select before #>> '{}' as before, after #>> '{}' as after from audit_event where action = 'account.factor-reset' and subject_id = ${String(person.uid)}`;
  expect(rows).toEqual([{ before: '{"totp": true, "passkeys": 1}', after: '{"totp": false, "passkeys": 0}' }]);
  expect(home.mails(person.email).map(({ subject }) => subject)).toContain('Two-factor authentication was reset');
});

test('doctor warns when stored passkeys belong to another host', async () => {
  await home.sql`delete from passkey`;
  const person = await home.person();
  await home.sql`insert into passkey (id, account_id, public_key, credential_id, counter, device_type, backed_up, rp_id)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'x', ${person.id}, 0, 'singleDevice', false, 'old.example.org')`;
  const look = async (baseUrl: string): Promise<{ state: string; detail: string } | undefined> => {
    const { stdout } = await run(['doctor', '--json'], { BASE_URL: baseUrl, PROVIDER_URL: 'off', FFMPEG: 'off' });
    const { checks }: { checks: { name: string; state: string; detail: string }[] } = JSON.parse(stdout);
    return checks.find(({ name }) => name === 'passkeys');
  };
  const moved = await look('https://new.example.org');
  expect(moved?.state).toBe('warn');
  expect(moved?.detail).toContain('old.example.org');
  expect((await look('http://192.0.2.7'))?.detail).toContain('off: BASE_URL needs https');
  expect((await look('https://old.example.org'))?.state).toBe('ok');
});
