// What moderation asks of other features and tells them, with the database at hand. Types only.
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import type { Decision, DecisionNews, MailedDecision, Person } from './vocabulary.ts';

/** Tells a person, inside the transaction of the decision. */
export type TellDecision = (tx: Transaction, news: DecisionNews) => Promise<void>;

/**
 * Applies a decision to a subject: records the verdict if the subject still has this revision, and otherwise does
 * nothing. Runs before the case is written, so that both sides lock the subject first and the case second.
 */
export type DecisionListener = (tx: Transaction, decision: Decision) => Promise<void>;

/** Moderation's access to accounts, supplied by the composition. */
export interface People {
  /** Person by public UID. */
  readByUid(db: Queries, uid: number): Promise<Person | undefined>;
  /** Person by public UID (a number) or handle. */
  readByKey(db: Queries, key: number | string): Promise<Person | undefined>;
  /** People by public UID; those who are not there are absent. */
  readByUids(db: Queries, uids: readonly number[]): Promise<ReadonlyMap<number, Person>>;
  /** People by account id; deleted accounts are absent. */
  readByIds(db: Queries, accountIds: readonly string[]): Promise<ReadonlyMap<string, Person>>;
  /**
   * People with a UID above `afterUid`, in UID order, whose handle or name contains the text or whose UID equals it;
   * everybody for an empty text.
   */
  search(
    db: Queries,
    wanted: { readonly text: string; readonly afterUid: number; readonly limit: number },
  ): Promise<readonly Person[]>;
  /** Active moderators and administrators. */
  listStaff(db: Queries | Transaction): Promise<readonly Pick<Person, 'accountId' | 'role'>[]>;
  /** Whether the registration of an account waits for an administrator. */
  isRegistrationOpen(db: Queries | Transaction, accountId: string): Promise<boolean>;
  /** Ends the suspension of an account, if it is suspended. Call it before locking rows of the account. */
  reinstate(tx: Transaction, by: string, accountId: string): Promise<void>;
  /** Ends every session and token of an account. */
  endSessions(tx: Transaction, accountId: string): Promise<void>;
  /**
   * Refuses with `last_administrator_required` if no other administrator would remain. Call it before locking other
   * rows.
   */
  requireAnotherAdministrator(tx: Transaction, accountId: string): Promise<void>;
}

/** Mails a person about a decision, after the transaction commits. */
export type MailDecision = (tx: Transaction, decision: MailedDecision) => Promise<void>;
