// What outlives a session (an API token) is made only shortly after a sign-in or a confirmation, and a changed password
// leaves nothing behind that still acts for the account.
import { describe, expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import { createPasswordLink } from '../../src/features/accounts/links/password.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  cookiesOf,
  expectOnlyStatus,
  expectRefused,
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

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const hash = await hashPassword(PASSWORD);

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

const make = (person: Pick<Person, 'send'>) => person.send('POST', TOKENS, { name: 'bot', scopes: ['read'] });

const isLive = async (secret: string): Promise<boolean> =>
  (await home.world.fetch(PROFILE, { headers: { authorization: `Bearer ${secret}` } })).ok;

const codeOf = (text: string): string => /^\d{6}$/m.exec(text)?.[0] ?? '';
const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a token is made within ten minutes', () => {
  test('of the sign-in', async () => {
    await expectOnlyStatus(make(await personSince(9, true)), 201);
    const person = await personSince(11, true);
    expect(await refusalOf(make(person))).toEqual(REFUSED);
    const answer = await home.send('POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    const cookie = cookiesOf(answer);
    const body = { name: 'bot', scopes: ['read'] };
    await expectOnlyStatus(home.send('POST', TOKENS, body, { cookie }), 201);
    // Signing in elsewhere confirms that session alone.
    expect(await refusalOf(make(person))).toEqual(REFUSED);
    // Tokens are seen and revoked without.
    await expectOnlyStatus(person.fetch(TOKENS), 200);
    await expectOnlyStatus(person.fetch(`${TOKENS}/${Bun.randomUUIDv7()}`, { method: 'DELETE' }), 404);
  });

  test('of a confirmation with the password, for that session alone', async () => {
    const person = await personSince(11, true);
    await expectRefused(person.send('POST', CONFIRM, {}), '422 password_required');
    for (const wrong of [{ password: 'wrong horse battery' }, { password: 'x'.repeat(129) }, { code: '123456' }]) {
      expect(await refusalOf(person.send('POST', CONFIRM, wrong))).toEqual(FAILED);
    }
    for (const body of [{ password: PASSWORD, code: '123456' }, { password: 5 }, { passkey: 'x' }]) {
      await expectRefused(person.send('POST', CONFIRM, body), '422 invalid_body');
    }
    expect(await refusalOf(make(person))).toEqual(REFUSED);
    const answer = await person.send('POST', CONFIRM, { password: PASSWORD });
    expect([answer.status, await answer.json()]).toEqual([200, { confirmedAt: expect.any(Number) as never }]);
    await expectOnlyStatus(make(person), 201);
    // What the sign-in library tells of sessions is as before.
    const list = await person.fetch('/api/auth/list-sessions');
    expect(await list.text()).not.toContain('onfirmedAt');
    await home.sql`update session set confirmed_at = now() - interval '11 minutes' where account_id = ${person.id}`;
    expect(await refusalOf(make(person))).toEqual(REFUSED);
    const subjects = home.mails(person.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject !== 'An API token was created')).toEqual([]);
  });

  test('of a confirmation with a mailed code, where no password is set', async () => {
    const person = await personSince(11, false);
    expect(await refusalOf(person.send('POST', CONFIRM, { password: PASSWORD }))).toEqual(FAILED);
    expect(await refusalOf(person.send('POST', CONFIRM, { code: '000000' }))).toEqual(FAILED);
    const asked = await person.send('POST', CONFIRM, {});
    expect([asked.status, await asked.json()]).toEqual([202, { codeSent: true }]);
    const code = codeOf((await home.mail(person.email)).text);
    const again = await person.send('POST', CONFIRM, {});
    expect(again.headers.get('retry-after')).toBe('60');
    await expectRefused(again, '429 rate_limit_exceeded');
    expect(await refusalOf(person.send('POST', CONFIRM, { code: anotherCode(code) }))).toEqual(FAILED);
    expect(await refusalOf(make(person))).toEqual(REFUSED);
    await expectOnlyStatus(person.send('POST', CONFIRM, { code: ` ${code} ` }), 200);
    await expectOnlyStatus(make(person), 201);
    // It works once.
    expect(await refusalOf(person.send('POST', CONFIRM, { code }))).toEqual(FAILED);
  });
});

describe('what would help a thief most asks for a proof of the last ten minutes', () => {
  const EXPORT = '/api/v1/account/export';
  const SESSIONS = '/api/auth/list-sessions';
  const other = async (person: Person): Promise<{ readonly id: string; readonly token: string }> => {
    const [id, token] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    await home.sql`insert into session (id, token, account_id, expires_at)
      values (${id}, ${token}, ${person.id}, now() + interval '7 days')`;
    return { id, token };
  };
  const calls = (person: Person, token: string): readonly (readonly [string, () => Promise<Response>])[] => [
    ['export', () => person.fetch(EXPORT)],
    ['address', () => person.send('POST', '/api/auth/change-email', { newEmail: `new-${person.email}` })],
    ['other sessions', () => person.send('POST', '/api/auth/revoke-other-sessions', {})],
    ['one session', () => person.send('POST', '/api/auth/revoke-session', { token })],
    ['all sessions', () => person.send('POST', '/api/auth/revoke-sessions', {})],
    ['an app', () => person.send('POST', '/api/auth/two-factor/disable', {})],
    ['a passkey', () => person.send('POST', '/api/auth/passkey/delete-passkey', { id: Bun.randomUUIDv7() })],
    ['a way to sign in', () => person.send('POST', '/api/auth/unlink-account', { accountId: 'x' })],
    ['deletion', () => person.send('DELETE', PROFILE, { confirmation: person.email })],
  ];

  test('after 401, and before the body is read', async () => {
    const person = await personSince(11, true);
    const { token } = await other(person);
    for (const [name, call] of calls(person, token)) {
      expect([name, ...(await refusalOf(call()))]).toEqual([name, ...REFUSED]);
    }
    for (const [method, path] of [
      ['DELETE', PROFILE],
      ['POST', '/api/auth/change-email'],
      ['POST', '/api/auth/revoke-other-sessions'],
    ] as const) {
      const headers = { 'content-type': 'application/json', origin: home.origin };
      const malformed = { method, body: '{', headers };
      expect(await refusalOf(person.fetch(path, malformed))).toEqual(REFUSED);
    }
    for (const [path, method] of [
      [EXPORT, 'GET'],
      [PROFILE, 'DELETE'],
    ] as const) {
      await expectRefused(home.world.fetch(path, { method }), '401 authentication_required');
    }
    expect((await readJson(person.fetch(SESSIONS))).length).toBe(2);
  });

  test('a younger session gets the answers as before, and so does one that confirms', async () => {
    for (const minutes of [9, 11]) {
      const person = await personSince(minutes, true);
      const { token } = await other(person);
      if (minutes > 10) await expectOnlyStatus(person.send('POST', CONFIRM, { password: PASSWORD }), 200);
      await expectOnlyStatus(person.fetch(EXPORT), 200);
      await expectOnlyStatus(person.send('POST', '/api/auth/change-email', { newEmail: `new-${person.email}` }), 200);
      await expectOnlyStatus(person.send('POST', '/api/auth/revoke-session', { token }), 200);
      expect(await readJson(person.fetch(SESSIONS))).toHaveLength(1);
      const wrong = await person.send('DELETE', PROFILE, { confirmation: 'somebody@example.org' });
      await expectRefused(wrong, '422 invalid_confirmation');
      await expectOnlyStatus(person.send('DELETE', PROFILE, { confirmation: person.email }), 204);
    }
  });
});

describe('a confirmation renews the token of the session', () => {
  const readSession = async (cookie: string) =>
    readJson(home.world.fetch('/api/auth/get-session', { headers: { cookie } }));
  const exportAs = (cookie: string) =>
    home.world.fetch('/api/v1/account/export', { method: 'HEAD', headers: { cookie } });

  test('the old one lives on for 30 seconds, without the proof; the id stays', async () => {
    const person = await personSince(11, true);
    const before = person.cookie;
    const { session } = (await readSession(before)) ?? { session: { id: '', token: '' } };
    const answer = await person.send('POST', CONFIRM, { password: PASSWORD });
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^livehouse\.session_token=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(person.cookie).not.toBe(before);
    const after = await readSession(person.cookie);
    expect(after?.session.id).toBe(session.id);
    expect(after?.session.token).not.toBe(session.token);
    await expectOnlyStatus(exportAs(person.cookie), 200);

    await expectOnlyStatus(home.world.fetch(PROFILE, { headers: { cookie: before } }), 200);
    await expectOnlyStatus(exportAs(before), 403);
    const posted = await home.send('POST', TOKENS, { name: 'bot', scopes: ['read'] }, { cookie: before });
    expect(await refusalOf(posted)).toEqual(REFUSED);
    // It never becomes that of today, and no list shows it.
    await home.sql`update session set expires_at = now() + interval '5 days' where id = ${session.id}`;
    const read = await home.world.fetch('/api/auth/get-session', { headers: { cookie: before } });
    expect(read.status).toBe(200);
    expect(read.headers.getSetCookie().join()).not.toContain('session_token');
    const listed = await readJson(person.fetch('/api/auth/list-sessions'));
    expect(listed.map(({ id }) => id)).toEqual([session.id]);
    const [row]: { seconds: number }[] = await home.sql`
      select extract(epoch from expires_at - now())::float8 as seconds from earlier_token where session_id = ${session.id}`;
    expect(row?.seconds).toBeLessThanOrEqual(30);

    await home.sql`update earlier_token set expires_at = now() - interval '1 second' where session_id = ${session.id}`;
    await expectOnlyStatus(home.world.fetch(PROFILE, { headers: { cookie: before } }), 401);
    await expectOnlyStatus(person.fetch(PROFILE), 200);
  });

  test('a young session loses what the sign-in had proved, too', async () => {
    const person = await personSince(1, true);
    const before = person.cookie;
    await expectOnlyStatus(person.send('POST', CONFIRM, { password: PASSWORD }), 200);
    await expectOnlyStatus(exportAs(before), 403);
  });

  test('two confirmations at once leave one token', async () => {
    const person = await personSince(11, true);
    const cookie = person.cookie;
    const confirm = () => home.send('POST', CONFIRM, { password: PASSWORD }, { cookie });
    const answers = [...(await Promise.all([confirm(), confirm()])), await confirm()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const cookies = new Set(answers.map(cookiesOf));
    expect(cookies.size).toBe(1);
    await expectOnlyStatus(exportAs([...cookies].join()), 200);
  });

  test('signing out with the old one ends the session', async () => {
    const person = await personSince(11, true);
    const before = person.cookie;
    await expectOnlyStatus(person.send('POST', CONFIRM, { password: PASSWORD }), 200);
    await expectOnlyStatus(home.send('POST', '/api/auth/sign-out', {}, { cookie: before }), 200);
    for (const cookie of [before, person.cookie]) {
      await expectOnlyStatus(home.world.fetch(PROFILE, { headers: { cookie } }), 401);
    }
  });

  test('a session that ends with the browser goes on to do so', async () => {
    const person = await personSince(0, true);
    const typed = { email: person.email, password: PASSWORD, rememberMe: false };
    const cookie = cookiesOf(await home.send('POST', '/api/auth/sign-in/email', typed));
    const answer = await home.send('POST', CONFIRM, { password: PASSWORD }, { cookie });
    expect(answer.headers.getSetCookie().join()).not.toContain('Max-Age');
  });
});

describe('a mailed code', () => {
  async function personWithCode(): Promise<{ readonly person: Person; readonly code: string }> {
    const person = await personSince(11, false);
    await expectOnlyStatus(person.send('POST', CONFIRM, {}), 202);
    return { person, code: codeOf((await home.mail(person.email)).text) };
  }

  test('ends with the fifth wrong one, also when they come at once', async () => {
    const { person, code } = await personWithCode();
    const wrong = Array.from({ length: 5 }, () => person.send('POST', CONFIRM, { code: anotherCode(code) }));
    for (const answer of await Promise.all(wrong)) expect(await refusalOf(answer)).toEqual(FAILED);
    expect(await refusalOf(person.send('POST', CONFIRM, { code }))).toEqual(FAILED);
  });

  test('ends after ten minutes', async () => {
    const { person, code } = await personWithCode();
    await home.sql`update confirmation_code set expires_at = expires_at - interval '10 minutes'
      where session_id in (select id from session where account_id = ${person.id})`;
    expect(await refusalOf(person.send('POST', CONFIRM, { code }))).toEqual(FAILED);
  });

  test('works in the session that asked for it alone, and is not stored as it is', async () => {
    const { person, code } = await personWithCode();
    const other = await personSince(11, false);
    expect(await refusalOf(other.send('POST', CONFIRM, { code }))).toEqual(FAILED);
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
    const { secret = '' } = await readJson(make(person));
    await using database = closing(
      openDatabase({ databaseUrl: home.databaseUrl, dataDirectory: home.world.dataDirectory }, openLog('silent')),
    );
    await database.ready();
    const link = await database.transaction((tx) => createPasswordLink(tx, person.id));
    return { person, secret, link };
  }
  const useLink = (token: string): Promise<Response> =>
    home.form('/account/password', { token, password: 'a third horse battery' });

  test('ends API tokens and unused links', async () => {
    const { person, secret, link } = await personWithKeys();
    const wrong = { ...next, currentPassword: 'wrong horse battery' };
    await expectRefused(person.send('POST', CHANGE, wrong), '400 invalid_password');
    expect(await isLive(secret)).toBe(true);
    const done = await person.send('POST', CHANGE, next);
    expect(done.status).toBe(200);
    expect(await isLive(secret)).toBe(false);
    await expectOnlyStatus(useLink(link), 400);
    // Whoever changed it has just proven who they are.
    const cookie = cookiesOf(done);
    await expectOnlyStatus(home.send('POST', TOKENS, { name: 'bot', scopes: ['read'] }, { cookie }), 201);
  });

  test('keeps API tokens where the person says so, never the links', async () => {
    const { person, secret, link } = await personWithKeys();
    await expectRefused(person.send('POST', CHANGE, { ...next, keepApiTokens: 'yes' }), '422 invalid_body');
    await expectOnlyStatus(person.send('POST', CHANGE, { ...next, keepApiTokens: true }), 200);
    expect(await isLive(secret)).toBe(true);
    await expectOnlyStatus(useLink(link), 400);
  });

  test('of one account ends nothing of another', async () => {
    const [mine, other] = [await personWithKeys(), await personWithKeys()];
    await expectOnlyStatus(mine.person.send('POST', CHANGE, next), 200);
    expect(await isLive(other.secret)).toBe(true);
    await expectOnlyStatus(useLink(other.link), 303);
  });
});
