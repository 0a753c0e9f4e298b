// Handlers of the pages of an account: what mailed links open, and the end of a social sign-in that failed. A GET changes
// nothing.
import { SECOND_FACTOR_PAGE } from '../../features/accounts/common/auth-names.ts';
import { REGISTRATION_REFUSALS } from '../../features/accounts/common/instance.ts';
import type { AccountActs } from '../../features/accounts/pages/acts.ts';
import type { Unsubscribe } from '../../features/community/notifications/unsubscribe.ts';
import type { AppealLinks } from '../../features/moderation/appeals/links.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { withPlainLines } from '../forms/lines.ts';
import { openingBy } from '../forms/opening.ts';
import { ownPathOr } from '../shell/return-path.ts';
import type { PageCall, Shell } from '../shell/shell.ts';
import { addressDonePage, addressPage } from './address-page.tsx';
import { appealFiledPage, appealLinkPage } from './appeal-page.tsx';
import type { accountContract } from './contract.ts';
import { type LinkNotice, linkNoticePage, passwordPage } from './password-page.tsx';
import { noStepPage, secondFactorPage } from './second-factor-page.tsx';
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page.tsx';

/** Refusals of a first social sign-in, as the query of the error page names them. */
const NO_NEW_ACCOUNTS: ReadonlySet<string> = new Set(
  Object.values(REGISTRATION_REFUSALS).filter((code) => code !== undefined),
);

/** Of an account that an administrator has not approved. */
const NOT_APPROVED: ReadonlyMap<string, LinkNotice> = new Map([
  ['approval_pending', 'waiting'],
  ['approval_refused', 'refused'],
]);

export interface AccountPageDependencies {
  readonly shell: Shell;
  readonly acts: AccountActs;
  /** Appeals of people who cannot sign in. */
  readonly appeals: AppealLinks;
  /** Ends mails by the link in them. */
  readonly unsubscribe: Unsubscribe;
  readonly hasPasskeys: () => boolean;
}

export function accountHandlers({
  shell,
  acts,
  appeals,
  unsubscribe,
  hasPasskeys,
}: AccountPageDependencies): Handlers<typeof accountContract> {
  // Nobody may store the pages: their addresses hold tokens.
  const { anybody } = openingBy(shell);
  const errorPage = anybody((page, { context }: PageCall) => {
    const code = new URLSearchParams(context.search).get('error') ?? '';
    const notApproved = NOT_APPROVED.get(code);
    if (notApproved !== undefined) return linkNoticePage(page, notApproved);
    return linkNoticePage(page, NO_NEW_ACCOUNTS.has(code) ? 'noNewAccounts' : 'error', 'signIn');
  });
  return {
    passwordPage: anybody(async (page, { query: { token = '' } }) =>
      (await acts.knowsPassword(token)) ? passwordPage(page, { token }) : linkNoticePage(page, 'dead', 'forgot'),
    ),
    passwordSet: anybody(async (page, { context, body: { token, password } }) => {
      const outcome = await acts.setPassword(context, token, password);
      switch (outcome.kind) {
        case 'dead':
          return { page: linkNoticePage(page, 'dead', 'forgot'), status: 400 };
        case 'fault':
          return { page: passwordPage(page, { token, fault: outcome.fault }), status: 400 };
        case 'closed':
        case 'waiting':
          return { page: linkNoticePage(page, outcome.kind), status: 403 };
        case 'signed-in':
          return { redirectTo: outcome.isPending ? SECOND_FACTOR_PAGE : '/', cookies: outcome.cookies };
      }
    }),
    addressPage: anybody(async (page, { query: { token = '' } }) => {
      const link = await acts.readAddress(token);
      return link === undefined ? linkNoticePage(page, 'dead') : addressPage(page, token, link);
    }),
    addressConfirm: anybody(async (page, { context, body }) => {
      const link = await acts.useAddress(context, body.token);
      return link === undefined ? { page: linkNoticePage(page, 'dead'), status: 400 } : addressDonePage(page, link);
    }),
    secondFactorPage: anybody(async (page, { context, query: { then: leadsTo = '' } }) =>
      (await acts.awaitsCode(context))
        ? secondFactorPage(page, { leadsTo, hasPasskeys: hasPasskeys() })
        : noStepPage(page),
    ),
    secondFactorSubmit: anybody(async (page, { context, body: { code, then: leadsTo = '' } }) => {
      const outcome = await acts.completeStep(context, code);
      switch (outcome.kind) {
        case 'over':
          return { page: noStepPage(page), status: 400 };
        case 'closed':
          return { page: linkNoticePage(page, 'closed'), status: 403 };
        case 'wrong':
        case 'wait': {
          const again = secondFactorPage(page, { leadsTo, hasPasskeys: hasPasskeys(), fault: outcome.kind });
          if (outcome.kind !== 'wait') return { page: again, status: 400 };
          const wait = outcome.refusal.retryAfterSeconds ?? 1;
          return { page: again, status: 429, headers: { 'Retry-After': String(wait) } };
        }
        case 'signed-in':
          return { redirectTo: ownPathOr(leadsTo), cookies: outcome.cookies };
      }
    }),
    appealLinkPage: anybody(async (page, { query: { token = '' } }) => {
      const decision = await appeals.read(token);
      return decision === undefined ? linkNoticePage(page, 'dead') : appealLinkPage(page, { token, decision });
    }),
    appealLinkSubmit: anybody(async (page, { body }) => {
      const { token } = body;
      const message = withPlainLines(body.message);
      const outcome = await appeals.use(token, message);
      if (outcome === 'filed') return appealFiledPage(page);
      const decision = outcome === 'dead' ? undefined : await appeals.read(token);
      return decision === undefined
        ? { page: linkNoticePage(page, 'dead'), status: 400 }
        : { page: appealLinkPage(page, { token, decision, refused: message }), status: 422 };
    }),
    mailUnsubscribePage: anybody((page, { params: { token } }) => unsubscribePage(page, token)),
    mailUnsubscribe: anybody(async (page, { params: { token } }) => {
      await unsubscribe(token);
      return unsubscribedPage(page);
    }),
    accountErrorPage: errorPage,
    authErrorPage: errorPage,
  };
}
