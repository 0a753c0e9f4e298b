/** @jsxImportSource preact */
// The frame of the pages of the settings: tabs, what somebody else changed meanwhile, and the way back to the defaults.
import type { ComponentChildren, VNode } from 'preact';
import { TEXT_NAMES } from '../../../features/instance/common/settings.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { ADMIN_LOOK_MESSAGES, ADMIN_SETTINGS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import type { FormFault } from '../../ui/form-error-summary.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { adminPage } from '../common/frame.tsx';

const TABS = ['general', 'look', ...TEXT_NAMES, 'reasons', 'environment'] as const;
type SettingsTab = (typeof TABS)[number];

const pathOf = (tab: SettingsTab): string => {
  if (tab === 'general') return '/admin/settings';
  return `/admin/settings/${tab === 'look' || tab === 'reasons' || tab === 'environment' ? tab : `texts/${tab}`}`;
};

export interface SettingsPage {
  readonly tab: SettingsTab;
  readonly done?: string | undefined;
  readonly faults?: readonly FormFault[];
  readonly children: ComponentChildren;
}

/** Puts a page of the settings into the frame of the administration. */
export function settingsPage(page: PageContext, { tab, done, faults, children }: SettingsPage): Page {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  return adminPage(page, {
    section: 'settings',
    styles: ['administration', 'admin-settings'],
    done: done === 'saved' || done === 'reset' ? say(done) : done,
    faults,
    children: (
      <>
        <Tabs
          label={say('parts')}
          tabs={TABS.map((name) => ({
            href: page.path(pathOf(name)),
            label: name === 'look' ? page.sayFrom(ADMIN_LOOK_MESSAGES)('look') : say(name),
            current: name === tab,
          }))}
        />
        {children}
      </>
    ),
  });
}

interface LanguagesProps extends PageProps {
  readonly path: string;
  readonly current: Locale;
  /** Languages that have words of their own here. */
  readonly written: ReadonlySet<Locale>;
}

/** A link for each language, and which of them have words. */
export function Languages({ page, path, current, written }: LanguagesProps): VNode {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  return (
    <nav class="settings-languages" aria-label={say('languages')}>
      {LOCALES.map((locale) => (
        <a
          key={locale}
          href={page.path(path, { language: locale })}
          aria-current={locale === current ? 'page' : undefined}
        >
          <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
          {!written.has(locale) && <span class="meta">{say('unwritten')}</span>}
        </a>
      ))}
    </nav>
  );
}

interface MeanwhileProps extends PageProps {
  /** What is stored now, where somebody else changed what was typed here. */
  readonly children: ComponentChildren;
}

/** Says that somebody else changed the same, what stands now, and that sending again replaces it. */
export const Meanwhile = ({ page, children }: MeanwhileProps): VNode => (
  <div class="notice tone-warning stack" role="alert" tabIndex={-1} data-focus>
    <p>{page.sayFrom(ADMIN_SETTINGS_MESSAGES)('meanwhile')}</p>
    {children}
  </div>
);

interface ResetProps extends PageProps {
  readonly title: string;
  readonly lead: string;
  readonly act: string;
  /** Settings that follow the environment or the defaults afterwards; the page names each where there are several. */
  readonly names: readonly { readonly name: string; readonly label?: string }[];
}

/** The way back to what the environment, or the software, says. */
export function Reset({ page, title, lead, act, names }: ResetProps): VNode | null {
  if (names.length === 0) return null;
  return (
    <details class="staff-more">
      <summary>{title}</summary>
      <form class="stack" method="post" action={page.path('/admin/settings/reset')}>
        <p>{lead}</p>
        {names.map(({ name, label }) =>
          label === undefined ? (
            <input key={name} type="hidden" name={name} value="on" />
          ) : (
            <label key={name} class="check">
              <input type="checkbox" name={name} value="on" />
              {label}
            </label>
          ),
        )}
        <SubmitButton variant="danger">{act}</SubmitButton>
      </form>
    </details>
  );
}
