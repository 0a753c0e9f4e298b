// The gates of publishers and administrators: what the state of an account, its origin and a lost database are refused with.
import { expect, test } from 'bun:test';
import type { RefusalCode } from '../../src/kernel/refusal.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  openWithoutDatabase,
  type Person,
} from '../fixtures/people.ts';
import { openPublisher, PUBLICATIONS } from '../fixtures/publications.ts';

const OVERVIEW = '/api/v1/admin/overview';

const home = await keepOpen(openAccountsWorld());

const STATES: readonly (readonly [RefusalCode, (person: Person) => Promise<unknown>])[] = [
  ['account_deleted', ({ id }) => home.sql`update profile set status = 'deleted' where account_id = ${id}`],
  ['account_suspended', ({ id }) => home.sql`update profile set status = 'suspended' where account_id = ${id}`],
  ['email_verification_required', ({ id }) => home.sql`update account set email_verified = false where id = ${id}`],
  [
    'account_restricted',
    ({ id }) => home.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${id}, 'sign_in', 'spam')`,
  ],
];

test.each(STATES)(
  '%s: neither the token of a publisher nor the session of an administrator opens',
  async (code, enter) => {
    const publisher = await openPublisher(home, ['jp']);
    await enter(publisher.person);
    await expectRefused(publisher.begin({}), `403 ${code}`);
    await expectRefused(publisher.person.fetch(OVERVIEW), `403 ${code}`);
  },
);

test('a publication that another site begins is refused before the token is missed', async () => {
  const person = await home.person({ role: 'administrator' });
  const answer = await person.fetch(PUBLICATIONS, { method: 'POST', headers: { origin: 'https://elsewhere.example' } });
  await expectRefused(answer, '403 cross_origin_request');
});

test('a publisher begins sixty publications a minute', async () => {
  const publisher = await openPublisher(home, ['jp']);
  for (let at = 0; at < 60; at += 1) await expectOnlyStatus(publisher.begin({}), 422);
  const answer = await publisher.begin({});
  await expectRefused(answer, '429 rate_limit_exceeded');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('second factors are changed sixty times an hour', async () => {
  const person = await home.person();
  const change = () => person.fetch('/api/auth/passkey/generate-register-options');
  for (let at = 0; at < 60; at += 1) expect((await change()).status).not.toBe(429);
  await expectRefused(change(), '429 rate_limit_exceeded');
});

test('without a database both are told so', async () => {
  await using away = await openWithoutDatabase();
  const { cookie } = away;
  const bearer = { authorization: `Bearer lh_${'p'.repeat(43)}` };
  for (const answer of [
    await away.fetch(PUBLICATIONS, { method: 'POST', headers: bearer }),
    await away.fetch(OVERVIEW, { headers: { cookie } }),
  ]) {
    await expectRefused(answer, '503 database_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
