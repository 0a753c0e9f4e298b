// Byte ranges over the wire, on every kind of answer that serves them.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { CATALOG_FILE } from '../fixtures/release-snapshot.ts';
import { type Answer, expectBytes, openReleaseWorld, SANDBOX } from '../fixtures/release-world.ts';

const home = await keepOpen(openReleaseWorld());

const RANGED = [
  '/assets/jp/Assets/one.bin',
  '/assets/jp/Assets/text.txt',
  '/assets/jp/Assets/k64.bin',
  '/assets/jp/Assets/m4.bin',
  '/runtime/jp/deep/er/file.json',
  '/objects/jp/unity/level0.jsonl',
  '/artifacts/jp/src-1/android/bundles/k64.bundle',
  '/api/v1/servers/jp/sources/tree',
  '/api/v1/servers/jp/sources/Packages/pack/p.txt',
  '/game-client/jp/manifest.json',
  '/game-client/jp/bundles/index/09.json',
  '/game-client/jp/master/MasterDataSystemVersion.txt',
  '/game-client/jp/master/MasterMusic.bin',
  `/game-client/jp/asset/Android/${CATALOG_FILE}`,
] as const;
const EMPTY = [
  '/assets/jp/Assets/empty.bin',
  '/artifacts/jp/src-1/android/bundles/empty.bundle',
  '/game-client/jp/master/MasterEmpty.bin',
] as const;

/** Range → first and last byte, or `full`, or `bad`; `n` is the size of the object. */
const TABLE: readonly (readonly [string, (n: number) => readonly [number, number] | 'full' | 'bad'])[] = [
  ['bytes=0-0', () => [0, 0]],
  ['bytes=0-', (n) => [0, n - 1]],
  ['bytes=0-999999999', (n) => [0, n - 1]],
  ['bytes=0-99999999999999999999999', (n) => [0, n - 1]],
  ['bytes=3-7', (n) => (n > 3 ? [3, Math.min(7, n - 1)] : 'bad')],
  ['bytes=-1', (n) => [n - 1, n - 1]],
  ['bytes=-3', (n) => [Math.max(0, n - 3), n - 1]],
  ['bytes=-999999999', (n) => [0, n - 1]],
  ['BYTES=0-0', () => [0, 0]],
  ['bytes=  0-0', () => [0, 0]],
  ['bytes=-0', () => 'bad'],
  ['bytes=5-2', () => 'bad'],
  ['bytes=999999999-', () => 'bad'],
  ['bytes=999999999-9999999999', () => 'bad'],
  ['bytes=', () => 'bad'],
  ['bytes=-', () => 'bad'],
  ['bytes=a-b', () => 'bad'],
  ['bytes=0-0,2-3', () => 'bad'],
  ['bytes=0-0, -1', () => 'bad'],
  ['bytes=0-0,', () => 'bad'],
  ['bytes=--1', () => 'bad'],
  ['bytes=+1-2', () => 'bad'],
  ['bytes=0x0-0x1', () => 'bad'],
  ['bytes=1.0-2', () => 'bad'],
  ['bytes 0-0', () => 'bad'],
  ['bytes', () => 'bad'],
  ['items=0-0', () => 'full'],
  ['seconds=1-2,3-4', () => 'full'],
  ['lines', () => 'full'],
];

function expectUnsatisfiable(answer: Answer, size: number): void {
  expect([answer.status, answer.bytes.length]).toEqual([416, 0]);
  expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
  expect(answer.headers.get('content-type')).toBeNull();
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
}

test.each([...RANGED])('every row of the range table holds on %s', async (path) => {
  const whole = await home.read(path);
  const size = whole.bytes.length;
  const etag = whole.headers.get('etag') ?? '';
  for (const [range, meaning] of TABLE) {
    const outcome = meaning(size);
    const answer = await home.read(path, { range });
    if (outcome === 'bad') {
      expectUnsatisfiable(answer, size);
    } else if (outcome === 'full') {
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 200, null]);
      expectBytes(answer.bytes, whole.bytes);
    } else {
      const [start, end] = outcome;
      expect([range, answer.status]).toEqual([range, 206]);
      expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
      expectBytes(answer.bytes, whole.bytes.subarray(start, end + 1));
    }
    if (outcome !== 'full') expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('x-service-source-id')).toBe('src-1');
  }
});

test.each([...EMPTY])('an empty object has no satisfiable range: %s', async (path) => {
  const whole = await home.readBoth(path);
  expect([whole.status, whole.bytes.length, whole.headers.get('content-length')]).toEqual([200, 0, '0']);
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=-5']) {
    expectUnsatisfiable(await home.read(path, { range }), 0);
  }
  expect((await home.read(path, { range: 'items=0-0' })).status).toBe(200);
});

test.each([...RANGED])('HEAD ignores Range on %s', async (path) => {
  const plain = await home.read(path, {}, 'HEAD');
  for (const range of ['bytes=0-0', 'bytes=999999999-', 'bytes=x']) {
    const head = await home.read(path, { range }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-range')).toBeNull();
    expect(head.headers.get('content-length')).toBe(plain.headers.get('content-length') ?? '');
  }
});

test.each([...RANGED])('If-Range compares strongly, a date never matches, on %s', async (path) => {
  const whole = await home.read(path);
  const etag = whole.headers.get('etag') ?? '';
  const range = 'bytes=0-0';
  const same = await home.read(path, { range, 'if-range': etag });
  expect([same.status, same.bytes.length]).toEqual([206, 1]);
  expect((await home.read(path, { range, 'if-range': '' })).status).toBe(206);
  for (const condition of [
    `W/${etag}`,
    '"other"',
    etag.slice(1, -1),
    `${etag}, "other"`,
    '*',
    'Sat, 21 Nov 2026 00:00:00 GMT',
    new Date(Date.now() + 86_400_000).toUTCString(),
  ]) {
    const answer = await home.read(path, { range, 'if-range': condition });
    expect([condition, answer.status]).toEqual([condition, 200]);
    expectBytes(answer.bytes, whole.bytes);
    // A range that cannot be satisfied is not even looked at.
    expect((await home.read(path, { range: 'bytes=5-2', 'if-range': condition })).status).toBe(200);
  }
  expect((await home.read(path, { range: 'bytes=5-2', 'if-range': etag })).status).toBe(416);
});

test.each([...RANGED])('If-None-Match beats Range on %s', async (path) => {
  const etag = (await home.read(path)).headers.get('etag') ?? '';
  for (const range of ['bytes=0-0', 'bytes=999999999-', 'bytes=x']) {
    const answer = await home.read(path, { range, 'if-none-match': etag });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([304, null]);
    expect((await home.read(path, { range: 'bytes=0-0', 'if-none-match': '"other"' })).status).toBe(206);
  }
});

test('a part of a download keeps its headers', async () => {
  const part = await home.read('/assets/jp/Assets/page.html', { range: 'bytes=0-3' });
  expect(part.text).toBe('<scr');
  expect(part.headers.get('content-type')).toBe('application/octet-stream');
  expect(part.headers.get('content-disposition')).toBe('attachment; filename="page.html"');
  expect(part.headers.get('content-security-policy')).toBe(SANDBOX);
});
