// Schemas of a release's stored documents, and how each is verified. Shared by readers and publishing; no other file
// knows these formats (reference sheet, part 9; specification, "Versioning").
//
// `releaseId` is a digest of the entries. Pointer, side manifest and lease contain `digest`, the SHA-256 of their own
// canonical JSON without that key. The side manifest contains the SHA-256 of the release manifest and of each index
// shard. So any altered or truncated byte is detected before it can cause a wrong response.
import { z } from 'zod';
import { canonicalBytes, canonicalText, type Json, sha256Hex } from '../../../kernel/canonical-json.ts';
import { isReleaseId, isReleasePath, isServerId, isSha256, isSourceId, SERVER_REGIONS } from '../../../kernel/names.ts';
import { PARTITION_ALGORITHM, SHARD_COUNT } from '../../../kernel/partition.ts';
import { levelsSchema, serverSchema } from '../snapshot/descriptor-schema.ts';

export const RELEASE_SCHEMA = 'service-resource-release-v1';
export const IDENTITY_SCHEMA = 'service-resource-release-identity-v1';
export const POINTER_SCHEMA = 'service-resource-pointer-v1';
export const INDEX_SCHEMA = 'service-resource-index-v1';
export const SOURCE_SCHEMA = 'service-resource-source-v1';
export const SIDE_SCHEMA = 'service-release-side-v1';
export const QUERY_SCHEMA = 'service-query-v1';
export const PROMOTIONS_SCHEMA = 'service-promotions-v1';
export const LEASE_SCHEMA = 'service-publish-lease-v1';
export const CAS_SCHEMA = 'service-cas-v1';

/** Number of release ids that a pointer keeps for rollback. */
export const HISTORY_MAX = 20;
/** Number of promotions that are recorded per server. */
export const PROMOTIONS_MAX = 200;
/** Number of announced changes of a pointer that may be open at once. */
export const INTENTS_MAX = 64;

const serverId = z.string().refine(isServerId, 'not a server id');
const releaseId = z.string().refine(isReleaseId, 'not a release id');
const sourceId = z.string().refine(isSourceId, 'not a source id');
const sha256 = z.string().refine(isSha256, 'not a SHA-256 digest');
const releasePath = z.string().refine(isReleasePath, 'not a release path');
const byteCount = z.int().min(0);
const mediaType = z.string().regex(/^[\x20-\x7e]{1,128}$/);

const ROLES = ['assets', 'runtime', 'objects', 'api', 'metadata', 'game-client'] as const;

const releaseEntrySchema = z
  .strictObject({
    path: releasePath,
    role: z.enum(ROLES),
    bytes: byteCount,
    sha256,
    mediaType,
  })
  .meta({ id: 'ReleaseEntry' });
export type ReleaseEntry = z.infer<typeof releaseEntrySchema>;

/** The release role of a path, which is its first segment. */
export function roleOf(path: string): ReleaseEntry['role'] {
  const segment = path.slice(0, Math.max(0, path.indexOf('/')));
  const role = ROLES.find((candidate) => candidate === segment);
  if (role === undefined) throw new Error(`The release path ${path} has no role`);
  return role;
}

export const releaseManifestSchema = z
  .strictObject({
    schema: z.literal(RELEASE_SCHEMA),
    server: serverId,
    sourceId,
    releaseId,
    entryCount: z.int().min(0),
    totalBytes: byteCount,
    /** Sorted by path (UTF-16 code units). */
    entries: z.array(releaseEntrySchema),
  })
  .meta({ id: 'ReleaseManifest' });
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

export const releaseIdentitySchema = z
  .strictObject({
    schema: z.literal(IDENTITY_SCHEMA),
    server: serverId,
    releaseId,
    sourceId,
  })
  .meta({ id: 'ReleaseIdentity' });
export type ReleaseIdentity = z.infer<typeof releaseIdentitySchema>;

export const pointerSchema = z.strictObject({
  schema: z.literal(POINTER_SCHEMA),
  server: serverId,
  sourceId,
  releaseId,
  releaseManifest: z.string(),
  releaseIndex: z.strictObject({
    algorithm: z.literal(PARTITION_ALGORITHM),
    shards: z.literal(SHARD_COUNT),
    prefix: z.string(),
  }),
  /** Registry data of the server. A retired server is not listed. */
  displayName: z.string().min(1).max(80),
  region: z.enum(SERVER_REGIONS),
  status: z.enum(['active', 'retired']),
  /** Ids of current releases, oldest first, ending with the present one; at most HISTORY_MAX. */
  history: z.array(releaseId).min(1).max(HISTORY_MAX),
  digest: sha256,
});
export type Pointer = z.infer<typeof pointerSchema>;

const promotionSchema = z.strictObject({
  /** Counts up from 1 without gaps. */
  number: z.int().min(1),
  /** `promote` and `rollback` made the release current; `retire` took the server out of the registry. */
  kind: z.enum(['promote', 'rollback', 'retire']),
  releaseId,
  /** Milliseconds since the epoch; never earlier than the entry before. */
  at: z.int().min(0),
});
export type Promotion = z.infer<typeof promotionSchema>;

/** A change of the pointer that its writer is about to make. */
const intentSchema = promotionSchema.omit({ number: true }).extend({
  /** Digest of the pointer that the change replaces; null where there is none. */
  before: sha256.nullable(),
  /** Digest of the pointer that the change writes. */
  after: sha256,
});
export type PromotionIntent = z.infer<typeof intentSchema>;

export const promotionsSchema = z.strictObject({
  schema: z.literal(PROMOTIONS_SCHEMA),
  server: serverId,
  /** What happened, oldest first. */
  entries: z.array(promotionSchema).max(PROMOTIONS_MAX),
  /** What may have happened since: the pointer tells which of these did. */
  intents: z.array(intentSchema).max(INTENTS_MAX),
  digest: sha256,
});
export type Promotions = z.infer<typeof promotionsSchema>;

/** path → [sha256, bytes, mediaType] */
const indexEntrySchema = z.tuple([sha256, byteCount, mediaType]);
export type IndexEntry = z.infer<typeof indexEntrySchema>;

export const indexShardSchema = z.strictObject({
  schema: z.literal(INDEX_SCHEMA),
  server: serverId,
  releaseId,
  algorithm: z.literal(PARTITION_ALGORITHM),
  shard: z.string(),
  entries: z.record(z.string(), indexEntrySchema),
});

const storedBytes = z.strictObject({ sha256, bytes: byteCount });
export type StoredBytes = z.infer<typeof storedBytes>;

export const sideManifestSchema = z.strictObject({
  schema: z.literal(SIDE_SCHEMA),
  server: serverId,
  releaseId,
  sourceId,
  displayName: z.string().min(1).max(80),
  region: z.enum(SERVER_REGIONS),
  /** Milliseconds since the epoch. */
  publishedAt: z.int(),
  /** Size and digest of the stored `release.json`. */
  manifest: storedBytes,
  /** Index shards by shard name. */
  index: z.record(z.string(), storedBytes),
  /** Prepared codings of documents, by the SHA-256 of the identity form. */
  codings: z.record(sha256, z.strictObject({ br: storedBytes.optional(), gzip: storedBytes.optional() })),
  /** SHA-256 of each 8 MiB block of objects over 64 MiB, by the object's SHA-256. */
  blocks: z.record(sha256, z.array(sha256)),
  /** Objects that derivations stored beside the release (for example level data): name → stored bytes. */
  extras: z.record(z.string(), storedBytes.extend({ mediaType })),
  digest: sha256,
});
export type SideManifest = z.infer<typeof sideManifestSchema>;

/** Name of the extra with what the snapshot declared that no entry has; absent where it declared nothing of this kind. */
export const DECLARATION_EXTRA = 'declaration-v1.json';
/** What side objects of a release are made by, so that they can be made again where the release is published from a copy. */
export const releaseDeclarationSchema = z.strictObject({
  schema: z.literal('service-release-declaration-v1'),
  levels: levelsSchema,
});

export type ReleaseDeclaration = z.input<typeof releaseDeclarationSchema>;

/** What a copy of a release needs in addition to its entries. */
export const releaseOriginSchema = z
  .object({
    server: serverSchema,
    releaseId,
    sourceId,
    levels: levelsSchema
      .nullable()
      .describe('What the levels are made of; null: there are none, or an earlier version published the release'),
    artifacts: z
      .array(z.object({ fileName: z.string(), bytes: byteCount, sha256: sha256.describe('64 lowercase hex digits') }))
      .describe('Bundles of the source, under `/artifacts/{server}/{sourceId}/android/bundles/{fileName}`'),
  })
  .meta({ id: 'ReleaseOrigin' });
export type ReleaseOrigin = z.infer<typeof releaseOriginSchema>;

/** Names the file that queries of a release run on. Whoever publishes makes it, or a service at first use. */
export const queryRecordSchema = z.strictObject({
  schema: z.literal(QUERY_SCHEMA),
  server: serverId,
  releaseId,
  file: storedBytes,
  /** SHA-256 of each 8 MiB block of a file over 64 MiB. */
  blocks: z.array(sha256),
  digest: sha256,
});
export type QueryRecord = z.infer<typeof queryRecordSchema>;

export const sourceManifestSchema = z.strictObject({
  schema: z.literal(SOURCE_SCHEMA),
  server: serverId,
  sourceId,
  files: z.array(
    z.strictObject({
      path: z.string(),
      role: z.literal('unity-bundle'),
      originalFilename: z.string(),
      bytes: byteCount,
      sha256,
    }),
  ),
  fileCount: z.int().min(0),
  fileBytes: byteCount,
  storage: z.strictObject({ schema: z.literal(CAS_SCHEMA), prefix: z.string() }),
  /** Block digests of artifacts over 64 MiB. */
  blocks: z.record(sha256, z.array(sha256)),
  digest: sha256,
});
export type SourceManifest = z.infer<typeof sourceManifestSchema>;

export const leaseSchema = z.strictObject({
  schema: z.literal(LEASE_SCHEMA),
  server: serverId,
  lease: z.string(),
  startedAt: z.int(),
  renewedAt: z.int(),
  digest: sha256,
});
export type Lease = z.infer<typeof leaseSchema>;

/**
 * `r-` and 20 hex digits of the digest over the canonical JSON of {schema, server, sourceId, entries}. Entries must be
 * sorted by path.
 */
export function releaseIdOf(server: string, source: string, entries: readonly ReleaseEntry[]): string {
  // The same text as canonicalText() of the whole value, without building a second tree of 60,000 entries.
  const hasher = new Bun.CryptoHasher('sha256');
  hasher.update('{"entries":[');
  let batch: string[] = [];
  entries.forEach((entry, i) => {
    batch.push(
      `${i === 0 ? '' : ','}{"bytes":${entry.bytes},"mediaType":${JSON.stringify(entry.mediaType)},"path":${JSON.stringify(entry.path)},"role":"${entry.role}","sha256":"${entry.sha256}"}`,
    );
    if (batch.length === 4096) {
      hasher.update(batch.join(''));
      batch = [];
    }
  });
  hasher.update(batch.join(''));
  hasher.update(`],"schema":${JSON.stringify(RELEASE_SCHEMA)},"server":${JSON.stringify(server)},`);
  hasher.update(`"sourceId":${JSON.stringify(source)}}\n`);
  return `r-${hasher.digest('hex').slice(0, 20)}`;
}

/** Canonical bytes of a document with its `digest` filled in. */
export function sealDocument(document: { readonly [key: string]: Json }): Uint8Array {
  const { digest: _, ...rest } = document;
  return canonicalBytes({ ...rest, digest: sha256Hex(canonicalText(rest)) });
}

/** Parses and verifies a sealed document; undefined when it is malformed, altered or of another schema. */
export function openSealed<T extends { digest: string }>(schema: z.ZodType<T>, bytes: Uint8Array): T | undefined {
  const parsed = parseDocument(schema, bytes);
  if (parsed === undefined) return undefined;
  const { digest, ...rest } = parsed;
  return sha256Hex(canonicalText(rest as { readonly [key: string]: Json })) === digest ? parsed : undefined;
}

/** Parses a stored JSON document; undefined when it is not valid UTF-8, not JSON, or not of the schema. */
export function parseDocument<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | undefined {
  try {
    const result = schema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
