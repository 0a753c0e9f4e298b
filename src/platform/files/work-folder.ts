// Temporary folders for processing one file (decoding, converting), and the error for a full disk, which says nothing
// about the file. Detected by error number, so a disk quota counts like a full disk.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './durable.ts';

/** The disk is full. The work can be retried later without limit. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Exit code of a child process that could not write its results because the disk is full. */
export const EXIT_NO_ROOM = 28;

const PROBE_BYTES = 64 * 1024;

/** Whether a system error means a full disk or an exceeded disk quota. */
export function isRoomError(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Creates an empty folder whose name starts with `prefix`. Throws NoRoom. */
export function makeWorkFolder(prefix: string): Promise<string> {
  return inRoom(() => mkdtemp(join(tmpdir(), prefix)));
}

/** After a failure of unknown cause: throws NoRoom when not even a small file can be written to the folder. */
export async function requireRoom(folder: string): Promise<void> {
  const probe = join(folder, 'room');
  await inRoom(() => writeFile(probe, Buffer.alloc(PROBE_BYTES)));
  await rm(probe, { force: true });
}

async function inRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRoomError(error) ? new NoRoom('There is no room among the temporary files', { cause: error }) : error;
  }
}
