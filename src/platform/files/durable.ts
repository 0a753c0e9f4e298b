// Atomic and durable file operations. A file is written under a temporary name in its target folder and then renamed.
// Durability is separate: `flushFileSystem` makes everything written durable at once, `syncFile` and `syncFolder` a
// single entry. Temporary names contain the mark of their process, so that leftovers of dead processes can be swept.
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openNativeFiles } from './native.ts';
import { processMark, readProcessState } from './process-identity.ts';

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const TEMPORARY_PREFIX = '.tmp-';
/** A leftover whose process state is unknown is swept after a day. */
const UNKNOWN_LEFTOVER_MS = 24 * 60 * 60 * 1000;

const instance = randomBytes(4).toString('hex');
let serial = 0;

/** `errno` name of a system error (`ENOENT`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the error means that there is no such file. */
export function isAbsence(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** What was read; undefined where there is no such file. */
export async function ifPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The same of a synchronous read. */
export function ifPresentSync<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** A name in `folder` that no other process, worker or call uses. */
export function temporaryPath(folder: string): string {
  serial += 1;
  return `${folder}/${TEMPORARY_PREFIX}${processMark()}.${instance}.${serial}`;
}

export const isTemporaryName = (name: string): boolean => name.startsWith(TEMPORARY_PREFIX);

/** Whether a temporary file belongs to a dead process. */
export function isLeftover(name: string, modifiedAt: number, now: number): boolean {
  const mark = name.slice(TEMPORARY_PREFIX.length).split('.')[0] ?? '';
  const state = readProcessState(mark);
  return state === 'dead' || (state !== 'alive' && now - modifiedAt > UNKNOWN_LEFTOVER_MS);
}

/** Opens a new file for writing. Creates its folder if it is missing. */
export function createFile(path: string): number {
  return inFolder(dirname(path), () => openSync(path, 'wx', FILE_MODE));
}

/** Moves a file. Creates the target folder if it is missing. */
export function moveFile(from: string, to: string): void {
  inFolder(dirname(to), () => renameSync(from, to));
}

/** Retries a few times, since another process may remove the new folder as empty before it is used. */
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

/** Writes all bytes, with as many calls as needed. */
export function writeFully(descriptor: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.byteLength) done += writeSync(descriptor, bytes, done, bytes.byteLength - done);
}

/** Replaces `target` atomically. Does not make it durable. */
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

/** Removes a file, which may already be gone. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already gone, or the sweep removes it later.
  }
}

/** Removes the empty folders above a removed file, up to `root`. */
export function removeEmptyFolders(root: string, path: string): void {
  try {
    for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Not empty, or already gone.
  }
}

/** `fsync` failed. Written data may be lost, and a repeated sync would not report it. */
export class SyncFailure extends Error {
  override readonly name = 'SyncFailure';
  /** `errno` name of the system error. */
  readonly code: string;
  constructor(cause: unknown) {
    super('The system could not make a file durable', { cause });
    this.code = errorCode(cause) ?? 'EIO';
  }
}

/** Makes the content of one file durable. Does nothing if the file is gone. Throws SyncFailure. */
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

/** Makes the names in a folder durable. Systems that cannot open folders do this by themselves. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await syncFile(path);
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Creates a folder and its parents durably. */
export async function makeFolderDurably(path: string): Promise<void> {
  const first = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
}

/**
 * Flushes the whole file system that contains `root`: `syncfs`, else `sync -f`. False when neither is available, so
 * that the caller must sync file by file. Throws SyncFailure when the system reports lost data.
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
