/** @jsxImportSource preact */
// The resources of a catalog as cards, and the matches of a search in each of them.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconSearch } from '../../ui/icons.ts';
import { EntityCards } from './entity-card.tsx';
import { type CatalogProps, type EntitySummary, listPath, nameOf } from './reads.ts';
import { ReleasePicture } from './release-picture.tsx';

export interface ShownResource {
  readonly name: string;
  /** Entities with pictures. */
  readonly items: readonly EntitySummary[];
  /** Whether the resource cannot be read now. */
  readonly isAway?: boolean;
}

export interface ResourceCardsProps extends CatalogProps {
  readonly resources: readonly ShownResource[];
  readonly heading?: 'h2' | 'h3' | 'h4' | undefined;
}

/** Those with pictures in a list of their own: beside them, cards without would be half empty. */
export function ResourceCards({ catalog, resources, heading }: ResourceCardsProps): VNode {
  const lists = [true, false].map((isPictured) => resources.filter(({ items }) => items.length > 0 === isPictured));
  return (
    <>
      {lists.map(
        (shown, index) =>
          shown.length > 0 && <ResourceList key={index} catalog={catalog} resources={shown} heading={heading} />,
      )}
    </>
  );
}

function ResourceList({ catalog, resources, heading: Heading = 'h2' }: ResourceCardsProps): VNode {
  const { page, presentations } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  return (
    <ul class="resource-cards">
      {resources.map(({ name, items, isAway = false }) => (
        <li key={name} class="resource-card">
          {items.length > 0 && (
            <div class="resource-pictures">
              {items.map(({ id, picture }) =>
                picture === undefined ? null : (
                  <ReleasePicture key={id} catalog={catalog} file={picture} alt="" sizes="96px" side={96} />
                ),
              )}
            </div>
          )}
          <Heading class="resource-name">
            <a class="resource-link" href={listPath(catalog, name)}>
              {nameOf(catalog, name)}
            </a>
          </Heading>
          <p class="meta">
            {isAway
              ? say('away')
              : presentations[name]?.kind === 'document'
                ? say('document')
                : say('entries', { count: presentations[name]?.count ?? 0 })}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What a search found in a resource. */
export interface Hits {
  readonly resource: string;
  readonly total: number;
  readonly items: readonly EntitySummary[];
}

export interface ResourceHitsProps extends CatalogProps {
  readonly hits: Hits;
  readonly text: string;
}

export function ResourceHits({ catalog, hits: { resource, total, items }, text }: ResourceHitsProps): VNode | null {
  const { page, presentations } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const presentation = presentations[resource];
  if (presentation === undefined) return null;
  return (
    <section class="stack" aria-labelledby={`hits-${resource}`}>
      <div class="row">
        <h2 id={`hits-${resource}`}>{nameOf(catalog, resource)}</h2>
        <a href={listPath(catalog, resource, { q: text })}>{say('found', { count: total })}</a>
      </div>
      <EntityCards catalog={catalog} presentation={presentation} items={items} />
    </section>
  );
}

/** Shown in place of matches where there are none. */
export function NothingFound({ catalog: { page, server }, text }: CatalogProps & { readonly text: string }): VNode {
  const say = page.sayFrom(CATALOG_MESSAGES);
  return (
    <EmptyState icon={iconSearch} text={say('nothingFor', { text })}>
      <LinkButton href={page.path(`/catalog/${server.id}`)}>{say('startOver')}</LinkButton>
    </EmptyState>
  );
}
