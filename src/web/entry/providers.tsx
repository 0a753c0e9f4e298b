/** @jsxImportSource preact */
// A button for each service that people can sign in with.
import type { VNode } from 'preact';
import { REGISTRATION_TEXT_MAX } from '../../features/accounts/common/approval.ts';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import { nameProvider } from '../messages/settings.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { HiddenFields } from '../ui/hidden-fields.tsx';

export interface ProvidersProps extends PageProps {
  readonly names: readonly string[];
  /** Path to redirect to afterwards. */
  readonly leadsTo: string;
  /** There is no form above. */
  readonly isOnly?: boolean;
  /** Code of an invite, which a first sign-in needs. */
  readonly invite?: string | undefined;
  /** A first sign-in waits for approval, and may say something for it. */
  readonly asksText?: boolean;
}

/** Nothing where no service is configured. */
export function Providers({
  page,
  names,
  leadsTo,
  invite,
  asksText = false,
  isOnly = false,
}: ProvidersProps): VNode | null {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  if (names.length === 0) return null;
  return (
    <div class="account-ways">
      {!isOnly && <p class="account-or">{say('or')}</p>}
      {asksText ? (
        // One text for all of them: each button sends the form to its own address.
        <form class="account-ways" method="post" action={addressOf(page, names[0] ?? '')}>
          <input type="hidden" name="then" value={leadsTo} />
          <AboutYou page={page} id="provider-text" name="text" />
          {names.map((provider) => (
            <Button key={provider} wide formAction={addressOf(page, provider)}>
              {say('withProvider', { provider: nameProvider(page, provider) })}
            </Button>
          ))}
        </form>
      ) : (
        names.map((provider) => (
          <form key={provider} method="post" action={addressOf(page, provider)}>
            <HiddenFields values={{ then: leadsTo, invite }} />
            <Button wide>{say('withProvider', { provider: nameProvider(page, provider) })}</Button>
          </form>
        ))
      )}
    </div>
  );
}

const addressOf = (page: PageContext, provider: string): string => `${page.basePath}/sign-in/with/${provider}`;

interface AboutYouProps extends PageProps {
  readonly id: string;
  readonly name?: string;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
}

/** What somebody writes about themselves for the administrators who decide about the registration. */
export function AboutYou({ page, ...field }: AboutYouProps): VNode {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  return (
    <TextArea
      {...field}
      label={say('aboutYou')}
      hint={say('aboutYouHint')}
      rows={3}
      maxLength={REGISTRATION_TEXT_MAX}
      dir="auto"
    />
  );
}
