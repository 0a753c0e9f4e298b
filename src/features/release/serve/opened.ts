// A release opened for reading: an immutable value that maps a path to stored bytes through the verified index. Opening
// reads two small documents, whatever the size of the release; index shards are loaded on demand.
import {
  releaseIdentityKey,
  releaseIndexKey,
  releaseManifestKey,
  sideManifestKey,
} from '../../../kernel/object-key.ts';
import { SHARD_COUNT, shardOf } from '../../../kernel/partition.ts';
import { Refusal, type RefusalCode, required } from '../../../kernel/refusal.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { ExpectedObject, VerifiedCache, VerifiedObjects } from '../../../platform/objects/verified.ts';
import {
  IDENTITY_SCHEMA,
  type IndexEntry,
  indexShardSchema,
  openSealed,
  parseDocument,
  type ReleaseIdentity,
  releaseIdentitySchema,
  type SideManifest,
  sideManifestSchema,
} from '../store/formats.ts';

/** A file or stored document of a release: the location of its bytes and of its prepared codings. */
export interface ReleaseFile {
  readonly path: string;
  readonly mediaType: string;
  readonly identity: ExpectedObject;
  readonly br: ExpectedObject | undefined;
  readonly gzip: ExpectedObject | undefined;
}

type ShardEntries = ReadonlyMap<string, IndexEntry>;

export class OpenedRelease {
  readonly server: string;
  readonly releaseId: string;
  readonly sourceId: string;
  readonly side: SideManifest;
  readonly #shards: VerifiedCache<ShardEntries>;

  constructor(side: SideManifest, shards: VerifiedCache<ShardEntries>) {
    this.server = side.server;
    this.releaseId = side.releaseId;
    this.sourceId = side.sourceId;
    this.side = side;
    this.#shards = shards;
  }

  get identity(): ReleaseIdentity {
    return {
      schema: IDENTITY_SCHEMA,
      server: this.server,
      releaseId: this.releaseId,
      sourceId: this.sourceId,
    };
  }

  /** `release.json` as stored, with its prepared codings. */
  get manifest(): ReleaseFile {
    const key = releaseManifestKey(this.server, this.releaseId);
    const { sha256, bytes } = this.side.manifest;
    return this.#file('release.json', 'application/json', { sha256, bytes, key, damage: 'release_invalid' });
  }

  /** The file at a release path, or undefined. Refuses with `release_invalid` when the index is damaged. */
  readFile(path: string, damage?: RefusalCode): ReleaseFile | undefined | Promise<ReleaseFile | undefined> {
    const entries = this.#shards.open(this.indexDocument(shardOf(path)));
    return entries instanceof Promise
      ? entries.then((loaded) => this.#fileAt(path, loaded, damage))
      : this.#fileAt(path, entries, damage);
  }

  /** The stored index shard of this name. */
  indexDocument(shard: string): ExpectedObject {
    const stored = required(this.side.index[shard], 'release_invalid');
    return { ...stored, key: releaseIndexKey(this.server, this.releaseId, shard), damage: 'release_invalid' };
  }

  /** Whether the index shard of this path is in memory and unchanged. */
  isIndexFresh(path: string): boolean {
    const shard = shardOf(path);
    const stored = this.side.index[shard];
    return (
      stored !== undefined &&
      this.#shards.isFresh({ ...stored, key: releaseIndexKey(this.server, this.releaseId, shard) })
    );
  }

  /** Stored bytes that another document of this release names (an extra, a client file), with their block digests. */
  expect(sha256: string, bytes: number, damage?: RefusalCode): ExpectedObject {
    const blocks = this.side.blocks[sha256];
    return { sha256, bytes, blocks, ...(damage !== undefined && { damage }) };
  }

  #fileAt(path: string, entries: ShardEntries, damage: RefusalCode | undefined): ReleaseFile | undefined {
    const entry = entries.get(path);
    if (entry === undefined) return undefined;
    const [sha256, bytes, mediaType] = entry;
    return this.#file(path, mediaType, this.expect(sha256, bytes, damage));
  }

  #file(path: string, mediaType: string, identity: ExpectedObject): ReleaseFile {
    const codings = this.side.codings[identity.sha256];
    const { damage } = identity;
    return {
      path,
      mediaType,
      identity,
      br: codings?.br && this.expect(codings.br.sha256, codings.br.bytes, damage),
      gzip: codings?.gzip && this.expect(codings.gzip.sha256, codings.gzip.bytes, damage),
    };
  }
}

/** A cache of index shards, shared by all opened releases. */
export function createShardCache(verified: VerifiedObjects, memoryBytes: number): VerifiedCache<ShardEntries> {
  return verified.createCache({
    memoryBytes,
    weight: 4,
    make: (bytes) => {
      const shard = parseDocument(indexShardSchema, bytes);
      if (shard === undefined) throw new Error('the index shard is malformed');
      return new Map(Object.entries(shard.entries));
    },
  });
}

/**
 * Opens a stored release; undefined when there is none with this id. Refuses with `release_identity_invalid` or
 * `release_invalid` when a document fails verification.
 */
export async function openRelease(
  objects: Objects,
  shards: VerifiedCache<ShardEntries>,
  server: string,
  releaseId: string,
): Promise<OpenedRelease | undefined> {
  const identityBytes = await objects.read(releaseIdentityKey(server, releaseId));
  const sideBytes = await objects.read(sideManifestKey(server, releaseId));
  if (identityBytes === undefined && sideBytes === undefined) return undefined;
  const identity = identityBytes && parseDocument(releaseIdentitySchema, identityBytes);
  if (identity === undefined || identity.server !== server || identity.releaseId !== releaseId) {
    throw new Refusal('release_identity_invalid');
  }
  const side = sideBytes && openSealed(sideManifestSchema, sideBytes);
  if (
    side === undefined ||
    side.server !== server ||
    side.releaseId !== releaseId ||
    side.sourceId !== identity.sourceId
  ) {
    throw new Refusal('release_invalid');
  }
  if (Object.keys(side.index).length !== SHARD_COUNT) throw new Refusal('release_invalid');
  return new OpenedRelease(side, shards);
}
