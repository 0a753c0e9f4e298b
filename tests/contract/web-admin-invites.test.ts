// The page of invites without script: one is made, its link leads to the form of the registration, and it is ended.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage, submitForm } from '../fixtures/page-client.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';

const PAGE = '/admin/invites';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', INSTANCE_REGISTRATION: 'invite' }));
const admin = await home.person({ role: 'administrator' });

const open = (path: string) => openPage(admin, path);
const post = (path: string, fields?: Readonly<Record<string, string>>) => submitForm(admin, path, fields);

test('an invite is made, opened, and ended', async () => {
  expect(await open(PAGE)).toContain('No invites yet.');
  const made = await post(PAGE, { maxUses: '2', days: '7', note: 'For <Mio>' });
  expect([made.status, made.headers.get('location')]).toEqual([303, `${PAGE}?done=made`]);
  const page = await open(`${PAGE}?done=made`);
  for (const part of ['Invite created.', 'For &lt;Mio>', '0 of 2 used', 'Active']) expect(page).toContain(part);
  const link = /<code>([^<]*\/register\?invite=[\w-]{20})<\/code>/.exec(page)?.[1] ?? '';
  expect(link).toStartWith(home.origin);
  const code = new URL(link).searchParams.get('invite') ?? '';
  expect(await (await home.world.fetch(`/register?invite=${code}`, { headers: HTML })).text()).toContain(
    `value="${code}"`,
  );
  const id = /\/admin\/invites\/([0-9a-f-]{36})\/end/.exec(page)?.[1] ?? '';
  const ended = await post(`${PAGE}/${id}/end`);
  expect([ended.status, ended.headers.get('location')]).toEqual([303, `${PAGE}?done=ended`]);
  expect(await open(PAGE)).not.toContain(code);
  await expectOnlyStatus(post(`${PAGE}/${id}/end`), 404);
  await expectOnlyStatus(post(`${PAGE}/x/end`), 404);
});

test('one no end date is made, and what no invite can be is said with what was typed', async () => {
  await expectOnlyStatus(post(PAGE, { maxUses: '1', days: '', note: '' }), 303);
  expect(await open(PAGE)).toContain('never expires');
  for (const fields of [
    { maxUses: '0' },
    { maxUses: '10001' },
    { maxUses: '1.5' },
    { maxUses: 'x' },
    { days: '3' },
    { note: 'x'.repeat(201) },
  ]) {
    const answer = await post(PAGE, { maxUses: '1', days: '7', note: 'TYPED', ...fields });
    const page = await answer.text();
    expect([fields, answer.status, page.includes('Uses must be 1 to 10,000.')]).toEqual([fields, 422, true]);
    if (!('note' in fields)) expect(page).toContain('value="TYPED"');
  }
});

test('older ones are on the next page, and a cursor of nothing leads to the first', async () => {
  await home.sql`delete from instance_invite`;
  for (let made = 0; made <= 50; made++) {
    await home.sql`insert into instance_invite (id, code, max_uses, note)
      values (${Bun.randomUUIDv7()}, ${`code-${made}`}, 1, ${`number ${made}`})`;
  }
  const first = await open(PAGE);
  expect([first.includes('number 50'), first.includes('number 0<')]).toEqual([true, false]);
  const next = /href="(\/admin\/invites\?cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(await open(next)).toContain('number 0<');
  const answer = await admin.fetch(`${PAGE}?cursor=x`, { headers: HTML, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
});

test('the page says when invites do not count', async () => {
  const settings = async (fields: object): Promise<void> => {
    const { version }: { version: number } = await (await admin.fetch('/api/v1/admin/settings')).json();
    await admin.send('PATCH', '/api/v1/admin/settings', { version, ...fields });
  };
  expect(await open(PAGE)).not.toContain('Change who can register');
  for (const [registration, text] of [
    ['open', 'invites aren’t needed'],
    ['closed', 'even with an invite'],
  ] as const) {
    await settings({ registration });
    expect(await open(PAGE)).toContain(text);
  }
});
