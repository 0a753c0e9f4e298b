import { beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { contentKey } from '../../../kernel/object-key.ts';
import { BLOCK_BYTES, BLOCKED_OVER_BYTES, type IngestItem, type IngestResult, type Objects } from '../objects.ts';
import { openDiskObjects } from './objects.ts';

let folder = '';
let root = '';
let objects: Objects;

beforeEach(() => {
  folder = folderForTest();
  root = join(folder, 'objects');
  mkdirSync(root);
  objects = openDiskObjects(root);
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

async function ingestAll(items: readonly IngestItem[]): Promise<IngestResult[]> {
  const results: IngestResult[] = [];
  let calls = 0;
  await objects.ingest(items, (index, result) => {
    calls += 1;
    results[index] = result;
  });
  expect(calls).toBe(items.length);
  return results;
}

function sourceFile(name: string, bytes: Uint8Array): IngestItem {
  const path = join(folder, 'source', name);
  mkdirSync(join(folder, 'source'), { recursive: true });
  writeFileSync(path, bytes);
  return { path, bytes: bytes.byteLength, hashOnly: false };
}

function temporaryNames(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.tmp-'));
}

describe('objects', () => {
  test('what is written is read back, listed and removed', async () => {
    await objects.write('servers/jp/a.json', bytesOf('one'));
    await objects.write('servers/jp/a.json', bytesOf('two'));
    await objects.write('servers/jp/deep/b.json', bytesOf('three'));
    await objects.flush();
    expect(textOf(await objects.read('servers/jp/a.json'))).toBe('two');
    const listed = await Array.fromAsync(objects.list('servers/'));
    expect(listed.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['servers/jp/a.json', 3],
      ['servers/jp/deep/b.json', 5],
    ]);
    expect(await objects.children('servers/jp/')).toEqual(['a.json', 'deep']);
    await objects.remove('servers/jp/a.json');
    await objects.remove('servers/jp/a.json');
    expect(await objects.read('servers/jp/a.json')).toBeUndefined();
  });

  test('absence is undefined, also below a file and for a folder', async () => {
    await objects.write('servers/jp/a.json', bytesOf('one'));
    expect(await objects.read('servers/kr/a.json')).toBeUndefined();
    expect(await objects.read('servers/jp/a.json/b')).toBeUndefined();
    expect(await objects.read('servers/jp')).toBeUndefined();
    expect(await objects.local('servers/jp')).toBeUndefined();
    expect(await objects.children('servers/none/')).toEqual([]);
    expect(await Array.fromAsync(objects.list('servers/none/'))).toEqual([]);
  });

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a\\b', 'a\0', '', '.', 'a/.tmp-1', 'a.lock'])(
    'the key %j is refused',
    async (key) => {
      await expect(objects.read(key)).rejects.toThrow('leaves the store');
      await expect(objects.write(key, bytesOf('x'))).rejects.toThrow('leaves the store');
    },
  );

  test('files and folders are accessible to their user only', async () => {
    await objects.write('servers/jp/a.json', bytesOf('one'));
    expect(statSync(join(root, 'servers/jp/a.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'servers/jp')).mode & 0o777).toBe(0o700);
  });

  test('the fingerprint of a local object changes with its bytes', async () => {
    await objects.write('a', bytesOf('one'));
    const before = await objects.local('a');
    await objects.write('a', bytesOf('two'));
    const after = await objects.local('a');
    expect(before?.bytes).toBe(3);
    expect(after?.fingerprint).not.toBe(before?.fingerprint ?? '');
  });

  test('content is stored once, and again when the stored file is truncated', async () => {
    const bytes = bytesOf('content');
    const sha256 = sha256Hex(bytes);
    expect(await objects.writeContent(sha256, bytes)).toBe(true);
    expect(await objects.writeContent(sha256, bytes)).toBe(false);
    truncateSync(join(root, contentKey(sha256)), 2);
    expect(await objects.writeContent(sha256, bytes)).toBe(true);
    expect(await objects.presentContent([sha256, 'f'.repeat(64)])).toEqual(new Set([sha256]));
  });

  test('a failed write is reported with its cause', async () => {
    writeFileSync(join(root, 'cas'), 'in the way');
    const failure = await objects.write('cas/x', bytesOf('x')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ObjectsUnavailable' });
    expect((failure as Error).cause).toBeInstanceOf(Error);
  });

  test('the probe leaves nothing', async () => {
    await objects.probe();
    expect(readdirSync(root)).toEqual([]);
  });

  test('leftovers of dead processes are swept, those of living ones stay', async () => {
    await objects.write('a/b', bytesOf('x'));
    writeFileSync(join(root, 'a', '.tmp-999999999-1-0.ab.1'), 'dead');
    const { processMark } = await import('../../files/process-identity.ts');
    writeFileSync(join(root, 'a', `.tmp-${processMark().replace(/^\d+-\d+/, '4000000-1')}.ab.1`), 'dead');
    writeFileSync(join(root, 'a', `.tmp-${processMark()}.ab.1`), 'alive');
    expect(await objects.sweepLeftovers(true)).toBe(1);
    expect(await objects.sweepLeftovers()).toBe(1);
    expect(temporaryNames().length).toBe(2);
  });
});

describe('flush', () => {
  /** From now on syncing this object fails: it becomes a device that cannot be synced, or a symbolic link to itself. */
  const breakSync = (key: string, target: string): void => {
    rmSync(join(root, key));
    symlinkSync(target, join(root, key));
  };

  test('of two concurrent flushes neither succeeds before the files of both are durable', async () => {
    await objects.write('a', bytesOf('one'));
    breakSync('a', 'a');
    const outcomes = await Promise.allSettled([objects.flush(), objects.flush()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('the next flush syncs the files of a failed one', async () => {
    await objects.write('a', bytesOf('one'));
    breakSync('a', 'a');
    await expect(objects.flush()).rejects.toThrow('cannot be used');
    await expect(objects.flush()).rejects.toThrow('cannot be used');
    rmSync(join(root, 'a'));
    await objects.write('a', bytesOf('one'));
    await objects.flush();
  });

  test('after a failed sync no flush of the same store succeeds, since the system reports a lost write once', async () => {
    await objects.write('a', bytesOf('one'));
    breakSync('a', '/dev/null');
    await expect(objects.flush()).rejects.toThrow('cannot be used');
    rmSync(join(root, 'a'));
    await objects.write('a', bytesOf('one'));
    await expect(objects.flush()).rejects.toThrow('cannot be used');
    const opened = openDiskObjects(root);
    await opened.write('a', bytesOf('one'));
    await opened.flush();
  });
});

describe('swap', () => {
  test('a swap succeeds only from the expected version', async () => {
    expect(await objects.swap('p', undefined, bytesOf('1'))).toBe(true);
    expect(await objects.swap('p', undefined, bytesOf('2'))).toBe(false);
    const first = await objects.readVersioned('p');
    expect(textOf(first?.bytes)).toBe('1');
    expect(await objects.swap('p', first?.version, bytesOf('2'))).toBe(true);
    expect(await objects.swap('p', first?.version, bytesOf('3'))).toBe(false);
    expect(await objects.swap('p', (await objects.readVersioned('p'))?.version, undefined)).toBe(true);
    expect(await objects.read('p')).toBeUndefined();
    expect(await objects.swap('none', undefined, undefined)).toBe(true);
    expect(await objects.children('')).toEqual([]);
  });

  test('concurrent writers lose no change', async () => {
    const script = `
      const { openDiskObjects } = await import(${JSON.stringify(join(import.meta.dir, 'objects.ts'))});
      const objects = openDiskObjects(${JSON.stringify(root)});
      for (let i = 0; i < 10; ) {
        const now = await objects.readVersioned('counter');
        const next = String(Number(now === undefined ? 0 : new TextDecoder().decode(now.bytes)) + 1);
        if (await objects.swap('counter', now?.version, new TextEncoder().encode(next))) i++;
      }`;
    const runs = [1, 2, 3].map(() => Bun.spawn([process.execPath, '-e', script], { stdout: 'inherit' }).exited);
    expect(await Promise.all(runs)).toEqual([0, 0, 0]);
    expect(textOf(await objects.read('counter'))).toBe('30');
  });

  test('the lock of a dead holder is broken by exactly one of many', async () => {
    const { processMark } = await import('../../files/process-identity.ts');
    writeFileSync(join(root, 'p.lock'), processMark().replace(/^\d+-\d+/, '4000000-1'));
    const results = await Promise.all([1, 2, 3, 4].map((n) => objects.swap('p', undefined, bytesOf(`${n}`))));
    expect(results.filter(Boolean).length).toBe(1);
    expect(readdirSync(root)).toEqual(['p']);
  });
});

describe('ingest', () => {
  test('a few files: digests, content, duplicates, hash only', async () => {
    const items = [
      sourceFile('a', bytesOf('same')),
      sourceFile('b', bytesOf('same')),
      { ...sourceFile('c', bytesOf('only a digest')), hashOnly: true },
      sourceFile('empty', new Uint8Array()),
    ];
    const results = await ingestAll(items);
    expect(results.map((result) => result.written)).toEqual([true, false, false, true]);
    expect(results[0]?.sha256).toBe(sha256Hex('same'));
    expect(textOf(await objects.read(contentKey(sha256Hex('same'))))).toBe('same');
    expect(await objects.read(contentKey(sha256Hex('only a digest')))).toBeUndefined();
    expect(await objects.read(contentKey(sha256Hex('')))).toEqual(new Uint8Array());
  });

  test('many files on all cores: each once, content written once', async () => {
    const items = Array.from({ length: 1500 }, (_, i) => sourceFile(`f${i}`, bytesOf(`content ${i % 700}`)));
    const results = await ingestAll(items);
    expect(results.filter((result) => result.written).length).toBe(700);
    results.forEach((result, i) => {
      expect(result.sha256).toBe(sha256Hex(`content ${i % 700}`));
    });
    expect(temporaryNames()).toEqual([]);
  });

  test('large files are streamed and carry block digests over 64 MiB', async () => {
    const bytes = new Uint8Array(BLOCKED_OVER_BYTES + 5);
    bytes.set(randomBytes(64), BLOCK_BYTES - 32);
    const [large, middle] = [sourceFile('large', bytes), sourceFile('middle', bytes.subarray(0, 3_000_000))];
    const results = await ingestAll([large, middle, large]);
    expect(results.map((result) => result.sha256)).toEqual([
      sha256Hex(bytes),
      sha256Hex(bytes.subarray(0, 3_000_000)),
      sha256Hex(bytes),
    ]);
    expect(results[0]?.blocks?.length).toBe(9);
    expect(results[0]?.blocks?.[0]).toBe(sha256Hex(bytes.subarray(0, BLOCK_BYTES)));
    expect(results[0]?.blocks?.[8]).toBe(sha256Hex(bytes.subarray(8 * BLOCK_BYTES)));
    expect(results[1]?.blocks).toBeUndefined();
    expect((await objects.local(contentKey(sha256Hex(bytes))))?.bytes).toBe(bytes.byteLength);
    expect(temporaryNames()).toEqual([]);
  });

  test.each([
    ['grew', 3],
    ['shrank', 5],
  ])('the error names a file that %s since the scan', async (_, bytes) => {
    const item = { ...sourceFile('a', bytesOf('1234')), bytes };
    await expect(ingestAll([item])).rejects.toMatchObject({
      name: 'IngestError',
      path: item.path,
      reason: 'file_changed',
    });
  });

  test('a failure in a worker names the file and leaves no temporary file', async () => {
    const items = Array.from({ length: 400 }, (_, i) => sourceFile(`f${i}`, bytesOf(`content ${i}`)));
    items[399] = { path: join(folder, 'source', 'missing'), bytes: 1, hashOnly: false };
    const failure = await objects.ingest(items, () => {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'IngestError', path: items[399].path, reason: 'file_unreadable' });
    expect(temporaryNames()).toEqual([]);
  });
});
