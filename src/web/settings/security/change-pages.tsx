/** @jsxImportSource preact */
// The forms that change the password and the e-mail address.
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../features/accounts/passwords/passwords.ts';
import { PASSWORD_MESSAGES } from '../../messages/account-links.ts';
import { SECURITY_MESSAGES } from '../../messages/settings/security.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { settingsPage } from '../common/frame.tsx';
import type { SignInFacts } from './facts.ts';

/** Refusal → field and sentence. */
const PASSWORD_FAULTS = {
  invalid_password: 'currentPassword',
  password_too_short: 'newPassword',
  password_too_long: 'newPassword',
  password_too_common: 'newPassword',
  password_too_personal: 'newPassword',
} as const;
type PasswordFault = keyof typeof PASSWORD_FAULTS;
export const isPasswordFault = (code: string): code is PasswordFault => code in PASSWORD_FAULTS;

export function passwordChangePage(page: PageContext, facts: SignInFacts, fault?: PasswordFault): Page {
  const words = page.words(SECURITY_MESSAGES);
  const rules = page.words(PASSWORD_MESSAGES);
  const { say } = page;
  const texts: Readonly<Record<PasswordFault, string>> = {
    invalid_password: say(words.wrongPassword),
    password_too_short: say(rules.tooShort),
    password_too_long: say(rules.tooLong),
    password_too_common: say(rules.tooCommon),
    password_too_personal: say(rules.tooPersonal),
  };
  const field = fault && PASSWORD_FAULTS[fault];
  const errorOf = (name: string): string | undefined =>
    fault !== undefined && name === field ? texts[fault] : undefined;
  return settingsPage(page, {
    section: 'security',
    title: say(words[facts.hasPassword ? 'changePassword' : 'password']),
    faults: fault === undefined ? [] : [{ field, text: texts[fault] }],
    children: facts.hasPassword ? (
      <form class="stack" method="post" action={page.path('/settings/security/password')}>
        <TextField
          id="currentPassword"
          type="password"
          label={say(words.currentPassword)}
          error={errorOf('currentPassword')}
          required
          maxLength={PASSWORD_MAX}
          autocomplete="current-password"
        />
        <TextField
          id="newPassword"
          type="password"
          label={say(rules.label)}
          hint={say(rules.hint)}
          error={errorOf('newPassword')}
          required
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
          autocomplete="new-password"
        />
        <CheckField id="keepApiTokens" label={say(words.keepTokens)} value="on" />
        <p class="meta">{say(words.passwordNote)}</p>
        <div>
          <Button look="main">{say(words.changePassword)}</Button>
        </div>
      </form>
    ) : (
      <form class="stack" method="post" action={page.path('/forgot')}>
        <p>{say(words.noPasswordLead)}</p>
        <input type="hidden" name="email" value={facts.email} />
        <div>
          <Button look="main">{say(words.mailLink)}</Button>
        </div>
      </form>
    ),
  });
}

export function addressChangePage(page: PageContext, facts: SignInFacts, refused?: { readonly typed: string }): Page {
  const words = page.words(SECURITY_MESSAGES);
  const { say } = page;
  const error = refused && say(words.invalidAddress);
  return settingsPage(page, {
    section: 'security',
    title: say(words.changeAddress),
    faults: error === undefined ? [] : [{ field: 'newEmail', text: error }],
    children: (
      <form class="stack" method="post" action={page.path('/settings/security/address')}>
        <p>{say(words.addressNow, { address: facts.email })}</p>
        <TextField
          id="newEmail"
          type="email"
          label={say(words.newAddress)}
          error={error}
          value={refused?.typed}
          required
          maxLength={320}
          autocomplete="email"
        />
        <p class="meta">{say(words.addressNote)}</p>
        <div>
          <Button look="main">{say(words.mailLink)}</Button>
        </div>
      </form>
    ),
  });
}
