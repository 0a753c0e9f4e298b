// Checks whether bytes are a constant-rate MP3, which the app's decoder requires (protocol sheet, 1.5). Walks every
// frame header (MPEG 1, 2 and 2.5, layer III); tags before and after are allowed. Pure.
import { type Mp3Frame, readMp3Frame } from '../../../platform/media/mp3-frame.ts';

/** The reason why the sound is not a constant-rate MP3, or undefined when it is. */
export function findMp3Fault(bytes: Uint8Array): string | undefined {
  const end = endOfSound(bytes);
  let at = startOfSound(bytes);
  let first: Mp3Frame | undefined;
  let frames = 0;
  while (at + 4 <= end) {
    const frame = readMp3Frame(bytes, at);
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
