// Administration of accounts over HTTP: lists and filters, roles, suspensions, sessions, password links, second factors; what
// is stale or one's own is refused, every change is audited with before and after, and the person is mailed.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { enrol, PASSWORD, pendingStep, personWithPassword, signIn } from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
  sendTogether,
} from '../fixtures/people.ts';

const ADMIN = '/api/v1/admin/accounts';

type AccountBody = AnswerBody<'GET /api/v1/admin/accounts/{uid}'>['account'];

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });
await home.person({ role: 'administrator' });

const at = ({ uid }: Pick<Person, 'uid'>, rest = ''): string => `${ADMIN}/${uid}${rest}`;
const read = async (person: Pick<Person, 'uid'>): Promise<AccountBody> =>
  (await readJson<{ account: AccountBody }>(admin.fetch(at(person)))).account;
const list = async (query: string): Promise<AnswerBody<'GET /api/v1/admin/accounts'>> =>
  readJson(admin.fetch(`${ADMIN}?${query}`));
const changeRole = (person: Person, from: string, role: string, by = admin) =>
  by.send('PUT', at(person, '/role'), { from, role });
const isSignedIn = async ({ cookie }: Person): Promise<boolean> =>
  (await readJson(home.world.fetch('/api/auth/get-session', { headers: { cookie } }))) !== null;

/** What the audit trail tells of a person, oldest first. */
async function eventsOf({
  uid,
}: Person): Promise<readonly (readonly [string, number | undefined, unknown, unknown])[]> {
  const { events } = await readJson(admin.fetch(`/api/v1/admin/audit?subjectKind=user&subjectId=${uid}`));
  return events.map(({ action, actor, before, after }) => [action, actor?.uid, before, after] as const).reverse();
}

describe('the list', () => {
  test('pages newest first, without addresses and private ids', async () => {
    const made = await home.people(3);
    const first = await list('limit=2');
    expect(first.accounts.map(({ uid }) => uid)).toEqual([made[2].uid, made[1].uid]);
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(second.accounts[0]?.uid).toBe(made[0].uid);
    expect(JSON.stringify([first, second])).not.toMatch(/@example|"id"|accountId/);
    expect(Object.keys(first.accounts[0] ?? {})).toEqual([
      ...['uid', 'handle', 'displayName', 'role', 'status', 'emailVerified', 'restrictions', 'createdAt'],
    ]);
  });

  test('finds by UID, by a part of the name, by a whole address, by role and by state', async () => {
    const person = await home.person({ role: 'moderator', emailVerified: false });
    await home.sql`update profile set display_name = '100%_sure', handle = 'sure_one' where account_id = ${person.id}`;
    for (const q of [String(person.uid), '%_s', '@sure_o', person.email, person.email.toUpperCase(), ' 100％_SURE ']) {
      const { accounts } = await list(`q=${encodeURIComponent(q)}`);
      expect([q, accounts.map(({ uid }) => uid)]).toEqual([q, [person.uid]]);
    }
    expect((await list(`q=${encodeURIComponent(person.email.slice(2))}`)).accounts).toEqual([]);
    const found = async (query: string): Promise<boolean> =>
      (await list(`limit=100&${query}`)).accounts.some(({ uid }) => uid === person.uid);
    expect(await found('role=moderator')).toBe(true);
    expect(await found('role=member')).toBe(false);
    expect(await found('state=unverified')).toBe(true);
    expect(await found('state=active')).toBe(true);
    expect(await found('state=restricted')).toBe(false);
    await admin.send('POST', `/api/v1/moderation/users/${person.uid}/restrictions`, {
      kind: 'write',
      reasonCode: 'spam',
    });
    expect(await found('state=restricted')).toBe(true);
    await admin.send('POST', at(person, '/suspension'), { reasonCode: 'spam' });
    expect(await found('state=suspended')).toBe(true);
    expect(await found('state=active')).toBe(false);
    await home.sql`update profile set status = 'deleted' where account_id = ${person.id}`;
    expect(await found('')).toBe(false);
    expect(await found('state=deleted')).toBe(true);
  });

  test('refuses what it does not know', async () => {
    for (const query of [`q=${'x'.repeat(255)}`, 'role=owner', 'state=asleep']) {
      expect([query, ...(await refusalOf(admin.fetch(`${ADMIN}?${query}`)))]).toEqual([query, 400, 'invalid_query']);
    }
    await expectRefused(admin.fetch(`${ADMIN}?limit=0`), '400 invalid_limit');
    const { nextCursor } = await list('limit=1');
    for (const query of ['cursor=x', `role=member&cursor=${nextCursor}`]) {
      await expectRefused(admin.fetch(`${ADMIN}?${query}`), '400 invalid_cursor');
    }
    await expectRefused(admin.fetch(`${ADMIN}?role=member&role=member`), '400 duplicate_query_parameter');
  });
});

test('failed sign-ins are shown by keyed hashes of account and network, and logged with them', async () => {
  const person = await personWithPassword(home);
  const fail = async (email: string): Promise<void> => {
    const typed = { email, password: 'wrong horse battery' };
    await expectOnlyStatus(home.send('POST', '/api/auth/sign-in/email', typed), 401);
  };
  for (let i = 0; i < 3; i += 1) await fail(person.email);
  await fail('nobody-at-all@example.org');
  const { codes } = await enrol(home, person.cookie);
  const step = await pendingStep(home, person.email);
  const BACKUP = '/api/auth/two-factor/verify-backup-code';
  await expectOnlyStatus(home.send('POST', BACKUP, { code: 'wrong-wrong' }, { cookie: step }), 401);
  await expectOnlyStatus(home.send('POST', BACKUP, { code: codes[0] }, { cookie: step }), 200);

  const answer = await admin.fetch('/api/v1/admin/failed-sign-ins');
  const text = await answer.clone().text();
  expect(text).not.toContain('127.0.0.1');
  expect(text).not.toContain('@');
  const { failures } = await readJson(answer);
  const [most] = failures;
  expect(most).toMatchObject({ way: 'password', failures: 3 });
  expect(most?.account).toMatch(/^[0-9a-f]{16}$/);
  const second = failures.find(({ way }) => way === 'second-factor');
  expect(second).toMatchObject({ account: most?.account, network: most?.network, failures: 1 });
  expect(new Set(failures.map(({ account }) => account)).size).toBe(2);
  expect((await read(person)).failedSignIns).toBe(4);
  expect(home.world.log).toContainEqual(
    expect.objectContaining({ message: 'a sign-in failed', account: most?.account, network: most?.network }) as never,
  );
  const page = await (await admin.fetch('/admin/accounts', { headers: { accept: 'text/html' } })).text();
  expect(page).toContain(`<code>${most?.account}</code>`);
  const member = await home.person();
  await expectOnlyStatus(member.fetch('/api/v1/admin/failed-sign-ins'), 403);
});

test('one account says how it signs in, and which account asks', async () => {
  const person = await personWithPassword(home);
  await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'discord', 'x-1')`;
  expect(await read(person)).toMatchObject({
    isSelf: false,
    hasPassword: true,
    providers: ['discord'],
    totp: false,
    passkeys: 0,
    sessions: 1,
    apiTokens: 0,
    suspension: null,
    lastSignInAt: expect.any(Number),
  });
  expect((await read(admin)).isSelf).toBe(true);
  for (const uid of ['999999999', 'x', '0']) {
    await expectRefused(admin.fetch(`${ADMIN}/${uid}`), '404 account_not_found');
  }
});

describe('a role', () => {
  test('is given and taken, ends the sessions, is mailed and audited', async () => {
    const person = await home.person();
    const given = await changeRole(person, 'member', 'moderator');
    expect([given.status, (await readJson<{ account: AccountBody }>(given)).account.role]).toEqual([200, 'moderator']);
    expect(await isSignedIn(person)).toBe(false);
    expect((await home.mail(person.email)).subject).toBe('You are now a moderator');
    await expectOnlyStatus(changeRole(person, 'moderator', 'member'), 200);
    expect((await home.mail(person.email, 2)).subject).toBe('You are now a member');
    expect(await eventsOf(person)).toEqual([
      ['account.role', admin.uid, { role: 'member' }, { role: 'moderator' }],
      ['account.role', admin.uid, { role: 'moderator' }, { role: 'member' }],
    ]);
  });

  test('is not changed by who saw another one; the same role changes nothing', async () => {
    const person = await home.person();
    await expectRefused(changeRole(person, 'moderator', 'administrator'), '409 version_conflict');
    await expectOnlyStatus(changeRole(person, 'member', 'member'), 200);
    expect([await isSignedIn(person), (await eventsOf(person)).length]).toEqual([true, 0]);
    for (const body of [{ role: 'owner', from: 'member' }, { role: 'member' }, []]) {
      await expectRefused(admin.send('PUT', at(person, '/role'), body), '422 invalid_body');
    }
    const nobody = { ...person, uid: 999_999_999 };
    await expectRefused(changeRole(nobody, 'member', 'moderator'), '404 account_not_found');
    await home.sql`update profile set status = 'deleted' where account_id = ${person.id}`;
    await expectRefused(changeRole(person, 'member', 'moderator'), '404 account_not_found');
  });

  test('of two that are given at once, one is refused', async () => {
    const person = await home.person();
    const answers = await sendTogether(
      home,
      (tx) => tx`select 1 from profile where account_id = ${person.id} for update`,
      [() => changeRole(person, 'member', 'moderator'), () => changeRole(person, 'member', 'administrator')],
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await eventsOf(person)).length).toBe(1);
  });
});

test('the last administrator stays one, also when two take the role of each other at once', async () => {
  await using own = await openAccountsWorld({ LIMITS: 'off' });
  const [one, two] = [await own.person({ role: 'administrator' }), await own.person({ role: 'administrator' })];
  const take = (by: Person, from: Person) =>
    by.send('PUT', at(from, '/role'), { from: 'administrator', role: 'member' });
  const answers = await sendTogether(
    own,
    (tx) => tx`select 1 from profile where role = 'administrator' order by account_id for update`,
    [() => take(one, two), () => take(two, one)],
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  await expectRefused(refused ?? new Response('{}'), '409 last_administrator_required');
  const [row]: { n: number }[] =
    await own.sql`select count(*)::int as n from profile where role = 'administrator' and status = 'active'`;
  expect(row?.n).toBe(1);
  const left = answers[0]?.status === 200 ? one : two;
  await expectRefused(take(left, left), '409 last_administrator_required');

  // Suspending the only other one who can sign in is refused too.
  const third = await own.person({ role: 'administrator' });
  await own.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${third.id}, 'sign_in', 'spam')`;
  await expectRefused(third.send('POST', at(left, '/suspension'), { reasonCode: 'spam' }), '403 account_restricted');
  await own.sql`delete from account_restriction where account_id = ${third.id}`;
  const together = await sendTogether(
    own,
    (tx) => tx`select 1 from profile where role = 'administrator' order by account_id for update`,
    [
      () => left.send('POST', at(third, '/suspension'), { reasonCode: 'spam' }),
      () => third.send('POST', at(left, '/suspension'), { reasonCode: 'spam' }),
    ],
  );
  expect(together.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe('a suspension', () => {
  test('ends sessions, is mailed with reason and message, and is ended again', async () => {
    const person = await personWithPassword(home);
    const plan = { reasonCode: 'harassment', message: 'Please <stop>.', note: 'third time' };
    const suspended = await admin.send('POST', at(person, '/suspension'), plan);
    expect([suspended.status, (await readJson<{ account: AccountBody }>(suspended)).account]).toEqual([
      200,
      expect.objectContaining({
        status: 'suspended',
        sessions: 0,
        suspension: { reasonCode: 'harassment', message: 'Please <stop>.', issuedAt: expect.any(Number) },
      }),
    ]);
    const mail = await home.mail(person.email);
    expect([mail.subject, new URL(mail.link ?? '').pathname]).toEqual(['Your account is suspended', '/account/appeal']);
    expect(mail.text).not.toContain('third time');
    await expectOnlyStatus(signIn(home, person.email), 403);
    await expectRefused(admin.send('POST', at(person, '/suspension'), plan), '409 restriction_already_active');

    await expectOnlyStatus(admin.send('DELETE', at(person, '/suspension'), { note: 'asked nicely' }), 200);
    expect((await home.mail(person.email, 2)).subject).toBe('Your account is no longer suspended');
    await expectOnlyStatus(signIn(home, person.email), 200);
    const twice = await admin.fetch(at(person, '/suspension'), { method: 'DELETE' });
    await expectRefused(twice, '409 restriction_already_revoked');
    expect(await eventsOf(person)).toEqual([
      ['account.suspend', admin.uid, { status: 'active' }, { status: 'suspended', restriction: expect.any(String) }],
      ['account.reinstate', admin.uid, { status: 'suspended' }, { status: 'active' }],
    ]);
  });

  test('needs a reason, and somebody else', async () => {
    const person = await home.person();
    for (const body of [{}, { reasonCode: 'dislike' }, { reasonCode: 'spam', message: ' ' }]) {
      await expectRefused(admin.send('POST', at(person, '/suspension'), body), '422 invalid_body');
    }
    await expectRefused(admin.send('DELETE', at(person, '/suspension'), { note: 5 }), '422 invalid_body');
    const own = await admin.send('POST', at(admin, '/suspension'), { reasonCode: 'spam' });
    await expectRefused(own, '409 self_modification_forbidden');
    for (const method of ['POST', 'DELETE']) {
      const answer = await admin.send(method, `${ADMIN}/999999999/suspension`, { reasonCode: 'spam' });
      await expectRefused(answer, '404 account_not_found');
    }
  });
});

describe('help', () => {
  test('all sessions and tokens are ended', async () => {
    const person = await home.person();
    await home.sql`insert into api_token (id, account_id, name, secret_hash, scopes)
      values (${Bun.randomUUIDv7()}, ${person.id}, 'tool', ${Bun.randomUUIDv7()}, '{read}')`;
    const ended = await admin.fetch(at(person, '/sessions'), { method: 'DELETE' });
    expect((await readJson<{ account: AccountBody }>(ended)).account).toMatchObject({ sessions: 0, apiTokens: 0 });
    expect(await isSignedIn(person)).toBe(false);
    expect((await home.mail(person.email)).subject).toBe('You were signed out everywhere');
    expect(await eventsOf(person)).toEqual([
      ['account.sessions-end', admin.uid, { sessions: 1, apiTokens: 1 }, { sessions: 0, apiTokens: 0 }],
    ]);
  });

  test('a link to choose a password is mailed to the person alone', async () => {
    const person = await home.person();
    const sent = await admin.fetch(at(person, '/password-link'), { method: 'POST' });
    expect([sent.status, await readJson(sent)]).toEqual([202, { mailSent: true }]);
    const { token } = await home.mail(person.email);
    await expectOnlyStatus(home.form('/account/password', { token, password: PASSWORD }), 303);
    expect((await eventsOf(person)).map(([action]) => action)).toEqual(['account.password-link']);
  });

  test('second factors and passkeys are removed', async () => {
    const person = await personWithPassword(home);
    await enrol(home, person.cookie);
    expect(await read(person)).toMatchObject({ totp: true });
    const reset = await admin.fetch(at(person, '/factors'), { method: 'DELETE' });
    expect((await readJson<{ account: AccountBody }>(reset)).account).toMatchObject({ totp: false, sessions: 0 });
    await expectOnlyStatus(signIn(home, person.email), 200);
    await home.world.until(() => home.mails(person.email).some(({ subject }) => subject.includes('Two-factor')));
    expect((await eventsOf(person)).map(([action]) => action)).toEqual(['account.factor-reset']);
  });

  test('is for others who are there', async () => {
    for (const [method, path] of [
      ['DELETE', '/sessions'],
      ['POST', '/password-link'],
      ['DELETE', '/factors'],
    ] as const) {
      const own = await admin.fetch(at(admin, path), { method });
      expect([path, ...(await refusalOf(own))]).toEqual([path, 409, 'self_modification_forbidden']);
      const nobody = await admin.fetch(`${ADMIN}/999999999${path}`, { method });
      expect([path, ...(await refusalOf(nobody))]).toEqual([path, 404, 'account_not_found']);
    }
  });
});
