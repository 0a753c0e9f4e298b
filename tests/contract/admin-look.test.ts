// The look of the instance: an accent becomes a sheet with readable shades, icon and picture are re-encoded and served, the menu
// has the chosen places, and mails have the colour. The page of the settings is the preview.
import { beforeAll, describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makeAnimatedPng, makePng, makePngBomb, ZIP } from '../fixtures/pictures.ts';

const SETTINGS = '/api/v1/admin/settings';
const LOOK = '/admin/settings/look';
const MEBIBYTE = 1024 * 1024;
const HTML = { accept: 'text/html', 'accept-language': 'en' };

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });

const read = async (): Promise<AnswerBody<'GET /api/v1/admin/settings'>> => readJson(admin.fetch(SETTINGS));
const patch = async (fields: object) => admin.send('PATCH', SETTINGS, { version: (await read()).version, ...fields });
const instance = async (): Promise<AnswerBody<'GET /api/v1/instance'>> =>
  readJson(home.world.fetch('/api/v1/instance'));
const homePage = async (): Promise<string> => (await home.world.fetch('/', { headers: HTML })).text();

describe('an accent', () => {
  test('becomes a sheet that never changes, and colours mails', async () => {
    await expectStatus(patch({ accent: '#ffcc00' }), 200);
    expect((await instance()).accent).toBe('#ffcc00');
    const [, sheet = ''] = /href="(\/web\/theme-ffcc00[0-9a-f]{10}\.css)"/.exec(await homePage()) ?? [];
    const answer = await home.world.fetch(sheet);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const text = await answer.text();
    expect(text).toContain('--accent:light-dark(');
    // Yellow is darkened until it can be read on white.
    expect(text).not.toContain('light-dark(#ffcc00');
    await expectOnlyStatus(home.world.fetch(sheet.replace(/.\.css$/, 'x.css')), 404);
    await expectOnlyStatus(home.world.fetch('/web/theme-ffcc000123456789.css'), 404);
    await expectStatus(admin.send('POST', '/api/v1/admin/mail/test', {}), 200);
    expect((await home.mail(admin.email)).html).not.toContain('#9a2350');
    await expectStatus(patch({ accent: null }), 200);
    expect(await homePage()).not.toContain('/web/theme-');
  });

  test.each(['red', '#fff', '#FFCC00', '#ffcc0', 7])('%p is none', async (accent) => {
    await expectRefused(patch({ accent }), '422 invalid_accent');
  });
});

test('sentence, menu and parts of the home page', async () => {
  for (const [fields, code] of [
    [{ heroText: { en: 'x'.repeat(301) } }, 'invalid_hero_text'],
    [{ heroText: { en: 'two\nlines' } }, 'invalid_hero_text'],
    [{ menu: ['catalog', 'catalog'] }, 'invalid_body'],
    [{ menu: ['shop'] }, 'invalid_body'],
    [{ home: ['now', 'now'] }, 'invalid_body'],
    [{ heroUrl: '/elsewhere.png' }, 'invalid_body'],
    [{ faviconUrl: 'https://elsewhere.example/i.png' }, 'invalid_body'],
  ] as const) {
    await expectRefused(patch(fields), `422 ${code}`);
  }
  await expectStatus(patch({ menu: ['community'], home: ['posts', 'new'], heroText: { en: 'Hello <there>' } }), 200);
  expect(await instance()).toMatchObject({
    menu: ['community'],
    home: ['posts', 'new'],
    heroText: { en: 'Hello <there>' },
  });
  const [, places = ''] = /<nav class="site-places"[^>]*>(.*?)<\/nav>/s.exec(await homePage()) ?? [];
  expect([...places.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/community']);
  expect(await homePage()).toContain('Hello &lt;there>');
  await expectStatus(patch({ reset: ['menu', 'home', 'heroText'] }), 200);
  expect((await instance()).menu).toEqual(['catalog', 'community', 'play']);
});

describe.each([
  ['favicon', 'faviconUrl', 'image/png', 2 * MEBIBYTE],
  ['hero', 'heroUrl', 'image/webp', 8 * MEBIBYTE],
] as const)('the %s', (name, setting, servedType, bytesMax) => {
  const path = `${SETTINGS}/${name}`;
  const put = (bytes: Uint8Array<ArrayBuffer> | string, type = 'image/png', query = '') =>
    admin.fetch(`${path}${query}`, { method: 'PUT', headers: { 'content-type': type }, body: bytes });

  test('is re-encoded, served, shown, and gone when it is removed', async () => {
    await expectRefused(home.world.fetch(`/api/v1/instance/${name}`), '404 picture_not_uploaded');
    await expectStatus(put(await makePng(640, 480), 'image/png', `?version=${(await read()).version}`), 200);
    const address = String((await instance())[setting]);
    expect(address).toStartWith(`/api/v1/instance/${name}?v=`);
    const picture = await home.world.fetch(address);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, servedType]);
    const headers = { 'if-none-match': picture.headers.get('etag') ?? '' };
    await expectOnlyStatus(home.world.fetch(address, { headers }), 304);
    await expectRefused(home.world.fetch(`/api/v1/instance/${name}?v=${'x'.repeat(65)}`), '400 invalid_query');
    expect(await homePage()).toContain(address);
    await expectStatus(patch({ [setting]: null }), 200);
    await expectRefused(home.world.fetch(`/api/v1/instance/${name}`), '404 picture_not_uploaded');
    const [row]: { count: number }[] =
      await home.sql`select count(*)::int as count from instance_picture where name = ${name}`;
    expect(row?.count).toBe(0);
  });

  test('is refused when it is no picture, too large, or for another version', async () => {
    const png = await makePng(8, 8);
    for (const [body, type, refusal] of [
      ['<svg/>', 'image/svg+xml', '415 unsupported_picture'],
      ['no picture', 'image/png', '415 invalid_png_container'],
      ['', 'image/png', '413 invalid_picture_size'],
      [new Uint8Array(bytesMax + 1), 'image/png', '413 invalid_picture_size'],
      [await makePng(4097, 8), 'image/png', '415 image_dimensions_exceeded'],
      [png, 'image/jpeg', '415 invalid_jpeg_container'],
      [png, 'image/webp', '415 invalid_webp_container'],
      [makePngBomb(8, 8, { width: 0, height: 8 }), 'image/png', '415 invalid_image_dimensions'],
      [await makeAnimatedPng(), 'image/png', '415 animated_images_not_allowed'],
      [ZIP, 'image/png', '415 forbidden_container'],
    ] as const) {
      await expectRefused(put(body, type), refusal);
    }
    await expectRefused(put(png, 'image/png', '?version=999'), '409 version_conflict');
    await expectRefused(put(png, 'image/png', '?version=x'), '400 invalid_query');
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(png);
        controller.close();
      },
    });
    const chunked = admin.fetch(path, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: stream });
    await expectRefused(await chunked, '411 content_length_required');
  });
});

describe('the page', () => {
  beforeAll(async () => expectStatus(patch({ reset: (await read()).stored }), 200));
  const post = (path: string, body: BodyInit) =>
    admin.fetch(path, { method: 'POST', headers: HTML, body, redirect: 'manual' });
  const open = async (path: string): Promise<string> => (await admin.fetch(path, { headers: HTML })).text();
  const fieldsOf = (html: string): URLSearchParams => {
    const form = html.slice(html.indexOf(`action="${LOOK}"`));
    const inside = form.slice(0, form.indexOf('</form>'));
    const fields = new URLSearchParams();
    for (const [tag] of inside.matchAll(/<input [^>]*>/g)) {
      const [, name] = / name="([^"]*)"/.exec(tag) ?? [];
      if (name !== undefined) fields.set(name, / value="([^"]*)"/.exec(tag)?.[1] ?? '');
    }
    for (const [, name = '', options = ''] of inside.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
      fields.set(name, /<option [^>]*value="([^"]*)"[^>]* selected/.exec(options)?.[1] ?? '');
    }
    return fields;
  };

  test('shows itself in a colour before it is stored', async () => {
    expect(await open(`${LOOK}?accent=%23336699`)).toContain('/web/theme-336699');
    expect((await read()).settings.accent).toBe(null);
    expect(await open(`${LOOK}?accent=blue`)).toContain('Enter a colour of six digits');
  });

  test('stores what was typed and nothing else', async () => {
    const fields = fieldsOf(await open(LOOK));
    expect(fields.get('menu-1')).toBe('catalog');
    fields.set('accent', '336699');
    fields.set('menu-1', '');
    fields.set('hero-ja', 'ようこそ');
    const answer = await post(LOOK, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${LOOK}?done=saved`]);
    expect(await read()).toMatchObject({
      settings: { accent: '#336699', menu: ['community', 'play'], heroText: { ja: 'ようこそ' } },
      stored: ['accent', 'heroText', 'menu'],
    });
    fields.set('accent', '#112233');
    const late = await post(LOOK, fields);
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('<li dir="auto">#336699</li>');
    const again = fieldsOf(await open(LOOK));
    again.set('accent', 'blue');
    expect((await post(LOOK, again)).status).toBe(422);
    const reset = await post(
      '/admin/settings/reset',
      new URLSearchParams({ accent: 'on', heroText: 'on', menu: 'on' }),
    );
    expect(reset.headers.get('location')).toBe(`${LOOK}?done=reset`);
    expect((await read()).stored).toEqual([]);
  });

  test.each(['favicon', 'hero'] as const)('uploads and removes: %s', async (name) => {
    const form = new FormData();
    form.set('picture', new File([await makePng(64, 64)], 'a.png', { type: 'image/png' }));
    const answer = await post(`${LOOK}/${name}`, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${LOOK}?done=uploaded`]);
    expect(await open(LOOK)).toContain(`src="/api/v1/instance/${name}?v=`);
    const bad = new FormData();
    bad.set('picture', new File(['no'], 'a.png', { type: 'image/png' }));
    expect((await post(`${LOOK}/${name}`, bad)).status).toBe(422);
    expect((await post(`${LOOK}/${name}`, new URLSearchParams({ picture: 'x' }))).status).toBe(415);
    const removed = await post(`${LOOK}/${name}/removal`, new URLSearchParams());
    expect(removed.headers.get('location')).toBe(`${LOOK}?done=removed`);
    expect(await open(LOOK)).not.toContain(`src="/api/v1/instance/${name}`);
  });
});
