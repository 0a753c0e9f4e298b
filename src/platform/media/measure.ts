// Reads how large a picture is and how long a sound lasts from a few kilobytes of the file, for whoever shows it. Nothing is
// decoded and nothing is proven: a wrong file gives a wrong size or none, which moves a layout and harms nobody.
import { closeSync, openSync, readSync } from 'node:fs';
import { readMp3Frame } from './mp3-frame.ts';

/** Pixels of a picture as displayed, or the length of a sound. */
export type MediaMeasure = { readonly width: number; readonly height: number } | { readonly seconds: number };

const SUFFIX = /\.(png|jpe?g|webp|gif|mp3|wav|m4a)$/i;
/** Enough for the headers of nearly every picture. */
const HEAD_BYTES = 4096;
/** Camera pictures have a preview and colour tables before their size. */
const LONG_HEAD_BYTES = 256 * 1024;
const SIDE_MAX = 65_535;

/** Whether a file of this path may be measured. */
export const isMeasurable = (path: string): boolean => SUFFIX.test(path);

interface Source {
  readonly size: number;
  read(start: number, length: number): DataView;
}

/** Measures the file at `realPath`, whose kind is the suffix of `path`; undefined when it cannot be told. */
export function measureFile(realPath: string, path: string, size: number): MediaMeasure | undefined {
  const kind = SUFFIX.exec(path)?.[1]?.toLowerCase();
  if (kind === undefined || size === 0) return undefined;
  let descriptor: number | undefined;
  try {
    const opened = openSync(realPath, 'r');
    descriptor = opened;
    const source: Source = {
      size,
      read: (start, length) => {
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - start)));
        const count = bytes.length === 0 ? 0 : readSync(opened, bytes, 0, bytes.length, start);
        return new DataView(bytes.buffer, bytes.byteOffset, count);
      },
    };
    return checked(READERS[kind]?.(source));
  } catch {
    // A file that vanished, or headers that lead beyond its end.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function checked(measure: MediaMeasure | undefined): MediaMeasure | undefined {
  if (measure === undefined) return undefined;
  if ('seconds' in measure) {
    return Number.isFinite(measure.seconds) && measure.seconds > 0
      ? { seconds: Math.round(measure.seconds * 100) / 100 }
      : undefined;
  }
  const { width, height } = measure;
  return width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX ? measure : undefined;
}

type Reader = (source: Source) => MediaMeasure | undefined;

const textAt = (view: DataView, at: number, length: number): string =>
  Buffer.from(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at))).toString(
    'latin1',
  );

/** A picture whose suffix is another one's is measured as what it is. */
const readPicture: Reader = (source) => {
  const head = source.read(0, HEAD_BYTES);
  if (textAt(head, 1, 3) === 'PNG') return { width: head.getUint32(16), height: head.getUint32(20) };
  if (textAt(head, 0, 4) === 'GIF8') return { width: head.getUint16(6, true), height: head.getUint16(8, true) };
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP') return readWebp(head);
  return head.getUint16(0) === 0xffd8 ? readJpeg(source.read(0, LONG_HEAD_BYTES)) : undefined;
};

/** RFC 9649, section 2. */
function readWebp(head: DataView): MediaMeasure | undefined {
  switch (textAt(head, 12, 4)) {
    case 'VP8X':
      return { width: 1 + (head.getUint32(24, true) & 0xffffff), height: 1 + (head.getUint32(26, true) >>> 8) };
    case 'VP8L': {
      const bits = head.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}

/** Walks the segments to the frame header (T.81, B.2); orientations 5 to 8 of Exif lie on their side. */
function readJpeg(view: DataView): MediaMeasure | undefined {
  let isTurned = false;
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    if (marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (marker >> 8 !== 0xff) return undefined;
    if (marker === 0xffe1 && textAt(view, at + 4, 4) === 'Exif') isTurned = orientationAt(view, at + 10) >= 5;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const ORIENTATION = 0x0112;
const TAGS_MAX = 64;

function orientationAt(view: DataView, start: number): number {
  if (start + 8 > view.byteLength) return 1;
  const little = textAt(view, start, 2) === 'II';
  const directory = start + view.getUint32(start + 4, little);
  if (directory + 2 > view.byteLength) return 1;
  const count = Math.min(view.getUint16(directory, little), TAGS_MAX);
  for (let at = directory + 2; at < directory + 2 + count * 12 && at + 12 <= view.byteLength; at += 12) {
    if (view.getUint16(at, little) === ORIENTATION) return view.getUint16(at + 8, little);
  }
  return 1;
}

/** By the number of frames of the encoder's info frame, else by the bit rate of the first frame. */
const readMp3: Reader = ({ size, read }) => {
  let start = 0;
  for (let head = read(0, 10); textAt(head, 0, 3) === 'ID3'; head = read(start, 10)) {
    const length = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.getUint8(at) & 0x7f), 0);
    start += 10 + length + ((head.getUint8(5) & 0x10) === 0 ? 0 : 10);
  }
  const view = read(start, HEAD_BYTES);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const offset = bytes.indexOf(0xff);
  const frame = offset < 0 ? undefined : readMp3Frame(bytes, offset);
  if (frame === undefined) return undefined;
  const text = textAt(view, offset, 200);
  const info = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  const isLong = frame.version === 3;
  if (info > 0 && (view.getUint32(offset + info + 4) & 1) === 1) {
    return { seconds: (view.getUint32(offset + info + 8) * (isLong ? 1152 : 576)) / frame.sampleRate };
  }
  return { seconds: ((size - start) * 8) / (frame.bitrate * 1000) };
};

const readWav: Reader = ({ size, read }) => {
  const view = read(0, HEAD_BYTES);
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WAVE') return undefined;
  let rate = 0;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    const name = textAt(view, at, 4);
    if (name === 'fmt ') rate = view.getUint32(at + 16, true);
    if (name === 'data') return { seconds: Math.min(length, size - at - 8) / rate };
    at += 8 + length + (length % 2);
  }
  return undefined;
};

const BOXES_MAX = 64;

/** The movie header among the boxes of the file (ISO 14496-12, 8.2.2), which stand at its begin or its end. */
const readM4a: Reader = ({ size, read }) => {
  let at = 0;
  for (let count = 0; count < BOXES_MAX && at + 8 <= size; count++) {
    const head = read(at, 16);
    const short = head.getUint32(0);
    const length = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? size - at : short;
    if (length < 8) return undefined;
    if (textAt(head, 4, 4) === 'moov') {
      const movie = read(at, HEAD_BYTES);
      const header = textAt(movie, 0, HEAD_BYTES).indexOf('mvhd') + 4;
      if (header < 8) return undefined;
      const isLong = movie.getUint8(header) === 1;
      const scale = movie.getUint32(header + (isLong ? 20 : 12));
      const units = isLong ? Number(movie.getBigUint64(header + 24)) : movie.getUint32(header + 16);
      return { seconds: units / scale };
    }
    at += length;
  }
  return undefined;
};

const READERS: Readonly<Record<string, Reader>> = {
  png: readPicture,
  jpg: readPicture,
  jpeg: readPicture,
  webp: readPicture,
  gif: readPicture,
  mp3: readMp3,
  wav: readWav,
  m4a: readM4a,
};
