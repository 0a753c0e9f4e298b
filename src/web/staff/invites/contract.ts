// Routes of the page of invites.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, id, listed, redirects, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const invitePages = defineContract({
  adminInvitesPage: {
    ...adminPage,
    path: '/admin/invites',
    summary: 'Invites with their links and uses',
    query: { done: text, cursor: text },
    answers: listed,
  },
  adminInviteForm: {
    ...adminForm,
    path: '/admin/invites',
    summary: 'Makes an invite',
    body: fields({ maxUses: z.string(), days: z.string(), note: z.string() }),
    answers: submits('Made; redirects to the list', { 422: 'a field is refused' }),
  },
  adminInviteEndForm: {
    ...adminForm,
    path: '/admin/invites/{id}/end',
    summary: 'Ends an invite',
    params: { id: id('invite_not_found') },
    answers: redirects('Ended; redirects to the list'),
  },
});
