// Reads and writes the stored documents of releases: pointer, manifest, identity, index shards, side manifest, source.
// Every document is verified when it is read. Only publishing and promotion write. A missing document is undefined; a
// damaged one is reported as such.
import type { z } from 'zod';
import { canonicalBytes, sha256Hex } from '../../../kernel/canonical-json.ts';
import { forEachConcurrently } from '../../../kernel/concurrency/concurrently.ts';
import { isReleaseId, isServerId } from '../../../kernel/names.ts';
import {
  contentKey,
  pointerKey,
  releaseIdentityKey,
  releaseIndexKey,
  releaseManifestKey,
  releasesPrefix,
  SERVERS_PREFIX,
  sideManifestKey,
  sourceManifestKey,
} from '../../../kernel/object-key.ts';
import { SHARD_NAMES, shardOf } from '../../../kernel/partition.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import {
  IDENTITY_SCHEMA,
  indexShardSchema,
  openSealed,
  type Pointer,
  parseDocument,
  pointerSchema,
  releaseIdentitySchema,
  type SideManifest,
  type SourceManifest,
  sideManifestSchema,
  sourceManifestSchema,
} from './formats.ts';

/** Concurrency for a remote store, whose latency dominates. */
export const DOCUMENTS_AT_A_TIME = 16;

/** A stored document and the version needed to replace it. `value` is undefined when it is damaged. */
export interface Stored<T> {
  readonly value: T | undefined;
  readonly version: string;
}

/** Ids of all servers with stored data, sorted. */
export async function listServerIds(objects: Objects): Promise<string[]> {
  return (await objects.children(SERVERS_PREFIX)).filter(isServerId);
}

/** Ids of a server's releases that have a folder, sorted. */
export async function listReleaseIds(objects: Objects, server: string): Promise<string[]> {
  return (await objects.children(releasesPrefix(server))).filter(isReleaseId);
}

/** A sealed document, verified. `own`: fields that it must have, so that a document of another place is not taken. */
export async function readSealed<T extends { digest: string }>(
  objects: Objects,
  key: string,
  schema: z.ZodType<T>,
  own: Partial<T>,
): Promise<Stored<T> | undefined> {
  const stored = await objects.readVersioned(key);
  if (stored === undefined) return undefined;
  const value = openSealed(schema, stored.bytes);
  const isOwn = value !== undefined && isMatch(value, own);
  return { value: isOwn ? value : undefined, version: stored.version };
}

const isMatch = (value: object, own: object): boolean => {
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(own).every(([name, expected]) => fields.get(name) === expected);
};

/** The verified pointer of a server. */
export const readPointer = (objects: Objects, server: string): Promise<Stored<Pointer> | undefined> =>
  readSealed(objects, pointerKey(server), pointerSchema, { server });

/** The verified side manifest of a release; undefined when it is missing or damaged. */
export async function readSideManifest(
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<SideManifest | undefined> {
  const bytes = await objects.read(sideManifestKey(server, releaseId));
  const side = bytes && openSealed(sideManifestSchema, bytes);
  return side?.server === server && side.releaseId === releaseId ? side : undefined;
}

export function releaseIdentityBytes(server: string, releaseId: string, sourceId: string): Uint8Array {
  return canonicalBytes({ schema: IDENTITY_SCHEMA, server, releaseId, sourceId });
}

/**
 * The side manifest of a release whose documents are all stored with the expected bytes (documents only, not their
 * content); undefined otherwise.
 */
export async function readWholeRelease(
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<SideManifest | undefined> {
  const side = await readSideManifest(objects, server, releaseId);
  if (side === undefined) return undefined;
  const manifest = await objects.read(releaseManifestKey(server, releaseId));
  if (manifest === undefined || sha256Hex(manifest) !== side.manifest.sha256) return undefined;
  const identityBytes = await objects.read(releaseIdentityKey(server, releaseId));
  const identity = identityBytes && parseDocument(releaseIdentitySchema, identityBytes);
  if (identity?.releaseId !== releaseId || identity.sourceId !== side.sourceId) return undefined;
  let isWhole = true;
  await forEachConcurrently(SHARD_NAMES, DOCUMENTS_AT_A_TIME, async (shard) => {
    const bytes = isWhole ? await objects.read(releaseIndexKey(server, releaseId, shard)) : undefined;
    if (bytes === undefined || sha256Hex(bytes) !== side.index[shard]?.sha256) isWhole = false;
  });
  return isWhole ? side : undefined;
}

/** The verified source manifest. */
export const readSourceManifest = (
  objects: Objects,
  server: string,
  sourceId: string,
): Promise<Stored<SourceManifest> | undefined> =>
  readSealed(objects, sourceManifestKey(server, sourceId), sourceManifestSchema, { server, sourceId });

/** A document of the current release of a server; undefined when it has none, or it is not whole. */
export async function readCurrentDocument(
  objects: Objects,
  server: string,
  path: string,
): Promise<Uint8Array | undefined> {
  const pointer = (await readPointer(objects, server))?.value;
  if (pointer === undefined) return undefined;
  const side = await readSideManifest(objects, server, pointer.releaseId);
  const shard = shardOf(path);
  const bytes = side && (await objects.read(releaseIndexKey(server, pointer.releaseId, shard)));
  if (bytes === undefined || sha256Hex(bytes) !== side?.index[shard]?.sha256) return undefined;
  const [sha256] = parseDocument(indexShardSchema, bytes)?.entries[path] ?? [];
  const document = sha256 === undefined ? undefined : await objects.read(contentKey(sha256));
  return document !== undefined && sha256Hex(document) === sha256 ? document : undefined;
}
