// The words of moderation that other features share: kinds of subject, verdicts, reason codes, and the values that go in
// and come out of the faces (cases.ts, standing.ts). Types and constants alone.
import type { Role } from '../../http/gates/guard.ts';
import type { Queries, Transaction } from '../../platform/database/database.ts';

export const TEXT_KINDS = ['post', 'comment', 'profile-name'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
export const FILE_KINDS = ['attachment', 'avatar'] as const;
export type FileKind = (typeof FILE_KINDS)[number];
export const CASE_KINDS = ['post', 'comment', 'attachment', 'profile-name', 'avatar'] as const;
export type CaseKind = TextKind | FileKind;

/** One set of verdict words (decisions, "Moderation"). `pending`: a classifier is asked; `review`: a person must look. */
export type Verdict = 'pending' | 'allow' | 'review' | 'rejected';
/** What ends the wait for a verdict, or hands it on to people. */
export type SettledVerdict = 'allow' | 'review' | 'rejected';

/** Why staff acts, and why people report (specification, bodies of reports). */
export const REASON_CODES = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'privacy',
  'copyright',
  'misinformation',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** What the rules may know of an author. */
export interface AuthorFacts {
  readonly accountCreatedAt: Date;
  /** Texts of the author that stand published, of all kinds together. */
  readonly publishedCount: number;
}

interface Submission {
  /**
   * Names the subject in public: id of the post, comment, file or picture; for a name the decimal UID. Never an account
   * id.
   */
  readonly subjectId: string;
  /** Counts up with every change of the subject; a verdict belongs to one revision. */
  readonly revision: number;
  readonly authorAccountId: string;
  readonly authorUid: number;
}

export interface TextSubmission extends Submission {
  readonly kind: TextKind;
  /** All that others will read of the subject, as one text (title, body and tags of a post). */
  readonly text: string;
  /** Absent: rules for new accounts do not apply. */
  readonly author?: AuthorFacts;
}

export interface FileSubmission extends Submission {
  readonly kind: FileKind;
  /** Object key of the picture that people and classifiers look at (of a video: one still). */
  readonly contentKey: string;
  readonly mediaType: string;
  /** What the file is called, for the queue. */
  readonly label: string;
}

export interface Submitted {
  readonly verdict: Verdict;
  /** Codes such as `rule.account-trade`, for staff. */
  readonly reasons: readonly string[];
  /** Absent where nothing had to be asked or remembered: the verdict is `allow`. */
  readonly caseId?: string;
}

/** A verdict that was found after the submission; told inside the transaction that writes it down. */
export interface Decision {
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly subjectId: string;
  readonly revision: number;
  readonly authorAccountId: string;
  readonly verdict: SettledVerdict;
  readonly reasons: readonly string[];
}

/**
 * What the owner of a kind does with a decision: writes the verdict on its subject if that still has this revision, and
 * nothing otherwise. Runs before the case is written, so that both sides lock the subject first and the case second.
 */
export type DecisionListener = (tx: Transaction, decision: Decision) => Promise<void>;

/** What moderation may know of a person. */
export interface Person {
  readonly accountId: string;
  readonly uid: number;
  readonly handle: string | null;
  readonly displayName: string;
  readonly role: Role;
  readonly status: 'active' | 'suspended' | 'deleted';
}

/** What moderation needs of accounts; handed in by the composition. */
export interface People {
  /** Person by public UID. */
  readByUid(db: Queries, uid: number): Promise<Person | undefined>;
  /** Persons by account id; accounts that are gone are missing. */
  readByIds(db: Queries, accountIds: readonly string[]): Promise<ReadonlyMap<string, Person>>;
  /** Persons whose handle or name holds the text, or whose UID it is, by UID, beyond `afterUid`; all for an empty text. */
  search(
    db: Queries,
    wanted: { readonly text: string; readonly afterUid: number; readonly limit: number },
  ): Promise<readonly Person[]>;
  /** Ends every session and token of an account. */
  endSessions(tx: Transaction, accountId: string): Promise<void>;
  /** Refuses with `last_administrator_required` when nobody else could administer; call it before other rows are locked. */
  requireAnotherAdministrator(tx: Transaction, accountId: string): Promise<void>;
}
