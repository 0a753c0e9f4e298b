/** @jsxImportSource preact */
// What is the reader's own: their page, posts and bookmarks, and the list of all settings.
import type { VNode } from 'preact';
import { SETTINGS_MESSAGES } from '../messages/settings.ts';
import { staffNavigationOf } from '../shell/navigation.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconBell, iconBookmark, iconMessageCircle, iconTag, iconUser } from '../ui/icons.ts';
import { sectionsOf, settingsPage } from './common/frame.tsx';

/** The list of all pages of the settings. */
export function listPage(page: PageContext): Page {
  const say = page.sayFrom(SETTINGS_MESSAGES);
  return settingsPage(page, {
    section: undefined,
    children: (
      <>
        <OwnPlaces page={page} />
        <ul class="plain-list settings-list">
          {[...sectionsOf(page), ...staffNavigationOf(page)].map(({ name, path, icon }) => (
            <li key={name}>
              <a href={page.path(path)}>
                <Icon shape={icon} />
                <span>
                  <strong>{say(name)}</strong>
                  <span class="meta">{say(`${name}Lead`)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}

const OWN_PLACES = [
  { name: 'ownPosts', path: '/community', query: { scope: 'mine' }, icon: iconMessageCircle },
  { name: 'bookmarks', path: '/bookmarks', query: {}, icon: iconBookmark },
  { name: 'notifications', path: '/notifications', query: {}, icon: iconBell },
  { name: 'ownTags', path: '/community/tags', query: {}, icon: iconTag },
] as const;

/** Pages of the community that are the reader's own. */
function OwnPlaces({ page }: PageProps): VNode {
  const say = page.sayFrom(SETTINGS_MESSAGES);
  const { viewer } = page;
  return (
    <nav aria-label={say('own')}>
      <ul class="plain-list row row-tight">
        {viewer !== undefined && (
          <li>
            <LinkButton icon={iconUser} href={page.path(`/@${viewer.handle ?? viewer.uid}`)}>
              {say('ownPage')}
            </LinkButton>
          </li>
        )}
        {OWN_PLACES.filter(({ path }) => page.hasPage(path)).map(({ name, path, query, icon }) => (
          <li key={name}>
            <LinkButton icon={icon} href={page.path(path, query)}>
              {say(name)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
