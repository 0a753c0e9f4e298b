// Staff routes of moderation (decisions, "Moderation"). Changing the state of posts and comments is part of the
// community's contract.
import { z } from 'zod';
import { RESTRICTIONS } from '../../../http/gates/guard.ts';
import { ANY_MEDIA_TYPE, defineContract } from '../../../http/routing/contract.ts';
import { created, milliseconds, ok } from '../../../http/routing/declarations.ts';
import { personKey } from '../../../http/routing/person-key.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { auditView } from '../../audit/view.ts';
import { caseDetail, caseView } from '../cases/view.ts';
import {
  base,
  body,
  cursor,
  idParameter,
  limit,
  message,
  nextCursor,
  note,
  personFields,
  reasonCode,
  uidParameter,
  version,
} from '../common/shapes.ts';
import { CASE_KINDS, CASE_STATUSES, REPORT_STATUSES, REPORT_TARGETS } from '../common/vocabulary.ts';

export const caseId = idParameter('Case', 'case_not_found');
export const uid = uidParameter('user_not_found');

export const reportView = z
  .object({
    id: z.string(),
    targetKind: z.enum(REPORT_TARGETS),
    targetId: z.string(),
    targetRevision: z.int(),
    targetUid: z.int().nullable(),
    target: personName.nullable().describe('Whose it is; null after the account is deleted'),
    reporterUid: z.int().nullable(),
    reporter: personName.nullable(),
    reasonCode,
    details: z.string().nullable(),
    status: z.enum(REPORT_STATUSES),
    reviewerUid: z.int().nullable(),
    version: z.int(),
    createdAt: milliseconds,
    updatedAt: milliseconds,
  })
  .meta({ id: 'ModerationReport' });
/** A report as staff sees it. */
export type ReportView = z.output<typeof reportView>;
const restrictionView = z
  .object({
    id: z.string(),
    kind: z.enum(RESTRICTIONS),
    reasonCode: z.string(),
    message: z.string().nullable().describe('What the person reads'),
    issuedAt: milliseconds,
    expiresAt: milliseconds.nullable(),
    version: z.int(),
  })
  .meta({ id: 'AccountRestriction' });
const userView = z
  .object({
    ...personFields,
    restrictions: z.array(restrictionView).describe('Active ones, oldest first'),
  })
  .meta({ id: 'ModerationUser' });
export const moderationContract = defineContract({
  caseList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/cases',
    summary: 'List cases by status and kind',
    description: '`pending` and `review` come oldest first; `decided`, and all together, newest first.',
    query: {
      status: { schema: z.enum(CASE_STATUSES), refusal: 'invalid_status', description: 'Absent: all of them' },
      kind: { schema: z.enum(CASE_KINDS), refusal: 'invalid_query' },
      limit,
      cursor,
    },
    answers: ok('A page', { cases: z.array(caseView), nextCursor }),
  },
  caseRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/cases/{id}',
    summary: 'A case with its content',
    params: { id: caseId },
    answers: ok('The case', { case: caseDetail }),
  },
  caseContent: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/cases/{id}/content',
    summary: 'The file that a case is about',
    params: { id: caseId },
    answers: {
      200: { description: 'The bytes', mediaType: ANY_MEDIA_TYPE },
      206: { description: 'A range of them', mediaType: ANY_MEDIA_TYPE },
      304: { description: 'Not modified' },
    },
    refusals: ['case_content_not_found', 'storage_unavailable'],
  },
  caseDecide: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/cases/{id}/decision',
    summary: 'Decide a case',
    description:
      'Takes effect at once. Nobody decides on what is their own, and moderators not on what an administrator made (403 ' +
      '`forbidden`). A decided case may be decided the other way, with its present version.',
    params: { id: caseId },
    body: body(
      z.object({ verdict: z.enum(['allow', 'rejected']), reasonCode, message, note, version }),
      'invalid_decision',
    ),
    answers: ok('The changed case', { case: caseDetail }),
    refusals: ['forbidden', 'version_conflict', 'case_superseded', 'case_already_decided'],
  },
  reportList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/reports',
    summary: 'List reports by status',
    description:
      'Reports about the reader are left out. `pending` and `reviewing` come oldest first; the others, and all together, ' +
      'newest first.',
    query: {
      status: { schema: z.enum(REPORT_STATUSES), refusal: 'invalid_status', description: 'Absent: all of them' },
      limit,
      cursor,
    },
    answers: ok('A page', { reports: z.array(reportView), nextCursor }),
  },
  reportClose: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/reports/{id}/status',
    summary: 'Close a report',
    description:
      'Your own reports, reports about you, and for moderators reports about administrators cannot be closed.',
    params: { id: idParameter('Report', 'report_not_found') },
    body: body(
      z.object({ status: z.enum(['resolved', 'dismissed']), reasonCode, note, version }),
      'invalid_report_status',
    ),
    answers: ok('The changed report', { report: reportView }),
    refusals: ['forbidden', 'version_conflict', 'report_already_resolved'],
  },
  userSearch: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/users',
    summary: 'List people with role, status and active restrictions',
    query: {
      q: {
        schema: z.string().max(80),
        refusal: 'invalid_query',
        description: 'Part of a handle or name, or a whole UID; absent: everybody, by UID',
      },
      limit,
      cursor,
    },
    answers: ok('A page', { users: z.array(userView), nextCursor }),
  },
  restrictionIssue: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/users/{uid}/restrictions',
    summary: 'Restrict an account',
    description:
      'Moderators restrict `write` and `upload` of anybody but administrators; administrators also `sign_in`, which ends the ' +
      "account's sessions. `expiresAt` lies at most 366 days ahead; null or absent: without an end. One of a kind at a time. " +
      'The last administrator who can sign in cannot be restricted.',
    params: { uid },
    body: body(
      z.object({
        kind: z.enum(RESTRICTIONS),
        reasonCode,
        expiresAt: milliseconds.nullable().optional(),
        message,
        note,
      }),
      'invalid_restriction',
    ),
    answers: created('The restriction', z.object({ restriction: restrictionView })),
    refusals: ['forbidden', 'self_modification_forbidden', 'last_administrator_required', 'restriction_already_active'],
  },
  restrictionLift: {
    ...base,
    method: 'DELETE',
    path: '/api/v1/moderation/users/{uid}/restrictions/{id}',
    summary: 'Lift a restriction',
    params: { uid, id: idParameter('Restriction', 'restriction_not_found') },
    body: {
      ...body(
        z.object({ reasonCode: reasonCode.optional(), note, version: version.optional() }),
        'invalid_restriction',
      ),
      optional: true,
    },
    answers: { 204: { description: 'Lifted' } },
    refusals: ['forbidden', 'self_modification_forbidden', 'version_conflict', 'restriction_already_revoked'],
  },
  auditList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/audit',
    summary: 'The audit trail, newest first',
    description:
      'Events with the subject `account` are sign-ins and changes of password, address, sign-in methods and API tokens. Only administrators get them.',
    query: {
      subjectKind: {
        schema: z.string().regex(/^[a-z][a-z-]{0,31}$/),
        refusal: 'invalid_query',
        description: '`user`, `report`, the kind of a case, or `account`',
      },
      subjectId: { schema: z.string().min(1).max(64), refusal: 'invalid_query' },
      action: {
        schema: z.string().regex(/^[a-z][a-z_.-]{0,63}$/),
        refusal: 'invalid_query',
        description: 'What was done, such as `case.decide`',
      },
      actorUid: {
        schema: personKey,
        refusal: 'invalid_query',
        description: 'Who did it: public UID, or `@` and the handle',
      },
      limit,
      cursor,
    },
    answers: ok('A page', { events: z.array(auditView), nextCursor }),
  },
});
