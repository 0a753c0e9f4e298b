// Staff routes of moderation (decisions, "Moderation"). Changing the state of posts and comments is part of the
// community's contract.
import { z } from 'zod';
import { RESTRICTIONS, ROLES } from '../../../http/gates/guard.ts';
import { defineContract, type JsonBody, type Parameter } from '../../../http/routing/contract.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../kernel/names.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { CASE_STATUSES } from '../cases/queue.ts';
import { CASE_KINDS, REASON_CODES } from '../common/vocabulary.ts';
import { REPORT_STATUSES, REPORT_TARGETS } from './reports.ts';

const SECTION = 'Moderation';
const BODY_BYTES = 262_144;
const NOTE_MAX = 2000;
const VERSION_MAX = 2_147_483_647;

const base = { section: SECTION, dialect: 'api', cors: 'credentials', access: 'staff' } as const;
const GUARD_REFUSALS = [
  'authentication_required',
  'email_verification_required',
  'account_suspended',
  'account_deleted',
  'account_restricted',
  'insufficient_scope',
  'staff_required',
  'database_unavailable',
] as const;
const WRITE_REFUSALS = ['cross_origin_request', ...GUARD_REFUSALS] as const;
const BODY_REFUSALS = ['content_type_required', 'request_too_large', 'invalid_json', 'invalid_body'] as const;

const idParameter = (description: string, refusal: RefusalCode) =>
  ({ schema: z.uuid().toLowerCase().describe(description), refusal }) as const satisfies Parameter;
const caseId = idParameter('Case', 'case_not_found');
const uid = {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .describe('Public UID of the person'),
  refusal: 'user_not_found',
} as const satisfies Parameter;
const limit = {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .refine((value) => value <= PAGE_LIMIT_MAX),
  refusal: 'invalid_limit',
  description: `Page length, 1 to ${PAGE_LIMIT_MAX}, default ${PAGE_LIMIT_DEFAULT}`,
} as const satisfies Parameter;
const cursor = {
  schema: z.string().min(1).max(2048),
  refusal: 'invalid_cursor',
  description: 'Opaque `nextCursor` of the page before, with the same filters',
} as const satisfies Parameter;
const PAGE_REFUSALS = ['invalid_limit', 'invalid_cursor', 'duplicate_query_parameter'] as const;

const time = z.int().describe('Milliseconds since the epoch');
const nextCursor = z.string().nullable();
const reasonCode = z.enum(REASON_CODES);
const note = z.string().trim().min(1).max(NOTE_MAX).describe('For the audit trail alone').optional();
const version = z.int().min(1).max(VERSION_MAX).describe('Version that the decision is about');

const caseView = z
  .object({
    id: z.string(),
    kind: z.enum(CASE_KINDS),
    subjectId: z.string().describe('Id of the post, comment, file or picture; of a name the UID of its owner'),
    authorUid: z.int(),
    status: z.enum([...CASE_STATUSES, 'superseded']),
    version: z.int(),
    reasons: z.array(z.string()).describe('`rule.…`, `classifier.…`, `policy.…`, `system.…`, `staff.…`'),
    excerpt: z.string(),
    createdAt: time,
  })
  .meta({ id: 'ModerationCase' });
const caseDetail = caseView
  .extend({
    subjectRevision: z.int(),
    verdict: z.enum(['pending', 'allow', 'review', 'rejected']),
    text: z.string().nullable(),
    file: z.object({ mediaType: z.string(), contentUrl: z.string() }).nullable(),
    decidedByUid: z.int().nullable(),
    decidedAt: time.nullable(),
    updatedAt: time,
  })
  .meta({ id: 'ModerationCaseDetail' });
const reportView = z
  .object({
    id: z.string(),
    targetKind: z.enum(REPORT_TARGETS),
    targetId: z.string(),
    targetRevision: z.int(),
    targetUid: z.int().nullable(),
    reporterUid: z.int().nullable(),
    reasonCode,
    details: z.string().nullable(),
    status: z.enum(REPORT_STATUSES),
    reviewerUid: z.int().nullable(),
    version: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ModerationReport' });
const restrictionView = z
  .object({
    id: z.string(),
    kind: z.enum(RESTRICTIONS),
    reasonCode: z.string(),
    issuedAt: time,
    expiresAt: time.nullable(),
    version: z.int(),
  })
  .meta({ id: 'AccountRestriction' });
const userView = z
  .object({
    uid: z.int(),
    handle: z.string().nullable(),
    displayName: z.string(),
    role: z.enum(ROLES),
    status: z.enum(['active', 'suspended', 'deleted']),
    restrictions: z.array(restrictionView).describe('Those that are active, oldest first'),
  })
  .meta({ id: 'ModerationUser' });
const auditView = z
  .object({
    id: z.string(),
    at: time,
    actorUid: z.int().nullable().describe('Null: the service, the command line, or an account that is gone'),
    action: z.string(),
    subjectKind: z.string(),
    subjectId: z.string(),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEvent' });

const body = <S extends z.ZodType>(schema: S, invalid: RefusalCode) =>
  ({ kind: 'json', schema, capBytes: BODY_BYTES, invalid }) as const satisfies JsonBody;

export const moderationContract = defineContract({
  caseList: {
    ...base,
    id: 'caseList',
    method: 'GET',
    path: '/api/v1/moderation/cases',
    summary: 'Cases by status and kind',
    description: '`pending` and `review` come oldest first; `decided`, and all together, newest first.',
    query: {
      status: { schema: z.enum(CASE_STATUSES), refusal: 'invalid_status', description: 'Absent: all of them' },
      kind: { schema: z.enum(CASE_KINDS), refusal: 'invalid_query' },
      limit,
      cursor,
    },
    answers: { 200: { description: 'A page', schema: z.object({ cases: z.array(caseView), nextCursor }) } },
    refusals: [...GUARD_REFUSALS, ...PAGE_REFUSALS, 'invalid_status', 'invalid_query'],
  },
  caseRead: {
    ...base,
    id: 'caseRead',
    method: 'GET',
    path: '/api/v1/moderation/cases/{id}',
    summary: 'One case with all that it is about',
    params: { id: caseId },
    answers: { 200: { description: 'The case', schema: z.object({ case: caseDetail }) } },
    refusals: [...GUARD_REFUSALS, 'case_not_found'],
  },
  caseContent: {
    ...base,
    id: 'caseContent',
    method: 'GET',
    path: '/api/v1/moderation/cases/{id}/content',
    summary: 'The file that a case is about',
    params: { id: caseId },
    answers: {
      200: { description: 'The bytes', mediaType: 'application/octet-stream' },
      206: { description: 'A range of them', mediaType: 'application/octet-stream' },
      304: { description: 'Not modified' },
    },
    refusals: [
      ...GUARD_REFUSALS,
      'case_not_found',
      'case_content_not_found',
      'range_not_satisfiable',
      'storage_unavailable',
    ],
  },
  caseDecide: {
    ...base,
    id: 'caseDecide',
    method: 'POST',
    path: '/api/v1/moderation/cases/{id}/decision',
    summary: 'Decide a case',
    description:
      'Takes effect at once. Nobody decides on what is their own, and moderators not on what an administrator made (403 ' +
      '`forbidden`). A decided case may be decided the other way, with its present version.',
    params: { id: caseId },
    body: body(z.object({ verdict: z.enum(['allow', 'rejected']), reasonCode, note, version }), 'invalid_decision'),
    answers: { 200: { description: 'The case after it', schema: z.object({ case: caseDetail }) } },
    refusals: [
      ...WRITE_REFUSALS,
      ...BODY_REFUSALS,
      'invalid_decision',
      'case_not_found',
      'forbidden',
      'version_conflict',
      'case_superseded',
      'case_already_decided',
    ],
  },
  reportList: {
    ...base,
    id: 'reportList',
    method: 'GET',
    path: '/api/v1/moderation/reports',
    summary: 'Reports by status',
    description:
      'Reports about the reader are left out. `pending` and `reviewing` come oldest first; the others, and all together, ' +
      'newest first.',
    query: {
      status: { schema: z.enum(REPORT_STATUSES), refusal: 'invalid_status', description: 'Absent: all of them' },
      limit,
      cursor,
    },
    answers: { 200: { description: 'A page', schema: z.object({ reports: z.array(reportView), nextCursor }) } },
    refusals: [...GUARD_REFUSALS, ...PAGE_REFUSALS, 'invalid_status'],
  },
  reportClose: {
    ...base,
    id: 'reportClose',
    method: 'POST',
    path: '/api/v1/moderation/reports/{id}/status',
    summary: 'Close a report',
    description: 'Not one that one filed, not one about oneself, and as a moderator not one about an administrator.',
    params: { id: idParameter('Report', 'report_not_found') },
    body: body(
      z.object({ status: z.enum(['resolved', 'dismissed']), reasonCode, note, version }),
      'invalid_report_status',
    ),
    answers: { 200: { description: 'The report after it', schema: z.object({ report: reportView }) } },
    refusals: [
      ...WRITE_REFUSALS,
      ...BODY_REFUSALS,
      'invalid_report_status',
      'report_not_found',
      'forbidden',
      'version_conflict',
      'report_already_resolved',
    ],
  },
  userSearch: {
    ...base,
    id: 'userSearch',
    method: 'GET',
    path: '/api/v1/moderation/users',
    summary: 'People with role, status and active restrictions',
    query: {
      q: {
        schema: z.string().max(80),
        refusal: 'invalid_query',
        description: 'Part of a handle or name, or a whole UID; absent: everybody, by UID',
      },
      limit,
      cursor,
    },
    answers: { 200: { description: 'A page', schema: z.object({ users: z.array(userView), nextCursor }) } },
    refusals: [...GUARD_REFUSALS, ...PAGE_REFUSALS, 'invalid_query'],
  },
  restrictionIssue: {
    ...base,
    id: 'restrictionIssue',
    method: 'POST',
    path: '/api/v1/moderation/users/{uid}/restrictions',
    summary: 'Restrict an account',
    description:
      'Moderators restrict `write` and `upload` of anybody but administrators; administrators also `sign_in`, which ends the ' +
      "account's sessions. `expiresAt` lies at most 366 days ahead; null or absent: without an end. One of a kind at a time. " +
      'The last administrator who can sign in keeps that right.',
    params: { uid },
    body: body(
      z.object({ kind: z.enum(RESTRICTIONS), reasonCode, expiresAt: time.nullable().optional(), note }),
      'invalid_restriction',
    ),
    answers: { 201: { description: 'The restriction', schema: z.object({ restriction: restrictionView }) } },
    refusals: [
      ...WRITE_REFUSALS,
      ...BODY_REFUSALS,
      'invalid_restriction',
      'user_not_found',
      'forbidden',
      'self_modification_forbidden',
      'last_administrator_required',
      'restriction_already_active',
    ],
  },
  restrictionLift: {
    ...base,
    id: 'restrictionLift',
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
    refusals: [
      ...WRITE_REFUSALS,
      ...BODY_REFUSALS,
      'invalid_restriction',
      'user_not_found',
      'restriction_not_found',
      'forbidden',
      'self_modification_forbidden',
      'version_conflict',
      'restriction_already_revoked',
    ],
  },
  auditList: {
    ...base,
    id: 'auditList',
    method: 'GET',
    path: '/api/v1/moderation/audit',
    summary: 'The audit trail, newest first',
    description:
      'Lines of the subject `account` tell of sign-ins and of changes of password, address, sign-in methods and API tokens; administrators alone get them.',
    query: {
      subjectKind: {
        schema: z.string().regex(/^[a-z][a-z-]{0,31}$/),
        refusal: 'invalid_query',
        description: '`user`, `report`, the kind of a case, or `account`',
      },
      subjectId: { schema: z.string().min(1).max(64), refusal: 'invalid_query' },
      limit,
      cursor,
    },
    answers: { 200: { description: 'A page', schema: z.object({ events: z.array(auditView), nextCursor }) } },
    refusals: [...GUARD_REFUSALS, ...PAGE_REFUSALS, 'invalid_query'],
  },
});
