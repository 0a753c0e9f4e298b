// Hashes one of the operator's files and stores it under its digest. Small files are read at once into a reused buffer;
// large ones are streamed to a temporary file while they are hashed. Synchronous, since it runs in workers, or in the
// main thread for a few files. Memory use is a few MiB at most.
import { chmodSync, closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import {
  createFile,
  errorCode,
  FILE_MODE,
  moveFile,
  removeQuietly,
  temporaryPath,
  writeAtomically,
  writeFully,
} from '../../files/durable.ts';
import type { IngestItem, IngestResult } from '../objects.ts';
import { BlockHasher, type Digests } from './block-hasher.ts';

const PIECE_BYTES = 1024 * 1024;
/** A larger file is not read in the first pass, so that one worker does not get all large files. */
const UNSEEN_BYTES_MAX = 16 * 1024 * 1024;

/** A file of the operator that cannot be ingested: it is unreadable, or changed while being read. */
export class IngestError extends Error {
  override readonly name = 'IngestError';
  readonly path: string;
  readonly reason: 'file_unreadable' | 'file_changed';
  constructor(path: string, reason: 'file_unreadable' | 'file_changed', detail: string) {
    super(detail);
    this.path = path;
    this.reason = reason;
  }
}

/** Path of content below the content folder. */
const contentFile = (contentFolder: string, sha256: string): string =>
  `${contentFolder}/${sha256.slice(0, 2)}/${sha256}`;

/** Whether content of this size is stored. A file of another size (truncated by a power failure) does not count. */
export function isContentStored(path: string, bytes: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === bytes;
}

/** Facts about a file of unknown size, and its digest unless the file is large. */
interface SeenFile {
  readonly stat: Stats;
  readonly result: IngestResult | undefined;
}

export interface Ingester {
  /** Hashes and stores a file of known size. Throws IngestError. */
  ingest(item: IngestItem): IngestResult;
  /** Stats a file and, up to 16 MiB, hashes and stores it. Throws IngestError. */
  ingestUnseen(path: string, hashOnly: boolean): SeenFile;
}

/** A reusable ingester. `contentFolder` is the absolute path of the folder with the 256 content folders. */
export function createIngester(contentFolder: string): Ingester {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES + 1);
  const known = new Set<string>();

  const store = (item: IngestItem, content: Uint8Array): IngestResult => {
    const sha256 = Bun.SHA256.hash(content, 'hex');
    const result = { sha256, bytes: item.bytes, blocks: undefined };
    if (item.hashOnly || known.has(sha256)) return { ...result, written: false };
    known.add(sha256);
    const target = contentFile(contentFolder, sha256);
    if (isContentStored(target, item.bytes)) return { ...result, written: false };
    writeAtomically(target, content);
    return { ...result, written: true };
  };

  const ingestLarge = (item: IngestItem): IngestResult => {
    const isTaken = item.isTaken === true && !item.hashOnly;
    const temporary = item.hashOnly || isTaken ? undefined : temporaryPath(contentFolder);
    const output = temporary === undefined ? undefined : createFile(temporary);
    try {
      let digests: Digests;
      try {
        digests = streamLarge(item, buffer.subarray(0, PIECE_BYTES), output);
      } finally {
        if (output !== undefined) closeSync(output);
      }
      const result = { ...digests, bytes: item.bytes };
      if (item.hashOnly) return { ...result, written: false };
      const target = contentFile(contentFolder, digests.sha256);
      if (isContentStored(target, item.bytes)) {
        if (temporary !== undefined) removeQuietly(temporary);
        return { ...result, written: false };
      }
      if (temporary !== undefined) moveFile(temporary, target);
      else if (!takeFile(item.path, target)) return ingestLarge({ ...item, isTaken: false });
      return { ...result, written: true };
    } catch (error) {
      if (temporary !== undefined) removeQuietly(temporary);
      throw error;
    }
  };

  return {
    ingest: (item) => {
      if (item.bytes > PIECE_BYTES) return ingestLarge(item);
      const descriptor = openSource(item.path);
      try {
        return store(item, readSmall(item, descriptor, buffer));
      } finally {
        closeSync(descriptor);
      }
    },
    ingestUnseen: (path, hashOnly) => {
      const descriptor = openSource(path);
      try {
        const stat = fstatSync(descriptor);
        const item = { path, bytes: stat.size, hashOnly };
        if (!stat.isFile() || stat.size > UNSEEN_BYTES_MAX) return { stat, result: undefined };
        const small = stat.size <= PIECE_BYTES;
        return { stat, result: small ? store(item, readSmall(item, descriptor, buffer)) : ingestLarge(item) };
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

/** Moves a file into the store, accessible as what the store writes; false when it is on another file system. */
function takeFile(path: string, target: string): boolean {
  chmodSync(path, FILE_MODE);
  try {
    moveFile(path, target);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return false;
    throw error;
  }
}

function openSource(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function readSource(item: IngestItem, descriptor: number, target: Uint8Array, offset: number): number {
  try {
    return readSync(descriptor, target, offset, target.byteLength - offset, null);
  } catch (error) {
    throw unreadable(item.path, error);
  }
}

function unreadable(path: string, cause: unknown): IngestError {
  const error = new IngestError(path, 'file_unreadable', `The file cannot be read (${errorCode(cause) ?? cause})`);
  error.cause = cause;
  return error;
}

function changed(item: IngestItem): IngestError {
  return new IngestError(item.path, 'file_changed', 'The file changed while it was being published');
}

function readSmall(item: IngestItem, descriptor: number, buffer: Buffer): Uint8Array {
  // Reads one byte more than expected to detect a file that has grown.
  const room = buffer.subarray(0, item.bytes + 1);
  let filled = 0;
  for (;;) {
    const read = readSource(item, descriptor, room, filled);
    filled += read;
    if (read === 0 || filled > item.bytes) break;
    // A short read means the end of the file; no further read is needed.
    if (filled === item.bytes) break;
  }
  if (filled !== item.bytes) throw changed(item);
  return room.subarray(0, item.bytes);
}

function streamLarge(item: IngestItem, piece: Uint8Array, output: number | undefined) {
  const hasher = new BlockHasher(item.bytes, item.hasBlocks);
  let total = 0;
  const descriptor = openSource(item.path);
  try {
    for (;;) {
      const read = readSource(item, descriptor, piece, 0);
      if (read === 0) break;
      total += read;
      if (total > item.bytes) throw changed(item);
      const bytes = piece.subarray(0, read);
      hasher.update(bytes);
      if (output !== undefined) writeFully(output, bytes);
    }
  } finally {
    closeSync(descriptor);
  }
  if (total !== item.bytes) throw changed(item);
  return hasher.digests();
}
