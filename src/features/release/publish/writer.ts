// The "write" step of a publication: the documents of a planned release. Their order matters for concurrent readers:
// shards and manifest first, the side manifest last, so a release that has a side manifest is complete. Documents that
// are already stored and intact are not rewritten.
import { setImmediate } from 'node:timers/promises';
import { canonicalText, type Json, sha256Hex } from '../../../kernel/canonical-json.ts';
import { forEachConcurrently } from '../../../kernel/concurrency/concurrently.ts';
import {
  contentKey,
  releaseIdentityKey,
  releaseIndexKey,
  releaseManifestKey,
  sideManifestKey,
} from '../../../kernel/object-key.ts';
import { type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import type { Descriptor } from '../snapshot/descriptor.ts';
import { indexShardBytes, releaseManifestBytes } from '../store/documents.ts';
import { type ReleaseEntry, SIDE_SCHEMA, type SideManifest, type StoredBytes, sealDocument } from '../store/formats.ts';
import { codingDigests, type PreparedDocument, prepareCodings } from '../store/prepared.ts';
import {
  DOCUMENTS_AT_A_TIME,
  readPointer,
  readSideManifest,
  readWholeRelease,
  releaseIdentityBytes,
} from '../store/store.ts';

export interface PlannedRelease {
  readonly server: Descriptor['server'];
  readonly sourceId: string;
  readonly releaseId: string;
  /** Sorted by path. */
  readonly entries: readonly ReleaseEntry[];
  readonly prepared: readonly string[];
  readonly extras: SideManifest['extras'];
  readonly blocks: Readonly<Record<string, readonly string[]>>;
}

type Unsealed<T> = Readonly<Omit<T, 'digest' | 'blocks'>> & {
  readonly blocks: Readonly<Record<string, readonly string[]>>;
};

export interface WrittenRelease {
  /** Whether any document was written. */
  readonly documents: boolean;
  /** Digests of the prepared codings. */
  readonly content: readonly string[];
}

/**
 * Writes the missing parts of a release. `onWritten` is called for content that was newly stored. Durable only after a
 * flush.
 */
export async function writeRelease(
  objects: Objects,
  plan: PlannedRelease,
  onWritten: (sha256: string) => void,
): Promise<WrittenRelease> {
  const { server, sourceId, releaseId, entries } = plan;
  const stored = await readWholeRelease(objects, server.id, releaseId);
  const manifest = releaseManifestBytes(server.id, sourceId, releaseId, entries);
  const manifestDigest = sha256Hex(manifest);
  const documents: PreparedDocument[] = plan.prepared.map((sha256) => ({
    sha256,
    read: () => requireContent(objects, sha256),
  }));
  documents.push({ sha256: manifestDigest, read: async () => manifest });
  const known = new Map(Object.entries((stored ?? (await readCurrentSide(objects, server.id)))?.codings ?? {}));
  // Compression runs on zlib's threads while the shards are written on this one. Yielding once lets it start.
  const preparing = prepareCodings(objects, documents, known, onWritten);
  preparing.catch(() => {});
  await setImmediate();
  const index: Record<string, StoredBytes> = stored === undefined ? {} : { ...stored.index };
  if (stored === undefined) {
    const shards = indexShardBytes(server.id, releaseId, entries);
    for (const [shard, bytes] of shards) index[shard] = { sha256: sha256Hex(bytes), bytes: bytes.byteLength };
    await forEachConcurrently(shards, DOCUMENTS_AT_A_TIME, ([shard, bytes]) =>
      objects.write(releaseIndexKey(server.id, releaseId, shard), bytes),
    );
    await objects.write(releaseManifestKey(server.id, releaseId), manifest);
    await objects.write(releaseIdentityKey(server.id, releaseId), releaseIdentityBytes(server.id, releaseId, sourceId));
  }
  const codings = await preparing;
  const side = asJson({
    schema: SIDE_SCHEMA,
    server: server.id,
    releaseId,
    sourceId,
    displayName: server.displayName,
    region: server.region,
    publishedAt: stored?.publishedAt ?? Date.now(),
    manifest: { sha256: manifestDigest, bytes: manifest.byteLength },
    index,
    codings,
    blocks: plan.blocks,
    extras: plan.extras,
  });
  const content = Object.values(codings).flatMap(codingDigests);
  if (stored !== undefined) {
    const { digest: _, ...rest } = stored;
    if (canonicalText(asJson(rest)) === canonicalText(side)) return { documents: false, content };
  }
  await objects.write(sideManifestKey(server.id, releaseId), sealDocument(side));
  return { documents: true, content };
}

/** The value as plain JSON, without absent optional fields. */
function asJson(side: Unsealed<SideManifest>): { readonly [key: string]: Json } {
  return JSON.parse(JSON.stringify(side));
}

async function readCurrentSide(objects: Objects, server: string): Promise<SideManifest | undefined> {
  const pointer = (await readPointer(objects, server))?.value;
  return pointer && readSideManifest(objects, server, pointer.releaseId);
}

async function requireContent(objects: Objects, sha256: string): Promise<Uint8Array> {
  const bytes = await objects.read(contentKey(sha256));
  if (bytes === undefined) throw new ObjectsUnavailable('Content that was just stored is gone');
  return bytes;
}
