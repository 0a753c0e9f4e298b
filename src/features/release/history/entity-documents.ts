// Which stored document of a release holds an entity. Releases never change, so that a release is opened once for an entity; a
// server may keep hundreds of them.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { shardOf } from '../../../kernel/partition.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { ExpectedObject } from '../../../platform/objects/verified.ts';
import type { OpenedRelease } from '../serve/opened.ts';
import type { Releases } from '../serve/releases.ts';
import { findDocument } from './comparisons.ts';

/** Where an entity is stored, as the catalog of a release says it. */
interface EntityPlace {
  /** Release path of the shard or the document; undefined where the release has none that could hold the entity. */
  readonly path: string | undefined;
  /** Whether the document is the entity, for a resource that is one. */
  readonly isWhole: boolean;
}

/** The place of an entity; undefined when the release lacks the resource. Supplied by the composition. */
export type LocateEntity = (release: OpenedRelease, resource: string, id: string) => Promise<EntityPlace | undefined>;

/** A stored document that may hold an entity. */
export interface StoredDocument {
  readonly object: ExpectedObject;
  readonly isWhole: boolean;
}

export interface FoundDocument {
  readonly hasResource: boolean;
  readonly document: StoredDocument | undefined;
}

const KEPT = 16_384;

export function createEntityDocuments(releases: Releases, locate: LocateEntity) {
  const cache = new BoundedCache<string, FoundDocument>(KEPT);

  /** Of a release that is open. Refuses with `catalog_manifest_missing` or `catalog_missing`. */
  async function find(release: OpenedRelease, resource: string, id: string): Promise<FoundDocument> {
    const key = keyOf(release.server, release.releaseId, resource, id);
    const cached = cache.read(key);
    if (cached !== undefined) return cached;
    const place = await locate(release, resource, id);
    const object = await findDocument(release, place?.path);
    const found = {
      hasResource: place !== undefined,
      document: object && { object, isWhole: place?.isWhole === true },
    };
    cache.store(key, found, 1);
    return found;
  }

  /** Of a release that is stored; undefined when it is being removed. Refuses as `find` does, and when the release is damaged. */
  async function findStored(
    server: string,
    releaseId: string,
    resource: string,
    id: string,
  ): Promise<FoundDocument | undefined> {
    const cached = cache.read(keyOf(server, releaseId, resource, id));
    if (cached !== undefined) return cached;
    try {
      return await find(await releases.requirePinned(server, releaseId), resource, id);
    } catch (error) {
      if (isRefusal(error) && error.code === 'release_not_found') return undefined;
      throw error;
    }
  }

  return { find, findStored };
}

export type EntityDocuments = ReturnType<typeof createEntityDocuments>;

/** Entities of a shard share its document; a resource that is a document has the entity of its name. */
const keyOf = (server: string, releaseId: string, resource: string, id: string): string =>
  `${server} ${releaseId} ${resource} ${shardOf(id)}${id === resource ? ' itself' : ''}`;
