// Promises that every adapter of the object store keeps: files of the data directory, a real S3-compatible server with
// conditional puts, and one without.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { attachmentOriginalKey, contentKey } from '../../src/kernel/object-key.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import {
  BLOCK_BYTES,
  BLOCKED_OVER_BYTES,
  type ContentFinding,
  type IngestItem,
  type IngestResult,
  type Objects,
} from '../../src/platform/objects/objects.ts';
import { openS3Objects } from '../../src/platform/objects/s3/objects.ts';
import { openWriterLock } from '../../src/platform/objects/s3/writer-lock.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { createS3Store, requireServer, type S3Store } from '../fixtures/s3-store.ts';

interface Opened {
  readonly objects: Objects;
  /** The same store as another process sees it. */
  open(): Objects;
}

let folder = '';
let instances: Objects[] = [];

function openS3(store: S3Store): Objects {
  const home = mkdtempSync(join(folder, 'process-'));
  return openS3Objects({
    s3: store.s3,
    cacheDirectory: join(home, 'cache'),
    cacheBytes: 1024 ** 3,
    evictedLast: [],
    lock: openWriterLock(undefined, folder),
  });
}

const ADAPTERS: Readonly<Record<string, () => () => Objects>> = {
  disk: () => () => openDiskObjects(join(folder, 'objects')),
  s3: () => {
    const store = createS3Store(requireServer('TEST_S3_URL'));
    return () => openS3(store);
  },
};
if (process.env.TEST_S3_STOCK_URL) {
  Object.assign(ADAPTERS, {
    's3 without conditional puts': () => {
      const store = createS3Store(requireServer('TEST_S3_STOCK_URL'));
      return () => openS3(store);
    },
  });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

async function* piecesOf(bytes: Uint8Array, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

function sourceFile(name: string, bytes: Uint8Array): IngestItem {
  const path = join(folder, 'source', name);
  mkdirSync(join(folder, 'source'), { recursive: true });
  writeFileSync(path, bytes);
  return { path, bytes: bytes.byteLength, hashOnly: false };
}

async function ingestAll(objects: Objects, items: readonly IngestItem[]): Promise<IngestResult[]> {
  const results: IngestResult[] = [];
  let calls = 0;
  await objects.ingest(items, (index, result) => {
    calls += 1;
    results[index] = result;
  });
  expect(calls).toBe(items.length);
  return results;
}

describe.each(Object.keys(ADAPTERS))('%s', (name) => {
  let store: Opened;
  let objects: Objects;

  beforeEach(() => {
    folder = folderForTest();
    instances = [];
    const create = ADAPTERS[name]?.();
    if (create === undefined) throw new Error('no such adapter');
    const open = (): Objects => {
      const opened = create();
      instances.push(opened);
      return opened;
    };
    objects = open();
    store = { objects, open };
  });
  afterEach(async () => {
    for (const instance of instances) await instance.close();
  });

  test('a written object is read, listed and removed, by this process and another', async () => {
    await objects.write('servers/jp/a.json', bytesOf('one'));
    await objects.write('servers/jp/a.json', bytesOf('two'));
    await objects.write('servers/jp/deep/b.json', bytesOf('three'));
    await objects.write('servers/jp-2/c.json', new Uint8Array());
    await objects.flush();
    const other = store.open();
    expect(textOf(await other.read('servers/jp/a.json'))).toBe('two');
    expect(await other.read('servers/jp-2/c.json')).toEqual(new Uint8Array());
    const listed = await Array.fromAsync(other.list('servers/jp/'));
    expect(listed.map(({ key, bytes }) => `${key} ${bytes}`).sort()).toEqual([
      'servers/jp/a.json 3',
      'servers/jp/deep/b.json 5',
    ]);
    for (const { modifiedAt } of listed) expect(Math.abs(modifiedAt - Date.now())).toBeLessThan(60_000);
    expect(await other.children('servers/')).toEqual(['jp', 'jp-2']);
    expect(await other.children('servers/jp/')).toEqual(['a.json', 'deep']);
    await objects.remove('servers/jp/a.json');
    await objects.remove('servers/jp/a.json');
    expect(await other.read('servers/jp/a.json')).toBeUndefined();
    await objects.removeAll(['servers/jp/deep/b.json', 'servers/none', 'servers/jp-2/c.json']);
    expect(await Array.fromAsync(objects.list('servers/'))).toEqual([]);
    await objects.removeAll([]);
  });

  test('absence is undefined, also below an object and for a folder', async () => {
    await objects.write('servers/jp/a.json', bytesOf('one'));
    for (const key of ['servers/kr/a.json', 'servers/jp/a.json/b', 'servers/jp']) {
      expect(await objects.read(key)).toBeUndefined();
      expect(await objects.readVersioned(key)).toBeUndefined();
      expect(await objects.local(key)).toBeUndefined();
    }
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

  // This needs many objects, so one server is enough.
  const testListing = name === 's3 without conditional puts' ? undefined : test;
  testListing?.('listings are whole beyond one page', async () => {
    const keys = Array.from({ length: 1203 }, (_, i) => `many/k${String(i).padStart(4, '0')}`);
    for (let i = 0; i < keys.length; i += 64) {
      await Promise.all(keys.slice(i, i + 64).map((key) => objects.write(key, bytesOf('x'))));
    }
    expect((await Array.fromAsync(objects.list('many/'))).map(({ key }) => key).sort()).toEqual(keys);
    expect((await objects.children('many/')).length).toBe(keys.length);
    await objects.removeAll(keys);
    expect(await Array.fromAsync(objects.list('many/'))).toEqual([]);
  });

  test('a local copy follows the stored object, and its fingerprint changes with its bytes', async () => {
    await objects.write('a', bytesOf('one'));
    const before = await objects.local('a');
    expect(before?.bytes).toBe(3);
    expect(readFileSync(before?.path ?? '', 'utf8')).toBe('one');
    expect((await objects.local('a'))?.fingerprint).toBe(before?.fingerprint ?? '');
    await objects.write('a', bytesOf('two'));
    const after = await objects.local('a');
    expect(readFileSync(after?.path ?? '', 'utf8')).toBe('two');
    expect(after?.fingerprint).not.toBe(before?.fingerprint ?? '');
    await objects.remove('a');
    expect(await objects.local('a')).toBeUndefined();
  });

  test('concurrent reads of a cold object download it once', async () => {
    const bytes = randomBytes(3_000_000);
    await objects.writeContent(sha256Hex(bytes), bytes);
    const other = store.open();
    const found = await Promise.all(Array.from({ length: 20 }, () => other.local(contentKey(sha256Hex(bytes)))));
    expect(new Set(found.map((local) => local?.fingerprint)).size).toBe(1);
    expect(sha256Hex(readFileSync(found[0]?.path ?? ''))).toBe(sha256Hex(bytes));
  });

  test('content is stored once and found by its digest', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `content ${i}`);
    for (const text of texts) expect(await objects.writeContent(sha256Hex(text), bytesOf(text))).toBe(true);
    expect(await objects.writeContent(sha256Hex('content 1'), bytesOf('content 1'))).toBe(false);
    const digests = texts.map((text) => sha256Hex(text));
    expect(await objects.presentContent([...digests, 'f'.repeat(64)])).toEqual(new Set(digests));
    expect(await objects.presentContent([])).toEqual(new Set());
  });

  test('content is digested as it is stored', async () => {
    const [whole, altered] = [bytesOf('whole'), bytesOf('altered')];
    await objects.writeContent(sha256Hex(whole), whole);
    await objects.write(contentKey(sha256Hex(altered)), bytesOf('ALTERED'));
    const items = [sha256Hex(whole), sha256Hex(altered), 'f'.repeat(64)].map((sha256) => ({ sha256, bytes: 7 }));
    const findings: ContentFinding[] = [];
    await objects.digestContent(items, (index, finding) => {
      findings[index] = finding;
    });
    expect(findings).toEqual([
      { kind: 'read', sha256: sha256Hex('whole'), bytes: 5, blocks: undefined },
      { kind: 'read', sha256: sha256Hex('ALTERED'), bytes: 7, blocks: undefined },
      { kind: 'missing' },
    ]);
  });

  describe('swap', () => {
    test('a swap succeeds only from the expected version', async () => {
      expect(await objects.swap('p', undefined, bytesOf('1'))).toBe(true);
      expect(await objects.swap('p', undefined, bytesOf('2'))).toBe(false);
      const first = await objects.readVersioned('p');
      expect(textOf(first?.bytes)).toBe('1');
      expect((await objects.readVersioned('p'))?.version).toBe(first?.version ?? '');
      expect(await objects.swap('p', first?.version, bytesOf('2'))).toBe(true);
      expect(await objects.swap('p', first?.version, bytesOf('3'))).toBe(false);
      expect(await objects.swap('none', first?.version, bytesOf('3'))).toBe(false);
      expect(textOf((await objects.readVersioned('p'))?.bytes)).toBe('2');
      expect(await objects.swap('p', first?.version, undefined)).toBe(false);
      expect(await objects.swap('p', (await objects.readVersioned('p'))?.version, undefined)).toBe(true);
      expect(await objects.read('p')).toBeUndefined();
      expect(await objects.swap('none', undefined, undefined)).toBe(true);
      expect(await objects.children('')).toEqual([]);
    });

    test('a watcher sees changes made elsewhere', async () => {
      const other = store.open();
      await objects.swap('p', undefined, bytesOf('1'));
      const first = await other.readVersioned('p');
      await objects.swap('p', first?.version, bytesOf('2'));
      expect(textOf((await other.readVersioned('p'))?.bytes)).toBe('2');
      expect(await other.swap('p', first?.version, bytesOf('3'))).toBe(false);
    });

    test('concurrent writers lose no change', async () => {
      const count = async (writer: Objects): Promise<void> => {
        for (let done = 0; done < 5; ) {
          const now = await writer.readVersioned('counter');
          const next = String(Number(textOf(now?.bytes) ?? 0) + 1);
          if (await writer.swap('counter', now?.version, bytesOf(next))) done += 1;
        }
      };
      await Promise.all([objects, store.open(), store.open(), objects].map(count));
      expect(textOf(await objects.read('counter'))).toBe('20');
    });
  });

  describe('ingest', () => {
    test('digests, content, duplicates, hash only, empty', async () => {
      const items = [
        sourceFile('a', bytesOf('same')),
        sourceFile('b', bytesOf('same')),
        { ...sourceFile('c', bytesOf('only a digest')), hashOnly: true },
        sourceFile('empty', new Uint8Array()),
        sourceFile('middle', new Uint8Array(2_500_000).fill(7)),
      ];
      const results = await ingestAll(objects, items);
      expect(results.map((result) => result.written)).toEqual([true, false, false, true, true]);
      expect(textOf(await objects.read(contentKey(sha256Hex('same'))))).toBe('same');
      expect(await objects.read(contentKey(sha256Hex('only a digest')))).toBeUndefined();
      expect(await objects.read(contentKey(sha256Hex('')))).toEqual(new Uint8Array());
      const again = await ingestAll(objects, items);
      expect(again.some((result) => result.written)).toBe(false);
    });

    test('many files: each is reported once, and content is written once', async () => {
      const items = Array.from({ length: 600 }, (_, i) => sourceFile(`f${i}`, bytesOf(`content ${i % 300}`)));
      const results = await ingestAll(objects, items);
      expect(results.filter((result) => result.written).length).toBe(300);
      results.forEach((result, i) => {
        expect(result.sha256).toBe(sha256Hex(`content ${i % 300}`));
      });
      expect((await objects.presentContent(results.map(({ sha256 }) => sha256))).size).toBe(300);
    });

    test('files over 64 MiB have block digests and are read back complete', async () => {
      const bytes = new Uint8Array(BLOCKED_OVER_BYTES + 5);
      bytes.set(randomBytes(64), BLOCK_BYTES - 32);
      const [result] = await ingestAll(objects, [sourceFile('large', bytes)]);
      expect(result?.sha256).toBe(sha256Hex(bytes));
      expect(result?.blocks?.length).toBe(9);
      const local = await store.open().local(contentKey(sha256Hex(bytes)));
      expect(local?.bytes).toBe(bytes.byteLength);
      expect(sha256Hex(readFileSync(local?.path ?? ''))).toBe(sha256Hex(bytes));
      await objects.digestContent([{ sha256: sha256Hex(bytes), bytes: bytes.byteLength }], (_, found) => {
        expect(found).toMatchObject({ kind: 'read', sha256: result?.sha256, blocks: result?.blocks });
      });
    });

    test.each([
      ['grew', 3],
      ['shrank', 5],
    ])('the error names a file that %s since the scan', async (_, bytes) => {
      const item = { ...sourceFile('a', bytesOf('1234')), bytes };
      await expect(ingestAll(objects, [item])).rejects.toMatchObject({
        name: 'IngestError',
        path: item.path,
        reason: 'file_changed',
      });
    });

    test('the error names a missing file', async () => {
      const items = [sourceFile('a', bytesOf('1')), { path: join(folder, 'missing'), bytes: 1, hashOnly: false }];
      await expect(objects.ingest(items, () => {})).rejects.toMatchObject({
        name: 'IngestError',
        path: items[1]?.path,
        reason: 'file_unreadable',
      });
    });
  });

  test('a local file is stored under a key', async () => {
    const bytes = randomBytes(1_500_000);
    const { path } = sourceFile('a', bytes);
    expect(await objects.writeFile('attachments/v1/x/picture', path)).toMatchObject({
      sha256: sha256Hex(bytes),
      bytes: bytes.byteLength,
    });
    expect(sha256Hex((await objects.read('attachments/v1/x/picture')) ?? '')).toBe(sha256Hex(bytes));
  });

  describe('parts', () => {
    const PART = 5 * 1024 * 1024;
    const key = attachmentOriginalKey('a1');

    test('parts in any order become the object, and finishing again returns the same', async () => {
      const bytes = randomBytes(2 * PART + 1234);
      const upload = { key, handle: await objects.parts.begin(key) };
      const send = (number: number) => {
        const part = bytes.subarray((number - 1) * PART, number * PART);
        return objects.parts.write(upload, number, piecesOf(part), part.byteLength);
      };
      const third = await send(3);
      const [first, second] = await Promise.all([send(1), send(2)]);
      expect(await objects.read(key)).toBeUndefined();
      const expected = { sha256: sha256Hex(bytes), bytes: bytes.byteLength };
      expect(await objects.parts.finish(upload, [first, second, third])).toMatchObject(expected);
      expect(await store.open().parts.finish(upload, [first, second, third])).toMatchObject(expected);
      await objects.parts.abort(upload);
      expect(sha256Hex((await objects.read(key)) ?? '')).toBe(expected.sha256);
    });

    test('a single part becomes an object, and the last copy of a part counts', async () => {
      const upload = { key, handle: await objects.parts.begin(key) };
      const before = await objects.parts.write(upload, 1, piecesOf(bytesOf('before')), 6);
      const after = await objects.parts.write(upload, 1, piecesOf(bytesOf('after!')), 6);
      await objects.parts.drop(upload, before.token);
      expect(await objects.parts.finish(upload, [after])).toMatchObject({ sha256: sha256Hex('after!'), bytes: 6 });
      expect(textOf(await objects.read(key))).toBe('after!');
    });

    test('a source of a different length, or an interrupted one, leaves nothing', async () => {
      const upload = { key, handle: await objects.parts.begin(key) };
      const write = (source: AsyncIterable<Uint8Array>) => objects.parts.write(upload, 1, source, 5);
      await expect(write(piecesOf(bytesOf('1234')))).rejects.toMatchObject({ name: 'SourceLength' });
      await expect(write(piecesOf(bytesOf('123456')))).rejects.toMatchObject({ name: 'SourceLength' });
      const breaking = async function* () {
        yield bytesOf('12');
        throw new Error('the line broke');
      };
      await expect(write(breaking())).rejects.toThrow('the line broke');
      const missing = { token: '1.0', bytes: 5, etag: '00000000-0000000000000000' };
      await expect(objects.parts.finish(upload, [missing])).rejects.toMatchObject({
        name: 'PartDamaged',
        partNumber: 1,
      });
    });

    test('an aborted upload cannot be finished', async () => {
      const upload = { key, handle: await objects.parts.begin(key) };
      const part = await objects.parts.write(upload, 1, piecesOf(bytesOf('12345')), 5);
      await objects.parts.abort(upload);
      await objects.parts.abort(upload);
      await expect(objects.parts.finish(upload, [part])).rejects.toMatchObject({ name: 'PartDamaged' });
      expect(await objects.read(key)).toBeUndefined();
    });

    test('the sweep keeps active uploads', async () => {
      const upload = { key, handle: await objects.parts.begin(key) };
      const part = await objects.parts.write(upload, 1, piecesOf(bytesOf('12345')), 5);
      expect(await objects.parts.sweep()).toBe(0);
      expect(await objects.sweepLeftovers()).toBe(0);
      expect((await objects.parts.finish(upload, [part])).bytes).toBe(5);
    });
  });

  test('the probe makes a round trip, describes the store, and leaves nothing', async () => {
    if (name === 'disk') await objects.write('a', bytesOf('x'));
    const found = await objects.probe();
    expect(found).toMatch(
      name === 'disk' ? /^files below/ : name === 's3' ? /; conditional puts work$/ : /no conditional puts.*lock file/,
    );
    await objects.remove('a');
    expect(await Array.fromAsync(objects.list(''))).toEqual([]);
  });
});
