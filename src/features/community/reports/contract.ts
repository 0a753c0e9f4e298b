import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { REPORT_TARGETS } from '../../moderation/common/vocabulary.ts';
import { body, posts } from '../common/shapes.ts';

export const reportsContract = defineContract({
  reportCreate: {
    ...posts,
    method: 'POST',
    path: '/api/v1/community/reports',
    summary: 'Report a post, a comment, a list or a person',
    access: 'withdraw',
    limit: 'report',
    body: body(
      z.object({
        targetKind: z.enum(REPORT_TARGETS),
        targetId: z.string().max(64).describe('Id, or for a user the decimal UID'),
        reasonCode: z.enum(REASON_CODES),
        details: z.string().nullable().optional().describe('At most 2,000 characters; needed for `other`'),
      }),
      'invalid_body',
      {
        targetKind: 'invalid_report_target',
        targetId: 'invalid_report_target',
        reasonCode: 'invalid_report_reason',
        details: 'invalid_report_detail',
      },
    ),
    creates: { gone: 'report_not_found' },
    answers: {
      200: { description: 'The existing report', schema: reportAnswer() },
      201: { description: 'The report', schema: reportAnswer() },
    },
    refusals: ['report_target_not_found'],
  },
});

function reportAnswer() {
  return z.object({
    report: z.object({
      id: z.string(),
      targetKind: z.enum(REPORT_TARGETS),
      targetId: z.string(),
      status: z.enum(['pending', 'reviewing', 'resolved', 'dismissed']),
      version: z.int(),
      createdAt: milliseconds,
    }),
  });
}
