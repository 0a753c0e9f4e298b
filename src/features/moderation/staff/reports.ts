// Reports about posts, comments and users: filing (the route is the community's), the staff's list, closing. One open
// report per reporter and target. The reported person never learns who reported: staff members do not see reports about
// themselves.
import { and, asc, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { SentBody } from '../../../http/routing/contract.ts';
import { nameOf } from '../../../http/routing/person-name.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { onlyOf } from '../../../kernel/page.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal, requireFirst } from '../../../kernel/refusal.ts';
import { isBeyond } from '../../../platform/database/conditions.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { report } from '../../../platform/database/schema/moderation.ts';
import { recordAudit } from '../../audit/record.ts';
import { requireMayActOn } from '../cases/decisions.ts';
import { uidsAmong } from '../common/people.ts';
import type { People } from '../common/ports.ts';
import type { CaseKind, ReportStatus, ReportTarget } from '../common/vocabulary.ts';
import type { moderationContract, ReportView } from './contract.ts';

export type Report = typeof report.$inferSelect;

export const OPEN_REPORT = ['pending', 'reviewing'] as const;

export interface NewReport {
  readonly reporterAccountId: string;
  readonly targetKind: ReportTarget;
  /** Id of the post or comment, or the decimal UID. */
  readonly targetId: string;
  readonly targetRevision: number;
  readonly targetAccountId: string;
  readonly reasonCode: ReasonCode;
  /** Normalised and length-checked by the caller. */
  readonly details: string | null;
}

/** Files a report. Returns the open one of the same reporter and target if there is one (`isNew` false). */
export async function fileReport(
  tx: Transaction,
  plan: NewReport,
): Promise<{ readonly report: Report; readonly isNew: boolean }> {
  const [made] = await tx
    .insert(report)
    .values({ id: Bun.randomUUIDv7(), ...plan })
    .onConflictDoNothing()
    .returning();
  if (made !== undefined) return { report: made, isNew: true };
  const [standing] = await tx
    .select()
    .from(report)
    .where(
      and(
        eq(report.reporterAccountId, plan.reporterAccountId),
        eq(report.targetKind, plan.targetKind),
        eq(report.targetId, plan.targetId),
        inArray(report.status, OPEN_REPORT),
      ),
    );
  if (standing === undefined) throw new Error('the standing report is not there');
  return { report: standing, isNew: false };
}

/** A report that this account has filed. */
export async function findFiledReport(db: Queries, reporterAccountId: string, id: string): Promise<Report | undefined> {
  const [found] = await db
    .select()
    .from(report)
    .where(and(eq(report.id, id), eq(report.reporterAccountId, reporterAccountId)));
  return found;
}

/** Closes the reports about something that was erased, and erases their texts. */
export async function eraseReports(
  tx: Transaction,
  kind: CaseKind,
  targetId: string,
  by: string | undefined,
): Promise<void> {
  const isTarget = sql`${report.targetKind} = ${kind} and ${report.targetId} = ${targetId}`;
  await tx.update(report).set({ details: null }).where(isTarget);
  await tx
    .update(report)
    .set({
      status: 'resolved',
      reviewerAccountId: by ?? null,
      version: sql`${report.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(isTarget, inArray(report.status, OPEN_REPORT)));
}

/** Removes an account from reports: erases the texts of those it filed and of those about it, and closes the latter. */
export async function withdrawReports(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .update(report)
    .set({ details: null })
    .where(or(eq(report.reporterAccountId, accountId), eq(report.targetAccountId, accountId)));
  await tx
    .update(report)
    .set({ status: 'dismissed', version: sql`${report.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(report.targetAccountId, accountId), inArray(report.status, OPEN_REPORT)));
}

export interface ReportQuery {
  readonly status: ReportStatus | undefined;
  readonly after: TimePosition | undefined;
  readonly limit: number;
}

/** Reports that this staff member may see: oldest first for open ones selected by status, else newest first. */
export function listReports(db: Queries, actor: Actor, wanted: ReportQuery): Promise<readonly Report[]> {
  const { status, after, limit } = wanted;
  const oldestFirst = status === 'pending' || status === 'reviewing';
  const [beyond, order] = oldestFirst ? [gt, asc] : [lt, desc];
  return db
    .select()
    .from(report)
    .where(
      and(
        ne(report.targetAccountId, actor.accountId),
        status === undefined ? undefined : eq(report.status, status),
        after && isBeyond(beyond, report.createdAt, report.id, after),
      ),
    )
    .orderBy(order(report.createdAt), order(report.id))
    .limit(limit);
}

export type ClosePlan = SentBody<typeof moderationContract.reportClose>;

/** Closes a report. Refuses for one's own report, and for one about oneself. */
export async function closeReport(
  { database, people }: { readonly database: Database; readonly people: People },
  actor: Actor,
  id: string,
  plan: ClosePlan,
): Promise<Report> {
  return database.transaction(async (tx) => {
    const rows = await tx.select().from(report).where(eq(report.id, id)).for('update');
    const found = requireFirst(rows, 'report_not_found');
    if (found.reporterAccountId === actor.accountId) throw new Refusal('forbidden');
    await requireMayActOn(tx, people, actor, found.targetAccountId);
    if (found.version !== plan.version) throw new Refusal('version_conflict');
    if (found.status === 'resolved' || found.status === 'dismissed') throw new Refusal('report_already_resolved');
    const { status, reasonCode, note } = plan;
    const closed = onlyOf(
      await tx
        .update(report)
        .set({ status, reviewerAccountId: actor.accountId, version: found.version + 1, updatedAt: sql`now()` })
        .where(eq(report.id, id))
        .returning(),
    );
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: 'report.close',
      subjectKind: 'report',
      subjectId: id,
      reasonCode,
      note,
      before: { status: found.status, targetKind: found.targetKind, targetId: found.targetId },
      after: { status },
    });
    return closed;
  });
}

export async function presentReports(
  db: Queries,
  people: People,
  rows: readonly Report[],
): Promise<readonly ReportView[]> {
  const ids = rows.flatMap((row) => [row.targetAccountId, row.reporterAccountId, row.reviewerAccountId ?? []]).flat();
  const persons = await people.readByIds(db, [...new Set(ids)]);
  const uidOf = uidsAmong(persons);
  return rows.map((row) => ({
    id: row.id,
    targetKind: row.targetKind,
    targetId: row.targetId,
    targetRevision: row.targetRevision,
    targetUid: uidOf(row.targetAccountId),
    target: nameOf(persons.get(row.targetAccountId)),
    reporterUid: uidOf(row.reporterAccountId),
    reporter: nameOf(persons.get(row.reporterAccountId)),
    reasonCode: row.reasonCode,
    details: row.details,
    status: row.status,
    reviewerUid: uidOf(row.reviewerAccountId),
    version: row.version,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  }));
}
