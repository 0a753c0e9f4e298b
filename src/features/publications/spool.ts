// Large objects while they arrive: one file each in the data directory, whose length is the number of bytes received. A
// request may write from any offset within the file; its bytes stay when its connection breaks or this process dies. A
// kernel lock on the file excludes a second writer, also from another process. Small objects never come here.
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../kernel/refusal.ts';
import { errorCode, FILE_MODE, ifPresent } from '../../platform/files/durable.ts';
import { openNativeFiles } from '../../platform/files/native.ts';
import { isRoomError } from '../../platform/files/work-folder.ts';

interface SpooledObject {
  readonly path: string;
  /** Bytes that are held. */
  readonly held: number;
  /** Writes a stream from `offset`, and returns the bytes that are held then. Refuses what is beyond `end`. */
  write(offset: number, end: number, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Removes the file. */
  discard(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Spool {
  /** Bytes that are held of an object. */
  heldOf(id: string, sha256: string): Promise<number>;
  /** Opens an object for its only writer. Refuses with `object_busy`. */
  open(id: string, sha256: string): Promise<SpooledObject>;
  /** Removes what is left of a publication. */
  remove(id: string): Promise<void>;
  /** Publications that have a folder. */
  list(): Promise<readonly string[]>;
}

/** Opens the spool of a data directory. */
export function openSpool(dataDirectory: string): Spool {
  const root = join(dataDirectory, 'publications');
  const pathOf = (id: string, sha256: string): string => join(root, id, sha256);
  /** Objects with a writer in this process; the lock alone would do where the system has one. */
  const busy = new Set<string>();
  return {
    heldOf: async (id, sha256) => (await ifPresent(stat(pathOf(id, sha256))))?.size ?? 0,
    open: async (id, sha256) => {
      const path = pathOf(id, sha256);
      if (busy.has(path)) throw new Refusal('object_busy');
      busy.add(path);
      let file: FileHandle | undefined;
      try {
        file = await openLocked(join(root, id), path);
        return spoolObject(file, path, (await file.stat()).size, () => busy.delete(path));
      } catch (error) {
        busy.delete(path);
        await file?.close();
        throw isRoomError(error) ? new Refusal('storage_full', { cause: error }) : error;
      }
    },
    remove: (id) => rm(join(root, id), { recursive: true, force: true }),
    list: () => readdir(root).catch(() => []),
  };
}

async function openLocked(folder: string, path: string): Promise<FileHandle> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = await openExisting(path);
  const { lockExclusively } = openNativeFiles();
  const isOwn = lockExclusively === undefined || lockExclusively(file.fd);
  // The file that is locked must be the one that has the name: its last writer may just have taken it away.
  const isNamed = isOwn && (await stat(path).catch(() => undefined))?.ino === (await file.stat()).ino;
  if (isNamed) return file;
  await file.close();
  throw new Refusal('object_busy');
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return open(path, 'wx+', FILE_MODE).catch((cause: unknown) => {
      throw errorCode(cause) === 'EEXIST' ? new Refusal('object_busy') : cause;
    });
  }
}

function spoolObject(file: FileHandle, path: string, held: number, free: () => void): SpooledObject {
  return {
    path,
    held,
    write: async (offset, end, source) => {
      let at = offset;
      try {
        for await (const piece of source) {
          if (at + piece.byteLength > end) throw new Refusal('size_mismatch');
          for (let done = 0; done < piece.byteLength; ) {
            const { bytesWritten } = await file.write(piece, done, piece.byteLength - done, at);
            done += bytesWritten;
            at += bytesWritten;
          }
        }
      } catch (error) {
        throw isRoomError(error) ? new Refusal('storage_full', { cause: error }) : error;
      }
      return Math.max(held, at);
    },
    discard: () => rm(path, { force: true }),
    [Symbol.asyncDispose]: async () => {
      free();
      await file.close();
    },
  };
}
