// Checks whether bytes are a constant-rate MP3, which the app's decoder requires (protocol sheet, 1.5). Walks every
// frame header (MPEG 1, 2 and 2.5, layer III); tags before and after are allowed. Pure.

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

interface Frame {
  readonly bitrate: number;
  readonly sampleRate: number;
  readonly version: number;
  readonly bytes: number;
}

/** The reason why the sound is not a constant-rate MP3, or undefined when it is. */
export function findMp3Fault(bytes: Uint8Array): string | undefined {
  const end = endOfSound(bytes);
  let at = startOfSound(bytes);
  let first: Frame | undefined;
  let frames = 0;
  while (at + 4 <= end) {
    const frame = readFrame(bytes, at);
    if (frame === undefined) {
      // Encoders leave a few stray bytes after the last frame. More than that is an error.
      if (frames > 0 && end - at < 4096) break;
      return frames === 0 ? 'it is no MP3' : `it breaks off after ${frames} frames`;
    }
    // The encoder's info frame contains no sound and may have another bit rate.
    if (frames > 0 || !isNoteFrame(bytes, at, frame.bytes)) {
      first ??= frame;
      if (frame.bitrate !== first.bitrate) return 'its bit rate varies';
      if (frame.sampleRate !== first.sampleRate || frame.version !== first.version) return 'its sample rate varies';
    }
    frames++;
    at += frame.bytes;
  }
  return first === undefined ? 'it is no MP3' : undefined;
}

function readFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const [b0 = 0, b1 = 0, b2 = 0] = bytes.subarray(at, at + 3);
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return undefined;
  const version = (b1 >> 3) & 3;
  const isLayer3 = ((b1 >> 1) & 3) === 1;
  const bitrate = (version === 3 ? BITRATES_V1 : BITRATES_V2)[b2 >> 4];
  const base = SAMPLE_RATES[(b2 >> 2) & 3];
  if (version === 1 || !isLayer3 || bitrate === undefined || bitrate === 0 || base === undefined) return undefined;
  const sampleRate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const padding = (b2 >> 1) & 1;
  return {
    bitrate,
    sampleRate,
    version,
    bytes: Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / sampleRate) + padding,
  };
}

/** Whether the first frame is an info frame (`Xing`, `Info` or `VBRI` in place of sound). */
function isNoteFrame(bytes: Uint8Array, at: number, length: number): boolean {
  const head = Buffer.from(bytes.subarray(at, at + Math.min(length, 64))).toString('latin1');
  return /Xing|Info|VBRI/.test(head);
}

/** Offset after ID3v2 tags and zero padding. */
function startOfSound(bytes: Uint8Array): number {
  let at = 0;
  while (ascii(bytes, at, 3) === 'ID3' && at + 10 <= bytes.length) {
    const size = bytes.subarray(at + 6, at + 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const footer = ((bytes[at + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
    at += 10 + size + footer;
  }
  while (at < bytes.length && bytes[at] === 0) at++;
  return at;
}

/** Offset before ID3v1 and APE tags. */
function endOfSound(bytes: Uint8Array): number {
  let end = bytes.length;
  if (end >= 128 && ascii(bytes, end - 128, 3) === 'TAG') end -= 128;
  if (end >= 32 && ascii(bytes, end - 32, 8) === 'APETAGEX') {
    const view = new DataView(bytes.buffer, bytes.byteOffset + end - 32, 32);
    const withHeader = (view.getUint32(20, true) & 0x80000000) !== 0;
    end -= Math.min(end, view.getUint32(12, true) + (withHeader ? 32 : 0));
  }
  return end;
}

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
