// The file of an upload: reading its parts, and checksums that recognise it when it is chosen again.

/** Bytes at each end of a file that its fingerprint covers. */
const END_BYTES = 65_536;
const KEY_BYTES = 16;

/** What is needed of a file. A `File` of a browser has it, and `Bun.file()` with a name. */
export interface UploadSource {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of bytes. NOTE: browsers offer SHA-256 in secure contexts only, so not over plain HTTP in a local network. */
export function checksumOf(buffer: ArrayBuffer): number {
  let sum = 0xffffffff;
  for (const byte of new Uint8Array(buffer)) sum = (sum >>> 8) ^ (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** Identifies a file by its size, its name and checksums of its two ends. */
export async function fingerprintOf(file: UploadSource): Promise<string> {
  const ends = [file.slice(0, END_BYTES), file.slice(Math.max(0, file.size - END_BYTES), file.size)];
  const sums = await Promise.all(ends.map(async (end) => hex(checksumOf(await end.arrayBuffer()), 8)));
  return [file.size, ...sums, file.name].join('-');
}

/** A new `Idempotency-Key`. NOTE: `randomUUID` exists in secure contexts only, `getRandomValues` everywhere. */
export const freshKey = (): string =>
  `web-${Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => hex(byte, 2)).join('')}`;

/** The parts of a file of `size` bytes, and the checksums of those that were read. */
export class SourceParts {
  readonly checksums = new Map<number, number>();
  readonly #size: number;
  readonly #partBytes: number;

  constructor(size: number, partBytes: number) {
    this.#size = size;
    this.#partBytes = partBytes;
  }

  /** Position and length of part `number`, from 1. */
  range(number: number): { readonly start: number; readonly bytes: number } {
    const start = (number - 1) * this.#partBytes;
    return { start, bytes: Math.max(0, Math.min(this.#partBytes, this.#size - start)) };
  }

  async read(file: UploadSource, number: number): Promise<ArrayBuffer> {
    const { start, bytes } = this.range(number);
    const buffer = await file.slice(start, start + bytes).arrayBuffer();
    // Fewer bytes than announced: the file was shortened since it was chosen.
    if (buffer.byteLength !== bytes) throw new RangeError('the file has another size now');
    this.checksums.set(number, checksumOf(buffer));
    return buffer;
  }
}
