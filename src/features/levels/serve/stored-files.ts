// Finds level data, covers and sounds of all stored releases by SHA-1, so that items that a client saved from an
// earlier release still load. Searches the current releases first, whose side manifests are in memory, then the other
// stored releases, whose names are loaded on demand and cached within a limit.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { createTimedMap } from '../../../kernel/timed-map.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { ExpectedObject } from '../../../platform/objects/verified.ts';
import type { Releases } from '../../release/serve/releases.ts';
import { listReleaseIds, listServerIds, readSideManifest } from '../../release/store/store.ts';
import { LEVEL_EXTRAS_PREFIX } from '../common/formats.ts';

export interface StoredFile extends ExpectedObject {
  readonly mediaType: string;
}

type Names = ReadonlyMap<string, StoredFile>;

/** About 200 bytes per name, so some hundred thousand files. */
const NAMES_BYTES = 32 * 1024 * 1024;
const NAME_BYTES = 200;
/** Lifetime of a cached list of releases. */
const LISTING_MS = 2000;
const LISTINGS_KEPT = 256;
/** Capacity of the cache of names that no release has; same lifetime. */
const ABSENT_KEPT = 4096;

export function createStoredFiles(objects: Objects, releases: Releases) {
  const namesByRelease = new BoundedCache<string, Names>(NAMES_BYTES);
  const loads = new SingleFlight<string, Names>();
  const listings = createTimedMap<Promise<readonly string[]>>(LISTINGS_KEPT, LISTING_MS);
  const absent = createTimedMap<true>(ABSENT_KEPT, LISTING_MS);

  /** The file of this name in the current releases, optionally of one server. */
  function readCurrent(name: string, server?: string): StoredFile | undefined {
    for (const release of releases.currentReleases()) {
      if (server !== undefined && release.server !== server) continue;
      const extra = release.side.extras[name];
      if (extra !== undefined) return { ...release.expect(extra.sha256, extra.bytes), mediaType: extra.mediaType };
    }
    return undefined;
  }

  /** Whether a current release has a file of this name. */
  function isCurrent(name: string, server?: string): boolean {
    return releases
      .currentReleases()
      .some(
        (release) => (server === undefined || release.server === server) && release.side.extras[name] !== undefined,
      );
  }

  /** The file of this name in any stored release. */
  async function readKept(name: string, server?: string): Promise<StoredFile | undefined> {
    const key = `${server ?? ''} ${name}`;
    if (absent.has(key)) return undefined;
    const servers = server === undefined ? await list('', () => listServerIds(objects)) : [server];
    for (const id of servers) {
      for (const releaseId of await list(id, () => listReleaseIds(objects, id))) {
        const found = (await namesOf(id, releaseId)).get(name);
        if (found !== undefined) return found;
      }
    }
    absent.set(key, true);
    return undefined;
  }

  function list(key: string, read: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const cached = listings.get(key);
    if (cached !== undefined) return cached;
    const ids = read();
    ids.catch(() => listings.delete(key));
    listings.set(key, ids);
    return ids;
  }

  async function namesOf(server: string, releaseId: string): Promise<Names> {
    const key = `${server} ${releaseId}`;
    const cached = namesByRelease.read(key);
    if (cached !== undefined) return cached;
    return loads.run(key, async () => {
      const side = await readSideManifest(objects, server, releaseId);
      const names = new Map<string, StoredFile>();
      for (const [name, { sha256, bytes, mediaType }] of Object.entries(side?.extras ?? {})) {
        if (!name.startsWith(LEVEL_EXTRAS_PREFIX)) continue;
        names.set(name, { sha256, bytes, mediaType, blocks: side?.blocks[sha256] });
      }
      if (side !== undefined) namesByRelease.store(key, names, NAME_BYTES * (names.size + 1));
      return names;
    });
  }

  return { readCurrent, isCurrent, readKept };
}

export type StoredFiles = ReturnType<typeof createStoredFiles>;
