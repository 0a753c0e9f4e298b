/** @jsxImportSource preact */
// The first run: one form that makes the administrator and names the instance.
import type { SetupFault } from '../../../features/instance/setup/first-run.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REGISTRATION_MODES, type RegistrationMode } from '../../../platform/config/instance.ts';
import { faultsOf } from '../../forms/faults.ts';
import { PASSWORD_MESSAGES } from '../../messages/account.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { SETUP_MESSAGES } from '../../messages/staff.ts';
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

const wordsOf = (page: PageContext) => ({ ...page.words(PASSWORD_MESSAGES), ...page.words(SETUP_MESSAGES) });

const FAULTS = faultsOf(wordsOf, {
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
  const words = wordsOf(page);
  const { say, instance } = page;
  const errorOf = (field: string): string | undefined => FAULTS.at(page, fault, field);
  return {
    title: say(words.title),
    width: 'form',
    styles: ['account', 'staff'],
    noindex: true,
    content: (
      <div class="sheet stack">
        <h1>{say(words.title)}</h1>
        <p class="lead">{say(words.lead)}</p>
        <FormErrorSummary title={say(words.faults)} faults={FAULTS.list(page, fault)} />
        <form class="stack stack-loose" method="post" action={`${page.basePath}/setup`}>
          {code !== undefined ? (
            <input type="hidden" name="code" value={code} />
          ) : (
            <TextField
              id="code"
              label={say(words.codeLabel)}
              hint={say(words.codeHint)}
              error={errorOf('code')}
              autocomplete="off"
              spellcheck={false}
              maxLength={64}
              required
            />
          )}
          <fieldset class="staff-group stack">
            <legend>
              <h2>{say(words.you)}</h2>
            </legend>
            <TextField
              id="email"
              type="email"
              label={say(words.address)}
              value={typed?.email}
              error={errorOf('email')}
              autocomplete="username"
              maxLength={254}
              required
            />
            <TextField
              id="password"
              type="password"
              label={say(words.password)}
              hint={say(words.passwordHint)}
              error={errorOf('password')}
              autocomplete="new-password"
              minLength={12}
              maxLength={128}
              required
            />
          </fieldset>
          <fieldset class="staff-group stack">
            <legend>
              <h2>{say(words.instance)}</h2>
            </legend>
            <TextField
              id="name"
              label={say(words.nameLabel)}
              hint={say(words.nameHint)}
              value={typed?.name ?? instance.name}
              error={errorOf('name')}
              maxLength={60}
              autocomplete="off"
              dir="auto"
              required
            />
            <SelectField
              id="locale"
              label={say(words.language)}
              hint={say(words.languageHint)}
              value={typed?.locale ?? page.locale}
              choices={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale], lang: locale }))}
            />
            <SelectField
              id="registration"
              label={say(words.registration)}
              value={typed?.registration ?? instance.registration}
              choices={REGISTRATION_MODES.map((mode) => ({ value: mode, label: say(words[mode]) }))}
            />
            {sample !== undefined && (
              <CheckField
                id="retireSample"
                value="on"
                label={say(words.retire, { server: sample })}
                hint={say(words.retireHint)}
                checked={typed?.retiresSample ?? false}
              />
            )}
          </fieldset>
          <Button variant="main" wide>
            {say(words.act)}
          </Button>
        </form>
      </div>
    ),
  };
}
