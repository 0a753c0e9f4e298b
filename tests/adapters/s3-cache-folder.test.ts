// The folder of local copies is full or not writable while objects are on an S3-compatible server. Requests are still
// answered, through memory; uploads are 503 until there is space; nothing is left behind.
import { afterAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjects } from '../../src/app/open-objects.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey } from '../../src/kernel/object-key.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { processMark } from '../../src/platform/files/process-identity.ts';
import { closing } from '../fixtures/closing.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { type AccountsWorld, expectOnlyStatus, expectRefused, openAccountsWorld } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { reserve, sendContent, settle } from '../fixtures/uploads.ts';

const FILES = 30;
const fileOf = (i: number): Buffer => Buffer.alloc(200_000, `file ${i} `);
const large = randomBytes(12 * 1024 * 1024);

const snapshot = await keepOpen(createSmallSnapshot({ media: 2 }));
for (let i = 0; i < FILES; i++) snapshot.write(`assets/Assets/file-${i}.bin`, fileOf(i));
snapshot.write('assets/Assets/large.bin', large);

/** A folder on a separate file system of this size; undefined without the right to mount one. */
function mountSmallFolder(bytes: number): { readonly path: string; release(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), 'livehouse-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    release: () => {
      spawnSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const small = mountSmallFolder(4 * 1024 * 1024);
afterAll(() => small?.release());

async function expectFile(livehouse: AccountsWorld, i: number): Promise<void> {
  const answer = await livehouse.world.fetch(`/assets/jp/Assets/file-${i}.bin`);
  expect([i, answer.status, answer.headers.get('content-length')]).toEqual([i, 200, '200000']);
  expect(sha256Hex(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256Hex(fileOf(i)));
}

async function expectLarge(livehouse: AccountsWorld): Promise<void> {
  const whole = await livehouse.world.fetch('/assets/jp/Assets/large.bin');
  expect(sha256Hex(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256Hex(large));
  const range = await livehouse.world.fetch('/assets/jp/Assets/large.bin', {
    headers: { range: 'bytes=5000000-5000009' },
  });
  expect([range.status, Buffer.compare(await range.bytes(), large.subarray(5_000_000, 5_000_010))]).toEqual([206, 0]);
}

/** Folders that replace the cache folder, of this process. */
const overflows = (): readonly string[] =>
  ['/dev/shm', tmpdir()].flatMap((place) =>
    readdirSync(place).filter((name) => name.startsWith(`livehouse-copies-${processMark()}`)),
  );

// Needs the right to mount a file system.
test.if(small !== undefined)(
  'a full cache folder: everything is answered, and the folder is used again when there is space',
  async () => {
    const store = createS3Store(requireServer('TEST_S3_URL'));
    const cache = join(small?.path ?? '', 'cache');
    mkdirSync(cache);
    {
      await using livehouse = await openAccountsWorld({
        ...store.environment,
        CACHE_DIR: cache,
        CACHE_BYTES: '1GiB',
        LIMITS: 'off',
      });
      await livehouse.world.publish(snapshot.directory);
      const filler = join(small?.path ?? '', 'filler');
      writeFileSync(filler, Buffer.alloc(1024 * 1024));
      // Six megabytes of files for three megabytes of space, part of which is used.
      for (let i = 0; i < FILES; i++) await expectFile(livehouse, i);
      for (let i = 0; i < FILES; i++) await expectFile(livehouse, i);
      await expectLarge(livehouse);
      await expectOnlyStatus(livehouse.world.fetch('/api/v1/servers/jp/songs/3'), 200);
      await expectOnlyStatus(livehouse.world.fetch('/readyz'), 200);
      expect(overflows().length).toBeGreaterThan(0);

      const person = await livehouse.person();
      const png = Buffer.concat([await makePng(64, 48)]);
      const padded = new Uint8Array(Buffer.concat([png, Buffer.alloc(4_500_000)]));
      const { id } = await reserve(person, padded.length);
      const refused = await sendContent(person, id, padded);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectRefused(refused, '503 storage_unavailable');

      rmSync(cache, { recursive: true });
      rmSync(filler);
      const other = await reserve(person, png.length);
      await livehouse.world.until(
        async () => (await sendContent(person, other.id, new Uint8Array(png))).status < 300,
        15_000,
      );
      expect(await settle(person, other.id)).toMatchObject({ status: 'ready' });
      await expectFile(livehouse, 0);
    }
    // What stood in the overflow is removed as the service closes.
    expect(overflows()).toEqual([]);
  },
  120_000,
);

test('a read-only cache folder: everything is answered, and the folder is used again when it is writable', async () => {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  {
    await using livehouse = await openAccountsWorld({ ...store.environment, LIMITS: 'off' });
    await livehouse.world.publish(snapshot.directory);
    const cache = join(livehouse.world.dataDirectory, 'cache');
    // Not with file modes, which do not apply to root, but with a file in place of the folder.
    renameSync(join(cache, 'v1'), join(cache, 'aside'));
    writeFileSync(join(cache, 'v1'), '');
    // Answers in memory are used for 250 ms without a check of their file.
    await Bun.sleep(300);
    for (let i = 0; i < FILES; i++) await expectFile(livehouse, i);
    await expectLarge(livehouse);
    await expectOnlyStatus(livehouse.world.fetch('/readyz'), 200);
    rmSync(join(cache, 'v1'));
    renameSync(join(cache, 'aside'), join(cache, 'v1'));
    await livehouse.world.until(async () => {
      const answer = await livehouse.world.fetch(`/api/v1/servers/jp/release?projection=identity`);
      return answer.status === 200;
    });
    await expectFile(livehouse, 1);
  }
  expect(overflows()).toEqual([]);
}, 120_000);

test('reads of copies are counted: the first is a miss, the others are hits', async () => {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  const data = folderForTest();
  await using objects = closing(openObjects(checkConfig({ ...store.environment, LIVEHOUSE_DATA: data })));
  const content = Buffer.from('counted');
  const sha256 = sha256Hex(content);
  await objects.writeContent(sha256, content);
  for (let i = 0; i < 3; i++) expect((await objects.local(contentKey(sha256)))?.bytes).toBe(content.length);
  expect(objects.copies).toEqual({ hits: 2, misses: 1 });
});
