// A second factor: set up, asked for at every way to a session, codes that work once, waits after wrong ones.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import {
  BACKUP,
  DISABLE,
  ENABLE,
  enrol,
  joinCookies,
  PASSWORD,
  pendingStep,
  personWithPassword,
  RENEW,
  signIn,
  VERIFY,
  whoIs,
} from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import {
  type AccountsWorld,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
} from '../fixtures/people.ts';
import { totpCode, wrongCode } from '../fixtures/totp.ts';

const PAGE = '/account/second-factor';
/** Fields of the page's form. */
const fields = (code: string, leadsTo: string): Record<string, string> => ({ code, then: leadsTo });
const PENDING = { twoFactorRedirect: true, twoFactorMethods: ['totp'] };

let client = 0;
/** Another client's address. */
const elsewhere = (): Readonly<Record<string, string>> => {
  client += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(client / 250)}.${client % 250}` };
};

async function auditOf({ uid }: Person): Promise<readonly (readonly [string, unknown])[]> {
  const answer = await administrator.fetch(`/api/v1/moderation/audit?subjectKind=account&subjectId=${uid}`);
  const { events } = await readJson(answer);
  return events.toReversed().map(({ action, after }) => [action, after] as const);
}

/** Ends the wait after wrong codes. */
const endWait = ({ id }: Person): Promise<unknown> =>
  home.sql`update two_factor set locked_until = null, failed_verification_count = 0 where account_id = ${id}`;

const provider = await keepOpen(startOidcProvider());
const opened = await keepOpen(openAccountsWorld({ ...provider.settings, TRUSTED_PROXIES: '127.0.0.0/8,::1/128' }));
// Each request comes from another client, so that limits per address do not meet those per account.
const home: AccountsWorld = {
  ...opened,
  send: (method, path, body, headers = {}) => opened.send(method, path, body, { ...elsewhere(), ...headers }),
  form: (path, fields, headers = {}) => opened.form(path, fields, { ...elsewhere(), ...headers }),
};
const administrator = await home.person({ role: 'administrator' });

describe('set up', () => {
  test('needs a recent confirmation and the first code, ends other sessions, tells the owner, and can be turned off', async () => {
    const person = await personWithPassword(home);
    await home.sql`update session set created_at = now() - interval '11 minutes' where account_id = ${person.id}`;
    for (const path of [ENABLE, DISABLE, RENEW]) {
      await expectRefused(person.send('POST', path, {}), '403 reauthentication_required');
    }
    await expectRefused(person.send('POST', VERIFY, { code: '123456' }), '403 reauthentication_required');
    const other = joinCookies('', await signIn(home, person.email));
    await expectOnlyStatus(person.send('POST', '/api/v1/account/confirm', { password: PASSWORD }), 200);
    await expectRefused(person.send('POST', RENEW, {}), '400 two_factor_not_enabled');

    const first = await readJson(person.send('POST', ENABLE, {}));
    expect(first.totpURI).toStartWith('otpauth://totp/Livehouse:');
    const again = await person.send('POST', ENABLE, { password: 'ignored' });
    expect(again.headers.get('cache-control')).toBe('no-store');
    const begun = await readJson(again);
    expect(new Set(begun.backupCodes).size).toBe(10);
    // Not on before the first code.
    expect(await readJson(signIn(home, person.email))).toHaveProperty('token');
    await expectRefused(person.send('POST', VERIFY, { code: totpCode(first.totpURI) }), '401 invalid_code');
    const done = await person.send('POST', VERIFY, { code: totpCode(begun.totpURI) });
    expect(done.status).toBe(200);
    const cookie = joinCookies(person.cookie, done);
    expect(await whoIs(home, cookie)).toBe(person.email);
    expect([await whoIs(home, person.cookie), await whoIs(home, other)]).toEqual([undefined, undefined]);
    await expectRefused(home.send('POST', ENABLE, {}, { cookie }), '400 totp_already_enabled');

    // At rest there is neither the secret nor a code.
    const rows: { text: string }[] =
      await home.sql`select t::text as text from two_factor t where account_id = ${person.id}`;
    const secret = new URL(begun.totpURI).searchParams.get('secret') ?? '-';
    for (const plain of [secret, ...begun.backupCodes]) expect(rows[0]?.text).not.toContain(plain);
    expect(JSON.stringify(home.world.log)).not.toContain(secret);

    const renewed = await readJson(home.send('POST', RENEW, {}, { cookie }));
    const step = await pendingStep(home, person.email);
    const old = await home.send('POST', BACKUP, { code: begun.backupCodes[0] }, { cookie: step });
    await expectRefused(old, '401 invalid_backup_code');
    await expectOnlyStatus(home.send('POST', BACKUP, { code: ` ${renewed.backupCodes[0]} ` }, { cookie: step }), 200);

    const off = await home.send('POST', DISABLE, {}, { cookie });
    expect(await off.json()).toEqual({ status: true });
    expect(await whoIs(home, joinCookies(cookie, off))).toBe(person.email);
    await expectOnlyStatus(home.send('POST', DISABLE, {}, { cookie: joinCookies(cookie, off) }), 200);
    expect(await readJson(signIn(home, person.email))).toHaveProperty('token');

    const actions = (await auditOf(person)).map(([action]) => action).filter((action) => action !== 'account.sign-in');
    expect(actions).toEqual(['account.second-factor-on', 'account.backup-codes-renew', 'account.second-factor-off']);
    await home.world.until(() => home.mails(person.email).length >= 4);
    expect(home.mails(person.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Two-factor authentication is on',
        'You have new backup codes',
        'Two-factor authentication is off',
        'New sign-in',
      ]),
    );
  });

  test('begins once for requests that come together', async () => {
    const person = await home.person();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => home.send('POST', ENABLE, {}, { cookie: person.cookie })),
    );
    expect(answers.map(({ status }) => status)).toEqual(new Array(8).fill(200));
  });

  test('without a password as well, and asks nobody who is not signed in', async () => {
    const person = await home.person();
    const { cookie } = await enrol(home, person.cookie);
    expect(await whoIs(home, cookie)).toBe(person.email);
    await expectRefused(home.send('POST', ENABLE, {}), '401 authentication_required');
    await expectRefused(home.send('POST', VERIFY, { code: '123456' }), '401 invalid_two_factor_cookie');
    await expectRefused(home.send('POST', BACKUP, { code: 'aaaaa-aaaaa' }), '401 invalid_two_factor_cookie');
  });
});

describe('every way to a session asks for it', () => {
  test('the password', async () => {
    const person = await personWithPassword(home);
    const { uri } = await enrol(home, person.cookie);
    const asked = await signIn(home, person.email);
    expect([asked.status, await asked.json()]).toEqual([200, PENDING]);
    const step = joinCookies('', asked);
    // No session was made, and no cookie has one.
    expect(asked.headers.getSetCookie().filter((line) => /session_token=[^;]/.test(line))).toEqual([]);
    expect(asked.headers.getSetCookie().join()).not.toContain('known_device');
    const rows: unknown[] =
      await home.sql`select 1 from session where account_id = ${person.id} and second_factor_at is null`;
    expect(rows).toEqual([]);
    expect(await whoIs(home, step)).toBeUndefined();
    await expectRefused(
      home.world.fetch('/api/v1/account/profile', { headers: { cookie: step } }),
      '401 authentication_required',
    );
    const done = await home.send(
      'POST',
      VERIFY,
      { code: ` ${totpCode(uri).replace(/^.../, '$& ')}` },
      { cookie: step },
    );
    expect(await readJson(done)).toMatchObject({ token: expect.any(String) as string });
    expect(await whoIs(home, joinCookies(step, done))).toBe(person.email);
    expect((await auditOf(person)).at(-1)).toEqual(['account.sign-in', { by: 'second-factor' }]);
    // The step is used up.
    const again = await home.send('POST', VERIFY, { code: totpCode(uri, 1) }, { cookie: step });
    await expectRefused(again, '401 invalid_two_factor_cookie');
  });

  test('a provider: the page, which leads on', async () => {
    const email = 'social-factor@example.org';
    provider.person = { sub: 'social-factor', email, emailVerified: true, name: 'x' };
    const visit = async (callbackURL: string): Promise<{ readonly answer: Response; readonly cookie: string }> => {
      const begun = await home.send('POST', '/api/auth/sign-in/social', { provider: 'oidc', callbackURL });
      const { url } = await readJson(begun);
      const { pathname, search } = new URL(provider.authorize(url));
      const cookie = joinCookies('', begun);
      const answer = await home.world.fetch(`${pathname}${search}`, { headers: { cookie } });
      return { answer, cookie: joinCookies(cookie, answer) };
    };
    const first = await visit('/after?a=1');
    const { uri } = await enrol(home, first.cookie);
    const { answer, cookie } = await visit('/after?a=1');
    const place = new URL(answer.headers.get('location') ?? '', home.origin);
    expect([answer.status, place.pathname, place.searchParams.get('then')]).toEqual([302, PAGE, '/after?a=1']);
    expect(await whoIs(home, cookie)).toBeUndefined();
    const page = await home.world.fetch(`${place.pathname}${place.search}`, { headers: { cookie } });
    expect(await page.text()).toContain('value="/after?a=1"');
    const done = await home.form(PAGE, fields(totpCode(uri), '/after?a=1'), { cookie });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/after?a=1']);
    expect(await whoIs(home, joinCookies(cookie, done))).toBe(email);
    await home.world.until(() =>
      home.mails(email).some(({ subject }) => subject === 'Two-factor authentication is on'),
    );
  });

  test('a mailed link that sets the password, and one that verifies the address', async () => {
    const person = await personWithPassword(home);
    const { uri } = await enrol(home, person.cookie);
    await home.send('POST', '/api/auth/request-password-reset', { email: person.email });
    await home.world.until(() => home.mails(person.email).some(({ token }) => token !== ''));
    const token = home.mails(person.email).find((mail) => mail.token !== '')?.token ?? '';
    const set = await home.form('/account/password', { token, password: 'another horse battery' });
    expect([set.status, set.headers.get('location')]).toEqual([303, PAGE]);
    const step = joinCookies('', set);
    expect(await whoIs(home, step)).toBeUndefined();
    const done = await home.form(PAGE, { code: totpCode(uri) }, { cookie: step });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
    expect(await whoIs(home, joinCookies(step, done))).toBe(person.email);
    await home.world.until(() =>
      home.mails(person.email).some(({ subject }) => subject === 'Your password was changed'),
    );

    await home.sql`update account set email_verified = false where id = ${person.id}`;
    await home.send('POST', '/api/auth/send-verification-email', { email: person.email });
    await home.world.until(() => home.mails(person.email).some(({ link }) => link?.includes('/account/address')));
    const link = home.mails(person.email).find((mail) => mail.link?.includes('/account/address'))?.link ?? '';
    const verified = await home.form('/account/address', { token: new URL(link).searchParams.get('token') ?? '' });
    expect([verified.status, joinCookies('', verified)]).toEqual([200, '']);
  });

  test('a changed password keeps the session, which keeps its factors', async () => {
    const person = await personWithPassword(home);
    const { cookie } = await enrol(home, person.cookie);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    const changed = await home.send('POST', '/api/auth/change-password', change, { cookie });
    expect(changed.status).toBe(200);
    await expectOnlyStatus(
      home.world.fetch('/api/v1/account/profile', { headers: { cookie: joinCookies(cookie, changed) } }),
      200,
    );
    await home.world.until(() => home.mails(person.email).length >= 2);
    await home.world.until(() =>
      home.mails(person.email).some(({ subject }) => subject === 'Your password was changed'),
    );
  });

  test('a session that is extended keeps its factors, and is no sign-in', async () => {
    const person = await personWithPassword(home);
    const { cookie } = await enrol(home, person.cookie);
    const before = (await auditOf(person)).length;
    await home.sql`update session set expires_at = now() + interval '5 days' where account_id = ${person.id}`;
    const answer = await home.world.fetch('/api/auth/get-session', { headers: { cookie } });
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=604800');
    expect(await whoIs(home, cookie)).toBe(person.email);
    expect(await auditOf(person)).toHaveLength(before);
  });

  test('a session that one factor made is none once the account has two, however it came about', async () => {
    const person = await personWithPassword(home);
    const { uri } = await enrol(home, person.cookie);
    expect(uri).not.toBe('');
    const late = await home.person();
    await home.sql`update session set account_id = ${person.id} where account_id = ${late.id}`;
    await expectRefused(late.fetch('/api/v1/account/profile'), '401 authentication_required');
  });

  test('an account that may not sign in gets no session by its code either', async () => {
    const person = await personWithPassword(home);
    const { uri, codes } = await enrol(home, person.cookie);
    const [json, form, backup] = await Promise.all([1, 2, 3].map(() => pendingStep(home, person.email)));
    await home.sql`insert into account_restriction (id, account_id, kind, reason_code) values
      (${Bun.randomUUIDv7()}, ${person.id}, 'sign_in', 'other')`;
    await expectOnlyStatus(home.form(PAGE, { code: totpCode(uri) }, { cookie: form ?? '' }), 403);
    const answer = await home.send('POST', VERIFY, { code: totpCode(uri, 1) }, { cookie: json ?? '' });
    await expectRefused(answer, '403 account_restricted');
    const other = await home.send('POST', BACKUP, { code: codes[0] }, { cookie: backup ?? '' });
    await expectRefused(other, '403 account_restricted');
  });
});

describe('a code', () => {
  test('of the app works once, in any sign-in', async () => {
    const person = await personWithPassword(home);
    const { uri } = await enrol(home, person.cookie);
    const [one, two] = [await pendingStep(home, person.email), await pendingStep(home, person.email)];
    const code = totpCode(uri);
    const answers = await Promise.all([one, two].map((cookie) => home.send('POST', VERIFY, { code }, { cookie })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    // Nor does an earlier one.
    const three = await pendingStep(home, person.email);
    await expectRefused(home.send('POST', VERIFY, { code: totpCode(uri, -1) }, { cookie: three }), '401 invalid_code');
  });

  test('of the backup works once, also when it comes twice at once', async () => {
    const person = await personWithPassword(home);
    const { codes } = await enrol(home, person.cookie);
    const steps = await Promise.all([1, 2, 3, 4].map(() => pendingStep(home, person.email)));
    const answers = await Promise.all(steps.map((cookie) => home.send('POST', BACKUP, { code: codes[0] }, { cookie })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) {
      await expectRefused(answer, '401 invalid_backup_code');
    }
    await endWait(person);
    const step = await pendingStep(home, person.email);
    await expectOnlyStatus(home.form(PAGE, { code: codes[1] ?? '' }, { cookie: step }), 303);
  });

  test('of the backup is stored as a hash; a set of an earlier version works, and is hashed when it is used', async () => {
    const person = await personWithPassword(home);
    const { codes } = await enrol(home, person.cookie);
    const secret = readFileSync(join(home.world.dataDirectory, 'auth-secret'), 'utf8').trim();
    const readStored = async (): Promise<readonly string[]> => {
      const [row]: { backup_codes: string }[] =
        await home.sql`select backup_codes from two_factor where account_id = ${person.id}`;
      const stored: string[] = JSON.parse(await symmetricDecrypt({ key: secret, data: row?.backup_codes ?? '' }));
      return stored;
    };
    const stored = await readStored();
    expect(stored).toHaveLength(10);
    expect(stored.filter((text) => codes.includes(text))).toEqual([]);
    const use = async (code: string): Promise<number> =>
      (await home.send('POST', BACKUP, { code }, { cookie: await pendingStep(home, person.email) })).status;
    expect(await use(stored[0] ?? '')).toBe(401);
    expect(await use(codes[0] ?? '')).toBe(200);

    const earlier = ['abcde-fghij', 'klmno-pqrst', 'uvwxy-z1234'];
    const data = await symmetricEncrypt({ key: secret, data: JSON.stringify(earlier) });
    await home.sql`update two_factor set backup_codes = ${data} where account_id = ${person.id}`;
    expect(await use('abcde-fghij')).toBe(200);
    expect(await use('abcde-fghij')).toBe(401);
    const hashed = await readStored();
    expect(hashed).toHaveLength(2);
    expect(hashed.filter((text) => earlier.includes(text))).toEqual([]);
    expect(await use('klmno-pqrst')).toBe(200);
  });

  test('that is wrong ends the step at the fifth, and makes further ones of the account wait, in all processes', async () => {
    const person = await personWithPassword(home);
    const { uri, codes } = await enrol(home, person.cookie);
    const step = await pendingStep(home, person.email);
    const code = wrongCode(uri);
    for (let tries = 1; tries <= 5; tries += 1) {
      await expectRefused(home.send('POST', VERIFY, { code }, { cookie: step }), '401 invalid_code');
    }
    const other = await pendingStep(home, person.email);
    for (const path of [VERIFY, BACKUP]) {
      const body = { code: path === VERIFY ? totpCode(uri) : codes[0] };
      const answer = await home.send('POST', path, body, { cookie: other });
      expect(Number(answer.headers.get('retry-after'))).toBeWithin(20, 31);
      await expectRefused(answer, '429 rate_limit_exceeded');
    }
    const page = await home.form(PAGE, { code: totpCode(uri) }, { cookie: other });
    expect([page.status, Number(page.headers.get('retry-after')) > 20]).toEqual([429, true]);
    // The wait grows and ends; a right code resets it.
    await home.sql`update two_factor set locked_until = now() where account_id = ${person.id}`;
    const wrong = await home.form(PAGE, { code }, { cookie: other });
    expect([wrong.status, (await wrong.text()).includes('wrong or was already used')]).toEqual([400, true]);
    const rows: { wait: number }[] = await home.sql`
      select extract(epoch from locked_until - now())::float8 as wait from two_factor where account_id = ${person.id}`;
    expect(rows[0]?.wait).toBeWithin(50, 61);
    await home.sql`update two_factor set locked_until = now() where account_id = ${person.id}`;
    await expectOnlyStatus(home.send('POST', VERIFY, { code: totpCode(uri) }, { cookie: other }), 200);
    const left: { n: number }[] = await home.sql`
      select failed_verification_count as n from two_factor where account_id = ${person.id}`;
    expect(left[0]?.n).toBe(0);
  });

  test('after five wrong ones in one step: the step is over', async () => {
    const person = await personWithPassword(home);
    const { uri, codes } = await enrol(home, person.cookie);
    const step = await pendingStep(home, person.email);
    for (let tries = 1; tries <= 5; tries += 1) {
      await endWait(person);
      await home.send('POST', VERIFY, { code: wrongCode(uri) }, { cookie: step });
    }
    await endWait(person);
    const over = await home.send('POST', VERIFY, { code: totpCode(uri) }, { cookie: step });
    await expectRefused(over, '400 too_many_attempts_request_new_code');
    const late = await pendingStep(home, person.email);
    for (let tries = 1; tries <= 5; tries += 1) {
      await endWait(person);
      await home.send('POST', BACKUP, { code: 'aaaaa-aaaaa' }, { cookie: late });
    }
    await endWait(person);
    const spent = await home.send('POST', BACKUP, { code: codes[0] }, { cookie: late });
    await expectRefused(spent, '400 too_many_attempts_request_new_code');
    const page = await home.form(PAGE, { code: totpCode(uri) }, { cookie: step });
    expect([page.status, (await page.text()).includes('Sign in again')]).toEqual([400, true]);
  });

  test('of a step that has expired or that somebody made up is none', async () => {
    const person = await personWithPassword(home);
    const { uri, codes } = await enrol(home, person.cookie);
    const step = await pendingStep(home, person.email);
    const forged = step.replace(/two_factor=[^;]*/, 'two_factor=2fa-x.c2lnbmF0dXJl');
    await expectRefused(
      home.send('POST', VERIFY, { code: totpCode(uri) }, { cookie: forged }),
      '401 invalid_two_factor_cookie',
    );
    await home.sql`update verification set expires_at = now() - interval '1 second' where value = ${person.id}`;
    for (const [path, code] of [
      [VERIFY, totpCode(uri)],
      [BACKUP, codes[0]],
    ]) {
      await expectOnlyStatus(home.send('POST', path ?? '', { code }, { cookie: step }), 401);
    }
    const page = await home.world.fetch(PAGE, { headers: { cookie: step, 'accept-language': 'ko' } });
    expect([page.status, (await page.text()).includes('다시 로그인해 주세요')]).toEqual([200, true]);
  });
});

describe('the page', () => {
  test('leads to paths of this service only', async () => {
    const person = await personWithPassword(home);
    const { uri } = await enrol(home, person.cookie);
    for (const then of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example', '']) {
      const cookie = await pendingStep(home, person.email);
      const page = await home.world.fetch(`${PAGE}?then=${encodeURIComponent(then)}`, { headers: { cookie } });
      expect(await page.text()).toMatch(/name="then" value(?:="")?\/?>/);
    }
    const cookie = await pendingStep(home, person.email);
    const done = await home.form(PAGE, fields(totpCode(uri), '//evil.example'), { cookie });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
  });

  test('is refused to other sites, other types and bodies', async () => {
    await expectRefused(home.form(PAGE, { code: '1' }, { origin: 'https://evil.example' }), '403 cross_origin_request');
    await expectRefused(home.send('POST', PAGE, { code: '1' }), '415 content_type_required');
    await expectRefused(home.form(PAGE, { token: '/' }), '422 invalid_body');
    await expectRefused(home.form(PAGE, { code: 'x'.repeat(20_000) }), '413 request_too_large');
  });
});

describe('the confirmation', () => {
  const CONFIRM = '/api/v1/account/confirm';
  test('takes a code of the app or a backup code, once, besides the password', async () => {
    const person = await personWithPassword(home);
    const { uri, codes, cookie } = await enrol(home, person.cookie);
    const confirm = (body: unknown) => home.send('POST', CONFIRM, body, { cookie });
    const code = totpCode(uri);
    await expectOnlyStatus(confirm({ code }), 200);
    await expectRefused(confirm({ code }), '403 confirmation_failed');
    await expectOnlyStatus(confirm({ code: codes[0] }), 200);
    await expectRefused(confirm({ code: codes[0] }), '403 confirmation_failed');
    await expectOnlyStatus(confirm({ password: PASSWORD }), 200);
    await expectRefused(confirm({ code: wrongCode(uri), password: PASSWORD }), '422 invalid_body');
  });

  test('mails no code to an account with a second factor', async () => {
    const person = await home.person();
    const { uri, cookie } = await enrol(home, person.cookie);
    await expectRefused(home.send('POST', CONFIRM, {}, { cookie }), '422 password_required');
    await expectOnlyStatus(home.send('POST', CONFIRM, { code: totpCode(uri) }, { cookie }), 200);
  });
});
