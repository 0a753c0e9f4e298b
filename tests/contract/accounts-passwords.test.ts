// Common passwords, and those that contain the owner's name or address, are refused wherever a password is set: with a
// mailed link (page and JSON), by its owner, on the command line. A refused one costs neither the link nor the old password.
import { expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';

const OLD = 'correct horse battery';
const NEW = 'another horse battery';
const COMMON = [400, 'password_too_common'] as const;
const PERSONAL = [400, 'password_too_personal'] as const;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const hash = await hashPassword(OLD);

let serial = 0;

async function namedPerson(): Promise<Person> {
  serial += 1;
  const person = await home.person({ email: `marigold${serial}@example.org` });
  await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${hash})`;
  await home.sql`update profile set handle = ${`quiet_drummer${serial}`}, display_name = 'Sunny Encore'
    where account_id = ${person.id}`;
  return person;
}
const personal = ({ email }: Person): readonly string[] => [
  `${email} and more`,
  `my ${email.split('@')[0]?.toUpperCase()} password`,
  `quiet-drummer${serial} plays`,
  'always Sunny Encore 4821',
];
const signIn = async (email: string, password: string): Promise<number> =>
  (await home.send('POST', '/api/auth/sign-in/email', { email, password })).status;

test('by its owner', async () => {
  const person = await namedPerson();
  const change = (newPassword: unknown) =>
    person.send('POST', '/api/auth/change-password', { currentPassword: OLD, newPassword });
  for (const password of ['password1234', '123qweasdzxc', 'P@ssw0rd2024', 'aaaaaaaaaaaa']) {
    expect(await refusalOf(change(password))).toEqual(COMMON);
  }
  for (const password of personal(person)) expect(await refusalOf(change(password))).toEqual(PERSONAL);
  // What was refused before is refused as before.
  await expectRefused(change('password'), '400 password_too_short');
  await expectRefused(change('password'.repeat(17)), '400 password_too_long');
  expect((await refusalOf(change(5)))[0]).toBe(400);
  const stranger = { currentPassword: OLD, newPassword: 'password1234' };
  expect((await refusalOf(home.send('POST', '/api/auth/change-password', stranger)))[0]).toBe(401);
  expect(await signIn(person.email, OLD)).toBe(200);
  await expectOnlyStatus(change(NEW), 200);
});

test('with a mailed link, as JSON', async () => {
  const person = await namedPerson();
  await home.send('POST', '/api/auth/request-password-reset', { email: person.email });
  const { token } = await home.mail(person.email);
  const reset = (newPassword: string, used = token) =>
    home.send('POST', '/api/auth/reset-password', { token: used, newPassword });
  expect(await refusalOf(reset('password1234'))).toEqual(COMMON);
  for (const password of personal(person)) expect(await refusalOf(reset(password))).toEqual(PERSONAL);
  await expectRefused(reset('password1234', 'x'.repeat(24)), '400 invalid_token');
  await expectOnlyStatus(reset(NEW), 200);
  expect(await signIn(person.email, NEW)).toBe(200);
});

test('with a mailed link, on the page', async () => {
  const person = await namedPerson();
  await home.send('POST', '/api/auth/request-password-reset', { email: person.email });
  const { token } = await home.mail(person.email);
  const set = (password: string): Promise<Response> =>
    home.form('/account/password', { token, password }, { 'accept-language': 'en' });
  for (const [password, words] of [
    ['password1234', 'too common'],
    ['always Sunny Encore', 'can’t contain your name'],
  ] as const) {
    const answer = await set(password);
    const page = await answer.text();
    expect([answer.status, page.includes(words), page.includes('aria-invalid')]).toEqual([400, true, true]);
    expect(page).not.toContain(password);
  }
  await expectOnlyStatus(set(NEW), 303);
});

test('on the command line', async () => {
  const create = async (email: string, password: string): Promise<readonly [number, string]> => {
    const child = Bun.spawn([...LIVEHOUSE, 'accounts', 'create', email, '--password-stdin'], {
      env: { ...process.env, LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl },
      stdin: new Blob([password]),
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const stderr = await new Response(child.stderr).text();
    return [await child.exited, stderr];
  };
  const [common, told] = await create('operator@example.org', 'password1234\n');
  expect([common, told]).toEqual([2, expect.stringContaining('too common') as never]);
  const [personalCode, toldName] = await create('operator@example.org', 'the Operator was here');
  expect([personalCode, toldName]).toEqual([2, expect.stringContaining('address of the account') as never]);
  const made: unknown[] = await home.sql`select 1 from account where email = 'operator@example.org'`;
  expect(made).toEqual([]);
  expect((await create('operator@example.org', OLD))[0]).toBe(0);
});
