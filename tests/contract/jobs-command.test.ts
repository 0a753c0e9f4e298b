// `livehouse jobs run KIND` beside a running service: it does the work of the job, says how it ended, and lists the kinds that
// the service runs by a schedule. The look for a newer version is such a job, and is shown where administrators look.
import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { checkVersion } from '../../src/app/doctor/updates.ts';
import { openObjects } from '../../src/app/open-objects.ts';
import { RECURRING_JOBS } from '../../src/app/recurring-jobs.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';

const target = keepFolder();
/** What the address of UPDATE_CHECK answers. */
let newest: () => Response = () => Response.json({ version: '99.0.0', notes: 'https://example.org/notes' });
const publisher = await keepOpen(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => newest() }));
const settings = {
  LIMITS: 'off',
  PROVIDER_URL: 'off',
  WEBHOOK_PRIVATE: 'on',
  UPDATE_CHECK: `http://127.0.0.1:${publisher.port}/newest.json`,
  BACKUP_TO: target,
  BACKUP_SCHEDULE: '30 3 * * *',
};
const home = await keepOpen(openAccountsWorld(settings));
const admin = await home.person({ role: 'administrator' });

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await runProgram([...LIVEHOUSE, ...args, '--json'], {
    LIVEHOUSE_DATA: home.world.dataDirectory,
    DATABASE_URL: home.databaseUrl,
    ...settings,
    ...environment,
  });
  expect(stdout).toMatch(/^[^\n]+\n$/);
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
  const json: any = JSON.parse(stdout);
  return { code, stderr, json };
}

test('the list has every job that the service runs by a schedule, and no other', async () => {
  const rows: readonly { name: string }[] = await home.sql`select name from jobs.schedule order by name`;
  expect(RECURRING_JOBS.map(({ kind }) => kind)).toEqual(rows.map(({ name }) => name));
  const { code, json } = await run(['jobs', 'run']);
  expect(code).toBe(0);
  expect(json).toEqual({ ok: true, kinds: JSON.parse(JSON.stringify(RECURRING_JOBS)) });
});

test('a sweep removes what has expired', async () => {
  const person = await home.person();
  await home.sql`update session set expires_at = now() - interval '1 hour' where account_id = ${person.id}`;
  const { code, json } = await run(['jobs', 'run', 'accounts.sweep']);
  expect([code, json.ok, json.kind]).toEqual([0, true, 'accounts.sweep']);
  expect(await home.sql`select id from session where account_id = ${person.id}`).toHaveLength(0);
});

test('a backup is made where BACKUP_TO leads; without it the command says so', async () => {
  const made = await run(['jobs', 'run', 'backup.run']);
  expect([made.code, made.json.ok]).toEqual([0, true]);
  const { backups } = (await run(['backup', 'list'])).json;
  expect(backups).toMatchObject([{ state: 'verified' }]);
  const { items } = await readJson<AnswerBody<'GET /api/v1/admin/checklist'>>(admin.fetch('/api/v1/admin/checklist'));
  expect(items.filter(({ name }) => name.startsWith('backup'))).toEqual([
    { name: 'backup-schedule', isDone: true, at: null },
    { name: 'backup', isDone: true, at: expect.any(Number) },
  ]);
  const off = await run(['jobs', 'run', 'backup.run'], { BACKUP_TO: '', BACKUP_SCHEDULE: '' });
  expect([off.code, off.json.errors[0].code]).toEqual([1, 'job_off']);
});

test('a failed job exits with 1 and its reason, an unknown kind with 2 and the kinds', async () => {
  rmSync(target, { recursive: true, force: true });
  const failed = await run(['jobs', 'run', 'backup.run']);
  expect([failed.code, failed.json.errors[0].code]).toEqual([1, 'backup_target_unavailable']);
  const unknown = await run(['jobs', 'run', 'nothing']);
  expect([unknown.code, unknown.json.errors[0].code]).toEqual([2, 'wrong_usage']);
  expect(unknown.json.errors[0].message).toContain('community.sweep');
});

test('during maintenance jobs wait, and so the command refuses', async () => {
  await expectOnlyStatus(admin.send('PUT', '/api/v1/admin/maintenance', { active: true }), 200);
  const refused = await run(['jobs', 'run', 'accounts.sweep']);
  await expectOnlyStatus(admin.send('PUT', '/api/v1/admin/maintenance', { active: false }), 200);
  expect([refused.code, refused.json.errors[0].code]).toEqual([1, 'maintenance']);
});

const overview = (): Promise<AnswerBody<'GET /api/v1/admin/overview'>> =>
  readJson(admin.fetch('/api/v1/admin/overview'));

const checkOfVersion = () =>
  checkVersion(
    checkConfig({ LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl, ...settings }),
    openObjects,
  );

test('a newer version is shown to administrators and by doctor', async () => {
  expect((await overview()).update).toBeNull();
  expect(await checkOfVersion()).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('jobs run update.check'),
  });
  expect((await run(['jobs', 'run', 'update.check'])).code).toBe(0);
  expect((await overview()).update).toEqual({ version: '99.0.0', notes: 'https://example.org/notes' });
  const page = await (
    await admin.fetch('/admin', { headers: { accept: 'text/html', 'accept-language': 'en' } })
  ).text();
  expect(page).toContain('Version 99.0.0 is available.');
  expect(page).toContain('<a href="https://example.org/notes">');
  expect(await checkOfVersion()).toMatchObject({
    state: 'warn',
    detail: expect.stringContaining('99.0.0 is available'),
  });
});

test('notes that are a text are shown as text, and an earlier version not at all', async () => {
  newest = () => Response.json({ version: '99.0.1', notes: '<b>Faster</b> javascript:alert(1)' });
  expect((await run(['jobs', 'run', 'update.check'])).code).toBe(0);
  const page = await (
    await admin.fetch('/admin', { headers: { accept: 'text/html', 'accept-language': 'en' } })
  ).text();
  expect(page).toContain('&lt;b>Faster&lt;/b>');
  expect(page).not.toContain('href="javascript:');
  newest = () => Response.json({ version: '0.0.1' });
  expect((await run(['jobs', 'run', 'update.check'])).code).toBe(0);
  expect((await overview()).update).toBeNull();
  expect(await checkOfVersion()).toMatchObject({ state: 'ok' });
});

test('after a look that failed, what was known stays', async () => {
  newest = () => new Response('no', { status: 500 });
  const failed = await run(['jobs', 'run', 'update.check']);
  expect([failed.code, failed.json.errors[0]]).toEqual([
    1,
    expect.objectContaining({ code: 'update_unknown', message: 'UPDATE_CHECK could not be read: status.' }),
  ]);
  expect(await checkOfVersion()).toMatchObject({ state: 'warn', detail: expect.stringContaining('(status)') });
});
