// Handlers of the ways into an account. What a form does is decided by the accounts feature; a refusal that the person can mend
// is shown at the form, with what was typed.

import { SECOND_FACTOR_PAGE } from '../../features/accounts/common/auth-names.ts';
import type { AccountEntry } from '../../features/accounts/pages/entry.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { isRefusal, Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, writeQuery } from '../shell/page-context.ts';
import { turnstileHeaders } from '../shell/policy.ts';
import type { PageCall, Shell } from '../shell/shell.ts';
import { ownPathOr } from '../shell/then.ts';
import type { entryContract } from './contract.ts';
import { forgotPage, type RegisterFacts, type RegisterFault, registerPage, sentPage } from './register-page.tsx';
import { providerPage, type SignInFault, signInPage } from './sign-in-page.tsx';

export interface EntryParts {
  readonly shell: Shell;
  readonly entry: AccountEntry;
}

/** Refusals of signing in that are said at the form; others are a failure. */
const SIGN_IN_FAULTS: Readonly<Record<string, SignInFault>> = {
  invalid_email_or_password: 'wrong',
  invalid_email: 'wrong',
  email_not_verified: 'unverified',
  account_suspended: 'suspended',
  account_restricted: 'restricted',
};
const REGISTER_FAULTS: Readonly<Partial<Record<RefusalCode, RegisterFault>>> = {
  invalid_email: 'invalidEmail',
  invite_required: 'inviteMissing',
  invite_invalid: 'inviteInvalid',
  captcha_response_missing: 'captchaMissing',
  captcha_verification_failed: 'captchaFailed',
  captcha_unavailable: 'captchaAway',
};

export function entryHandlers({ shell, entry }: EntryParts): Handlers<typeof entryContract> {
  /** Answers with an account page, which is never kept. */
  async function show(
    call: PageCall,
    write: (page: PageContext) => Page,
    status = 200,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const page = await shell.open(call);
    return shell.answer(page, write(page), { status, cache: 'never', headers });
  }

  /** The outcome, or the wait if there were too many attempts. */
  async function attempt<T>(work: Promise<T>): Promise<T | { readonly kind: 'wait'; readonly seconds: number }> {
    try {
      return await work;
    } catch (error) {
      if (!isRefusal(error, 'rate_limit_exceeded')) throw error;
      return { kind: 'wait', seconds: error.retryAfterSeconds ?? 1 };
    }
  }

  const registerForm = (
    call: PageCall,
    facts: Omit<RegisterFacts, 'captcha' | 'providers'> = {},
    status = 200,
  ): Promise<Response> => {
    const captcha = entry.captcha();
    const headers = captcha?.provider === 'turnstile' ? turnstileHeaders() : {};
    return show(call, (page) => registerPage(page, { captcha, providers: entry.providers, ...facts }), status, headers);
  };

  return {
    signInPage: async (call) => {
      const leadsTo = ownPathOr(call.query.then);
      if (call.actor !== undefined) return shell.lead(call.context, leadsTo);
      const { providers } = entry;
      return show(call, (page) => signInPage(page, { leadsTo, providers, hasPasskeys: entry.hasPasskeys() }));
    },
    signInSubmit: async ({ context, body }) => {
      const leadsTo = ownPathOr(body.then);
      const { email, password, remember } = body;
      const outcome = await attempt(entry.signIn(context, { email, password, isRemembered: remember !== undefined }));
      if (outcome.kind === 'signed-in') {
        const step = `${SECOND_FACTOR_PAGE}${writeQuery({ then: leadsTo === '/' ? undefined : leadsTo })}`;
        return shell.lead(context, outcome.isPending ? step : leadsTo, outcome.cookies);
      }
      const isWait = outcome.kind === 'wait';
      const fault = isWait ? { wait: outcome.seconds } : (SIGN_IN_FAULTS[outcome.code] ?? 'failed');
      const status = isWait ? 429 : outcome.status === 403 ? 403 : 401;
      const facts = { leadsTo, email, fault, providers: entry.providers, hasPasskeys: entry.hasPasskeys() };
      const headers = isWait ? { 'Retry-After': String(outcome.seconds) } : {};
      return show({ context }, (page) => signInPage(page, facts), status, headers);
    },
    signInWith: async ({ context, params, body }) => {
      const begun = await entry.beginProvider(context, params.provider, {
        leadsTo: ownPathOr(body.then),
        inviteCode: body.invite || undefined,
      });
      if (begun === undefined) throw new Refusal('auth_route_not_found');
      const answer = await show({ context }, (page) => providerPage(page, params.provider, begun.address));
      for (const cookie of begun.cookies) answer.headers.append('Set-Cookie', cookie);
      return answer;
    },
    signOutSubmit: async ({ context, body }) => {
      const { cookies, headers } = await entry.signOut(context);
      const answer = shell.lead(context, ownPathOr(body.then), cookies);
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return answer;
    },
    registerPage: (call) =>
      call.query.sent ? show(call, sentPage) : registerForm(call, { invite: call.query.invite }),
    registerSubmit: async ({ context, body }) => {
      const { email, invite, altcha, 'cf-turnstile-response': turnstile } = body;
      try {
        await entry.register(context, { email, inviteCode: invite, captcha: altcha ?? turnstile ?? null });
      } catch (refused) {
        const fault = isRefusal(refused) ? REGISTER_FAULTS[refused.code] : undefined;
        if (!isRefusal(refused) || fault === undefined) throw refused;
        return registerForm({ context }, { email, invite, fault }, refused.status);
      }
      return shell.lead(context, '/register?sent=1');
    },
    forgotPage: (call) => show(call, call.query.sent ? sentPage : forgotPage),
    forgotSubmit: async ({ context, body }) => {
      await entry.requestReset(context, body.email);
      return shell.lead(context, '/forgot?sent=1');
    },
  };
}
