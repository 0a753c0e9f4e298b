/** @jsxImportSource preact */
// The frame of the settings: a rail on wide screens, a way back to the list on phones, and what a form answered.
import type { ComponentChildren, VNode } from 'preact';
import { SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import type { FormFault } from '../../ui/form-error-summary.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  iconBan,
  iconBell,
  iconDownload,
  iconImage,
  iconKeyRound,
  iconList,
  iconLock,
  iconPencil,
  iconPlay,
  iconShield,
  iconSlidersHorizontal,
  iconUser,
} from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';

/** All pages of the settings; those that do not exist are left out. */
const SECTIONS = [
  { name: 'profile', path: '/settings/profile', icon: iconUser },
  { name: 'security', path: '/settings/security', icon: iconLock },
  { name: 'notifications', path: '/settings/notifications', icon: iconBell },
  { name: 'display', path: '/settings/display', icon: iconSlidersHorizontal },
  { name: 'gameAccounts', path: '/settings/game-accounts', icon: iconPlay },
  { name: 'lists', path: '/settings/lists', icon: iconList },
  { name: 'drafts', path: '/settings/drafts', icon: iconPencil },
  { name: 'people', path: '/settings/people', icon: iconBan },
  { name: 'files', path: '/settings/files', icon: iconImage },
  { name: 'tokens', path: '/settings/tokens', icon: iconKeyRound },
  { name: 'data', path: '/settings/data', icon: iconDownload },
  { name: 'standing', path: '/settings/standing', icon: iconShield },
] as const;
type SectionName = (typeof SECTIONS)[number]['name'];

export const sectionsOf = (page: PageContext) => SECTIONS.filter(({ path }) => page.hasPage(path));

/** What the settings share: nobody else finds them, and they are in the place of the reader. */
const frame = { section: 'me', noindex: true, styles: ['settings'] } as const;

export interface SettingsPage {
  /** Undefined: the list of all. */
  readonly section: SectionName | undefined;
  /** Of a page below that of the section. */
  readonly title?: string | undefined;
  /** A sentence about what was just done. */
  readonly done?: string | undefined;
  readonly faults?: readonly FormFault[] | undefined;
  readonly children: ComponentChildren;
}

/** Puts a page of the settings into their frame. */
export function settingsPage(page: PageContext, settings: SettingsPage): Page {
  const { section, done, faults = [], children } = settings;
  const say = page.sayFrom(SETTINGS_MESSAGES);
  const title = settings.title ?? say(section ?? 'title');
  return {
    ...frame,
    title,
    content: (
      <div class="settings">
        {section !== undefined && <Rail page={page} section={section} />}
        <div class="settings-main stack stack-loose">
          <div class="stack">
            {section !== undefined && <Back page={page} above={settings.title === undefined ? undefined : section} />}
            <h1>{title}</h1>
            {done !== undefined && faults.length === 0 && <Notice tone="success">{done}</Notice>}
            <FormErrorSummary title={say('faults')} faults={faults} />
          </div>
          {children}
        </div>
      </div>
    ),
  };
}

interface BackProps extends PageProps {
  /** Section that the page is below; undefined: it is the page of a section, which wide screens reach by the rail. */
  readonly above: SectionName | undefined;
}

function Back({ page, above }: BackProps): VNode {
  const say = page.sayFrom(SETTINGS_MESSAGES);
  const found = SECTIONS.find(({ name }) => name === above);
  return (
    <p class={found === undefined ? 'settings-back settings-back-narrow' : 'settings-back'}>
      <a href={page.path(found?.path ?? '/settings')}>{say(above ?? 'back')}</a>
    </p>
  );
}

function Rail({ page, section }: PageProps & { readonly section: SectionName }): VNode {
  const say = page.sayFrom(SETTINGS_MESSAGES);
  return (
    <nav class="settings-rail" aria-label={say('title')}>
      <ul class="plain-list">
        {sectionsOf(page).map(({ name, path, icon }) => (
          <li key={name}>
            <a href={page.path(path)} aria-current={name === section ? 'page' : undefined}>
              <Icon shape={icon} />
              {say(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
