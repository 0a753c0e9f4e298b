// Handlers of the ways into an account. What a form does is decided by the accounts feature; a refusal that the person can mend
// is shown at the form, with what was typed.

import { isRegistrationText } from '../../features/accounts/common/approval.ts';
import { SECOND_FACTOR_PAGE } from '../../features/accounts/common/auth-names.ts';
import type { AccountEntry } from '../../features/accounts/pages/entry.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { isRefusal, Refusal } from '../../kernel/refusal.ts';
import { withPlainLines } from '../forms/lines.ts';
import { type Answer, openingBy } from '../forms/opening.ts';
import { type PageContext, writeQuery } from '../shell/page-context.ts';
import { turnstileHeaders } from '../shell/policy.ts';
import { ownPathOr } from '../shell/return-path.ts';
import type { Shell } from '../shell/shell.ts';
import type { entryContract } from './contract.ts';
import { forgotPage, REGISTER_FAULTS, type RegisterFacts, registerPage, sentPage } from './register-page.tsx';
import { providerPage, SIGN_IN_FAULTS, type SignInFacts, signInPage } from './sign-in-page.tsx';

export interface EntryDependencies {
  readonly shell: Shell;
  readonly entry: AccountEntry;
}

export function entryHandlers({ shell, entry }: EntryDependencies): Handlers<typeof entryContract> {
  const { anybody } = openingBy(shell);

  /** The outcome, or the wait if there were too many attempts. */
  async function attempt<T>(work: Promise<T>): Promise<T | { readonly kind: 'wait'; readonly seconds: number }> {
    try {
      return await work;
    } catch (error) {
      if (!isRefusal(error, 'rate_limit_exceeded')) throw error;
      return { kind: 'wait', seconds: error.retryAfterSeconds ?? 1 };
    }
  }

  const showSignIn = (page: PageContext, facts: Omit<SignInFacts, 'providers' | 'passwordSignIn' | 'hasPasskeys'>) =>
    signInPage(page, {
      ...facts,
      providers: entry.providers,
      passwordSignIn: entry.passwordSignIn,
      hasPasskeys: entry.hasPasskeys(),
    });

  const showRegister = (
    page: PageContext,
    facts: Omit<RegisterFacts, 'captcha' | 'providers' | 'passwordSignIn'>,
    status = 200,
  ): Answer => {
    const captcha = entry.captcha();
    return {
      page: registerPage(page, { captcha, providers: entry.providers, passwordSignIn: entry.passwordSignIn, ...facts }),
      headers: captcha?.provider === 'turnstile' ? turnstileHeaders() : {},
      status,
    };
  };

  return {
    signInPage: anybody((page, { query, actor }) => {
      const leadsTo = ownPathOr(query.then);
      return actor === undefined ? showSignIn(page, { leadsTo }) : { redirectTo: leadsTo };
    }),
    signInSubmit: anybody(async (page, { context, body }) => {
      const leadsTo = ownPathOr(body.then);
      const { email, password, remember } = body;
      const outcome = await attempt(entry.signIn(context, { email, password, isRemembered: remember !== undefined }));
      if (outcome.kind === 'signed-in') {
        const step = `${SECOND_FACTOR_PAGE}${writeQuery({ then: leadsTo === '/' ? undefined : leadsTo })}`;
        return { redirectTo: outcome.isPending ? step : leadsTo, cookies: outcome.cookies };
      }
      if (outcome.kind === 'wait') {
        const { seconds: wait } = outcome;
        const again = showSignIn(page, { leadsTo, email, wait });
        return { page: again, status: 429, headers: { 'Retry-After': String(wait) } };
      }
      const fault = SIGN_IN_FAULTS.has(outcome.code) ? outcome.code : 'failed';
      return { page: showSignIn(page, { leadsTo, email, fault }), status: outcome.status === 403 ? 403 : 401 };
    }),
    signInWith: anybody(async (page, { context, params: { provider }, body }) => {
      const begun = await entry.beginProvider(context, provider, {
        leadsTo: ownPathOr(body.then),
        inviteCode: body.invite || undefined,
        text: withPlainLines(body.text ?? ''),
      });
      if (begun === undefined) throw new Refusal('auth_route_not_found');
      return { page: providerPage(page, provider, begun.address), cookies: begun.cookies };
    }),
    signOutSubmit: async ({ context, body }) => {
      const { cookies, headers } = await entry.signOut(context);
      const answer = shell.redirect(context, ownPathOr(body.then), cookies);
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return answer;
    },
    registerPage: anybody((page, { query: { sent, invite } }) =>
      sent ? sentPage(page) : showRegister(page, { invite }),
    ),
    registerSubmit: anybody(async (page, { context, body }) => {
      const { email, invite, altcha, 'cf-turnstile-response': turnstile } = body;
      // The field is not there where nobody approves, and a page that was loaded earlier may still send it.
      const text = page.instance.registration === 'approval' ? withPlainLines(body.text ?? '') : undefined;
      if (text !== undefined && !isRegistrationText(text)) {
        return showRegister(page, { email, invite, text, fault: 'text_too_long' }, 400);
      }
      try {
        await entry.register(context, { email, inviteCode: invite, text, captcha: altcha ?? turnstile ?? null });
      } catch (refused) {
        if (!isRefusal(refused) || !REGISTER_FAULTS.has(refused.code)) throw refused;
        return showRegister(page, { email, invite, text, fault: refused.code }, refused.status);
      }
      return { redirectTo: '/register?sent=1' };
    }),
    forgotPage: anybody((page, { query }) => (query.sent ? sentPage(page) : forgotPage(page))),
    forgotSubmit: async ({ context, body }) => {
      await entry.requestReset(context, body.email);
      return shell.redirect(context, '/forgot?sent=1');
    },
  };
}
