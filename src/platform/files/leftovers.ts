// Removes leftovers of dead processes below a folder: temporary files and abandoned locks. Files of live processes
// stay. Files whose process state is unknown are removed once they are old enough (durable.ts and lock.ts define the
// ages).
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, isLeftover, isTemporaryName, removeEmptyFolders, removeQuietly } from './durable.ts';
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
  for (const entry of (await ifPresent(readdir(folder, { withFileTypes: true }))) ?? []) {
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
  const found = await ifPresent(stat(path));
  return found !== undefined && isLeftover(name, found.mtimeMs, Date.now());
}
