// Routes of queries: queries, the fields of a resource, exports, and the file (docs/query.md).
import { z } from 'zod';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { pageCursor, pageLimit } from '../../../http/routing/page-parameters.ts';
import { isResourceName } from '../../../kernel/names.ts';
import { releaseParameter, serverParameter } from '../../release/serve/contract.ts';
import { DATE_FORMATS } from '../../release/snapshot/field-schema.ts';

const SECTION = 'Catalog';

export const QUERY_LIMIT_DEFAULT = 20;
export const FILTERS_MAX = 16;
export const FACETS_MAX = 8;
const TERMS_MAX = 100;
const FILTER_CHARACTERS_MAX = 4096;
const LIST_CHARACTERS_MAX = 8192;

const resource = {
  schema: z.string().refine(isResourceName).describe('A collection of the catalog manifest'),
  refusal: 'resource_not_found',
  late: true,
} as const satisfies Parameter;
const q = {
  schema: z.string().min(1).max(TERMS_MAX),
  refusal: 'invalid_query',
  description:
    'Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width and case are ignored.',
} as const satisfies Parameter;
const filter = {
  schema: z.string().min(1).max(FILTER_CHARACTERS_MAX),
  refusal: 'invalid_query',
  many: true,
  description:
    `\`path\` \`op\` \`value\`, repeated at most ${FILTERS_MAX} times; all must hold. Operators: \`=\` \`!=\` \`>=\` \`<=\` ` +
    '`>` `<` `~` (contains). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\\null` the word. A ' +
    'backslash escapes operators, commas, dots and backslashes. An array matches when one element does.',
} as const satisfies Parameter;
const sort = {
  schema: z.string().min(1).max(LIST_CHARACTERS_MAX),
  refusal: 'invalid_query',
  description: 'Up to three paths, `-` before one for descending; absent values last, ties in catalog order',
} as const satisfies Parameter;
const fields = {
  schema: z.string().min(1).max(LIST_CHARACTERS_MAX),
  refusal: 'invalid_query',
  description: 'Comma-separated paths; default the fields of the index document, `*` the whole entity',
} as const satisfies Parameter;
const facet = {
  schema: z.string().max(FILTER_CHARACTERS_MAX),
  refusal: 'invalid_query',
  many: true,
  description: `A path, repeated at most ${FACETS_MAX} times: its 50 most frequent values with counts, over what the other filters leave`,
} as const satisfies Parameter;
const limit = pageLimit(QUERY_LIMIT_DEFAULT);
const cursor = pageCursor('Opaque `nextCursor` of the previous page; valid for its query, and stays on its release');
const flag = {
  schema: z.enum(['0', '1']).transform((value) => value === '1'),
  refusal: 'invalid_query',
} as const satisfies Parameter;

const FIELD_KINDS = [
  'string',
  'number',
  'boolean',
  'date',
  'localized',
  'reference',
  'file',
  'url',
  'color',
  'markdown',
  'json',
] as const;
const anyJson = z.json();
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const querySchema = z
  .object({
    items: z.array(z.object({ id: z.string(), entity: anyJson })),
    total: z.int().describe('Entities that the query finds'),
    facets: z
      .record(z.string(), z.array(z.object({ value: scalar, count: z.int() })))
      .describe('By path as in the query, the most frequent first; null counts absent values'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'CatalogQuery' });
const fieldsSchema = z
  .object({
    fields: z.array(
      z.object({
        path: z.string().describe('As in filters, sorting and `fields`'),
        type: z.enum(FIELD_KINDS),
        list: z.boolean().describe('Whether some entity has a list here; the type is the one of its elements'),
        nullable: z.boolean().describe('Whether some entity lacks it'),
        distinct: z.int().describe('Different values, elements of lists one by one'),
        min: z.union([z.string(), z.number(), z.null()]).describe('Of dates in milliseconds'),
        max: z.union([z.string(), z.number(), z.null()]),
        samples: z.array(scalar).describe('Up to five values'),
        references: z.string().optional().describe('The resource whose ids these are, or that they refer to by `key`'),
        key: z.string().optional().describe('The field of that resource with these values; absent: its ids'),
        format: z.enum(DATE_FORMATS).optional().describe('Of dates: how entities write them'),
        locales: z
          .array(z.string())
          .optional()
          .describe(
            'Of objects with a text for each language: their keys. `name.en` is a stored text, `name@en` the text after fallback',
          ),
        unit: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'CatalogFields' });

/** Of routes that read the query file of a release, and of those that run a query on it. */
const FILE_REFUSALS = ['catalog_manifest_missing', 'object_corrupt', 'query_not_ready'] as const;
const RUN_REFUSALS = [...FILE_REFUSALS, 'query_busy', 'query_timeout'] as const;

const NOT_MODIFIED = { 304: { description: 'Not modified' } } as const;

const base = { method: 'GET', section: SECTION, dialect: 'api', cors: 'public', readsRelease: 'current' } as const;

const PLACES =
  'Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two queries run and eight wait at once, 64 of ' +
  'all clients wait, for at most five seconds, and clients take turns; beyond that the answer is 503 `query_busy`.';
const EXPORTED =
  'Compressed if the client accepts that; no ranges. `HEAD` does not run the query. An error after the first bytes closes the ' +
  'connection. At most two concurrent exports per client; beyond that the answer is 503 `query_busy`.';

export const queryContract = defineContract({
  catalogQuery: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/query/{resource}',
    summary: 'Search, filter, sort and count the entities of a resource',
    description: `A query that takes longer than two seconds is cancelled. The first query of a release may get 503 with \`Retry-After\` while the release is prepared. ${PLACES}`,
    params: { server: serverParameter, resource },
    query: { q, filter, sort, fields, facet, limit, cursor, release: releaseParameter },
    answers: { ...NOT_MODIFIED, 200: { description: 'A page of the entities found', schema: querySchema } },
    refusals: [...RUN_REFUSALS, 'unknown_field'],
    hot: true,
  },
  catalogFields: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/query/{resource}/fields',
    summary: 'The fields of a resource: paths, types and statistics of their values',
    params: { server: serverParameter, resource },
    query: { release: releaseParameter },
    answers: { ...NOT_MODIFIED, 200: { description: 'The fields', schema: fieldsSchema } },
    refusals: RUN_REFUSALS,
    hot: true,
  },
  catalogExportLines: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/export/{resource}.ndjson',
    summary: 'All entities that a query finds, as NDJSON',
    description: EXPORTED,
    params: { server: serverParameter, resource },
    query: { q, filter, sort, fields, release: releaseParameter },
    answers: { ...NOT_MODIFIED, 200: { description: 'Lines of `{id, entity}`', mediaType: 'application/x-ndjson' } },
    refusals: [...RUN_REFUSALS, 'unknown_field'],
  },
  catalogExportTable: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/export/{resource}.csv',
    summary: 'All entities that a query finds, as CSV (RFC 4180)',
    description: `The first column is the id, then the paths of \`fields\`, or one column per field. ${EXPORTED}`,
    params: { server: serverParameter, resource },
    query: {
      q,
      filter,
      sort,
      fields,
      release: releaseParameter,
      bom: { ...flag, description: '`1`: begins with a byte order mark, for spreadsheets that guess the encoding' },
      spreadsheet: {
        ...flag,
        description: "`1`: cells that begin with `=`, `+`, `-`, `@`, tab or CR get a `'` before them",
      },
      labels: {
        ...flag,
        description: '`1`: a field whose values have labels gets a second column with them, `rarity@label`',
      },
    },
    answers: { ...NOT_MODIFIED, 200: { description: 'The table', mediaType: 'text/csv' } },
    refusals: [...RUN_REFUSALS, 'unknown_field'],
  },
  catalogDatabase: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/database.sqlite',
    summary: 'All collections of the catalog as one SQLite file, for any SQLite tool',
    params: { server: serverParameter },
    query: { release: releaseParameter },
    answers: {
      ...NOT_MODIFIED,
      200: { description: 'The file', mediaType: 'application/vnd.sqlite3' },
      206: { description: 'The part that `Range` names', mediaType: 'application/vnd.sqlite3' },
    },
    refusals: FILE_REFUSALS,
  },
});
