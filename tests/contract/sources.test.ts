// The source tree and source records: bytes as the operator wrote them.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  CURRENT_CACHE,
  expectBytes,
  expectRefusal,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
  pinned,
} from '../fixtures/release-world.ts';

const base = '/api/v1/servers/jp/sources';
const home = await keepOpen(openReleaseWorld());

test('sourceTree nests by segment, a leaf is 1', async () => {
  const answer = await home.readBoth(`${base}/tree`);
  expect(answer.status).toBe(200);
  expectRelease(answer, home.release);
  expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
  expect(answer.text).toBe(
    '{"Assets":{"__proto__":{"constructor":1},"ui":{"r1.png":1,"r2.png":1}},"Packages":{"pack":{"p.txt":1}}}',
  );
});

test.each([
  ['Assets/ui/r1.png', 'sources/Assets/ui/r1.png.json'],
  ['Assets/ui/r2.png', 'sources/Assets/ui/r2.png.json'],
  ['Assets/__proto__/constructor', 'sources/Assets/__proto__/constructor.json'],
  ['Packages/pack/p.txt', 'sources/Packages/pack/p.txt.json'],
  ['Assets/%75i/r1%2Epng', 'sources/Assets/ui/r1.png.json'],
  ['Assets//ui//r1.png', 'sources/Assets/ui/r1.png.json'],
])('the record of %s is exactly the file', async (path, file) => {
  const answer = await home.readBoth(`${base}/${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expectRelease(answer, home.release);
  expectBytes(answer.bytes, home.snapshot.files.get(file) ?? new Uint8Array());
});

test('records and tree answer 304, serve ranges, and are immutable when pinned', async () => {
  for (const path of [`${base}/tree`, `${base}/Packages/pack/p.txt`]) {
    const whole = await home.read(path);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect((await home.readBoth(path, { 'if-none-match': etag })).status).toBe(304);
    const part = await home.read(path, { range: 'bytes=1-4', 'if-range': etag });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(1, 5)]);
    expect(part.headers.get('content-range')).toBe(`bytes 1-4/${whole.bytes.length}`);
    expectRelease(part, home.release);
    const bad = await home.read(path, { range: 'bytes=9-1' });
    expect([bad.status, bad.bytes.length]).toEqual([416, 0]);
    expect(bad.headers.get('content-range')).toBe(`bytes */${whole.bytes.length}`);
    expectRelease(bad, home.release);
    expect((await home.read(pinned(path, home.release))).headers.get('cache-control')).toBe(PINNED_CACHE);
  }
});

test.each([
  ['Assets/ui/absent.png', 'source_not_found'],
  ['Assets/ui', 'source_not_found'],
  ['Assets/ui/r1.png.json', 'source_not_found'],
  ['Assets/ui/r1.png/more', 'source_not_found'],
  ['Assets/UI/r1.png', 'source_not_found'],
  ['Packages/ui/r1.png', 'source_not_found'],
  ['Assets/ui%5Cr1.png', 'source_not_found'],
  ['Assets/ui%00/r1.png', 'source_not_found'],
  ['Assets/%252e%252e/r1.png', 'source_not_found'],
  ['Assets/%c0%ae%c0%ae/r1.png', 'source_not_found'],
  ['Assets/%', 'source_not_found'],
  ['Assets//', 'source_not_found'],
  [`Assets/${'x'.repeat(2000)}`, 'source_not_found'],
  ['assets/ui/r1.png', 'route_not_found'],
  ['Other/ui/r1.png', 'route_not_found'],
  ['Assets/', 'route_not_found'],
  ['tree/more', 'route_not_found'],
])('%s is refused with 404 %s', async (path, code) => {
  const answer = await home.readBoth(`${base}/${path}`);
  expectRefusal(answer, 404, code);
});

test('an encoded slash leads to the address with a slash', async () => {
  const answer = await home.read(`${base}/Assets/ui%2Fr1.png`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, `${base}/Assets/ui/r1.png`]);
});

test('sources are no resource', async () => {
  for (const name of ['sources', 'sources/Assets', 'sources/Packages', 'sources/x']) {
    const answer = await home.read(`/api/v1/servers/jp/${name}`);
    expect(answer.status).toBe(404);
  }
});
