// Stored game-client documents of a release (specification, "Game-client manifest"; reference sheet, 3.3–3.4).
import { z } from 'zod';
import { isObject } from '../../kernel/is-object.ts';
import { isMasterFileName, isPlatform, isSha256 } from '../../kernel/names.ts';
import { PARTITION_ALGORITHM, SHARD_COUNT } from '../../kernel/partition.ts';
import { parseDocument } from '../release/store/formats.ts';

export const GAME_CLIENT_SCHEMA = 'service-game-client-v1';
export const GAME_CLIENT_INDEX_SCHEMA = 'service-game-client-bundles-index-v1';
export const GAME_CLIENT_MANIFEST_PATH = 'game-client/manifest.json';
export const VERSION_FILE = 'MasterDataSystemVersion.txt';
export const GAME_CLIENT_INDEX_PREFIX = 'bundles/index/';

/** Release path of an index shard; its public address is `/game-client/{server}/bundles/index/{hh}.json`. */
export const gameClientIndexPath = (shard: string): string => `game-client/${GAME_CLIENT_INDEX_PREFIX}${shard}.json`;
export const masterFilePath = (file: string): string => `game-client/master/${file}`;
/** The string by which a client file is assigned to a shard. */
export const clientFileKey = (platform: string, file: string): string => `asset/${platform}/${file}`;

const sha256 = z.string().refine(isSha256);
const byteCount = z.int().min(0);

export const gameClientManifestSchema = z
  .strictObject({
    schema: z.literal(GAME_CLIENT_SCHEMA),
    server: z.string(),
    sourceId: z.string(),
    master: z.strictObject({
      systemVersion: z.string(),
      versionFile: z.literal(VERSION_FILE),
      tableCount: z.int().min(0),
      totalBytes: byteCount.describe('Tables and the version file together'),
      tables: z.array(z.strictObject({ bytes: byteCount, file: z.string().refine(isMasterFileName), sha256 })),
    }),
    bundles: z.strictObject({
      platform: z.string().refine(isPlatform),
      catalogHash: z.string(),
      catalogFile: z.string(),
      catalogHashFile: z.string(),
      embeddedCatalogFile: z.string(),
      bundleCount: z.int().min(0),
      fileCount: z.int().min(0),
      totalBytes: byteCount,
      index: z.strictObject({
        algorithm: z.literal(PARTITION_ALGORITHM),
        shards: z.literal(SHARD_COUNT),
        prefix: z.literal(GAME_CLIENT_INDEX_PREFIX),
      }),
    }),
    routes: z.strictObject({ master: z.string(), bundles: z.string(), index: z.string() }),
  })
  .meta({ id: 'GameClientManifest' });
export type GameClientManifest = z.infer<typeof gameClientManifestSchema>;

const CLIENT_FILE_ROLES = ['catalog', 'catalog-hash', 'embedded-catalog', 'unity-bundle'] as const;
export type ClientFileRole = (typeof CLIENT_FILE_ROLES)[number];

const clientFileEntrySchema = z.tuple([sha256, byteCount, z.enum(CLIENT_FILE_ROLES)]);
export type ClientFileEntry = z.infer<typeof clientFileEntrySchema>;

export const gameClientIndexSchema = z
  .strictObject({
    schema: z.literal(GAME_CLIENT_INDEX_SCHEMA),
    server: z.string(),
    sourceId: z.string(),
    platform: z.string(),
    algorithm: z.literal(PARTITION_ALGORITHM),
    shard: z.string(),
    /** file name → [sha256, bytes, role] */
    entries: z.record(z.string(), clientFileEntrySchema),
  })
  .meta({ id: 'GameClientIndex' });
export type GameClientIndex = z.infer<typeof gameClientIndexSchema>;

const anyEntries = z.object({
  entries: z.custom<object>(isObject),
});

/** The files of a stored index shard; undefined when it is malformed. */
export function readClientFiles(bytes: Uint8Array): ReadonlyMap<string, ClientFileEntry> | undefined {
  if (parseDocument(gameClientIndexSchema, bytes) === undefined) return undefined;
  // NOTE: z.record drops a file named `__proto__`, so the names are read from the document itself.
  const loose = parseDocument(anyEntries, bytes);
  if (loose === undefined) return undefined;
  const files = new Map<string, ClientFileEntry>();
  for (const [name, value] of Object.entries(loose.entries)) {
    const entry = clientFileEntrySchema.safeParse(value);
    if (!entry.success) return undefined;
    files.set(name, entry.data);
  }
  return files;
}
