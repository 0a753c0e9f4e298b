import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok } from '../../../http/routing/declarations.ts';
import { REGISTRATION_VERDICTS } from '../../accounts/staff/registrations.ts';
import { cursor, limit, nextCursor, uidParameter } from '../../moderation/common/shapes.ts';
import { body } from '../common/shapes.ts';

const registrationView = z
  .object({
    id: z.string().describe('Number of the account'),
    displayName: z.string(),
    text: z.string().nullable().describe('What the person wrote about themselves; null: nothing'),
    mailDomain: z.string().describe('Of the address'),
    providers: z.array(z.string()).describe('Services that the account was made with; empty: by address'),
    createdAt: milliseconds,
    waitingSince: milliseconds.describe('When the address, or the account elsewhere, was confirmed'),
  })
  .meta({ id: 'Registration' });

export const registrationsAdministration = defineContract({
  adminRegistrationList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/registrations',
    summary: 'Registrations that wait for a decision, oldest first',
    description:
      'Of people who registered while `registration` was `approval`, without an invite. Those whose address is not confirmed are ' +
      'left out. Answers contain no email addresses.',
    query: { limit, cursor },
    answers: ok('A page', { registrations: z.array(registrationView), nextCursor }),
  },
  adminRegistrationDecide: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/registrations/{id}/decision',
    summary: 'Approve or refuse a registration',
    description:
      'The person is mailed in their language. An approved account can sign in. A refused one cannot, and is erased after 30 days.',
    limit: 'write',
    params: { id: uidParameter('registration_not_found') },
    body: body(z.strictObject({ verdict: z.enum(REGISTRATION_VERDICTS) })),
    answers: { 204: { description: 'Decided' } },
    refusals: ['registration_already_decided'],
  },
});
