// Media trees: bytes and lengths at every size, headers of files, safe and unsafe types, download names, localized
// fallback, and what is not there.
import { expect, test } from 'bun:test';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { BIG_BYTES, bigBytes } from '../fixtures/release-snapshot.ts';
import {
  CURRENT_CACHE,
  expectBytes,
  expectPlain,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
  pinned,
  SANDBOX,
} from '../fixtures/release-world.ts';
import { words } from '../fixtures/words.ts';

const home = await keepOpen(openReleaseWorld({ big: true }));

const published = (path: string): Uint8Array => {
  const bytes = home.snapshot.files.get(path);
  if (bytes === undefined) throw new Error(`the snapshot has no ${path}`);
  return bytes;
};

test.each([
  ['/assets/jp/Assets/empty.bin', 'assets/Assets/empty.bin'],
  ['/assets/jp/Assets/one.bin', 'assets/Assets/one.bin'],
  ['/assets/jp/Assets/k64.bin', 'assets/Assets/k64.bin'],
  ['/assets/jp/Assets/m4.bin', 'assets/Assets/m4.bin'],
  ['/assets/jp/Packages/pack/p.txt', 'assets/Packages/pack/p.txt'],
  ['/runtime/jp/deep/er/file.json', 'runtime/deep/er/file.json'],
  ['/runtime/jp/__proto__/constructor', 'runtime/__proto__/constructor'],
  ['/objects/jp/unity/level0.jsonl', 'objects/unity/level0.jsonl'],
  ['/objects/jp/unity/sub/raw.gz', 'objects/unity/sub/raw.gz'],
])('%s: exact bytes, tag, length and headers', async (path, file) => {
  const bytes = published(file);
  const answer = await home.readBoth(path);
  expect(answer.status).toBe(200);
  expectBytes(answer.bytes, bytes);
  expectRelease(answer, home.release);
  const { headers } = answer;
  expect(headers.get('etag')).toBe(`"${sha256Hex(bytes)}"`);
  expect(headers.get('content-length')).toBe(String(bytes.length));
  expect(headers.get('accept-ranges')).toBe('bytes');
  expect(headers.get('content-security-policy')).toBe(SANDBOX);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('last-modified')).toBeNull();
  expect(headers.get('cache-control')).toBe(CURRENT_CACHE);
  expect((await home.readBoth(pinned(path, home.release))).headers.get('cache-control')).toBe(PINNED_CACHE);
});

test('an object over 64 MiB comes whole, and by ranges across its blocks', async () => {
  const path = '/runtime/jp/big.bin';
  const head = await home.read(path, {}, 'HEAD');
  expect(head.headers.get('content-length')).toBe(String(BIG_BYTES));
  const block = 8 * 1024 * 1024;
  for (const [start, end] of [
    [0, 63],
    [block - 10, block + 20],
    [3 * block - 1, 3 * block],
    [BIG_BYTES - 5, BIG_BYTES - 1],
    [5 * block, 7 * block + 3],
  ] as const) {
    const part = await home.read(path, { range: `bytes=${start}-${end}` });
    expect(part.status).toBe(206);
    expectBytes(part.bytes, bigBytes(start, end + 1));
  }
  const whole = await home.read(path);
  expect(whole.status).toBe(200);
  expectBytes(whole.bytes, bigBytes(0, BIG_BYTES));
});

test.each([
  ['Assets/text.txt', 'text/plain; charset=utf-8'],
  ['Assets/data.json', 'application/json'],
  ['Assets/UPPER.PNG', 'image/png'],
  ['Assets/ui/r1.png', 'image/png'],
])('a safe type is shown inline: %s', async (path, mediaType) => {
  const { headers } = await home.readBoth(`/assets/jp/${path}`);
  expect(headers.get('content-type')).toBe(mediaType);
  expect(headers.get('content-disposition')).toBe('inline');
  expect(headers.get('content-security-policy')).toBe(SANDBOX);
});

test.each([
  ['Assets/page.html', 'attachment; filename="page.html"'],
  ['Assets/vector.svg', 'attachment; filename="vector.svg"'],
  ['Assets/script.js', 'attachment; filename="script.js"'],
  ['Assets/unknown.xyz', 'attachment; filename="unknown.xyz"'],
  ['Assets/noextension', 'attachment; filename="noextension"'],
  ["Assets/it's%20100%25.html", "attachment; filename=\"it's 100_.html\"; filename*=UTF-8''it%27s%20100%25.html"],
  [
    'Assets/%E5%90%8D%E5%89%8D%20%22q%22%E2%80%AE(x).html',
    'attachment; filename="__ _q_(x).html"; filename*=UTF-8\'\'%E5%90%8D%E5%89%8D%20%22q%22%28x%29.html',
  ],
])('what a browser might run is a download: %s', async (path, disposition) => {
  const { status, headers } = await home.readBoth(`/assets/jp/${path}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toBe(disposition);
  expect(headers.get('content-security-policy')).toBe(SANDBOX);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('names with spaces, plus and percent signs are reached by their encoding', async () => {
  expect((await home.read('/assets/jp/Assets/with%20space+plus&amp.txt')).text).toBe('spaced');
  expect((await home.read('/assets/jp/Assets/with%20space%2Bplus%26amp.txt')).text).toBe('spaced');
  expect((await home.read('/assets/jp/Assets/lit%2520eral.txt')).text).toBe('literal percent');
  expectPlain(await home.read('/assets/jp/Assets/lit%20eral.txt'), 404, 'not found');
  expectPlain(await home.read('/assets/jp/Assets/with+space+plus&amp.txt'), 404, 'not found');
  expect((await home.read('/assets/jp/Assets//ui///r1.png')).text).toBe('r1');
});

test.each([
  ['a(en)', 'a plain'],
  ['a(ko)', 'a plain'],
  ['a(zh-Hans)', 'a plain'],
  ['a(zh-Hant)', 'a plain'],
  ['b(en)', 'b plain'],
  ['b(zh-Hans)', 'b hant'],
  ['b(zh-Hant)', 'b hant'],
  ['c(zh-Hans)', 'c hans'],
  ['c(zh-Hant)', 'c hans'],
  ['d', 'd plain'],
  ['d(en)', 'd en'],
  ['d(ko)', 'd ko'],
  ['d(zh-Hans)', 'd zh-Hans'],
  ['d(zh-Hant)', 'd zh-Hant'],
])('localized %s.png is answered by "%s", with its tag, also pinned, by HEAD and in ranges', async (name, text) => {
  const path = `/assets/jp/Assets/loc/${name}.png`;
  const etag = `"${sha256Hex(new TextEncoder().encode(text))}"`;
  for (const address of [path, pinned(path, home.release), path.replace('(', '%28').replace(')', '%29')]) {
    const answer = await home.readBoth(address);
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([200, text, etag]);
    const part = await home.read(address, { range: 'bytes=0-0' });
    expect([part.status, part.text]).toEqual([206, text.charAt(0)]);
    expect((await home.readBoth(address, { 'if-none-match': etag })).status).toBe(304);
  }
});

test.each(['c', 'c(en)', 'c(ko)', 'a(ja)', 'a(EN)', 'a(en)(en)', 'a(zh-hans)', '(en)', 'd(zh)'])(
  'localized %s.png is not there',
  async (name) => {
    const answer = await home.readBoth(`/assets/jp/Assets/loc/${name}.png`);
    expectPlain(answer, 404, 'not found');
    expectRelease(answer, home.release);
  },
);

test('the fallback works without a suffix and in other trees, and not for a folder name', async () => {
  expect((await home.read('/runtime/jp/voice(en)')).text).toBe('no suffix, en');
  expect((await home.read('/runtime/jp/voice(ko)')).text).toBe('no suffix, plain');
  expect((await home.read('/assets/jp/Assets/loc(en)/a.png')).status).toBe(404);
});

test.each(
  words(`
    /assets/jp/Assets/absent.png /assets/jp/Assets /assets/jp/Assets/loc /assets/jp/assets/Assets/text.txt
    /assets/jp/runtime/deep/er/file.json /assets/jp/text.txt /assets/jp/ASSETS/text.txt /runtime/jp/absent
    /runtime/jp/deep/er /runtime/jp/api/v1/catalog/manifest.json /objects/jp/level0.jsonl /objects/jp/unity
    /objects/jp/unity/absent /objects/jp/Unity/level0.jsonl /objects/jp/master/x /assets/nobody/Assets/text.txt
    /assets/JP/Assets/text.txt /assets/jp/ /assets/jp /assets /assets/ /runtime/jp// /objects
  `),
)('%s is a plain not found', async (path) => {
  const answer = await home.readBoth(path);
  expectPlain(answer, 404, 'not found');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});
