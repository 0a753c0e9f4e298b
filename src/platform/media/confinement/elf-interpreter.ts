// Reads the dynamic loader of a Linux program (`/lib64/ld-linux-x86-64.so.2`). The kernel executes the loader together
// with the program, so a sandbox that allows the program must also allow its loader.
import { closeSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 65_536;
const MAGIC = 0x7f454c46;
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
const SEGMENT_INTERPRETER = 3;

/**
 * The loader; undefined for a static program and for files that are not 64-bit little-endian programs. Throws when the
 * file cannot be read.
 */
export function readInterpreter(program: string): string | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(program, 'r');
  const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
  closeSync(descriptor);
  const head = bytes.subarray(0, length);
  if (length < 64 || head.readUInt32BE(0) !== MAGIC || head[4] !== CLASS_64 || head[5] !== LITTLE_ENDIAN)
    return undefined;
  const [table, size, count] = [Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56)];
  for (let at = table; at < table + size * count && at + 40 <= length; at += size) {
    if (head.readUInt32LE(at) !== SEGMENT_INTERPRETER) continue;
    const [start, bytesLong] = [Number(head.readBigUInt64LE(at + 8)), Number(head.readBigUInt64LE(at + 32))];
    return head.toString('utf8', start, start + bytesLong).replace(/\0.*$/s, '');
  }
  return undefined;
}
