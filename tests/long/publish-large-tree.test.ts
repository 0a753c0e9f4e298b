// The first publication of thousands of files reads them while it still walks the tree. The release is complete and the same
// as that of an ordinary publication, and nothing of it becomes visible if the tree has a mistake.
import { beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { createLargeTree, LARGE_TREE_FILES, LARGE_TREE_MOUNTS } from '../fixtures/large-tree.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';

let data = '';
let snapshot: SmallSnapshot;
beforeEach(() => {
  data = folderForTest();
  snapshot = keepForTest(createLargeTree());
});

const publish = (...flags: string[]) => runJson(data, 'publish', snapshot.directory, ...flags);
const stored = (): readonly string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => /\/[0-9a-f]{64}$/.test(name));

describe('first publication of a large tree', () => {
  test('results in the same release as an ordinary publication, and it verifies', async () => {
    const planned = await publish('--dry-run');
    expect(stored()).toEqual([]);
    const first = await publish();
    expect(first.json).toMatchObject({ ok: true, promoted: true, unchanged: false, releaseId: planned.json.releaseId });
    expect(first.json.entries).toBeGreaterThanOrEqual(LARGE_TREE_MOUNTS * (LARGE_TREE_FILES + 2));
    expect(first.json.objects.written).toBe(stored().length);
    expect((await runJson(data, 'releases', 'verify', 'jp')).json).toMatchObject({ ok: true, problems: [] });
    const again = await publish();
    expect(again.json).toMatchObject({ unchanged: true, releaseId: first.json.releaseId });
    expect(again.json.objects).toEqual({ written: 0, reused: first.json.objects.written });
  });

  test('a mistake anywhere in the tree stops it, and a collection removes the stored objects', async () => {
    using other = createSmallSnapshot({ server: 'kr' });
    expect((await runJson(data, 'publish', other.directory)).code).toBe(0);
    const before = [...stored()].sort();
    symlinkSync(join(snapshot.directory, 'nowhere'), join(snapshot.directory, 'extra', 'zz.json'));
    const { code, json } = await publish();
    expect(code).toBe(1);
    expect(new Set(json.errors.map((error: { code: string }) => error.code))).toEqual(new Set(['broken_link']));
    expect((await runJson(data, 'releases', 'list')).json.servers).toMatchObject([{ id: 'kr' }]);
    expect(
      readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => /publish-|\.tmp-/.test(name)),
    ).toEqual([]);
    expect(stored().length).toBeGreaterThan(before.length + LARGE_TREE_FILES);
    expect((await runJson(data, 'releases', 'gc')).json.ok).toBe(true);
    expect([...stored()].sort()).toEqual(before);
  });
});
