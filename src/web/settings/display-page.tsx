/** @jsxImportSource preact */
// Language and colours. The form is that of the footer, which keeps both.
import { LOCALES } from '../../kernel/names.ts';
import { Island } from '../islands/island.tsx';
import { DISPLAY_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../messages/settings.ts';
import { LANGUAGE_NAMES, SHELL_MESSAGES } from '../messages/shell.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { SubmitButton } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { settingsPage } from './common/frame.tsx';

/** The form of language and colours. */
export function displayPage(page: PageContext, done: string | undefined): Page {
  const sayFrame = page.sayFrom(SETTINGS_MESSAGES);
  const say = page.sayFrom(SHELL_MESSAGES);
  const { locale, theme = 'auto' } = page;
  return settingsPage(page, {
    section: 'display',
    done: done === 'saved' ? sayFrame('saved') : undefined,
    children: (
      <>
        <form class="stack" method="post" action={`${page.basePath}/display`}>
          <input type="hidden" name="then" value="/settings/display?done=saved" />
          <SelectField
            id="settings-locale"
            name="locale"
            label={say('language')}
            value={locale}
            choices={LOCALES.map((name) => ({ value: name, label: LANGUAGE_NAMES[name], lang: name }))}
          />
          <SelectField
            id="settings-theme"
            name="theme"
            label={say('theme')}
            value={theme}
            choices={[
              { value: 'auto', label: say('themeAuto') },
              { value: 'light', label: say('themeLight') },
              { value: 'dark', label: say('themeDark') },
            ]}
          />
          <p class="meta">{page.sayFrom(DISPLAY_SETTINGS_MESSAGES)('note')}</p>
          <SubmitButton variant="main">{sayFrame('save')}</SubmitButton>
        </form>
        <Island name="keys-switch" props={{}} when="load" />
      </>
    ),
  });
}
