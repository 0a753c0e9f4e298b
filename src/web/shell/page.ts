// What a page says of itself to the frame around it.
import type { ComponentChildren } from 'preact';
import type { NavigationName } from './navigation.ts';
import type { Query } from './page-context.ts';

/** A picture that other sites show for a page. */
export interface ShareImage {
  /** Path below the base path, with its query. */
  readonly path: string;
  /** Where they are known. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly mediaType: string;
  readonly alt: string;
  /** Shown beside the words, not above them. */
  readonly isSmall?: true;
}

export interface Page {
  /** Without the name of the instance; undefined for the home page. */
  readonly title: string | undefined;
  readonly description?: string | undefined;
  /** Place of the bottom bar and the header that this page belongs to. */
  readonly section?: NavigationName;
  /** `form`: 26 rem, `reading`: 44 rem, `catalog` (default): 76 rem. */
  readonly width?: 'form' | 'reading' | 'catalog';
  /** Files of `styles/` besides those of every page, without suffix. */
  readonly styles?: readonly string[];
  /** Path that stands for the page, below the base path; default: its own path without query. */
  readonly canonical?: string | undefined;
  /** The part of the query that makes the page another one, such as a filter; default: none. */
  readonly canonicalQuery?: Query | undefined;
  /** The page can be quoted by oEmbed. */
  readonly canBeQuoted?: boolean;
  /** Pages that search engines leave out. */
  readonly noindex?: boolean;
  /** Six digits of the colour of what the page is about. */
  readonly tint?: string | undefined;
  /** An accent to show in place of that of the instance. */
  readonly accent?: string | undefined;
  readonly image?: ShareImage | undefined;
  /** `website` by default. */
  readonly kind?: 'website' | 'article' | 'profile' | 'music.song' | undefined;
  /** Atom feeds of the page: paths below the base path. */
  readonly feeds?: readonly { readonly path: string; readonly title: string }[] | undefined;
  /** The same for calendar applications: a path below the base path. */
  readonly calendar?: { readonly path: string; readonly title: string };
  /** JSON-LD; only what the page shows. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** A part could not be read now: the page is not kept for the next reader. */
  readonly isPartial?: boolean;
  readonly content: ComponentChildren;
}

/** In place of a page: redirects to a path of this instance with 303. */
export interface Redirect {
  readonly redirectTo: string;
  readonly cookies?: readonly string[];
}
