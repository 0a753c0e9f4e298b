// Free space of the disk that holds a folder, and when that counts as none.
import { statfsSync } from 'node:fs';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Two segments of PostgreSQL's log, which stops when it cannot have another one. */
const FULL_BYTES = 32 * 1024 * 1024;

/** Undefined where the folder does not exist or the system does not tell. */
export function measureDisk(folder: string): DiskSpace | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Whether there is no room for what the service has to write. Reading continues. */
export const isDiskFull = (folder: string): boolean => (measureDisk(folder)?.freeBytes ?? FULL_BYTES) < FULL_BYTES;
