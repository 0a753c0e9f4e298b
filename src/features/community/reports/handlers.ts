// Handler of reports.
import { answerJson } from '../../../http/answer/json.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { CommunityParts } from '../common/parts.ts';
import type { reportsContract } from './contract.ts';
import { presentReport, reportContent } from './reports.ts';

export function reportsHandlers(parts: CommunityParts): Handlers<typeof reportsContract> {
  return {
    reportCreate: async ({ context, body, actor }) => {
      const { report, isNew } = await reportContent(parts, actor, body);
      return answerJson(context, { report: presentReport(report) }, { status: isNew ? 201 : 200 });
    },
  };
}
