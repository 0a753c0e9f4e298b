/** @jsxImportSource preact */
// What a search of the whole catalog found: the best first, and the collections with their counts.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconImage } from '../../ui/icons.ts';
import { NumberPager } from '../../ui/pager.tsx';
import { DataText, EntityLink } from '../common/frame.tsx';
import { type CatalogProps, type EntitySummary, listPath, nameOf } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { EntityState } from '../common/running.tsx';
import type { Found, SearchQuestion } from './search-data.ts';

export interface FoundListProps extends CatalogProps {
  readonly found: Found;
}

const PICTURE_SIDE = 48;

const addressOf = ({ catalog, found }: FoundListProps, changes: Partial<SearchQuestion>): string => {
  const { text, resource, page } = { ...found.question, ...changes };
  const query = { q: text, in: resource, page: page === 1 ? undefined : page };
  const release = catalog.isPinned ? catalog.releaseId : undefined;
  return catalog.page.path(`/catalog/${catalog.server.id}`, { ...query, release });
};

/** Shows the hits and the collections with their counts. */
export function FoundList(props: FoundListProps): VNode {
  const { catalog, found } = props;
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { question, items, total, pages } = found;
  return (
    <div class="list-columns">
      <Collections {...props} />
      <section class="stack list-results" aria-labelledby="found">
        <div class="row">
          <h2 id="found">
            {question.resource === undefined ? say('findings') : nameOf(catalog, question.resource)}{' '}
            <span class="list-count">{page.numbers.format(total)}</span>
          </h2>
          {question.resource !== undefined && (
            <a href={listPath(catalog, question.resource, { q: question.text })}>{say('asList')}</a>
          )}
        </div>
        <ol class="plain-list found-list">
          {items.map((item) => (
            <FoundItem key={`${item.resource}/${item.id}`} catalog={catalog} item={item} />
          ))}
        </ol>
        <NumberPager
          label={say('pages')}
          page={question.page}
          pages={pages}
          hrefOf={(number) => addressOf(props, { page: number })}
          previous={say('previous')}
          next={say('next')}
        />
      </section>
    </div>
  );
}

/** The collections that have hits, as links with counts. */
function Collections(props: FoundListProps): VNode {
  const { catalog, found } = props;
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { counts, question } = found;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const choices = [{ resource: undefined, count: all }, ...counts];
  return (
    <nav class="facet" aria-labelledby="found-in">
      <h2 id="found-in">{say('collections')}</h2>
      <ul class="plain-list found-in">
        {choices.map(({ resource, count }) => (
          <li key={resource ?? ''}>
            <a
              class="facet-link"
              href={addressOf(props, { resource, page: 1 })}
              aria-current={resource === question.resource ? 'true' : undefined}
            >
              <span>{resource === undefined ? say('everything') : nameOf(catalog, resource)}</span>
              <span class="facet-count">{page.numbers.format(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FoundItem = ({ catalog, item }: CatalogProps & { readonly item: EntitySummary }): VNode => (
  <li class="found-item">
    <span class="found-picture">
      {item.picture === undefined ? (
        <Icon shape={iconImage} />
      ) : (
        <ReleasePicture catalog={catalog} file={item.picture} alt="" sizes={`${PICTURE_SIDE}px`} side={PICTURE_SIDE} />
      )}
    </span>
    <div class="found-words">
      <EntityLink catalog={catalog} item={item} />
      <span class="meta">
        {nameOf(catalog, item.resource)}
        {item.subtitle !== undefined && (
          <>
            {' · '}
            <DataText text={item.subtitle} />
          </>
        )}
      </span>
      <EntityState catalog={catalog} presentation={catalog.presentations[item.resource]} summary={item} />
    </div>
  </li>
);
