// Placement of upload parts on disk: who may write where, and what remains after a failure.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closing } from '../../../../tests/fixtures/closing.ts';
import { keepFolder, keepOpen } from '../../../../tests/fixtures/keep-open.ts';
import { PartJoiner } from './part-joiner.ts';
import { openDiskParts } from './parts.ts';

const PART = 1024 * 1024;
const BLOCK = 512;

const folder = keepFolder();
const joiner = await keepOpen(closing(new PartJoiner()));

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.slice(at, at + 100_000);
}

const sha256Of = (...pieces: readonly Uint8Array[]): string => {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const piece of pieces) hasher.update(piece);
  return hasher.digest('hex');
};

const filled = (value: number): Uint8Array<ArrayBuffer> => new Uint8Array(PART).fill(value);

/** A separate store. `elsewhere` selects the keys that are on another file system. */
async function openStore(elsewhere: (key: string) => boolean = () => false) {
  const root = mkdtempSync(join(folder, 'store-'));
  const other = mkdtempSync('/dev/shm/livehouse-parts-');
  const parts = openDiskParts((key) => {
    const path = join(elsewhere(key) ? other : root, key);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }, joiner);
  const upload = { key: 'attachments/one', handle: await parts.begin('attachments/one') };
  const write = (number: number, bytes: Uint8Array, announced = bytes.length) =>
    parts.write(upload, number, piecesOf(bytes), announced, (number - 1) * PART);
  return {
    parts,
    upload,
    write,
    /** Files in the store, with their allocated disk space. */
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => {
          const { blocks, ino } = statSync(join(parentPath, name));
          return { name, room: blocks * BLOCK, inode: ino };
        }),
    [Symbol.dispose]: () => rmSync(other, { recursive: true, force: true }),
  };
}

describe('places in the whole', () => {
  test('parts in any order fill one file, and slots are hard links to it', async () => {
    using store = await openStore();
    const second = await store.write(2, filled(2));
    const first = await store.write(1, filled(1));
    const files = store.files();
    expect(files.map(({ name }) => name).sort()).toEqual(['1.slot', '2.slot', 'whole']);
    expect(new Set(files.map(({ inode }) => inode)).size).toBe(1);
    const digest = { sha256: sha256Of(filled(1), filled(2)), bytes: 2 * PART };
    expect(await store.parts.finish(store.upload, [first, second])).toMatchObject(digest);
    await store.parts.abort(store.upload);
    expect(store.files().map(({ name }) => name)).toEqual(['one']);
    expect(await store.parts.finish(store.upload, [first, second])).toMatchObject(digest);
  });

  test('a second copy is stored as a file of its own', async () => {
    using store = await openStore();
    const first = await store.write(1, filled(1));
    const again = await store.write(1, filled(3));
    expect(first.token).toBe('1.slot');
    expect(again.token).not.toBe('1.slot');
    expect(await store.parts.finish(store.upload, [again])).toMatchObject({ sha256: sha256Of(filled(3)), bytes: PART });
  });

  test('without hard links, slots are separate files', async () => {
    using store = await openStore((key) => key.endsWith('.slot'));
    const first = await store.write(1, filled(1));
    const again = await store.write(1, filled(3));
    expect([first.token, again.token === '1.slot']).toEqual(['1.slot', false]);
    expect(store.files().map(({ name }) => name)).toContain('whole');
    expect(await store.parts.finish(store.upload, [first])).toMatchObject({ sha256: sha256Of(filled(1)), bytes: PART });
  });
});

test('a body that breaks off occupies no disk space, and its slot is free again', async () => {
  using store = await openStore();
  await expect(store.write(1, filled(1).slice(0, PART / 2), PART)).rejects.toMatchObject({ name: 'SourceLength' });
  expect(store.files()).toMatchObject([{ name: 'whole', room: 0 }]);
  const first = await store.write(1, filled(2));
  expect(first.token).toBe('1.slot');
  expect(await store.parts.finish(store.upload, [first])).toMatchObject({ sha256: sha256Of(filled(2)), bytes: PART });
});
