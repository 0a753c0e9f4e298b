// Routes of lists' pages and forms. A form redirects to the page from which it was sent.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { REASON_CODES } from '../../kernel/reason-code.ts';
import {
  again,
  fields,
  formOf,
  id,
  listed,
  ownForm,
  ownPage,
  page,
  redirects,
  submits,
  text,
} from '../forms/routes.ts';

/** A text of a mebibyte, percent-encoded. */
const IMPORT_FORM_BYTES = 3 * 1024 * 1024 + 4096;

const listId = { listId: id('list_not_found') } as const;
const entity = { server: z.string(), resource: z.string(), id: z.string() } as const;
/** Where a form in the catalog leads back to. */
const then = z.string().max(4096);

export const listPages = defineContract({
  ownListsPage: {
    ...ownPage,
    path: '/settings/lists',
    summary: 'One’s own lists, and a form for a new one',
    query: { cursor: text, done: text },
    answers: listed,
  },
  listCreateForm: {
    ...ownForm,
    path: '/settings/lists',
    summary: 'Makes a list',
    body: fields({ title: z.string(), description: z.string(), visibility: z.enum(['private', 'public']) }),
    answers: submits('Made; redirects to it', { 409: 'there are as many as may be', 422: 'a field is refused' }),
  },
  listPage: {
    ...page,
    path: '/lists/{listId}',
    summary: 'A list with its entries; for its owner with forms',
    params: listId,
    query: { cursor: text, done: text },
    answers: listed,
    refusals: ['list_not_found'],
  },
  listComparePage: {
    ...ownPage,
    path: '/lists/compare',
    summary: 'Two lists side by side, or the choice of them',
    query: { a: text, b: text, cursor: text },
    answers: listed,
    refusals: ['list_not_found'],
  },
  listMarkForm: {
    ...ownForm,
    path: '/lists/marks',
    summary: 'Marks an entity as owned or wanted, or no longer',
    body: fields({ ...entity, owned: z.string().optional(), wanted: z.string().optional(), then }),
    answers: redirects('Marked; redirects back'),
    refusals: ['invalid_subject', 'list_full'],
  },
  listAddForm: {
    ...ownForm,
    path: '/lists/additions',
    summary: 'Adds an entity to a list',
    body: fields({ ...entity, list: z.string(), then }),
    answers: redirects('Added; redirects back'),
    refusals: ['invalid_subject', 'list_full', 'list_not_found'],
  },
  listEditForm: {
    ...ownForm,
    path: '/lists/{listId}/texts',
    summary: 'Changes title, description and visibility of a list',
    params: listId,
    body: fields({
      title: z.string().optional(),
      description: z.string(),
      visibility: z.enum(['private', 'public']),
      version: z.coerce.number().int(),
    }),
    answers: submits('Changed; redirects to the list', { 409: 'it was changed elsewhere', 422: 'a field is refused' }),
    refusals: ['list_not_found'],
  },
  listDeleteForm: {
    ...ownForm,
    path: '/lists/{listId}/removal',
    summary: 'Deletes a list, or empties one of what one owns or wants',
    params: listId,
    answers: redirects('Deleted; redirects to the other lists'),
    refusals: ['list_not_found'],
  },
  listEntryForm: {
    ...ownForm,
    path: '/lists/{listId}/entries',
    summary: 'Changes count and note of an entry, or removes it',
    params: listId,
    body: fields({ ...entity, act: z.enum(['save', 'remove']), count: z.string(), note: z.string() }),
    answers: submits('Done; redirects to the list', { 422: 'a field is refused' }),
    refusals: ['list_not_found', 'list_entry_not_found'],
  },
  listMoveForm: {
    ...ownForm,
    path: '/lists/{listId}/order',
    summary: 'Moves an entry behind another one, or to the beginning',
    params: listId,
    body: fields({ id: z.string(), after: z.string(), version: z.coerce.number().int() }),
    answers: submits('Moved; redirects to the list', {
      409: 'it was changed elsewhere',
      422: 'there is no such entry',
    }),
    refusals: ['list_not_found'],
  },
  listImportPage: {
    ...ownPage,
    path: '/lists/{listId}/import',
    summary: 'The form for a file of entries',
    params: listId,
    refusals: ['list_not_found'],
  },
  listImportForm: {
    ...ownForm,
    path: '/lists/{listId}/import',
    summary: 'Tries or imports a file of entries',
    params: listId,
    body: formOf(
      z.object({ format: z.enum(['csv', 'json']), text: z.string(), act: z.enum(['try', 'import']) }),
      IMPORT_FORM_BYTES,
    ),
    answers: {
      200: again('what was done, or would be'),
      409: again('the list would have too many entries'),
      422: again('the file cannot be read'),
    },
    refusals: ['list_not_found'],
  },
  listReportForm: {
    ...ownForm,
    path: '/lists/{listId}/report',
    summary: 'Reports a list to the staff',
    params: listId,
    body: fields({ reasonCode: z.enum(REASON_CODES), details: z.string() }),
    answers: submits('Reported; redirects to the list', { 422: 'a field is refused' }),
    refusals: ['list_not_found', 'report_target_not_found'],
  },
});
