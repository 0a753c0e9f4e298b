// The frame of the pages over the wire: errors as pages, languages and colours, files of the bundle, and what browsers ask for
// by name.
import { describe, expect, test } from 'bun:test';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, openAccountsWorld } from '../fixtures/people.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const accounts = await keepOpen(openAccountsWorld());
const world = accounts.world;
const person = await accounts.person();

const langOf = (page: string): string | undefined => /<html lang="([^"]+)"/.exec(page)?.[1];
const display = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  accounts.form('/display', fields, headers);

describe('a refusal is a page for those who ask for one', () => {
  test('at unknown addresses, in their language', async () => {
    const answer = await world.fetch('/no/such/page', { headers: { ...HTML, 'accept-language': 'ko' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('vary')).toBe('Accept-Language, Cookie, Accept');
    const page = await answer.text();
    expect(langOf(page)).toBe('ko');
    expect(page).toContain('route_not_found');
    expect(page).toContain(answer.headers.get('x-request-id') ?? 'no id');
    expect(page.match(/<h1/g)?.length).toBe(1);
  });

  test('and JSON for programs, which accept everything or nothing in particular', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, text/html;q=0.5' }]) {
      const answer = await world.fetch('/no/such/page', { headers });
      expect(answer.headers.get('vary')).toContain('Accept');
      await expectRefused(answer, '404 route_not_found');
    }
  });

  test.each([
    '/api/v1/none',
    '/api/auth/none',
    '/assets/none/a.png',
    '/levelserver/none',
    '/web/none.js',
    '/sonolus/none',
  ])('but never at %s', async (path) => {
    const answer = await world.fetch(path, { headers: HTML });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).not.toContain('html');
  });

  test('with a method that a page does not have', async () => {
    const answer = await world.fetch('/', { method: 'PUT', headers: HTML });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await answer.text()).toContain('method_not_allowed');
  });

  test('with nothing of the address in it but as text', async () => {
    const answer = await world.fetch('/%3Cscript%3E?a="><script>x</script>', { headers: HTML });
    expect(await answer.text()).not.toContain('<script>x');
  });

  test('and HEAD has the same length', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        world.fetch('/none', { method, headers: { ...HTML, 'x-request-id': 'same-request' } }),
      ),
    );
    const bytes = (await get?.arrayBuffer())?.byteLength;
    expect(head?.headers.get('content-length')).toBe(String(bytes));
  });
});

test('a last slash leads on, for pages alone', async () => {
  const answer = await world.fetch('/account/error/?a=b', { headers: HTML });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '../error?a=b']);
  const followed = new URL(answer.headers.get('location') ?? '', `${world.address}/account/error/?a=b`);
  expect(`${followed.pathname}${followed.search}`).toBe('/account/error?a=b');
  await expectOnlyStatus(world.fetch('/healthz/'), 404);
  expect((await world.raw('GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).status).toBe(404);
});

describe('the language of a page', () => {
  const langAt = async (path: string, headers: Record<string, string> = {}): Promise<string | undefined> =>
    langOf(await (await world.fetch(path, { headers })).text());

  test('comes from the address, the preference, the cookie, the browser, in this order', async () => {
    const browser = { 'accept-language': 'ko' };
    const cookie = { cookie: 'livehouse.locale=zh-TW' };
    expect(await langAt('/')).toBe('en');
    expect(await langAt('/', browser)).toBe('ko');
    expect(await langAt('/', { ...browser, ...cookie })).toBe('zh-TW');
    const own = { cookie: `${person.cookie}; livehouse.locale=zh-TW`, ...browser };
    expect(await langAt('/', own)).toBe('zh-TW');
    expect((await person.send('PUT', '/api/v1/me/preferences', { locale: 'ja' })).status).toBeLessThan(300);
    expect(await langAt('/', own)).toBe('ja');
    expect(await langAt('/?lang=zh-CN', own)).toBe('zh-CN');
    expect(await langAt('/?lang=none', cookie)).toBe('zh-TW');
    expect(await langAt('/', { cookie: 'livehouse.locale=%22%3E' })).toBe('en');
  });

  test('that is forced stays in the links', async () => {
    const page = await (await world.fetch('/?lang=ja')).text();
    expect(page).toContain('href="/?lang=ja"');
    expect(page).toContain('<link rel="canonical" href="http://127.0.0.1:');
  });
});

describe('displayWrite', () => {
  test('keeps language and colours in cookies and leads back', async () => {
    const answer = await display({ locale: 'ja', theme: 'dark', then: '/account/error?a=b' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/error?a=b']);
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/; HttpOnly$/);
    const page = await (await world.fetch('/', { headers: { cookie: cookiesOf(answer) } })).text();
    expect(page).toContain('<html lang="ja" data-theme="dark">');
    const cleared = await display({ theme: 'auto' });
    expect(cleared.headers.getSetCookie().join()).toContain('livehouse.theme=; Path=/; Max-Age=0');
  });

  test('keeps the language of an account in its preferences', async () => {
    await expectOnlyStatus(display({ locale: 'ko' }, { cookie: person.cookie }), 303);
    const page = await (await world.fetch('/', { headers: { cookie: person.cookie } })).text();
    expect(langOf(page)).toBe('ko');
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:1'])(
    'never leads to %s',
    async (then) => {
      expect((await display({ then })).headers.get('location')).toBe('/');
    },
  );

  test.each([
    ['/community/tags/海', '/community/tags/%E6%B5%B7'],
    ['/a\u2028b c%20d', '/a%E2%80%A8b%20c%20d'],
  ])('leads to %s in characters that headers hold', async (then, location) => {
    const answer = await display({ then });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
  });

  test('refuses what is no form of ours', async () => {
    await expectRefused(display({ locale: 'fr' }), '422 invalid_body');
    await expectRefused(display({}, { origin: 'https://evil.example' }), '403 cross_origin_request');
    await expectRefused(display({ then: 'a'.repeat(9000) }), '413 request_too_large');
    await expectRefused(accounts.send('POST', '/display', {}), '415 content_type_required');
  });
});

describe('homePage', () => {
  test('is the same for every stranger and asked for again each time', async () => {
    const first = await world.fetch('/', { headers: { 'accept-encoding': 'br' } });
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('vary')).toContain('Accept-Language, Cookie');
    for (const rule of ["default-src 'none'", "script-src 'self'", "trusted-types 'none'"])
      expect(first.headers.get('content-security-policy')).toContain(rule);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await world.fetch('/', { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await expectOnlyStatus(world.fetch('/', { headers: { ...headers, 'accept-language': 'ja' } }), 200);
    expect((await world.fetch('/', { method: 'HEAD' })).headers.get('content-length')).not.toBe('0');
  });

  test('names the reader who is signed in, to nobody else', async () => {
    const answer = await world.fetch('/', { headers: { cookie: person.cookie } });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(await answer.text()).toContain('Person');
    expect(await (await world.fetch('/')).text()).not.toContain('class="avatar"');
  });
});

test('webAsset serves every file that a page names, for ever and compressed; what is unknown is not found', async () => {
  const page = await (await world.fetch('/')).text();
  const files = [...page.matchAll(/(?:href|src)="(\/web\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(5);
  for (const path of files) {
    const answer = await world.fetch(path, { headers: { 'accept-encoding': 'br' } });
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ]);
    if (/\.(?:js|css)$/.test(path) && Number(answer.headers.get('content-length')) > 300)
      expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'br']);
    const known = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } };
    await expectOnlyStatus(world.fetch(path, known), 304);
  }
  for (const path of ['/web/none-00000000.js', '/web/..%2Fbundle.json', '/web/bundle.json']) {
    await expectOnlyStatus(world.fetch(path), 404);
  }
});

test('robotsRead and webManifestRead say what browsers and search engines ask for', async () => {
  const robots = await world.fetch('/robots.txt');
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await robots.text()).toContain('Disallow: /api/');
  const manifest = await world.fetch('/site.webmanifest');
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
  const { icons, name } = JSON.parse(await manifest.text());
  expect(name).toBe('Livehouse');
  for (const { src } of icons) expect((await world.fetch(src)).headers.get('content-type')).toBe('image/png');
  for (const [path, answer] of [['/robots.txt', robots] as const, ['/site.webmanifest', manifest] as const]) {
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    await expectOnlyStatus(world.fetch(path, { headers }), 304);
  }
});

describe('the texts of the instance', () => {
  test.each(['about', 'rules', 'privacy'])(
    '/%s is a page in the language of the reader, kept while nothing changes',
    async (name) => {
      const read = (locale: string, more: Record<string, string> = {}) =>
        world.fetch(`/${name}`, { headers: { 'accept-language': locale, ...more } });
      const first = await read('ja');
      const page = await first.text();
      expect([first.status, langOf(page), page.match(/<h1/g)?.length]).toEqual([200, 'ja', 1]);
      expect(page).toContain('<div class="prose prose-wrapped" dir="auto" lang="ja">');
      await expectOnlyStatus(read('ja', { 'if-none-match': first.headers.get('etag') ?? '' }), 304);
      const again = await read('ja');
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(await again.text()).toBe(page);
      expect(langOf(await (await read('ko')).text())).toBe('ko');
      const coded = await read('ja', { 'accept-encoding': 'br' });
      expect([coded.headers.get('content-encoding'), await coded.text()]).toEqual(['br', page]);
      // The choice of a theme and a session are parts of the page.
      expect(await (await read('ja', { cookie: 'livehouse.theme=dark' })).text()).toContain('data-theme="dark"');
      expect(await (await read('ja', { cookie: person.cookie })).text()).toContain('class="avatar"');
      expect(await (await read('ja')).text()).toBe(page);
    },
  );
});

test('a kept page changes with the release', async () => {
  const before = await (await world.fetch('/')).text();
  expect(await (await world.fetch('/')).text()).toBe(before);
  const { releaseId } = await world.publish(SAMPLE);
  expect(before).not.toContain(releaseId);
  expect(await (await world.fetch('/')).text()).not.toBe(before);
  // The newest entries, whose pictures name the release, come when it is prepared for queries; a page waits two seconds for that.
  await world.until(async () => (await (await world.fetch('/')).text()).includes(releaseId));
});
