// Pages of files over the wire: folders, the filter, pages, previews, what answers in another language, and refusals.
import { describe, expect, test } from 'bun:test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { addressesOf, HTML } from '../fixtures/page-client.ts';
import { makePng } from '../fixtures/pictures.ts';
import { openWorld } from '../world.ts';

const HOSTILE = '<img src=x onerror=alert(1)>&"\'';

const world = await keepOpen(openWorld());
await world.publish(SAMPLE);
const folder = keepFolder();
const place = join(folder, 'assets', 'Assets', 'one');
await mkdir(place, { recursive: true });
await mkdir(join(folder, 'runtime', 'many'), { recursive: true });
await mkdir(join(folder, 'sources', 'Assets', 'one'), { recursive: true });
const files: Readonly<Record<string, string | Uint8Array>> = {
  'event_2.png': await makePng(60, 40),
  'event_2(zh-Hant).png': await makePng(60, 44),
  'plain.txt': `a text with ${HOSTILE}`,
  'flat.json': '{"a":1,"b":[true,null]}',
  'exact.json': '{"a":1.0,"b":12345678901234567890}',
  'broken.json': '{"a":',
  'large.json': `"${'x'.repeat(300_000)}"`,
  'latin.txt': new Uint8Array([0x61, 0xff, 0x62]),
  'film.mp4': 'no film',
  'sound.mp3': 'no sound',
  'odd name #?&% (1).bin': 'x',
  "quote'.txt": 'quoted',
};
for (const [name, content] of Object.entries(files)) await writeFile(join(place, name), content);
await writeFile(join(folder, 'sources', 'Assets', 'one', 'event_2.png.json'), '{"from":"a bundle"}');
for (let index = 0; index < 205; index++) {
  await writeFile(join(folder, 'runtime', 'many', `file-${String(index).padStart(3, '0')}.bin`), String(index));
}
const server = { id: 'jp', displayName: 'Japan', region: 'jp' };
await writeFile(join(folder, 'snapshot.json'), JSON.stringify({ server, resources: {} }));
const releaseId = (await world.publish(folder)).releaseId;

async function open(path: string): Promise<string> {
  const answer = await world.fetch(`/catalog/${path}`, { headers: HTML });
  expect([path, answer.status]).toEqual([path, 200]);
  const page = await answer.text();
  expect(page.match(/<h1/g)?.length).toBe(1);
  expect(page).toContain('noindex');
  return page;
}

describe('a folder', () => {
  test('has one address', async () => {
    for (const path of ['assets//Assets', '/assets', 'assets///Assets/one']) {
      expect([path, (await world.fetch(`/catalog/jp/files/${path}`, { headers: HTML })).status]).toEqual([path, 404]);
    }
  });

  test('shows one of its files beside the list: the first, or the one that the address names', async () => {
    const paneOf = (page: string): string => /<aside class="card stack folder-pane".*?<\/aside>/s.exec(page)?.[0] ?? '';
    expect(paneOf(await open('jp/files'))).toBe('');
    const inside = await open('jp/files/assets/Assets/one');
    expect(paneOf(inside)).toContain('<h2 id="pane"');
    const shown = await open('jp/files/assets/Assets/one?file=flat.json');
    expect(addressesOf(paneOf(shown))).toEqual(['/catalog/jp/files/assets/Assets/one/flat.json']);
    expect(paneOf(shown)).toContain('<pre');
    expect(paneOf(await open('jp/files/assets/Assets/one?file=sound.mp3'))).toContain('<audio');
    // A name that the folder does not have shows the first, as no name does.
    expect(paneOf(await open('jp/files/assets/Assets/one?file=..%2Ftwo'))).toBe(paneOf(inside));
    const later = await open('jp/files/runtime/many?page=2&file=file-203.bin');
    expect(paneOf(later)).toContain('file-203.bin');
    expect(addressesOf(later).some((link) => /\?page=2&file=file-204\.bin#file-\d+$/.test(link))).toBe(true);
  });

  test('lists folders with what is below them, and files', async () => {
    expect(addressesOf(await open('demo/files'))).toContain('/catalog/demo/files/runtime');
    const root = await open('jp/files');
    expect(root).toContain('205 files');
    const inside = await open('jp/files/assets/Assets/one');
    expect(addressesOf(inside)).toContain('/catalog/jp/files/assets/Assets/one/flat.json');
    expect(addressesOf(inside)).toContain('/catalog/jp/files/assets/Assets');
  });

  test('has pages of 200, and a filter by name over everything below', async () => {
    const first = await open('jp/files/runtime/many');
    expect(first.match(/<th scope="row"/g)?.length).toBe(200);
    const second = await open('jp/files/runtime/many?page=2');
    expect(second.match(/<th scope="row"/g)?.length).toBe(5);
    expect((await open('jp/files/runtime/many?page=99')).match(/<th scope="row"/g)?.length).toBe(5);
    const found = await open('jp/files?q=FILE-00');
    expect(found.match(/<th scope="row"/g)?.length).toBe(10);
    expect(found).toContain('runtime/many/file-003.bin');
    const none = await open(`jp/files?q=${encodeURIComponent(HOSTILE)}&page=-1`);
    expect(none).not.toContain('<img src=x');
    expect(addressesOf(none)).toContain('/catalog/jp/files');
  });

  test('of a pinned release keeps its pin', async () => {
    const page = await open(`jp/files/assets?release=${releaseId}`);
    expect(addressesOf(page)).toContain(`/catalog/jp/files/assets/Assets?release=${releaseId}`);
  });
});

describe('a file', () => {
  test('every address leads to its bytes', async () => {
    for (const path of [
      'assets/Assets/one/odd%20name%20%23%3F%26%25%20(1).bin',
      "assets/Assets/one/quote'.txt",
      'runtime/many/file-000.bin',
    ]) {
      const page = await open(`jp/files/${path}`);
      const [root, ...rest] = path.split('/');
      const address = `/${root}/jp/${rest.join('/')}`;
      expect(addressesOf(page)).toContain(address);
      expect((await world.fetch(address)).status).toBe(200);
    }
    for (const name of ['master/MasterDataSystemVersion.txt', 'manifest.json', 'bundles/index/00.json', 'Android']) {
      const page = await open(`demo/files/game-client/${name}`);
      if (name === 'Android') continue;
      expect(addressesOf(page)).toContain(`/game-client/demo/${name}`);
    }
    const [client = ''] = addressesOf(await open('demo/files/game-client/Android')).filter((link) =>
      link.endsWith('.hash'),
    );
    const bytes = addressesOf(await open(client.replace('/catalog/', ''))).filter((link) =>
      link.startsWith('/game-client/'),
    );
    expect((await world.fetch(bytes[0] ?? '')).status).toBe(200);
  });

  test('has a preview by its type', async () => {
    const place = 'jp/files/assets/Assets/one';
    const text = await open(`${place}/plain.txt`);
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('&lt;img src=x');
    expect(await open(`${place}/flat.json`)).toContain('{\n  &quot;a&quot;: 1');
    expect(await open(`${place}/exact.json`)).toContain('12345678901234567890');
    expect(await open(`${place}/broken.json`)).toContain('{&quot;a&quot;:');
    expect(await open(`${place}/large.json`)).toContain('too large to preview');
    expect(await open(`${place}/latin.txt`)).toContain('No preview');
    expect(await open(`${place}/sound.mp3`)).toContain('<audio controls');
    expect(await open(`${place}/film.mp4`)).toContain('<video');
    const picture = await open(`${place}/event_2.png`);
    expect(picture).toContain('width="60" height="40"');
    expect(picture).toContain('60 × 40 pixels');
    const sources = addressesOf(picture).filter((link) => link.includes('/sources/'));
    expect(sources.length).toBe(1);
    for (const source of sources) expect((await world.fetch(source)).status).toBe(200);
  });

  test('says which one answers in another language', async () => {
    const page = await open('jp/files/assets/Assets/one/event_2(zh-Hans).png');
    expect(page).toContain('event_2(zh-Hant).png is served instead');
    expect(page).toContain('width="60" height="44"');
    const plain = await open('jp/files/assets/Assets/one/event_2.png');
    expect(plain).toContain('Other languages');
    expect(plain).toContain('event_2(zh-Hant).png is served');
  });
});

test('what is not there, and what is not public', async () => {
  for (const [path, status] of [
    ['jp/files/assets/nothing', 404],
    ['jp/files/api/catalog.json', 404],
    ['jp/files/metadata', 404],
    [`jp/files/${'x'.repeat(1100)}`, 404],
    ['jp/files/assets/%2e%2e/api', 404],
    ['nobody/files', 404],
    ['nobody/files/assets', 404],
    ['jp/files?release=1', 400],
    ['jp/files/assets?release=1', 400],
    ['jp/files?release=r-00000000000000000000', 404],
    ['jp/files/assets?release=r-00000000000000000000', 404],
    ['jp/files/', 308],
  ] as const) {
    const answer = await world.fetch(`/catalog/${path}`, { headers: HTML });
    expect([path, answer.status]).toEqual([path, status]);
  }
  for (const path of ['/catalog/jp/files', '/catalog/jp/files/assets']) {
    const etag = (await world.fetch(path, { headers: HTML })).headers.get('etag') ?? '';
    expect((await world.fetch(path, { headers: { ...HTML, 'if-none-match': etag } })).status).toBe(304);
  }
});
