// `releases gc` as an operator runs it: what it removes, what it keeps and what delays it. Also what a publication removes of
// earlier publications that were killed.
import { beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEASE_SCHEMA, sealDocument } from '../../src/features/release/store/formats.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, leaseKey, releaseManifestKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { processMark } from '../../src/platform/files/process-identity.ts';
import { contentOf } from '../fixtures/folder-content.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { publishInto, publishSeries } from '../fixtures/stored-release.ts';

let data = '';
let snapshot: SmallSnapshot;

beforeEach(() => {
  data = folderForTest();
  snapshot = keepForTest(createSmallSnapshot());
});

const store = () => publishInto(data, snapshot.directory);
const releases = (...args: string[]) => runJson(data, 'releases', ...args);
const stored = (key: string): string => join(data, 'objects', key);

test('keeps the releases that rollback needs, removes the others, and is idempotent', async () => {
  const ids = await publishSeries(data, snapshot, 5);
  const old = contentKey(sha256Hex('version 0'));
  const dry = await releases('gc', '--dry-run');
  expect(dry.json).toMatchObject({ ok: true, dryRun: true, releases: 2 });
  expect(existsSync(stored(old))).toBe(true);
  const real = await releases('gc');
  expect(real.json).toEqual({ ...dry.json, dryRun: false });
  expect(existsSync(stored(old))).toBe(false);
  const left = (await releases('list')).json.servers[0].releases;
  expect(left.map((release: { releaseId: string }) => release.releaseId)).toEqual([ids[4], ids[3], ids[2]]);
  for (const id of ids.slice(2)) expect((await releases('verify', 'jp', id)).json.ok).toBe(true);
  expect((await releases('gc')).json).toMatchObject({ releases: 0, objects: 0, bytes: 0 });
  expect((await releases('rollback', 'jp')).json.releaseId).toBe(ids[3]);
  expect((await releases('gc', 'jp', '--keep', '2')).json.ok).toBe(true);
  expect((await releases('verify', 'jp')).json.ok).toBe(true);
});

test('removes only the sources that no kept release references', async () => {
  for (const version of ['v1', 'v2', 'v3']) {
    snapshot.describe({ sourceId: version });
    snapshot.write('artifacts/android/bundles/one.bundle', `bundle of ${version}`);
    await store();
  }
  await releases('gc', '--keep', '2');
  expect(
    readdirSync(stored('servers/jp/sources'))
      .filter((id) => existsSync(stored(`servers/jp/sources/${id}/source.json`)))
      .sort(),
  ).toEqual(['v2', 'v3']);
  expect(existsSync(stored(contentKey(sha256Hex('bundle of v1'))))).toBe(false);
  expect(existsSync(stored(contentKey(sha256Hex('bundle of v2'))))).toBe(true);
});

test('keeps content that another server needs', async () => {
  using other = createSmallSnapshot({ server: 'kr' });
  await publishSeries(data, snapshot, 4);
  await publishInto(data, other.directory);
  await releases('gc', 'jp', '--keep', '2');
  expect((await releases('verify', 'kr')).json.ok).toBe(true);
  expect((await releases('verify', 'jp')).json.ok).toBe(true);
});

test('keeps objects newer than the oldest live lease, and removes them when the lease is dead', async () => {
  await store();
  const garbage = contentKey(sha256Hex('garbage'));
  mkdirSync(join(stored(garbage), '..'), { recursive: true });
  writeFileSync(stored(garbage), 'garbage');
  const lease = (renewedAt: number): void => {
    const startedAt = renewedAt - 10_000;
    const document = { schema: LEASE_SCHEMA, server: 'jp', lease: 'somebody', startedAt, renewedAt, digest: '' };
    writeFileSync(stored(leaseKey('jp', 'somebody')), sealDocument(document));
  };
  mkdirSync(stored('servers/jp/uploads'), { recursive: true });
  lease(Date.now());
  expect((await releases('gc')).json).toMatchObject({ objects: 0 });
  expect(existsSync(stored(garbage))).toBe(true);
  lease(Date.now() - 6 * 60_000);
  expect((await releases('gc')).json.objects).toBeGreaterThanOrEqual(1);
  expect(existsSync(stored(garbage))).toBe(false);
});

test('names the damaged lease that delays it, and removes an old one', async () => {
  await store();
  const garbage = contentKey(sha256Hex('garbage'));
  mkdirSync(join(stored(garbage), '..'), { recursive: true });
  writeFileSync(stored(garbage), 'garbage');
  const torn = leaseKey('jp', 'publish-torn');
  mkdirSync(stored('servers/jp/uploads'), { recursive: true });
  writeFileSync(stored(torn), '');
  const held = await releases('gc');
  expect(held.json).toMatchObject({ ok: true, objects: 0 });
  expect(held.stderr).toContain(`The lease ${torn} is damaged`);
  const old = Date.now() / 1000 - 6 * 60;
  utimesSync(stored(torn), old, old);
  const free = await releases('gc');
  expect(free.stderr).not.toContain('damaged');
  expect(existsSync(stored(garbage))).toBe(false);
  expect(existsSync(stored(torn))).toBe(false);
});

test('removes temporary files and locks of dead processes only', async () => {
  await store();
  const dead = processMark().replace(/^\d+-\d+/, '4000000-1');
  const left = [
    join(data, 'publish', `.tmp-${dead}.ab.1`),
    join(data, 'locks', 'one.lock'),
    stored('servers/jp/sources/v9/source.json.lock'),
    stored(`servers/jp/.tmp-${dead}.ab.2`),
  ];
  const used = [
    join(data, 'publish', `.tmp-${processMark()}.ab.1`),
    join(data, 'locks', 'two.lock'),
    stored('servers/jp/current.json.lock'),
  ];
  for (const path of [...left, ...used]) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, used.includes(path) ? processMark() : dead);
  }
  const dry = await releases('gc', '--dry-run');
  expect(dry.stderr).toContain('4 temporary files and locks of dead processes would be removed');
  expect(left.map((path) => existsSync(path))).toEqual([true, true, true, true]);
  expect((await releases('gc')).stderr).toContain('4 temporary files and locks of dead processes were removed');
  expect(left.map((path) => existsSync(path))).toEqual([false, false, false, false]);
  expect(existsSync(stored('servers/jp/sources/v9'))).toBe(false);
  expect(used.map((path) => existsSync(path))).toEqual([true, true, true]);
});

test('a publication removes the temporary files of killed ones', async () => {
  await store();
  const temporary = join(data, 'publish', `.tmp-${processMark().replace(/^\d+-\d+/, '4000000-1')}.ab.1`);
  writeFileSync(temporary, 'half');
  snapshot.write('assets/Assets/media-0.txt', 'changed');
  expect((await runJson(data, 'publish', snapshot.directory)).code).toBe(0);
  expect(existsSync(temporary)).toBe(false);
});

test('refuses to remove anything when a document is damaged', async () => {
  const ids = await publishSeries(data, snapshot, 4);
  const side = stored(sideManifestKey('jp', ids[2] ?? ''));
  writeFileSync(side, readFileSync(side, 'utf8').replace('jp', 'kr'));
  const before = contentOf(stored('.'));
  const { code, json } = await releases('gc', '--keep', '2');
  expect(code).toBe(1);
  expect(json.errors[0].code).toBe('manifest_invalid');
  expect(contentOf(stored('.'))).toEqual(before);
});

test('refuses to remove anything when a manifest was altered to reference other content', async () => {
  const [id = ''] = await publishSeries(data, snapshot, 1);
  const manifest = stored(releaseManifestKey('jp', id));
  const text = readFileSync(manifest, 'utf8');
  const digest = /"path":"assets\/Assets\/media-0\.txt".*?"sha256":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  // One bit has changed on the disk: it is still a manifest, but not the published one.
  writeFileSync(manifest, text.replaceAll(digest, `${digest.slice(0, -1)}${digest.endsWith('0') ? '1' : '0'}`));
  const before = contentOf(stored('.'));
  const { code, json } = await releases('gc');
  expect([code, json.errors?.[0].code]).toEqual([1, 'manifest_invalid']);
  expect(contentOf(stored('.'))).toEqual(before);
  expect(existsSync(stored(contentKey(digest)))).toBe(true);
});
