// Plain facts about a local file that holds an object: what tells that it is still the same, asked for synchronously. A
// stat of a file in use takes about two microseconds; through a promise it takes twenty times that.
import { type Stats, statSync } from 'node:fs';
import type { LocalObject } from './objects.ts';

/** Changes when size, mtime, ctime or inode change. */
export function fingerprintOf({
  size,
  mtimeMs,
  ctimeMs,
  ino,
}: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>): string {
  return `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
}

/** Whether the file is still the one that was looked at; false when it cannot be looked at. */
export function isUnchanged(local: Pick<LocalObject, 'path' | 'fingerprint'>): boolean {
  try {
    return fingerprintOf(statSync(local.path)) === local.fingerprint;
  } catch {
    return false;
  }
}
