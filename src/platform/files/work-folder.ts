// Folders for work on one file (decoding, converting) among the temporary files, and the one failure of theirs that says
// nothing about the file: that there is no room. Told by error numbers alone, so that quotas count like full disks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './durable.ts';

/** There is no room for the work: worth another try later, however often. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Exit code by which a child says that it found no room for its results. */
export const EXIT_NO_ROOM = 28;

const PROBE_BYTES = 64 * 1024;

/** Whether a system error says that the disk is full, or the user's share of it. */
export function isRoomError(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Makes an empty folder whose name begins with `prefix`. Throws NoRoom. */
export function makeWorkFolder(prefix: string): Promise<string> {
  return inRoom(() => mkdtemp(join(tmpdir(), prefix)));
}

/** For after a failure whose cause is not told: throws NoRoom when even a little more cannot be written beside it. */
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
