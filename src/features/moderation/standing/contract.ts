// A person's own routes: standing and appeals.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { created, milliseconds, ok, uuid } from '../../../http/routing/declarations.ts';
import { APPEAL_MAX, APPEAL_STATUSES, isAppealText } from '../appeals/appeals.ts';
import { body, cursor, limit, nextCursor } from '../common/shapes.ts';
import { CASE_KINDS, STANDING_KINDS } from '../common/vocabulary.ts';

const own = { dialect: 'api', cors: 'credentials', section: 'Own account' } as const;

const appealView = z
  .object({
    id: z.string(),
    status: z.enum(APPEAL_STATUSES),
    message: z.string().describe('One’s own'),
    answer: z.string().nullable().describe('What staff says to the outcome'),
  })
  .meta({ id: 'Appeal' });
const text = z.string().nullable().describe('What staff says');

export const standingContract = defineContract({
  standingRead: {
    ...own,
    method: 'GET',
    path: '/api/v1/account/standing',
    summary: 'One’s active restrictions, and the decisions on one’s content, newest first',
    description:
      'Decisions are rejections, and what was allowed on appeal. Each list has a cursor of its own; `limit` is for both. ' +
      'Also for restricted and suspended accounts.',
    access: 'session',
    query: { limit, restrictionsCursor: cursor, decisionsCursor: cursor },
    answers: ok('How the account stands', {
      restrictions: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(STANDING_KINDS).describe('`suspension`: of the whole account'),
          reasonCode: z.string(),
          message: text,
          createdAt: milliseconds,
          expiresAt: milliseconds.nullable(),
          appeal: appealView.nullable(),
        }),
      ),
      restrictionsNextCursor: nextCursor,
      decisions: z.array(
        z.object({
          caseId: z.string(),
          subjectKind: z.enum(CASE_KINDS),
          subjectId: z.string(),
          verdict: z.enum(['allow', 'rejected', 'review', 'pending']),
          reasonCode: z.string().nullable().describe('Null where a rule or the classifier decided'),
          message: text,
          decidedAt: milliseconds,
          appeal: appealView.nullable(),
        }),
      ),
      decisionsNextCursor: nextCursor,
    }),
  },
  appealFile: {
    ...own,
    method: 'POST',
    path: '/api/v1/account/appeals',
    summary: 'Appeals against a rejection or a restriction',
    description:
      'Once each, within 30 days. Also for restricted and suspended accounts. Nothing that is under appeal is erased; what ' +
      'was rejected without an appeal stays for 60 days (files and pictures). A restriction that has ended is 409 `appeal_expired`.',
    access: 'cookie-session',
    limit: 'report',
    body: body(
      z
        .object({
          caseId: uuid.optional(),
          restrictionId: uuid.optional(),
          message: z.string().trim().refine(isAppealText).describe(`1 to ${APPEAL_MAX} characters`),
        })
        .refine(({ caseId, restrictionId }) => (caseId === undefined) !== (restrictionId === undefined))
        .describe('Names a case or a restriction'),
      'invalid_appeal',
    ),
    creates: { gone: 'appeal_not_found' },
    answers: created('The appeal', z.object({ appeal: appealView })),
    refusals: ['case_not_found', 'restriction_not_found', 'appeal_exists', 'appeal_expired'],
  },
});
