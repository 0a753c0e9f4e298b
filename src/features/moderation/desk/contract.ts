// Routes of the desk: the queue, the context of an entry, claims, notes, decisions about several entries, the history of a
// person, and figures.
import { z } from 'zod';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { created, milliseconds, ok, uuid } from '../../../http/routing/declarations.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { isTimeZone } from '../../../kernel/local-days.ts';
import { NOTE_MAX } from '../../../kernel/reason-code.ts';
import { auditView } from '../../audit/view.ts';
import { caseDetail } from '../cases/view.ts';
import { contextFile, contextText, textRevision } from '../common/content-context.ts';
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
  version,
} from '../common/shapes.ts';
import { CASE_KINDS, STANDING_KINDS, VERDICTS } from '../common/vocabulary.ts';
import { caseId, reportView, uid } from '../staff/contract.ts';
import { SEVERAL_MAX } from './several.ts';

const ENTRY_KINDS = [...CASE_KINDS, 'user'] as const;
const FIGURE_DAYS_MAX = 90;
export const FIGURE_DAYS_DEFAULT = 30;

const claim = z.object({
  uid: z.int(),
  handle: z.string().nullable(),
  displayName: z.string(),
  endsAt: milliseconds,
});
export type ClaimView = Wire<z.output<typeof claim>>;
const claims = z.array(claim).describe('Who is at it now');
/** Why a member of staff may only look. */
const blocked = z
  .enum(['own', 'administrator', 'reserved', 'reporter'])
  .nullable()
  .describe(
    'Why the reader may only look: their own, an administrator’s, what an administrator decided about staff, or only their ' +
      'own reports; null: they may decide',
  );
const entry = z
  .object({
    type: z.enum(['case', 'reports']).describe('A case that waits for a person, or the open reports on one thing'),
    id: z.string().describe('Of the case, or of the first report'),
    kind: z.enum(ENTRY_KINDS),
    subjectId: z.string(),
    /** Null after the account is deleted. */
    authorUid: z.int().nullable(),
    authorHandle: z.string().nullable(),
    authorName: z.string().nullable(),
    sameAuthor: z.int().describe('Cases that wait and things that are reported of the same person, this one too'),
    excerpt: z.string(),
    reasons: z.array(z.string()),
    status: z.enum(['pending', 'review', 'decided', 'superseded', 'reviewing', 'resolved', 'dismissed']),
    /** Of a case. */
    verdict: z.enum(VERDICTS).nullable(),
    version: z.int(),
    createdAt: milliseconds,
    reports: z.object({
      count: z.int().describe('Open ones'),
      excerpts: z.array(z.object({ reasonCode: z.string(), details: z.string().nullable() })).describe('Of the newest'),
      items: z.array(z.object({ id: z.string(), version: z.int() })).describe('Those that the reader may close'),
    }),
    claims,
    blocked,
  })
  .meta({ id: 'ModerationQueueEntry' });
export type QueueEntry = Wire<z.output<typeof entry>>;

const noteView = z
  .object({
    id: z.string(),
    caseId: z.string().nullable().describe('Null: about the person'),
    /** Null after the account is deleted. */
    byUid: z.int().nullable(),
    byName: z.string().nullable(),
    body: z.string(),
    createdAt: milliseconds,
  })
  .meta({ id: 'ModerationNote' });
export type NoteView = Wire<z.output<typeof noteView>>;

const history = z
  .object({
    ...personFields,
    blocked,
    /** All decisions, in figures. */
    rejected: z.int(),
    allowed: z.int(),
    openReports: z.int(),
    decisions: z
      .array(
        z.object({
          caseId: z.string(),
          kind: z.enum(CASE_KINDS),
          subjectId: z.string(),
          verdict: z.enum(VERDICTS),
          reasonCode: z.string().nullable(),
          reasons: z.array(z.string()),
          excerpt: z.string(),
          byUid: z.int().nullable().describe('Null: a rule or the classifier'),
          decidedAt: milliseconds,
        }),
      )
      .describe('The newest'),
    restrictions: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(STANDING_KINDS),
          reasonCode: z.string(),
          message: z.string().nullable(),
          issuedAt: milliseconds,
          expiresAt: milliseconds.nullable(),
          liftedAt: milliseconds.nullable(),
          active: z.boolean(),
          byUid: z.int().nullable(),
          reserved: z.boolean().describe('Only administrators end it'),
          version: z.int(),
        }),
      )
      .describe('The newest, ended ones too'),
    notes: z.array(noteView).describe('About the person and their cases, newest first; empty for oneself'),
  })
  .meta({ id: 'ModerationPerson' });
export type PersonHistory = Wire<z.output<typeof history>>;

const context = z
  .object({
    entry,
    case: caseDetail.nullable().describe('Null for reports'),
    text: z.string().nullable().describe('As it was submitted; of reports: as it is now'),
    marks: z
      .array(z.object({ start: z.int(), end: z.int(), rule: z.string() }))
      .describe('Parts of the text that rules look for, in UTF-16 units'),
    revisions: z.array(textRevision).describe('Newest first'),
    place: z.object({
      self: contextText.nullable(),
      post: contextText.nullable().describe('Around a comment or a file'),
      parent: contextText.nullable().describe('The comment that a comment answers'),
      files: z.array(contextFile),
    }),
    /** Null after the account is deleted. */
    person: history.nullable(),
    reports: z.array(reportView).describe('All on the same thing, oldest first; none about the reader'),
    notes: z.array(noteView),
    audit: z.array(auditView),
  })
  .meta({ id: 'ModerationContext' });
export type DeskContext = Wire<z.output<typeof context>>;

const ownDecision = z
  .object({
    id: z.string(),
    at: milliseconds,
    action: z.string().describe('As in the audit trail'),
    subjectKind: z.string(),
    subjectId: z.string(),
    kind: z.string().describe('The kind of the subject; of a report, that of what was reported'),
    caseId: z.string().nullable(),
    person: personName.nullable().describe('Whom it was about; null where they are not there any more'),
    excerpt: z.string().nullable().describe('Of the content, where there is a case'),
    verdict: z.string().nullable().describe('A verdict, or a state after the decision; null where the action says it'),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'OwnDecision' });
export type OwnDecision = Wire<z.output<typeof ownDecision>>;

export const figures = z.object({
  open: z.object({ cases: z.int(), reports: z.int(), appeals: z.int() }),
  medianSeconds: z.int().nullable().describe('From the submission to the decision of a person'),
  timeZone: z.string().describe('Of the days'),
  /** Oldest first; the last is today. */
  days: z.array(
    z.object({
      /** `2026-01-31` */
      day: z.string(),
      /** Cases that did not settle at once. */
      opened: z.int(),
      decided: z.int().describe('By people'),
      open: z.int().describe('At the end of the day'),
      medianSeconds: z.int().nullable(),
      reports: z.int(),
      signUps: z.int().describe('Accounts that were made'),
      activePeople: z.int().describe('People who signed in, posted, commented, or liked a post'),
      posts: z.int().describe('Those that are still shown'),
      comments: z.int().describe('Those that are still there'),
    }),
  ),
  /** Decisions of people, and reports that were filed, most frequent first. */
  reasons: z.array(z.object({ reasonCode: z.string(), rejected: z.int(), allowed: z.int(), reports: z.int() })),
});
export type Figures = Wire<z.output<typeof figures>>;

/** Ids with the versions that the person saw, in the same order. */
const several = {
  ids: z.array(uuid).min(1).max(SEVERAL_MAX),
  versions: z.array(version).min(1).max(SEVERAL_MAX).describe('One for each id, in the same order'),
};
const isPaired = ({
  ids,
  versions,
}: {
  readonly ids: readonly string[];
  readonly versions: readonly number[];
}): boolean => ids.length === versions.length && new Set(ids).size === ids.length;
const refusedOne = z.object({ id: z.string(), ok: z.literal(false), status: z.int(), code: z.string() });
/** What became of each of several: it as it is now, or why not. */
const resultsWith = <F extends z.ZodRawShape>(now: F) =>
  z.array(z.union([z.object({ id: z.string(), ok: z.literal(true), ...now }), refusedOne]));

export const deskContract = defineContract({
  queueList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/queue',
    summary: 'What waits for staff, oldest first',
    description:
      'Cases that wait for a person, and what people have reported: several open reports on one thing are one entry, and part ' +
      'of its case where one waits. Reports about the reader are left out.',
    query: { kind: { schema: z.enum(ENTRY_KINDS), refusal: 'invalid_query' }, limit, cursor },
    answers: ok('A page', { entries: z.array(entry), waiting: z.int().describe('All that waits'), nextCursor }),
  },
  ownDecisionList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/decisions',
    summary: 'What the reader has decided, newest first',
    description: 'Cases, reports, appeals, restrictions, and what the reader hid, showed, locked or approved.',
    query: { limit, cursor },
    answers: ok('A page', { decisions: z.array(ownDecision), nextCursor }),
  },
  caseContextRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/cases/{id}/context',
    summary: 'A case with all that belongs to it',
    params: { id: caseId },
    answers: ok('The context', { context }),
  },
  reportContextRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/reports/{id}/context',
    summary: 'A report and the others on the same thing, with all that belongs to them',
    params: { id: idParameter('Report', 'report_not_found') },
    answers: ok('The context', { context }),
  },
  caseClaim: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/cases/{id}/claim',
    summary: 'Show others that one is at a case',
    description:
      'Forbids nothing. Ends after 15 minutes, with the decision, or with `active: false`; repeating it moves the end.',
    params: { id: caseId },
    body: body(z.object({ active: z.boolean() }), 'invalid_body'),
    answers: ok('Who is at it', { claims }),
  },
  caseNote: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/cases/{id}/notes',
    summary: 'Note something about a case, for staff',
    description: 'Nobody notes anything about what is their own.',
    params: { id: caseId },
    body: body(z.object({ body: z.string().trim().min(1).max(NOTE_MAX) }), 'invalid_body'),
    answers: created('The note', z.object({ note: noteView })),
    refusals: ['forbidden'],
  },
  caseDecideSeveral: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/cases/decisions',
    summary: 'The same decision about several cases',
    description:
      'Up to 50, each by itself, as by the decision on one case: the answer says of each what became of it, in the order of the ids.',
    body: body(
      z.object({ ...several, verdict: z.enum(['allow', 'rejected']), reasonCode, message, note }).refine(isPaired),
      'invalid_decision',
    ),
    answers: ok('What became of each', {
      results: resultsWith({ case: caseDetail }),
    }),
  },
  caseRejectAlike: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/cases/{id}/reject-alike',
    summary: 'Reject a case and all that waits with the same text',
    description:
      'Whoever wrote it; differences that text rules fold do not count. Up to 200, oldest first, each by itself: the answer says ' +
      'of each what became of it, beginning with the case of the address.',
    params: { id: caseId },
    body: body(z.object({ reasonCode, message, note, version }), 'invalid_decision'),
    answers: ok('What became of each', {
      results: resultsWith({ case: caseDetail }),
      more: z.boolean().describe('Whether more may wait'),
    }),
    refusals: ['case_without_text', 'version_conflict'],
  },
  reportCloseSeveral: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/reports/decisions',
    summary: 'Close several reports',
    description: 'Up to 50, each by itself: the answer says of each what became of it, in the order of the ids.',
    body: body(
      z.object({ ...several, status: z.enum(['resolved', 'dismissed']), reasonCode, note }).refine(isPaired),
      'invalid_report_status',
    ),
    answers: ok('What became of each', {
      results: resultsWith({ report: reportView }),
    }),
  },
  userHistoryRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/users/{uid}',
    summary: 'A person with decisions, restrictions and notes',
    params: { uid },
    answers: ok('The person', { user: history }),
  },
  userNote: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/users/{uid}/notes',
    summary: 'Note something about a person, for staff',
    params: { uid },
    body: body(z.object({ body: z.string().trim().min(1).max(NOTE_MAX) }), 'invalid_body'),
    answers: created('The note', z.object({ note: noteView })),
    refusals: ['self_modification_forbidden'],
  },
  moderationFigures: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/figures',
    summary: 'Community and moderation in figures',
    description:
      'Sign-ups, active people, posts and comments by day; what waits, how long people take to decide, and the reasons. Days are ' +
      'those of a time zone; today is the last.',
    query: {
      days: {
        schema: z
          .string()
          .regex(/^[1-9]\d?$/)
          .transform(Number)
          .refine((days) => days <= FIGURE_DAYS_MAX),
        refusal: 'invalid_query',
        wire: integer(1, FIGURE_DAYS_MAX, FIGURE_DAYS_DEFAULT),
        description: `1 to ${FIGURE_DAYS_MAX}; absent: ${FIGURE_DAYS_DEFAULT}`,
      },
      timeZone: {
        schema: z.string().max(64).refine(isTimeZone),
        refusal: 'invalid_query',
        description: 'Such as `Asia/Tokyo`; absent: UTC',
      },
    },
    answers: ok('The figures', figures),
  },
});
