// Which releases of a server were current, and what changed between two of them (docs/history.md).
import { z } from 'zod';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { pageCursor, pageLimit } from '../../../http/routing/page-parameters.ts';
import { isEntityKey, isResourceName } from '../../../kernel/names.ts';
import {
  entityParameter,
  NOT_MODIFIED,
  releaseParameter,
  releaseRead,
  resourceParameter,
  serverParameter,
} from '../serve/contract.ts';
import { HISTORY_RELEASES } from './entity-history.ts';

const SECTION = 'Registry, release';

export const HISTORY_LIMIT_DEFAULT = 20;
export const CHANGES_LIMIT_DEFAULT = 100;
/** Promotions that the feed lists. */
export const FEED_ENTRIES = 20;

const pin = (description: string) => ({ ...releaseParameter, description }) as const satisfies Parameter;

const releaseId = z.string().describe('`r-` and 20 hex digits');
const count = z.int().min(0);
const historySchema = z
  .object({
    releases: z.array(
      z.object({
        releaseId,
        sourceId: z.string(),
        publishedAt: z.int().describe('When it was stored, in milliseconds'),
        promotedAt: z.int().describe('When it last became current, in milliseconds'),
        current: z.boolean(),
        files: count.describe('Files of the release, without the documents of its catalog'),
        bytes: count.describe('Size of these files'),
        resources: count.describe('Resources of its catalog'),
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ReleaseHistory' });

const countsSchema = z.object({ added: count, removed: count, changed: count }).meta({ id: 'ChangeCounts' });
/** An absent field has no value. */
const valueSchemas = { before: z.json().optional(), after: z.json().optional() };
const changedFieldSchema = z
  .object({
    path: z.string().describe('As in `fields` of changes'),
    ...valueSchemas,
    truncated: z
      .literal(true)
      .optional()
      .describe(
        'A value has more than 1 KiB of JSON. A text is cut; a list or object is the beginning of its JSON, as a text',
      ),
  })
  .meta({ id: 'ChangedField', description: 'A field that differs. `before` or `after` is absent where the field is' });
const fieldTypeSchema = z.object({
  path: z.string().describe('As in queries'),
  type: z.string().describe('As the fields of queries have it; with `[]` for lists'),
});
export const fieldChangesSchema = z.record(
  z.string(),
  z.object({
    added: z.array(fieldTypeSchema),
    removed: z.array(fieldTypeSchema),
    changed: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  }),
);
const changeSchema = z.enum(['added', 'removed', 'changed']);
const nextCursor = z.string().nullable();
const changesSchema = z.union([
  z
    .object({
      from: releaseId,
      to: releaseId,
      resources: z.record(z.string(), countsSchema).describe('By resource: those of both releases, unchanged ones too'),
      files: countsSchema,
      presentation: z
        .object({
          change: changeSchema,
          fields: z.array(z.string()).describe('Paths of the declaration that differ; at most 100'),
        })
        .optional()
        .describe('Only where the snapshot declares another presentation of its data'),
    })
    .meta({ id: 'ReleaseChanges' }),
  z
    .object({
      items: z.array(
        z.object({
          id: z.string(),
          change: changeSchema,
          fields: z
            .array(z.string())
            .describe(
              'For a changed entity: the paths that differ; at most 100. Elements of lists: `costs[id=7].count`',
            ),
          values: z.array(changedFieldSchema).optional().describe('With `values=1`: the same fields with their values'),
        }),
      ),
      nextCursor,
    })
    .meta({ id: 'ResourceChanges' }),
  z
    .object({
      items: z.array(
        z.object({
          path: z.string().describe('Release path'),
          change: changeSchema,
          mediaType: z.string(),
          bytes: count.describe('Size; for a removed file the previous one'),
        }),
      ),
      nextCursor,
    })
    .meta({ id: 'FileChanges' }),
  z
    .object({
      schema: fieldChangesSchema.describe('By resource: those whose fields differ'),
    })
    .meta({ id: 'SchemaChanges' }),
]);
const entityHistorySchema = z
  .object({
    items: z.array(
      z.object({
        releaseId,
        promotedAt: z.int().describe('When the release became current, in milliseconds'),
        change: changeSchema.describe('Since the release that was current before; the first appearance is `added`'),
        fields: z.array(changedFieldSchema).describe('For a changed entity: the fields that differ; at most 100'),
      }),
    ),
    nextCursor: z.string().nullable().describe('Also after a page with few items or none: older releases follow'),
  })
  .meta({ id: 'EntityHistory' });

const PLACES =
  'Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two such requests run and eight wait at once, ' +
  'for at most five seconds, and there are 64 of all clients; beyond that the answer is 503 `query_busy`.';

const { query: _pinned, ...unpinned } = releaseRead;
const base = { ...unpinned, section: SECTION, hot: true } as const;

export const historyContract = defineContract({
  releaseHistory: {
    ...base,
    path: '/api/v1/servers/{server}/release/history',
    summary: 'Releases that are or were current, the last promoted first',
    description:
      'Each release that is still stored, once, by its last promotion; of the last 200 promotions and rollbacks. Releases that ' +
      'were published before promotions were recorded count from their publication.',
    query: {
      limit: pageLimit(HISTORY_LIMIT_DEFAULT),
      cursor: pageCursor('Opaque `nextCursor` of the previous page'),
    },
    answers: { ...NOT_MODIFIED, 200: { description: 'A page of the history', schema: historySchema } },
    refusals: ['catalog_manifest_missing'],
  },
  releaseChanges: {
    ...base,
    path: '/api/v1/servers/{server}/release/changes',
    summary: 'What changed between two releases: counts, entities by field, files',
    description:
      'Both releases must be or have been current. With `resource` the changed entities, by id; with `files=1` the changed ' +
      'files, by path, without the documents of the catalog. A resource that is a document counts as one entity with the name ' +
      'of the resource. Two releases never change: an answer that names both is immutable, and a cursor stays on its pair. ' +
      'A pair of releases is compared once; 503 with `Retry-After` while the comparison runs. With `schema=1` the fields of ' +
      `collections that were added, were removed or have another type. With \`values=1\` a page may be shorter than \`limit\`. ${PLACES}`,
    query: {
      from: pin('The release before; default: the one that was current before `to`'),
      to: pin('The release after; default: the current one'),
      resource: {
        schema: z.string().refine(isResourceName),
        refusal: 'resource_not_found',
        description: 'Lists the changed entities of this resource',
      },
      id: {
        schema: z.string().refine(isEntityKey),
        refusal: 'entity_not_found',
        description: 'With `resource`: lists this entity alone; nothing if it did not change',
      },
      values: {
        schema: z.literal('1'),
        refusal: 'invalid_query',
        description: 'With `resource`, `1`: the values of changed fields, before and after, each cut at 1 KiB of JSON',
      },
      files: { schema: z.literal('1'), refusal: 'invalid_query', description: '`1`: lists the changed files' },
      schema: {
        schema: z.literal('1'),
        refusal: 'invalid_query',
        description: '`1`: what changed in the fields of collections and their types, as queries have them',
      },
      limit: pageLimit(CHANGES_LIMIT_DEFAULT),
      cursor: pageCursor('Opaque `nextCursor` of the previous page; valid for its list and its two releases'),
    },
    answers: { ...NOT_MODIFIED, 200: { description: 'Counts, or a page of changes', schema: changesSchema } },
    refusals: [
      'release_not_found',
      'catalog_manifest_missing',
      'catalog_missing',
      'comparison_not_ready',
      'object_corrupt',
      'query_not_ready',
      'query_busy',
      'query_timeout',
    ],
  },
  catalogEntityHistory: {
    ...base,
    section: 'Catalog',
    path: '/api/v1/servers/{server}/catalog/history/{resource}/{id}',
    summary: 'The history of an entity: in which releases it changed, with the values of each field',
    description:
      'By promotion, the newest first; of the releases that are still stored. A release that was current several times counts each ' +
      `time, and one without a change of the entity has no item. A request looks at ${HISTORY_RELEASES} releases at most. Of a ` +
      `resource that is a document, the entity has the name of the resource. ${PLACES}`,
    params: { server: serverParameter, resource: resourceParameter, id: entityParameter },
    query: {
      limit: pageLimit(HISTORY_LIMIT_DEFAULT),
      cursor: pageCursor('Opaque `nextCursor` of the previous page; valid for its entity'),
    },
    answers: { ...NOT_MODIFIED, 200: { description: 'A page of the history', schema: entityHistorySchema } },
    refusals: ['catalog_manifest_missing', 'catalog_missing', 'query_busy'],
  },
  releaseFeed: {
    ...base,
    path: '/api/v1/servers/{server}/release/feed.atom',
    summary: 'Atom feed of the last promotions, with what changed',
    answers: { ...NOT_MODIFIED, 200: { description: 'The feed', mediaType: 'application/atom+xml' } },
    refusals: ['catalog_manifest_missing', 'catalog_missing', 'comparison_not_ready'],
  },
});
