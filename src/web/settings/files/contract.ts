// Routes of one's own files.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { again, form, formOf, page, shown, text } from '../../forms/routes.ts';

export const filesPages = defineContract({
  filesPage: {
    ...page,
    path: '/settings/files',
    summary: 'The own files, with the posts that hold them',
    query: { done: text, status: text, cursor: text },
    answers: { ...shown, 303: { description: 'A cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  fileForm: {
    ...form,
    path: '/settings/files',
    summary: 'Describes a file, or deletes one that no post holds',
    body: formOf(
      z.discriminatedUnion('act', [
        z.object({ act: z.literal('describe'), file: z.uuid(), alt: z.string() }),
        z.object({ act: z.literal('delete'), file: z.uuid() }),
      ]),
    ),
    answers: { 303: { description: 'Done; leads to the page' }, 422: again('the description is too long') },
    refusals: ['authentication_required', 'attachment_not_found', 'attachment_in_use'],
  },
});
