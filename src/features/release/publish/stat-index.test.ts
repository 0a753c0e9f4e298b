import { beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { ScannedFile } from '../snapshot/snapshot.ts';
import { isRacy, readStatIndex, writeStatIndex } from './stat-index.ts';

const NOW = 1_800_000_000_000;
let folder = '';
let path = '';

beforeEach(() => {
  folder = folderForTest();
  path = join(folder, 'deep', 'jp.files');
});

const file = (changes: Partial<ScannedFile> = {}): ScannedFile => ({
  path: 'assets/Assets/a.png',
  realPath: '/snapshot/assets/Assets/a.png',
  bytes: 10,
  mtimeMs: NOW - 60_000.25,
  ctimeMs: NOW - 60_000.5,
  inode: 12345678901,
  ...changes,
});
const hashed = { sha256: sha256Hex('a'), blocks: undefined };

describe('stat index', () => {
  test('a file is found only if every stat fact is equal', () => {
    writeStatIndex(path, [file()], [hashed], NOW);
    const index = readStatIndex(path);
    expect(index.find(file(), NOW)).toEqual(hashed);
    const others: Partial<ScannedFile>[] = [
      { realPath: '/snapshot/assets/Assets/b.png' },
      { bytes: 11 },
      { mtimeMs: NOW - 60_000 },
      { ctimeMs: NOW - 60_000 },
      { inode: 12345678902 },
    ];
    for (const change of others) expect(index.find(file(change), NOW)).toBeUndefined();
  });

  test('block digests are stored', () => {
    const blocks = [sha256Hex('1'), sha256Hex('2')];
    writeStatIndex(path, [file()], [{ ...hashed, blocks }], NOW);
    expect(readStatIndex(path).find(file(), NOW)?.blocks).toEqual(blocks);
  });

  test.each([
    ['changed a second before its hashing', { mtimeMs: NOW - 1000 }],
    ['with times changed a second before its hashing', { ctimeMs: NOW - 1000 }],
    ['from the future', { mtimeMs: NOW + 1000 }],
  ])('a file %s is not stored in the index', (_, change) => {
    expect(isRacy(file(change), NOW)).toBe(true);
    writeStatIndex(path, [file(change), file({ realPath: '/other' })], [hashed, hashed], NOW);
    expect(readStatIndex(path).size).toBe(1);
    expect(readStatIndex(path).find(file(change), NOW + 60_000)).toBeUndefined();
  });

  test('a file with a modification time in the future is not trusted', () => {
    writeStatIndex(path, [file()], [hashed], NOW);
    expect(readStatIndex(path).find(file(), NOW - 120_000)).toBeUndefined();
  });

  test('a missing, truncated or altered index counts as empty', () => {
    expect(readStatIndex(path).size).toBe(0);
    writeStatIndex(path, [file()], [hashed], NOW);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.byteLength; at += 7) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      writeFileSync(path, altered);
      expect(readStatIndex(path).size).toBe(0);
    }
    writeFileSync(path, bytes);
    truncateSync(path, bytes.byteLength - 1);
    expect(readStatIndex(path).size).toBe(0);
  });

  test('any paths and numbers are read back unchanged', () => {
    const names = fc.uniqueArray(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed() && text !== ''),
    );
    fc.assert(
      fc.property(names, fc.nat(2 ** 31), (paths, bytes) => {
        const files = paths.map((realPath, i) => file({ realPath, bytes: bytes + i }));
        writeStatIndex(
          path,
          files,
          files.map((each) => ({ sha256: sha256Hex(each.realPath), blocks: undefined })),
          NOW,
        );
        const index = readStatIndex(path);
        for (const each of files) expect(index.find(each, NOW)?.sha256).toBe(sha256Hex(each.realPath));
      }),
      { numRuns: 30 },
    );
  });
});
