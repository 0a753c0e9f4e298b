// Passkeys: added by a software authenticator, used to sign in, as the second step and to confirm; bound to one host.
import { describe, expect, test } from 'bun:test';
import { createPasskey, usePasskey } from '../fixtures/authenticator.ts';
import {
  addPasskey,
  beginCeremony,
  enrol,
  joinCookies,
  PASSKEY,
  passkeyOrigin,
  personWithPassword,
  signIn,
  signInWithPasskey,
  whoIs,
} from '../fixtures/factors.ts';
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
import { totpCode } from '../fixtures/totp.ts';

const LIST = `${PASSKEY}/list-user-passkeys` as const;
const REGISTER = `${PASSKEY}/verify-registration`;
const USE = `${PASSKEY}/verify-authentication`;
const CONFIRM = '/api/v1/account/confirm';

interface Listed {
  readonly id: string;
  readonly name: string | null;
}

const [home, local] = await Promise.all([
  keepOpen(openAccountsWorld({ LIMITS: 'off' })),
  keepOpen(openAccountsWorld({ LIMITS: 'off', BASE_URL: 'http://192.0.2.7:8080' })),
]);

const list = async (cookie: string): Promise<readonly Listed[]> =>
  readJson<readonly Listed[]>(home.world.fetch(LIST, { headers: { cookie } }));

describe('a passkey', () => {
  test('is added within ten minutes of a confirmation, listed, named and removed, and the owner is told', async () => {
    const person = await personWithPassword(home);
    await home.sql`update session set created_at = now() - interval '11 minutes' where account_id = ${person.id}`;
    await expectRefused(person.fetch(`${PASSKEY}/generate-register-options`), '403 reauthentication_required');
    await expectOnlyStatus(person.send('POST', CONFIRM, { password: 'correct horse battery' }), 200);

    const begun = await beginCeremony(home, 'generate-register-options', person.cookie);
    expect(begun.options).toMatchObject({
      rp: { id: 'localhost', name: 'Livehouse' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    await addPasskey(home, person.cookie);
    const [made] = await list(person.cookie);
    expect(made).toMatchObject({ name: 'my key' });
    const id = made?.id ?? '';
    const renamed = await person.send('POST', `${PASSKEY}/update-passkey`, { id, name: ' phone ' });
    expect((await readJson<{ passkey: Listed }>(renamed)).passkey.name).toBe('phone');
    const rows: unknown[] = await home.sql`select rp_id from passkey where account_id = ${person.id}`;
    expect(rows).toEqual([{ rp_id: 'localhost' }]);

    const stranger = await home.person();
    for (const path of ['update-passkey', 'delete-passkey']) {
      const body = { id, name: 'mine' };
      await expectOnlyStatus(stranger.send('POST', `${PASSKEY}/${path}`, body), 401);
      await expectOnlyStatus(stranger.send('POST', `${PASSKEY}/${path}`, { ...body, id: Bun.randomUUIDv7() }), 404);
      await expectRefused(stranger.send('POST', `${PASSKEY}/${path}`, { ...body, id: 'x' }), '422 invalid_body');
    }
    expect(await list(stranger.cookie)).toEqual([]);
    await expectOnlyStatus(person.send('POST', `${PASSKEY}/delete-passkey`, { id }), 200);
    expect(await list(person.cookie)).toEqual([]);
    await home.world.until(() => home.mails(person.email).length >= 2);
    expect(home.mails(person.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['A passkey was added', 'A passkey was removed']),
    );
  });

  test('of another site, host, challenge or kind is refused; nobody has more than twenty; each is one account’s', async () => {
    const person = await home.person();
    const register = async (told: { origin?: string; rpId?: string; challenge?: string }): Promise<Response> => {
      const begun = await beginCeremony(home, 'generate-register-options', person.cookie);
      const { origin = passkeyOrigin(home), challenge = begun.challenge, ...rest } = told;
      const { response } = createPasskey(challenge, { origin, ...rest });
      return home.send('POST', REGISTER, { response }, { cookie: begun.cookie });
    };
    for (const told of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { challenge: 'AAAA' }]) {
      await expectRefused(register(told), '400 failed_to_verify_registration');
    }
    // The options of a sign-in do not make a passkey, nor do they serve twice.
    const wrongKind = await beginCeremony(home, 'generate-authenticate-options', person.cookie);
    const { response } = createPasskey(wrongKind.challenge, { origin: passkeyOrigin(home) });
    const refused = await home.send('POST', REGISTER, { response }, { cookie: wrongKind.cookie });
    await expectRefused(refused, '400 challenge_not_found');
    for (const body of [{}, { response: 'x' }, { response: { id: 5 } }, { response, name: '' }]) {
      await expectRefused(person.send('POST', REGISTER, body), '422 invalid_body');
    }

    const begun = await beginCeremony(home, 'generate-register-options', person.cookie);
    const made = createPasskey(begun.challenge, { origin: passkeyOrigin(home) });
    await expectOnlyStatus(home.send('POST', REGISTER, { response: made.response }, { cookie: begun.cookie }), 200);
    const again = await home.send('POST', REGISTER, { response: made.response }, { cookie: begun.cookie });
    await expectRefused(again, '400 challenge_not_found');
    await home.sql`update passkey set credential_id = 'taken' where credential_id = ${made.key.id}`;
    const next = await beginCeremony(home, 'generate-register-options', person.cookie);
    const taken = createPasskey(next.challenge, { origin: passkeyOrigin(home) });
    await home.sql`update passkey set credential_id = ${taken.key.id} where credential_id = 'taken'`;
    const conflict = await home.send('POST', REGISTER, { response: taken.response }, { cookie: next.cookie });
    await expectRefused(conflict, '409 passkey_exists');

    await home.sql`insert into passkey (id, account_id, public_key, credential_id, counter, device_type, backed_up, rp_id)
      select gen_random_uuid(), ${person.id}, 'x', ${person.id} || n, 0, 'singleDevice', false, 'localhost'
      from generate_series(1, 19) n`;
    await expectRefused(register({}), '409 passkey_limit');
  });
});

describe('signing in with a passkey', () => {
  test('needs no password, and with user verification no second factor', async () => {
    const person = await home.person();
    const key = await addPasskey(home, person.cookie);
    const plain = await signInWithPasskey(home, key, false);
    expect(await whoIs(home, joinCookies('', plain))).toBe(person.email);

    const { cookie } = await enrol(home, person.cookie);
    const verified = await signInWithPasskey(home, key, true);
    expect(await whoIs(home, joinCookies('', verified))).toBe(person.email);
    const unverified = await signInWithPasskey(home, key, false);
    expect(await unverified.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    const step = joinCookies('', unverified);
    expect(await whoIs(home, step)).toBeUndefined();
    expect(await list(cookie)).toHaveLength(1);
  });

  test('without user verification it completes a sign-in that another factor began, of the same account only', async () => {
    const person = await personWithPassword(home);
    const key = await addPasskey(home, person.cookie, false);
    await enrol(home, person.cookie);
    const asked = await signIn(home, person.email);
    expect(await asked.clone().json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp', 'passkey'] });
    const step = joinCookies('', asked);
    const stranger = await personWithPassword(home);
    const foreign = await addPasskey(home, stranger.cookie, false);
    await enrol(home, stranger.cookie);
    const refused = await signInWithPasskey(home, foreign, false, step);
    expect(await refused.json()).toMatchObject({ twoFactorRedirect: true });
    const done = await signInWithPasskey(home, key, false, step);
    expect(await whoIs(home, joinCookies(step, done))).toBe(person.email);
  });

  test('by a key that only touches, twice: still one factor', async () => {
    const person = await home.person();
    const key = await addPasskey(home, person.cookie, false);
    await enrol(home, person.cookie);
    const step = joinCookies('', await signInWithPasskey(home, key, false));
    const again = await signInWithPasskey(home, key, false, step);
    expect(await again.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await whoIs(home, joinCookies(step, again))).toBeUndefined();
  });

  test('refuses unknown keys, other sites, forged signatures, replays and clones', async () => {
    const person = await home.person();
    const key = await addPasskey(home, person.cookie);
    const attempt = async (change: (challenge: string) => object, cookie?: string): Promise<Response> => {
      const begun = await beginCeremony(home, 'generate-authenticate-options');
      const response = change(begun.challenge);
      return home.send('POST', USE, { response }, { cookie: cookie ?? begun.cookie });
    };
    const origin = passkeyOrigin(home);
    const unknown = { ...key, id: 'AAAA' };
    await expectRefused(
      attempt((c) => usePasskey(unknown, c, { origin })),
      '401 passkey_not_found',
    );
    for (const told of [{ origin: 'https://evil.example' }, { origin, rpId: 'evil.example' }]) {
      await expectRefused(
        attempt((challenge) => usePasskey(key, challenge, told)),
        '400 authentication_failed',
      );
    }
    const other = createPasskey('x', { origin }).key;
    const forged = await attempt((c) => usePasskey({ ...other, id: key.id }, c, { origin }));
    expect((await refusalOf(forged))[0]).toBeWithin(400, 402);

    const begun = await beginCeremony(home, 'generate-authenticate-options');
    const response = usePasskey(key, begun.challenge, { origin, counter: 5 });
    await expectOnlyStatus(home.send('POST', USE, { response }, { cookie: begun.cookie }), 200);
    await expectRefused(home.send('POST', USE, { response }, { cookie: begun.cookie }), '400 challenge_not_found');
    await expectRefused(
      attempt((c) => usePasskey(key, c, { origin, counter: 4 })),
      '400 authentication_failed',
    );
    await expectRefused(home.send('POST', USE, { response: {} }), '422 invalid_body');

    await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${person.id}, 'sign_in', 'other')`;
    await expectRefused(
      attempt((c) => usePasskey(key, c, { origin, counter: 9 })),
      '403 account_restricted',
    );
  });
});

test('a confirmation takes a passkey of the account, and makes no session', async () => {
  const person = await home.person();
  const key = await addPasskey(home, person.cookie);
  const stranger = await home.person();
  const foreign = await addPasskey(home, stranger.cookie);
  await home.sql`update session set created_at = now() - interval '11 minutes' where account_id = ${person.id}`;
  await expectRefused(person.send('POST', CONFIRM, {}), '422 password_required');
  const count = async (): Promise<number> => {
    const rows: { n: number }[] =
      await home.sql`select count(*)::int as n from session where account_id = ${person.id}`;
    return rows[0]?.n ?? 0;
  };
  const confirm = async (used: typeof key): Promise<Response> => {
    const begun = await beginCeremony(home, 'generate-authenticate-options', person.cookie);
    const passkey = usePasskey(used, begun.challenge, { origin: passkeyOrigin(home) });
    return home.send('POST', CONFIRM, { passkey }, { cookie: begun.cookie });
  };
  await expectRefused(confirm(foreign), '403 confirmation_failed');
  const before = await count();
  const confirmed = await confirm(key);
  expect(confirmed.status).toBe(200);
  expect(await count()).toBe(before);
  const cookie = cookiesOf(confirmed);
  await expectOnlyStatus(person.fetch(`${PASSKEY}/generate-register-options`, { headers: { cookie } }), 200);
});

test('an address is no host of passkeys: they are refused, and the configuration says so', async () => {
  const config = await readJson(local.world.fetch('/api/v1/account/config'));
  expect(config.passkeys).toBe(false);
  expect((await readJson(home.world.fetch('/api/v1/account/config'))).passkeys).toBe(true);
  const person: Person = await local.person();
  const { response } = createPasskey('AAAA', { origin: passkeyOrigin(local), rpId: '192.0.2.7' });
  const { key } = createPasskey('AAAA', { origin: passkeyOrigin(local) });
  const refusals = [
    await person.fetch(`${PASSKEY}/generate-register-options`),
    await local.world.fetch(`${PASSKEY}/generate-authenticate-options`),
    await person.send('POST', REGISTER, { response }),
    await person.send('POST', USE, { response: usePasskey(key, 'AAAA', { origin: passkeyOrigin(local) }) }),
  ];
  for (const answer of refusals) await expectRefused(answer, '409 passkeys_unavailable');
  await expectOnlyStatus(person.fetch(LIST), 200);
});

test('a deleted account leaves no factor behind, and an export tells of them without secrets', async () => {
  const person = await personWithPassword(home);
  await addPasskey(home, person.cookie);
  const { cookie, uri } = await enrol(home, person.cookie);
  const file = await home.world.fetch('/api/v1/account/export', { headers: { cookie } });
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(text).toContain('"twoFactorEnabled": true');
  expect(text).toContain('my key');
  expect(text).not.toContain('publicKey');
  const confirmation = { confirmation: person.email };
  await expectOnlyStatus(home.send('DELETE', '/api/v1/account/profile', confirmation, { cookie }), 204);
  const rows: unknown[] = await home.sql`select id from two_factor where account_id = ${person.id}
    union select id from passkey where account_id = ${person.id}`;
  expect(rows).toEqual([]);
  expect(totpCode(uri)).toMatch(/^\d{6}$/);
  await expectOnlyStatus(signIn(home, person.email), 401);
});
