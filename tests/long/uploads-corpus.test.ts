// A corpus of real and hostile files, each with its expected verdict. Every file ends in `ready` or in `rejected` with a
// code, and none causes an internal error. Accepted files are upright, within bounds and without metadata.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import sharp from 'sharp';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';
import {
  append,
  type Bytes,
  cut,
  FOREIGN,
  insertPngChunk,
  makeAnimatedPng,
  makeAnimatedWebp,
  makeHollowPng,
  makeJpeg,
  makePng,
  makePngBomb,
  makeWebp,
  ZIP,
} from '../fixtures/pictures.ts';
import { attachmentPath, readDescriptor, reserve, sendContent, settle, upload } from '../fixtures/uploads.ts';

const CORPUS = join(import.meta.dir, '../fixtures/media-corpus');
const readCorpus = (name: string): Promise<Bytes> => Bun.file(join(CORPUS, name)).bytes();

const livehouse = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const person = await livehouse.person();

/** A GIF with `frames` frames in two colours. */
async function makeGif(width: number, height: number, frames: number): Promise<Bytes> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height, channels: 3, background: index % 2 === 0 ? 'red' : 'blue' } })
        .png()
        .toBuffer(),
    ),
  );
  if (frames === 1 && pictures[0] !== undefined) return new Uint8Array(await sharp(pictures[0]).gif().toBuffer());
  return new Uint8Array(
    await sharp(pictures, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
}

/** A GIF with a large screen and many empty frames: few bytes, many pixels. */
function makeGifBomb(side: number, frames: number): Bytes {
  const u16 = (value: number) => [value & 255, value >> 8];
  const head = [...Buffer.from('GIF89a'), ...u16(side), ...u16(side), 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, ...u16(side), ...u16(side), 0, 2, 2, 0x4c, 1, 0];
  return new Uint8Array([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]);
}

interface Accepted {
  readonly bytes: () => Promise<Bytes> | Bytes;
  readonly type: string;
  readonly size: readonly [width: number, height: number];
  readonly frames?: number;
}

const PICTURES: Readonly<Record<string, Accepted>> = {
  'a JPEG': { bytes: () => makeJpeg(120, 80), type: 'image/jpeg', size: [120, 80] },
  'a JPEG on its side, with a place and an owner': {
    bytes: () => makeJpeg(120, 80, 6),
    type: 'image/jpeg',
    size: [80, 120],
  },
  'a JPEG that a phone put a film behind': {
    bytes: async () => append(await makeJpeg(120, 80), await readCorpus('short.mp4')),
    type: 'image/jpeg',
    size: [120, 80],
  },
  'a PNG': { bytes: () => makePng(50, 60), type: 'image/png', size: [50, 60] },
  'a WebP': { bytes: () => makeWebp(40, 30), type: 'image/webp', size: [40, 30] },
  'a GIF': { bytes: () => makeGif(40, 30, 1), type: 'image/gif', size: [40, 30] },
  'a GIF that moves': { bytes: () => makeGif(40, 30, 3), type: 'image/gif', size: [40, 30], frames: 3 },
  'a PNG over the bounds': { bytes: () => makePngBomb(8192, 1024), type: 'image/png', size: [8192, 1024] },
  'a HEIC of an odd size': { bytes: () => readCorpus('odd.heic'), type: 'image/heic', size: [321, 241] },
  'a HEIC that a phone put a film and notes behind': {
    bytes: async () =>
      append(await readCorpus('odd.heic'), new TextEncoder().encode('\0\0\0\x0cmpvdFILM\0\0\0\x0csefdSEFH')),
    type: 'image/heic',
    size: [321, 241],
  },
  'a HEIC that is turned': { bytes: () => readCorpus('rotated.heic'), type: 'image/heic', size: [240, 320] },
  'a HEIF of tiles': { bytes: () => readCorpus('tiled.heic'), type: 'image/heif', size: [321, 241] },
};

describe('pictures', () => {
  test.each(Object.entries(PICTURES))(
    '%s',
    async (_name, { bytes, type, size: [width, height], frames }) => {
      const ready = await settle(person, await upload(person, await bytes(), type));
      expect(ready).toMatchObject({
        status: 'ready',
        failureCode: null,
        width,
        height,
        displayMediaType: 'image/webp',
      });
      const shown = await person.fetch(ready.downloadUrl ?? '');
      expect(shown.headers.get('content-type')).toBe('image/webp');
      const media = await sharp(await shown.bytes(), { animated: true }).metadata();
      expect([media.format, media.pages ?? 1]).toEqual(['webp', frames ?? 1]);
      expect(Math.max(media.width, media.pageHeight ?? media.height)).toBe(Math.min(4096, Math.max(width, height)));
      expect([media.exif, media.xmp, media.icc, media.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      const thumb = await sharp(await (await person.fetch(ready.thumbnailUrl ?? '')).bytes()).metadata();
      expect(Math.max(thumb.width, thumb.height)).toBeLessThanOrEqual(512);
    },
    60_000,
  );

  test('HEIC pixels have the right positions', async () => {
    const corners: Readonly<Record<string, readonly string[]>> = {
      'odd.heic': ['red', 'green', 'blue', 'white'],
      'rotated.heic': ['green', 'white', 'red', 'blue'],
      'tiled.heic': ['red', 'green', 'blue', 'white'],
    };
    for (const [name, expected] of Object.entries(corners)) {
      const ready = await settle(person, await upload(person, await readCorpus(name), 'image/heic'));
      const picture = sharp(await (await person.fetch(ready.downloadUrl ?? '')).bytes())
        .removeAlpha()
        .raw();
      const { data, info } = await picture.toBuffer({ resolveWithObject: true });
      const colourAt = (x: number, y: number): string => {
        const [r = 0, g = 0] = data.subarray((y * info.width + x) * info.channels);
        return r > 128 && g > 128 ? 'white' : r > 128 ? 'red' : g > 128 ? 'green' : 'blue';
      };
      const [right, bottom] = [info.width - 10, info.height - 10];
      const found = [colourAt(10, 10), colourAt(right, 10), colourAt(10, bottom), colourAt(right, bottom)];
      expect([name, found]).toEqual([name, [...expected]]);
    }
  }, 60_000);
});

describe('video', () => {
  test.each([
    ['an MP4', 'short.mp4', 'video/mp4', 128, 96],
    ['a MOV that is turned', 'turned.mov', 'video/quicktime', 96, 128],
    ['a WebM', 'short.webm', 'video/webm', 128, 96],
    ['a recording that knows no length', 'live.webm', 'video/webm', 128, 96],
  ])(
    '%s',
    async (_name, file, type, width, height) => {
      const source = await readCorpus(file);
      const ready = await settle(person, await upload(person, source, type));
      expect(ready).toMatchObject({ status: 'ready', displayMediaType: 'video/mp4', width, height, previewUrl: null });
      expect(Math.round(ready.durationSeconds ?? 0)).toBe(2);
      const answer = await person.fetch(ready.playbackUrl ?? '');
      expect(answer.headers.get('content-type')).toBe('video/mp4');
      const film = Buffer.from(await answer.arrayBuffer());
      // Can be played while it is downloaded, and contains no metadata about author and place.
      expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
      expect(film.includes('avc1')).toBe(true);
      expect(film.includes('SECRET-OWNER') || film.includes('+35.6')).toBe(false);
      for (const word of ['Lavf', 'Lavc', 'x264', 'FFmpeg', 'encoder'])
        expect([word, film.includes(word)]).toEqual([word, false]);
      for (const url of [ready.posterUrl, ready.thumbnailUrl]) {
        expect((await sharp(await (await person.fetch(url ?? '')).bytes()).metadata()).format).toBe('webp');
      }
      const part = await person.fetch(ready.playbackUrl ?? '', { headers: { range: 'bytes=4-7' } });
      expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    },
    120_000,
  );
});

/** A movie that references another file: the self-contained flag of its data reference is cleared. */
async function makeReferringMovie(): Promise<Bytes> {
  const movie = Buffer.from(await readCorpus('short.mp4'));
  const at = movie.indexOf('url ', movie.indexOf('dref'));
  movie[at + 7] = 0;
  return new Uint8Array(movie);
}

const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
const text = (words: string): Bytes => new Uint8Array(Buffer.from(words));

/** Files that the examination rejects, with their code. */
const HOSTILE: Readonly<Record<string, readonly [type: string, bytes: () => Promise<Bytes> | Bytes, code: string]>> = {
  'a JPEG that is cut': ['image/jpeg', async () => cut(await makeJpeg(200, 200), 3000), 'invalid_jpeg_container'],
  'a JPEG that is also a zip': ['image/jpeg', async () => append(await makeJpeg(8, 8), ZIP), 'invalid_jpeg_container'],
  'a PNG that is cut': ['image/png', async () => cut(await makePng(80, 80), 500), 'invalid_png_container'],
  'a PNG without its pixels': ['image/png', () => makeHollowPng(), 'invalid_png_container'],
  'a PNG that is also a zip': ['image/png', async () => append(await makePng(8, 8), ZIP), 'invalid_png_container'],
  'a WebP with a tail': ['image/webp', async () => append(await makeWebp(8, 8), ZIP), 'invalid_webp_container'],
  'a GIF with a tail': ['image/gif', async () => append(await makeGif(8, 8, 1), ZIP), 'invalid_gif_container'],
  'a GIF that is cut': ['image/gif', async () => cut(await makeGif(64, 64, 3), 60), 'invalid_gif_container'],
  'a PNG that moves': ['image/png', () => makeAnimatedPng(), 'animated_images_not_allowed'],
  'a WebP that moves': ['image/webp', () => makeAnimatedWebp(), 'animated_images_not_allowed'],
  'a bomb in pixels': ['image/png', () => makePngBomb(10_001, 10_001), 'image_dimensions_exceeded'],
  'a bomb in claims': [
    'image/png',
    () => makePngBomb(8, 8, { width: 2_000_000_000, height: 2_000_000_000 }),
    'image_dimensions_exceeded',
  ],
  'a bomb in frames': ['image/gif', () => makeGifBomb(2000, 60), 'image_dimensions_exceeded'],
  'a bomb in one frame': ['image/gif', () => makeGifBomb(12_000, 1), 'image_dimensions_exceeded'],
  'a PNG with two headers': [
    'image/png',
    async () => insertPngChunk(await makePng(8, 8), 'IHDR', new Uint8Array(13)),
    'invalid_png_container',
  ],
  'a HEIC that is cut': ['image/heic', async () => cut(await readCorpus('odd.heic'), 500), 'invalid_heic_container'],
  'a HEIC without pixels': [
    'image/heic',
    async () => {
      const heic = Buffer.from(await readCorpus('odd.heic'));
      heic.fill(0, heic.indexOf('mdat') + 4);
      return new Uint8Array(heic);
    },
    'invalid_heic_container',
  ],
  'an MP4 that is cut': [
    'video/mp4',
    async () => cut(await readCorpus('short.mp4'), 20_000),
    'invalid_video_container',
  ],
  'an MP4 with a tail': [
    'video/mp4',
    async () => append(await readCorpus('short.mp4'), ZIP),
    'invalid_video_container',
  ],
  'an MP4 that names other files': ['video/mp4', () => makeReferringMovie(), 'invalid_video_container'],
  'an MP4 of noise': [
    'video/mp4',
    async () => {
      const movie = Buffer.from(await readCorpus('short.mp4'));
      movie.fill(0x55, movie.indexOf('mdat') + 4, movie.indexOf('moov') - 4);
      return new Uint8Array(movie);
    },
    'invalid_video_container',
  ],
  'an MP4 of eleven minutes': ['video/mp4', () => readCorpus('long.mp4'), 'video_too_long'],
  'a WebM that is cut': ['video/webm', async () => cut(await readCorpus('short.webm'), 9000), 'invalid_webm_container'],
  'a picture called a movie': ['video/mp4', () => readCorpus('odd.heic'), 'invalid_video_container'],
  'a movie called a picture': ['image/heic', () => readCorpus('short.mp4'), 'invalid_heic_container'],
};

describe('hostile files', () => {
  test.each(Object.entries(HOSTILE))(
    '%s',
    async (_name, [type, make, code]) => {
      const id = await upload(person, await make(), type);
      const settled = await settle(person, id);
      expect(settled).toMatchObject({
        status: 'rejected',
        moderationStatus: 'rejected',
        failureCode: code,
        downloadUrl: null,
        processing: { state: 'failed', error: code },
      });
      await expectOnlyStatus(person.fetch(`${attachmentPath(id)}/content`), 404);
    },
    120_000,
  );

  test('a file that does not begin like its type is refused before it is stored', async () => {
    const files = { ...FOREIGN, playlist: text(PLAYLIST), text: text('hello, world') };
    for (const [name, bytes] of Object.entries(files)) {
      for (const type of ['image/jpeg', 'video/mp4', 'video/webm', 'image/gif', 'image/heic']) {
        const { id } = await reserve(person, bytes.length, type);
        const answer = await sendContent(person, id, bytes);
        expect([name, type, answer.status]).toEqual([name, type, 415]);
        expect((await readDescriptor(person, id)).attachment.status).toBe('reserved');
      }
    }
  }, 60_000);
});
