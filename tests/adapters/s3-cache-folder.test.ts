// The folder of local copies in trouble while objects are on an S3-compatible server: full, or not writable. What is asked
// for is answered all the same, by way of memory; uploads are 503 until there is room; nothing is left behind.
import { afterAll, beforeAll, expect, test } from 'bun:test';
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
import { type AccountsWorld, openAccountsWorld, refusalOf } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { reserve, sendContent, settle } from '../fixtures/uploads.ts';

const FILES = 30;
const fileOf = (i: number): Buffer => Buffer.alloc(200_000, `file ${i} `);
const large = randomBytes(12 * 1024 * 1024);

let snapshot: SmallSnapshot;
beforeAll(() => {
  snapshot = createSmallSnapshot({ media: 2 });
  for (let i = 0; i < FILES; i++) snapshot.write(`assets/Assets/file-${i}.bin`, fileOf(i));
  snapshot.write('assets/Assets/large.bin', large);
});
afterAll(() => snapshot.dispose());

/** A folder on a file system of its own with room for so many bytes; undefined where we may not make one. */
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

async function expectFile(house: AccountsWorld, i: number): Promise<void> {
  const answer = await house.world.fetch(`/assets/jp/Assets/file-${i}.bin`);
  expect([i, answer.status, answer.headers.get('content-length')]).toEqual([i, 200, '200000']);
  expect(sha256Hex(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256Hex(fileOf(i)));
}

async function expectLarge(house: AccountsWorld): Promise<void> {
  const whole = await house.world.fetch('/assets/jp/Assets/large.bin');
  expect(sha256Hex(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256Hex(large));
  const range = await house.world.fetch('/assets/jp/Assets/large.bin', { headers: { range: 'bytes=5000000-5000009' } });
  expect([range.status, Buffer.compare(await range.bytes(), large.subarray(5_000_000, 5_000_010))]).toEqual([206, 0]);
}

/** Folders that stand in for the cache folder, of this process. */
const overflows = (): readonly string[] =>
  ['/dev/shm', tmpdir()].flatMap((place) =>
    readdirSync(place).filter((name) => name.startsWith(`livehouse-copies-${processMark()}`)),
  );

// Needs the right to mount a file system.
test.if(small !== undefined)(
  'a full cache folder: everything is answered, and with room it is used again',
  async () => {
    const store = createS3Store(requireServer('TEST_S3_URL'));
    const cache = join(small?.path ?? '', 'cache');
    mkdirSync(cache);
    const house = await openAccountsWorld({
      ...store.environment,
      CACHE_DIR: cache,
      CACHE_BYTES: '1GiB',
      LIMITS: 'off',
    });
    try {
      await house.world.publish(snapshot.directory);
      const filler = join(small?.path ?? '', 'filler');
      writeFileSync(filler, Buffer.alloc(1024 * 1024));
      // Six megabytes of files into three of room, some of which are in there already.
      for (let i = 0; i < FILES; i++) await expectFile(house, i);
      for (let i = 0; i < FILES; i++) await expectFile(house, i);
      await expectLarge(house);
      expect((await house.world.fetch('/api/v1/servers/jp/songs/3')).status).toBe(200);
      expect((await house.world.fetch('/readyz')).status).toBe(200);
      expect(overflows().length).toBeGreaterThan(0);

      const person = await house.person();
      const png = Buffer.concat([await makePng(64, 48)]);
      const padded = new Uint8Array(Buffer.concat([png, Buffer.alloc(4_500_000)]));
      const { id } = await reserve(person, padded.length);
      const refused = await sendContent(person, id, padded);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refusalOf(refused)).toEqual([503, 'storage_unavailable']);

      rmSync(cache, { recursive: true });
      rmSync(filler);
      const other = await reserve(person, png.length);
      await house.world.until(
        async () => (await sendContent(person, other.id, new Uint8Array(png))).status < 300,
        15_000,
      );
      expect(await settle(person, other.id)).toMatchObject({ status: 'ready' });
      await expectFile(house, 0);
    } finally {
      await house[Symbol.asyncDispose]();
    }
    expect(overflows()).toEqual([]);
  },
  120_000,
);

test('a cache folder that cannot be written: everything is answered, and once it can it is used again', async () => {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  const house = await openAccountsWorld({ ...store.environment, LIMITS: 'off' });
  try {
    await house.world.publish(snapshot.directory);
    const cache = join(house.world.dataDirectory, 'cache');
    // Not by modes, which do not bind everybody: a file where the folder was.
    renameSync(join(cache, 'v1'), join(cache, 'aside'));
    writeFileSync(join(cache, 'v1'), '');
    await Bun.sleep(300);
    for (let i = 0; i < FILES; i++) await expectFile(house, i);
    await expectLarge(house);
    expect((await house.world.fetch('/readyz')).status).toBe(200);
    rmSync(join(cache, 'v1'));
    renameSync(join(cache, 'aside'), join(cache, 'v1'));
    await house.world.until(async () => {
      const answer = await house.world.fetch(`/api/v1/servers/jp/release?projection=identity`);
      return answer.status === 200;
    });
    await expectFile(house, 1);
  } finally {
    await house[Symbol.asyncDispose]();
  }
  expect(overflows()).toEqual([]);
}, 120_000);

test('reads of copies are counted: the first is fetched, the next are there', async () => {
  const store = createS3Store(requireServer('TEST_S3_URL'));
  const data = mkdtempSync(join(tmpdir(), 'livehouse-copies-test-'));
  const objects = openObjects(checkConfig({ ...store.environment, LIVEHOUSE_DATA: data }));
  try {
    const content = Buffer.from('counted');
    const sha256 = sha256Hex(content);
    await objects.writeContent(sha256, content);
    for (let i = 0; i < 3; i++) expect((await objects.local(contentKey(sha256)))?.bytes).toBe(content.length);
    expect(objects.copies).toEqual({ hits: 2, misses: 1 });
  } finally {
    await objects.close();
    rmSync(data, { recursive: true, force: true });
  }
});
