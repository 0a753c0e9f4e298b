/** @jsxImportSource preact */
// What stands around every page of a catalog: crumbs, the band of a pinned release, the search field.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES, MIRROR_MESSAGES } from '../../messages/catalog.ts';
import { FindForm as FindField } from '../../ui/find-form.tsx';
import type { HiddenValues } from '../../ui/hidden-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Gone } from './gone.ts';
import { type Catalog, type CatalogProps, type EntitySummary, entityPath } from './reads.ts';
import { MIRROR_ROOT, type Text } from './values.ts';

type EntityTitle = Pick<EntitySummary, 'resource' | 'id' | 'title'>;

interface Crumb {
  readonly href: string;
  readonly text: string;
}

export interface CatalogHeadProps extends CatalogProps {
  /** Below the server; the page itself is not among them. */
  readonly crumbs?: readonly Crumb[];
  /** The page is the server's own, which is no step above it. */
  readonly isTop?: boolean;
  /** Where the current release lacks what a pinned page shows. */
  readonly gone?: Gone | undefined;
}

/** Crumbs, and the band of a pinned release or of a mirror that is behind. */
export function CatalogHead({ catalog, crumbs = [], isTop = false, gone }: CatalogHeadProps): VNode {
  const { page, server, mirror, isPinned, releaseId } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const sayMirror = page.sayFrom(MIRROR_MESSAGES);
  const all = [
    mirror === undefined
      ? { href: page.path('/catalog'), text: say('catalog') }
      : { href: page.path(`/catalog/${MIRROR_ROOT}`), text: sayMirror('title') },
    ...(isTop ? [] : [{ href: page.path(`/catalog/${server.id}`), text: server.displayName }]),
    ...crumbs,
  ];
  // `/catalog` redirects to the only server, so that it would be a step without a difference.
  const shown = mirror === undefined && catalog.servers.length < 2 ? all.slice(1) : all;
  return (
    <>
      {isPinned && (
        <div class="release-band">
          <p>{say('pinned', { id: releaseId })}</p>
          {gone !== undefined && <p>{say(gone.what)}</p>}
          <a href={gone?.href ?? unpinned(catalog)}>{say('toCurrent')}</a>
        </div>
      )}
      {mirror?.staleSince !== undefined && (
        <Notice tone="warning">
          <p>{sayMirror('stale', { date: page.date(mirror.staleSince) })}</p>
        </Notice>
      )}
      {shown.length > 0 && (
        <nav class="crumbs" aria-label={say('where')}>
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
      )}
    </>
  );
}

/** The address of the page without its pin. */
function unpinned({ page }: Catalog): string {
  const [path = '', search = ''] = `${page.basePath}${page.own}`.split('?');
  const query = new URLSearchParams(search);
  query.delete('release');
  return `${path}${query.size === 0 ? '' : `?${query}`}`;
}

export interface FindFormProps extends CatalogProps {
  /** Path of the page that answers. */
  readonly path: string;
  /** Id of the field, alone on its page; default `find`. */
  readonly id?: string;
  readonly label: string;
  readonly text: string | undefined;
  /** What else the address keeps. */
  readonly hidden?: HiddenValues;
}

/** Values that a form of the catalog sends, with the pinned release and the forced language. */
export const keptValues = ({ page, isPinned, releaseId }: Catalog, values: HiddenValues): HiddenValues => ({
  ...values,
  release: isPinned ? releaseId : undefined,
  lang: page.forcedLocale,
});

/** A search field, which keeps the pinned release. */
export function FindForm({ catalog, path, id = 'find', label, text, hidden = {} }: FindFormProps): VNode {
  const { page } = catalog;
  return (
    <FindField
      action={`${page.basePath}${path}`}
      id={id}
      label={label}
      text={text ?? ''}
      submit={page.sayFrom(CATALOG_MESSAGES)('find')}
      hidden={keptValues(catalog, hidden)}
    />
  );
}

/** The title of an entity, which leads to its page. */
export const EntityLink = ({ catalog, item }: CatalogProps & { readonly item: EntityTitle }): VNode => (
  <a class="entity-link" href={entityPath(catalog, item.resource, item.id)}>
    <DataText text={item.title} />
  </a>
);

/** A text of the data in its own language. */
export const DataText = ({ text }: { readonly text: Text }): VNode => (
  <span dir="auto" lang={text.lang}>
    {text.text}
  </span>
);
