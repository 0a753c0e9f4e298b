/** @jsxImportSource preact */
// Signing in, and the page that redirects to a provider.
import { faultsOf } from '../forms/faults.ts';
import { Aside, formPage } from '../forms/form-page.tsx';
import { Island } from '../islands/island.tsx';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import { nameProvider } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { Providers } from './providers.tsx';

/** Refusals of signing in that are said at the form; all others are a failure. */
export const SIGN_IN_FAULTS = faultsOf(ACCOUNT_MESSAGES, {
  invalid_email_or_password: ['email', 'wrong'],
  invalid_email: ['email', 'wrong'],
  email_not_verified: ['email', 'unverified'],
  account_suspended: 'suspended',
  account_restricted: 'restricted',
  approval_pending: 'approvalPending',
  approval_refused: 'approvalRefused',
  failed: 'failed',
});

export interface SignInFacts {
  /** Path to redirect to afterwards. */
  readonly leadsTo: string;
  readonly providers: readonly string[];
  readonly passwordSignIn: boolean;
  readonly hasPasskeys: boolean;
  /** As typed. */
  readonly email?: string;
  readonly fault?: string;
  /** Seconds to wait after too many attempts. */
  readonly wait?: number;
}

/** The form that signs in. */
export function signInPage(page: PageContext, facts: SignInFacts): Page {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  const { email, fault, wait, leadsTo } = facts;
  return formPage(page, {
    title: say('signInTitle'),
    faults: wait === undefined ? SIGN_IN_FAULTS.list(page, fault) : [{ text: say('wait', { count: wait }) }],
    ...(facts.passwordSignIn && {
      action: '/sign-in',
      hidden: { then: leadsTo === '/' ? undefined : leadsTo },
    }),
    fields: (
      <>
        <TextField
          id="email"
          type="email"
          label={say('email')}
          value={email}
          error={SIGN_IN_FAULTS.at(page, fault, 'email')}
          autocomplete="username webauthn"
          maxLength={254}
          required
        />
        <TextField
          id="password"
          type="password"
          label={say('password')}
          autocomplete="current-password"
          maxLength={128}
          required
        />
        <CheckField id="remember" value="on" label={say('remember')} checked />
        <Button variant="main" wide>
          {say('signIn')}
        </Button>
      </>
    ),
    below: (
      <>
        {facts.hasPasskeys && (
          <Island
            name="passkey-sign-in"
            when="load"
            props={{
              leadsTo: `${page.basePath}${leadsTo}`,
              stepPage: page.path('/account/second-factor', { then: leadsTo }),
            }}
          />
        )}
        <Providers page={page} names={facts.providers} leadsTo={leadsTo} isOnly={!facts.passwordSignIn} />
        {facts.passwordSignIn && (
          <>
            <Aside page={page} href={page.path('/forgot')} label={say('forgot')} />
            <Aside page={page} text={say('noAccount')} href={page.path('/register')} label={say('toRegister')} />
          </>
        )}
      </>
    ),
  });
}

/** Leads to a provider by a link, since forms may be sent to this service only. */
export function providerPage(page: PageContext, provider: string, address: string): Page {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  const name = nameProvider(page, provider);
  return formPage(page, {
    title: say('providerTitle', { provider: name }),
    lead: say('providerLead'),
    below: (
      <>
        <LinkButton variant="main" wide href={address} rel="noreferrer">
          {say('providerGo', { provider: name })}
        </LinkButton>
        <Aside page={page} href={page.path('/sign-in')} label={say('back')} />
      </>
    ),
  });
}
