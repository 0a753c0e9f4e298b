// The places that every page leads to. A place is shown when its page exists.
import type { IconShape } from '../ui/icons.ts';
import { iconHouse, iconLibrary, iconMessageCircle, iconPlay, iconUser } from '../ui/icons.ts';

export type PlaceName = 'home' | 'catalog' | 'community' | 'play' | 'me';

interface Place {
  readonly name: PlaceName;
  readonly path: string;
  readonly icon: IconShape;
}

export const PLACES: readonly Place[] = [
  { name: 'home', path: '/', icon: iconHouse },
  { name: 'catalog', path: '/catalog', icon: iconLibrary },
  { name: 'community', path: '/community', icon: iconMessageCircle },
  { name: 'play', path: '/play', icon: iconPlay },
  { name: 'me', path: '/settings', icon: iconUser },
];

/** Pages that the footer leads to. */
export const FOOTER_PAGES = [
  { name: 'about', path: '/about' },
  { name: 'rules', path: '/rules' },
  { name: 'privacy', path: '/privacy' },
  { name: 'developers', path: '/developers' },
  { name: 'reference', path: '/docs' },
] as const;
