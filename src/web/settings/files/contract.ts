// Routes of one's own files.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { formOf, listed, ownForm, ownPage, submits, text } from '../../forms/routes.ts';

export const filesPages = defineContract({
  filesPage: {
    ...ownPage,
    path: '/settings/files',
    summary: 'The own files, with the posts that hold them',
    query: { done: text, status: text, cursor: text },
    answers: listed,
  },
  fileForm: {
    ...ownForm,
    path: '/settings/files',
    summary: 'Describes a file, or deletes one that no post holds',
    body: formOf(
      z.discriminatedUnion('act', [
        z.object({ act: z.literal('describe'), file: z.uuid(), alt: z.string() }),
        z.object({ act: z.literal('delete'), file: z.uuid() }),
      ]),
    ),
    answers: submits('Done; redirects to the page', { 422: 'the description is too long' }),
    refusals: ['attachment_not_found', 'attachment_in_use'],
  },
});
