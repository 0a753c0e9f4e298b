// Handlers of how the account stands, and of the form that appeals.
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked, showList } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { APPEAL_FAULTS, type AppealTarget, appealPage } from './appeal-page.tsx';
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
  const { signedIn } = openingBy(shell);
  return {
    standingPage: signedIn(async (page, { query: { done, restrictions, decisions } }) => {
      const asked = await page.ask('GET /api/v1/account/standing', {
        query: { limit: PAGE_LIMIT, restrictionsCursor: restrictions, decisionsCursor: decisions },
      });
      return showList(asked, STANDING, (standing) => standingPage(page, standing, done));
    }),
    appealPage: signedIn(async (page, { query }) => appealPage(page, await requireTarget(page, query))),
    appealForm: signedIn(async (page, { query, body }) => {
      const target = await requireTarget(page, query);
      const message = withPlainLines(body.message);
      const of = 'decision' in target ? { caseId: target.decision.caseId } : { restrictionId: target.restriction.id };
      return submit(
        await page.ask('POST /api/v1/account/appeals', { body: { ...of, message } }),
        `${STANDING}?done=appealed`,
        ({ code, status }) =>
          APPEAL_FAULTS.has(code) &&
          withStatus(status === 409 ? 409 : 422, appealPage(page, target, { typed: message, fault: code })),
      );
    }),
  };
}
