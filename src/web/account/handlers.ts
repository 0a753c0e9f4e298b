// Handlers of the pages of an account: what mailed links open, and the end of a social sign-in that failed. A GET changes
// nothing.
import { SECOND_FACTOR_PAGE } from '../../features/accounts/common/auth-names.ts';
import { REGISTRATION_REFUSALS } from '../../features/accounts/common/instance.ts';
import type { AccountActs } from '../../features/accounts/pages/acts.ts';
import type { AppealLinks } from '../../features/moderation/appeals/links.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { PageCall, Shell } from '../shell/shell.ts';
import { ownPathOr } from '../shell/then.ts';
import { addressDonePage, addressPage } from './address-page.tsx';
import { appealFiledPage, appealLinkPage } from './appeal-page.tsx';
import type { accountContract } from './contract.ts';
import { linkNoticePage, passwordPage } from './password-page.tsx';
import { noStepPage, secondFactorPage } from './second-factor-page.tsx';

/** Refusals of a first social sign-in, as the query of the error page names them. */
const NO_NEW_ACCOUNTS: ReadonlySet<string> = new Set(
  Object.values(REGISTRATION_REFUSALS).filter((code) => code !== undefined),
);

export interface AccountParts {
  readonly shell: Shell;
  readonly acts: AccountActs;
  /** Appeals of people who cannot sign in. */
  readonly appeals: AppealLinks;
  readonly hasPasskeys: () => boolean;
}

export function accountHandlers({ shell, acts, appeals, hasPasskeys }: AccountParts): Handlers<typeof accountContract> {
  /** Answers with a page that nobody may store: its address holds a token. */
  const answer = async (call: PageCall, make: (page: PageContext) => Page, status = 200): Promise<Response> => {
    const page = await shell.open(call);
    return shell.answer(page, make(page), { status, cache: 'never' });
  };
  const errorPage = (call: PageCall): Promise<Response> => {
    const code = new URLSearchParams(call.context.search).get('error') ?? '';
    return answer(call, (page) =>
      linkNoticePage(page, NO_NEW_ACCOUNTS.has(code) ? 'noNewAccounts' : 'error', 'signIn'),
    );
  };
  return {
    passwordPage: async (call) => {
      const token = call.query.token ?? '';
      const isKnown = await acts.knowsPassword(token);
      return answer(call, (page) => (isKnown ? passwordPage(page, { token }) : linkNoticePage(page, 'dead', 'forgot')));
    },
    passwordSet: async (call) => {
      const { token, password } = call.body;
      const outcome = await acts.setPassword(call.context, token, password);
      switch (outcome.kind) {
        case 'dead':
          return answer(call, (page) => linkNoticePage(page, 'dead', 'forgot'), 400);
        case 'fault':
          return answer(call, (page) => passwordPage(page, { token, fault: outcome.fault }), 400);
        case 'closed':
          return answer(call, (page) => linkNoticePage(page, 'closed'), 403);
        case 'signed-in':
          return shell.lead(call.context, outcome.isPending ? SECOND_FACTOR_PAGE : '/', outcome.cookies);
      }
    },
    addressPage: async (call) => {
      const token = call.query.token ?? '';
      const link = await acts.readAddress(token);
      return answer(call, (page) =>
        link === undefined ? linkNoticePage(page, 'dead') : addressPage(page, token, link),
      );
    },
    addressConfirm: async (call) => {
      const link = await acts.useAddress(call.context, call.body.token);
      return link === undefined
        ? answer(call, (page) => linkNoticePage(page, 'dead'), 400)
        : answer(call, (page) => addressDonePage(page, link));
    },
    secondFactorPage: async (call) => {
      const leadsTo = call.query.then ?? '';
      const isAwaited = await acts.awaitsCode(call.context);
      return answer(call, (page) =>
        isAwaited ? secondFactorPage(page, { leadsTo, hasPasskeys: hasPasskeys() }) : noStepPage(page),
      );
    },
    secondFactorSubmit: async (call) => {
      const leadsTo = call.body.then ?? '';
      const outcome = await acts.completeStep(call.context, call.body.code);
      switch (outcome.kind) {
        case 'over':
          return answer(call, noStepPage, 400);
        case 'closed':
          return answer(call, (page) => linkNoticePage(page, 'closed'), 403);
        case 'wrong':
          return answer(
            call,
            (page) => secondFactorPage(page, { leadsTo, hasPasskeys: hasPasskeys(), fault: 'wrong' }),
            400,
          );
        case 'wait': {
          const again = await answer(
            call,
            (page) => secondFactorPage(page, { leadsTo, hasPasskeys: hasPasskeys(), fault: 'wait' }),
            429,
          );
          again.headers.set('Retry-After', String(outcome.refusal.retryAfterSeconds ?? 1));
          return again;
        }
        case 'signed-in':
          return shell.lead(call.context, ownPathOr(leadsTo), outcome.cookies);
      }
    },
    appealLinkPage: async (call) => {
      const token = call.query.token ?? '';
      const decision = await appeals.read(token);
      return answer(call, (page) =>
        decision === undefined ? linkNoticePage(page, 'dead') : appealLinkPage(page, { token, decision }),
      );
    },
    appealLinkSubmit: async (call) => {
      const { token } = call.body;
      // Forms send texts of several lines with line ends of their own.
      const message = call.body.message.replaceAll('\r\n', '\n');
      const outcome = await appeals.use(token, message);
      if (outcome === 'filed') return answer(call, appealFiledPage);
      const decision = outcome === 'dead' ? undefined : await appeals.read(token);
      return decision === undefined
        ? answer(call, (page) => linkNoticePage(page, 'dead'), 400)
        : answer(call, (page) => appealLinkPage(page, { token, decision, refused: message }), 422);
    },
    accountErrorPage: errorPage,
    authErrorPage: errorPage,
  };
}
