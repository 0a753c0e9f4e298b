// Routes of what the account is notified of.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { formOf, ownForm, ownPage, submits, text } from '../../forms/routes.ts';

export const notificationSettingsPages = defineContract({
  notificationSettingsPage: {
    ...ownPage,
    path: '/settings/notifications',
    summary: 'What the account is notified of, and how',
    query: { done: text },
  },
  notificationSettingsForm: {
    ...ownForm,
    path: '/settings/notifications',
    summary: 'Changes what the account is notified of',
    body: formOf(
      // Each kind and way is a box in addition, such as `comment.mail`.
      z.looseObject({
        digest: z.enum(['never', 'daily', 'weekly']),
        quietFrom: z.string(),
        quietTo: z.string(),
        timeZone: z.string(),
        version: z.coerce.number().int(),
      }),
    ),
    answers: submits('Changed; redirects to the page', {
      409: 'the settings were changed meanwhile',
      422: 'the quiet hours are not whole',
    }),
  },
});
