// `livehouse releases …` as an operator runs it: list, show, promote, roll back, retire, compare and verify.
import { beforeEach, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey } from '../../src/kernel/object-key.ts';
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

const publish = (...flags: string[]) => runJson(data, 'publish', snapshot.directory, ...flags);
const store = (): Promise<string> => publishInto(data, snapshot.directory).then(({ releaseId }) => releaseId);
const releases = (...args: string[]) => runJson(data, 'releases', ...args);
const stored = (key: string): string => join(data, 'objects', key);
const current = async (): Promise<string> => (await releases('list')).json.servers[0].current;

test('each rollback goes back one release, and publishing continues from there', async () => {
  const [a, b, c] = await publishSeries(data, snapshot, 3);
  expect((await releases('rollback', 'jp')).json.releaseId).toBe(b);
  expect((await releases('rollback', 'jp')).json.releaseId).toBe(a);
  const none = await releases('rollback', 'jp');
  expect(none.code).toBe(1);
  expect(none.json.errors[0].code).toBe('nothing_to_roll_back');
  expect((await releases('promote', 'jp', c ?? '')).json.previous).toBe(a);
  expect((await releases('rollback', 'jp')).json.releaseId).toBe(a);
  expect((await publish()).json.releaseId).toBe(c);
  expect(await current()).toBe(c ?? '');
});

test('retire removes the server from the registry, and publishing brings it back', async () => {
  await store();
  expect((await releases('retire', 'jp')).json).toMatchObject({ ok: true, status: 'retired', changed: true });
  expect((await releases('list')).json.servers[0].status).toBe('retired');
  expect((await publish('--no-promote')).json.promoted).toBe(false);
  expect((await publish()).json).toMatchObject({ promoted: true, unchanged: false });
  expect((await releases('list')).json.servers[0].status).toBe('active');
});

test('diff lists added, removed and changed paths', async () => {
  const a = await store();
  snapshot.write('assets/Assets/new.txt', 'new');
  snapshot.write('assets/Assets/media-1.txt', 'changed');
  snapshot.remove('assets/Assets/media-2.txt');
  const b = await store();
  const { json } = await releases('diff', 'jp', a, b);
  expect(json.added).toEqual(['assets/Assets/new.txt']);
  expect(json.removed).toEqual(['assets/Assets/media-2.txt']);
  expect(json.changed).toContain('assets/Assets/media-1.txt');
  expect((await releases('diff', 'jp', a, a)).json).toMatchObject({ ok: true, added: [], removed: [], changed: [] });
});

test('show describes the current release or the given one', async () => {
  const [a, b] = await publishSeries(data, snapshot, 2);
  expect((await releases('show', 'jp')).json).toMatchObject({ ok: true, releaseId: b, current: true });
  expect((await releases('show', 'jp', a ?? '')).json).toMatchObject({ releaseId: a, current: false });
});

test('verify finds missing, altered and truncated objects and documents', async () => {
  const releaseId = await store();
  const [missing, altered, cut] = ['media 1', 'media 2', 'media 3'].map((text) => contentKey(sha256Hex(text)));
  const shard = `servers/jp/releases/${releaseId}/index/00.json`;
  rmSync(stored(missing ?? ''));
  writeFileSync(stored(altered ?? ''), 'MEDIA 2');
  writeFileSync(stored(cut ?? ''), 'm');
  writeFileSync(stored(shard), readFileSync(stored(shard), 'utf8').replace('00', '01'));
  const { code, json } = await releases('verify', 'jp');
  expect(code).toBe(1);
  expect(json.ok).toBe(false);
  expect(json.problems).toEqual(
    [
      { key: missing, code: 'object_missing' },
      { key: altered, code: 'object_corrupt' },
      { key: cut, code: 'object_corrupt' },
      { key: shard, code: 'index_mismatch' },
    ].sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1)),
  );
  expect(json.checked).toBeGreaterThan(256);
});

test.each([
  [['show', 'kr'], 'server_not_found'],
  [['show', 'jp', 'r-00000000000000000000'], 'release_not_found'],
  [['promote', 'jp', 'r-00000000000000000000'], 'release_not_found'],
  [['rollback', 'kr'], 'server_not_found'],
  [['retire', 'kr'], 'server_not_found'],
  [['verify', '../jp'], 'server_not_found'],
  [['gc', 'kr'], 'server_not_found'],
])('%p fails with %s', async (args, code) => {
  await store();
  const outcome = await releases(...args);
  expect(outcome.code).toBe(1);
  expect(outcome.json.errors[0].code).toBe(code);
});
