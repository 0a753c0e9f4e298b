// A storm of sign-ins that fills the queue of password hashes.
import { expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, openAccountsWorld } from '../fixtures/people.ts';

const PASSWORD = 'correct horse battery';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const hash = await hashPassword(PASSWORD);

test('many sign-ins at once: four concurrent hashes, a bounded queue, then 503, and memory stays bounded', async () => {
  const person = await home.person();
  await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${hash})`;
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  let isFull = false;
  const signIn = async (): Promise<number> => {
    const { status } = await home.send('POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    if (status === 503) isFull = true;
    return status;
  };
  const storm = Array.from({ length: 150 }, signIn);
  await home.world.until(() => isFull, 30_000);
  // A place may have become free since: keep it full, and ask until somebody finds no place.
  const ask = async (send: () => Promise<Response>): Promise<void> => {
    let busy: Response | undefined;
    for (let round = 0; busy === undefined && round < 300; round += 1) {
      storm.push(...Array.from({ length: 8 }, signIn));
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      busy = answers.find(({ status }) => status === 503);
    }
    if (busy === undefined) throw new Error('nobody was refused');
    expect(busy.headers.get('retry-after')).toBe('5');
    await expectRefused(busy, '503 sign_in_busy');
  };
  const token = 'x'.repeat(32);
  const change = { currentPassword: 'x', newPassword: PASSWORD };
  await Promise.all([
    ask(() => home.form('/account/password', { token, password: PASSWORD })),
    ask(() => home.send('POST', '/api/auth/reset-password', { token, newPassword: PASSWORD })),
    ask(() => person.send('POST', '/api/auth/change-password', change)),
    ask(() => person.send('POST', '/api/v1/account/confirm', { password: PASSWORD })),
  ]);
  const statuses = await Promise.all(storm);
  clearInterval(watch);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  // Four hashes at a time take 32 MiB each; all at once would take gigabytes.
  expect((peak - before) / 1024 / 1024).toBeLessThan(500);
});
