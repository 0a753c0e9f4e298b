// Decisions of staff: permission, and the decision with its audit event in one transaction. Nobody can decide about
// their own content, moderators cannot act on administrators, nor undo what administrators decided about staff.
import type { Actor } from '../../../http/gates/guard.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { readPerson } from '../common/people.ts';
import type { People } from '../common/ports.ts';
import type { Decider } from '../common/vocabulary.ts';
import { type Case, type Cases, readCase } from './cases.ts';
import { requireMayUndo, undoingsOfCases } from './reserved.ts';

export interface DecisionPlan {
  readonly verdict: 'allow' | 'rejected';
  readonly reasonCode: ReasonCode;
  /** For the audit trail only. */
  readonly note?: string | undefined;
  /** What the author reads. */
  readonly message?: string | undefined;
  /** Version of the case that the person saw. */
  readonly version: number;
}

export interface DecisionDependencies {
  readonly database: Database;
  readonly cases: Cases;
  readonly people: People;
}

/** Refuses with `forbidden` unless this staff member may act on that account's content. */
export async function requireMayActOn(db: Queries, people: People, actor: Decider, accountId: string): Promise<void> {
  if (actor.accountId === accountId) throw new Refusal('forbidden');
  if (actor.role === 'administrator') return;
  const person = await readPerson(db, people, accountId);
  if (person?.role === 'administrator') throw new Refusal('forbidden');
}

/** A case by id. Refuses with `case_not_found`. */
export async function requireCase(db: Queries, id: string): Promise<Case> {
  return required(await readCase(db, id), 'case_not_found');
}

/** Decides a case and returns it. A decided case can be decided differently, with its current version. */
export const decideCase = (
  dependencies: DecisionDependencies,
  actor: Actor,
  id: string,
  plan: DecisionPlan,
): Promise<Case> => dependencies.database.transaction((tx) => decideCaseIn(tx, dependencies, actor, id, plan));

/** The same inside a transaction. */
export async function decideCaseIn(
  tx: Transaction,
  { cases, people }: { readonly cases: Pick<Cases, 'settle'>; readonly people: People },
  actor: Decider,
  id: string,
  plan: DecisionPlan,
): Promise<Case> {
  const found = await requireCase(tx, id);
  await requireMayActOn(tx, people, actor, found.authorAccountId);
  await requireMayUndo(tx, people, actor, await undoingsOfCases(tx, [found]));
  if (found.version !== plan.version) throw new Refusal('version_conflict');
  if (found.status === 'superseded') throw new Refusal('case_superseded');
  if (found.status === 'decided' && found.verdict === plan.verdict) throw new Refusal('case_already_decided');
  const { verdict, reasonCode, note, message } = plan;
  const settled = await cases.settle(tx, found, {
    verdict,
    reasons: [`staff.${reasonCode}`],
    decidedBy: actor.accountId,
    reasonCode,
    message,
  });
  if (!settled) throw new Refusal('version_conflict');
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'case.decide',
    subjectKind: found.kind,
    subjectId: found.subjectId,
    reasonCode,
    note,
    before: { case: id, revision: found.subjectRevision, status: found.status, verdict: found.verdict },
    after: { status: 'decided', verdict },
  });
  return requireCase(tx, id);
}

/** Lets a decided case wait again, as before its decision. Refuses with `version_conflict` when it has changed since. */
export async function reopenCaseIn(
  tx: Transaction,
  { cases, people }: { readonly cases: Pick<Cases, 'settle'>; readonly people: People },
  actor: Decider,
  id: string,
  version: number,
): Promise<Case> {
  const found = await requireCase(tx, id);
  await requireMayActOn(tx, people, actor, found.authorAccountId);
  await requireMayUndo(tx, people, actor, await undoingsOfCases(tx, [found]));
  if (found.version !== version || found.status !== 'decided') throw new Refusal('version_conflict');
  const settled = await cases.settle(tx, found, { verdict: 'review', reasons: [], decidedBy: undefined });
  if (!settled) throw new Refusal('version_conflict');
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'case.reopen',
    subjectKind: found.kind,
    subjectId: found.subjectId,
    before: { case: id, revision: found.subjectRevision, status: found.status, verdict: found.verdict },
    after: { status: 'review', verdict: 'review' },
  });
  return requireCase(tx, id);
}
