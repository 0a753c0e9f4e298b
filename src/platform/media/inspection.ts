// Inspects the structure of uploaded files to the last byte without decoding: pictures (image-inspection.ts), GIF, HEIC
// and HEIF, MP4 and MOV, WebM. Returns dimensions, number of frames and duration. Refuses, with a public code, anything
// that is not exactly one well-formed file of its declared type, or that references other files. Pure. A decoder makes
// the final decision. Formats: GIF89a; ISO/IEC 14496-12 and 23008-12; QuickTime File Format; RFC 8794 and the WebM
// container guidelines.
import { Fault, inspectPicture, isForbidden, PICTURE_TYPES, type PictureFault, View } from './image-inspection.ts';

const INSPECTED_TYPES = [
  ...PICTURE_TYPES,
  'image/gif',
  'image/heic',
  'image/heif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const;
export type InspectedType = (typeof INSPECTED_TYPES)[number];

export type MediaFault = PictureFault;

export interface MediaFacts {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** As declared by the container; undefined when it declares none. */
  readonly durationMs?: number | undefined;
  /** Clockwise rotation for display, in degrees. Width and height are as displayed. */
  readonly rotation?: number | undefined;
}

export type MediaInspection =
  | { readonly ok: true; readonly facts: MediaFacts }
  | { readonly ok: false; readonly fault: MediaFault };

/** Limits of decoded pixels per picture and, for an animation, summed over its frames (decisions, "Attachments"). */
export const PIXELS_MAX = 100_000_000;
const ANIMATION_PIXELS_MAX = 200_000_000;

const BROKEN = {
  'image/jpeg': 'invalid_jpeg_container',
  'image/png': 'invalid_png_container',
  'image/webp': 'invalid_webp_container',
  'image/gif': 'invalid_gif_container',
  'image/heic': 'invalid_heic_container',
  'image/heif': 'invalid_heic_container',
  'video/mp4': 'invalid_video_container',
  'video/quicktime': 'invalid_video_container',
  'video/webm': 'invalid_webm_container',
} as const satisfies Readonly<Record<InspectedType, MediaFault>>;

const PICTURE_BRANDS = /^(?:heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|mif2|msf1)$/;
const VIDEO_BRANDS =
  /^(?:isom|iso[2-9a-c]|mp4[12]|mp71|avc1|hvc1|hev1|dash|M4V |M4VH|M4VP|MSNV|NDSC|f4v |3gp[4-9]|3g2[abc]|qt {2}|cmfc|cmfs|piff)$/;

const isInspected = (text: string): text is InspectedType => INSPECTED_TYPES.some((type) => type === text);

/** Why a file with these first bytes is not of this type; undefined when it may be. */
export function judgeHead(head: Uint8Array, mediaType: string): MediaFault | undefined {
  if (isForbidden(head)) return 'forbidden_container';
  if (!isInspected(mediaType)) return 'forbidden_container';
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 256)).toString('latin1');
  return startsLike(text, mediaType) ? undefined : BROKEN[mediaType];
}

function startsLike(text: string, mediaType: InspectedType): boolean {
  switch (mediaType) {
    case 'image/jpeg':
      return text.startsWith('\xff\xd8\xff');
    case 'image/png':
      return text.startsWith('\x89PNG\r\n\x1a\n');
    case 'image/webp':
      return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP';
    case 'image/gif':
      return /^GIF8[79]a/.test(text);
    case 'image/heic':
    case 'image/heif':
    case 'video/mp4':
    case 'video/quicktime':
      return text.slice(4, 8) === 'ftyp';
    case 'video/webm':
      return text.startsWith('\x1a\x45\xdf\xa3');
  }
}

/** Inspects a whole file declared as `mediaType`. */
export function inspectMedia(bytes: Uint8Array, mediaType: InspectedType): MediaInspection {
  try {
    const early = judgeHead(bytes, mediaType);
    if (early !== undefined) throw new Fault(early);
    const facts = walk(bytes, mediaType);
    if (facts.width === 0 || facts.height === 0) throw new Fault('invalid_image_dimensions');
    const pixels = facts.width * facts.height;
    if (pixels > PIXELS_MAX || pixels * facts.frames > ANIMATION_PIXELS_MAX) {
      throw new Fault('image_dimensions_exceeded');
    }
    return { ok: true, facts };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

function walk(bytes: Uint8Array, mediaType: InspectedType): MediaFacts {
  const file = new View(bytes, BROKEN[mediaType]);
  switch (mediaType) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/webp': {
      const picture = inspectPicture(bytes, mediaType);
      if (!picture.ok) throw new Fault(picture.fault);
      return { width: picture.facts.width, height: picture.facts.height, frames: 1, durationMs: undefined };
    }
    case 'image/gif':
      return walkGif(file);
    case 'image/heic':
    case 'image/heif':
      return walkHeic(file);
    case 'video/mp4':
    case 'video/quicktime':
      return walkMovie(file);
    case 'video/webm':
      return walkWebm(file);
  }
}

/** Skips the data sub-blocks that start at `start`; returns their end. */
function skipSubBlocks(file: View, start: number): number {
  let at = start;
  for (;;) {
    const length = file.u8(at);
    at += 1 + length;
    if (length === 0) return at;
    file.require(at <= file.size);
  }
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

function walkGif(file: View): MediaFacts {
  const [width, height] = [file.u16(6, true), file.u16(8, true)];
  let at = 13 + tableBytes(file.u8(10));
  let frames = 0;
  for (;;) {
    const introducer = file.u8(at);
    if (introducer === 0x3b) {
      file.require(at + 1 === file.size && frames > 0);
      return { width, height, frames, durationMs: undefined };
    }
    if (introducer === 0x21) at = skipSubBlocks(file, at + 2);
    else {
      file.require(introducer === 0x2c);
      const [left, top] = [file.u16(at + 1, true), file.u16(at + 3, true)];
      const [frameWidth, frameHeight] = [file.u16(at + 5, true), file.u16(at + 7, true)];
      file.require(left + frameWidth <= width && top + frameHeight <= height);
      frames += 1;
      at = skipSubBlocks(file, at + 10 + tableBytes(file.u8(at + 9)) + 1);
    }
  }
}

interface Box {
  readonly type: string;
  readonly body: View;
}

const BOXES_MAX = 100_000;

/** The boxes of a container, which they must fill exactly. */
function listBoxes(container: View, start = 0): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < container.size; ) {
    let header = 8;
    let size = container.u32(at);
    const type = container.text(at + 4, 4);
    if (size === 1) {
      header = 16;
      size = container.u32(at + 8) * 0x1_0000_0000 + container.u32(at + 12);
    } else if (size === 0) size = container.size - at;
    container.require(size >= header && at + size <= container.size && boxes.length < BOXES_MAX);
    boxes.push({ type, body: container.part(at + header, size - header) });
    at += size;
  }
  return boxes;
}

const findAll = (boxes: readonly Box[], type: string): readonly View[] =>
  boxes.filter((box) => box.type === type).map((box) => box.body);

function requireOne(file: View, boxes: readonly Box[], type: string): View {
  const [found, ...others] = findAll(boxes, type);
  return found === undefined || others.length > 0 ? file.fail() : found;
}

/** The boxes of the file. The first must be a `ftyp` with a matching brand. */
function openBoxes(file: View, brands: RegExp): readonly Box[] {
  const boxes = listBoxes(file);
  const [first] = boxes;
  if (first?.type !== 'ftyp') return file.fail();
  const { body } = first;
  const names: string[] = [body.text(0, 4)];
  for (let at = 8; at + 4 <= body.size; at += 4) names.push(body.text(at, 4));
  file.require(names.some((name) => brands.test(name)));
  file.require(boxes.every(({ type }) => /^[\x20-\x7e\xa9]{4}$/.test(type)));
  return boxes;
}

/** `mpvd` and `sefd` are the motion-photo video and vendor data that phones add. */
const PICTURE_BOXES = /^(?:ftyp|meta|mdat|free|skip|wide|moov|uuid|mini|mpvd|sefd)$/;

function walkHeic(file: View): MediaFacts {
  const boxes = openBoxes(file, PICTURE_BRANDS);
  file.require(boxes.every(({ type }) => PICTURE_BOXES.test(type)));
  const meta = listBoxes(requireOne(file, boxes, 'meta'), 4);
  const properties = listBoxes(requireOne(file, listBoxes(requireOne(file, meta, 'iprp')), 'ipco'));
  const sizes = findAll(properties, 'ispe').map((box) => ({ width: box.u32(4), height: box.u32(8) }));
  // The sizes include tiles and previews; the largest is the whole picture.
  const whole = sizes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a), sizes[0] ?? file.fail());
  return { ...whole, frames: 1, durationMs: undefined };
}

function walkMovie(file: View): MediaFacts {
  const boxes = openBoxes(file, VIDEO_BRANDS);
  const movie = listBoxes(requireOne(file, boxes, 'moov'));
  // A reference movie only points to other files.
  file.require(findAll(movie, 'rmra').length === 0 && boxes.some(({ type }) => type === 'mdat'));
  const header = requireOne(file, movie, 'mvhd');
  const is64 = header.u8(0) === 1;
  const scale = header.u32(is64 ? 20 : 12);
  const length = is64 ? header.u32(24) * 0x1_0000_0000 + header.u32(28) : header.u32(16);
  let video: { readonly width: number; readonly height: number; readonly rotation: number } | undefined;
  for (const track of findAll(movie, 'trak')) {
    const inner = listBoxes(track);
    const media = listBoxes(requireOne(file, inner, 'mdia'));
    const information = findAll(media, 'minf')[0];
    if (information !== undefined) requireSelfContained(information);
    const handler = findAll(media, 'hdlr')[0];
    if (handler?.text(8, 4) !== 'vide' || video !== undefined) continue;
    const trackHeader = requireOne(file, inner, 'tkhd');
    const at = trackHeader.u8(0) === 1 ? 88 : 76;
    const [width, height] = [trackHeader.u32(at) >>> 16, trackHeader.u32(at + 4) >>> 16];
    const rotation = readRotation(trackHeader, at - 36);
    video = rotation % 180 === 0 ? { width, height, rotation } : { width: height, height: width, rotation };
  }
  if (video === undefined || scale === 0) return file.fail();
  return { ...video, frames: 1, durationMs: Math.round((length / scale) * 1000) };
}

/** Rotation of a transformation matrix (14496-12, 8.3.2) in quarter turns; any other transformation counts as none. */
function readRotation(header: View, at: number): number {
  const [a, b] = [header.u32(at) | 0, header.u32(at + 4) | 0];
  if (a !== 0) return a < 0 ? 180 : 0;
  return b > 0 ? 90 : b < 0 ? 270 : 0;
}

/** Samples must be in this file: data references to other files are refused. */
function requireSelfContained(information: View): void {
  for (const dinf of findAll(listBoxes(information), 'dinf')) {
    for (const dref of findAll(listBoxes(dinf), 'dref')) {
      for (const { body } of listBoxes(dref, 8)) dref.require((body.u8(3) & 1) === 1);
    }
  }
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const DOC_TYPE = 0x4282;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACK_ENTRY = 0xae;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const ELEMENTS_MAX = 2_000_000;

interface Element {
  readonly id: number;
  readonly at: number;
  /** Undefined: extends to the end of its parent. */
  readonly length: number | undefined;
}

/** Identifier and length of the element at `start`. */
function readElement(file: View, start: number): Element {
  const first = file.u8(start);
  const idBytes = Math.clz32(first) - 23;
  file.require(idBytes <= 4);
  let id = 0;
  for (let i = 0; i < idBytes; i++) id = id * 256 + file.u8(start + i);
  const sizeAt = start + idBytes;
  const lead = file.u8(sizeAt);
  const sizeBytes = Math.clz32(lead) - 23;
  file.require(sizeBytes <= 8);
  const mask = (1 << (8 - sizeBytes)) - 1;
  let length = lead & mask;
  let isUnknown = length === mask;
  for (let i = 1; i < sizeBytes; i++) {
    const byte = file.u8(sizeAt + i);
    isUnknown &&= byte === 0xff;
    length = length * 256 + byte;
  }
  return { id, at: sizeAt + sizeBytes, length: isUnknown ? undefined : length };
}

function walkWebm(file: View): MediaFacts {
  const head = readElement(file, 0);
  file.require(head.id === EBML && head.length !== undefined);
  const headBody = file.part(head.at, head.length ?? 0);
  const docType = listElements(headBody).find(({ id }) => id === DOC_TYPE)?.body;
  if (docType?.text(0, docType.size).replace(/\0+$/, '') !== 'webm') return file.fail();
  const facts = { width: 0, height: 0, hasSegment: false, scale: 1_000_000, length: undefined as number | undefined };
  let elements = 0;
  let at = head.at + (head.length ?? 0);
  while (at < file.size) {
    const element = readElement(file, at);
    elements += 1;
    file.require(elements <= ELEMENTS_MAX);
    // In live recordings the lengths of the segment and its clusters are unknown, so both are walked element by
    // element.
    if (element.id === SEGMENT || element.id === CLUSTER) {
      file.require(element.id === SEGMENT ? !facts.hasSegment : facts.hasSegment);
      file.require(element.length === undefined || element.at + element.length <= file.size);
      facts.hasSegment = true;
      at = element.at;
      continue;
    }
    if (!facts.hasSegment || element.length === undefined) return file.fail();
    const body = file.part(element.at, element.length);
    if (element.id === INFO) {
      const inner = listElements(body);
      const scale = inner.find(({ id }) => id === TIMESTAMP_SCALE)?.body;
      if (scale !== undefined) facts.scale = readNumber(scale);
      const length = inner.find(({ id }) => id === DURATION)?.body;
      if (length !== undefined) facts.length = readFloat(length);
    } else if (element.id === TRACKS) {
      for (const track of listElements(body).filter(({ id }) => id === TRACK_ENTRY)) {
        const video = listElements(track.body).find(({ id }) => id === VIDEO);
        if (video === undefined || facts.width > 0) continue;
        for (const { id, body: value } of listElements(video.body)) {
          if (id === PIXEL_WIDTH) facts.width = readNumber(value);
          if (id === PIXEL_HEIGHT) facts.height = readNumber(value);
        }
      }
    }
    at = element.at + element.length;
  }
  file.require(at === file.size && facts.hasSegment && facts.width > 0);
  const durationMs = facts.length === undefined ? undefined : Math.round((facts.length * facts.scale) / 1_000_000);
  return { width: facts.width, height: facts.height, frames: 1, durationMs };
}

function listElements(parent: View): readonly { readonly id: number; readonly body: View }[] {
  const found: { id: number; body: View }[] = [];
  for (let at = 0; at < parent.size; ) {
    const { id, at: start, length } = readElement(parent, at);
    parent.require(length !== undefined && found.length < BOXES_MAX);
    found.push({ id, body: parent.part(start, length ?? 0) });
    at = start + (length ?? 0);
  }
  return found;
}

function readNumber(body: View): number {
  body.require(body.size >= 1 && body.size <= 6);
  let value = 0;
  for (let i = 0; i < body.size; i++) value = value * 256 + body.u8(i);
  return value;
}

function readFloat(body: View): number {
  const view = new DataView(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength);
  body.require(body.size === 4 || body.size === 8);
  const value = body.size === 4 ? view.getFloat32(0) : view.getFloat64(0);
  body.require(Number.isFinite(value) && value >= 0);
  return value;
}
