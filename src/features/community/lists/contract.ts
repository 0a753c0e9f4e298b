// Routes of lists of catalog entities: one's own, the public ones of others, comparing, files.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { created, ok, uuid } from '../../../http/routing/declarations.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { body, cursorParameter, idParameter, personParameter, posts, users, version } from '../common/shapes.ts';
import { subjectName } from '../common/subject.ts';
import {
  comparedEntry,
  ENTRIES_MAX,
  entryCount,
  entryNote,
  IMPORT_FORMATS,
  LISTS_MAX,
  listDescription,
  listEntryView,
  listOwner,
  listTitle,
  listView,
  listVisibility,
  MARK_KINDS,
  newList,
  ORDERED_MAX,
  SUBJECTS_MAX,
} from './shapes.ts';

export const LIST_LIMIT = 50;
const LIST_LIMIT_MAX = 100;
const IMPORT_TEXT_BYTES = 1024 * 1024;
/** JSON of a text: each byte may be escaped. */
const IMPORT_BODY_BYTES = 2 * IMPORT_TEXT_BYTES + 4096;
const ENTRIES_BODY_BYTES = 256 * 1024;

const lists = { ...posts, section: 'Community lists' } as const;
const listId = { listId: idParameter } as const;
const limit = {
  schema: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(LIST_LIMIT_MAX)),
  refusal: 'invalid_limit',
  wire: integer(1, LIST_LIMIT_MAX, LIST_LIMIT),
  description: `1 to ${LIST_LIMIT_MAX}, default ${LIST_LIMIT}`,
} as const satisfies Parameter;
const pageQuery = { limit, cursor: cursorParameter } as const;
const nextCursor = z.string().nullable();
const compared = { schema: uuid, refusal: 'invalid_query', required: true } as const satisfies Parameter;

const listAnswer = z.object({ list: listView }).meta({ id: 'EntityListAnswer' });
const listsPage = z.object({ lists: z.array(listView), nextCursor }).meta({ id: 'EntityListPage' });
const entriesPage = z.object({ list: listView, entries: z.array(listEntryView), nextCursor });

/** A list by id, or the list of a kind in the collection of each subject. */
const markedList = {
  schema: z.union([z.enum(MARK_KINDS), uuid]),
  refusal: 'route_not_found',
  description: 'The id, or `owned` or `wanted`: the subjects name the collection',
} as const satisfies Parameter;

export const listsContract = defineContract({
  ownListList: {
    ...lists,
    method: 'GET',
    path: '/api/v1/me/lists',
    summary: 'List your lists, newest first',
    access: 'session',
    query: pageQuery,
    answers: ok('The page', listsPage),
  },
  listCreate: {
    ...lists,
    method: 'POST',
    path: '/api/v1/me/lists',
    summary: 'Create a list of catalog entities',
    description: `With \`server\` and \`resource\` it takes entities of this collection alone. At most ${LISTS_MAX} lists; \`owned\` and \`wanted\`, which exist from their first entry, don’t count.`,
    access: 'community',
    limit: 'list',
    body: body(newList, 'invalid_list'),
    creates: { gone: 'list_not_found', path: '/api/v1/me/lists/{listId}' },
    answers: created('The list', listAnswer),
    refusals: ['list_limit'],
  },
  listCompare: {
    ...lists,
    method: 'GET',
    path: '/api/v1/me/lists/compare',
    summary: 'Compare two lists: what both have, and what only one has',
    description: 'Each is a list of your own or a public one. The order is that of server, resource and id.',
    access: 'session',
    query: { a: compared, b: compared, ...pageQuery },
    answers: ok('The page', {
      a: listView,
      b: listView,
      both: z.array(comparedEntry),
      onlyA: z.array(comparedEntry),
      onlyB: z.array(comparedEntry),
      nextCursor,
    }),
    refusals: ['list_not_found'],
  },
  ownListRead: {
    ...lists,
    method: 'GET',
    path: '/api/v1/me/lists/{listId}',
    summary: 'Read a list of your own with its entries',
    access: 'session',
    params: listId,
    query: pageQuery,
    answers: ok('The list', entriesPage),
    refusals: ['list_not_found'],
  },
  listEdit: {
    ...lists,
    method: 'PATCH',
    path: '/api/v1/me/lists/{listId}',
    summary: 'Change title, description or visibility of a list',
    description: '`owned` and `wanted` have no title.',
    access: 'community',
    limit: 'list',
    params: listId,
    body: body(
      z.object({
        title: listTitle.optional(),
        description: listDescription.optional(),
        visibility: listVisibility.optional(),
        version,
      }),
      'invalid_list',
    ),
    answers: ok('The list', listAnswer),
    refusals: ['list_not_found', 'version_conflict'],
  },
  listDelete: {
    ...lists,
    method: 'DELETE',
    path: '/api/v1/me/lists/{listId}',
    summary: 'Delete a list; `owned` and `wanted` are emptied',
    access: 'withdraw',
    limit: 'list',
    params: listId,
    answers: { 204: { description: 'Done' } },
    refusals: ['list_not_found'],
  },
  listMark: {
    ...lists,
    method: 'PUT',
    path: '/api/v1/me/lists/{listId}/entries',
    summary: 'Add entities to a list, or remove them',
    description: `Up to ${SUBJECTS_MAX} entities, all or nothing. A refusal names the index of the first one that the current release lacks. Removing needs no release. A list has at most ${ENTRIES_MAX} entries.`,
    access: 'community',
    limit: 'list',
    params: { listId: markedList },
    body: body(
      z.object({ subjects: z.array(subjectName).min(1).max(SUBJECTS_MAX), active: z.boolean() }),
      'invalid_list',
      {},
      ENTRIES_BODY_BYTES,
    ),
    answers: ok('The lists that have them, or had them', { active: z.boolean(), lists: z.array(listView) }),
    refusals: ['list_not_found', 'invalid_subject', 'list_full'],
  },
  listEntryEdit: {
    ...lists,
    method: 'PATCH',
    path: '/api/v1/me/lists/{listId}/entries',
    summary: 'Change count or note of an entry',
    description: 'An absent field stays; null clears it.',
    access: 'community',
    limit: 'list',
    params: listId,
    body: body(
      z.object({
        subject: subjectName,
        count: entryCount.nullable().optional(),
        note: entryNote.nullable().optional(),
      }),
      'invalid_list',
    ),
    answers: ok('The entry', { list: listView, entry: listEntryView }),
    refusals: ['list_not_found', 'list_entry_not_found'],
  },
  listOrder: {
    ...lists,
    method: 'PUT',
    path: '/api/v1/me/lists/{listId}/order',
    summary: 'Move entries behind another one',
    description: 'They keep the order of `ids`. `after` null: to the beginning.',
    access: 'community',
    limit: 'list',
    params: listId,
    body: body(
      z.object({
        ids: z
          .array(uuid)
          .min(1)
          .max(ORDERED_MAX)
          .refine((ids) => new Set(ids).size === ids.length)
          .describe('Ids of entries, each once'),
        after: uuid.nullable(),
        version,
      }),
      'invalid_list',
    ),
    answers: ok('The list', listAnswer),
    refusals: ['list_not_found', 'version_conflict'],
  },
  listExportCsv: {
    ...lists,
    method: 'GET',
    path: '/api/v1/me/lists/{listId}/export.csv',
    summary: 'Download a list of your own as CSV',
    description:
      'Columns `server`, `resource`, `id`, `title`, `count`, `note`. Begins with a byte order mark. Cells that a spreadsheet would take for a formula have an apostrophe before them, which the import removes.',
    access: 'session',
    params: listId,
    answers: { 200: { description: 'The file', mediaType: 'text/csv' } },
    refusals: ['list_not_found'],
  },
  listExportJson: {
    ...lists,
    method: 'GET',
    path: '/api/v1/me/lists/{listId}/export.json',
    summary: 'Download a list of your own as JSON',
    access: 'session',
    params: listId,
    answers: { 200: { description: 'The file', mediaType: 'application/json' } },
    refusals: ['list_not_found'],
  },
  listImport: {
    ...lists,
    method: 'POST',
    path: '/api/v1/me/lists/{listId}/import',
    summary: 'Add the entries of a file to a list, and change those it has',
    description:
      'CSV with a header, separated by commas, semicolons or tabs, or JSON as exported. `server` and `resource` may be absent where the list has a collection; a file without `count` or `note` leaves them as they are. Nothing is removed. With `dryRun` nothing is changed.',
    access: 'community',
    limit: 'list',
    params: listId,
    body: body(
      z.object({
        format: z.enum(IMPORT_FORMATS),
        text: z
          .string()
          .refine((text) => Buffer.byteLength(text) <= IMPORT_TEXT_BYTES)
          .describe('At most 1 MiB'),
        dryRun: z.boolean().default(false),
      }),
      'invalid_list',
      {},
      IMPORT_BODY_BYTES,
    ),
    answers: ok('What was done, or would be', {
      added: z.int(),
      changed: z.int(),
      unknown: z.array(z.int()).describe('Lines whose entity the current release lacks; of JSON the numbers of items'),
    }),
    refusals: ['list_not_found', 'list_full'],
  },
  userListList: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users/{uid}/lists',
    summary: 'List the public lists of a person, newest first',
    description: 'Across a block, in either direction, there are none.',
    access: 'viewer',
    params: { uid: personParameter },
    query: pageQuery,
    answers: ok('The page', listsPage),
    refusals: ['profile_not_found'],
    readsDatabase: true,
  },
  listRead: {
    ...lists,
    method: 'GET',
    path: '/api/v1/community/lists/{listId}',
    summary: 'Read a public list with its entries',
    description: 'Private and hidden lists, and those across a block, don’t exist for others.',
    access: 'viewer',
    params: listId,
    query: pageQuery,
    answers: ok('The list', entriesPage.extend({ owner: listOwner })),
    refusals: ['list_not_found'],
    readsDatabase: true,
  },
  listMarks: {
    ...lists,
    method: 'GET',
    path: '/api/v1/community/lists/marks',
    summary: 'Read which entities of a collection you own and want, and how many people own them',
    description: 'Owners are counted from five on. Strangers own and want nothing.',
    access: 'viewer',
    query: {
      server: { schema: subjectName.shape.server, refusal: 'invalid_query', required: true },
      resource: { schema: subjectName.shape.resource, refusal: 'invalid_query', required: true },
      ids: {
        schema: z
          .string()
          .max(100 * 257)
          .transform((text) => text.split(','))
          .pipe(z.array(subjectName.shape.id).max(100)),
        refusal: 'invalid_query',
        required: true,
        description: 'Up to 100 ids, separated by commas',
      },
    },
    answers: ok('The marks', {
      owned: z.array(z.string()),
      wanted: z.array(z.string()),
      owners: z.record(z.string(), z.int()).describe('By id; fewer than five are left out'),
    }),
    readsDatabase: true,
  },
  listStateChange: {
    dialect: 'api',
    cors: 'credentials',
    section: 'Moderation',
    method: 'POST',
    path: '/api/v1/moderation/lists/{listId}/state',
    summary: 'Hide or show a public list',
    access: 'staff',
    params: listId,
    body: body(
      z.object({
        action: z.enum(['hide', 'unhide']),
        reasonCode: z.enum(REASON_CODES),
        message: z.string().trim().min(1).max(1_000).optional().describe('What the owner reads'),
        note: z.string().max(2000).optional().describe('Only for the audit trail'),
        version,
      }),
      'invalid_state_change',
    ),
    answers: ok('The state of the list', { list: z.object({ id: z.string(), version: z.int(), hidden: z.boolean() }) }),
    refusals: ['list_not_found', 'forbidden', 'version_conflict', 'list_state_unchanged'],
  },
});
