// Backups as an operator meets them: the drill of an instance that is lost, runs that are killed at any point, archives that are
// damaged or come from elsewhere, and exports of earlier versions.
import { expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { codesOf, contentOf, type Place, readManifest, runAt, startAt } from '../fixtures/moving.ts';
import { openMovingHome, PASSWORD, POSTS } from '../fixtures/moving-home.ts';
import { readJson } from '../fixtures/people.ts';
import { runProgram } from '../fixtures/run-command.ts';
import { unpackExport } from '../fixtures/upgrades.ts';
import { openWorld } from '../world.ts';

const moving = await keepOpen(openMovingHome());
const { home, place, author, freshPlace, exported } = moving;
const root = keepFolder();
const KEY = Buffer.alloc(32, 9).toString('base64');

function newTarget(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
}

/** Makes a backup by the command; its name. */
async function backUp(target: string, more: Place = {}): Promise<string> {
  const made = await runAt({ ...place, BACKUP_TO: target, ...more }, ['backup', 'now']);
  expect(made.json).toMatchObject({ ok: true, problems: [] });
  return made.json.name;
}

test('a drill: the instance is lost, and comes back from its last backup with everything until then', async () => {
  const target = newTarget('drill');
  const name = await backUp(target, { BACKUP_KEY: KEY });
  const at = Date.now();
  const late = await author.send('POST', POSTS, { body: 'written after the last backup' });
  const { post } = await readJson<{ post: { id: string } }>(late);
  const secret = readFileSync(join(place.LIVEHOUSE_DATA ?? '', 'auth-secret'), 'utf8');

  // Another data folder and an embedded database; the secret was kept apart.
  const restored: Place = { LIVEHOUSE_DATA: join(root, 'restored'), BACKUP_KEY: KEY };
  mkdirSync(join(root, 'restored'), { mode: 0o700 });
  writeFileSync(join(root, 'restored', 'auth-secret'), secret, { mode: 0o600 });
  const imported = await runAt(restored, ['import', join(target, name)]);
  expect([imported.json.ok, imported.stderr.includes('sign in again')]).toEqual([true, false]);
  const again = join(root, 'restored-export');
  expect((await runAt(restored, ['export', again])).json).toMatchObject({ ok: true, problems: [] });
  const objectsOf = (folder: string) => [...contentOf(folder)].filter(([key]) => !key.startsWith('table ')).sort();
  expect(objectsOf(again)).toEqual(objectsOf(exported));

  await using world = await openWorld({ ...restored, DATABASE_URL: '', LIMITS: 'off' });
  await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 30_000);
  const headers = { cookie: author.cookie, origin: world.address };
  // Whoever was signed in still is.
  expect((await world.fetch('/api/v1/account/profile', { headers })).status).toBe(200);
  expect((await world.fetch(`${POSTS}/${moving.postId}`, { headers })).status).toBe(200);
  expect((await world.fetch(`${POSTS}/${post.id}`, { headers })).status).toBe(404);
  expect((await home.world.fetch(`${POSTS}/${post.id}`)).status).toBe(200);
  const lostMinutes = Math.ceil((Date.now() - at) / 60_000);
  process.stdout.write(`drill: everything since ${new Date(at).toISOString()} is lost (${lostMinutes} minutes)\n`);
});

test('the drill that is shipped restores the last scheduled backup elsewhere, and says what would be lost', async () => {
  const target = newTarget('drill-scheduled');
  const settings = { ...place, BACKUP_TO: target, BACKUP_KEY: KEY, BACKUP_SCHEDULE: '30 3 * * *' };
  expect((await runAt(settings, ['jobs', 'run', 'backup.run'])).json).toMatchObject({ ok: true, kind: 'backup.run' });
  const [name = ''] = readdirSync(target).filter((entry) => entry !== 'objects');
  const { accounts } = (await runAt(place, ['accounts', 'list'])).json;
  const elsewhere = join(root, 'drill-elsewhere');
  const drill = ['bash', join(PACKAGE_ROOT, 'deploy/restore-drill.sh'), elsewhere];
  const engines = { DATABASE_URL: '', OBJECTS_URL: '', LOG_LEVEL: 'error' };
  const { code, stdout: text, stderr } = await runProgram(drill, { ...engines, ...settings });
  expect([code, stderr.includes('error')]).toEqual([0, false]);
  expect(text).toContain(`Restored ${name} with ${accounts.length} accounts`);
  expect(text).toMatch(/If the instance were lost now, \d minutes would be lost\./);
  process.stdout.write(`drill: ${text.trim().split('\n').at(-1)}\n`);
  // It is a whole instance, with the secret that was kept apart.
  const restored = await runAt({ LIVEHOUSE_DATA: elsewhere }, ['accounts', 'list']);
  expect(restored.json.accounts).toEqual(accounts);
  expect(readFileSync(join(elsewhere, 'auth-secret'), 'utf8')).toBe(
    readFileSync(join(place.LIVEHOUSE_DATA ?? '', 'auth-secret'), 'utf8'),
  );
}, 300_000);

test('a run that is killed at any point leaves nothing that counts, and the next one cleans up', async () => {
  const target = newTarget('killed');
  const before = await backUp(target);
  const good = readdirSync(join(target, before), { recursive: true }).map(String).sort();
  rmSync(join(target, 'objects'), { recursive: true });
  for (const milliseconds of [250, 400, 550, 700, 900, 1100]) {
    const child = startAt({ ...place, BACKUP_TO: target }, 'backup', 'now');
    await Bun.sleep(milliseconds);
    child.kill('SIGKILL');
    await child.exited;
    const listed = await runAt({ ...place, BACKUP_TO: target }, ['backup', 'list']);
    // What is listed is whole.
    for (const { name } of listed.json.backups) {
      expect(existsSync(join(target, name, 'manifest.json'))).toBe(true);
      expect(readdirSync(join(target, name), { recursive: true }).length).toBeGreaterThanOrEqual(good.length - 1);
    }
  }
  const name = await backUp(target);
  const names = readdirSync(target).filter((entry) => entry !== 'objects');
  const listed = await runAt({ ...place, BACKUP_TO: target }, ['backup', 'list']);
  expect(listed.json.backups.map((each: { name: string }) => each.name).sort()).toEqual(names.sort());
  expect(readdirSync(target, { recursive: true }).filter((path) => String(path).includes('.tmp-'))).toEqual([]);
  const fresh = await freshPlace('after-kills');
  expect((await runAt(fresh, ['import', join(target, name)])).json).toMatchObject({ ok: true });
});

test('two at once: one is refused', async () => {
  const target = newTarget('twice');
  const both = await Promise.all([
    runAt({ ...place, BACKUP_TO: target }, ['backup', 'now']),
    runAt({ ...place, BACKUP_TO: target }, ['backup', 'now']),
  ]);
  const refused = both.filter(({ code }) => code !== 0);
  // One may have begun after the other had ended.
  expect(refused.length).toBeLessThanOrEqual(1);
  for (const each of refused) expect(codesOf(each)).toEqual(['backup_running']);
});

test('damaged, foreign and renamed archives are refused before anything is written', async () => {
  const target = newTarget('damaged');
  const name = await backUp(target, { BACKUP_KEY: KEY });
  const fresh = await freshPlace('never');
  const attempt = async (change: (copy: string) => void, more: Place = {}, folder = name) => {
    const copy = join(root, 'damaged-copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(target, copy, { recursive: true });
    change(copy);
    const refused = await runAt({ ...fresh, BACKUP_KEY: KEY, ...more }, ['import', join(copy, folder)]);
    expect(refused.code).toBe(1);
    expect(existsSync(join(fresh.LIVEHOUSE_DATA ?? '', 'objects', 'cas'))).toBe(false);
    return codesOf(refused);
  };
  const flip = (path: string, at = -20): void => {
    const bytes = readFileSync(path);
    const position = at < 0 ? bytes.length + at : at;
    bytes[position] = (bytes[position] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const other = Buffer.alloc(32, 8).toString('base64');
  expect(await attempt(() => undefined, { BACKUP_KEY: other })).toEqual(['backup_key_wrong']);
  expect(await attempt(() => undefined, { BACKUP_KEY: '' })).toEqual(['backup_key_missing']);
  expect(await attempt((copy) => flip(join(copy, name, 'manifest.json')))).toEqual(['export_damaged']);
  expect(await attempt((copy) => flip(join(copy, name, 'tables/account.copy.enc')))).toEqual(['file_damaged']);
  expect(await attempt((copy) => rmSync(join(copy, name, 'tables/account.copy.enc')))).toEqual(['file_missing']);
  expect(
    await attempt((copy) => {
      const [post, comment] = ['post', 'comment'].map((table) => join(copy, name, `tables/${table}.copy.enc`));
      cpSync(post ?? '', comment ?? '');
    }),
  ).toEqual(['file_damaged']);
  expect(await attempt((copy) => flip(join(copy, name, 'objects.jsonl'), 30))).toEqual(['export_damaged']);
  expect(
    await attempt((copy) => {
      const [shard = ''] = readdirSync(join(copy, 'objects'));
      rmSync(join(copy, 'objects', shard), { recursive: true });
    }),
  ).toEqual(['file_missing']);
  const renamed = '2020-01-01T00-00-00Z';
  expect(await attempt((copy) => renameSync(join(copy, name), join(copy, renamed)), {}, renamed)).toEqual([
    'export_damaged',
  ]);
  expect(await attempt((copy) => rmSync(join(copy, name, 'manifest.json')))).toEqual(['export_missing']);
  // After all these refusals the place is still empty.
  const imported = await runAt({ ...fresh, BACKUP_KEY: KEY }, ['import', join(target, name)]);
  expect(imported.json).toMatchObject({ ok: true });
});

test('an export that an earlier version made is imported and brought up to date', async () => {
  const older = join(root, 'older');
  unpackExport('e03ae23', older);
  const migrated = await runAt(await freshPlace('migrated'), ['import', older]);
  expect([migrated.code, codesOf(migrated)]).toEqual([1, ['target_migrated']]);
  const { migrations, tables } = readManifest(older);
  expect([migrations.at(-1), tables.length]).toEqual(['0027_notification_news.sql', 58]);
  // An embedded database, because those of the tests have the tables of this version already.
  const fresh: Place = { LIVEHOUSE_DATA: join(root, 'older-place') };
  expect((await runAt(fresh, ['import', older])).json).toMatchObject({ ok: true, objects: { count: 302 } });
  const again = join(root, 'older-again');
  expect((await runAt(fresh, ['export', again])).json).toMatchObject({ ok: true, problems: [] });
  const objectsOf = (folder: string) => [...contentOf(folder)].filter(([key]) => !key.startsWith('table ')).sort();
  expect(objectsOf(again)).toEqual(objectsOf(older));
  expect(readManifest(again).migrations).toEqual(readManifest(exported).migrations);
  await using world = await openWorld({ ...fresh, DATABASE_URL: '', LIMITS: 'off' });
  await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 30_000);
  const signedIn = await world.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.address },
    body: JSON.stringify({ email: 'old@example.org', password: PASSWORD }),
  });
  expect(signedIn.status).toBe(200);
  expect((await world.fetch('/api/v1/servers/jp/songs')).status).toBe(200);
});
