// The structural inspection of pictures: valid pictures yield their facts, every truncation and every appended byte is
// a fault, and it never throws.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  append,
  cut,
  FOREIGN,
  insertPngChunk,
  makeAnimatedPng,
  makeAnimatedWebp,
  makeJpeg,
  makePng,
  makePngBomb,
  makeWebp,
  ZIP,
} from '../../../tests/fixtures/pictures.ts';
import {
  inspectPicture,
  PICTURE_TYPES,
  type PictureFault,
  type PictureInspection,
  type PictureType,
} from './image-inspection.ts';

const GOOD: readonly (readonly [name: string, type: PictureType, bytes: Uint8Array])[] = [
  ['jpeg', 'image/jpeg', await makeJpeg(40, 30)],
  ['png', 'image/png', await makePng(40, 30)],
  ['lossy webp', 'image/webp', await makeWebp(40, 30)],
  ['lossless webp', 'image/webp', await makeWebp(40, 30, true)],
];
const fault = (name: PictureFault): PictureInspection => ({ ok: false, fault: name });
const facts = (width: number, height: number, orientation = 1): PictureInspection => ({
  ok: true,
  facts: { width, height, orientation },
});

describe.each(GOOD)('%s', (_name, type, bytes) => {
  test('its dimensions are read', () => {
    expect(inspectPicture(bytes, type)).toEqual(facts(40, 30));
  });

  test('is refused under another type', () => {
    for (const other of PICTURE_TYPES.filter((candidate) => candidate !== type)) {
      expect(inspectPicture(bytes, other).ok).toBe(false);
    }
  });

  test('it is refused when truncated anywhere or followed by other data', () => {
    for (let length = 0; length < bytes.length; length += 1)
      expect(inspectPicture(cut(bytes, length), type).ok).toBe(false);
    for (const tail of [ZIP, Buffer.from('<script>'), Buffer.from([1])]) {
      expect(inspectPicture(append(bytes, tail), type).ok).toBe(false);
    }
  });

  test('no changed byte makes the inspection throw', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const changed = new Uint8Array(bytes);
        changed[at] = value;
        const outcome = inspectPicture(changed, type);
        if (outcome.ok) expect(outcome.facts.width).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});

test('orientation 5 to 8 swaps the sides', async () => {
  expect(inspectPicture(await makeJpeg(40, 30, 3), 'image/jpeg')).toEqual(facts(40, 30, 3));
  expect(inspectPicture(await makeJpeg(40, 30, 6), 'image/jpeg')).toEqual(facts(30, 40, 6));
});

test('additional pictures of a camera and padding may follow a JPEG, a truncated picture may not', async () => {
  const [first, second] = [await makeJpeg(40, 30), await makeJpeg(16, 16)];
  expect(inspectPicture(append(append(first, second), new Uint8Array(9)), 'image/jpeg')).toEqual(facts(40, 30));
  expect(inspectPicture(append(first, cut(second, second.length - 2)), 'image/jpeg').ok).toBe(false);
});

/** Trailing data as Samsung phones append it: blocks followed by their directory. */
function makeNotes(...texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const blocks = texts.map((text) => Buffer.from(`\0\0\x01\x0a\x04\0\0\0Note${text}`, 'latin1'));
  const entries = blocks.map((block, index) => {
    const entry = Buffer.from('\0\0\x01\x0a\0\0\0\0\0\0\0\0', 'latin1');
    entry.writeUInt32LE(Buffer.concat(blocks.slice(index)).length, 4);
    entry.writeUInt32LE(block.length, 8);
    return entry;
  });
  const head = Buffer.from('SEFH\x6b\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(blocks.length, 8);
  const directory = Buffer.concat([head, ...entries]);
  const end = Buffer.from('\0\0\0\0SEFT', 'latin1');
  end.writeUInt32LE(directory.length);
  return new Uint8Array(Buffer.concat([...blocks, directory, end]));
}

test('a motion photo and the trailer of a phone may follow a JPEG; malformed ones may not', async () => {
  const picture = await makeJpeg(40, 30);
  const notes = makeNotes('1795268951843', 'film of the moment');
  const film = new Uint8Array(
    Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0\0\0\0\x0cmdatWORD\0\0\0\x01moov\0\0\0\0\0\0\0\x12xx', 'latin1'),
  );
  const second = await makeJpeg(16, 16);
  for (const tail of [notes, film, append(film, notes), append(second, notes), append(append(second, film), notes)]) {
    expect(inspectPicture(append(picture, tail), 'image/jpeg')).toEqual(facts(40, 30));
  }
  for (const tail of [
    cut(notes, notes.length - 1),
    notes.subarray(20),
    cut(film, film.length - 1),
    append(notes, film),
    append(film, ZIP),
    append(ZIP, notes),
    new Uint8Array(Buffer.from('SEFH\x6b\0\0\0\xff\xff\xff\xff\0\0\0\0SEFT', 'latin1')),
    ZIP,
  ]) {
    expect(inspectPicture(append(picture, new Uint8Array(tail)), 'image/jpeg')).toEqual(
      fault('invalid_jpeg_container'),
    );
  }
});

test('an Exif segment of a JPEG must be valid', async () => {
  const bytes = Buffer.from(await makeJpeg(40, 30, 6));
  const at = bytes.indexOf('Exif\0\0') + 6;
  bytes.write('XX', at);
  expect(inspectPicture(bytes, 'image/jpeg')).toEqual(fault('invalid_jpeg_container'));
});

test('animations are refused with their own fault', async () => {
  expect(inspectPicture(await makeAnimatedPng(), 'image/png')).toEqual(fault('animated_images_not_allowed'));
  expect(inspectPicture(await makeAnimatedWebp(), 'image/webp')).toEqual(fault('animated_images_not_allowed'));
});

test.each(Object.entries(FOREIGN))('%s is refused as forbidden under every media type', (_name, bytes) => {
  for (const type of PICTURE_TYPES) expect(inspectPicture(bytes, type)).toEqual(fault('forbidden_container'));
});

test('the size of a PNG is the size that it declares', async () => {
  expect(inspectPicture(makePngBomb(8, 8, { width: 60_000, height: 60_000 }), 'image/png')).toEqual(
    facts(60_000, 60_000),
  );
  expect(inspectPicture(makePngBomb(8, 8, { width: 0, height: 8 }), 'image/png')).toEqual(
    fault('invalid_image_dimensions'),
  );
  expect(inspectPicture(insertPngChunk(await makePng(8, 8), 'IHDR', new Uint8Array(13)), 'image/png').ok).toBe(false);
  expect(inspectPicture(insertPngChunk(await makePng(8, 8), 'tEXt', Buffer.from('a\0b')), 'image/png')).toEqual(
    facts(8, 8),
  );
});

test('a WebP whose canvas hides the size of its picture is refused', async () => {
  const inner = Buffer.from(await makeWebp(40, 30)).subarray(12);
  const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x07\0\0\x07\0\0', 'latin1');
  const body = Buffer.concat([Buffer.from('WEBP'), canvas, inner]);
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0', 'latin1'), body]);
  file.writeUInt32LE(body.length, 4);
  expect(inspectPicture(file, 'image/webp')).toEqual(fault('invalid_webp_container'));
});

test('random bytes are faults', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...PICTURE_TYPES), (bytes, type) => {
      expect(inspectPicture(bytes, type).ok).toBe(false);
    }),
  );
});
