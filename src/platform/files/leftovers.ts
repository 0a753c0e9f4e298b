// Removes leftovers of dead processes below a folder: temporary files and abandoned locks. Files of live processes
// stay. Files whose process state is unknown are removed once they are old enough (durable.ts and lock.ts define the
// ages).
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, isLeftover, isTemporaryName, removeEmptyFolders, removeQuietly } from './durable.ts';
import { breakAbandonedLock, isLockAbandoned, LOCK_SUFFIX } from './lock.ts';

/**
 * Removes leftovers below `root` and folders that become empty. Returns the number of files found; with `dryRun` they
 * stay.
 */
export function sweepLeftovers(root: string, dryRun = false): Promise<number> {
  return sweepBelow(root, root, dryRun);
}

async function sweepBelow(root: string, folder: string, dryRun: boolean): Promise<number> {
  let swept = 0;
  for (const entry of await listFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) swept += await sweepBelow(root, path, dryRun);
    else if (isTemporaryName(entry.name) && (await isLeftoverFile(path, entry.name))) {
      swept += 1;
      if (!dryRun) removeQuietly(path);
    } else if (entry.name.endsWith(LOCK_SUFFIX) && (dryRun ? isLockAbandoned(path) : breakAbandonedLock(path))) {
      swept += 1;
    } else continue;
    if (!dryRun) removeEmptyFolders(root, path);
  }
  return swept;
}

async function isLeftoverFile(path: string, name: string): Promise<boolean> {
  try {
    return isLeftover(name, (await stat(path)).mtimeMs, Date.now());
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

async function listFolder(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
