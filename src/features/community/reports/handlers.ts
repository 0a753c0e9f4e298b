import type { Handlers } from '../../../http/routing/contract.ts';
import { findFiledReport } from '../../moderation/staff/reports.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import type { reportsContract } from './contract.ts';
import { presentReport, reportContent } from './reports.ts';

export function reportsHandlers(dependencies: CommunityDependencies): Handlers<typeof reportsContract> {
  return {
    reportCreate: {
      create: async ({ body, actor }) => {
        const { report, isNew } = await reportContent(dependencies, actor, body);
        return { status: isNew ? 201 : 200, body: { report: presentReport(report) } };
      },
      readCreated: async ({ actor, id }) => {
        const report = await findFiledReport(dependencies.database.db, actor.accountId, id);
        return report && { report: presentReport(report) };
      },
    },
  };
}
