// `livehouse accounts …` beside a running service: exactly one line of JSON, and what it changes holds at once.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

interface Outcome {
  readonly code: number;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
  readonly json: any;
}

async function run(args: readonly string[], input = ''): Promise<Outcome> {
  const { code, stdout, stderr } = await runProgram(
    [...LIVEHOUSE, 'accounts', ...args, '--json'],
    { LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl, BASE_URL: home.world.address },
    { stdin: new Blob([input]) },
  );
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return { code, stderr, json: JSON.parse(stdout) };
}

const signIn = (email: string, password: string) => home.send('POST', '/api/auth/sign-in/email', { email, password });

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await readJson(home.world.fetch('/api/auth/get-session', { headers: { cookie } }))) !== null;

test('create with a link, with a password, unverified, and twice', async () => {
  const made = await run(['create', 'Ops@Example.org', '--role', 'administrator']);
  expect([made.code, Object.keys(made.json)]).toEqual([0, ['ok', 'email', 'uid', 'link']]);
  expect(made.json).toMatchObject({ ok: true, email: 'ops@example.org' });
  const link = new URL(made.json.link);
  expect(link.origin + link.pathname).toBe(`${home.world.address}/account/password`);
  const token = link.searchParams.get('token') ?? '';
  await expectOnlyStatus(home.form('/account/password', { token, password: 'correct horse battery' }), 303);

  const again = await run(['create', 'ops@example.org']);
  expect([again.code, again.json.errors[0].code]).toEqual([1, 'account_exists']);
  const given = await run(['create', 'given@example.org', '--password-stdin'], 'correct horse battery\n');
  expect(given.json).toEqual({ ok: true, email: 'given@example.org', uid: given.json.uid });
  await expectOnlyStatus(signIn('given@example.org', 'correct horse battery'), 200);
  await run(['create', 'later@example.org', '--password-stdin', '--unverified'], 'correct horse battery');
  await expectOnlyStatus(signIn('later@example.org', 'correct horse battery'), 403);
  expect((await run(['create', 'short@example.org', '--password-stdin'], 'short')).code).toBe(2);
  expect((await run(['create', 'no address'])).code).toBe(2);
  const list = await run(['list']);
  expect(list.json.accounts.map((row: { email: string }) => row.email)).toEqual([
    'ops@example.org',
    'given@example.org',
    'later@example.org',
  ]);
  expect(list.json.accounts[0]).toEqual({
    email: 'ops@example.org',
    uid: made.json.uid,
    role: 'administrator',
    status: 'active',
    restrictions: [],
  });
});

test('roles, restrictions and suspension: sessions end, the last administrator stays', async () => {
  const email = 'moved@example.org';
  await run(['create', email, '--password-stdin'], 'correct horse battery');
  const cookie = async (): Promise<string> => cookiesOf(await signIn(email, 'correct horse battery'));

  const before = await cookie();
  expect((await run(['grant', email, 'moderator'])).json).toMatchObject({ ok: true, role: 'moderator' });
  expect(await isSignedIn(before)).toBe(false);
  const during = await cookie();
  expect((await run(['revoke', email])).json).toMatchObject({ role: 'member' });
  expect(await isSignedIn(during)).toBe(false);

  const restricted = await cookie();
  const told = await run(['restrict', email, 'sign_in', '--until', '2090-01-01']);
  expect([told.code, told.json.restrictions]).toEqual([0, ['sign_in']]);
  const { accounts } = (await run(['list'])).json;
  expect(accounts.find((row: { email: string }) => row.email === email).restrictions).toEqual(['sign_in']);
  expect(await isSignedIn(restricted)).toBe(false);
  await expectOnlyStatus(signIn(email, 'correct horse battery'), 403);
  expect((await run(['lift', email, 'sign_in'])).code).toBe(0);
  const nothing = await run(['lift', email, 'sign_in']);
  expect([nothing.code, nothing.json.errors[0].code]).toEqual([1, 'restriction_not_found']);

  const suspended = await cookie();
  expect((await run(['suspend', email])).json).toMatchObject({ status: 'suspended' });
  expect(await isSignedIn(suspended)).toBe(false);
  await expectOnlyStatus(signIn(email, 'correct horse battery'), 403);
  expect((await run(['reinstate', email])).json).toMatchObject({ status: 'active' });
  await expectOnlyStatus(signIn(email, 'correct horse battery'), 200);

  const last = await run(['revoke', 'ops@example.org']);
  expect([last.code, last.json.errors[0].code]).toEqual([1, 'last_administrator_required']);
  const events: { action: string }[] = await home.sql`
    select action from audit_event where subject_kind <> 'account' order by at, id`;
  expect(events.map(({ action }) => action)).toEqual([
    'account.role',
    'account.role',
    'restriction.issue',
    'restriction.lift',
    'account.suspend',
    'account.reinstate',
  ]);
});

test('wrong usage and unknown accounts', async () => {
  expect((await run(['grant', 'ops@example.org', 'king'])).code).toBe(2);
  expect((await run(['restrict', 'ops@example.org', 'breathe'])).code).toBe(2);
  expect((await run(['restrict', 'ops@example.org', 'write', '--until', 'yesterday'])).code).toBe(2);
  const unknown = await run(['suspend', 'nobody@example.org']);
  expect([unknown.code, unknown.json.errors[0].code]).toEqual([1, 'account_not_found']);
});

test('an administrator who is made by the command is audited', async () => {
  const rows = (uid: number): Promise<unknown[]> =>
    home.sql`select actor_account_id, action, after from audit_event
      where subject_kind = 'account' and subject_id = ${String(uid)}`;
  const made = await run(['create', 'audited@example.org', '--role', 'administrator']);
  expect(await rows(made.json.uid)).toEqual([
    {
      actor_account_id: null,
      action: 'account.create',
      after: { role: 'administrator' },
    },
  ]);
});

test('show, password-link, set-address and end-sessions', async () => {
  const [email, moved] = ['kept@example.org', 'kept-new@example.org'];
  const { uid } = (await run(['create', email, '--password-stdin'], 'correct horse battery')).json;
  const cookie = cookiesOf(await signIn(email, 'correct horse battery'));
  const shown = await run(['show', email]);
  expect(shown.json).toMatchObject({
    ok: true,
    email,
    uid,
    role: 'member',
    hasPassword: true,
    sessions: 1,
    totp: false,
  });
  expect(Object.keys(shown.json)).not.toContain('accountId');

  const ended = await run(['end-sessions', email]);
  expect([ended.code, await isSignedIn(cookie)]).toEqual([0, false]);
  await home.mail(email);

  const first = await run(['password-link', email]);
  const second = await run(['password-link', email]);
  expect(Object.keys(second.json)).toEqual(['ok', 'email', 'uid', 'link']);
  expect(second.stderr).not.toContain('token=');
  const use = (link: string) =>
    home.form('/account/password', {
      token: new URL(link).searchParams.get('token') ?? '',
      password: 'another horse battery',
    });
  await expectOnlyStatus(use(first.json.link), 400);
  await expectOnlyStatus(use(second.json.link), 303);
  await expectOnlyStatus(use(second.json.link), 400);
  const again = cookiesOf(await signIn(email, 'another horse battery'));

  const taken = await run(['set-address', email, 'given@example.org']);
  expect([taken.code, taken.json.errors[0].code, await isSignedIn(again)]).toEqual([1, 'account_exists', true]);
  expect((await run(['set-address', email, 'no address'])).code).toBe(2);
  const before = home.mails(email).length;
  expect((await run(['set-address', email, moved])).json).toMatchObject({ ok: true, email: moved, uid });
  expect([await isSignedIn(again), home.mails(email).length, home.mails(moved).length]).toEqual([false, before + 1, 0]);
  await expectOnlyStatus(signIn(moved, 'another horse battery'), 200);
  for (const words of [
    ['show', email],
    ['password-link', email],
    ['end-sessions', email],
    ['set-address', email, moved],
  ]) {
    const unknown = await run(words);
    expect([unknown.code, unknown.json.errors[0].code]).toEqual([1, 'account_not_found']);
  }
  const events: { action: string; by: unknown }[] = await home.sql`
    select action, actor_account_id as by from audit_event
      where subject_id = ${String(uid)} and action <> 'account.sign-in' and actor_account_id is null order by at, id`;
  expect(events.map(({ action }) => action)).toEqual([
    'account.create',
    'account.sessions-end',
    'account.password-link',
    'account.password-link',
    'account.address',
  ]);
});

test('delete asks for --yes, spares the last administrator, and removes what the account had', async () => {
  const email = 'leaver@example.org';
  const { uid } = (await run(['create', email, '--password-stdin'], 'correct horse battery')).json;
  const cookie = cookiesOf(await signIn(email, 'correct horse battery'));
  expect((await run(['delete', email])).code).toBe(2);
  expect(await isSignedIn(cookie)).toBe(true);
  expect((await run(['delete', email, '--yes'])).json).toMatchObject({ ok: true, uid, status: 'deleted' });
  expect(await isSignedIn(cookie)).toBe(false);
  expect((await signIn(email, 'correct horse battery')).status).toBe(401);
  const again = await run(['delete', email, '--yes']);
  expect([again.code, again.json.errors[0].code]).toEqual([1, 'account_not_found']);
  await home.world.until(async () => {
    const rows = await home.sql`select 1 from jobs.job where name = 'account.deleted' and state = 'completed'`;
    return rows.length === 1;
  });
  const events = await home.sql`select actor_account_id as by from audit_event
    where action = 'account.delete' and subject_kind = 'user' and subject_id = ${String(uid)}`;
  expect([...events]).toEqual([{ by: null }]);

  await run(['revoke', 'audited@example.org']);
  const last = await run(['delete', 'ops@example.org', '--yes']);
  expect([last.code, last.json.errors[0].code]).toEqual([1, 'last_administrator_required']);
});
