// A suspension has a reason and a message, is mailed with a link by which the person appeals although they cannot sign in, and
// ends when an administrator grants the appeal. Suspended and restricted by the command line, people hear the same.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { MODERATION } from '../fixtures/moderation.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';

const PAGE = '/account/appeal';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

async function run(...args: readonly string[]): Promise<number> {
  const child = Bun.spawn([...LIVEHOUSE, 'accounts', ...args, '--json'], {
    env: {
      ...process.env,
      LIVEHOUSE_DATA: home.world.dataDirectory,
      DATABASE_URL: home.databaseUrl,
      BASE_URL: home.world.address,
    },
    stdout: 'ignore',
    stderr: 'ignore',
  });
  return child.exited;
}

type AppealsBody = AnswerBody<'GET /api/v1/moderation/appeals'>;
type AppealBody = AppealsBody['appeals'][number];

async function findAppeal(staff: Person, { uid }: Person): Promise<AppealBody | undefined> {
  const { appeals } = await readJson(staff.fetch(`${MODERATION}/appeals?status=open`));
  return appeals.find((appeal) => appeal.uid === uid);
}

const statusOf = async ({ id }: Person): Promise<string | undefined> => {
  const [row]: { status: string }[] = await home.sql`select status from profile where account_id = ${id}`;
  return row?.status;
};

test('a suspension by the command line is mailed with a link to appeal, and a granted appeal ends it', async () => {
  const [administrator, moderator, person] = [
    await home.person({ role: 'administrator' }),
    await home.person({ role: 'moderator' }),
    await home.person(),
  ];
  expect(await run('suspend', person.email, '--reason', 'spam', '--message', 'Too many <links>.')).toBe(0);
  const mail = await home.mail(person.email);
  expect(mail.subject).toBe('Your account is suspended');
  for (const part of ['Reason: Spam or advertising', 'Too many <links>.']) expect(mail.text).toContain(part);
  expect(new URL(mail.link ?? '').pathname).toBe(PAGE);

  const page = await (await home.world.fetch(`${PAGE}?token=${mail.token}`)).text();
  for (const part of ['Your account is suspended', 'Too many &lt;links>.', 'name="message"'])
    expect(page).toContain(part);
  await expectOnlyStatus(home.form(PAGE, { token: mail.token, message: 'It was my shop.' }), 200);
  await expectOnlyStatus(home.form(PAGE, { token: mail.token, message: 'Again.' }), 400);

  const appeal = await findAppeal(administrator, person);
  expect(appeal?.restriction).toMatchObject({ kind: 'suspension', reasonCode: 'spam' });
  const decision = { verdict: 'granted', message: 'You are right.', version: appeal?.version };
  const path = `${MODERATION}/appeals/${appeal?.id}/decision`;
  await expectRefused(moderator.send('POST', path, decision), '403 forbidden');
  // A suspension is not a restriction that somebody lifts.
  const lift = await administrator.send(
    'DELETE',
    `${MODERATION}/users/${person.uid}/restrictions/${appeal?.restriction?.id}`,
    {},
  );
  await expectRefused(lift, '404 restriction_not_found');
  expect(await statusOf(person)).toBe('suspended');

  await expectOnlyStatus(administrator.send('POST', path, decision), 200);
  expect(await statusOf(person)).toBe('active');
  expect((await home.mail(person.email, 2)).subject).toBe('Your appeal was granted');
  const rows: { n: number }[] = await home.sql`select count(*)::int as n from account_restriction
    where account_id = ${person.id} and lifted_at is null`;
  expect(rows[0]?.n).toBe(0);
  const events: { action: string; actor_account_id: string | null }[] = await home.sql`
    select action, actor_account_id from audit_event where subject_id = ${String(person.uid)} order by at, id`;
  expect(events).toEqual([
    { action: 'account.suspend', actor_account_id: null },
    { action: 'account.reinstate', actor_account_id: administrator.id },
  ]);
});

test('a denied appeal leaves the suspension, and after it is reinstated there is nothing to appeal', async () => {
  const [administrator, person, other] = [
    await home.person({ role: 'administrator' }),
    await home.person(),
    await home.person(),
  ];
  await run('suspend', person.email);
  const { token } = await home.mail(person.email);
  await home.form(PAGE, { token, message: 'Please.' });
  const appeal = await findAppeal(administrator, person);
  const denial = { verdict: 'denied', version: appeal?.version };
  await expectOnlyStatus(administrator.send('POST', `${MODERATION}/appeals/${appeal?.id}/decision`, denial), 200);
  expect(await statusOf(person)).toBe('suspended');

  await run('suspend', other.email);
  const link = await home.mail(other.email);
  await run('reinstate', other.email);
  expect((await home.mail(other.email, 2)).subject).toBe('Your account is no longer suspended');
  await expectOnlyStatus(home.form(PAGE, { token: link.token, message: 'Please.' }), 400);
});

test('restrictions and roles given by the command line are mailed', async () => {
  const person = await home.person();
  await run('restrict', person.email, 'upload', '--reason', 'copyright', '--message', 'Not yours.');
  const mail = await home.mail(person.email);
  expect(mail.subject).toBe('You can no longer upload files');
  for (const part of ['Reason: Copyright', 'Not yours.']) expect(mail.text).toContain(part);
  await run('grant', person.email, 'moderator');
  expect((await home.mail(person.email, 2)).subject).toBe('You are now a moderator');
  await run('grant', person.email, 'moderator');
  await run('revoke', person.email);
  expect((await home.mail(person.email, 3)).subject).toBe('You are now a member');
  expect(await run('restrict', person.email, 'write', '--reason', 'no such reason')).toBe(2);
  expect(await run('suspend', person.email, '--message', ' ')).toBe(2);
  expect(home.mails(person.email).length).toBe(3);
});
