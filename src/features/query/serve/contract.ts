// Routes of queries: queries, the fields of a resource, exports, and the file (docs/query.md).
import { z } from 'zod';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { late, uuid } from '../../../http/routing/declarations.ts';
import { pageCursor } from '../../../http/routing/page-parameters.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { isReleaseId, isResourceName } from '../../../kernel/names.ts';
import { NOT_MODIFIED, releaseRead, serverParameter } from '../../release/serve/contract.ts';
import { DATE_FORMATS } from '../../release/snapshot/field-schema.ts';

export const QUERY_LIMIT_DEFAULT = 20;
export const FILTERS_MAX = 16;
export const FACETS_MAX = 8;
export const HISTOGRAMS_MAX = 4;
export const INCLUDES_MAX = 8;
export const RESOURCES_MAX = 100;
const LIMIT_MAX = 1_000;
const BODY_BYTES_MAX = 32 * 1024;
const LOCALE_CHARACTERS_MAX = 35;
const TERMS_MAX = 100;
const FILTER_CHARACTERS_MAX = 4096;
const LIST_CHARACTERS_MAX = 8192;

const resource = late(
  z.string().refine(isResourceName).describe('A collection of the catalog manifest'),
  'resource_not_found',
);
const q = {
  schema: z.string().min(1).max(TERMS_MAX),
  refusal: 'invalid_query',
  description:
    'Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the ' +
    'kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the ' +
    'terms as a phrase before each alone; ties in catalog order.',
} as const satisfies Parameter;
const filter = {
  schema: z.string().min(1).max(FILTER_CHARACTERS_MAX),
  refusal: 'invalid_query',
  many: true,
  description:
    `\`path\` \`op\` \`value\`, repeated at most ${FILTERS_MAX} times; all must hold. Operators: \`=\` \`!=\` \`>=\` \`<=\` ` +
    '`>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\\null` the word. A ' +
    'backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects ' +
    '(`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.',
} as const satisfies Parameter;
const where = {
  // Its parser refuses a longer one, and says where it is too long.
  schema: z.string().min(1),
  refusal: 'invalid_query',
  description:
    'Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts ' +
    'stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. ' +
    '`costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB.',
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
  description: `A path, repeated at most ${FACETS_MAX} times: its 50 most frequent values with counts, over what the filters of other paths leave. \`path:N\` counts 1 to 1,000 values.`,
} as const satisfies Parameter;
const facetq = {
  schema: z.string().max(FILTER_CHARACTERS_MAX),
  refusal: 'invalid_query',
  many: true,
  description: '`path:text`: the facet of this path has only values that contain the text, folded as `q` is',
} as const satisfies Parameter;
const histogram = {
  schema: z.string().max(FILTER_CHARACTERS_MAX),
  refusal: 'invalid_query',
  many: true,
  description: `A path of numbers or dates, repeated at most ${HISTOGRAMS_MAX} times: up to 40 bins with round edges, over what the filters of other paths leave`,
} as const satisfies Parameter;
const include = {
  schema: z.string().min(1).max(LIST_CHARACTERS_MAX),
  refusal: 'invalid_query',
  many: true,
  description: `Paths of references, at most ${INCLUDES_MAX}, comma-separated or repeated: the entities that the items refer to come with them`,
} as const satisfies Parameter;
const locale = {
  schema: z.string().min(1).max(LOCALE_CHARACTERS_MAX),
  refusal: 'invalid_locale',
  description:
    'A language tag: localized values become one text in items, sorting and exports, in this language where there is one',
} as const satisfies Parameter;
const listName = (description: string) =>
  ({
    schema: z.union([z.enum(['owned', 'wanted']), uuid]),
    refusal: 'invalid_query',
    description,
  }) as const satisfies Parameter;
const list = listName(
  'A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token.',
);
const notlist = listName('The same: finds only entities that it lacks');
const limit = {
  schema: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,3})$/)
    .transform(Number)
    .refine((value) => value <= LIMIT_MAX),
  refusal: 'invalid_limit',
  wire: integer(0, LIMIT_MAX, QUERY_LIMIT_DEFAULT),
  description: `Page length, 0 to ${LIMIT_MAX}, default ${QUERY_LIMIT_DEFAULT}. With 0 the answer has only totals and facets. A page ends early before it has more than 8 MiB.`,
} as const satisfies Parameter;
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
    histograms: z
      .record(
        z.string(),
        z.object({
          bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
          min: z.number().nullable(),
          max: z.number().nullable(),
          mean: z.number().nullable(),
          median: z.number().nullable(),
          absent: z.int().describe('Entities without a value'),
        }),
      )
      .optional()
      .describe('By path as in the query. A bin begins at `from` and ends before `to`; the last one contains it'),
    included: z
      .record(z.string(), z.record(z.string(), anyJson))
      .optional()
      .describe('By resource and id: the fields of the index of the entities that the items refer to'),
    includedTruncated: z.literal(true).optional().describe('Present if more than 500 entities are referred to'),
    references: z
      .record(z.string(), z.record(z.string(), z.object({ resource: z.string(), id: z.string() })))
      .optional()
      .describe('By path and value: what a value refers to, where it is not the id'),
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

const searchSchema = z
  .object({
    items: z.array(
      z.object({
        resource: z.string(),
        id: z.string(),
        title: z.string().describe('The id of an entity without a title'),
        subtitle: z.string().nullable(),
        image: z.string().nullable().describe('Path of the release, or address, as the entity has it'),
        score: z.number().describe('1 for a whole title; less, the less the texts fit'),
      }),
    ),
    total: z.int().describe('Entities of the listed collections that the search finds'),
    facets: z
      .object({ resource: z.array(z.object({ value: z.string(), count: z.int() })) })
      .describe('How many entities of each collection the search finds, whatever `resource` says, the most first'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'CatalogSearch' });

/** Of routes that read the query file of a release, and of those that run a query on it. */
const FILE_REFUSALS = ['catalog_manifest_missing', 'object_corrupt', 'query_not_ready'] as const;
const RUN_REFUSALS = [...FILE_REFUSALS, 'query_busy', 'query_timeout'] as const;

/** Texts of parameters that a body has as lists. */
const oneOrMany = <S extends z.ZodType<string>>(schema: S) =>
  z.union([z.array(schema), schema.transform((value) => [value])]).default([]);

const bodySchema = z
  .strictObject({
    q: q.schema.optional(),
    filter: oneOrMany(filter.schema),
    where: where.schema.optional(),
    sort: sort.schema.optional(),
    fields: fields.schema.optional(),
    facet: oneOrMany(facet.schema),
    facetq: oneOrMany(facetq.schema),
    histogram: oneOrMany(histogram.schema),
    include: oneOrMany(include.schema),
    locale: locale.schema.optional(),
    limit: z.int().min(0).max(LIMIT_MAX).optional(),
    cursor: z.string().min(1).max(2048).optional(),
    release: z.string().refine(isReleaseId).optional(),
  })
  .meta({ id: 'CatalogQueryBody' });

/** What has no texts in this language is a fault of the query here, as other parameters are. */
const LOCALE_STATUS = { invalid_locale: 400 } as const;

const base = { ...releaseRead, section: 'Catalog' } as const;

const PLACES =
  'Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two queries run and eight wait at once, 64 of ' +
  'all clients wait, for at most five seconds, and clients take turns; beyond that the answer is 503 `query_busy`.';
/** What lists of one's own may be refused with. */
const LIST_REFUSALS = ['authentication_required', 'list_not_found', 'database_unavailable'] as const;

const EXPORTED =
  'Compressed if the client accepts that; no ranges. `HEAD` does not run the query. An error after the first bytes closes the ' +
  'connection. At most two concurrent exports per client; beyond that the answer is 503 `query_busy`.';

/** An export of what a query finds. */
const exported = {
  ...base,
  params: { server: serverParameter, resource },
  query: { q, filter, where, sort, fields, locale, list, notlist, ...base.query },
  refusals: [...RUN_REFUSALS, ...LIST_REFUSALS, 'unknown_field', 'query_too_expensive'],
  statuses: LOCALE_STATUS,
} as const;

export const queryContract = defineContract({
  catalogQuery: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/query/{resource}',
    summary: 'Search, filter, sort and count the entities of a resource',
    description: `A query that takes longer than two seconds is cancelled. The first query of a release may get 503 with \`Retry-After\` while the release is prepared. ${PLACES}`,
    params: { server: serverParameter, resource },
    query: {
      ...{ q, filter, where, sort, fields, facet, facetq, histogram, include, locale, limit, cursor, list, notlist },
      ...base.query,
    },
    answers: { ...NOT_MODIFIED, 200: { description: 'A page of the entities found', schema: querySchema } },
    refusals: [...RUN_REFUSALS, ...LIST_REFUSALS, 'unknown_field', 'query_too_expensive'],
    statuses: LOCALE_STATUS,
    hot: true,
  },
  catalogQueryPost: {
    ...base,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/servers/{server}/catalog/query/{resource}',
    summary: 'The same query with its parameters as JSON, where they are long',
    description: `A read: cookies and origin do not matter. Repeated parameters are lists. Cursors are those of GET. ${PLACES}`,
    params: { server: serverParameter, resource },
    query: {},
    body: {
      kind: 'json',
      schema: bodySchema,
      capBytes: BODY_BYTES_MAX,
      invalid: 'invalid_body',
      fields: {
        ...{ q: 'invalid_query', filter: 'invalid_query', where: 'invalid_query', sort: 'invalid_query' },
        ...{ fields: 'invalid_query', facet: 'invalid_query', facetq: 'invalid_query', histogram: 'invalid_query' },
        ...{ include: 'invalid_query', locale: 'invalid_locale', limit: 'invalid_limit', cursor: 'invalid_cursor' },
        release: 'release_not_found',
      },
      statuses: LOCALE_STATUS,
    },
    answers: { 200: { description: 'A page of the entities found', schema: querySchema } },
    refusals: [...RUN_REFUSALS, 'unknown_field', 'query_too_expensive', 'release_not_found'],
  },
  catalogFields: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/query/{resource}/fields',
    summary: 'The fields of a resource: paths, types and statistics of their values',
    params: { server: serverParameter, resource },
    answers: { ...NOT_MODIFIED, 200: { description: 'The fields', schema: fieldsSchema } },
    refusals: RUN_REFUSALS,
    hot: true,
  },
  catalogSearch: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/search',
    summary: 'Search all collections at once',
    description: `The best come first, as with \`q\` of a query; those that fit as well in the order of the collections, then of their entities. The first search of a release may get 503 with \`Retry-After\` while the release is prepared. ${PLACES}`,
    query: {
      q: { ...q, required: true },
      resource: {
        schema: resource.schema,
        refusal: 'resource_not_found',
        many: true,
        description: `Lists only this collection, repeated at most ${RESOURCES_MAX} times`,
      },
      ...{ locale, limit, cursor },
      ...base.query,
    },
    answers: { ...NOT_MODIFIED, 200: { description: 'A page of the entities found', schema: searchSchema } },
    refusals: RUN_REFUSALS,
    statuses: LOCALE_STATUS,
    hot: true,
  },
  catalogExportLines: {
    ...exported,
    path: '/api/v1/servers/{server}/catalog/export/{resource}.ndjson',
    summary: 'All entities that a query finds, as NDJSON',
    description: EXPORTED,
    answers: { ...NOT_MODIFIED, 200: { description: 'Lines of `{id, entity}`', mediaType: 'application/x-ndjson' } },
  },
  catalogExportTable: {
    ...exported,
    path: '/api/v1/servers/{server}/catalog/export/{resource}.csv',
    summary: 'All entities that a query finds, as CSV (RFC 4180)',
    description: `The first column is the id, then the paths of \`fields\`, or one column per field. ${EXPORTED}`,
    query: {
      ...exported.query,
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
  },
  catalogExportParquet: {
    ...exported,
    path: '/api/v1/servers/{server}/catalog/export/{resource}.parquet',
    summary: 'All entities that a query finds, as a Parquet file',
    description:
      'The columns are those of CSV. Integers are INT64 where all fit, other numbers DOUBLE, dates TIMESTAMP in milliseconds; ' +
      `lists, objects and mixed values are JSON. ${EXPORTED}`,
    answers: { ...NOT_MODIFIED, 200: { description: 'The file', mediaType: 'application/vnd.apache.parquet' } },
  },
  catalogDatabase: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/database.sqlite',
    summary: 'All collections of the catalog as one SQLite file, for any SQLite tool',
    answers: {
      ...NOT_MODIFIED,
      200: { description: 'The file', mediaType: 'application/vnd.sqlite3' },
      206: { description: 'The part that `Range` names', mediaType: 'application/vnd.sqlite3' },
    },
    refusals: FILE_REFUSALS,
  },
});
