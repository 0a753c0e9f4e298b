// The overview, the checklist and the health of the installation: numbers that are right, what is left to do, and checks
// without secrets.
import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { openServiceNotice } from '../../src/platform/files/service-notices.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { words } from '../fixtures/words.ts';

const OVERVIEW = '/api/v1/admin/overview';
const CHECKLIST = '/api/v1/admin/checklist';
const SETTINGS = '/api/v1/admin/settings';
const HEALTH = '/api/v1/admin/health';
const SECRET = 'a-secret-that-nobody-may-ever-read-0123456789';

type Checklist = AnswerBody<'GET /api/v1/admin/checklist'>;

const home = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', PROVIDER_URL: 'off', AUTH_SECRET: SECRET, STORAGE_QUOTA: '5MiB' }),
);
const admin = await home.person({ role: 'administrator' });

const open = (path: string) => openPage(admin, path);
const checklist = async (who = admin): Promise<Checklist> => readJson(who.fetch(CHECKLIST));
const itemOf = async (name: string, who = admin) => (await checklist(who)).items.find((item) => item.name === name);

test('the overview counts people, posts, what waits, and what is stored', async () => {
  const author = await home.person();
  await home.person({ status: 'suspended' });
  const deleted = await home.person();
  await home.sql`update profile set status = 'deleted' where account_id = ${deleted.id}`;
  await home.sql`update profile set joined_at = now() - interval '8 days' where account_id = ${author.id}`;
  await writePost(author, { title: 'One', body: 'Two' });
  await home.sql`insert into jobs.job (name, data, source_name, source_id, source_created_on)
    values ('dead-letter', '{}'::jsonb, 'avatar.prepare', gen_random_uuid(), now())`;
  using snapshot = createSmallSnapshot();
  await home.world.publish(snapshot.directory);

  const answer = await admin.fetch(OVERVIEW);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const seen = await readJson(answer);
  expect(seen.counts).toMatchObject({ accounts: 3, newAccounts: 2, posts: 1, comments: 0, openReports: 0 });
  expect(seen.jobs.failed).toBe(1);
  expect(seen.engines).toEqual((['objects', 'database', 'jobs'] as const).map((name) => ({ name, isAvailable: true })));
  expect(seen.quotas.account).toBe(5 * 1024 * 1024);
  const releases = seen.storage.find(({ kind }) => kind === 'releases');
  expect(releases?.items).toBe(1);
  expect(releases?.bytes).toBeGreaterThan(0);
  expect(seen.storage.find(({ kind }) => kind === 'database')?.bytes).toBeGreaterThan(1_000_000);
  expect(seen.disk?.totalBytes).toBeGreaterThan(seen.disk?.freeBytes ?? 0);

  const page = await open('/admin');
  for (const part of ['All systems working', '1 job failed.', 'Stored releases', '2 new in 7 days']) {
    expect(page).toContain(part);
  }
});

test('the checklist takes one field of JSON, and not too often', async () => {
  const put = (body: string, type = 'application/json') =>
    admin.fetch(CHECKLIST, { method: 'PUT', headers: { 'content-type': type }, body });
  await expectRefused(put('{}', 'text/plain'), '415 content_type_required');
  await expectRefused(put('{'), '400 invalid_json');
  await expectRefused(put('{"isDismissed":1}'), '422 invalid_body');
  await expectRefused(put(`{"isDismissed":${' '.repeat(100)}true}`), '413 request_too_large');
  await using limited = await openAccountsWorld({ PROVIDER_URL: 'off' });
  const person = await limited.person({ role: 'administrator' });
  let answer: Response;
  do answer = await person.send('PUT', CHECKLIST, { isDismissed: false });
  while (answer.status === 200);
  await expectRefused(answer, '429 rate_limit_exceeded');
});

test('the checklist knows what is done, and is hidden for all', async () => {
  expect(await checklist()).toEqual({
    isDismissed: false,
    items: (
      ['mail', 'address', 'contact', 'backup-schedule', 'backup', 'second-factor', 'second-administrator'] as const
    ).map((name) => ({ name, isDone: false, at: null })),
  });
  // Without a mail server a test is written to a folder: it is noted, and mail does not go out.
  await expectOnlyStatus(admin.send('POST', '/api/v1/admin/mail/test', {}), 200);
  expect(await itemOf('mail')).toMatchObject({ isDone: false, at: expect.any(Number) });
  const other = await home.person({ role: 'administrator' });
  await home.sql`update account set two_factor_enabled = true where id = ${other.id}`;
  await home.sql`update session set second_factor_at = now() where account_id = ${other.id}`;
  expect([(await itemOf('second-factor', other))?.isDone, (await itemOf('second-factor'))?.isDone]).toEqual([
    true,
    false,
  ]);
  expect((await itemOf('second-administrator'))?.isDone).toBe(true);
  const settings = await readJson<AnswerBody<'GET /api/v1/admin/settings'>>(admin.fetch(SETTINGS));
  await expectOnlyStatus(
    admin.send('PATCH', SETTINGS, { version: settings.version, contact: 'mailto:team@example.org' }),
    200,
  );
  expect((await itemOf('contact'))?.isDone).toBe(true);
  expect(await open('/admin')).toContain('Before people arrive');

  const hidden = await admin.fetch('/admin/checklist', {
    method: 'POST',
    headers: HTML,
    redirect: 'manual',
    body: new URLSearchParams({ isDismissed: 'true' }),
  });
  expect([hidden.status, hidden.headers.get('location')]).toEqual([303, '/admin']);
  expect((await checklist(other)).isDismissed).toBe(true);
  const page = await open('/admin');
  expect([page.includes('Before people arrive'), page.includes('Show checklist again')]).toEqual([false, true]);
  const audit = await (await admin.fetch('/api/v1/admin/audit?action=instance.checklist')).text();
  expect(audit).toContain('"isDismissed":true');
  await expectOnlyStatus(admin.send('PUT', CHECKLIST, { isDismissed: false }), 200);
  expect(await open('/admin')).toContain('Before people arrive');
  await expectRefused(admin.send('PUT', CHECKLIST, { isDismissed: 'no' }), '422 invalid_body');
});

test('an export is a backup for a month', async () => {
  const folder = `${home.world.dataDirectory}-export`;
  const before = Date.now();
  const child = Bun.spawn([...LIVEHOUSE, 'export', folder], {
    env: {
      ...process.env,
      LIVEHOUSE_DATA: home.world.dataDirectory,
      DATABASE_URL: home.databaseUrl,
      AUTH_SECRET: SECRET,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const stderr = await new Response(child.stderr).text();
  rmSync(folder, { recursive: true, force: true });
  expect([await child.exited, stderr.includes('could not be stored')]).toEqual([0, false]);
  const backup = await itemOf('backup');
  expect(backup?.isDone).toBe(true);
  // The database has a clock of its own.
  expect(backup?.at).toBeGreaterThan(before - 60_000);
  await home.sql`update instance_mark set marked_at = now() - interval '31 days' where name = 'exported'`;
  expect(await itemOf('backup')).toMatchObject({ isDone: false, at: expect.any(Number) });
}, 240_000);

test('what is configured is done', async () => {
  await using other = await openAccountsWorld({
    BASE_URL: 'https://live.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.org',
  });
  const person = await other.person({ role: 'administrator' });
  expect(await itemOf('address', person)).toMatchObject({ isDone: true });
  expect(await itemOf('mail', person)).toMatchObject({ isDone: false });
  await other.sql`insert into instance_mark (name) values ('mail-tested')`;
  expect(await itemOf('mail', person)).toMatchObject({ isDone: true });
});

test('health says what doctor says, without secrets', async () => {
  const answer = await admin.fetch(HEALTH);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { checks, engines }: { checks: { name: string; state: string; detail: string }[]; engines: [] } =
    JSON.parse(text);
  expect(checks.map(({ name }) => name)).toEqual([
    ...words('configuration data database objects backups maintenance version mail confinement pictures fonts video'),
    ...[
      'clients',
      'captcha',
      'limits',
      'sign-in',
      'classifier',
      'provider',
      'settings',
      'rules',
      'passkeys',
      'metrics',
    ],
  ]);
  expect(['folder', 'running']).toContain(checks.find(({ name }) => name === 'mail')?.state ?? '');
  // On a busy machine a check may not end in time, which says nothing.
  for (const name of ['database', 'objects']) {
    expect(checks.find((check) => check.name === name)?.state).not.toBe('fail');
  }
  expect(engines).toHaveLength(3);
  const password = new URL(home.databaseUrl).password;
  for (const secret of [SECRET, home.databaseUrl, ...(password === '' ? [] : [password])]) {
    expect(text).not.toContain(secret);
  }
  // Who asks at the same time is answered by one check.
  const [one, another] = await Promise.all([1, 2].map(async () => readJson(admin.fetch(HEALTH))));
  expect(one?.checkedAt).toBe(another?.checkedAt ?? 0);
  const page = await open('/admin/health');
  for (const part of ['Database', 'Object store', 'Check again', 'Written to a folder']) expect(page).toContain(part);
  expect(page).not.toContain(SECRET);
}, 240_000);

test('a mail server that is away is a failed check, in words', async () => {
  await using other = await openAccountsWorld({
    LIMITS: 'off',
    PROVIDER_URL: 'off',
    SMTP_URL: 'smtp://someone:hunter2-hunter2@127.0.0.1:1',
    MAIL_FROM: 'a@example.org',
  });
  const person = await other.person({ role: 'administrator' });
  const page = await (await person.fetch('/admin/health', { headers: HTML })).text();
  expect(page).toMatch(/<th scope="row">Email<\/th><td data-label="State"><div><span class="chip tone-danger">/);
  expect(page).not.toContain('hunter2');
}, 240_000);

test('a proxy that is not named is warned about, on the overview and among the checks', async () => {
  await using other = await openAccountsWorld({ LIMITS: 'off', PROVIDER_URL: 'off' });
  const person = await other.person({ role: 'administrator' });
  const seen = async () => (await readJson(person.fetch(OVERVIEW))).sharedAddress;
  expect(await seen()).toBeNull();
  // As a process of the service writes it after a minute.
  openServiceNotice(other.world.dataDirectory, 'shared-address').write('172.18.0.1');
  expect(await seen()).toBe('172.18.0.1');
  const page = await (await person.fetch('/admin', { headers: HTML })).text();
  expect(page).toContain('Nearly all requests come from 172.18.0.1');
  const { checks } = await readJson(person.fetch(HEALTH));
  expect(checks.find(({ name }) => name === 'clients')).toMatchObject({
    state: 'warn',
    detail: expect.stringContaining('TRUSTED_PROXIES'),
  });
}, 240_000);
