// Routes of the page of invites.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { again, fields, shown, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const invitePages = defineContract({
  adminInvitesPage: {
    ...adminPage,
    path: '/admin/invites',
    summary: 'Invites with their links and uses',
    query: { done: text, cursor: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
  },
  adminInviteForm: {
    ...adminForm,
    path: '/admin/invites',
    summary: 'Makes an invite',
    body: fields({ maxUses: z.string(), days: z.string(), note: z.string() }),
    answers: { 303: { description: 'Made; leads to the list' }, 422: again('a field is refused') },
  },
  adminInviteEndForm: {
    ...adminForm,
    path: '/admin/invites/{id}/end',
    summary: 'Ends an invite',
    params: { id: { schema: z.uuid().toLowerCase(), refusal: 'invite_not_found' } },
    answers: { 303: { description: 'Ended; leads to the list' } },
  },
});
