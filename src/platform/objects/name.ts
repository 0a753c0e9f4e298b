// Valid object keys, the same for all adapters, so that stores can be migrated. A key is a path of plain segments.
// Names of temporary and lock files of the disk store are not valid in any adapter.
import { isTemporaryName } from '../files/durable.ts';
import { LOCK_SUFFIX } from '../files/lock.ts';

/** Whether a file or folder name may be a segment of a key. */
export function isObjectName(name: string): boolean {
  return !isTemporaryName(name) && !name.endsWith(LOCK_SUFFIX);
}

/** Throws unless the key, or a prefix with one trailing `/`, stays inside the store. */
export function requireSafeKey(key: string): void {
  if (!isSafeKey(key)) throw new Error('The object key leaves the store');
}

/** Whether a key, or a prefix with one trailing `/`, stays inside the store. */
export function isSafeKey(key: string): boolean {
  if (key === '' || key.includes('\\') || key.includes('\0')) return false;
  return key
    .replace(/\/$/, '')
    .split('/')
    .every((segment) => segment !== '' && segment !== '.' && segment !== '..' && isObjectName(segment));
}
