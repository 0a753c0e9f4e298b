// Atomic and durable files: written under a temporary name in the folder of their target, then renamed. Durability is
// apart from atomicity: `flushFileSystem` makes everything written durable at once, `syncFile` and `syncFolder` one
// thing. Temporary names carry the mark of their process, so that leftovers of dead ones can be swept.
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openNativeFiles } from './native.ts';
import { processMark, readProcessState } from './process-identity.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const TEMPORARY_PREFIX = '.tmp-';
/** A leftover whose process cannot be judged is swept after a day. */
const UNKNOWN_LEFTOVER_MS = 24 * 60 * 60 * 1000;

const instance = randomBytes(4).toString('hex');
let serial = 0;

/** `errno` name of a system error (`ENOENT`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the error says that there is no such file. */
export function isAbsence(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** A name in `folder` that no other process, worker or call uses. */
export function temporaryPath(folder: string): string {
  serial += 1;
  return `${folder}/${TEMPORARY_PREFIX}${processMark()}.${instance}.${serial}`;
}

export const isTemporaryName = (name: string): boolean => name.startsWith(TEMPORARY_PREFIX);

/** Whether a temporary file was left by a process that is gone. */
export function isLeftover(name: string, modifiedAt: number, now: number): boolean {
  const mark = name.slice(TEMPORARY_PREFIX.length).split('.')[0] ?? '';
  const state = readProcessState(mark);
  return state === 'dead' || (state !== 'alive' && now - modifiedAt > UNKNOWN_LEFTOVER_MS);
}

/** Opens a new file for writing; its folder is made when it is missing. */
export function createFile(path: string): number {
  return inFolder(dirname(path), () => openSync(path, 'wx', FILE_MODE));
}

/** Moves a file; the folder it goes to is made when it is missing. */
export function moveFile(from: string, to: string): void {
  inFolder(dirname(to), () => renameSync(from, to));
}

/** Somebody else may remove the folder as empty right after we made it: a few more tries. */
function inFolder<T>(folder: string, work: () => T): T {
  for (let tries = 5; ; tries--) {
    try {
      return work();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || tries === 0) throw error;
    }
    try {
      mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** Writes all bytes, however many calls that takes. */
export function writeFully(descriptor: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.byteLength) done += writeSync(descriptor, bytes, done, bytes.byteLength - done);
}

/** Replaces `target` atomically; not durable yet. */
export function writeAtomically(target: string, bytes: Uint8Array): void {
  const temporary = temporaryPath(dirname(target));
  const descriptor = createFile(temporary);
  try {
    try {
      writeFully(descriptor, bytes);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** Removes a file that may be gone already. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone, or left for the sweep.
  }
}

/** Removes the folder of a removed file and those above it, up to `root`, as far as they are empty. */
export function removeEmptyFolders(root: string, path: string): void {
  try {
    for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Not empty, or gone.
  }
}

/** The system could not make a file durable: what was written may be lost, and a second sync would not tell. */
export class SyncFailure extends Error {
  override readonly name = 'SyncFailure';
  /** `errno` name of the system error. */
  readonly code: string;
  constructor(cause: unknown) {
    super('The system could not make a file durable', { cause });
    this.code = errorCode(cause) ?? 'EIO';
  }
}

/** Makes the content of one file durable; a file that is gone is nothing to do. Throws SyncFailure. */
export async function syncFile(path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isAbsence(error)) return;
    throw error;
  }
  try {
    await handle.sync().catch((cause: unknown) => {
      throw new SyncFailure(cause);
    });
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable; systems that cannot open folders keep them by themselves. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await syncFile(path);
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Makes a folder with its parents, each durable in its own parent. */
export async function makeFolderDurably(path: string): Promise<void> {
  const first = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
}

/**
 * Writes out the whole file system below `root`: `syncfs`, else `sync -f`. False when neither is to be had, so that
 * the caller syncs file by file. Throws SyncFailure when the system reports that data was lost.
 */
export async function flushFileSystem(root: string): Promise<boolean> {
  const { syncFileSystem } = openNativeFiles();
  if (syncFileSystem !== undefined) {
    const descriptor = openSync(root, 'r');
    try {
      if (!syncFileSystem(descriptor)) throw new SyncFailure(new Error('syncfs reported lost writes'));
      return true;
    } finally {
      closeSync(descriptor);
    }
  }
  if (process.platform !== 'linux') return false;
  try {
    return (await Bun.spawn(['sync', '-f', root], { stdout: 'ignore', stderr: 'ignore' }).exited) === 0;
  } catch {
    return false;
  }
}
