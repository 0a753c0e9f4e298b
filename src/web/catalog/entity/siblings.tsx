/** @jsxImportSource preact */
// What else belongs to the same thing: the other cards of a character, the other songs of a band.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES, ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { EntityCards } from '../common/entity-card.tsx';
import { findName } from '../common/fields.ts';
import { type CatalogProps, listPath, nameOf } from '../common/reads.ts';
import type { EntityData, Siblings } from './entity-data.ts';

export interface SiblingsProps extends CatalogProps {
  readonly data: Pick<EntityData, 'resource' | 'presentation' | 'names'>;
  readonly siblings: Siblings;
}

export function SiblingsPart({ catalog, data, siblings }: SiblingsProps): VNode | null {
  const { page } = catalog;
  const say = page.sayFrom(ENTITY_MESSAGES);
  const { path, key, total, items } = siblings;
  const owner = findName(data.names, data.presentation, path, key);
  if (owner === undefined) return null;
  return (
    <section class="stack" aria-labelledby="siblings">
      <div class="row">
        <h2 id="siblings">{say('siblings', { name: nameOf(catalog, data.resource), owner: owner.title.text })}</h2>
        {total > items.length + 1 && (
          <a href={listPath(catalog, data.resource, { [path]: key })}>
            {page.sayFrom(CATALOG_MESSAGES)('all', { count: total })}
          </a>
        )}
      </div>
      <EntityCards catalog={catalog} presentation={data.presentation} items={items} />
    </section>
  );
}
