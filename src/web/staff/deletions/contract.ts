// Routes of the pages on which staff deletes and restores one thing, and administrators erase it at once.
import { z } from 'zod';
import { ERASED_KINDS } from '../../../features/community/deletions/contract.ts';
import { DELETED_KINDS } from '../../../features/moderation/cases/deletions.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, form, id, page, redirects, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

const staffPage = { ...page, access: 'staff' } as const;
const staffForm = { ...form, access: 'staff' } as const;
const params = {
  kind: { schema: z.enum(DELETED_KINDS), refusal: 'route_not_found' },
  id: id('deletion_not_found'),
} as const;
const erased = {
  kind: { schema: z.enum(ERASED_KINDS), refusal: 'route_not_found' },
  id: { schema: z.string().max(64), refusal: 'route_not_found' },
} as const;
const confirmed = { access: 'administrator-confirmed' } as const;

export const deletionPages = defineContract({
  moderationDeletionPage: {
    ...staffPage,
    path: '/moderation/deletions/{kind}/{id}',
    summary: 'One post, comment, file or list: deletes or restores it',
    params,
    query: { done: text },
    refusals: ['post_not_found'],
  },
  moderationDeletionForm: {
    ...staffForm,
    path: '/moderation/deletions/{kind}/{id}',
    summary: 'Deletes it',
    params,
    body: fields({ reasonCode: z.string(), message: z.string() }),
    answers: submits('Deleted; redirects to the page', {
      403: 'the reader may not do this',
      409: 'it is deleted already',
      422: 'a field is refused',
    }),
  },
  moderationRestoreForm: {
    ...staffForm,
    path: '/moderation/deletions/{kind}/{id}/restore',
    summary: 'Restores it',
    params,
    answers: submits('Restored; redirects to the page', { 403: 'the reader may not do this', 404: 'it is not there' }),
    refusals: ['post_not_found'],
  },
  adminErasuresPage: {
    ...adminPage,
    path: '/admin/erasures',
    summary: 'Chooses what is erased at once',
    query: { kind: text, id: text, done: text },
    answers: { ...adminPage.answers, ...redirects('With kind and id: to the page that asks before it erases') },
  },
  adminErasurePage: {
    ...adminPage,
    ...confirmed,
    path: '/admin/erasures/{kind}/{id}',
    summary: 'Asks before something is erased for good',
    params: erased,
  },
  adminErasureForm: {
    ...adminForm,
    ...confirmed,
    path: '/admin/erasures/{kind}/{id}',
    summary: 'Erases it',
    params: erased,
    body: fields({ reason: z.string() }),
    answers: submits('Erased; redirects to the list', {
      403: 'it is of the reader’s own',
      404: 'there is no such thing',
      409: 'it is the reader’s own account, or that of the last administrator',
      422: 'the reason is missing or too long',
    }),
  },
});
