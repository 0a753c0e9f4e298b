// What outlives a session (an API token) is made only shortly after a sign-in or a confirmation, and a changed password
// leaves nothing behind that still acts for the account.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import { createPasswordLink } from '../../src/features/accounts/links/password.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import {
  type AccountsWorld,
  cookiesOf,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';

const CONFIRM = '/api/v1/account/confirm';
const TOKENS = '/api/v1/account/tokens';
const PROFILE = '/api/v1/account/profile';
const CHANGE = '/api/auth/change-password';
const PASSWORD = 'correct horse battery';
const REFUSED = [403, 'reauthentication_required'] as const;
const FAILED = [403, 'confirmation_failed'] as const;

let home: AccountsWorld;
let hash: string;
beforeAll(async () => {
  home = await openAccountsWorld({ LIMITS: 'off' });
  hash = await hashPassword(PASSWORD);
});
afterAll(() => home[Symbol.asyncDispose]());

/** A person who signed in so many minutes ago. */
async function personSince(minutes: number, withPassword: boolean): Promise<Person> {
  const person = await home.person();
  if (withPassword) {
    await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
      values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${hash})`;
  }
  await home.sql`update session set created_at = now() - make_interval(mins => ${minutes}) where account_id = ${person.id}`;
  return person;
}

const make = (person: Pick<Person, 'send'>): Promise<Response> =>
  person.send('POST', TOKENS, { name: 'bot', scopes: ['read'] });

const isLive = async (secret: string): Promise<boolean> =>
  (await home.world.fetch(PROFILE, { headers: { authorization: `Bearer ${secret}` } })).ok;

const codeOf = (text: string): string => /^\d{6}$/m.exec(text)?.[0] ?? '';
const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a token is made within ten minutes', () => {
  test('of the sign-in', async () => {
    expect((await make(await personSince(9, true))).status).toBe(201);
    const person = await personSince(11, true);
    expect(await refusalOf(await make(person))).toEqual(REFUSED);
    const answer = await home.send('POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    const cookie = cookiesOf(answer);
    const body = { name: 'bot', scopes: ['read'] };
    expect((await home.send('POST', TOKENS, body, { cookie })).status).toBe(201);
    // Signing in elsewhere confirms that session alone.
    expect(await refusalOf(await make(person))).toEqual(REFUSED);
    // Tokens are seen and revoked without.
    expect((await person.fetch(TOKENS)).status).toBe(200);
    expect((await person.fetch(`${TOKENS}/${Bun.randomUUIDv7()}`, { method: 'DELETE' })).status).toBe(404);
  });

  test('of a confirmation with the password, for that session alone', async () => {
    const person = await personSince(11, true);
    expect(await refusalOf(await person.send('POST', CONFIRM, {}))).toEqual([422, 'password_required']);
    for (const wrong of [{ password: 'wrong horse battery' }, { password: 'x'.repeat(129) }, { code: '123456' }]) {
      expect(await refusalOf(await person.send('POST', CONFIRM, wrong))).toEqual(FAILED);
    }
    for (const body of [{ password: PASSWORD, code: '123456' }, { password: 5 }, { passkey: 'x' }]) {
      expect(await refusalOf(await person.send('POST', CONFIRM, body))).toEqual([422, 'invalid_body']);
    }
    expect(await refusalOf(await make(person))).toEqual(REFUSED);
    const answer = await person.send('POST', CONFIRM, { password: PASSWORD });
    expect([answer.status, await answer.json()]).toEqual([200, { confirmedAt: expect.any(Number) as never }]);
    expect((await make(person)).status).toBe(201);
    // What the sign-in library tells of sessions is as before.
    const list = await person.fetch('/api/auth/list-sessions');
    expect(await list.text()).not.toContain('onfirmedAt');
    await home.sql`update session set confirmed_at = now() - interval '11 minutes' where account_id = ${person.id}`;
    expect(await refusalOf(await make(person))).toEqual(REFUSED);
    const subjects = home.mails(person.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject !== 'An API token was created')).toEqual([]);
  });

  test('of a confirmation with a mailed code, where no password is set', async () => {
    const person = await personSince(11, false);
    expect(await refusalOf(await person.send('POST', CONFIRM, { password: PASSWORD }))).toEqual(FAILED);
    expect(await refusalOf(await person.send('POST', CONFIRM, { code: '000000' }))).toEqual(FAILED);
    const asked = await person.send('POST', CONFIRM, {});
    expect([asked.status, await asked.json()]).toEqual([202, { codeSent: true }]);
    const code = codeOf((await home.mail(person.email)).text);
    const again = await person.send('POST', CONFIRM, {});
    expect(again.headers.get('retry-after')).toBe('60');
    expect(await refusalOf(again)).toEqual([429, 'rate_limit_exceeded']);
    expect(await refusalOf(await person.send('POST', CONFIRM, { code: anotherCode(code) }))).toEqual(FAILED);
    expect(await refusalOf(await make(person))).toEqual(REFUSED);
    expect((await person.send('POST', CONFIRM, { code: ` ${code} ` })).status).toBe(200);
    expect((await make(person)).status).toBe(201);
    // It works once.
    expect(await refusalOf(await person.send('POST', CONFIRM, { code }))).toEqual(FAILED);
  });
});

describe('a mailed code', () => {
  async function personWithCode(): Promise<{ readonly person: Person; readonly code: string }> {
    const person = await personSince(11, false);
    expect((await person.send('POST', CONFIRM, {})).status).toBe(202);
    return { person, code: codeOf((await home.mail(person.email)).text) };
  }

  test('ends with the fifth wrong one, also when they come at once', async () => {
    const { person, code } = await personWithCode();
    const wrong = Array.from({ length: 5 }, () => person.send('POST', CONFIRM, { code: anotherCode(code) }));
    for (const answer of await Promise.all(wrong)) expect(await refusalOf(answer)).toEqual(FAILED);
    expect(await refusalOf(await person.send('POST', CONFIRM, { code }))).toEqual(FAILED);
  });

  test('ends after ten minutes', async () => {
    const { person, code } = await personWithCode();
    await home.sql`update confirmation_code set expires_at = expires_at - interval '10 minutes'
      where session_id in (select id from session where account_id = ${person.id})`;
    expect(await refusalOf(await person.send('POST', CONFIRM, { code }))).toEqual(FAILED);
  });

  test('works in the session that asked for it alone, and is not stored as it is', async () => {
    const { person, code } = await personWithCode();
    const other = await personSince(11, false);
    expect(await refusalOf(await other.send('POST', CONFIRM, { code }))).toEqual(FAILED);
    const rows: { code_hash: string }[] = await home.sql`select code_hash from confirmation_code
      where session_id in (select id from session where account_id = ${person.id})`;
    expect(rows.map((row) => row.code_hash)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/) as never]);
    await home.sql`delete from session where account_id = ${person.id}`;
    const left: unknown[] =
      await home.sql`select 1 from confirmation_code where code_hash = ${rows[0]?.code_hash ?? ''}`;
    expect(left).toEqual([]);
  });
});

describe('a changed password', () => {
  const next = { currentPassword: PASSWORD, newPassword: 'another horse battery' };

  async function personWithKeys(): Promise<{
    readonly person: Person;
    readonly secret: string;
    readonly link: string;
  }> {
    const person = await personSince(0, true);
    const { secret } = await readJson<{ secret: string }>(await make(person));
    const database = openDatabase(
      { databaseUrl: home.databaseUrl, dataDirectory: home.world.dataDirectory },
      openLog('silent'),
    );
    try {
      await database.ready();
      const link = await database.transaction((tx) => createPasswordLink(tx, person.id));
      return { person, secret, link };
    } finally {
      await database.close();
    }
  }
  const useLink = (token: string): Promise<Response> =>
    home.form('/account/password', { token, password: 'a third horse battery' });

  test('ends API tokens and unused links', async () => {
    const { person, secret, link } = await personWithKeys();
    const wrong = { ...next, currentPassword: 'wrong horse battery' };
    expect(await refusalOf(await person.send('POST', CHANGE, wrong))).toEqual([400, 'invalid_password']);
    expect(await isLive(secret)).toBe(true);
    const done = await person.send('POST', CHANGE, next);
    expect(done.status).toBe(200);
    expect(await isLive(secret)).toBe(false);
    expect((await useLink(link)).status).toBe(400);
    // Whoever changed it has just proven who they are.
    const cookie = cookiesOf(done);
    expect((await home.send('POST', TOKENS, { name: 'bot', scopes: ['read'] }, { cookie })).status).toBe(201);
  });

  test('keeps API tokens where the person says so, never the links', async () => {
    const { person, secret, link } = await personWithKeys();
    const malformed = await person.send('POST', CHANGE, { ...next, keepApiTokens: 'yes' });
    expect(await refusalOf(malformed)).toEqual([422, 'invalid_body']);
    expect((await person.send('POST', CHANGE, { ...next, keepApiTokens: true })).status).toBe(200);
    expect(await isLive(secret)).toBe(true);
    expect((await useLink(link)).status).toBe(400);
  });

  test('of one account ends nothing of another', async () => {
    const [mine, other] = [await personWithKeys(), await personWithKeys()];
    expect((await mine.person.send('POST', CHANGE, next)).status).toBe(200);
    expect(await isLive(other.secret)).toBe(true);
    expect((await useLink(other.link)).status).toBe(303);
  });
});
