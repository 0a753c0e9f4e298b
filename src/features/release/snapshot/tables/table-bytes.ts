// What all text formats have in common: the size limit, UTF-8 without NUL, and a cap on reported errors.
import { isUtf8 } from 'node:buffer';
import type { Finding } from '../../common/finding.ts';

/** Levels of nesting. */
export const DEPTH_MAX = 100;

/** Of a YAML file. */
export const YAML_BYTES_MAX = 32 * 1024 * 1024;

/** Errors of one file that are reported individually. */
const ERRORS_PER_FILE = 50;

/** Characters of a text from the file that a message repeats. */
const SHOWN_LENGTH = 200;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Bytes at the beginning of a file that show whether every second one is NUL; fewer than the least show nothing. */
const SAMPLE_BYTES = 64;
const SAMPLE_BYTES_MIN = 8;

export interface TableErrors {
  /** Reports an error. False when the file has more than are reported, and reading should end. */
  report(code: string, message: string, path?: string): boolean;
  readonly count: number;
  /** Whether reading should end. */
  readonly isFull: boolean;
}

/** Collects the errors of one file. The one after the last that is reported says only that there are more. */
export function createTableErrors(file: string, report: (finding: Finding) => void): TableErrors {
  let count = 0;
  return {
    report(code, message, path = '') {
      count++;
      if (count <= ERRORS_PER_FILE) report({ severity: 'error', file, path, code, message });
      else if (count === ERRORS_PER_FILE + 1) {
        report({ severity: 'error', file, path: '', code, message: 'There are more errors; reading stopped here.' });
      }
      return count <= ERRORS_PER_FILE;
    },
    get count() {
      return count;
    },
    get isFull() {
      return count > ERRORS_PER_FILE;
    },
  };
}

/** At most so many characters of what a file holds, for a message. */
export function shortenText(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** Checks size and encoding. Returns where the text begins, after a byte order mark; undefined after an error. */
export function startOfText(
  bytes: Uint8Array,
  bytesMax: number,
  invalidCode: string,
  errors: TableErrors,
): number | undefined {
  if (bytes.byteLength > bytesMax) {
    errors.report('file_too_large', `The file has ${bytes.byteLength} bytes; at most ${bytesMax} are read.`);
    return undefined;
  }
  if (isUtf16(bytes)) {
    errors.report('unsupported_encoding', 'The file is encoded as UTF-16. Save it as UTF-8.');
    return undefined;
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    errors.report(invalidCode, `Line ${lineAt(bytes, nul)}: a NUL character, which no text contains.`);
    return undefined;
  }
  if (!isUtf8(bytes)) {
    const line = lineOfInvalidText(bytes);
    errors.report('unsupported_encoding', `Line ${line}: not valid UTF-8. Save the file as UTF-8.`);
    return undefined;
  }
  return hasByteOrderMark(bytes) ? 3 : 0;
}

export const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** A byte order mark of UTF-16, or NUL at every second place of the beginning. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const length = Math.min(bytes.byteLength, SAMPLE_BYTES) & ~1;
  const nuls = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) nuls[at & 1] = (nuls[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  return length >= SAMPLE_BYTES_MIN && Math.max(even, odd) > length / 4 && Math.min(even, odd) === 0;
}

/** Number of the line of an offset. Lines end with `\n`, `\r\n` or `\r`. */
function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) line++;
  }
  return line;
}

function lineOfInvalidText(bytes: Uint8Array): number {
  let start = 0;
  while (start < bytes.byteLength) {
    const end = bytes.indexOf(LINE_FEED, start);
    const next = end < 0 ? bytes.byteLength : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) break;
    start = next;
  }
  return lineAt(bytes, start);
}
