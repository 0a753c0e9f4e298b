// Inspects the structure of pictures to the last byte without decoding pixels: type, dimensions, orientation,
// animation. Anything that is not exactly one well-formed still picture of the declared type has a fault with a public
// code: truncated files, other containers, trailing data (polyglots), animation, broken metadata. Pure. Formats: JPEG
// (ITU-T T.81), PNG (third edition), WebP (RFC 9649).

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** The last five belong to other media types (inspection.ts). */
export const MEDIA_FAULTS = [
  'forbidden_container',
  'invalid_jpeg_container',
  'invalid_png_container',
  'invalid_webp_container',
  'invalid_image_dimensions',
  'animated_images_not_allowed',
  'invalid_gif_container',
  'invalid_heic_container',
  'invalid_video_container',
  'invalid_webm_container',
  'image_dimensions_exceeded',
] as const;
export type PictureFault = (typeof MEDIA_FAULTS)[number];

interface PictureFacts {
  /** Pixels as displayed: for orientations 5 to 8 width and height are already swapped. */
  readonly width: number;
  readonly height: number;
  /** Exif orientation, 1 to 8. */
  readonly orientation: number;
}

export type PictureInspection =
  | { readonly ok: true; readonly facts: PictureFacts }
  | { readonly ok: false; readonly fault: PictureFault };

/** Thrown and caught within one inspection. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(fault);
    this.fault = fault;
  }
}

type Walk = (file: View) => PictureFacts;

/** Inspects bytes declared as a picture of this type. */
export function inspectPicture(bytes: Uint8Array, mediaType: PictureType): PictureInspection {
  try {
    if (isForbidden(bytes)) throw new Fault('forbidden_container');
    const facts = WALKS[mediaType](new View(bytes, BROKEN[mediaType]));
    if (facts.width === 0 || facts.height === 0) throw new Fault('invalid_image_dimensions');
    return { ok: true, facts };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** Magic numbers of files that are refused under every media type: archives, documents, programs. */
const FORBIDDEN = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', '%PDF-', '\x7fELF', 'MZ', '\x1f\x8b'] as const;
/** HTML or SVG, which a browser would execute. */
const PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|script|svg|\?xml|!--)/i;

/** Whether the file starts like a forbidden container. */
export function isForbidden(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1');
  return FORBIDDEN.some((start) => head.startsWith(start)) || PAGE.test(head);
}

const BROKEN = {
  'image/jpeg': 'invalid_jpeg_container',
  'image/png': 'invalid_png_container',
  'image/webp': 'invalid_webp_container',
} as const satisfies Readonly<Record<PictureType, PictureFault>>;

const WALKS: Readonly<Record<PictureType, Walk>> = {
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/webp': walkWebp,
};

/** Bounds-checked reads. Reading beyond the end throws the fault of the format. */
export class View {
  readonly bytes: Uint8Array;
  readonly broken: PictureFault;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, broken: PictureFault) {
    this.bytes = bytes;
    this.broken = broken;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get size(): number {
    return this.bytes.byteLength;
  }

  fail(): never {
    throw new Fault(this.broken);
  }

  require(condition: boolean): void {
    if (!condition) this.fail();
  }

  u8(at: number): number {
    return this.bytes[at] ?? this.fail();
  }

  u16(at: number, little = false): number {
    this.require(at >= 0 && at + 2 <= this.size);
    return this.#view.getUint16(at, little);
  }

  u32(at: number, little = false): number {
    this.require(at >= 0 && at + 4 <= this.size);
    return this.#view.getUint32(at, little);
  }

  u24Little(at: number): number {
    return this.u16(at, true) | (this.u8(at + 2) << 16);
  }

  /** Latin-1 text of `length` bytes. */
  text(at: number, length: number): string {
    this.require(at + length <= this.size);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + at, length).toString('latin1');
  }

  part(at: number, length: number): View {
    this.require(at >= 0 && length >= 0 && at + length <= this.size);
    return new View(this.bytes.subarray(at, at + length), this.broken);
  }
}

function oriented(width: number, height: number, orientation: number): PictureFacts {
  return orientation >= 5 ? { width: height, height: width, orientation } : { width, height, orientation };
}

const ORIENTATION_TAG = 0x0112;

/** The orientation in an Exif block (TIFF header and first directory); 1 when there is none. */
function readOrientation(exif: View): number {
  const order = exif.text(0, 2);
  exif.require(order === 'II' || order === 'MM');
  const little = order === 'II';
  exif.require(exif.u16(2, little) === 42);
  const directory = exif.u32(4, little);
  const count = exif.u16(directory, little);
  exif.require(directory + 2 + count * 12 <= exif.size);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (exif.u16(entry, little) !== ORIENTATION_TAG) continue;
    const value = exif.u16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;

function walkJpeg(file: View): PictureFacts {
  const first = walkJpegPicture(file, 0);
  // Cameras append more JPEG pictures (previews, depth maps), padding, a motion-photo video, and vendor trailers.
  // Nothing else may follow.
  const end = findNotes(file, first.end);
  for (let at = first.end; at < end; ) {
    if (file.bytes[at] === 0 && !isFilm(file, at)) at += 1;
    else if (file.bytes[at] === 0xff) at = walkJpegPicture(file, at).end;
    else at = skipFilm(file, at, end);
  }
  return first.facts;
}

/**
 * Start of the trailer that Samsung phones append, which ends in a directory (`SEFH` … `SEFT`); the file's end when
 * there is none.
 */
function findNotes(file: View, from: number): number {
  const { size } = file;
  if (size - from < 20 || file.text(size - 4, 4) !== 'SEFT') return size;
  const directory = size - 8 - file.u32(size - 8, true);
  file.require(directory >= from && file.text(directory, 4) === 'SEFH');
  const count = file.u32(directory + 8, true);
  file.require(directory + 12 + 12 * count === size - 8);
  let start = directory;
  for (let i = 0; i < count; i++) {
    const entry = directory + 12 + 12 * i;
    const note = directory - file.u32(entry + 4, true);
    file.require(note >= from && note + file.u32(entry + 8, true) <= directory);
    start = Math.min(start, note);
  }
  return start;
}

/** Whether MP4 boxes start here. */
const isFilm = (file: View, at: number): boolean => at + 8 <= file.size && file.text(at + 4, 4) === 'ftyp';

/** Skips the boxes of an MP4, which must fill the rest. */
function skipFilm(file: View, start: number, end: number): number {
  file.require(isFilm(file, start));
  let at = start;
  while (at < end) {
    const short = file.u32(at);
    const size = short === 1 ? file.u32(at + 8) * 2 ** 32 + file.u32(at + 12) : short;
    file.require(size >= 8 && at + size <= end && /^[\x20-\x7e]{4}$/.test(file.text(at + 4, 4)));
    at += size;
  }
  return at;
}

/** One JPEG picture from its start marker to its end marker. */
function walkJpegPicture(file: View, start: number): { readonly facts: PictureFacts; readonly end: number } {
  file.require(file.u8(start) === 0xff && file.u8(start + 1) === SOI);
  let at = start + 2;
  let frame: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  let scans = 0;
  for (;;) {
    file.require(file.u8(at) === 0xff);
    while (file.u8(at) === 0xff) at += 1;
    const marker = file.u8(at);
    at += 1;
    if (marker === EOI) break;
    file.require(isSegment(marker));
    const length = file.u16(at);
    file.require(length >= 2);
    const segment = file.part(at + 2, length - 2);
    at += length;
    if (isFrame(marker)) {
      file.require(frame === undefined);
      frame = { height: segment.u16(1), width: segment.u16(3) };
    } else if (marker === APP1 && segment.size >= 6 && segment.text(0, 6) === 'Exif\0\0') {
      orientation = readOrientation(segment.part(6, segment.size - 6));
    } else if (marker === SOS) {
      file.require(frame !== undefined);
      scans += 1;
      at = skipScan(file, at);
    }
  }
  if (frame === undefined || scans === 0) return file.fail();
  return { facts: oriented(frame.width, frame.height, orientation), end: at };
}

/** Markers with a length. Markers without one are not allowed between segments. */
const isSegment = (marker: number): boolean => marker >= 0xc0 && marker !== SOI && !(marker >= 0xd0 && marker <= 0xd7);

/** Start-of-frame markers: C0–CF except tables (C4), extensions (C8) and conditioning (CC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Skips the entropy-coded data of a scan up to the next marker. Stuffed bytes and restart markers belong to the data.
 */
function skipScan(file: View, start: number): number {
  let at = start;
  for (;;) {
    at = file.bytes.indexOf(0xff, at);
    if (at === -1) return file.fail();
    const next = file.u8(at + 1);
    if (next === 0xff) at += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else return at;
  }
}

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
const PNG_SIDE_MAX = 0x7fff_ffff;
/** Colour type → bit depths (PNG, 11.2.1). */
const PNG_DEPTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);

function walkPng(file: View): PictureFacts {
  file.require(file.size >= 8 && file.text(0, 8) === PNG_SIGNATURE);
  let at = 8;
  let header: View | undefined;
  let orientation = 1;
  let data: 'before' | 'inside' | 'after' = 'before';
  for (;;) {
    const length = file.u32(at);
    const type = file.text(at + 4, 4);
    file.require(/^[A-Za-z]{4}$/.test(type));
    const body = file.part(at + 8, length);
    file.u32(at + 8 + length);
    at += length + 12;
    if (header === undefined) {
      file.require(type === 'IHDR' && length === 13);
      header = body;
      continue;
    }
    file.require(type !== 'IHDR');
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') throw new Fault('animated_images_not_allowed');
    if (type === 'eXIf') orientation = readOrientation(body);
    if (type === 'IDAT') {
      file.require(data !== 'after');
      data = 'inside';
    } else if (data === 'inside') data = 'after';
    if (type === 'IEND') {
      file.require(length === 0 && data === 'after' && at === file.size);
      break;
    }
  }
  const [width, height] = [header.u32(0), header.u32(4)];
  if (width > PNG_SIDE_MAX || height > PNG_SIDE_MAX) throw new Fault('invalid_image_dimensions');
  file.require(PNG_DEPTHS.get(header.u8(9))?.includes(header.u8(8)) ?? false);
  file.require(header.u8(10) === 0 && header.u8(11) === 0 && header.u8(12) <= 1);
  return oriented(width, height, orientation);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const WEBP_ANIMATED = 0x02;

function walkWebp(file: View): PictureFacts {
  file.require(file.size >= 20 && file.text(0, 4) === 'RIFF' && file.text(8, 4) === 'WEBP');
  file.require(file.u32(4, true) + 8 === file.size);
  let at = 12;
  let canvas: Size | undefined;
  let picture: Size | undefined;
  let orientation = 1;
  while (at < file.size) {
    const type = file.text(at, 4);
    const length = file.u32(at + 4, true);
    const body = file.part(at + 8, length);
    const isFirst = at === 12;
    at += 8 + length + (length % 2);
    if (type === 'ANIM' || type === 'ANMF') throw new Fault('animated_images_not_allowed');
    if (type === 'VP8X') {
      file.require(isFirst);
      if ((body.u8(0) & WEBP_ANIMATED) !== 0) throw new Fault('animated_images_not_allowed');
      canvas = { width: body.u24Little(4) + 1, height: body.u24Little(7) + 1 };
    } else if (type === 'VP8 ' || type === 'VP8L') {
      file.require(picture === undefined && (isFirst || canvas !== undefined));
      picture = type === 'VP8 ' ? readLossySize(body) : readLosslessSize(body);
    } else if (type === 'EXIF') {
      // Some encoders keep the JPEG prefix.
      const skipped = body.size >= 6 && body.text(0, 6) === 'Exif\0\0' ? 6 : 0;
      orientation = readOrientation(body.part(skipped, body.size - skipped));
    } else file.require(!isFirst);
  }
  file.require(at === file.size);
  if (picture === undefined) return file.fail();
  // A still picture must fill its canvas; otherwise the canvas would misstate its real size.
  file.require(canvas === undefined || (canvas.width === picture.width && canvas.height === picture.height));
  return oriented(picture.width, picture.height, orientation);
}

/** Size in the key-frame header of VP8 (RFC 6386, 9.1). */
function readLossySize(body: View): Size {
  body.require((body.u8(0) & 1) === 0 && body.text(3, 3) === '\x9d\x01\x2a');
  return { width: body.u16(6, true) & 0x3fff, height: body.u16(8, true) & 0x3fff };
}

/** Size in the header of VP8L (RFC 9649, 3.4). */
function readLosslessSize(body: View): Size {
  body.require(body.u8(0) === 0x2f);
  const bits = body.u32(1, true);
  body.require(bits >>> 29 === 0);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
