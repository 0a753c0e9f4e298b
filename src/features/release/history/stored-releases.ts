// What lists tell of stored releases: which are still there, and counts and times that never change, read once a release
// from its documents. Opens no release that it knows already, since a server may keep hundreds.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Releases } from '../serve/releases.ts';
import { listReleaseIds } from '../store/store.ts';
import type { ReadResources } from './comparisons.ts';

export interface ReleaseFacts {
  readonly releaseId: string;
  readonly sourceId: string;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  /** Without the documents of the catalog. */
  readonly files: number;
  readonly bytes: number;
  readonly resources: number;
}

/** Ids of the releases of a server that are stored. */
export interface StoredReleaseList {
  readonly ids: ReadonlySet<string>;
  /** Version of the pointer that was known when the list was read. */
  readonly version: string;
  readonly lookedAt: number;
}

/** Interval at which a list is read again, to see what a collection removed. */
const LOOK_MS = 2000;
const FACTS_KEPT = 4096;
const LISTS_KEPT = 256;

export function createStoredReleases(
  objects: Objects,
  releases: Releases,
  verified: VerifiedObjects,
  readResources: ReadResources,
) {
  const known = new BoundedCache<string, ReleaseFacts>(FACTS_KEPT);
  const reading = new SingleFlight<string, ReleaseFacts | undefined>();
  const lists = new BoundedCache<string, StoredReleaseList>(LISTS_KEPT);
  const listing = new SingleFlight<string, StoredReleaseList>();

  /** The list of a server, at least as new as this version of its pointer. */
  async function list(server: string, version: string): Promise<StoredReleaseList> {
    const cached = lists.read(server);
    if (cached?.version === version && performance.now() - cached.lookedAt < LOOK_MS) return cached;
    return listing.run(`${server} ${version}`, async () => {
      const lookedAt = performance.now();
      const list = { ids: new Set(await listReleaseIds(objects, server)), version, lookedAt };
      lists.store(server, list, 1);
      return list;
    });
  }

  /** Whether a list still holds, without access to the store. */
  function isStanding(server: string, list: StoredReleaseList): boolean {
    return lists.read(server) === list && performance.now() - list.lookedAt < LOOK_MS;
  }

  /** The facts of a listed release; undefined when it is being removed. */
  async function find(server: string, releaseId: string): Promise<ReleaseFacts | undefined> {
    const key = `${server} ${releaseId}`;
    return known.read(key) ?? reading.run(key, () => gather(server, releaseId, key));
  }

  async function gather(server: string, releaseId: string, key: string): Promise<ReleaseFacts | undefined> {
    try {
      const release = await releases.requirePinned(server, releaseId);
      const { sourceId, side } = release;
      const resources = (await readResources(release)).size;
      const sizes = measureFiles(await verified.readWhole(release.manifest.identity));
      const facts = { releaseId, sourceId, publishedAt: side.publishedAt, ...sizes, resources };
      known.store(key, facts, 1);
      return facts;
    } catch (error) {
      if (isRefusal(error) && error.code === 'release_not_found') return undefined;
      throw error;
    }
  }

  return { list, isStanding, find };
}

export type StoredReleases = ReturnType<typeof createStoredReleases>;

const TAIL_BYTES = 1024;
const LAST_DOCUMENT = '"role":"api","sha256":"';
const DIGEST_AND_END = 64 + '"}'.length;

interface Sized {
  readonly bytes: number;
}

/**
 * Number and size of the entries that are no documents of the catalog. Those come first in the canonical text and the totals
 * last, so that a list of releases need not parse 60,000 entries of each.
 */
function measureFiles(manifest: Uint8Array<ArrayBuffer>): { readonly files: number; readonly bytes: number } {
  const text = new TextDecoder();
  const totals = /"entryCount":(\d+),"releaseId":"[^"]*",.*"totalBytes":(\d+)\}\n$/.exec(
    text.decode(manifest.subarray(-TAIL_BYTES)),
  );
  if (totals === null) throw new Refusal('release_invalid');
  const last = Buffer.from(manifest.buffer, manifest.byteOffset, manifest.byteLength).lastIndexOf(LAST_DOCUMENT);
  const head = last < 0 ? '' : text.decode(manifest.subarray(0, last + LAST_DOCUMENT.length + DIGEST_AND_END));
  const { entries: documents }: { readonly entries: readonly Sized[] } = JSON.parse(
    head === '' ? '{"entries":[]}' : `${head}]}`,
  );
  return {
    files: Number(totals[1]) - documents.length,
    bytes: Number(totals[2]) - documents.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
