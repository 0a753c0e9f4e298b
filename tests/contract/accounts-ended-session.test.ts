// A session that ends while one of its requests is at work: the answer says that nobody is signed in, in the words of the document.
import { expect, test } from 'bun:test';
import { DISABLE, enrol, personWithPassword } from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';

const CONFIRM = '/api/v1/account/confirm';

const home = await keepOpen(openAccountsWorld());

/** Sends a request, and ends the sessions of the person while it waits for a table. */
async function endMeanwhile(person: Person, table: 'passkey' | 'confirmation_code', send: () => Promise<Response>) {
  let asked: Promise<Response> | undefined;
  await home.sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`);
    asked = send();
    await home.world.until(async () => {
      const waiting: unknown[] = await home.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    }, 20_000);
    await tx`delete from session where account_id = ${person.id}`;
  });
  if (asked === undefined) throw new Error('nothing was asked');
  return refusalOf(asked);
}

test('a change of factors', async () => {
  const person = await personWithPassword(home);
  const { cookie } = await enrol(home, person.cookie);
  const refusal = await endMeanwhile(person, 'passkey', () => home.send('POST', DISABLE, {}, { cookie }));
  expect(refusal).toEqual([401, 'authentication_required']);
});

test('a request for a mailed code', async () => {
  const person = await home.person();
  const refusal = await endMeanwhile(person, 'confirmation_code', () => person.send('POST', CONFIRM, {}));
  expect(refusal).toEqual([401, 'authentication_required']);
});
