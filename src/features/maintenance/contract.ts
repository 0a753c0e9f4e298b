import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { administratorRoute, jsonBody, milliseconds } from '../../http/routing/declarations.ts';
import { MESSAGE_MAX, messageSchema } from './store.ts';

const state = z.object({
  active: z.boolean(),
  message: z.string().nullable().describe('What visitors read'),
  since: milliseconds.nullable().describe('When it began'),
});
const BODY_BYTES = 4096;

export const maintenanceContract = defineContract({
  adminMaintenanceRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/maintenance',
    summary: 'Whether there is maintenance',
    answers: { 200: { description: 'The switch', schema: state } },
    refusals: ['storage_unavailable'],
  },
  adminMaintenanceWrite: {
    ...administratorRoute,
    method: 'PUT',
    path: '/api/v1/admin/maintenance',
    summary: 'Begin or end maintenance',
    description:
      'During maintenance writes are refused with 503 `maintenance`, and background jobs that write or send wait. Signing in and ' +
      'out, confirmations, this route, queries by POST, and publications and promotions of releases go on. All processes follow ' +
      'within two seconds. Beginning it again replaces the message.',
    limit: 'write',
    servedInMaintenance: true,
    body: jsonBody(
      z.strictObject({
        active: z.boolean(),
        message: messageSchema.optional().describe(`One line of at most ${MESSAGE_MAX} characters, for visitors`),
      }),
      BODY_BYTES,
      'invalid_body',
    ),
    answers: { 200: { description: 'The switch', schema: state } },
    refusals: ['storage_unavailable'],
  },
});
