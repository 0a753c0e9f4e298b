/** @jsxImportSource preact */
// The list of all settings.
import { SETTINGS_MESSAGES } from '../messages/settings/frame.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { sectionsOf, settingsPage } from './common/frame.tsx';

/** The list of all pages of the settings. */
export function listPage(page: PageContext): Page {
  const words = page.words(SETTINGS_MESSAGES);
  const { say } = page;
  return settingsPage(page, {
    section: undefined,
    children: (
      <ul class="plain-list settings-list">
        {sectionsOf(page).map(({ name, path, icon }) => (
          <li key={name}>
            <a href={page.path(path)}>
              <Icon shape={icon} />
              <span>
                <strong>{say(words[name])}</strong>
                <span class="meta">{say(words[`${name}Lead`])}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    ),
  });
}
