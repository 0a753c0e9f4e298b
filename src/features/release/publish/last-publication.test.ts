import { beforeEach, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { parseDescriptor } from '../snapshot/descriptor.ts';
import type { ScannedFile, Snapshot } from '../snapshot/snapshot.ts';
import { digestPaths } from '../snapshot/walk.ts';
import { fingerprintOf, readLastPublication, writeLastPublication } from './last-publication.ts';

let folder = '';
beforeEach(() => {
  folder = folderForTest();
});

function snapshotOf(files: readonly Partial<ScannedFile>[], descriptorSha256 = sha256Hex('')): Snapshot {
  const text = '{"server":{"id":"jp","displayName":"Japan","region":"jp"}}';
  const { descriptor } = parseDescriptor(new TextEncoder().encode(text));
  if (descriptor === undefined) throw new Error('the descriptor is sound');
  const scanned = files.map((file) => {
    const path = file.path ?? 'assets/Assets/a/x.png';
    return { path, realPath: `/s/${path}`, bytes: 1, mtimeMs: 2.5, ctimeMs: 3.5, inode: 4, ...file };
  });
  return {
    directory: '/s',
    descriptor,
    descriptorSha256,
    files: scanned,
    pathsSha256: digestPaths(scanned),
    mounts: [],
    findings: [],
  };
}

test('the fingerprint changes with every input', () => {
  const sets: readonly Partial<ScannedFile>[][] = [
    [],
    [{}],
    [{}, { path: 'assets/Assets/a/y.png' }],
    [{}, { path: 'assets/Assets/b/y.png' }],
    [{}, { path: 'assets/Assets/a/y.png', realPath: '/s/assets/Assets/a/z.png' }],
    [{}, { path: 'assets/Assets/a/y.png', realPath: '/t/assets/Assets/a/y.png' }],
    [{ path: 'assets/Assets/ab/x.png' }],
    [{ path: 'assets/Assets/a/b/x.png' }],
    [{ bytes: 2 }],
    [{ mtimeMs: 2.75 }],
    [{ ctimeMs: 3.75 }],
    [{ inode: 5 }],
  ];
  const prints = sets.map((files) => fingerprintOf(snapshotOf(files)));
  prints.push(fingerprintOf(snapshotOf([{}], sha256Hex('another'))));
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprintOf(snapshotOf([{}]))).toBe(prints[1] ?? '');
});

test('the record of the last publication is read back; a missing or damaged one is undefined', () => {
  const path = join(folder, 'deep', 'jp.last');
  expect(readLastPublication(path)).toBeUndefined();
  const memory = {
    fingerprint: sha256Hex('f'),
    releaseId: 'r-00000000000000000001',
    sourceId: 'v1',
    entries: 1,
    bytes: 2,
    warnings: [],
    content: sha256Hex('a'),
  };
  writeLastPublication(path, memory);
  expect(readLastPublication(path)).toEqual(memory);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"entries":1', '"entries":3'));
  expect(readLastPublication(path)).toBeUndefined();
});
