// A case as staff sees it, in a list and in detail. Declarations only.
import { z } from 'zod';
import type { Wire } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import { CASE_KINDS, CASE_STATUSES, VERDICTS } from '../common/vocabulary.ts';

export const caseView = z
  .object({
    id: z.string(),
    kind: z.enum(CASE_KINDS),
    subjectId: z.string().describe('Id of the post, comment, file or picture; of a name the UID of its owner'),
    authorUid: z.int(),
    authorHandle: z.string().nullable(),
    status: z.enum([...CASE_STATUSES, 'superseded']),
    version: z.int(),
    reasons: z.array(z.string()).describe('`rule.…`, `classifier.…`, `policy.…`, `system.…`, `staff.…`'),
    excerpt: z.string(),
    createdAt: milliseconds,
  })
  .meta({ id: 'ModerationCase' });
/** One case in a list. */
export type CaseView = Wire<z.output<typeof caseView>>;

export const caseDetail = caseView
  .extend({
    subjectRevision: z.int(),
    verdict: z.enum(VERDICTS),
    /** The text under review; null for files, and after the subject is deleted. */
    text: z.string().nullable(),
    /** The file under review; null for texts, and after the subject is deleted. */
    file: z.object({ mediaType: z.string(), contentUrl: z.string() }).nullable(),
    /** Null: decided by rules or the classifier, or not decided yet. */
    decidedByUid: z.int().nullable(),
    decidedAt: milliseconds.nullable(),
    /** Of a decision by a person. */
    reasonCode: z.string().nullable(),
    message: z.string().nullable().describe('What the author reads'),
    updatedAt: milliseconds,
  })
  .meta({ id: 'ModerationCaseDetail' });
/** A case in detail. */
export type CaseDetail = Wire<z.output<typeof caseDetail>>;
