// Parts of large objects on disk. The first copy of a part is written directly to its offset in one file per upload,
// the `whole`. Writing there requires creating the part's slot, a hard link to that file; each slot is taken once, so
// no two writers share a range. Every further copy of a part is a separate file. When all parts that count are in their
// slots, the whole only needs to be hashed and moved; otherwise the parts are copied into a new file. `secure` makes
// the object durable. The upload's folder is removed as one. The etag contains a checksum, which detects a part that
// was damaged later. Digests are computed while parts arrive (running-digests.ts).
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, linkSync, openSync, renameSync, write, writeSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { partKey, partsPrefix } from '../../../kernel/object-key.ts';
import {
  createFile,
  errorCode,
  ifPresent,
  makeFolderDurably,
  moveFile,
  removeQuietly,
  syncFile,
  syncFolder,
  temporaryPath,
} from '../../files/durable.ts';
import { openNativeFiles } from '../../files/native.ts';
import { type ObjectParts, PartDamaged, type PartUpload, SourceLength, type StoredPart } from '../objects.ts';
import { JoinDamaged, type Joined, type PartJoiner } from './part-joiner.ts';
import { RunningDigests } from './running-digests.ts';

const ETAG = /^([0-9a-f]{8})-[0-9a-f]{16}$/;
const HANDLE_BYTES = 16;
const TRIES = 5;
const SLOT = '.slot';

const nameUpload = (): string => randomBytes(HANDLE_BYTES).toString('hex');
const isSlot = (token: string): boolean => token.endsWith(SLOT);

/** The parts interface of the disk store. `pathOf` maps a key to its file. System errors propagate. */
export function openDiskParts(
  pathOf: (key: string) => string,
  joiner: PartJoiner,
): Omit<Required<ObjectParts>, 'sweep'> {
  const folderOf = ({ handle }: PartUpload): string => pathOf(partsPrefix(handle)).replace(/\/$/, '');
  const wholeOf = (upload: PartUpload): string => `${folderOf(upload)}/whole`;
  const fileOf = ({ handle }: PartUpload, token: string): string => pathOf(partKey(handle, token));
  const digests = new RunningDigests(joiner);

  /** The digest computed during the upload, if the file is unchanged since its writers finished. */
  async function digestOf(upload: PartUpload, parts: readonly StoredPart[]): Promise<Joined | undefined> {
    const found = await ifPresent(stat(wholeOf(upload), { bigint: true }));
    return found && digests.conclude(upload.handle, parts, found.mtimeNs);
  }

  return {
    overwrites: false,
    nameUpload,
    begin: async () => nameUpload(),

    write: async (upload, partNumber, source, bytes, offset) => {
      const slot = `${partNumber}${SLOT}`;
      const copy = randomBytes(8).toString('hex');
      const etagOf = (sum: number): string => `${sum.toString(16).padStart(8, '0')}-${copy}`;
      if (offset !== undefined && takeSlot(wholeOf(upload), fileOf(upload, slot))) {
        try {
          const descriptor = openSync(wholeOf(upload), constants.O_RDWR | constants.O_CREAT, 0o600);
          try {
            openNativeFiles().reserveRange?.(descriptor, offset, bytes);
            const place = { path: wholeOf(upload), start: offset };
            const sum = await receive(descriptor, source, bytes, offset, (received, sum) =>
              digests.grow(upload.handle, partNumber, { ...place, bytes: received, sum }),
            );
            const part = { token: slot, bytes, etag: etagOf(sum) };
            digests.follow(upload.handle, partNumber, {
              part,
              source: { ...place, bytes, sum },
              modifiedNs: fstatSync(descriptor, { bigint: true }).mtimeNs,
            });
            return part;
          } catch (error) {
            digests.retract(upload.handle, partNumber);
            // While the slot exists this writer owns the range, so the space of a partial body can be freed.
            openNativeFiles().releaseRange?.(descriptor, offset, bytes);
            throw error;
          } finally {
            closeSync(descriptor);
          }
        } catch (error) {
          // Its only writer has stopped, so the slot is free again.
          removeQuietly(fileOf(upload, slot));
          throw error;
        }
      }
      const temporary = temporaryPath(folderOf(upload));
      const descriptor = createFile(temporary);
      let sum = 0;
      try {
        try {
          sum = await receive(descriptor, source, bytes, 0);
        } finally {
          closeSync(descriptor);
        }
        const token = `${partNumber}.${copy}`;
        moveFile(temporary, fileOf(upload, token));
        return { token, bytes, etag: etagOf(sum) };
      } catch (error) {
        removeQuietly(temporary);
        throw error;
      }
    },

    finish: async (upload, parts) => {
      const target = pathOf(upload.key);
      const bytes = parts.reduce((total, part) => total + part.bytes, 0);
      if ((await sizeOf(target)) === bytes) return joiner.hash([{ path: target, bytes }]);
      let start = 0;
      const sources = parts.map((part) => {
        const inPlace = isSlot(part.token);
        const path = inPlace ? wholeOf(upload) : fileOf(upload, part.token);
        const source = { path, start: inPlace ? start : 0, bytes: part.bytes, sum: sumOf(part) };
        start += part.bytes;
        return source;
      });
      const [only] = parts;
      const isWhole = parts.every((part) => isSlot(part.token));
      try {
        if (isWhole || (only !== undefined && parts.length === 1)) {
          const digest = (isWhole ? await digestOf(upload, parts) : undefined) ?? (await joiner.hash(sources));
          moveFile(isWhole || only === undefined ? wholeOf(upload) : fileOf(upload, only.token), target);
          return digest;
        }
        const temporary = temporaryPath(folderOf(upload));
        try {
          const digest = await joiner.join(sources, temporary);
          moveFile(temporary, target);
          return digest;
        } finally {
          removeQuietly(temporary);
        }
      } catch (error) {
        if (error instanceof JoinDamaged) throw new PartDamaged(partNumberOf(parts[error.index]));
        throw error;
      }
    },

    secure: async (key) => {
      const target = pathOf(key);
      await syncFile(target);
      // The folder and its parents may be new, too.
      let folder = target;
      for (const _ of key.split('/')) {
        folder = dirname(folder);
        await syncFolder(folder);
      }
    },

    drop: async (upload, token) => {
      // A slot is never reused, since a slow writer may still be writing to it.
      if (!isSlot(token)) await rm(fileOf(upload, token), { force: true });
    },

    abort: async (upload) => {
      digests.forget(upload.handle);
      await rm(folderOf(upload), { recursive: true, force: true });
    },
  };
}

/** Copies a file into the store, durably. */
export async function copyDurably(joiner: PartJoiner, path: string, target: string) {
  const folder = dirname(target);
  const { size } = await stat(path);
  const temporary = temporaryPath(folder);
  await makeFolderDurably(folder);
  try {
    const digest = await joiner.join([{ path, bytes: size }], temporary);
    renameSync(temporary, target);
    await syncFolder(folder);
    return digest;
  } finally {
    removeQuietly(temporary);
  }
}

const partNumberOf = (part: StoredPart | undefined): number => Number(part?.token.split('.')[0] ?? 0);
const sumOf = (part: StoredPart): number => Number.parseInt(ETAG.exec(part.etag)?.[1] ?? '', 16);

const sizeOf = async (path: string): Promise<number | undefined> => (await ifPresent(stat(path)))?.size;

/**
 * Creates a part's slot; false when it exists. A hard link to the whole is much cheaper than a separate file, which is
 * the fallback on file systems without hard links.
 */
function takeSlot(whole: string, slot: string): boolean {
  for (let tries = TRIES; ; tries--) {
    try {
      linkSync(whole, slot);
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return false;
      if (code !== 'ENOENT') return makeMarker(slot);
      if (tries === 0) throw error;
    }
    makeMarker(whole);
  }
}

/** Creates an empty file; false when it exists. */
function makeMarker(path: string): boolean {
  try {
    closeSync(createFile(path));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Writes a stream of exactly `bytes` bytes at `offset`, with back-pressure. `onWritten` receives the bytes written so
 * far and their checksum. Returns the checksum of all bytes.
 */
async function receive(
  descriptor: number,
  source: AsyncIterable<Uint8Array>,
  bytes: number,
  offset: number,
  onWritten: (bytes: number, sum: number) => void = () => {},
): Promise<number> {
  let received = 0;
  let sum = 0;
  let at = offset;
  for await (const piece of source) {
    received += piece.byteLength;
    if (received > bytes) throw new SourceLength(`More than ${bytes} bytes`);
    sum = crc32(piece, sum);
    await writePiece(descriptor, piece, at);
    at += piece.byteLength;
    onWritten(received, sum);
  }
  if (received < bytes) throw new SourceLength(`${received} of ${bytes} bytes`);
  return sum;
}

/**
 * A slower write had to wait for the processor or the disk. Several slow writes in a row mean that the disk is
 * saturated.
 */
const WAITED_MS = 50;
const WAITS_IN_A_ROW = 4;
/** While the disk is saturated, and for this long afterwards, writes run off the event loop. */
const BESIDE_MS = 5_000;
let besideUntil = 0;
let waitsInARow = 0;
const writeBeside = promisify(write);

/**
 * Bytes per write call. NOTE: for larger writes the kernel allocates large memory blocks, which are slow to obtain in a
 * virtual machine.
 */
const WRITE_BYTES = 131_072;

/**
 * Writes a chunk at its offset. A synchronous write only copies into the page cache, which is faster than handing it to
 * another thread and frees the chunk at once. Only while the disk is saturated do writes run on another thread.
 */
async function writePiece(descriptor: number, piece: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < piece.byteLength; ) {
    const rest = Math.min(piece.byteLength - done, WRITE_BYTES);
    const startedAt = performance.now();
    if (startedAt < besideUntil) {
      done += (await writeBeside(descriptor, piece, done, rest, offset + done)).bytesWritten;
      continue;
    }
    done += writeSync(descriptor, piece, done, rest, offset + done);
    const now = performance.now();
    waitsInARow = now - startedAt > WAITED_MS ? waitsInARow + 1 : 0;
    if (waitsInARow === WAITS_IN_A_ROW) {
      besideUntil = now + BESIDE_MS;
      waitsInARow = 0;
    }
  }
}
