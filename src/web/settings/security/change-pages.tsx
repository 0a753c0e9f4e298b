/** @jsxImportSource preact */
// The forms that change the password and the email address.
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../features/accounts/passwords/passwords.ts';
import { faultsOf } from '../../forms/faults.ts';
import { PASSWORD_MESSAGES } from '../../messages/account.ts';
import { SECURITY_MESSAGES } from '../../messages/settings.ts';
import { joinMessages } from '../../messages/tables.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { settingsPage } from '../common/frame.tsx';
import type { SignInFacts } from './facts.ts';

export const PASSWORD_FAULTS = faultsOf(joinMessages(SECURITY_MESSAGES, PASSWORD_MESSAGES), {
  invalid_password: ['currentPassword', 'wrongPassword'],
  password_too_short: ['newPassword', 'tooShort'],
  password_too_long: ['newPassword', 'tooLong'],
  password_too_common: ['newPassword', 'tooCommon'],
  password_too_personal: ['newPassword', 'tooPersonal'],
});

export function passwordChangePage(page: PageContext, facts: SignInFacts, fault?: string): Page {
  const say = page.sayFrom(SECURITY_MESSAGES);
  const sayRule = page.sayFrom(PASSWORD_MESSAGES);
  return settingsPage(page, {
    section: 'security',
    title: say(facts.hasPassword ? 'changePassword' : 'password'),
    faults: PASSWORD_FAULTS.list(page, fault),
    children: facts.hasPassword ? (
      <form class="stack" method="post" action={page.path('/settings/security/password')}>
        <TextField
          id="currentPassword"
          type="password"
          label={say('currentPassword')}
          error={PASSWORD_FAULTS.at(page, fault, 'currentPassword')}
          required
          maxLength={PASSWORD_MAX}
          autocomplete="current-password"
        />
        <TextField
          id="newPassword"
          type="password"
          label={sayRule('label')}
          hint={sayRule('hint')}
          error={PASSWORD_FAULTS.at(page, fault, 'newPassword')}
          required
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
          autocomplete="new-password"
        />
        <CheckField id="keepApiTokens" label={say('keepTokens')} value="on" />
        <p class="meta">{say('passwordNote')}</p>
        <SubmitButton variant="main">{say('changePassword')}</SubmitButton>
      </form>
    ) : (
      <form class="stack" method="post" action={page.path('/forgot')}>
        <p>{say('noPasswordLead')}</p>
        <input type="hidden" name="email" value={facts.email} />
        <SubmitButton variant="main">{say('mailLink')}</SubmitButton>
      </form>
    ),
  });
}

export function addressChangePage(page: PageContext, facts: SignInFacts, refused?: { readonly typed: string }): Page {
  const say = page.sayFrom(SECURITY_MESSAGES);
  const error = refused && say('invalidAddress');
  return settingsPage(page, {
    section: 'security',
    title: say('changeAddress'),
    faults: error === undefined ? [] : [{ field: 'newEmail', text: error }],
    children: (
      <form class="stack" method="post" action={page.path('/settings/security/address')}>
        <p>{say('addressNow', { address: facts.email })}</p>
        <TextField
          id="newEmail"
          type="email"
          label={say('newAddress')}
          error={error}
          value={refused?.typed}
          required
          maxLength={320}
          autocomplete="email"
        />
        <p class="meta">{say('addressNote')}</p>
        <SubmitButton variant="main">{say('mailLink')}</SubmitButton>
      </form>
    ),
  });
}
