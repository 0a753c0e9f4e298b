// Query files of a read-only store: kept in the bounded cache folder of the machine, and created again after eviction.
import { createReadStream, rmSync } from 'node:fs';
import type { CachedFile, CacheFolder, CacheKey } from '../../../platform/objects/cache/folder.ts';
import { LAYOUT_VERSION } from '../common/file-tables.ts';

const SPACE = 'queries';

const target = (server: string, releaseId: string): CacheKey => ({
  space: SPACE,
  key: `${server}/${releaseId}/${LAYOUT_VERSION}`,
});

export function readCached(cache: CacheFolder, server: string, releaseId: string): Promise<CachedFile | undefined> {
  return cache.read(target(server, releaseId));
}

/** Moves a new file into the cache folder. */
export async function storeInCache(cache: CacheFolder, server: string, releaseId: string, path: string): Promise<void> {
  const staged = cache.stage();
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const bytes: Buffer = piece;
      staged.write(bytes);
    }
    staged.commit(target(server, releaseId), {});
  } finally {
    staged.discard();
    rmSync(path, { force: true });
  }
}
