import { describe, expect, test } from 'bun:test';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { isAbsence } from '../../files/durable.ts';
import { type CacheFolder, openCacheFolder } from './folder.ts';

async function open(maxBytes = 1024 * 1024): Promise<{ root: string; cache: CacheFolder; again: () => CacheFolder }> {
  const root = folderForTest();
  const make = () => openCacheFolder({ root, maxBytes, evictedLast: ['documents'] });
  return { root, cache: make(), again: make };
}
const at = (key: string, space = 'media') => ({ space, key });
const textOf = (path: string): Promise<string> => Bun.file(path).text();
/** Moves the modification time of every file into the past, as if it was last used that long ago. */
async function age(root: string, milliseconds: number, only = ''): Promise<void> {
  for (const name of await readdir(root, { recursive: true })) {
    if (!/\.(?:json|body)$/.test(name) || !name.includes(only)) continue;
    const then = (Date.now() - milliseconds) / 1000;
    // The folder may trim itself concurrently; a removed file needs no age.
    await utimes(join(root, name), then, then).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
    });
  }
}

describe('cache folder', () => {
  test('a written entry is readable, also by another process', async () => {
    const { cache, again } = await open();
    const written = cache.write(at('a'), Buffer.from('hello'), { etag: '"1"', checkedAt: 7 });
    for (const reader of [cache, again()]) {
      const file = await reader.read(at('a'));
      expect(file).toEqual(written);
      expect(await textOf(file?.path ?? '')).toBe('hello');
      expect(file?.metadata).toEqual({ etag: '"1"', checkedAt: 7 });
      expect(file?.sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    }
    expect(await cache.read(at('b'))).toBeUndefined();
    expect(await cache.read(at('a', 'documents'))).toBeUndefined();
  });

  test('a replaced body stays readable for its open readers', async () => {
    const { cache } = await open();
    const old = cache.write(at('a'), Buffer.from('old'), {});
    cache.write(at('a'), Buffer.from('newer'), {});
    expect(await textOf(old.path)).toBe('old');
    expect(await textOf((await cache.read(at('a')))?.path ?? '')).toBe('newer');
    await cache.trim();
    expect(await textOf(old.path)).toBe('old');
  });

  test('staged bytes are invisible until they are committed, and gone when discarded', async () => {
    const { root, cache } = await open();
    const staged = cache.stage();
    staged.write(Buffer.from('wrong'));
    staged.reset();
    staged.write(Buffer.from('ri'));
    staged.write(Buffer.from('ght'));
    expect(await cache.read(at('a'))).toBeUndefined();
    staged.commit(at('a'), { n: 1 });
    staged.discard();
    expect(await textOf((await cache.read(at('a')))?.path ?? '')).toBe('right');
    const other = cache.stage();
    other.write(Buffer.from('x'));
    other.discard();
    expect(await readdir(join(root, 'v1', 'staging'))).toEqual([]);
  });

  test('renewing changes only the metadata', async () => {
    const { cache } = await open();
    const file = cache.write(at('a'), Buffer.from('x'), { checkedAt: 1 });
    cache.renew(at('a'), file, { checkedAt: 2 });
    expect(await cache.read(at('a'))).toEqual({ ...file, metadata: { checkedAt: 2 } });
  });

  test('an entry whose body or metadata is damaged is absent', async () => {
    const { root, cache } = await open();
    const short = cache.write(at('a'), Buffer.from('hello'), {});
    await writeFile(short.path, 'he');
    expect(await cache.read(at('a'))).toBeUndefined();
    cache.write(at('b'), Buffer.from('hello'), {});
    for (const name of await readdir(root, { recursive: true }))
      if (name.endsWith('.json')) await writeFile(join(root, name), '{"sha');
    expect(await cache.read(at('b'))).toBeUndefined();
    await cache.remove(at('b'));
  });

  test('above the limit, least recently read entries are evicted first and kept spaces last', async () => {
    // Filled under a higher limit, so that no trim runs before all entries are aged.
    const { root, cache: roomy } = await open();
    const body = Buffer.alloc(1000);
    for (let i = 0; i < 6; i++) roomy.write(at(`document-${i}`, 'documents'), Buffer.from([...body, i]), {});
    for (let i = 0; i < 6; i++) roomy.write(at(`media-${i}`), Buffer.from([...body, i]), {});
    await age(root, 60 * 60 * 1000);
    const cache = openCacheFolder({ root, maxBytes: 10_000, evictedLast: ['documents'] });
    await cache.read(at('media-5'));
    await cache.trim();
    const left = async (space: string) =>
      (
        await Promise.all(
          [0, 1, 2, 3, 4, 5].map((i) => cache.read(at(`${space === 'media' ? 'media' : 'document'}-${i}`, space))),
        )
      ).filter((file) => file !== undefined).length;
    expect(await left('documents')).toBe(6);
    expect(await cache.read(at('media-5'))).toBeDefined();
    expect(await left('media')).toBeLessThan(3);
    expect(await cache.measure()).toBeLessThanOrEqual(10_000);
  });

  test('stays within its bound while it is written to', async () => {
    const { root, cache } = await open(64_000);
    for (let i = 0; i < 200; i++) {
      cache.write(at(`media-${i}`), Buffer.alloc(2000, i), {});
      if (i % 20 === 19) {
        await age(root, 60 * 60 * 1000);
        await cache.trim();
      }
    }
    expect(await cache.measure()).toBeLessThanOrEqual(64_000);
  });

  test('work on one key is mutually exclusive', async () => {
    const { cache, again } = await open();
    const other = again();
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await Bun.sleep(10);
      running -= 1;
    };
    await Promise.all([cache, other, cache, other].map((folder) => folder.exclusively(at('a'), work)));
    expect(most).toBe(1);
  });
});
