/** @jsxImportSource preact */
// The first run: one form that makes the administrator and names the instance.
import type { SetupFault } from '../../../features/instance/setup/first-run.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REGISTRATION_MODES, type RegistrationMode } from '../../../platform/config/instance.ts';
import { faultsOf } from '../../forms/faults.ts';
import { PASSWORD_MESSAGES } from '../../messages/account.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { SETUP_MESSAGES } from '../../messages/staff.ts';
import { joinMessages } from '../../messages/tables.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';

export interface SetupFacts {
  /** The code of the link, if it is right. */
  readonly code?: string | undefined;
  /** The server of the sample, while it is published. */
  readonly sample: string | undefined;
  readonly typed?: {
    readonly email: string;
    readonly name: string;
    readonly locale: Locale;
    readonly registration: RegistrationMode;
    readonly retiresSample: boolean;
  };
  readonly fault?: SetupFault;
}

const MESSAGES = joinMessages(PASSWORD_MESSAGES, SETUP_MESSAGES);

const FAULTS = faultsOf(MESSAGES, {
  code: ['code', 'code'],
  email: ['email', 'email'],
  taken: ['email', 'taken'],
  name: ['name', 'name'],
  tooShort: ['password', 'tooShort'],
  tooLong: ['password', 'tooLong'],
  tooCommon: ['password', 'tooCommon'],
  tooPersonal: ['password', 'tooPersonal'],
} as const satisfies Readonly<Record<SetupFault, unknown>>);

/** The form of the first run. */
export function setupPage(page: PageContext, { code, sample, typed, fault }: SetupFacts): Page {
  const say = page.sayFrom(MESSAGES);
  const { instance } = page;
  const errorOf = (field: string): string | undefined => FAULTS.at(page, fault, field);
  return {
    title: say('title'),
    width: 'form',
    styles: ['account', 'staff'],
    noindex: true,
    content: (
      <div class="sheet stack">
        <h1>{say('title')}</h1>
        <p class="lead">{say('lead')}</p>
        <FormErrorSummary title={say('faults')} faults={FAULTS.list(page, fault)} />
        <form class="stack stack-loose" method="post" action={`${page.basePath}/setup`}>
          {code !== undefined ? (
            <input type="hidden" name="code" value={code} />
          ) : (
            <TextField
              id="code"
              label={say('codeLabel')}
              hint={say('codeHint')}
              error={errorOf('code')}
              autocomplete="off"
              spellcheck={false}
              maxLength={64}
              required
            />
          )}
          <fieldset class="staff-group stack">
            <legend>
              <h2>{say('you')}</h2>
            </legend>
            <TextField
              id="email"
              type="email"
              label={say('address')}
              value={typed?.email}
              error={errorOf('email')}
              autocomplete="username"
              maxLength={254}
              required
            />
            <TextField
              id="password"
              type="password"
              label={say('password')}
              hint={say('passwordHint')}
              error={errorOf('password')}
              autocomplete="new-password"
              minLength={12}
              maxLength={128}
              required
            />
          </fieldset>
          <fieldset class="staff-group stack">
            <legend>
              <h2>{say('instance')}</h2>
            </legend>
            <TextField
              id="name"
              label={say('nameLabel')}
              hint={say('nameHint')}
              value={typed?.name ?? instance.name}
              error={errorOf('name')}
              maxLength={60}
              autocomplete="off"
              dir="auto"
              required
            />
            <SelectField
              id="locale"
              label={say('language')}
              hint={say('languageHint')}
              value={typed?.locale ?? page.locale}
              choices={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale], lang: locale }))}
            />
            <SelectField
              id="registration"
              label={say('registration')}
              value={typed?.registration ?? instance.registration}
              choices={REGISTRATION_MODES.map((mode) => ({ value: mode, label: say(mode) }))}
            />
            {sample !== undefined && (
              <CheckField
                id="retireSample"
                value="on"
                label={say('retire', { server: sample })}
                hint={say('retireHint')}
                checked={typed?.retiresSample ?? false}
              />
            )}
          </fieldset>
          <Button variant="main" wide>
            {say('act')}
          </Button>
        </form>
      </div>
    ),
  };
}
