import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, created, jsonBody, milliseconds, ok, uuid } from '../../../http/routing/declarations.ts';
import { pageCursor, pageLimit } from '../../../http/routing/page-parameters.ts';

const USES_MAX = 10_000;
const NOTE_MAX = 200;
const BODY_BYTES = 4_096;

const inviteView = z
  .object({
    id: z.string(),
    code: z.string().describe('The `inviteCode` of a registration'),
    url: z.string().describe('The page of the registration with the code filled in'),
    maxUses: z.int(),
    uses: z.int(),
    expiresAt: milliseconds.nullable(),
    note: z.string().nullable(),
    createdAt: milliseconds,
    isUsable: z.boolean(),
  })
  .meta({ id: 'Invite' });

export const invitesContract = defineContract({
  adminInviteCreate: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/invites',
    summary: 'Make an invite',
    description:
      'A use is taken when an account is made with it, and not for a known address. Invites count while registration is `invite`.',
    limit: 'write',
    body: {
      ...jsonBody(
        z.strictObject({
          maxUses: z.int().min(1).max(USES_MAX),
          expiresAt: milliseconds.nullable().optional(),
          note: z
            .string()
            .trim()
            .refine((text) => [...text].length <= NOTE_MAX)
            .nullable()
            .optional()
            .describe('For administrators; nobody else sees it'),
        }),
        BODY_BYTES,
        'invalid_body',
      ),
      fields: { maxUses: 'invalid_invite', expiresAt: 'invalid_invite', note: 'invalid_invite' },
    },
    creates: { gone: 'invite_not_found' },
    answers: created('The invite', z.object({ invite: inviteView })),
  },
  adminInviteList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/invites',
    summary: 'Invites, the newest first',
    query: { limit: pageLimit(), cursor: pageCursor('`nextCursor` of the page before') },
    answers: ok('A page of invites', { invites: z.array(inviteView), nextCursor: z.string().nullable() }),
  },
  adminInviteDelete: {
    ...administratorRoute,
    method: 'DELETE',
    path: '/api/v1/admin/invites/{id}',
    summary: 'End an invite; accounts that were made with it stay',
    params: { id: { schema: uuid, refusal: 'invite_not_found' } },
    answers: { 204: { description: 'Ended' } },
  },
});
