import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, jsonBody, milliseconds, ok } from '../../../http/routing/declarations.ts';

const CHECKLIST_ITEMS = [
  'mail',
  'address',
  'contact',
  'backup-schedule',
  'backup',
  'second-factor',
  'second-administrator',
] as const;

const checklist = z.object({
  isDismissed: z.boolean().describe('An administrator does not want to see it any more'),
  items: z.array(
    z.object({
      name: z.enum(CHECKLIST_ITEMS),
      isDone: z.boolean(),
      at: milliseconds.nullable().describe('When it was last done'),
    }),
  ),
});

export const checklistContract = defineContract({
  adminChecklistRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/checklist',
    summary: 'What is left to do after the first run',
    description:
      '`mail`: a test mail was sent through a mail server. `address`: `BASE_URL` is set. `contact`: visitors can find a contact. `backup-schedule`: `BACKUP_SCHEDULE` and `BACKUP_TO` are set. `backup`: a backup in `BACKUP_TO` was made and verified, or `livehouse export` ended, within the last 30 days; `at` is the last time. `second-factor`: the caller has one, or a passkey. `second-administrator`: there are two administrators.',
    answers: ok('The checklist', checklist),
  },
  adminChecklistWrite: {
    ...administratorRoute,
    method: 'PUT',
    path: '/api/v1/admin/checklist',
    summary: 'Hide the checklist, or show it again, for all administrators',
    limit: 'write',
    body: jsonBody(z.strictObject({ isDismissed: z.boolean() }), 64, 'invalid_body'),
    answers: ok('The checklist', checklist),
  },
});
