// Routes of one's own drafts.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, listed, ownForm, ownPage, redirects, text } from '../../forms/routes.ts';

export const draftsPages = defineContract({
  draftsPage: {
    ...ownPage,
    path: '/settings/drafts',
    summary: 'What one has begun to write',
    query: { done: text, cursor: text },
    answers: listed,
  },
  draftDeleteForm: {
    ...ownForm,
    path: '/settings/drafts',
    summary: 'Deletes a draft, unless it was changed since the page was opened',
    body: fields({ draft: z.string(), version: z.coerce.number().int().min(1) }),
    answers: redirects('Done; redirects to the page'),
    refusals: ['draft_not_found'],
  },
});
