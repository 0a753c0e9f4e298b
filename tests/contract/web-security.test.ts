// Sign-in and security in the settings over the wire: pages and forms as a browser without script has them.
import { describe, expect, test } from 'bun:test';
import { addPasskey, enrol, joinCookies, PASSWORD, personWithPassword, signIn, whoIs } from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, leadOf, readOwnPage } from '../fixtures/page-client.ts';
import { type AccountsWorld, expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { totpCode, wrongCode } from '../fixtures/totp.ts';

const SECURITY = '/settings/security';
const APP = '/settings/security/app';
const CONFIRM = '/settings/confirm';
const PAGES = [SECURITY, `${SECURITY}/password`, `${SECURITY}/address`, APP, CONFIRM];
const NEW_PASSWORD = 'seven lanterns at the quay';

let client = 0;
/** Another client's address. */
const elsewhere = (): Readonly<Record<string, string>> => {
  client += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(client / 250)}.${client % 250}` };
};
/** Opens a page with these cookies. */
const open = async (cookie: string, path: string): Promise<string> =>
  readOwnPage(await accounts.world.fetch(path, { headers: { ...HTML, ...elsewhere(), cookie } }));
/** Sends a form as the page of a person does. */
const submit = (cookie: string, path: string, fields: Record<string, string>) =>
  accounts.world.fetch(path, {
    method: 'POST',
    headers: { ...HTML, ...elsewhere(), origin: accounts.origin, cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
/** Makes the sign-in of a person an hour old. */
const age = ({ id }: Person): Promise<unknown> =>
  accounts.sql`update session set created_at = now() - interval '1 hour', confirmed_at = null where account_id = ${id}`;
/** Value of a hidden field. */
const hidden = (page: string, name: string): string =>
  (new RegExp(`<main.*?name="${name}" value="([^"]*)"`, 's').exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
const codesIn = (page: string): readonly string[] =>
  [...page.matchAll(/<li[^>]*><code>([\w-]+)<\/code>/g)].map(([, code = '']) => code);

const opened = await keepOpen(openAccountsWorld({ TRUSTED_PROXIES: '127.0.0.0/8,::1/128' }));
// Each request comes from another client, so that limits per address do not meet those per account.
const accounts: AccountsWorld = {
  ...opened,
  send: (method, path, body, headers = {}) => opened.send(method, path, body, { ...elsewhere(), ...headers }),
  form: (path, fields, headers = {}) => opened.form(path, fields, { ...elsewhere(), ...headers }),
};

test('every page is shown to its owner, and asks strangers to sign in', async () => {
  const { cookie } = await personWithPassword(accounts);
  for (const path of PAGES) {
    await open(cookie, path);
    await expectRefused(accounts.world.fetch(path), '401 authentication_required');
  }
});

test('every form is refused to strangers, from other sites, and without its fields', async () => {
  const { cookie } = await accounts.person();
  const id = Bun.randomUUIDv7();
  const forms: readonly (readonly [path: string, fields: Record<string, string>])[] = [
    [`${SECURITY}/sessions`, { session: id }],
    [`${SECURITY}/password`, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
    [`${SECURITY}/address`, { newEmail: 'new@example.org' }],
    [APP, { act: 'begin' }],
    [`${SECURITY}/passkeys`, { act: 'remove', passkey: id }],
    [CONFIRM, { then: '/' }],
  ];
  for (const [path, fields] of forms) {
    await expectRefused(accounts.form(path, fields), '401 authentication_required');
    const foreign = await accounts.form(path, fields, { cookie, origin: 'https://elsewhere.example' });
    await expectRefused(foreign, '403 cross_origin_request');
    await expectRefused(accounts.form(path, {}, { cookie }), '422 invalid_body');
  }
});

describe('sessions', () => {
  test('are listed without secrets, and ended one by one or all at once', async () => {
    const person = await personWithPassword(accounts);
    const others: string[] = [];
    for (let count = 0; count < 3; count += 1) others.push(joinCookies('', await signIn(accounts, person.email)));
    const page = await open(person.cookie, SECURITY);
    expect(page).toContain('This device');
    expect(page).toContain(person.email);
    const tokens: { token: string }[] = await accounts.sql`select token from session where account_id = ${person.id}`;
    expect(tokens.length).toBe(4);
    for (const { token } of tokens) expect(page).not.toContain(token);

    const end = await submit(person.cookie, `${SECURITY}/sessions`, { session: hidden(page, 'session') });
    expect(leadOf(end)).toEqual([303, `${SECURITY}?done=sessionEnded`]);
    const alive = async () =>
      (await Promise.all(others.map((cookie) => whoIs(accounts, cookie)))).filter(Boolean).length;
    expect(await alive()).toBe(2);
    expect(await open(person.cookie, `${SECURITY}?done=sessionEnded`)).toContain('Session signed out.');
    // One that is over is ended already.
    const again = await submit(person.cookie, `${SECURITY}/sessions`, { session: Bun.randomUUIDv7() });
    expect(leadOf(again)).toEqual([303, `${SECURITY}?done=sessionEnded`]);
    expect(leadOf(await submit(person.cookie, `${SECURITY}/sessions`, { session: 'others' }))).toEqual([
      303,
      `${SECURITY}?done=othersEnded`,
    ]);
    expect(await alive()).toBe(0);
    expect(await open(person.cookie, SECURITY)).not.toContain('Sign out everywhere else');
  });

  test('of somebody else are not ended', async () => {
    const [person, other] = await accounts.people(2);
    const [row]: { id: string }[] = await accounts.sql`select id from session where account_id = ${other.id}`;
    await submit(person.cookie, `${SECURITY}/sessions`, { session: row?.id ?? '' });
    expect(await whoIs(accounts, other.cookie)).toBe(other.email);
  });
});

describe('the password', () => {
  test('is changed with the current one, which ends other sessions and goes on with this one', async () => {
    const person = await personWithPassword(accounts);
    const other = joinCookies('', await signIn(accounts, person.email));
    const fields = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const path = `${SECURITY}/password`;
    const wrong = await readOwnPage(
      await submit(person.cookie, path, { ...fields, currentPassword: 'not this one' }),
      422,
    );
    expect(wrong).toContain('href="#currentPassword"');
    expect(wrong).not.toContain(NEW_PASSWORD);
    for (const newPassword of ['short', 'password1234', `${person.email}-1`]) {
      const page = await readOwnPage(await submit(person.cookie, path, { ...fields, newPassword }), 422);
      expect(page).toContain('href="#newPassword"');
    }
    const done = await submit(person.cookie, path, fields);
    expect(leadOf(done)).toEqual([303, `${SECURITY}?done=passwordChanged`]);
    const cookie = joinCookies(person.cookie, done);
    expect(await open(cookie, `${SECURITY}?done=passwordChanged`)).toContain('Password changed.');
    expect([await whoIs(accounts, person.cookie), await whoIs(accounts, other)]).toEqual([undefined, undefined]);
  });

  test('that is not there is asked for by mail', async () => {
    const { cookie, email } = await accounts.person();
    const page = await open(cookie, `${SECURITY}/password`);
    expect(page).toContain('action="/forgot"');
    expect(hidden(page, 'email')).toBe(email);
  });
});

test('the address is changed by mailed links, and an address that cannot be is said at its field', async () => {
  const person = await personWithPassword(accounts);
  const path = `${SECURITY}/address`;
  for (const newEmail of ['no address', person.email]) {
    const page = await readOwnPage(await submit(person.cookie, path, { newEmail }), 422);
    expect(page).toContain('href="#newEmail"');
    expect(page).toContain(`value="${newEmail}"`);
  }
  const newEmail = `new-${person.email}`;
  expect(leadOf(await submit(person.cookie, path, { newEmail }))).toEqual([303, `${SECURITY}?done=addressMailed`]);
  const { link = '' } = await accounts.mail(person.email);
  expect(new URL(link).pathname).toBe('/account/address');
});

describe('the authenticator app', () => {
  test('is set up by scanning, turned on by its first code, renewed, and turned off', async () => {
    const person = await personWithPassword(accounts);
    expect(await open(person.cookie, APP)).toContain('Set up an app');
    const setup = await readOwnPage(await submit(person.cookie, APP, { act: 'begin' }));
    expect(setup).toContain('class="qr-code"');
    const [uri, codes] = [hidden(setup, 'uri'), hidden(setup, 'codes')];
    expect(uri).toStartWith('otpauth://totp/');
    const fields = { act: 'code', uri, codes };
    const again = await readOwnPage(await submit(person.cookie, APP, { ...fields, code: wrongCode(uri) }), 422);
    expect(again).toContain('href="#code"');
    expect([hidden(again, 'uri'), hidden(again, 'codes')]).toEqual([uri, codes]);
    const done = await submit(person.cookie, APP, { ...fields, code: totpCode(uri) });
    expect(codesIn(await readOwnPage(done)).join(' ')).toBe(codes);
    const cookie = joinCookies(person.cookie, done);
    const on = await open(cookie, APP);
    expect(on).toContain('Get new backup codes');
    for (const code of codes.split(' ')) expect(on).not.toContain(code);

    const renewed = codesIn(await readOwnPage(await submit(cookie, APP, { act: 'renew' })));
    expect(renewed.length).toBe(10);
    expect(renewed.join(' ')).not.toBe(codes);
    const off = await submit(cookie, APP, { act: 'remove' });
    expect(leadOf(off)).toEqual([303, `${SECURITY}?done=appOff`]);
    expect(await open(joinCookies(cookie, off), APP)).toContain('Set up an app');
  });

  test('asks to wait after too many wrong codes, and keeps what is to be scanned', async () => {
    const person = await personWithPassword(accounts);
    const setup = await readOwnPage(await submit(person.cookie, APP, { act: 'begin' }));
    const uri = hidden(setup, 'uri');
    const fields = { act: 'code', uri, codes: hidden(setup, 'codes'), code: wrongCode(uri) };
    for (let count = 0; count < 5; count += 1) await readOwnPage(await submit(person.cookie, APP, fields), 422);
    const waits = await submit(person.cookie, APP, fields);
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(hidden(await readOwnPage(waits, 429), 'uri')).toBe(uri);
  });

  test('takes only an address for apps', async () => {
    const { cookie } = await accounts.person();
    const fields = { act: 'code', uri: 'https://elsewhere.example/', codes: 'aaaaa-bbbbb', code: '123456' };
    await expectRefused(accounts.form(APP, fields, { cookie }), '422 invalid_body');
  });
});

describe('passkeys', () => {
  test('are listed, renamed and removed', async () => {
    const person = await personWithPassword(accounts);
    await addPasskey(accounts, person.cookie);
    const page = await open(person.cookie, SECURITY);
    expect(page).toContain('my key');
    const fields = { passkey: hidden(page, 'passkey') };
    const renamed = await submit(person.cookie, `${SECURITY}/passkeys`, { ...fields, act: 'rename', name: '<Phone>' });
    expect(leadOf(renamed)).toEqual([303, `${SECURITY}?done=passkeyRenamed`]);
    expect(await open(person.cookie, SECURITY)).toContain('&lt;Phone>');
    const removed = await submit(person.cookie, `${SECURITY}/passkeys`, { ...fields, act: 'remove' });
    expect(leadOf(removed)).toEqual([303, `${SECURITY}?done=passkeyRemoved`]);
    expect(await open(person.cookie, `${SECURITY}?done=passkeyRemoved`)).toContain('You don’t have any passkeys.');
  });

  test('that are not one’s own are not there', async () => {
    const [person, other] = await accounts.people(2);
    await addPasskey(accounts, other.cookie);
    const passkey = hidden(await open(other.cookie, SECURITY), 'passkey');
    for (const fields of [
      { act: 'rename', passkey, name: 'Mine' },
      { act: 'remove', passkey },
    ] as const) {
      expect(leadOf(await submit(person.cookie, `${SECURITY}/passkeys`, fields))).toEqual([303, SECURITY]);
    }
    expect(await open(other.cookie, SECURITY)).toContain('my key');
  });
});

test('forms of a page that is out of date lead to how things are now', async () => {
  const person = await accounts.person();
  expect(leadOf(await submit(person.cookie, APP, { act: 'renew' }))).toEqual([303, APP]);
  const passkey = Bun.randomUUIDv7();
  for (const fields of [
    { act: 'rename', passkey, name: 'x' },
    { act: 'remove', passkey },
  ] as const) {
    expect(leadOf(await submit(person.cookie, `${SECURITY}/passkeys`, fields))).toEqual([303, SECURITY]);
  }
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const page = await readOwnPage(await submit(person.cookie, `${SECURITY}/password`, passwords), 422);
  expect(page).toContain('action="/forgot"');
  const { cookie } = await enrol(accounts, person.cookie);
  expect(leadOf(await submit(cookie, APP, { act: 'begin' }))).toEqual([303, APP]);
});

describe('the confirmation', () => {
  const then = `${CONFIRM}?then=${encodeURIComponent(APP)}`;

  test('comes before changes of a session that is not new, and leads back: by password', async () => {
    const person = await personWithPassword(accounts);
    await age(person);
    expect(leadOf(await submit(person.cookie, APP, { act: 'begin' }))).toEqual([303, then]);
    expect(hidden(await open(person.cookie, then), 'then')).toBe(APP);
    const fields = { then: APP, password: 'not this one' };
    expect(await readOwnPage(await submit(person.cookie, CONFIRM, fields), 422)).toContain('href="#password"');
    await readOwnPage(await submit(person.cookie, CONFIRM, { then: APP }), 422);
    const confirmed = await submit(person.cookie, CONFIRM, { ...fields, password: PASSWORD });
    expect(leadOf(confirmed)).toEqual([303, APP]);
    const cookie = joinCookies(person.cookie, confirmed);
    expect(await readOwnPage(await submit(cookie, APP, { act: 'begin' }))).toContain('class="qr-code"');
  });

  test('by a code of the app', async () => {
    const person = await accounts.person();
    const { uri, cookie } = await enrol(accounts, person.cookie);
    await age(person);
    for (const act of ['renew', 'remove']) expect(leadOf(await submit(cookie, APP, { act }))).toEqual([303, then]);
    expect(await open(cookie, then)).toContain('id="code"');
    const confirmed = await submit(cookie, CONFIRM, { then: APP, code: totpCode(uri) });
    expect(leadOf(confirmed)).toEqual([303, APP]);
    const renewed = joinCookies(cookie, confirmed);
    expect(leadOf(await submit(renewed, APP, { act: 'remove' }))).toEqual([303, `${SECURITY}?done=appOff`]);
  });

  test('comes before the export, the deletion, another address, and the end of other sessions', async () => {
    const person = await personWithPassword(accounts);
    const other = Bun.randomUUIDv7();
    await accounts.sql`insert into session (id, token, account_id, expires_at)
      values (${other}, ${other}, ${person.id}, now() + interval '1 day')`;
    const ADDRESS = `${SECURITY}/address`;
    const DATA = '/settings/data';
    const newEmail = `new-${person.email}`;
    const forms: readonly (readonly [string, Record<string, string>, string])[] = [
      [`${SECURITY}/sessions`, { session: other }, SECURITY],
      [`${SECURITY}/sessions`, { session: 'others' }, SECURITY],
      [ADDRESS, { newEmail }, ADDRESS],
      [`${DATA}/deletion`, { confirmation: person.email }, DATA],
    ];
    const exportOf = (cookie: string): Promise<Response> => submit(cookie, `${DATA}/export`, {});
    expect(await open(person.cookie, DATA)).toContain(`action="${DATA}/export"`);
    expect(leadOf(await exportOf(person.cookie))).toEqual([303, '/api/v1/account/export']);
    await age(person);
    for (const [path, fields, back] of forms) {
      const asked = `${CONFIRM}?then=${encodeURIComponent(back)}`;
      expect(leadOf(await submit(person.cookie, path, fields))).toEqual([303, asked]);
      expect(await open(person.cookie, asked)).toContain('id="password"');
    }
    const asked = `${CONFIRM}?then=${encodeURIComponent(DATA)}`;
    expect(leadOf(await exportOf(person.cookie))).toEqual([303, asked]);
    const confirmed = await submit(person.cookie, CONFIRM, { then: DATA, password: PASSWORD });
    expect(leadOf(confirmed)).toEqual([303, DATA]);
    const cookie = joinCookies(person.cookie, confirmed);
    expect(leadOf(await exportOf(cookie))).toEqual([303, '/api/v1/account/export']);
    const done: string[] = [];
    for (const [path, fields] of forms) done.push(String(leadOf(await submit(cookie, path, fields))[1]));
    expect(done).toEqual([
      ...['sessionEnded', 'othersEnded', 'addressMailed'].map((name) => `${SECURITY}?done=${name}`),
      '/',
    ]);
  });

  test('shows the fields that the reader has, on its page and where tokens are made, before anything is sent', async () => {
    const withPassword = await personWithPassword(accounts);
    const withApp = await accounts.person();
    const app = await enrol(accounts, withApp.cookie);
    const withBoth = await personWithPassword(accounts);
    const both = await enrol(accounts, withBoth.cookie);
    const withPasskey = await accounts.person();
    await addPasskey(accounts, withPasskey.cookie);
    const withMail = await accounts.person();
    const fieldsOf = (page: string): readonly string[] =>
      ['id="password"', 'id="code"', 'data-island="passkey-sign-in"'].filter((mark) => page.includes(mark));
    for (const [person, cookie, expected] of [
      [withPassword, withPassword.cookie, ['id="password"']],
      [withApp, app.cookie, ['id="code"']],
      [withBoth, both.cookie, ['id="password"', 'id="code"']],
      [withPasskey, withPasskey.cookie, ['data-island="passkey-sign-in"']],
      [withMail, withMail.cookie, []],
    ] as const) {
      expect(fieldsOf(await open(cookie, '/settings/tokens'))).toEqual([]);
      await age(person);
      for (const path of [then, '/settings/tokens']) expect(fieldsOf(await open(cookie, path))).toEqual([...expected]);
    }
    expect(await open(withMail.cookie, '/settings/tokens')).toContain('we’ll email you a code');
    expect(accounts.mails(withMail.email)).toEqual([]);
  });

  test('by a mailed code, which is mailed when the form asks for it', async () => {
    const person = await accounts.person();
    await age(person);
    const page = await open(person.cookie, then);
    expect(page).not.toContain('id="code"');
    expect(accounts.mails(person.email)).toEqual([]);
    expect(await readOwnPage(await submit(person.cookie, CONFIRM, { then: APP }))).toContain('id="code"');
    const code = /^\d{6}$/m.exec((await accounts.mail(person.email)).text)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await readOwnPage(await submit(person.cookie, CONFIRM, { then: APP, code: wrong }), 422)).toContain(
      'id="code"',
    );
    expect(leadOf(await submit(person.cookie, CONFIRM, { then: APP, code }))).toEqual([303, APP]);
  });

  test('with a passkey alone offers the passkey, and removing it asks for the confirmation', async () => {
    const person = await accounts.person();
    await addPasskey(accounts, person.cookie);
    const passkey = hidden(await open(person.cookie, SECURITY), 'passkey');
    await age(person);
    expect(leadOf(await submit(person.cookie, `${SECURITY}/passkeys`, { act: 'remove', passkey }))).toEqual([
      303,
      `${CONFIRM}?then=${encodeURIComponent(SECURITY)}`,
    ]);
    const page = await open(person.cookie, then);
    expect(page).toContain('data-island="passkey-sign-in"');
    expect(page).not.toContain('id="password"');
  });

  test('leads to paths of this instance only', async () => {
    const { cookie } = await personWithPassword(accounts);
    for (const place of ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example']) {
      const fields = { then: place, password: PASSWORD };
      expect(leadOf(await submit(cookie, CONFIRM, fields))).toEqual([303, SECURITY]);
      const page = await open(cookie, `${CONFIRM}?then=${encodeURIComponent(place)}`);
      expect(hidden(page, 'then')).toBe(SECURITY);
    }
  });
});
