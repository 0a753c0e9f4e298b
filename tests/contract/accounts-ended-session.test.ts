// A session that ends while one of its requests is at work: the answer says that nobody is signed in, in the words of the document.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DISABLE, enrol, personWithPassword } from '../fixtures/factors.ts';
import { type AccountsWorld, openAccountsWorld, refusalOf } from '../fixtures/people.ts';

let home: AccountsWorld;
beforeAll(async () => {
  home = await openAccountsWorld();
});
afterAll(() => home[Symbol.asyncDispose]());

test('a change of factors whose session ends after it was admitted', async () => {
  const person = await personWithPassword(home);
  const { cookie } = await enrol(home, person.cookie);
  let asked: Promise<Response> | undefined;
  await home.sql.begin(async (tx) => {
    await tx`lock table passkey in access exclusive mode`;
    asked = home.send('POST', DISABLE, {}, { cookie });
    for (;;) {
      const waiting = await home.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      if (waiting.length > 0) break;
      await Bun.sleep(5);
    }
    await tx`delete from session where account_id = ${person.id}`;
  });
  if (asked === undefined) throw new Error('nothing was asked');
  expect(await refusalOf(await asked)).toEqual([401, 'authentication_required']);
});
