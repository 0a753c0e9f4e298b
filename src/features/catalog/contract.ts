// Catalog reads (specification, "Catalog (per release server)"; decisions, "Releases and catalog").
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { late } from '../../http/routing/declarations.ts';
import { pageCursor, pageLimit } from '../../http/routing/page-parameters.ts';
import { isEntityKey, isPartName, PAGE_LIMIT_DEFAULT } from '../../kernel/names.ts';
import {
  entityParameter,
  NOT_MODIFIED,
  PARTIAL,
  releaseParameter,
  releaseRead,
  resourceParameter,
  serverParameter,
} from '../release/serve/contract.ts';
import { releaseIdentitySchema } from '../release/store/formats.ts';
import { catalogManifestSchema, SUMMARY_SCHEMA } from './formats.ts';

const view = late(z.string().refine(isPartName).describe('View name of the manifest'), 'view_not_found');
const relation = late(z.string().refine(isPartName).describe('Relation name of the manifest'), 'relation_not_found');
const relationKey = late(
  z.string().refine(isEntityKey).describe('Relation key, as an entity id'),
  'relation_not_found',
);
const sourcePath = late(z.string().min(1).max(1024).describe('Source path, several segments'), 'source_not_found');

const batchIds = {
  schema: z.string().refine(isEntityKey),
  refusal: 'invalid_batch',
  many: true,
  description: 'Repeated: a batch of at most 100 ids; the answer is `{items, missing}`',
} as const satisfies Parameter;
const limit = pageLimit(PAGE_LIMIT_DEFAULT, '; asks for a page instead of the index');
const cursor = pageCursor('Opaque `nextCursor` of the previous page, whose release it stays on');

const anyJson = z.json();
const document = z.record(z.string(), anyJson);
/** Entities are nearly always objects, but a collection may consist of any values. */
const anyShape = [document, z.array(anyJson), z.string(), z.number(), z.boolean(), z.null()] as const;
const WHERE_FIELDS_STAND =
  'Its fields are those of the snapshot: `…/catalog/schema/{resource}` has them as JSON Schema, `…/catalog/types.d.ts` as TypeScript.';
const entity = z.union(anyShape).meta({
  id: 'CatalogEntity',
  description: `An entity as it was published, nearly always an object. ${WHERE_FIELDS_STAND}`,
});
const index = z.union(anyShape).meta({
  id: 'CatalogIndex',
  description:
    'The index document of a collection: each entity with the fields that the index keeps, as an object by id or a list, as ' +
    `in the snapshot, sometimes inside what stands around it there. Of a resource of the kind \`document\` all of it.`,
});
const batchSchema = z
  .object({
    items: z.record(z.string(), entity).describe('Entity id to entity'),
    missing: z.array(z.string()).describe('Ids that were not found'),
  })
  .meta({ id: 'CatalogBatch', description: 'The entities of a batch. The answer to repeated `id`' });
const pageSchema = z
  .object({
    items: z.array(z.object({ id: z.string(), value: entity })),
    total: z.int().describe('Entities of the collection'),
    limit: z.int(),
    nextCursor: z.string().nullable(),
    release: releaseIdentitySchema,
  })
  .meta({ id: 'CatalogPage', description: 'A page of entities, in catalog order. The answer to `limit` or `cursor`' });
const summarySchema = z
  .object({
    schema: z.literal(SUMMARY_SCHEMA),
    server: z.string(),
    sourceId: z.string(),
    resources: z.record(z.string(), z.object({ count: z.int(), kind: z.enum(['collection', 'document']) })),
    features: z.record(z.string(), anyJson),
  })
  .meta({ id: 'CatalogSummary' });

const base = { ...releaseRead, section: 'Catalog', hot: true } as const;

const THREE_ANSWERS =
  'The query chooses one of three answers. Without `id`, `limit` and `cursor`: the **index document** (`CatalogIndex`), whole. ' +
  'With `id`, repeated for each: a **batch** (`CatalogBatch`: `{items: {id: entity}, missing: [id]}`), its ids de-duplicated and ' +
  'sorted. With `limit` or `cursor`: a **page** (`CatalogPage`: `{items: [{id, value}], total, limit, nextCursor, release}`). ' +
  '`id` cannot be combined with `limit` or `cursor`.';
const LINKS =
  'The `Link` header leads to what describes the catalog (`service-desc`, `describedby`), to its SQLite file and the feed of ' +
  'promotions (`alternate`), to the history of releases (`version-history`) and to what changed (`related`).';

export const catalogContract = defineContract({
  catalogRead: {
    ...base,
    path: '/api/v1/servers/{server}/catalog',
    summary: 'Catalog manifest',
    description: LINKS,
    answers: { ...PARTIAL, 200: { description: 'The manifest', schema: catalogManifestSchema } },
    refusals: ['catalog_manifest_missing'],
  },
  catalogSummary: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/summary',
    summary: 'Catalog summary: counts and feature status',
    description: LINKS,
    answers: { ...PARTIAL, 200: { description: 'The summary', schema: summarySchema } },
    refusals: ['catalog_missing'],
  },
  marksRead: {
    ...base,
    path: '/api/v1/servers/{server}/ui-marks',
    summary: 'UI marks: mark name to release asset path',
    answers: { ...PARTIAL, 200: { description: 'The marks, possibly none', schema: z.record(z.string(), z.string()) } },
    refusals: ['catalog_missing'],
  },
  sourceTree: {
    ...base,
    path: '/api/v1/servers/{server}/sources/tree',
    section: 'Source metadata',
    summary: 'Tree of source records; a leaf is 1',
    answers: { ...PARTIAL, 200: { description: 'The tree', schema: document } },
    refusals: ['source_index_missing'],
  },
  sourceAssetRead: {
    ...base,
    path: '/api/v1/servers/{server}/sources/Assets/{path...}',
    section: 'Source metadata',
    summary: 'Source record of a path below Assets/',
    params: { server: serverParameter, path: sourcePath },
    answers: { ...PARTIAL, 200: { description: 'The record', schema: document } },
    refusals: ['object_corrupt'],
  },
  sourcePackageRead: {
    ...base,
    path: '/api/v1/servers/{server}/sources/Packages/{path...}',
    section: 'Source metadata',
    summary: 'Source record of a path below Packages/',
    params: { server: serverParameter, path: sourcePath },
    answers: { ...PARTIAL, 200: { description: 'The record', schema: document } },
    refusals: ['object_corrupt'],
  },
  resourceRead: {
    ...base,
    path: '/api/v1/servers/{server}/{resource}',
    summary: 'Index of a resource, a batch of its entities, or a page of them',
    description:
      `${THREE_ANSWERS} The \`Link\` header of index and page leads to the schema, the queries and exports of the resource, the ` +
      'history of releases, their changes and the feed.',
    params: { server: serverParameter, resource: resourceParameter },
    query: { id: batchIds, limit, cursor, release: releaseParameter },
    answers: {
      ...PARTIAL,
      200: { description: 'Batch, page or index document', schema: z.union([batchSchema, pageSchema, index]) },
    },
    refusals: [
      'catalog_manifest_missing',
      'catalog_missing',
      'invalid_query',
      'pagination_unavailable',
      'entity_not_found',
    ],
  },
  entityRead: {
    ...base,
    path: '/api/v1/servers/{server}/{resource}/{id}',
    summary: 'An entity',
    params: { server: serverParameter, resource: resourceParameter, id: entityParameter },
    answers: { ...NOT_MODIFIED, 200: { description: 'The entity as published', schema: entity } },
    refusals: ['catalog_manifest_missing', 'catalog_missing'],
  },
  viewRead: {
    ...base,
    path: '/api/v1/servers/{server}/{resource}/views/{view}',
    summary: 'Index of a view, a batch of its entities, or a page of them',
    description: THREE_ANSWERS,
    params: { server: serverParameter, resource: resourceParameter, view },
    query: { id: batchIds, limit, cursor, release: releaseParameter },
    answers: {
      ...PARTIAL,
      200: {
        description: 'A batch, a page, or the collection of the view',
        schema: z.union([batchSchema, pageSchema, index]),
      },
    },
    refusals: ['catalog_manifest_missing', 'catalog_missing', 'invalid_query'],
  },
  viewEntityRead: {
    ...base,
    path: '/api/v1/servers/{server}/{resource}/views/{view}/{id}',
    summary: 'An entity of a view',
    params: { server: serverParameter, resource: resourceParameter, view, id: entityParameter },
    answers: { ...NOT_MODIFIED, 200: { description: 'The view entity', schema: entity } },
    refusals: ['catalog_manifest_missing', 'catalog_missing'],
  },
  relationRead: {
    ...base,
    path: '/api/v1/servers/{server}/{resource}/relations/{relation}/{key}',
    summary: 'Entities or records related to a key',
    description:
      'Value mode `ids` returns full entities by id, `records` the stored records; an absent key returns `{}`.',
    params: { server: serverParameter, resource: resourceParameter, relation, key: relationKey },
    answers: {
      ...NOT_MODIFIED,
      200: { description: 'Entity id to entity or record', schema: z.record(z.string(), entity) },
    },
    refusals: ['catalog_manifest_missing', 'catalog_missing'],
  },
});
