import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { base, body, cursor, idParameter, limit, message, nextCursor, note, version } from '../common/shapes.ts';
import { CASE_KINDS, STANDING_KINDS } from '../common/vocabulary.ts';
import { APPEAL_STATUSES } from './appeals.ts';
import { APPEAL_BLOCKS } from './blocks.ts';

const appealView = z
  .object({
    id: z.string(),
    status: z.enum(APPEAL_STATUSES),
    uid: z.int().nullable().describe('Who appeals'),
    handle: z.string().nullable(),
    person: personName.nullable(),
    message: z.string(),
    answer: z.string().nullable().describe('What the person reads about the outcome'),
    case: z
      .object({
        id: z.string(),
        kind: z.enum(CASE_KINDS),
        subjectId: z.string(),
        verdict: z.enum(['pending', 'allow', 'review', 'rejected']),
        reasonCode: z.string().nullable(),
        message: z.string().nullable(),
        excerpt: z.string(),
        decidedByUid: z.int().nullable(),
        decidedAt: milliseconds.nullable(),
      })
      .nullable(),
    restriction: z
      .object({
        id: z.string(),
        kind: z.enum(STANDING_KINDS).describe('`suspension`: of the whole account'),
        reasonCode: z.string(),
        message: z.string().nullable(),
        issuedByUid: z.int().nullable(),
        issuedAt: milliseconds,
        expiresAt: milliseconds.nullable(),
      })
      .nullable(),
    decidedByUid: z.int().nullable(),
    decidedAt: milliseconds.nullable(),
    version: z.int(),
    blocked: z
      .enum(APPEAL_BLOCKS)
      .nullable()
      .describe(
        'Why the reader may not decide an open appeal: their own, an administrator’s, only administrators decide it, or ' +
          'they made the decision; null: they may, or it is decided',
      ),
    createdAt: milliseconds,
  })
  .meta({ id: 'ModerationAppeal' });

export const appealsContract = defineContract({
  appealList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/appeals',
    summary: 'Appeals by status',
    description: '`open` ones come oldest first; the others, and all together, newest first. One’s own are left out.',
    query: {
      status: { schema: z.enum(APPEAL_STATUSES), refusal: 'invalid_status', description: 'Absent: all of them' },
      limit,
      cursor,
    },
    answers: ok('A page', { appeals: z.array(appealView), nextCursor }),
  },
  appealDecide: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/appeals/{id}/decision',
    summary: 'Decide an appeal',
    description:
      'Granting allows the content, or ends the restriction or the suspension. Whoever decided the case or issued the restriction does not ' +
      'decide its appeal while another active moderator or administrator who may decide it exists (403 `forbidden`), nobody ' +
      'their own, moderators not those of administrators, and administrators alone those of suspensions, of restrictions of ' +
      'sign-in, and of what administrators decided about staff.',
    params: { id: idParameter('Appeal', 'appeal_not_found') },
    body: body(z.object({ verdict: z.enum(['granted', 'denied']), message, note, version }), 'invalid_decision'),
    answers: ok('The appeal after it', { appeal: appealView }),
    refusals: ['forbidden', 'version_conflict', 'appeal_already_decided'],
  },
});
