// Narrow pictures over the wire: sizes, pins, the localized fallback, hostile input, bounds; and the sizes that are recorded
// beside a release.
import { describe, expect, test } from 'bun:test';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { contentKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { cut, FOREIGN, makeHollowPng, makeJpeg, makePng, makePngBomb, makeWebp } from '../fixtures/pictures.ts';
import { openWorld } from '../world.ts';

const PLACE = 'assets/Assets';

/** One second of silence at 8 kHz, one byte a sample. */
function makeWav(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(8036, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(8000, 40);
  return Buffer.concat([head, Buffer.alloc(8000, 128)]);
}

/** Two seconds of frames without an info frame: 128 kbit/s, 44.1 kHz. */
function makeMp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000, 0);
  return Buffer.concat(Array.from({ length: 77 }, () => frame));
}

const folder = keepFolder();
await mkdir(join(folder, PLACE), { recursive: true });
await mkdir(join(folder, 'runtime'));
await mkdir(join(folder, 'objects', 'unity'), { recursive: true });
const png = await makePng(800, 400);
const files: Readonly<Record<string, Uint8Array | string>> = {
  'wide.png': png,
  'small.png': await makePng(120, 60),
  'photo.jpg': await makeJpeg(400, 200, 6),
  'modern.webp': await makeWebp(300, 300),
  'sign.png': await makePng(100, 50),
  'sign(zh-Hant).png': await makePng(100, 80),
  'spaced name (1).png': await makePng(64, 64),
  'bomb.png': makePngBomb(12_000, 12_000),
  'hollow.png': makeHollowPng(),
  'cut.png': cut(png, 200),
  'empty.png': '',
  'page.png': '<html><script>alert(1)</script></html>',
  'damaged.png': await makePng(90, 91),
  'text.txt': 'no picture',
  'drawing.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="red"/></svg>',
  'script.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"><script>alert(1)</script><image xlink:href="file:///etc/passwd" width="40" height="40"/></svg>',
  'bomb.svg': `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>&j;</text></svg>`,
  'vast.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>',
  ...Object.fromEntries(
    Object.entries(FOREIGN).map(([name, bytes]) => [`foreign-${name.replace(/\W/g, '')}.jpg`, bytes]),
  ),
  ...Object.fromEntries(
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => [`many-${index}.png`, await makePng(200 + index, 50)]),
    ),
  ),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, PLACE, name), content);
await writeFile(join(folder, 'runtime', 'sound.wav'), makeWav());
await writeFile(join(folder, 'runtime', 'sound.mp3'), makeMp3());
await writeFile(join(folder, 'runtime', 'face.png'), await makePng(300, 300));
await writeFile(join(folder, 'objects', 'unity', 'icon.png'), await makePng(40, 40));
const server = { id: 'jp', displayName: 'Japan', region: 'jp' };
await writeFile(join(folder, 'snapshot.json'), JSON.stringify({ server, resources: {} }));
const world = await keepOpen(openWorld());
const releaseId = (await world.publish(folder)).releaseId;

const read = (path: string, init?: RequestInit) => world.fetch(`/pictures/jp/${path}`, init);

/** Waits while others are being made; answers that lead to the original are asked again. */
async function made(path: string): Promise<Response> {
  let answer = await read(path);
  for (let attempt = 0; answer.status === 302 && attempt < 50; attempt++) answer = await read(path);
  return answer;
}

async function sizeOf(path: string): Promise<readonly (number | string | undefined)[]> {
  const answer = await made(path);
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/webp']);
  const { width, height, format } = await sharp(await answer.bytes()).metadata();
  return [format, width, height];
}

describe('a picture', () => {
  test('is at most as wide as asked for, and never enlarged', async () => {
    expect(await sizeOf(`96/${PLACE}/wide.png`)).toEqual(['webp', 96, 48]);
    expect(await sizeOf(`192/${PLACE}/wide.png`)).toEqual(['webp', 192, 96]);
    expect(await sizeOf(`384/${PLACE}/wide.png`)).toEqual(['webp', 384, 192]);
    expect(await sizeOf(`768/${PLACE}/wide.png`)).toEqual(['webp', 768, 384]);
    expect(await sizeOf(`768/${PLACE}/small.png`)).toEqual(['webp', 120, 60]);
    expect(await sizeOf(`96/${PLACE}/photo.jpg`)).toEqual(['webp', 96, 192]);
    expect(await sizeOf(`96/${PLACE}/modern.webp`)).toEqual(['webp', 96, 96]);
    expect(await sizeOf('96/runtime/face.png')).toEqual(['webp', 96, 96]);
    expect(await sizeOf('96/objects/unity/icon.png')).toEqual(['webp', 40, 40]);
    expect(await sizeOf(`96/${PLACE}/spaced%20name%20(1).png`)).toEqual(['webp', 64, 64]);
  });

  test('follows the localized fallback', async () => {
    expect(await sizeOf(`768/${PLACE}/sign(zh-Hans).png`)).toEqual(['webp', 100, 80]);
    expect(await sizeOf(`768/${PLACE}/sign(en).png`)).toEqual(['webp', 100, 50]);
  });

  test('is kept by readers: forever under a pin, else with a check', async () => {
    const current = await made(`96/${PLACE}/wide.png`);
    expect(current.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(current.headers.get('content-security-policy')).toContain('sandbox');
    const pinned = await made(`96/${PLACE}/wide.png?release=${releaseId}`);
    expect(pinned.headers.get('cache-control')).toContain('immutable');
    const etag = pinned.headers.get('etag') ?? '';
    expect((await read(`96/${PLACE}/wide.png`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await read(`96/${PLACE}/wide.png`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, pinned.headers.get('content-length')]);
  });

  test('is made once, and again when its file in the cache folder is damaged or gone', async () => {
    const first = await (await made(`96/${PLACE}/wide.png`)).bytes();
    const cache = join(world.dataDirectory, 'cache', 'v1', 'pictures');
    const bodies = (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.body'));
    expect(bodies.length).toBeGreaterThan(0);
    for (const name of bodies) await writeFile(join(cache, name), 'x');
    await using other = await openWorld({ LIVEHOUSE_DATA: world.dataDirectory });
    const again = await other.fetch(`/pictures/jp/96/${PLACE}/wide.png`);
    expect(Buffer.from(await again.bytes()).equals(Buffer.from(first))).toBe(true);
  });
});

describe('what is no picture', () => {
  test('is not found', async () => {
    for (const path of [
      `97/${PLACE}/wide.png`,
      `96.0/${PLACE}/wide.png`,
      `96/${PLACE}/nothing.png`,
      `96/${PLACE}/text.txt`,
      '96/runtime/sound.wav',
      '96/api/catalog.json',
      '96/assets/../release.json',
      `96/${PLACE}/..%2fwide.png`,
      '96/',
    ]) {
      const answer = await read(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'not found']);
    }
    expect((await world.fetch(`/pictures/nobody/96/${PLACE}/wide.png`)).status).toBe(404);
    expect((await world.fetch(`/pictures/~/96/${PLACE}/wide.png`)).status).toBe(404);
  });

  test('leads to the original when it cannot be decoded, and is tried once only', async () => {
    const foreign = Object.keys(FOREIGN).map((name) => `foreign-${name.replace(/\W/g, '')}.jpg`);
    for (const name of ['bomb.png', 'hollow.png', 'cut.png', 'empty.png', 'page.png', ...foreign]) {
      for (const pin of ['', `?release=${releaseId}`]) {
        const answer = await read(`96/${PLACE}/${name}${pin}`);
        expect([name, answer.status, answer.headers.get('location')]).toEqual([
          name,
          302,
          `/assets/jp/Assets/${name}${pin}`,
        ]);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    }
    expect((await read(`96/${PLACE}/empty.png`, { method: 'HEAD' })).status).toBe(302);
  });

  test('damage is said, and nothing is made of it', async () => {
    const sha256 = new Bun.CryptoHasher('sha256').update(await makePng(90, 91)).digest('hex');
    await writeFile(join(world.objectsDirectory, contentKey(sha256)), 'other bytes');
    const answer = await read(`96/${PLACE}/damaged.png`);
    expect([answer.status, await answer.text()]).toEqual([502, 'object_corrupt']);
  });
});

test('a client that asks for many at once is led to some originals', async () => {
  const paths = Array.from({ length: 12 }, (_, index) => `192/${PLACE}/many-${index}.png`);
  const answers = await Promise.all(paths.map((path) => read(path)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(statuses.filter((status) => status === 302).length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 200 || status === 302)).toBe(true);
  for (const path of paths) expect((await made(path)).status).toBe(200);
});

test('sizes and lengths are recorded beside the release', async () => {
  const side = await Bun.file(join(world.objectsDirectory, sideManifestKey('jp', releaseId))).json();
  const { sha256 } = side.extras['media-facts-v1.json'];
  const facts = await Bun.file(join(world.objectsDirectory, contentKey(sha256))).json();
  expect(facts[`${PLACE}/wide.png`]).toEqual([800, 400]);
  expect(facts[`${PLACE}/photo.jpg`]).toEqual([200, 400]);
  expect(facts[`${PLACE}/modern.webp`]).toEqual([300, 300]);
  expect(facts[`${PLACE}/page.png`]).toBeUndefined();
  expect(facts['runtime/sound.wav']).toBe(1);
  expect(facts['runtime/sound.mp3']).toBeCloseTo(2, 1);
});

describe('drawings', () => {
  const address = (name: string, width = 192): string => `/pictures/jp/${width}/${PLACE}/${name}`;

  test('a drawing is a picture of its own size at most, and its own address stays a download', async () => {
    const answer = await world.fetch(address('drawing.svg'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([width, height]).toEqual([192, 96]);
    const original = await world.fetch(`/assets/jp/${PLACE.replace('assets/', '')}/drawing.svg`);
    expect(original.headers.get('content-type')).toBe('application/octet-stream');
    expect(original.headers.get('content-disposition')).toContain('attachment');
  });

  test('scripts do not run, nothing is loaded, and what is too large leads to the original', async () => {
    expect((await world.fetch(address('script.svg', 96))).status).toBe(200);
    for (const name of ['bomb.svg', 'vast.svg']) {
      const { status } = await world.fetch(address(name));
      expect([name, status]).toEqual([name, 302]);
    }
  });
});
