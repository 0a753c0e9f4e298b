/** @jsxImportSource preact */
// Asking for an account or for a new password: an address, and afterwards that a mail is on its way.
import type { VNode } from 'preact';
import { faultsOf } from '../forms/faults.ts';
import { Aside, formPage } from '../forms/form-page.tsx';
import { Island } from '../islands/island.tsx';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { AboutYou, Providers } from './providers.tsx';

export const REGISTER_FAULTS = faultsOf(ACCOUNT_MESSAGES, {
  invalid_email: ['email', 'invalidEmail'],
  invite_required: ['invite', 'inviteMissing'],
  invite_invalid: ['invite', 'inviteInvalid'],
  text_too_long: ['text', 'aboutYouLong'],
  captcha_response_missing: 'captchaMissing',
  captcha_verification_failed: 'captchaFailed',
  captcha_unavailable: 'captchaAway',
});

interface Captcha {
  readonly provider: 'altcha' | 'turnstile';
  readonly siteKey?: string;
  readonly challengeUrl?: string;
}

const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

export interface RegisterFacts {
  readonly captcha: Captcha | null;
  readonly providers: readonly string[];
  readonly passwordSignIn: boolean;
  readonly email?: string;
  /** Code of an invite, as typed or as the link has it. */
  readonly invite?: string | undefined;
  /** What the person writes about themselves, as typed. */
  readonly text?: string | undefined;
  readonly fault?: string;
}

/** The form that asks for an account, or why there is none. */
export function registerPage(page: PageContext, facts: RegisterFacts): Page {
  const { captcha, providers, passwordSignIn, email, invite, text, fault } = facts;
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  const { registration } = page.instance;
  const hasAccount = (
    <Aside page={page} text={say('hasAccount')} href={page.path('/sign-in')} label={say('signInTitle')} />
  );
  if (registration === 'closed') {
    return formPage(page, {
      title: say('registerTitle'),
      lead: say('registerClosed'),
      below: hasAccount,
    });
  }
  const needsInvite = registration === 'invite';
  // An invite skips the approval, so its link leads to the same form as without approvals.
  const needsApproval = registration === 'approval' && !invite;
  const showsInvite = needsInvite || (registration === 'approval' && !needsApproval);
  // A link with an invite leads here; without one, only signing in is left.
  if (!passwordSignIn) {
    return formPage(page, {
      title: say('registerTitle'),
      lead: say(
        needsInvite && !invite ? 'registerInvite' : needsApproval ? 'registerApprovalProviders' : 'registerProviders',
      ),
      below: (!needsInvite || invite) && (
        <Providers page={page} names={providers} leadsTo="/" invite={invite} asksText={needsApproval} isOnly />
      ),
    });
  }
  return formPage(page, {
    title: say('registerTitle'),
    lead: say(needsInvite ? 'registerInvite' : needsApproval ? 'registerApproval' : 'registerLead'),
    faults: REGISTER_FAULTS.list(page, fault),
    action: '/register',
    fields: (
      <>
        {showsInvite && (
          <TextField
            id="invite"
            label={say('invite')}
            hint={say('inviteHint')}
            value={invite}
            error={REGISTER_FAULTS.at(page, fault, 'invite')}
            autocomplete="off"
            spellcheck={false}
            maxLength={64}
            required={needsInvite}
          />
        )}
        <EmailField page={page} value={email} error={REGISTER_FAULTS.at(page, fault, 'email')} />
        {needsApproval && (
          <AboutYou page={page} id="text" value={text} error={REGISTER_FAULTS.at(page, fault, 'text')} />
        )}
        {captcha !== null && <CaptchaPart page={page} captcha={captcha} />}
        <Button variant="main" wide>
          {say('register')}
        </Button>
      </>
    ),
    below: (
      <>
        {(!needsInvite || invite) && (
          <Providers page={page} names={providers} leadsTo="/" invite={invite} asksText={needsApproval} />
        )}
        {hasAccount}
      </>
    ),
  });
}

/** The form that asks for a new password. */
export function forgotPage(page: PageContext): Page {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  return formPage(page, {
    title: say('forgotTitle'),
    lead: say('forgotLead'),
    action: '/forgot',
    fields: (
      <>
        <EmailField page={page} />
        <Button variant="main" wide>
          {say('register')}
        </Button>
      </>
    ),
    below: <Aside page={page} href={page.path('/sign-in')} label={say('back')} />,
  });
}

/** Says the same for every address. */
export function sentPage(page: PageContext): Page {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  return formPage(page, {
    title: say('sentTitle'),
    lead: say('sentLead'),
    below: (
      <>
        <p class="meta">{say('sentHint')}</p>
        <Aside page={page} href={page.path('/sign-in')} label={say('back')} />
      </>
    ),
  });
}

interface EmailProps extends PageProps {
  readonly value?: string | undefined;
  readonly error?: string | undefined;
}

const EmailField = ({ page, value, error }: EmailProps): VNode => (
  <TextField
    id="email"
    type="email"
    label={page.sayFrom(ACCOUNT_MESSAGES)('email')}
    value={value}
    error={error}
    autocomplete="email"
    maxLength={254}
    required
  />
);

/** The captcha is the one part that needs script. Turnstile's own script fills its element. */
function CaptchaPart({ page, captcha }: PageProps & { readonly captcha: Captcha }): VNode {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  return (
    <>
      {captcha.provider === 'altcha' ? (
        <Island name="altcha-check" when="load" props={{ challengeUrl: captcha.challengeUrl ?? '' }} />
      ) : (
        <>
          <div
            class="cf-turnstile"
            data-sitekey={captcha.siteKey}
            data-action="account_register"
            data-language={page.locale}
          />
          <script src={TURNSTILE_SCRIPT} async defer />
        </>
      )}
      <noscript>
        <p class="field-error">{say('captchaScript')}</p>
      </noscript>
    </>
  );
}
