// The news of a deleted account: every listener hears it, also when one of them fails at first, and nobody hears of an
// account that was not deleted.
import { expect, test } from 'bun:test';
import { createAccount, readAccountById } from '../../src/features/accounts/common/accounts.ts';
import {
  bindDeletionJobs,
  type DeletionDependencies,
  deleteAccount,
} from '../../src/features/accounts/leaving/deletion.ts';
import type { Actor } from '../../src/http/gates/guard.ts';
import { isRefusal } from '../../src/kernel/refusal.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openJobs } from '../../src/platform/jobs/jobs.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

const heard: string[] = [];
let failures = 2;

const clone = await keepOpen(createTestDatabase());
const log = openLog('silent');
const database = await keepOpen(closing(openDatabase({ databaseUrl: clone.url, dataDirectory: '/nowhere' }, log)));
const parts: DeletionDependencies = { database, graceDays: 0, enqueue: (...promised) => jobs.enqueue(...promised) };
const bound = bindDeletionJobs(parts, [
  async (accountId) => {
    heard.push(`first ${accountId}`);
  },
  async (accountId) => {
    failures -= 1;
    if (failures >= 0) throw new Error('not yet');
    heard.push(`second ${accountId}`);
  },
]);
const jobs = openJobs(database, bound, true, log);
await keepOpen({ [Symbol.asyncDispose]: () => jobs.stop() });
await database.ready();

async function join(email: string): Promise<Actor> {
  const { id, uid } = await database.transaction((tx) => createAccount(tx, { email, emailVerified: true }));
  return {
    accountId: id,
    uid,
    role: 'member',
    status: 'active',
    emailVerified: true,
    restrictions: [],
    via: { kind: 'cookie', sessionId: id, confirmedAt: Date.now(), isProvenTwice: false },
  };
}

test('listeners run in order until all have succeeded; then the address is released', async () => {
  const actor = await join('leaver@example.org');
  await deleteAccount(parts, actor, 'leaver@example.org');
  await jobs.drain(60_000);
  expect(heard.filter((line) => line.startsWith('second'))).toEqual([`second ${actor.accountId}`]);
  expect(heard.filter((line) => line.startsWith('first')).length).toBe(3);
  expect(await jobs.countDeadLetters()).toEqual(new Map());
  expect(await readAccountById(database.db, actor.accountId)).toMatchObject({
    email: `deleted:${actor.accountId}`,
    status: 'deleted',
  });
  const again = await join('leaver@example.org');
  expect(again.uid).toBeGreaterThan(actor.uid);
});

test('a refused deletion notifies no listener', async () => {
  const before = heard.length;
  const actor = await join('stayer@example.org');
  const refused = await deleteAccount(parts, actor, 'somebody@example.org').catch((error: unknown) => error);
  expect(isRefusal(refused, 'invalid_confirmation')).toBe(true);
  await jobs.drain();
  expect(heard.length).toBe(before);
  const gone = await deleteAccount(parts, { ...actor, accountId: Bun.randomUUIDv7() }, 'stayer@example.org').catch(
    (error: unknown) => error,
  );
  expect(isRefusal(gone, 'invalid_confirmation')).toBe(true);
});
