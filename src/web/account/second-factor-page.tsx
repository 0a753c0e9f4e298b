/** @jsxImportSource preact */
// The page that asks for the second factor of a sign-in: a code without script, a passkey with it.
import { formPage } from '../forms/form-page.tsx';
import { Island } from '../islands/island.tsx';
import { SECOND_FACTOR_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { NextLinks } from './password-page.tsx';

export interface SecondFactorData {
  /** Path to redirect to afterwards; empty: the home page. */
  readonly leadsTo: string;
  /** Whether passkeys work under the public address. */
  readonly hasPasskeys: boolean;
  /** Why the code that was sent does not do. */
  readonly fault?: 'wrong' | 'wait';
}

/** The form for the code. */
export function secondFactorPage(page: PageContext, { leadsTo, hasPasskeys, fault }: SecondFactorData): Page {
  const say = page.sayFrom(SECOND_FACTOR_MESSAGES);
  return formPage(page, {
    title: say('title'),
    lead: say('lead'),
    action: '/account/second-factor',
    hidden: { then: leadsTo },
    fields: (
      <>
        <TextField
          id="code"
          label={say('label')}
          hint={say('hint')}
          error={fault && say(fault)}
          required
          autofocus
          maxLength={64}
          autocomplete="one-time-code"
          spellcheck={false}
        />
        <Button variant="main" wide>
          {say('submit')}
        </Button>
      </>
    ),
    below: hasPasskeys && (
      <Island name="passkey-sign-in" when="load" props={{ leadsTo: `${page.basePath}${leadsTo || '/'}` }} />
    ),
  });
}

/** Shown when no sign-in waits in this browser. */
export function noStepPage(page: PageContext): Page {
  const say = page.sayFrom(SECOND_FACTOR_MESSAGES);
  return formPage(page, {
    title: say('overTitle'),
    lead: say('overLead'),
    below: <NextLinks page={page} next="signIn" />,
  });
}
