// Reports of posts, comments and people by those who can see them. Moderation owns the rows.
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { SentBody } from '../../../http/routing/contract.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import { readRow } from '../../../platform/database/rows.ts';
import { fileReport, type Report } from '../../moderation/staff/reports.ts';
import { requireComment } from '../comments/rows.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { planDetails } from '../common/rules.ts';
import { requireList } from '../lists/lists.ts';
import { requirePost } from '../posts/reading.ts';
import type { reportsContract } from './contract.ts';

type ReportPlan = SentBody<typeof reportsContract.reportCreate>;

const reportedRow = z.object({ id: z.string(), uid: z.string(), version: z.number() });
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const UID = /^[1-9]\d{0,14}$/;

interface Target {
  readonly targetId: string;
  readonly targetRevision: number;
  readonly targetAccountId: string;
}

/**
 * Reports content that the reporter may see and that is not archived. An open report by the same person is returned
 * instead of a new one.
 */
export async function reportContent(
  dependencies: CommunityDependencies,
  actor: Actor,
  plan: ReportPlan,
): Promise<{ readonly report: Report; readonly isNew: boolean }> {
  const { targetKind, targetId, reasonCode } = plan;
  if (!(targetKind === 'user' ? UID : UUID).test(targetId)) throw new Refusal('invalid_report_target');
  const details = planDetails(plan.details, reasonCode);
  return dependencies.database.transaction(async (tx) => {
    const target = required(await findTarget(), 'report_target_not_found');
    const filed = await fileReport(tx, {
      reporterAccountId: actor.accountId,
      targetKind,
      reasonCode,
      details,
      ...target,
    });
    if (filed.isNew) {
      await recordCreated(tx, filed.report.id);
      await dependencies.onReported(tx, { reportId: filed.report.id, targetKind, targetId: target.targetId });
    }
    return filed;

    async function findTarget(): Promise<Target | undefined> {
      if (targetKind === 'user') {
        const person = await readRow(tx, reportedRow)`select account_id as id, uid, version from profile
          where uid = ${targetId}::bigint and status <> 'deleted'`;
        return person && { targetId: person.uid, targetRevision: person.version, targetAccountId: person.id };
      }
      if (targetKind === 'list') {
        const list = await requireList(tx, actor, targetId).catch(withoutRefusals);
        if (list === undefined || list.visibility !== 'public') return undefined;
        return { targetId: list.id, targetRevision: list.revision, targetAccountId: list.ownerId };
      }
      const found = await (targetKind === 'post' ? requirePost : requireComment)(tx, targetId, actor).catch(
        withoutRefusals,
      );
      // Archived posts, which their author and staff can still see, cannot be reported.
      if (found === undefined || ('archivedAt' in found && found.archivedAt !== null)) return undefined;
      return { targetId: found.id, targetRevision: found.revision, targetAccountId: found.authorId };
    }
  });
}

function withoutRefusals(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

export const presentReport = (row: Report) => ({
  id: row.id,
  targetKind: row.targetKind,
  targetId: row.targetId,
  status: row.status,
  version: row.version,
  createdAt: row.createdAt.getTime(),
});
