/** @jsxImportSource preact */
// What stands around every page of a catalog: crumbs, the band of a pinned release, the search field.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { Button } from '../../ui/button.tsx';
import { iconSearch } from '../../ui/icons.ts';
import type { Catalog } from './reads.ts';
import type { Text } from './values.ts';

interface Crumb {
  readonly href: string;
  readonly text: string;
}

export interface CatalogHeadProps {
  readonly catalog: Catalog;
  /** Below the server; the page itself is not among them. */
  readonly crumbs?: readonly Crumb[];
}

/** Crumbs, and the band of a pinned release. */
export function CatalogHead({ catalog, crumbs = [] }: CatalogHeadProps): VNode {
  const { page, server, isPinned, releaseId } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  const all = [
    { href: page.path('/catalog'), text: page.say(words.catalog) },
    { href: page.path(`/catalog/${server.id}`), text: server.displayName },
    ...crumbs,
  ];
  // `/catalog` leads to the only server, so that it would be a step without a difference.
  const shown = catalog.servers.length < 2 ? all.slice(1) : all;
  return (
    <>
      {isPinned && (
        <div class="release-band">
          <p>{page.say(words.pinned, { id: releaseId })}</p>
          <a href={unpinned(catalog)}>{page.say(words.toCurrent)}</a>
        </div>
      )}
      <nav class="crumbs" aria-label={page.say(words.where)}>
        <ol>
          {shown.map(({ href, text }) => (
            <li key={href}>
              <a href={href} dir="auto">
                {text}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

/** The address of the page without its pin. */
function unpinned({ page }: Catalog): string {
  const [path = '', search = ''] = page.own.split('?');
  const query = new URLSearchParams(search);
  query.delete('release');
  return `${page.basePath}${path}${query.size === 0 ? '' : `?${query}`}`;
}

export interface FindFormProps {
  readonly catalog: Catalog;
  /** Path of the page that answers. */
  readonly path: string;
  readonly label: string;
  readonly text: string | undefined;
  /** What else the address keeps. */
  readonly kept?: readonly (readonly [name: string, value: string])[];
}

/** A search field; the answer is a page. */
export function FindForm({ catalog, path, label, text, kept = [] }: FindFormProps): VNode {
  const { page, isPinned, releaseId } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  const hidden = [
    ...kept,
    ...(isPinned ? [['release', releaseId] as const] : []),
    ...(page.forcedLocale === undefined ? [] : [['lang', page.forcedLocale] as const]),
  ];
  return (
    <search>
      <form class="find-form" method="get" action={`${page.basePath}${path}`}>
        {hidden.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <label class="unseen" for="find">
          {label}
        </label>
        <input
          class="input"
          id="find"
          type="search"
          name="q"
          value={text ?? ''}
          placeholder={label}
          maxLength={100}
          dir="auto"
        />
        <Button icon={iconSearch}>{page.say(words.find)}</Button>
      </form>
    </search>
  );
}

/** A text of the data in its own language. */
export const DataText = ({ text }: { readonly text: Text }): VNode => (
  <span dir="auto" {...(text.lang === undefined ? {} : { lang: text.lang })}>
    {text.text}
  </span>
);
