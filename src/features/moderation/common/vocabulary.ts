// Vocabulary of moderation that other features and the browser share: kinds of subjects, verdicts, and the parameter and
// result types of cases.ts and standing.ts. Types and constants only, without those of the database (ports.ts).
import { type Actor, RESTRICTIONS, type Role } from '../../../http/gates/guard.ts';

export const TEXT_KINDS = ['post', 'comment', 'list', 'profile-name', 'profile-links'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
const FILE_KINDS = ['attachment', 'avatar'] as const;
type FileKind = (typeof FILE_KINDS)[number];
export const CASE_KINDS = ['post', 'comment', 'list', 'attachment', 'profile-name', 'profile-links', 'avatar'] as const;
export type CaseKind = TextKind | FileKind;
/** Statuses of cases that staff may list. A case that a later one replaced is `superseded`. */
export const CASE_STATUSES = ['pending', 'review', 'decided'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** The verdicts (decisions, "Moderation"). `pending`: the classifier is being asked. `review`: a person must decide. */
export const VERDICTS = ['pending', 'allow', 'review', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];
/** A final verdict, or `review`. */
export type SettledVerdict = 'allow' | 'review' | 'rejected';

/** Reason of a case whose subject staff hid; it is gone once the subject is shown again. */
export const HIDDEN_BY_STAFF = 'staff.hidden';

/**
 * Why a text waits, as far as its author may know. `policy`: everything is looked at first. `automatic`: the classifier, or
 * a reason without a name for authors.
 */
export const WAITING_REASONS = ['links', 'link', 'repetition', 'new_account', 'words', 'policy', 'automatic'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** What a person can be told of their standing, and appeal: the restrictions, and the suspension of the account. */
export const STANDING_KINDS = [...RESTRICTIONS, 'suspension'] as const;
export type StandingKind = (typeof STANDING_KINDS)[number];

/** Facts about an author that rules may use. */
export interface AuthorFacts {
  readonly accountCreatedAt: Date;
  /** Published texts of the author, of all kinds; at most as many as were asked for. */
  readonly publishedCount: number;
}

interface Submission {
  /**
   * Public id of the subject: of the post, comment, list, file or avatar; for a name and links the decimal UID. Never an account id.
   */
  readonly subjectId: string;
  /** Incremented by every change of the subject. A verdict applies to one revision. */
  readonly revision: number;
  readonly authorAccountId: string;
  readonly authorUid: number;
}

export interface TextSubmission extends Submission {
  readonly kind: TextKind;
  /** All text of the subject that others can read (title, body and tags of a post). */
  readonly text: string;
  /**
   * Reads facts about the author, where a rule asks for them; counts at most so many texts. Absent: rules for new accounts
   * do not apply.
   */
  readonly readAuthor?: (countAtMost: number) => Promise<AuthorFacts>;
}

export interface FileSubmission extends Submission {
  readonly kind: FileKind;
  /** Object key of the picture that people and classifiers see (for a video, one still). */
  readonly contentKey: string;
  readonly mediaType: string;
  /** File name for the queue. */
  readonly label: string;
}

export interface Submitted {
  readonly verdict: Verdict;
  /** Codes such as `rule.account-trade`, for staff. */
  readonly reasons: readonly string[];
  /** Absent when no case was needed; the verdict is then `allow`. */
  readonly caseId?: string;
}

/** A verdict made after the submission, delivered inside the transaction that records it. */
export interface Decision {
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly subjectId: string;
  readonly revision: number;
  readonly authorAccountId: string;
  readonly verdict: SettledVerdict;
  readonly reasons: readonly string[];
  /** Staff hid the subject, and it is allowed now: it is to be shown again. */
  readonly shows: boolean;
  /** Of a decision by a person. */
  readonly reasonCode: string | null;
  /** What the author reads. */
  readonly message: string | null;
}

/** What a person is told about a decision on their content, or about a restriction. */
export interface DecisionNews {
  readonly accountId: string;
  /** Null for restrictions, and for what staff does without a case. */
  readonly caseId: string | null;
  readonly subjectKind: CaseKind | 'restriction';
  readonly subjectId: string;
  /** A verdict, or what was done (`restrict`, `hide`). */
  readonly verdict: string;
  readonly reasonCode: string | null;
  readonly message: string | null;
}

/** Who decides, as far as the rules ask. Also of a decision that goes on in a job. */
export type Decider = Pick<Actor, 'accountId' | 'role'>;

/** A person as moderation sees them. */
export interface Person {
  readonly accountId: string;
  readonly uid: number;
  readonly handle: string | null;
  readonly displayName: string;
  readonly role: Role;
  readonly status: 'active' | 'suspended' | 'deleted';
}

/** What a mail is about, by id. */
export interface MailedDecision {
  readonly of: 'case' | 'restriction' | 'appeal';
  readonly id: string;
}

export const REPORT_STATUSES = ['pending', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
export const REPORT_TARGETS = ['post', 'comment', 'list', 'user'] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];
