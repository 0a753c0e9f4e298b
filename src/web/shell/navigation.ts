// The places that every page leads to. A place is shown when its page exists.

import type { IconShape } from '../ui/icons.ts';
import { iconGavel, iconHouse, iconLibrary, iconMessageCircle, iconPlay, iconSettings, iconUser } from '../ui/icons.ts';
import type { PageContext } from './page-context.ts';

export type NavigationName = 'home' | 'catalog' | 'community' | 'play' | 'me';

interface NavigationItem {
  readonly name: NavigationName;
  readonly path: string;
  readonly icon: IconShape;
}

export const NAVIGATION: readonly NavigationItem[] = [
  { name: 'home', path: '/', icon: iconHouse },
  { name: 'catalog', path: '/catalog', icon: iconLibrary },
  { name: 'community', path: '/community', icon: iconMessageCircle },
  { name: 'play', path: '/play', icon: iconPlay },
  { name: 'me', path: '/settings', icon: iconUser },
];

const MODERATION = { name: 'moderation', path: '/moderation', icon: iconGavel } as const;
const ADMINISTRATION = { name: 'administration', path: '/admin', icon: iconSettings } as const;
const STAFF_PLACES = { member: [], moderator: [MODERATION], administrator: [MODERATION, ADMINISTRATION] } as const;

/** Places of those who moderate or administer, which exist. */
export const staffNavigationOf = ({ viewer, hasPage }: Pick<PageContext, 'viewer' | 'hasPage'>) =>
  STAFF_PLACES[viewer?.role ?? 'member'].filter(({ path }) => hasPage(path));

/** Pages that the footer leads to. */
export const FOOTER_PAGES = [
  { name: 'about', path: '/about' },
  { name: 'rules', path: '/rules' },
  { name: 'privacy', path: '/privacy' },
  { name: 'developers', path: '/developers' },
  { name: 'reference', path: '/docs' },
] as const;
