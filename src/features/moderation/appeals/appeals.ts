// Appeals: objections of people to decisions on their content and to restrictions, one each within a month. The only writer
// of the table. Granting allows the content, or ends the restriction; nothing that is under appeal is erased meanwhile.
import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { Refusal, requireFirst } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import { isBeyond } from '../../../platform/database/conditions.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import {
  accountRestriction,
  appeal,
  appealLink,
  moderationCase,
} from '../../../platform/database/schema/moderation.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Cases, eraseWithdrawn } from '../cases/cases.ts';
import type { People } from '../common/ports.ts';
import type { CaseKind } from '../common/vocabulary.ts';
import { type AppealedRow, findBlocks } from './blocks.ts';

export type Appeal = typeof appeal.$inferSelect;

export const APPEAL_STATUSES = ['open', 'granted', 'denied'] as const;
export const APPEAL_MAX = 2_000;
/** Whether a text may be an appeal. */
export const isAppealText = (text: string): boolean => text !== '' && [...text].length <= APPEAL_MAX;
/** Days after which a decision stands. */
export const APPEAL_DAYS = RETENTION.appeal.amount;

export type AppealTarget = { readonly caseId: string } | { readonly restrictionId: string };

/** Called in the transaction of a new appeal. */
export type OnAppealed = (tx: Transaction, appeal: Appeal) => Promise<void>;

export interface NewAppeal {
  readonly target: AppealTarget;
  readonly message: string;
}

const isOld = (moment: SQL): SQL<boolean> => sql<boolean>`${moment} < now() - make_interval(days => ${APPEAL_DAYS})`;

/**
 * Appeals against a decision or a restriction of one's own. Refuses with `case_not_found` or `restriction_not_found`,
 * `appeal_exists`, or `appeal_expired`: after a month, and for a restriction that has ended.
 */
export async function fileAppeal(
  tx: Transaction,
  onAppealed: OnAppealed,
  accountId: string,
  { target, message }: NewAppeal,
): Promise<Appeal> {
  if ('caseId' in target) await requireOwnDecision(tx, accountId, target.caseId);
  else await requireOwnRestriction(tx, accountId, target.restrictionId);
  const made = await tx
    .insert(appeal)
    .values({ id: Bun.randomUUIDv7(), accountId, message, ...target })
    .onConflictDoNothing()
    .returning();
  const row = requireFirst(made, 'appeal_exists');
  await recordCreated(tx, row.id);
  await onAppealed(tx, row);
  return row;
}

/** An appeal of this account. */
export async function findOwnAppeal(db: Queries, accountId: string, id: string): Promise<Appeal | undefined> {
  const [found] = await db
    .select()
    .from(appeal)
    .where(and(eq(appeal.id, id), eq(appeal.accountId, accountId)));
  return found;
}

async function requireOwnDecision(tx: Transaction, accountId: string, id: string): Promise<void> {
  const found = await tx
    .select({ isOver: isOld(sql`${moderationCase.decidedAt}`), appealId: appeal.id })
    .from(moderationCase)
    .leftJoin(appeal, eq(appeal.caseId, moderationCase.id))
    .where(
      and(
        eq(moderationCase.id, id),
        eq(moderationCase.authorAccountId, accountId),
        eq(moderationCase.status, 'decided'),
        sql`(${moderationCase.verdict} = 'rejected' or ${appeal.id} is not null)`,
      ),
    )
    .for('update', { of: moderationCase });
  const row = requireFirst(found, 'case_not_found');
  if (row.appealId !== null) throw new Refusal('appeal_exists');
  if (row.isOver) throw new Refusal('appeal_expired');
}

async function requireOwnRestriction(tx: Transaction, accountId: string, id: string): Promise<void> {
  const found = await tx
    .select({
      isOver: sql<boolean>`${isOld(sql`${accountRestriction.issuedAt}`)} or ${accountRestriction.liftedAt} is not null
        or coalesce(${accountRestriction.expiresAt} <= now(), false)`,
      appealId: appeal.id,
    })
    .from(accountRestriction)
    .leftJoin(appeal, eq(appeal.restrictionId, accountRestriction.id))
    .where(and(eq(accountRestriction.id, id), eq(accountRestriction.accountId, accountId)))
    .for('update', { of: accountRestriction });
  const row = requireFirst(found, 'restriction_not_found');
  if (row.appealId !== null) throw new Refusal('appeal_exists');
  if (row.isOver) throw new Refusal('appeal_expired');
}

export interface AppealQuery {
  readonly status: Appeal['status'] | undefined;
  readonly after: TimePosition | undefined;
  readonly limit: number;
}

const selectAppeals = (db: Queries | Transaction) =>
  db
    .select({ appeal, found: moderationCase, restriction: accountRestriction })
    .from(appeal)
    .leftJoin(moderationCase, eq(moderationCase.id, appeal.caseId))
    .leftJoin(accountRestriction, eq(accountRestriction.id, appeal.restrictionId));

/** An appeal with what it is about. */
export async function readAppealed(db: Queries, id: string): Promise<AppealedRow | undefined> {
  const [row] = await selectAppeals(db).where(eq(appeal.id, id));
  return row;
}

/** Appeals by page: open ones oldest first, the others and all together newest first. The reader's own are left out. */
export function listAppeals(
  db: Queries,
  reader: Actor,
  { status, after, limit }: AppealQuery,
): Promise<readonly AppealedRow[]> {
  const [beyond, order] = status === 'open' ? [gt, asc] : [lt, desc];
  const { createdAt, id } = appeal;
  return selectAppeals(db)
    .where(
      and(
        ne(appeal.accountId, reader.accountId),
        status === undefined ? undefined : eq(appeal.status, status),
        after && isBeyond(beyond, createdAt, id, after),
      ),
    )
    .orderBy(order(createdAt), order(id))
    .limit(limit);
}

export interface AppealDecision {
  readonly verdict: 'granted' | 'denied';
  /** What the person reads. */
  readonly message?: string | undefined;
  readonly note?: string | undefined;
  readonly version: number;
}

export interface AppealDependencies {
  readonly database: Database;
  readonly cases: Cases;
  readonly people: People;
}

/**
 * Decides an appeal. Refuses with `forbidden` whoever may not (`findBlocks`).
 */
export async function decideAppeal(
  { database, cases, people }: AppealDependencies,
  actor: Actor,
  id: string,
  plan: AppealDecision,
): Promise<AppealedRow> {
  return database.transaction(async (tx) => {
    const rows = await selectAppeals(tx).where(eq(appeal.id, id)).for('update', { of: appeal });
    const row = requireFirst(rows, 'appeal_not_found');
    const { found, restriction } = row;
    const isOpen = row.appeal.status === 'open';
    const block = (await findBlocks(tx, people, actor, [row])).get(id);
    // After a decision everybody reads that it was made.
    if (block !== undefined && (isOpen || block !== 'decider')) throw new Refusal('forbidden');
    if (row.appeal.version !== plan.version) throw new Refusal('version_conflict');
    if (!isOpen) throw new Refusal('appeal_already_decided');
    const isGranted = plan.verdict === 'granted';
    if (isGranted && found !== null && found.verdict !== 'allow') {
      const settlement = { verdict: 'allow', reasons: ['staff.appeal'], decidedBy: actor.accountId } as const;
      const settled = await cases.settle(tx, found, { ...settlement, message: plan.message });
      if (!settled) throw new Refusal('version_conflict');
    }
    if (isGranted && restriction?.kind === 'suspension') {
      await people.reinstate(tx, actor.accountId, restriction.accountId);
    } else if (isGranted && restriction !== null) await endRestriction(tx, actor, restriction.id);
    await tx
      .update(appeal)
      .set({
        status: plan.verdict,
        answer: plan.message ?? null,
        decidedBy: actor.accountId,
        decidedAt: sql`now()`,
        version: row.appeal.version + 1,
      })
      .where(eq(appeal.id, id));
    if (found !== null) await eraseWithdrawn(tx, found.id);
    await tellOutcome(tx, cases, row, plan);
    await cases.mailDecision(tx, { of: 'appeal', id });
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: 'appeal.decide',
      subjectKind: found?.kind ?? 'restriction',
      subjectId: found?.subjectId ?? restriction?.id ?? id,
      note: plan.note,
      before: { appeal: id, status: row.appeal.status },
      after: { status: plan.verdict },
    });
    const [after] = await selectAppeals(tx).where(eq(appeal.id, id));
    if (after === undefined) throw new Error('the appeal is not there');
    return after;
  });
}

/**
 * Erases the appeals against decisions on a subject that was erased, with their links. One that is open is denied: nobody can
 * decide about what is not there.
 */
export async function eraseAppeals(
  tx: Transaction,
  kind: CaseKind,
  subjectId: string,
  by: string | undefined,
): Promise<void> {
  const cases = tx
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(and(eq(moderationCase.kind, kind), eq(moderationCase.subjectId, subjectId)));
  await tx.delete(appealLink).where(inArray(appealLink.caseId, cases));
  const isOpen = sql`${appeal.status} = 'open'`;
  await tx
    .update(appeal)
    .set({
      message: '',
      answer: null,
      status: sql`case when ${isOpen} then 'denied' else ${appeal.status} end`,
      decidedBy: sql`case when ${isOpen} then ${by ?? null}::uuid else ${appeal.decidedBy} end`,
      decidedAt: sql`case when ${isOpen} then now() else ${appeal.decidedAt} end`,
      version: sql`${appeal.version} + 1`,
    })
    .where(inArray(appeal.caseId, cases));
}

async function endRestriction(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await tx
    .update(accountRestriction)
    .set({
      liftedAt: sql`now()`,
      liftedBy: actor.accountId,
      version: sql`${accountRestriction.version} + 1`,
    })
    .where(and(eq(accountRestriction.id, id), isNull(accountRestriction.liftedAt)));
}

/** The author of allowed content hears of it by the decision on the case. */
async function tellOutcome(tx: Transaction, cases: Cases, row: AppealedRow, plan: AppealDecision): Promise<void> {
  const { found, restriction } = row;
  if (found !== null && found.verdict !== 'allow' && plan.verdict === 'granted') return;
  await cases.tell(tx, {
    accountId: row.appeal.accountId,
    caseId: found?.id ?? null,
    subjectKind: found?.kind ?? 'restriction',
    subjectId: found?.subjectId ?? restriction?.id ?? row.appeal.id,
    verdict: plan.verdict,
    reasonCode: null,
    message: plan.message ?? null,
  });
}
