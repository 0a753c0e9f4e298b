// Prepared codings of stored documents: which one is chosen, one tag each, and If-None-Match over all of them.
import { expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectBytes, openReleaseWorld } from '../fixtures/release-world.ts';

const home = await keepOpen(openReleaseWorld());

const DOCUMENTS = [
  '/api/v1/servers/jp/release',
  '/api/v1/servers/jp/catalog',
  '/api/v1/servers/jp/list',
  '/api/v1/servers/jp/story',
  '/api/v1/servers/jp/sources/Packages/pack/p.txt',
  '/game-client/jp/manifest.json',
] as const;
const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Uint8Array) => bytes };
const suffix = { br: '-br', gzip: '-gz', identity: '' };

test.each([...DOCUMENTS])('each coding has its own strong tag, length and bytes: %s', async (path) => {
  const plain = await home.readBoth(path);
  const etag = plain.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  for (const coding of ['br', 'gzip'] as const) {
    const answer = await home.readBoth(path, { 'accept-encoding': coding });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding]);
    expect(answer.headers.get('etag')).toBe(`${etag.slice(0, -1)}${suffix[coding]}"`);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length);
    expectBytes(decode[coding](answer.bytes), plain.bytes);
  }
});

const PREFERENCES: readonly (readonly [string, 'br' | 'gzip' | 'identity'])[] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['*', 'br'],
  ['identity', 'identity'],
  ['', 'identity'],
  ['deflate', 'identity'],
  ['zstd, compress', 'identity'],
  ['br;q=0', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['gzip;q=0, br;q=0, *', 'identity'],
  ['x-gzip;q=0, br;q=0, *', 'identity'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.5', 'br'],
  ['br; q=0.1', 'br'],
  ['br ; q=0.000', 'identity'],
  ['gzip;q=0.5, identity;q=1', 'identity'],
  ['gzip;q=1, identity;q=0.5', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0, *;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  [',,gzip,,', 'gzip'],
];

test.each([...PREFERENCES])('Accept-Encoding "%s" gets %s', async (header, coding) => {
  for (const path of ['/api/v1/servers/jp/story', '/game-client/jp/manifest.json']) {
    const answer = await home.readBoth(path, { 'accept-encoding': header });
    expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(answer.headers.get('etag')).toEndWith(`${suffix[coding]}"`);
  }
});

test('files and computed answers go out as they are', async () => {
  for (const path of [
    '/assets/jp/Assets/text.txt',
    '/assets/jp/Assets/k64.bin',
    '/api/v1/servers/jp/list/item-1',
    '/api/v1/servers/jp/list?id=item-1&id=item-2',
    '/api/v1/servers/jp/list?limit=100',
    '/api/v1/servers/jp/list/relations/owner/1',
  ]) {
    const answer = await home.readBoth(path, { 'accept-encoding': 'br, gzip' });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  }
});

test.each([...DOCUMENTS])('If-None-Match names any coding, in a list, weakly, or by *: %s', async (path) => {
  const etag = (await home.read(path)).headers.get('etag') ?? '';
  const bare = etag.slice(1, -1);
  for (const header of [
    etag,
    `"${bare}-br"`,
    `"${bare}-gz"`,
    `W/${etag}`,
    `W/"${bare}-br"`,
    `"x", ${etag}`,
    `"x",W/"y" , W/"${bare}-gz"`,
    '*',
    ' * ',
  ]) {
    for (const coding of ['identity', 'br', 'gzip'] as const) {
      const answer = await home.readBoth(path, { 'if-none-match': header, 'accept-encoding': coding });
      expect([header, answer.status, answer.bytes.length]).toEqual([header, 304, 0]);
      expect(answer.headers.get('etag')).toBe(`"${bare}${suffix[coding]}"`);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(answer.headers.get('cache-control')).not.toBeNull();
    }
  }
  for (const header of ['"x"', bare, `"${bare}`, `"${bare}-xx"`, `w/${etag}`, '"*"', '']) {
    expect([header, (await home.read(path, { 'if-none-match': header })).status]).toEqual([header, 200]);
  }
});

test('Range gets identity, whatever coding is accepted', async () => {
  for (const path of DOCUMENTS) {
    const whole = await home.read(path);
    const part = await home.read(path, { range: 'bytes=0-9', 'accept-encoding': 'br, gzip' });
    expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null]);
    expect(part.headers.get('etag')).toBe(whole.headers.get('etag') ?? '');
    expectBytes(part.bytes, whole.bytes.subarray(0, 10));
    const etag = whole.headers.get('etag') ?? '';
    const coded = `${etag.slice(0, -1)}-br"`;
    const stale = await home.read(path, { range: 'bytes=0-9', 'if-range': coded, 'accept-encoding': 'br' });
    expect([stale.status, stale.headers.get('content-encoding')]).toEqual([200, null]);
  }
});

test('refusals are never coded', async () => {
  const answer = await home.readBoth('/api/v1/servers/jp/things/absent', { 'accept-encoding': 'br, gzip' });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([404, null]);
});
