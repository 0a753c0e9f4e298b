// Maintenance: writes are refused in the process that is asked and in another one, by command without a database too; what goes on
// goes on, and jobs wait.
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { listRoutes } from '../../src/app/surface.ts';
import { waitsForMaintenance } from '../../src/http/routing/contract.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { words } from '../fixtures/words.ts';
import { openWorld } from '../world.ts';

const SWITCH = '/api/v1/admin/maintenance';
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const { world } = home;
const admin = await home.person({ role: 'administrator' });
const member = await home.person();

const turn = (active: boolean, message?: string) => admin.send('PUT', SWITCH, { active, ...(message && { message }) });
const post = () =>
  member.send('POST', '/api/v1/community/posts', { title: 'Hello', body: 'World', visibility: 'public' });

afterEach(async () => {
  await expectStatus(turn(false), 200);
});

test('writes are refused with Retry-After until it ends, and reading goes on', async () => {
  expect(await readJson(admin.fetch(SWITCH))).toEqual({ active: false, message: null, since: null });
  const began = await expectStatus(turn(true, 'Back at 14:00'), 200);
  expect(began).toEqual({ active: true, message: 'Back at 14:00', since: expect.any(Number) });
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).error.code]).toEqual([
    503,
    '60',
    'maintenance',
  ]);
  await expectStatus(member.fetch('/api/v1/community/posts?scope=latest'), 200);
  // A new message keeps the beginning.
  expect(await expectStatus(turn(true, 'Back at 15:00'), 200)).toEqual({ ...began, message: 'Back at 15:00' });
  expect(await expectStatus(turn(false), 200)).toEqual({ active: false, message: null, since: null });
  await expectStatus(post(), 201);
});

test('pages show the message, forms are refused as pages, and people can sign in and out', async () => {
  const before = await (await world.fetch('/')).text();
  expect(before).not.toContain('Upgrade &lt;b>');
  await turn(true, 'Upgrade <b>');
  const page = await (await world.fetch('/', { headers: { 'accept-language': 'ja' } })).text();
  expect(page).toContain('Upgrade &lt;b>');
  expect(page).toContain('メンテナンス中');
  const form = await home.form('/settings/profile', {}, { cookie: member.cookie, accept: 'text/html' });
  expect([form.status, (await form.text()).includes('Down for maintenance')]).toEqual([503, true]);
  const wrong = await home.send('POST', '/api/auth/sign-in/email', { email: member.email, password: 'not this one' });
  expect(wrong.status).toBe(401);
  const leaver = await home.person();
  await expectStatus(leaver.send('POST', '/api/auth/sign-out', {}), 200);
  await turn(false);
  expect(await (await world.fetch('/')).text()).not.toContain('Upgrade &lt;b>');
});

test('the form on the overview begins and ends it, and refuses a long message', async () => {
  const send = (fields: Readonly<Record<string, string>>) =>
    home.form('/admin/maintenance', fields, { cookie: admin.cookie, accept: 'text/html' });
  const long = await send({ active: 'true', message: 'x'.repeat(301) });
  expect([long.status, (await long.text()).includes('at most 300 characters')]).toEqual([422, true]);
  const began = await send({ active: 'true', message: '' });
  expect([began.status, began.headers.get('location')]).toEqual([303, '/admin?done=began']);
  const overview = await (await admin.fetch('/admin?done=began')).text();
  expect(overview).toContain('End maintenance');
  const ended = await send({ active: 'false' });
  expect([ended.status, ended.headers.get('location')]).toEqual([303, '/admin?done=ended']);
  const events = await readJson(admin.fetch('/api/v1/admin/audit?action=instance.maintenance&limit=2'));
  expect(events.events.map(({ after }) => after)).toEqual([{ active: false }, { active: true }]);
});

test('malformed switches are refused, and strangers and members do not turn it', async () => {
  for (const body of [{}, { active: 'yes' }, { active: true, message: 'a\nb' }, { active: true, message: '' }]) {
    await expectRefused(admin.send('PUT', SWITCH, body), '422 invalid_body');
  }
  await expectRefused(member.send('PUT', SWITCH, { active: true }), '403 forbidden');
  await expectRefused(member.fetch(SWITCH), '403 forbidden');
  expect((await readJson(admin.fetch(SWITCH))).active).toBe(false);
});

test('jobs that write or send wait, and run afterwards', async () => {
  await turn(true);
  const queued = async (): Promise<number> => {
    const [row]: { count: number }[] =
      await home.sql`select count(*)::int as count from jobs.job where name = 'uploads.sweep' and state = 'created'`;
    return row?.count ?? 0;
  };
  const [{ kinds } = { kinds: [] }]: { kinds: string[] }[] =
    await home.sql`select array_agg(name) as kinds from jobs.queue`;
  expect(kinds).toContain('uploads.sweep');
  await Bun.sleep(500);
  await home.sql`insert into jobs.job (name, data) values ('uploads.sweep', '{}')`;
  await Bun.sleep(3000);
  expect(await queued()).toBe(1);
  await turn(false);
  await world.until(async () => (await queued()) === 0);
});

test('the command works without a database, and another process follows within two seconds', async () => {
  await using away = await openWorld();
  const missing = await runJson(join(away.dataDirectory, 'nothing'), 'maintenance', 'on');
  expect([missing.code, missing.json.errors[0].code]).toEqual([1, 'installation_missing']);
  const long = await runJson(away.dataDirectory, 'maintenance', 'on', '--message', 'x'.repeat(301));
  expect([long.code, long.json.errors[0].code]).toEqual([2, 'wrong_usage']);
  const on = await runJson(away.dataDirectory, 'maintenance', 'on', '--message', 'Soon back');
  expect(on.json).toMatchObject({ ok: true, active: true, message: 'Soon back' });
  const register = async () => (await away.fetch('/api/v1/account/register', { method: 'POST' })).text();
  await away.until(async () => (await register()).includes('"maintenance"'), 2000);
  expect(await (await away.fetch('/about')).text()).toContain('Soon back');
  const off = await runJson(away.dataDirectory, 'maintenance', 'off');
  expect(off.json).toEqual({ ok: true, active: false, wasActive: true });
  await away.until(async () => !(await register()).includes('"maintenance"'), 2000);
});

test('while the store is away, the switch is refused and the last state counts', async () => {
  // A store that had a release and has no folder is away.
  const snapshot = createSmallSnapshot();
  await world.publish(snapshot.directory).finally(() => snapshot[Symbol.dispose]());
  await turn(true);
  await world.withoutStore(async () => {
    await expectRefused(admin.fetch(SWITCH), '503 storage_unavailable');
    await expectRefused(turn(false), '503 storage_unavailable');
    await Bun.sleep(1500);
    await expectRefused(post(), '503 maintenance');
  });
});

test('these writes go on, and no others', () => {
  const served = listRoutes().filter((route) => route.method !== 'GET' && !waitsForMaintenance(route));
  expect(served.map(({ id }) => id).sort()).toEqual(
    words(`
      accountConfirm adminMaintenanceForm adminMaintenanceWrite adminReleaseMoveForm adminReleasePromote
      adminReleaseRollback adminServerRetire backupCodeVerify catalogQueryPost confirmForm mailUnsubscribe
      markdownPreview passkeySignIn publicationCommit publicationCreate publicationDelete publicationObjectWrite
      publicationPackWrite secondFactorSubmit signInEmail signInSocial signInSubmit signInWith signOut signOutSubmit
      totpVerify
    `),
  );
});
