/** @jsxImportSource preact */
// Signing in, and the page that leads to a provider.
import { Island } from '../islands/island.tsx';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import { nameProvider } from '../messages/settings/providers.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { Aside, formPage } from './form-page.tsx';
import { Providers } from './providers.tsx';

export type SignInFault = 'wrong' | 'unverified' | 'suspended' | 'restricted' | 'failed' | { readonly wait: number };

export interface SignInFacts {
  /** Path to lead to afterwards. */
  readonly leadsTo: string;
  readonly providers: readonly string[];
  readonly hasPasskeys: boolean;
  /** As typed. */
  readonly email?: string;
  readonly fault?: SignInFault;
}

/** The form that signs in. */
export function signInPage(page: PageContext, facts: SignInFacts): Page {
  const words = page.words(ACCOUNT_MESSAGES);
  const { email, fault, leadsTo } = facts;
  const text = fault === undefined ? undefined : sayFault(page, fault);
  const atField = fault === 'wrong' || fault === 'unverified' ? text : undefined;
  return formPage(page, {
    title: page.say(words.signInTitle),
    faults: text === undefined ? [] : [{ field: atField === undefined ? undefined : 'email', text }],
    action: '/sign-in',
    hidden: { then: leadsTo === '/' ? undefined : leadsTo },
    fields: (
      <>
        <TextField
          id="email"
          type="email"
          label={page.say(words.email)}
          value={email}
          error={atField}
          autocomplete="username webauthn"
          maxLength={254}
          required
        />
        <TextField
          id="password"
          type="password"
          label={page.say(words.password)}
          autocomplete="current-password"
          maxLength={128}
          required
        />
        <CheckField id="remember" value="on" label={page.say(words.remember)} checked />
        <Button look="main" wide>
          {page.say(words.signIn)}
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
        <Providers page={page} names={facts.providers} leadsTo={leadsTo} />
        <Aside href={page.path('/forgot')} label={page.say(words.forgot)} />
        <Aside text={page.say(words.noAccount)} href={page.path('/register')} label={page.say(words.toRegister)} />
      </>
    ),
  });
}

function sayFault(page: PageContext, fault: SignInFault): string {
  const words = page.words(ACCOUNT_MESSAGES);
  return typeof fault === 'string' ? page.say(words[fault]) : page.say(words.wait, { count: fault.wait });
}

/** Leads to a provider by a link, since forms may be sent to this service only. */
export function providerPage(page: PageContext, provider: string, address: string): Page {
  const words = page.words(ACCOUNT_MESSAGES);
  const name = nameProvider(page, provider);
  return formPage(page, {
    title: page.say(words.providerTitle, { provider: name }),
    lead: page.say(words.providerLead),
    below: (
      <>
        <LinkButton look="main" wide href={address} rel="noreferrer">
          {page.say(words.providerGo, { provider: name })}
        </LinkButton>
        <Aside href={page.path('/sign-in')} label={page.say(words.back)} />
      </>
    ),
  });
}
