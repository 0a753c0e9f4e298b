// Stored catalog documents of a release (specification, "Catalog manifest"; reference sheet, 2.4–2.9). The derivation
// writes them; the reader validates them against these schemas and the release index.
import { z } from 'zod';
import { isPartName, isResourceName, isShardName } from '../../kernel/names.ts';
import { PARTITION_ALGORITHM, SHARD_COUNT } from '../../kernel/partition.ts';

export const CATALOG_SCHEMA = 'service-catalog-storage-v2';
export const SUMMARY_SCHEMA = 'service-catalog-summary-v1';

/** Release paths of the catalog documents. */
export { CATALOG_MANIFEST_PATH } from './paths.ts';
export const CATALOG_SUMMARY_PATH = 'api/v1/catalog/summary.json';
export const UI_MARKS_PATH = 'metadata/ui-marks.json';
export const SOURCE_TREE_PATH = 'metadata/source-index/tree.json';
export const resourceIndexPath = (resource: string): string => `api/v1/catalog/${resource}/index.json`;
export const entityPrefix = (resource: string): string => `api/v1/catalog/${resource}/entities/`;
export const relationPrefix = (resource: string, relation: string): string =>
  `api/v1/catalog/${resource}/relations/${relation}/`;
export const viewIndexPath = (resource: string, view: string): string =>
  `api/v1/catalog/${resource}/views/${view}/index.json`;
export const viewEntityPrefix = (resource: string, view: string): string =>
  `api/v1/catalog/${resource}/views/${view}/entities/`;
/** Release path of the record of a source path (`Assets/…`, `Packages/…`). */
export const sourceRecordPath = (sourcePath: string): string => `metadata/sources/${sourcePath}.json`;

const count = z.int().min(0).describe('How many there are');
const shardNames = z.array(z.string().refine(isShardName)).describe('Names of the shards that exist, sorted');

const partitionSchema = z
  .strictObject({
    algorithm: z.literal(PARTITION_ALGORITHM),
    count,
    prefix: z.string(),
    shards: shardNames,
  })
  .meta({ id: 'Partition' });
export type Partition = z.infer<typeof partitionSchema>;

const relationEntrySchema = partitionSchema
  .extend({
    entityCount: z.int().min(0).describe('Sum of the list or record lengths over all keys'),
    valueMode: z.enum(['ids', 'records']),
  })
  .meta({ id: 'RelationEntry' });
export type RelationEntry = z.infer<typeof relationEntrySchema>;

const viewEntrySchema = z
  .strictObject({
    count,
    entities: partitionSchema,
    index: z.string().describe('Path of the view index document'),
    path: z.array(z.string()).describe('Property names that lead to the collection inside the source document'),
    shape: z.enum(['array', 'object']).describe('Container type of the collection'),
  })
  .meta({ id: 'ViewEntry' });
export type ViewEntry = z.infer<typeof viewEntrySchema>;

const resourceEntrySchema = z
  .strictObject({
    count,
    dependencies: z.array(z.string()).describe('Names of other resources, sorted'),
    entities: partitionSchema.optional(),
    index: z.string().describe('Path of the index document'),
    kind: z.enum(['collection', 'document']),
    relations: z.record(z.string().refine(isPartName), relationEntrySchema).optional(),
    views: z.record(z.string().refine(isPartName), viewEntrySchema).optional(),
  })
  .meta({ id: 'ResourceEntry' });
export type ResourceEntry = z.infer<typeof resourceEntrySchema>;

export const catalogManifestSchema = z
  .strictObject({
    schema: z.literal(CATALOG_SCHEMA),
    server: z.string(),
    sourceId: z.string(),
    summary: z.string().describe('Path of the summary document'),
    partition: z.strictObject({ algorithm: z.literal(PARTITION_ALGORITHM), shards: z.literal(SHARD_COUNT) }),
    resources: z.record(z.string().refine(isResourceName), resourceEntrySchema),
  })
  .meta({ id: 'CatalogManifest' });
export type CatalogManifest = z.infer<typeof catalogManifestSchema>;
