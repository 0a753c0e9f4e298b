// One administrator who can sign in always stays: whatever takes the right away (role, suspension, deletion, restriction
// of sign-in), by staff or by the command line, also when two do it at once.
import { expect, test } from 'bun:test';
import { MODERATION, PROFILE } from '../fixtures/moderation.ts';
import {
  type AccountsWorld,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  type Person,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';

const LAST = 'last_administrator_required';

const administrator = (home: AccountsWorld): Promise<Person> => home.person({ role: 'administrator' });

const restrict = (staff: Person, uid: number, kind = 'sign_in') =>
  staff.send('POST', `${MODERATION}/users/${uid}/restrictions`, { kind, reasonCode: 'spam' });

const leave = (person: Person) => person.send('DELETE', PROFILE, { confirmation: person.email });

/** Outcome of `livehouse accounts …`: `ok` or the code of the refusal. */
async function run(home: AccountsWorld, ...args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...LIVEHOUSE, 'accounts', ...args, '--json'], {
    env: { ...process.env, LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const { ok, errors } = await readJson<{ ok: boolean; errors?: { code: string }[] }>(new Response(child.stdout));
  return ok ? 'ok' : (errors?.[0]?.code ?? 'failed');
}

/** Begins several changes, and lets them go on only once all of them wait for the rows of the administrators. */
async function atOnce<T>(home: AccountsWorld, ...changes: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const waiting = async (): Promise<number> => {
    const rows: { n: number }[] = await home.sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return rows[0]?.n ?? 0;
  };
  const begun = await home.sql.begin(async (tx) => {
    await tx`select 1 from profile where role = 'administrator' order by account_id for update`;
    const running = changes.map((change) => change());
    await home.world.until(async () => (await waiting()) >= changes.length, 30_000);
    return { running };
  });
  return Promise.all(begun.running);
}

async function countAble(home: AccountsWorld): Promise<number> {
  const rows: { n: number }[] = await home.sql`select count(*)::int as n from profile p
    where role = 'administrator' and status = 'active' and not exists (
      select 1 from account_restriction r where r.account_id = p.account_id and r.kind = 'sign_in'
        and r.lifted_at is null and (r.expires_at is null or r.expires_at > now()))`;
  return rows[0]?.n ?? 0;
}

test('an administrator who cannot sign in does not count as another one', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  const [first, second] = [await administrator(home), await administrator(home)];
  await expectOnlyStatus(restrict(first, second.uid), 201);
  await expectRefused(leave(first), `409 ${LAST}`);
  expect(await run(home, 'revoke', first.email)).toBe(LAST);
  expect(await run(home, 'suspend', first.email)).toBe(LAST);
  expect(await run(home, 'restrict', first.email, 'sign_in', '--until', '2090-01-01')).toBe(LAST);
  // Other restrictions take no right to administer away.
  expect(await run(home, 'restrict', first.email, 'upload')).toBe('ok');
  // One who may not sign in can be demoted.
  expect(await run(home, 'grant', second.email, 'moderator')).toBe('ok');
  // A restriction that is over counts no more.
  const third = await administrator(home);
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code, expires_at)
    values (${Bun.randomUUIDv7()}, ${third.id}, 'sign_in', 'spam', now() - interval '1 minute')`;
  await expectOnlyStatus(leave(first), 204);
  expect(await countAble(home)).toBe(1);
});

test('a last administrator who may not sign in stays one', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  const only = await administrator(home);
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${only.id}, 'sign_in', 'spam')`;
  expect(await run(home, 'revoke', only.email)).toBe(LAST);
  expect(await run(home, 'lift', only.email, 'sign_in')).toBe('ok');
});

test('of two who restrict each other at once one succeeds', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  const [first, second] = [await administrator(home), await administrator(home)];
  const answers = await atOnce(
    home,
    () => restrict(first, second.uid),
    () => restrict(second, first.uid),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  for (const answer of answers) if (answer.status !== 201) await expectRefused(answer, `409 ${LAST}`);
  expect(await countAble(home)).toBe(1);
});

test('of the last two who are demoted, suspended, or restricted at once one stays', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  const [first, second] = [await administrator(home), await administrator(home)];
  expect(
    await atOnce(
      home,
      () => run(home, 'revoke', first.email),
      () => run(home, 'suspend', second.email),
    ).then((outcomes) => outcomes.toSorted()),
  ).toEqual([LAST, 'ok']);
  expect(await countAble(home)).toBe(1);
  const third = await administrator(home);
  const left: { email: string }[] = await home.sql`select email from account join profile on account_id = account.id
    where role = 'administrator' and status = 'active' and email <> ${third.email}`;
  expect(
    await atOnce(
      home,
      () => run(home, 'restrict', left[0]?.email ?? '', 'sign_in'),
      () => leave(third).then(async (answer) => (answer.status === 204 ? 'ok' : (await refusalOf(answer))[1])),
    ).then((outcomes) => outcomes.toSorted()),
  ).toEqual([LAST, 'ok']);
  expect(await countAble(home)).toBe(1);
});
