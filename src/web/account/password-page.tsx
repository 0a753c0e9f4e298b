/** @jsxImportSource preact */
// The page that a mailed link opens: a form to set the password. It works without script.
import type { VNode } from 'preact';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../features/accounts/passwords/passwords.ts';
import type { PasswordFault } from '../../features/accounts/passwords/rules.ts';
import { formPage } from '../forms/form-page.tsx';
import { ACCOUNT_MESSAGES, PASSWORD_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

export interface PasswordData {
  readonly token: string;
  /** Why the password that was sent does not do. */
  readonly fault?: PasswordFault;
}

/** The form that sets a password. */
export function passwordPage(page: PageContext, { token, fault }: PasswordData): Page {
  const say = page.sayFrom(PASSWORD_MESSAGES);
  return formPage(page, {
    title: say('title'),
    lead: say('lead'),
    action: '/account/password',
    hidden: { token },
    fields: (
      <>
        <TextField
          id="password"
          type="password"
          label={say('label')}
          hint={say('hint')}
          error={fault && say(fault)}
          required
          autofocus
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
          autocomplete="new-password"
        />
        <Button variant="main" wide>
          {say('submit')}
        </Button>
      </>
    ),
  });
}

export type LinkNotice = 'dead' | 'closed' | 'waiting' | 'refused' | 'error' | 'noNewAccounts';

/** Where a page with a message alone leads first. */
export type NextStep = 'signIn' | 'forgot';
const NEXT = { signIn: ['/sign-in', 'signIn'], forgot: ['/forgot', 'forgotTitle'] } as const;

/** The next step, where there is one, and the home page. */
export function NextLinks({ page, next }: PageProps & { readonly next: NextStep | undefined }): VNode {
  const [path, name] = NEXT[next ?? 'signIn'];
  return (
    <p class="row">
      {next !== undefined && page.hasPage(path) && (
        <LinkButton href={page.path(path)}>{page.sayFrom(ACCOUNT_MESSAGES)(name)}</LinkButton>
      )}
      <a href={page.path('/')}>{page.sayFrom(PASSWORD_MESSAGES)('home')}</a>
    </p>
  );
}

/** A page with a message alone: a link that does not work, an account that is closed or not approved, a sign-in that failed, no new accounts. */
export function linkNoticePage(page: PageContext, notice: LinkNotice, next?: NextStep): Page {
  const say = page.sayFrom(PASSWORD_MESSAGES);
  return formPage(page, {
    title: say(`${notice}Title`),
    lead: say(`${notice}Lead`),
    below: <NextLinks page={page} next={next} />,
  });
}
