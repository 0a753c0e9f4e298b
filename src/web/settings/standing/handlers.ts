// Handlers of how the account stands, and of the form that appeals.
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { type AppealTarget, appealPage, isAppealFault } from './appeal-page.tsx';
import type { standingPages } from './contract.ts';
import { standingPage } from './standing-page.tsx';

const STANDING = '/settings/standing';
/** Of restrictions, and of decisions. */
const PAGE_LIMIT = 20;
/** The most that one answer has. An appeal is possible for a month. */
const FIND_LIMIT = 100;

interface Named {
  readonly case: string | undefined;
  readonly restriction: string | undefined;
}

/** What an address names, if it is the reader's own. */
async function requireTarget(page: PageContext, named: Named): Promise<AppealTarget> {
  const asked = await page.ask('GET /api/v1/account/standing', { query: { limit: FIND_LIMIT } });
  const { restrictions, decisions } = requireAsked(asked);
  const decision = decisions.find(({ caseId }) => caseId === named.case);
  if (decision !== undefined) return { decision };
  const restriction = restrictions.find(({ id }) => id === named.restriction);
  if (restriction !== undefined) return { restriction };
  throw new Refusal('case_not_found');
}

export function standingPageHandlers(shell: Shell): Handlers<typeof standingPages> {
  const { open, answer } = openingBy(shell);
  return {
    standingPage: async (call) => {
      const page = await open(call);
      const { done, restrictions, decisions } = call.query;
      const asked = await page.ask('GET /api/v1/account/standing', {
        query: { limit: PAGE_LIMIT, restrictionsCursor: restrictions, decisionsCursor: decisions },
      });
      if (isStale(asked)) return shell.lead(call.context, STANDING);
      return answer(page, standingPage(page, requireAsked(asked), done));
    },
    appealPage: async (call) => {
      const page = await open(call);
      return answer(page, appealPage(page, await requireTarget(page, call.query)));
    },
    appealForm: async (call) => {
      const page = await open(call);
      const target = await requireTarget(page, call.query);
      const message = withPlainLines(call.body.message);
      const of = 'decision' in target ? { caseId: target.decision.caseId } : { restrictionId: target.restriction.id };
      const asked = await page.ask('POST /api/v1/account/appeals', { body: { ...of, message } });
      if (asked.ok) return shell.lead(call.context, `${STANDING}?done=appealed`);
      const { code, status } = asked;
      if (!isAppealFault(code)) throw asRefusal(asked);
      return answer(page, appealPage(page, target, { typed: message, code }), status === 409 ? 409 : 422);
    },
  };
}
