// Routes of the page of registrations that wait.
import { z } from 'zod';
import { REGISTRATION_VERDICTS } from '../../../features/accounts/staff/registrations.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, listed, submits, text, uid } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const registrationPages = defineContract({
  adminRegistrationsPage: {
    ...adminPage,
    path: '/admin/registrations',
    summary: 'Registrations that wait for a decision',
    query: { cursor: text, done: text },
    answers: listed,
  },
  adminRegistrationForm: {
    ...adminForm,
    path: '/admin/registrations/{id}/decision',
    summary: 'Approves or refuses a registration',
    limit: 'write',
    params: { id: { schema: uid, refusal: 'registration_not_found' } },
    body: fields({ verdict: z.enum(REGISTRATION_VERDICTS) }),
    answers: submits('Decided; redirects to the page', {
      404: 'there is no such registration',
      409: 'it is decided already',
    }),
  },
});
