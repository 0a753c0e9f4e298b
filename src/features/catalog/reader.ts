// Reads the catalog of an opened release: the manifest as maps, and entity values as slices of stored shards. The
// caches are bounded over all releases. Synchronous when the data is in memory. Knows nothing of HTTP.
import { shardOf } from '../../kernel/partition.ts';
import { required } from '../../kernel/refusal.ts';
import type { ExpectedObject, VerifiedCache, VerifiedObjects } from '../../platform/objects/verified.ts';
import type { OpenedRelease, ReleaseFile } from '../release/serve/opened.ts';
import { parseDocument } from '../release/store/formats.ts';
import {
  CATALOG_MANIFEST_PATH,
  catalogManifestSchema,
  type Partition,
  type RelationEntry,
  type ResourceEntry,
  type ViewEntry,
} from './formats.ts';
import { type OpenedShard, openShard, type ShardValue } from './shard.ts';

export interface ShardSet {
  readonly count: number;
  readonly prefix: string;
  readonly shards: ReadonlySet<string>;
}

interface CatalogView {
  readonly entry: ViewEntry;
  readonly entities: ShardSet;
}

export interface CatalogRelation {
  readonly entry: RelationEntry;
  readonly keys: ShardSet;
}

export interface CatalogResource {
  readonly name: string;
  readonly entry: ResourceEntry;
  /** Undefined for documents and empty collections. */
  readonly entities: ShardSet | undefined;
  readonly relations: ReadonlyMap<string, CatalogRelation>;
  readonly views: ReadonlyMap<string, CatalogView>;
}

export type Catalog = ReadonlyMap<string, CatalogResource>;

/** The ids of a collection in catalog order. */
export interface OrderedIds {
  readonly count: number;
  /** The id at a position below `count`, from 0. */
  idAt(position: number): string;
}

/** Finds the order of a collection, whose index document has the path `index`. */
export type ReadOrder = (release: OpenedRelease, set: ShardSet, index: string) => Eventually<OrderedIds>;

/** A value found in a shard. */
export interface FoundValue {
  readonly shard: OpenedShard;
  readonly value: ShardValue;
  /** The stored shard, and its release path. */
  readonly object: ExpectedObject;
  readonly path: string;
}

export interface ReaderLimits {
  /** Bytes of entity, view and relation shards cached in memory. */
  readonly shardBytes: number;
}

const MANIFEST_BYTES = 16 * 1024 * 1024;

export type Eventually<T> = T | Promise<T>;

/** Continues with a value now or later. Synchronous, without a turn of the event loop, when the value is available. */
export function then<T, U>(value: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

export class CatalogReader {
  readonly #catalogs: VerifiedCache<Catalog>;
  readonly #shards: VerifiedCache<OpenedShard>;

  constructor(verified: VerifiedObjects, limits: ReaderLimits) {
    this.#catalogs = verified.createCache({ memoryBytes: MANIFEST_BYTES, weight: 4, make: openCatalog });
    this.#shards = verified.createCache({ memoryBytes: limits.shardBytes, weight: 2, make: openShard });
  }

  /** The catalog of a release. Refuses with `catalog_manifest_missing`. */
  open(release: OpenedRelease): Eventually<Catalog> {
    return then(release.readFile(CATALOG_MANIFEST_PATH, 'catalog_manifest_missing'), (file) =>
      this.#catalogs.open(required(file, 'catalog_manifest_missing').identity),
    );
  }

  /** A resource of the catalog. Refuses with `resource_not_found`. */
  requireResource(release: OpenedRelease, name: string): Eventually<CatalogResource> {
    return then(this.open(release), (catalog) => required(catalog.get(name), 'resource_not_found'));
  }

  /** A document named by the manifest. Refuses with `catalog_missing` when it does not exist. */
  requireDocument(release: OpenedRelease, path: string): Eventually<ReleaseFile> {
    return then(release.readFile(path, 'catalog_missing'), (file) => required(file, 'catalog_missing'));
  }

  /** The value of a key; undefined when the partition does not contain it. */
  readValue(release: OpenedRelease, set: ShardSet | undefined, key: string): Eventually<FoundValue | undefined> {
    if (set === undefined || key === '') return undefined;
    const name = shardOf(key);
    if (!set.shards.has(name)) return undefined;
    return then(this.requireDocument(release, `${set.prefix}${name}.json`), ({ identity, path }) =>
      then(this.#shards.open(identity), (shard) => {
        const value = shard.values.get(key);
        return value && { shard, value, object: identity, path };
      }),
    );
  }

  /** Whether a lookup would find the same value, with its shard and all documents that lead to it unchanged. */
  isFresh(release: OpenedRelease, found: FoundValue): boolean {
    return this.#shards.isFresh(found.object) && release.isIndexFresh(found.path) && this.isCatalogFresh(release);
  }

  /** Whether the manifest is unchanged since it was read. */
  isCatalogFresh(release: OpenedRelease): boolean {
    if (!release.isIndexFresh(CATALOG_MANIFEST_PATH)) return false;
    const file = release.readFile(CATALOG_MANIFEST_PATH);
    return file !== undefined && !(file instanceof Promise) && this.#catalogs.isFresh(file.identity);
  }

  /** A shard listed by the manifest. Refuses with `catalog_missing`. */
  openShard(release: OpenedRelease, set: ShardSet, name: string): Eventually<OpenedShard> {
    return then(this.requireDocument(release, `${set.prefix}${name}.json`), (file) => this.#shards.open(file.identity));
  }
}

function openCatalog(bytes: Uint8Array): Catalog {
  const manifest = parseDocument(catalogManifestSchema, bytes);
  if (manifest === undefined) throw new Error('the catalog manifest is malformed');
  return new Map(
    Object.entries(manifest.resources).map(([name, entry]) => [
      name,
      {
        name,
        entry,
        entities: entry.entities && shardSet(entry.entities),
        relations: new Map(
          Object.entries(entry.relations ?? {}).map(([key, relation]) => [
            key,
            { entry: relation, keys: shardSet(relation) },
          ]),
        ),
        views: new Map(
          Object.entries(entry.views ?? {}).map(([key, view]) => [
            key,
            { entry: view, entities: shardSet(view.entities) },
          ]),
        ),
      },
    ]),
  );
}

const shardSet = (partition: Partition): ShardSet => ({
  count: partition.count,
  prefix: partition.prefix,
  shards: new Set(partition.shards),
});
