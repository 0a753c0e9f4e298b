// Backups over HTTP: made on request by the job, listed with their state, downloaded with a fresh proof, and audited. A target
// that lies, is gone or was emptied fails the run and keeps what is there.
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupName } from '../../src/features/backups/layout.ts';
import { readManifest, writeManifest } from '../../src/features/backups/manifest.ts';
import { openTarget } from '../../src/features/backups/open-target.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import {
  type AccountsWorld,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  readJson,
} from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { readZip } from '../fixtures/zip.ts';

const BACKUPS = '/api/v1/admin/backups';
type List = AnswerBody<'GET /api/v1/admin/backups'>;

const root = keepFolder();
const folder = join(root, 'target');
const KEY = Buffer.alloc(32, 7).toString('base64');
const snapshot = await keepOpen(createSmallSnapshot());

const makeFolder = (): string | undefined => mkdirSync(folder, { recursive: true });
makeFolder();
const home: AccountsWorld = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', BACKUP_TO: folder, BACKUP_KEY: KEY, BACKUP_SCHEDULE: '30 3 * * *' }),
);
home.world.expectLogError('the backup failed');
home.world.expectLogError('backups are damaged in their target');
const admin = await home.person({ role: 'administrator' });
await home.world.publish(snapshot.directory);

const list = (): Promise<List> => readJson(admin.fetch(BACKUPS));

/** Asks for a backup and waits for the end of its first attempt. */
async function make(): Promise<List['runs'][number]> {
  const { run } = await readJson<AnswerBody<'POST /api/v1/admin/backups'>>(admin.fetch(BACKUPS, { method: 'POST' }));
  expect([run.state, run.cause, run.by?.uid]).toEqual(['waiting', 'request', admin.uid]);
  let ended: List['runs'][number] | undefined;
  await home.world.until(async () => {
    ended = (await list()).runs.find(({ id }) => id === run.id);
    return ended?.state === 'done' || ended?.state === 'failed';
  }, 30_000);
  if (ended === undefined) throw new Error('the run is not there');
  // A failed one would be tried again in some minutes.
  await home.sql`delete from jobs.job where name in ('backup.run', 'dead-letter') and state in ('retry', 'created')`;
  return ended;
}

const objectFiles = (): readonly string[] =>
  readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('a backup is made on request, read back and listed; its files have no row in clear', async () => {
  expect(await list()).toMatchObject({ target: folder, isReachable: true, backups: [], runs: [] });
  const run = await make();
  expect(run).toMatchObject({ state: 'done', failure: null, lostObjects: 0, problems: 0, removed: 0 });
  const { backups, schedule, keep } = await list();
  expect(backups).toHaveLength(1);
  expect(backups[0]).toMatchObject({
    id: run.backupId,
    state: 'verified',
    isEncrypted: true,
    objects: run.sentObjects,
  });
  expect(keep).toEqual({ days: 7, weeks: 4, months: 6 });
  expect(schedule).toMatchObject({ cron: '30 3 * * *', timeZone: 'UTC' });
  expect(schedule?.nextAt).toBeGreaterThan(Date.now());
  const own = readdirSync(join(folder, run.backupId ?? ''), { recursive: true })
    .map(String)
    .sort();
  expect(own).toContain('tables/account.copy.enc');
  expect(own).not.toContain('tables/account.copy');
  expect(own).not.toContain('auth-secret');
  const rows = readFileSync(join(folder, run.backupId ?? '', 'tables/account.copy.enc'));
  expect(rows.includes(admin.email)).toBe(false);
});

test('objects are sent once; a second one on the same day takes the place of the first', async () => {
  const [before] = (await list()).backups;
  const count = objectFiles().length;
  const run = await make();
  expect(run).toMatchObject({ state: 'done', sentObjects: 0, removed: 1 });
  const { backups } = await list();
  expect(backups.map(({ id }) => id)).toEqual([run.backupId ?? '']);
  expect(existsSync(join(folder, before?.id ?? ''))).toBe(false);
  expect(objectFiles()).toHaveLength(count);
});

test('while one is made, or waits, another request is refused', async () => {
  await home.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1818851941, 1650549611)`;
    await expectRefused(admin.fetch(BACKUPS, { method: 'POST' }), '409 backup_running');
  });
});

test('runs whose process or job is gone are said to have ended, and do not stop the next one', async () => {
  const ids = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await home.sql`insert into backup_run (id, state, cause, place) values (${ids[0] ?? ''}, 'running', 'command', 'x'),
    (${ids[1] ?? ''}, 'waiting', 'request', 'x')`;
  const seen = (await list()).runs.find(({ id }) => id === ids[0]);
  expect(seen).toMatchObject({ state: 'failed', failure: 'interrupted' });
  expect(await make()).toMatchObject({ state: 'done' });
  const rows: { failure: string }[] = await home.sql`select failure from backup_run where place = 'x'`;
  expect(rows.map(({ failure }) => failure)).toEqual(['interrupted', 'interrupted']);
});

test('a download needs a fresh proof, has what an import needs, and is audited', async () => {
  const [newest] = (await list()).backups;
  const path = `${BACKUPS}/${newest?.id}/download`;
  await home.sql`update session set confirmed_at = now() - interval '11 minutes', created_at = now() - interval '11 minutes'`;
  await expectRefused(admin.fetch(path), '403 reauthentication_required');
  await home.sql`update session set confirmed_at = now(), created_at = now()`;
  const answer = await admin.fetch(path);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  const files = readZip(await answer.bytes());
  expect([...files.keys()].filter((name) => name.startsWith('objects/'))).toHaveLength(objectFiles().length);
  for (const [name, bytes] of files) {
    expect([name, Buffer.compare(bytes, readFileSync(join(folder, name)))]).toEqual([name, 0]);
  }
  expect([...files.keys()].at(-1)).toBe(`${newest?.id}/manifest.json`);
  const head = await admin.fetch(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const { events } = await readJson(admin.fetch('/api/v1/admin/audit?action=backup.download'));
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ after: { backup: newest?.id }, actorUid: admin.uid });
  for (const id of ['2020-01-01T00-00-00Z', 'objects', '..%2Fx']) {
    expect([id, (await admin.fetch(`${BACKUPS}/${id}/download`)).status]).toEqual([id, 404]);
  }
  await expectRefused(admin.fetch(`${BACKUPS}/2020-01-01T00-00-00Z/download`), '404 backup_not_found');
});

/** Makes the newest backup seem to be older than a whole round of checks. */
async function age(): Promise<string> {
  const target = openTarget({ kind: 'folder', folder });
  const name = (await list()).backups[0]?.id ?? '';
  const manifest = await readManifest(target, name);
  if (manifest === undefined || manifest === 'damaged') throw new Error('there is no manifest');
  const { format: _, version: __, mac: ___, digest: ____, ...content } = manifest;
  const older = backupName(new Date(Date.now() - 40 * 86_400_000));
  renameSync(join(folder, name), join(folder, older));
  await writeManifest(target, { ...content, name: older }, Buffer.from(KEY, 'base64'));
  return older;
}

test('objects that the target lost or altered are found and sent again', async () => {
  const older = await age();
  const [lost = '', altered = ''] = objectFiles();
  const good = readFileSync(altered);
  rmSync(lost);
  writeFileSync(
    altered,
    good.map((byte) => byte ^ 1),
  );
  const count = objectFiles().length;
  const run = await make();
  expect(run).toMatchObject({ state: 'done', checkedObjects: count, lostObjects: 1, sentObjects: 2 });
  expect(readFileSync(altered)).toEqual(good);
  expect(existsSync(lost)).toBe(true);
  expect((await list()).backups.map(({ id, state }) => [id, state])).toEqual([
    [run.backupId ?? '', 'verified'],
    [older, 'verified'],
  ]);
});

test('a backup that needs an object which is nowhere any more is damaged, and never the one that is kept for a verified one', async () => {
  const target = openTarget({ kind: 'folder', folder });
  const older = (await list()).backups.at(-1)?.id ?? '';
  const manifest = await readManifest(target, older);
  if (manifest === undefined || manifest === 'damaged') throw new Error('there is no manifest');
  const { format: _, version: __, mac: ___, digest: ____, ...content } = manifest;
  const line = `${JSON.stringify({ key: 'avatars/v1/x/original', bytes: 1, sha256: 'a'.repeat(64) })}\n`;
  const text = readFileSync(join(folder, older, 'objects.jsonl'), 'utf8') + line;
  writeFileSync(join(folder, older, 'objects.jsonl'), text);
  const listed = { ...content.objects, list: { ...content.objects.list, sha256: sha256Hex(text) } };
  await writeManifest(target, { ...content, objects: listed }, Buffer.from(KEY, 'base64'));
  expect(await make()).toMatchObject({ state: 'done' });
  expect((await list()).backups.find(({ id }) => id === older)?.state).toBe('damaged');
});

test('a target that is gone, and one that was emptied, fail the run; what was there stays', async () => {
  const { backups } = await list();
  renameSync(folder, `${folder}-away`);
  const gone = await make();
  expect(gone).toMatchObject({ state: 'failed', failure: 'backup_target_unavailable', backupId: null });
  expect(existsSync(folder)).toBe(false);
  expect(await list()).toMatchObject({ isReachable: false, backups: [] });
  await expectRefused(admin.fetch(`${BACKUPS}/${backups[0]?.id}/download`), '503 backup_target_unavailable');
  makeFolder();
  expect(await make()).toMatchObject({ state: 'failed', failure: 'backup_target_emptied' });
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  expect((await list()).backups).toEqual(backups);
  expect(await make()).toMatchObject({ state: 'done' });
});

test('only administrators may, and without BACKUP_TO nothing is there', async () => {
  const member = await home.person();
  for (const [method, path] of [
    ['GET', BACKUPS],
    ['POST', BACKUPS],
    ['GET', `${BACKUPS}/2020-01-01T00-00-00Z/download`],
  ] as const) {
    await expectRefused(member.fetch(path, { method }), '403 forbidden');
  }
  await using other = await openAccountsWorld({ LIMITS: 'off' });
  const administrator = await other.person({ role: 'administrator' });
  await expectRefused(administrator.fetch(BACKUPS), '404 backups_off');
  await expectRefused(administrator.fetch(BACKUPS, { method: 'POST' }), '404 backups_off');
  await expectRefused(administrator.fetch(`${BACKUPS}/2020-01-01T00-00-00Z/download`), '404 backups_off');
  const page = await administrator.fetch('/admin/backups', { headers: { accept: 'text/html' } });
  expect([page.status, (await page.text()).includes('BACKUP_TO')]).toEqual([200, true]);
  await expectOnlyStatus(administrator.fetch('/api/v1/admin/overview'), 200);
});

test('the page lists them, makes one and leads to the download', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'en' };
  const page = await (await admin.fetch('/admin/backups', { headers })).text();
  const [newest] = (await list()).backups;
  expect(page).toContain(`/admin/backups/${newest?.id}/download`);
  expect(page).toContain('Verified');
  const form = { method: 'POST', headers, body: new URLSearchParams(), redirect: 'manual' } as const;
  const download = await admin.fetch(`/admin/backups/${newest?.id}/download`, form);
  expect([download.status, download.headers.get('location')]).toEqual([303, `${BACKUPS}/${newest?.id}/download`]);
  const started = await admin.fetch('/admin/backups', form);
  expect([started.status, started.headers.get('location')]).toEqual([303, '/admin/backups?done=started']);
  await home.world.until(
    async () => (await list()).runs.every(({ state }) => state === 'done' || state === 'failed'),
    30_000,
  );
  await home.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1818851941, 1650549611)`;
    const again = await admin.fetch('/admin/backups', form);
    expect([again.status, (await again.text()).includes('already running or waiting')]).toEqual([409, true]);
  });
});
