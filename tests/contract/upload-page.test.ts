// The upload page over the wire: its languages, its policy, how it is kept, and the files that it loads.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { refusalOf } from '../fixtures/people.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const inLanguage = (accepted: string): Promise<Response> =>
  world.fetch('/upload', { headers: { 'accept-language': accepted } });
const filesOn = (page: string): readonly string[] =>
  [...page.matchAll(/(?:href|src)="(\/upload\/[^"]*)"/g)].map(([, address]) => address ?? '');

test('uploadPage speaks the language that is asked for, and says so to caches', async () => {
  const words = {
    ja: 'ファイルのアップロード',
    en: 'Upload files',
    'zh-TW': '上傳檔案',
    'zh-CN': '上传文件',
    ko: '파일 업로드',
  };
  for (const [locale, title] of Object.entries(words)) {
    const answer = await inLanguage(locale);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language');
    const page = await answer.text();
    expect(page).toContain(`<html lang="${locale}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
  }
});

test('uploadPage lets nothing in but files and calls of our own origin, and is asked for again each time', async () => {
  const first = await inLanguage('en');
  const policy = first.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy.split('; ')).toContain(rule);
  }
  expect(first.headers.get('referrer-policy')).toBe('same-origin');
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  expect(first.headers.get('access-control-allow-origin')).toBeNull();
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  await first.body?.cancel();
  const headers = { 'accept-language': 'en', 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await world.fetch('/upload', { headers })).status).toBe(304);
  expect((await world.fetch('/upload', { headers: { ...headers, 'accept-language': 'ko' } })).status).toBe(200);
  expect((await world.fetch('/upload', { method: 'HEAD' })).status).toBe(200);
  expect(await refusalOf(await world.fetch('/upload', { method: 'POST' }))).toEqual([405, 'method_not_allowed']);
});

test('uploadPageAsset serves every file of the page; named by its content it is kept for ever', async () => {
  const addresses = filesOn(await (await inLanguage('en')).text());
  expect(addresses.length).toBeGreaterThanOrEqual(6);
  for (const address of addresses) {
    const answer = await world.fetch(address);
    const isNamed = address.includes('?v=');
    expect([address, answer.status, answer.headers.get('cache-control')]).toEqual([
      address,
      200,
      isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    ]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    await answer.body?.cancel();
    const again = await world.fetch(address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  }
});

test('uploadPageAsset of another version is not kept; what is not there is not found', async () => {
  const old = await world.fetch('/upload/upload-page.js?v=0123456789abcdef');
  expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate']);
  await old.body?.cancel();
  for (const path of ['other.js', 'page.ts', '..%2fpage.ts', 'UPLOAD.JS', `upload-page.js?v=${'a'.repeat(65)}`]) {
    expect([path, ...(await refusalOf(await world.fetch(`/upload/${path}`)))]).toEqual([path, 404, 'route_not_found']);
  }
  expect(await refusalOf(await world.fetch('/upload/upload-page.js?v=a&v=b'))).toEqual([
    400,
    'duplicate_query_parameter',
  ]);
});

test('the home page leads to it', async () => {
  expect(await (await world.fetch('/')).text()).toContain('href="/upload"');
});
