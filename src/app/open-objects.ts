// Opens the configured object store (files in the data directory, or an S3-compatible server) and the cache folder. Opening
// the store neither reads nor writes, so read-only commands leave no trace.
import { join } from 'node:path';
import { EVICTED_LAST } from '../features/provider/mirror/cache-spaces.ts';
import type { Config, ObjectsConfig } from '../platform/config/config.ts';
import { type CacheFolder, openCacheFolder } from '../platform/objects/cache/folder.ts';
import { openDiskObjects } from '../platform/objects/disk/objects.ts';
import type { Objects } from '../platform/objects/objects.ts';
import { openS3Objects } from '../platform/objects/s3/objects.ts';
import { openWriterLock } from '../platform/objects/s3/writer-lock.ts';

export function openObjects(config: ObjectsConfig): Objects {
  const { s3, dataDirectory, cacheDirectory, cacheBytes } = config;
  if (s3 === undefined) return openDiskObjects(join(dataDirectory, 'objects'));
  return openS3Objects({
    s3,
    cacheDirectory,
    cacheBytes,
    evictedLast: EVICTED_LAST,
    lock: openWriterLock(config.databaseUrl, dataDirectory),
  });
}

/** Opens the objects for `work`, and closes them after it. */
export async function withObjects<T>(config: ObjectsConfig, work: (objects: Objects) => Promise<T>): Promise<T> {
  const objects = openObjects(config);
  try {
    return await work(objects);
  } finally {
    await objects.close();
  }
}

/** Returns a function that opens the cache folder of this machine. */
export const cacheOpener =
  ({ cacheDirectory, cacheBytes }: Pick<Config, 'cacheDirectory' | 'cacheBytes'>): (() => CacheFolder) =>
  () =>
    openCacheFolder({ root: cacheDirectory, maxBytes: cacheBytes, evictedLast: EVICTED_LAST });
