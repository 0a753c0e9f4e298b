// `livehouse publish` as an operator runs it: exit codes, the JSON line, what is stored and what is not.
import { beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, leaseKey, pointerKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { contentOf } from '../fixtures/folder-content.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { runJson, startCommand } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';

let data = '';
let snapshot: SmallSnapshot;

beforeEach(() => {
  data = folderForTest();
  snapshot = keepForTest(createSmallSnapshot());
});

const publish = (...flags: string[]) => runJson(data, 'publish', snapshot.directory, ...flags);
const releases = (...args: string[]) => runJson(data, 'releases', ...args);
const stored = (key: string): string => join(data, 'objects', key);
const current = (): string => JSON.parse(readFileSync(stored(pointerKey('jp')), 'utf8')).history.at(-1);

test('creates a release and prints one line of JSON', async () => {
  const { code, json } = await publish();
  expect(code).toBe(0);
  expect(json).toMatchObject({ ok: true, server: 'jp', promoted: true, unchanged: false, warnings: [] });
  expect(json.releaseId).toMatch(/^r-[0-9a-f]{20}$/);
  expect(json.sourceId).toMatch(/^s-[0-9a-f]{20}$/);
  expect(json.entries).toBeGreaterThan(7);
  expect(json.objects.written).toBeGreaterThan(7);
  expect(Number.isInteger(json.milliseconds)).toBe(true);
  expect(Object.keys(json).sort()).toEqual(
    'bytes entries milliseconds objects ok promoted releaseId server sourceId unchanged warnings'.split(' '),
  );
  expect((await releases('verify', 'jp')).json).toMatchObject({ ok: true, problems: [] });
});

test('publishing again writes nothing, and a copy of the tree gets the same id in another data directory', async () => {
  const first = (await publish()).json;
  const before = contentOf(stored('.'));
  const second = (await publish()).json;
  expect(second).toMatchObject({ releaseId: first.releaseId, unchanged: true, objects: { written: 0 } });
  expect(contentOf(stored('.'))).toEqual(before);
  using copy = createSmallSnapshot();
  const other = join(data, 'other');
  const third = await runJson(other, 'publish', copy.directory);
  expect(third.json).toMatchObject({ releaseId: first.releaseId, sourceId: first.sourceId, unchanged: false });
});

test('a dry run prints the same ids and writes nothing', async () => {
  const target = join(data, 'nothing');
  const dry = await runJson(target, 'publish', snapshot.directory, '--dry-run');
  expect(dry.code).toBe(0);
  expect(existsSync(target)).toBe(false);
  const real = (await publish()).json;
  expect(dry.json).toMatchObject({
    releaseId: real.releaseId,
    sourceId: real.sourceId,
    entries: real.entries,
    promoted: false,
  });
  const before = contentOf(data);
  snapshot.write('assets/Assets/media-9.txt', 'new');
  const next = (await publish('--dry-run')).json;
  expect(next.releaseId).not.toBe(real.releaseId);
  expect(next.objects.written).toBeGreaterThan(0);
  expect(contentOf(data)).toEqual(before);
});

test('publish waits for a damaged lease of a collection and says so; it ignores an old one', async () => {
  const torn = stored(leaseKey('jp', 'collect-torn'));
  mkdirSync(join(torn, '..'), { recursive: true });
  writeFileSync(torn, '');
  const child = startCommand(data, ['publish', snapshot.directory, '--json']);
  let said = '';
  for await (const piece of child.stderr) {
    said += new TextDecoder().decode(piece);
    if (said.includes('collect-torn.json is damaged')) rmSync(torn, { force: true });
  }
  expect(await child.exited).toBe(0);
  expect(said).toContain('counts as a running collection until');
  mkdirSync(join(torn, '..'), { recursive: true });
  writeFileSync(torn, '');
  const old = Date.now() / 1000 - 6 * 60;
  utimesSync(torn, old, old);
  snapshot.write('assets/Assets/media-0.txt', 'changed');
  const again = await publish();
  expect(again.json.ok).toBe(true);
  expect(again.stderr).not.toContain('damaged');
  expect(existsSync(torn)).toBe(false);
});

test('with --no-promote a release is stored, but not current and not in the registry until promoted', async () => {
  const { json } = await publish('--no-promote');
  expect(json).toMatchObject({ promoted: false, unchanged: false });
  expect(existsSync(stored(pointerKey('jp')))).toBe(false);
  expect((await releases('list')).json.servers[0]).toMatchObject({ id: 'jp', status: 'staged', current: null });
  const moved = await releases('promote', 'jp', json.releaseId);
  expect(moved.json).toMatchObject({ ok: true, releaseId: json.releaseId, changed: true });
  expect(current()).toBe(json.releaseId);
  expect((await publish()).json).toMatchObject({ promoted: true, unchanged: true });
});

test('one run reports all mistakes, and nothing becomes visible', async () => {
  snapshot.write('catalog/songs.json', '[{"musicId":"a"},{"musicId":"a"},{"musicId":"no/slash"}]');
  symlinkSync('/etc/hostname', join(snapshot.directory, 'assets', 'Assets', 'link.txt'));
  const { code, json, stderr } = await publish();
  expect(code).toBe(1);
  expect(json.ok).toBe(false);
  expect(json.errors.length).toBeGreaterThanOrEqual(3);
  for (const error of json.errors) {
    expect(Object.keys(error).sort()).toEqual(['code', 'file', 'message', 'path']);
    expect(error.code).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(stderr).toContain(error.message);
  }
  expect((await releases('list')).json.servers).toEqual([]);
  expect(existsSync(stored('servers/jp/releases'))).toBe(false);
});

test('a file name that no URL can address is only a warning', async () => {
  for (const path of ['runtime/a%2fb.txt', 'assets/Assets/x%5cy/z.txt', 'sources/Assets/%2e%2e.json']) {
    snapshot.write(path, '{}');
  }
  for (const path of ['runtime/100%.txt', 'runtime/a%20b.txt', 'artifacts/android/bundles/a%2fb.bundle'])
    snapshot.write(path, 'x');
  const { code, json, stderr } = await publish();
  expect(code).toBe(0);
  const told = json.warnings.map((warning: { code: string; file: string }) => `${warning.code} ${warning.file}`);
  expect(told.sort()).toEqual([
    'not_addressable assets/Assets/x%5cy/z.txt',
    'not_addressable runtime/a%2fb.txt',
    'not_addressable sources/Assets/%2e%2e.json',
  ]);
  expect(stderr).toContain('runtime/a%2fb.txt');
  expect((await publish()).json).toMatchObject({ unchanged: true, warnings: json.warnings });
});

test('a directory without a descriptor is refused', async () => {
  const { code, json } = await runJson(data, 'publish', data);
  expect(code).toBe(1);
  expect(json.errors[0]).toMatchObject({ file: 'snapshot.json' });
});

test('a mount outside the snapshot is reported with its real path', async () => {
  const outside = join(data, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'x.txt'), 'x');
  snapshot.describe({ mounts: { 'assets/Assets/more': outside } });
  const { code, stderr } = await publish();
  expect(code).toBe(0);
  expect(stderr).toContain(outside);
});

test('one source id has one set of artifacts', async () => {
  snapshot.describe({ sourceId: 'v1' });
  expect((await publish()).code).toBe(0);
  snapshot.write('assets/Assets/media-0.txt', 'other media are fine');
  expect((await publish()).code).toBe(0);
  const before = current();
  snapshot.write('artifacts/android/bundles/one.bundle', 'another bundle');
  const { code, json } = await publish();
  expect(code).toBe(1);
  expect(json.errors.map((error: { code: string }) => error.code)).toEqual(['source_conflict']);
  expect(current()).toBe(before);
  snapshot.describe({ sourceId: 'v2' });
  expect((await publish()).code).toBe(0);
});

test('a new display name of the server changes the registry but not the release', async () => {
  const first = (await publish()).json;
  snapshot.describe({ server: { id: 'jp', displayName: 'Nippon', region: 'jp' } });
  const second = (await publish()).json;
  expect(second).toMatchObject({ releaseId: first.releaseId, unchanged: false });
  expect((await releases('list')).json.servers[0]).toMatchObject({ displayName: 'Nippon' });
  expect((await releases('verify', 'jp')).json.ok).toBe(true);
  expect((await publish()).json.unchanged).toBe(true);
});

test('a file is read again if any of its stat values differs, even with the same modification time', async () => {
  snapshot.age(3600);
  const first = (await publish()).json.releaseId;
  // Size and modification time are the same; only the change time and the content differ.
  snapshot.write('assets/Assets/media-0.txt', 'MEDIA 0');
  snapshot.age(3600);
  expect((await publish()).json.releaseId).not.toBe(first);
});

test('a file that had just changed when it was hashed is read again, and so is one dated in the future', async () => {
  const first = (await publish()).json.releaseId;
  const file = join(snapshot.directory, 'assets/Assets/media-0.txt');
  const { mtime, atime } = statSync(file);
  writeFileSync(file, 'MEDIA 0');
  utimesSync(file, atime, mtime);
  const second = (await publish()).json.releaseId;
  expect(second).not.toBe(first);
  const future = new Date(Date.now() + 3_600_000);
  utimesSync(file, future, future);
  expect((await publish()).json.releaseId).toBe(second);
  writeFileSync(file, 'Media 0');
  utimesSync(file, future, future);
  expect((await publish()).json.releaseId).not.toBe(second);
});

test('removed and incomplete objects are stored again although the stat index knows the files', async () => {
  snapshot.age(3600);
  // The stat index does not trust a file that changed less than two seconds before it was read.
  const changedAt = Date.now();
  while (Date.now() - changedAt < 2_050) await Bun.sleep(10);
  const { releaseId } = (await publish()).json;
  expect((await publish()).json.unchanged).toBe(true);
  const key = contentKey(sha256Hex('media 1'));
  rmSync(stored(key));
  expect((await publish()).json).toMatchObject({ releaseId, unchanged: false, objects: { written: 1 } });
  expect((await releases('verify', 'jp')).json.ok).toBe(true);
  rmSync(stored(sideManifestKey('jp', releaseId)));
  expect((await publish()).json).toMatchObject({ releaseId, unchanged: false });
  expect((await releases('verify', 'jp')).json.ok).toBe(true);
});

test('two concurrent publications both succeed, one is current, and both verify', async () => {
  using other = createSmallSnapshot({ media: 9 });
  const results = await Promise.all([publish(), runJson(data, 'publish', other.directory), publish()]);
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  const ids = [...new Set(results.map(({ json }) => json.releaseId))];
  expect(ids.length).toBe(2);
  expect(ids).toContain(current());
  for (const id of ids) expect((await releases('verify', 'jp', id)).json.ok).toBe(true);
  const pointer = JSON.parse(readFileSync(stored(pointerKey('jp')), 'utf8'));
  expect(new Set(pointer.history)).toEqual(new Set(ids));
  expect(existsSync(stored('servers/jp/uploads'))).toBe(false);
});
