// A lock file: created exclusively, contains the mark of its process, removed on release. The lock of a dead holder is
// broken under the kernel's lock (flock) on the same file, so only one process removes it and nobody removes a
// successor's lock. For critical sections of milliseconds; long work uses leases.
import { closeSync, fstatSync, linkSync, openSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFile, errorCode, isAbsence, removeQuietly, temporaryPath, writeFully } from './durable.ts';
import { openNativeFiles } from './native.ts';
import { processMark, readProcessState } from './process-identity.ts';

/** A holder of unknown state (another container, unreadable content) counts as dead after this time. */
const UNKNOWN_HOLDER_MS = 30_000;
const WAIT_MS = 30_000;

/** Suffix of lock files. */
export const LOCK_SUFFIX = '.lock';

export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/** Runs `work` while holding the lock file `path`. Throws LockTimeout after waiting for half a minute. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + WAIT_MS;
  for (let pauseMs = 2; !takeLock(path); pauseMs = Math.min(50, pauseMs * 2)) {
    breakAbandonedLock(path);
    if (performance.now() > deadline) throw new LockTimeout(`The lock ${path} is held by another process`);
    await Bun.sleep(pauseMs * (0.5 + Math.random()));
  }
  try {
    return await work();
  } finally {
    removeQuietly(path);
  }
}

function takeLock(path: string): boolean {
  // Hard-linked from a complete file, so a lock always names its holder.
  const temporary = temporaryPath(dirname(path));
  const descriptor = createFile(temporary);
  try {
    writeFully(descriptor, Buffer.from(processMark()));
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') return takeWithoutLink(path);
    throw error;
  } finally {
    removeQuietly(temporary);
  }
}

function takeWithoutLink(path: string): boolean {
  try {
    const descriptor = createFile(path);
    writeFully(descriptor, Buffer.from(processMark()));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the lock's holder is gone. */
export function isLockAbandoned(path: string): boolean {
  return withLockFile(path, isAbandoned);
}

/** Removes an abandoned lock; true when it was removed. */
export function breakAbandonedLock(path: string): boolean {
  return withLockFile(path, (descriptor) => {
    const { lockExclusively } = openNativeFiles();
    if (lockExclusively !== undefined && !lockExclusively(descriptor)) return false;
    if (!isAbandoned(descriptor) || statSync(path).ino !== fstatSync(descriptor).ino) return false;
    unlinkSync(path);
    return true;
  });
}

function isAbandoned(descriptor: number): boolean {
  const state = readProcessState(readFileSync(descriptor, 'utf8'));
  return state === 'dead' || (state !== 'alive' && Date.now() - fstatSync(descriptor).mtimeMs > UNKNOWN_HOLDER_MS);
}

/** Opens a lock file for `work`; false when the file is gone. */
function withLockFile(path: string, work: (descriptor: number) => boolean): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    return work(descriptor);
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
