// JSON-LD: what a page says of its content to search engines, and only what it shows.
import type { PageContext } from '../shell/page-context.ts';

export type Structured = Readonly<Record<string, unknown>>;

const SCHEMA = { '@context': 'https://schema.org' } as const;

/** The instance, with the address of its search. */
export const describeSite = ({ instance, address, locale }: PageContext): Structured => ({
  ...SCHEMA,
  '@type': 'WebSite',
  name: instance.name,
  url: `${address}/`,
  inLanguage: locale,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${address}/community?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

export interface Crumb {
  readonly name: string;
  /** Below the base path, without query. */
  readonly path: string;
}

/** The way to a page, from the outermost place to the page itself. */
export const describeWay = ({ address }: PageContext, crumbs: readonly Crumb[]): Structured => ({
  ...SCHEMA,
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${address}${path}`,
  })),
});
