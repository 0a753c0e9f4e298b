// Temporary folders for processing one file (decoding, converting), and the error for a full disk, which says nothing
// about the file. Detected by error number, so a disk quota counts like a full disk. The name of a folder has the mark of
// its process, so that what a killed process leaves behind is removed by the next one.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './durable.ts';
import { processMark, readProcessState } from './process-identity.ts';

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

const PREFIX = 'livehouse-work-';
const NAME = new RegExp(`^${PREFIX}[a-z]+-(.+)\\.[^.]+$`);
/** No work takes so long. Then it does not matter whether its process is known here. */
const AGE_MAX_MS = 24 * 3_600_000;

/** Creates an empty folder. Throws NoRoom. */
export function makeWorkFolder(kind: 'picture' | 'video'): Promise<string> {
  return inRoom(() => mkdtemp(join(tmpdir(), `${PREFIX}${kind}-${processMark()}.`)));
}

/** Removes folders of dead processes. What cannot be removed belongs to another user and stays. */
export async function sweepWorkFolders(): Promise<void> {
  const place = tmpdir();
  for (const name of await readdir(place).catch(() => [])) {
    const state = readProcessState(NAME.exec(name)?.[1] ?? '');
    const path = join(place, name);
    if (state === 'dead' || (state === 'unknown' && (await isOld(path)))) {
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function isOld(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs > AGE_MAX_MS;
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
