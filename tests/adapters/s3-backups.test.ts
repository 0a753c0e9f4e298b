// Backups to a real S3-compatible server, encrypted, from files and from a store, restored into instances with other engines
// and compared row by row and object by object.
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '../fixtures/database.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { codesOf, contentOf, type Place, runAt } from '../fixtures/moving.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { padPng } from '../fixtures/pictures.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { settle, upload } from '../fixtures/uploads.ts';

const root = keepFolder();
const snapshot = await keepOpen(createSmallSnapshot());
// Larger than two parts of a multipart upload.
snapshot.write('assets/Assets/large.bin', new Uint8Array(17 * 1024 * 1024 + 5).fill(7));
const databases = [await keepOpen(createTestDatabase()), await keepOpen(createTestDatabase())];

/** Variables of a new target on the server. */
function createTarget() {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  const { OBJECTS_URL = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = store.environment;
  const variables = {
    BACKUP_TO: OBJECTS_URL,
    BACKUP_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID,
    BACKUP_ACCESS_KEY_SECRET: AWS_SECRET_ACCESS_KEY,
    BACKUP_KEY: Buffer.alloc(32, 3).toString('base64'),
  };
  const addressOf = (name: string): string => {
    const url = new URL(OBJECTS_URL);
    url.pathname += `/${name}/`;
    return url.href;
  };
  return { store, variables, addressOf };
}

/** Rows and objects, without the table in which an export notes that it was made. */
const comparable = (folder: string) => [...contentOf(folder)].filter(([key]) => key !== 'table instance_mark').sort();

test('from files to a bucket, from there into an instance on a bucket, and from that into files again', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  await home.world.publish(snapshot.directory);
  const person = await home.person();
  const file = await upload(person, padPng(9 * 1024 * 1024), 'image/png');
  expect((await settle(person, file)).status).toBe('ready');
  const source: Place = { LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl };
  const { store, variables, addressOf } = createTarget();

  const first = await runAt({ ...source, ...variables }, ['backup', 'now']);
  expect(first.json).toMatchObject({ ok: true, isEncrypted: true, problems: [], checked: { lost: 0 } });
  expect(first.json.objects.sent).toBeGreaterThan(0);
  const again = await runAt({ ...source, ...variables }, ['backup', 'now']);
  expect(again.json).toMatchObject({ ok: true, objects: { sent: 0 }, removed: [first.json.name] });
  const { name } = again.json;
  const listed = await runAt({ ...source, ...variables }, ['backup', 'list']);
  expect(listed.json.backups).toMatchObject([{ name, state: 'verified', isEncrypted: true }]);
  const exported = join(root, 'exported');
  expect((await runAt(source, ['export', exported])).json).toMatchObject({ ok: true });
  // What the bucket has of rows is not readable.
  const accounts = Buffer.from((await store.read(`${name}/tables/account.copy.enc`)) ?? []);
  expect([accounts.byteLength > 50, accounts.includes(person.email)]).toEqual([true, false]);
  expect(await store.read(`${name}/tables/account.copy`)).toBeUndefined();

  // Into a bucket and another database.
  const objects = createS3Store(requireServer('TEST_S3_URL'));
  const remote: Place = {
    LIVEHOUSE_DATA: join(root, 'remote'),
    DATABASE_URL: databases[0]?.url ?? '',
    ...objects.environment,
  };
  const access = { ...variables, BACKUP_TO: '' };
  for (const [key, code] of [
    ['', 'backup_key_missing'],
    [Buffer.alloc(32, 4).toString('base64'), 'backup_key_wrong'],
  ] as const) {
    const refused = await runAt({ ...remote, ...access, BACKUP_KEY: key }, ['import', addressOf(name)]);
    expect([refused.code, codesOf(refused)]).toEqual([1, [code]]);
  }
  const missing = await runAt({ ...remote, ...access }, ['import', addressOf('2020-01-01T00-00-00Z')]);
  expect([missing.code, codesOf(missing)]).toEqual([1, ['export_missing']]);
  const keyless = await runAt({ ...remote, BACKUP_KEY: variables.BACKUP_KEY }, ['import', addressOf(name)]);
  expect([keyless.code, codesOf(keyless)]).toEqual([1, ['backup_access_missing']]);
  const imported = await runAt({ ...remote, ...access }, ['import', addressOf(name)]);
  expect(imported.json).toMatchObject({ ok: true, problems: [] });
  expect(imported.stderr).toContain('The secret that signs sessions is not in a backup');
  expect(readdirSync(join(root, 'remote')).includes('imports')).toBe(false);
  const second = join(root, 'second');
  expect((await runAt(remote, ['export', second])).json).toMatchObject({ ok: true, problems: [] });
  expect(comparable(second)).toEqual(comparable(exported));

  // From there to a folder, not encrypted, and into files.
  const folder = join(root, 'folder');
  mkdirSync(folder);
  const third = await runAt({ ...remote, BACKUP_TO: folder }, ['backup', 'now']);
  expect(third.json).toMatchObject({ ok: true, isEncrypted: false, problems: [] });
  expect(readdirSync(join(root, 'remote', 'backups')).includes('fetched')).toBe(false);
  const local: Place = { LIVEHOUSE_DATA: join(root, 'local'), DATABASE_URL: databases[1]?.url ?? '' };
  expect((await runAt(local, ['import', join(folder, third.json.name)])).json).toMatchObject({ ok: true });
  const last = join(root, 'last');
  expect((await runAt(local, ['export', last])).json).toMatchObject({ ok: true, problems: [] });
  expect(comparable(last)).toEqual(comparable(exported));

  // A target that cut a large object short.
  const digest = Bun.SHA256.hash(new Uint8Array(17 * 1024 * 1024 + 5).fill(7), 'hex');
  const key = `objects/${digest.slice(0, 2)}/${digest}`;
  await store.put(key, new Uint8Array(8 * 1024 * 1024).fill(7));
  const cut: Place = { LIVEHOUSE_DATA: join(root, 'cut') };
  const stopped = await runAt({ ...cut, ...access }, ['import', addressOf(name)]);
  expect([stopped.code, codesOf(stopped)]).toEqual([1, ['file_damaged']]);
  const mended = await runAt({ ...source, ...variables }, ['backup', 'now']);
  expect(mended.json).toMatchObject({ ok: true, objects: { sent: 1 } });
}, 240_000);
