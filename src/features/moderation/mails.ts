// Mails about decisions, restrictions and appeals, as jobs. A job that runs again may mail twice: that is better than not at
// all, and its link then replaces the earlier one. Texts and delivery belong to accounts.
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Queries, Transaction } from '../../platform/database/database.ts';
import { accountRestriction, appeal, moderationCase } from '../../platform/database/schema/moderation.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { AppealTarget } from './appeals/appeals.ts';
import { APPEAL_PAGE, createAppealLink, forgetAppealLinks } from './appeals/links.ts';
import { readActiveRestrictions } from './common/active-restrictions.ts';
import { readPerson } from './common/people.ts';
import type { People } from './common/ports.ts';
import type { CaseKind, MailedDecision, StandingKind } from './common/vocabulary.ts';

/** What a person reads about a decision. */
export interface DecisionMail {
  readonly what: `may_not_${StandingKind}` | `refused_${CaseKind}` | 'appeal_granted' | 'appeal_denied';
  /** Undefined: the mail gives no reason. Null: a rule or the classifier decided. */
  readonly reasonCode: string | null | undefined;
  readonly message: string | null;
  /** End of a restriction; null: it has none. Undefined: nothing that ends. */
  readonly expiresAt: Date | null | undefined;
  /** Where to go on: to appeal by this link alone, or to read the decisions on one's account. */
  readonly link: { readonly leadsTo: 'appeal' | 'standing'; readonly address: string } | undefined;
  /** Whether the mail may be left out when the person got one a moment ago. */
  readonly mayBeHeld: boolean;
}

/** Sends a mail to the owner of an account; rejects when it could not be delivered. */
export type SendDecision = (accountId: string, mail: DecisionMail) => Promise<void>;

export interface MailDependencies {
  readonly database: Database;
  readonly people: People;
  readonly sendDecision: SendDecision;
  /** Public address without trailing slash. */
  readonly publicUrl: () => string;
}

const STANDING_PAGE = '/settings/standing';

const mailDecision = declareJob({
  kind: 'moderation.mail',
  payload: z.object({ of: z.enum(['case', 'restriction', 'appeal']), id: z.uuid() }),
  plan: { retries: 6, retrySeconds: 10, retryMaxSeconds: 3_600, expireSeconds: 120 },
});

/** Enqueues the mail about a decision, in its transaction. */
export const enqueueMail = (enqueue: Jobs['enqueue'], tx: Transaction, decision: MailedDecision): Promise<void> =>
  enqueue(tx, mailDecision, { ...decision });

export const bindMailJob = (dependencies: MailDependencies): BoundJob =>
  bindJob(mailDecision, (decision) => mailPerson(dependencies, decision));

/** For processes that enqueue mails and leave sending them to a service. */
export const UNBOUND_MAIL_JOB: BoundJob = bindJob(mailDecision, () => {
  throw new Error('this process sends no mails');
});

const sweep = declareJob({ kind: 'moderation.link-sweep', payload: z.object({}) });

/** Deletes expired links once a day. */
export const bindLinkSweep = (database: Database): BoundJob =>
  bindJob(sweep, () => forgetAppealLinks(database.db), '17 4 * * *');

interface Found extends Pick<DecisionMail, 'what' | 'reasonCode' | 'message' | 'expiresAt'> {
  readonly accountId: string;
  /** What can be appealed against. */
  readonly target: AppealTarget | undefined;
}

async function mailPerson(dependencies: MailDependencies, decision: MailedDecision): Promise<void> {
  const { database, people, publicUrl, sendDecision } = dependencies;
  const { db } = database;
  const found = await readDecision(db, decision);
  if (found === undefined) return;
  const { accountId, target, ...mail } = found;
  const person = await readPerson(db, people, accountId);
  if (person === undefined || person.status === 'deleted') return;
  const isOut = person.status === 'suspended' || (await readActiveRestrictions(db, accountId)).includes('sign_in');
  const readLink = async (): Promise<DecisionMail['link']> => {
    if (!isOut) return { leadsTo: 'standing', address: `${publicUrl()}${STANDING_PAGE}` };
    if (target === undefined) return undefined;
    const token = await createAppealLink(database, accountId, target);
    return { leadsTo: 'appeal', address: `${publicUrl()}${APPEAL_PAGE}?token=${token}` };
  };
  await sendDecision(accountId, { ...mail, link: await readLink(), mayBeHeld: decision.of === 'case' && !isOut });
}

/** What there is to tell; undefined when it was decided otherwise meanwhile. */
async function readDecision(db: Queries, { of, id }: MailedDecision): Promise<Found | undefined> {
  switch (of) {
    case 'case': {
      const [row] = await db.select().from(moderationCase).where(eq(moderationCase.id, id));
      if (row === undefined || row.verdict !== 'rejected') return undefined;
      const { authorAccountId: accountId, kind, reasonCode, message } = row;
      return { accountId, what: `refused_${kind}`, reasonCode, message, expiresAt: undefined, target: { caseId: id } };
    }
    case 'restriction': {
      const [row] = await db.select().from(accountRestriction).where(eq(accountRestriction.id, id));
      if (row === undefined || row.liftedAt !== null) return undefined;
      const { accountId, kind, reasonCode, message, expiresAt } = row;
      return { accountId, what: `may_not_${kind}`, reasonCode, message, expiresAt, target: { restrictionId: id } };
    }
    case 'appeal': {
      const [row] = await db.select().from(appeal).where(eq(appeal.id, id));
      if (row === undefined || row.status === 'open') return undefined;
      const { accountId, status, answer: message } = row;
      const none = { reasonCode: undefined, expiresAt: undefined, target: undefined };
      return { accountId, what: `appeal_${status}`, message, ...none };
    }
  }
}
