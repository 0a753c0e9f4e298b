// Routes of the page of invites.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { again, fields, shown, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const invitePages = defineContract({
  adminInvitesPage: {
    ...adminPage,
    id: 'adminInvitesPage',
    path: '/admin/invites',
    summary: 'Invites with their links and uses',
    query: { done: text, cursor: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: [],
  },
  adminInviteForm: {
    ...adminForm,
    id: 'adminInviteForm',
    path: '/admin/invites',
    summary: 'Makes an invite',
    body: fields({ maxUses: z.string(), days: z.string(), note: z.string() }),
    answers: { 303: { description: 'Made; leads to the list' }, 422: again('a field is refused') },
    refusals: [],
  },
  adminInviteEndForm: {
    ...adminForm,
    id: 'adminInviteEndForm',
    path: '/admin/invites/{id}/end',
    summary: 'Ends an invite',
    params: { id: { schema: z.uuid().toLowerCase(), refusal: 'invite_not_found' } },
    answers: { 303: { description: 'Ended; leads to the list' } },
    refusals: ['invite_not_found'],
  },
});
