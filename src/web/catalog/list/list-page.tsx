/** @jsxImportSource preact */
// A list of entities: search, facets, order, grid or table, pages, and the same question at the interface.
import type { VNode } from 'preact';
import { type CatalogLists, EntityMarksIsland, markEntity } from '../../lists/entity-marks.tsx';
import { ListFilter } from '../../lists/list-filter.tsx';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { CachedPart } from '../../shell/cached-part.tsx';
import type { Page } from '../../shell/page.ts';
import { writeQuery } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconList, iconSearch, iconTable, iconX } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { NumberPager } from '../../ui/pager.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { EntityCards } from '../common/entity-card.tsx';
import { CatalogHead, FindForm } from '../common/frame.tsx';
import { partKey } from '../common/part-key.ts';
import { type Catalog, type CatalogProps, labelOf, labelsOf, listPath, nameOf, rawPath } from '../common/reads.ts';
import { describeCatalogWay } from '../common/way.ts';
import { ColumnsForm } from './columns-form.tsx';
import { EntityTable, type EntityTableProps } from './entity-table.tsx';
import { Facets, FilterName } from './facets.tsx';
import { FileTable } from './file-table.tsx';
import type { List } from './list-data.ts';
import { defaultView, isNarrowed, type ListQuestion, toggleFilter, writeList, writeQuestion } from './list-question.ts';

interface PartProps extends CatalogProps {
  readonly list: List;
}

const addressOf = ({ catalog, list }: PartProps, changes: Partial<ListQuestion>): string =>
  listPath(catalog, list.resource, writeQuestion({ ...list.question, ...changes }, list.presentation));

/** The page of a list. */
export function listPage(catalog: Catalog, list: List, own?: CatalogLists): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { resource, question, presentation } = list;
  const name = nameOf(catalog, resource);
  const { q, filters } = question;
  const hasPanel = list.facets.length > 0 || list.ranges.length > 0 || catalog.mirror === undefined;
  return {
    title: q === undefined ? `${name} · ${server.displayName}` : `${say('foundFor', { text: q })} · ${name}`,
    description: `${name}${colonIn(page.locale)}${say('entries', { count: presentation.count })}`,
    section: 'catalog',
    styles: own === undefined ? ['catalog'] : ['catalog', 'lists'],
    noindex:
      catalog.mirror !== undefined ||
      catalog.isPinned ||
      q !== undefined ||
      question.where !== undefined ||
      question.list !== undefined ||
      question.notlist !== undefined ||
      filters.size > 1,
    canonicalQuery: writeQuestion(
      {
        ...question,
        q: undefined,
        where: undefined,
        list: undefined,
        notlist: undefined,
        sort: undefined,
        columns: undefined,
        view: defaultView(presentation),
      },
      presentation,
    ),
    structured: [describeCatalogWay(catalog, resource)],
    isPartial: catalog.mirror === undefined && catalog.tints === undefined,
    content: (
      <div class="stack">
        <CatalogHead catalog={catalog} gone={list.gone} />
        <h1 class="list-title">
          {name} <span class="list-count">{page.numbers.format(list.total)}</span>
        </h1>
        <div class={hasPanel ? 'list-columns' : undefined}>
          {hasPanel && (
            <CachedPart
              by={collectionKey('facets', { catalog, list }, [list.ranges.length, list.plots.size, list.names.size])}
              render={() => (
                <Facets catalog={catalog} list={list}>
                  {/* Phones have one sheet for filter, order and view. */}
                  <div class="sheet-tools">
                    {presentation.sort.length > 0 && <SortMenu catalog={catalog} list={list} />}
                    <ViewLinks catalog={catalog} list={list} />
                  </div>
                </Facets>
              )}
            />
          )}
          <div class="stack list-results">
            <div class="list-tools">
              <FindForm
                catalog={catalog}
                path={`/catalog/${server.id}/${resource}`}
                label={say('findIn', { name })}
                text={q}
                hidden={writeQuestion({ ...question, q: undefined, page: 1 }, presentation)}
              />
              <div class={hasPanel ? 'row list-choices' : 'row'}>
                {presentation.sort.length > 0 && <SortMenu catalog={catalog} list={list} />}
                {own !== undefined && (
                  <ListFilter
                    page={page}
                    lists={own.lists}
                    chosen={question}
                    hrefOf={({ list: on, notlist: off }) =>
                      addressOf({ catalog, list }, { list: on, notlist: off, page: 1 })
                    }
                  />
                )}
                {question.view === 'table' && <ColumnsForm catalog={catalog} list={list} />}
                <ViewLinks catalog={catalog} list={list} />
              </div>
            </div>
            <Chosen catalog={catalog} list={list} />
            {list.items.length === 0 ? (
              <NoHits catalog={catalog} list={list} />
            ) : (
              <Results catalog={catalog} list={list} own={own} />
            )}
            <NumberPager
              label={say('pages')}
              page={question.page}
              pages={list.pages}
              hrefOf={(number) => addressOf({ catalog, list }, { page: number })}
              previous={say('previous')}
              next={say('next')}
            />
            <Exports catalog={catalog} list={list} />
            {own !== undefined && <EntityMarksIsland page={page} />}
          </div>
        </div>
      </div>
    ),
  };
}

/**
 * The key of what stands around every page of a whole collection; `read` tells how much of it could be read. Of filters there are
 * more than a cache may hold.
 */
function collectionKey(part: string, { catalog, list }: PartProps, read: readonly number[] = []): string | undefined {
  const { resource, question, presentation } = list;
  if (isNarrowed(question)) return undefined;
  return partKey(catalog, [part, resource, writeQuery(writeQuestion({ ...question, page: 1 }, presentation)), ...read]);
}

const Results = ({ catalog, list, own }: PartProps & { readonly own: CatalogLists | undefined }): VNode =>
  list.question.view === 'grid' ? (
    <EntityCards
      catalog={catalog}
      presentation={list.presentation}
      items={list.items}
      first
      whole
      marksOf={markEntity(catalog.page, own)}
    />
  ) : (
    <ResultTable
      catalog={catalog}
      list={list}
      marksOf={markEntity(catalog.page, own)}
      caption={nameOf(catalog, list.resource)}
      hrefOf={(sort) => addressOf({ catalog, list }, { sort, page: 1 })}
    />
  );

/** Files have a table of their own, as long as nobody chooses columns. */
const ResultTable = (props: EntityTableProps): VNode =>
  props.list.presentation.files && props.list.question.columns === undefined ? FileTable(props) : EntityTable(props);

/** The orders as links, in a disclosure. */
const SortMenu = ({ catalog, list }: PartProps): VNode => (
  <CachedPart by={collectionKey('orders', { catalog, list })} render={() => <Orders catalog={catalog} list={list} />} />
);

function Orders({ catalog, list }: PartProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { presentation, question } = list;
  const orders = [undefined, ...presentation.sort.flatMap((path) => [path, `-${path}`])];
  const labels = labelsOf(catalog, presentation, presentation.sort);
  const textOf = (sort: string | undefined): string => {
    if (sort === undefined) return say('sortDefault');
    const path = sort.replace(/^-/, '');
    const field = labels[presentation.sort.indexOf(path)] ?? labelOf(catalog, presentation, path);
    return say(sort.startsWith('-') ? 'descending' : 'ascending', { field });
  };
  return (
    <Menu summary={question.sort === undefined ? say('sort') : textOf(question.sort)}>
      <ul class="plain-list sort-links">
        {orders.map((sort) => (
          <li key={sort ?? ''}>
            <a
              href={addressOf({ catalog, list }, { sort, page: 1 })}
              aria-current={sort === question.sort ? 'true' : undefined}
            >
              {textOf(sort)}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

function ViewLinks({ catalog, list }: PartProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { view } = list.question;
  return (
    <nav class="view-links" aria-label={say('view')}>
      {(['grid', 'table'] as const).map((name) => (
        <a
          key={name}
          href={addressOf({ catalog, list }, { view: name, page: 1 })}
          aria-current={name === view ? 'true' : undefined}
        >
          <Icon shape={name === 'grid' ? iconList : iconTable} />
          {say(name)}
        </a>
      ))}
    </nav>
  );
}

/** Everything that was asked for, each with a way to take it back. */
function Chosen({ catalog, list }: PartProps): VNode | null {
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { question, presentation, resource } = list;
  const pairs = [...question.filters].flatMap(([path, values]) => values.map((value) => [path, value] as const));
  const { where } = question;
  if (pairs.length === 0 && question.q === undefined && where === undefined) return null;
  const hrefOf = (next: ListQuestion): string => listPath(catalog, resource, writeQuestion(next, presentation));
  return (
    <p class="chosen">
      {question.q !== undefined && (
        <Chip href={hrefOf({ ...question, q: undefined, page: 1 })}>
          <span dir="auto">{question.q}</span>
          <Icon shape={iconX} label={say('remove')} />
        </Chip>
      )}
      {where !== undefined && (
        <Chip href={hrefOf({ ...question, where: undefined, page: 1 })}>
          <bdi dir="ltr">{shorten(where)}</bdi>
          <Icon shape={iconX} label={say('remove')} />
        </Chip>
      )}
      {pairs.map(([path, value]) => (
        <Chip key={`${path} ${value}`} href={hrefOf(toggleFilter(question, path, value))}>
          {`${labelOf(catalog, presentation, path)}${colonIn(page.locale)}`}
          <FilterName catalog={catalog} list={list} path={path} value={value} />
          <Icon shape={iconX} label={say('remove')} />
        </Chip>
      ))}
    </p>
  );
}

const CHOSEN_CHARACTERS = 60;
const shorten = (text: string): string =>
  text.length <= CHOSEN_CHARACTERS ? text : `${text.slice(0, CHOSEN_CHARACTERS).toWellFormed()}…`;

function NoHits({ catalog, list }: PartProps): VNode {
  const say = catalog.page.sayFrom(CATALOG_MESSAGES);
  const { whereFault, question } = list;
  const { q } = question;
  const nothing = q === undefined ? say('nothing') : say('nothingFor', { text: q });
  return (
    <EmptyState icon={iconSearch} text={whereFault !== undefined ? say('advancedNothing') : nothing}>
      <LinkButton href={listPath(catalog, list.resource)}>{say('startOver')}</LinkButton>
    </EmptyState>
  );
}

/** The same question at the interface; of the mirror, the whole collection. */
function Exports({ catalog, list }: PartProps): VNode {
  const { page, server, mirror } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  if (mirror !== undefined) {
    return (
      <p class="export-links meta">
        <a href={rawPath(catalog, mirror.addressOf(list.resource))}>{say('openApi')}</a>
      </p>
    );
  }
  const base = `/api/v1/servers/${server.id}/catalog`;
  const { columns, view } = list.question;
  const fields = columns === undefined || view !== 'table' ? undefined : list.columns.join(',');
  const query = { ...writeList(list.question, list.presentation, catalog.slots.reader), fields };
  // A spreadsheet would run cells that begin as formulas do.
  const safe = { ...query, spreadsheet: '1', bom: '1' };
  return (
    <p class="export-links meta">
      <a href={rawPath(catalog, `${base}/query/${list.resource}`, { ...query, facet: list.presentation.facets })}>
        {say('openApi')}
      </a>
      <a href={rawPath(catalog, `${base}/export/${list.resource}.csv`, safe)}>{'CSV'}</a>
      <a href={rawPath(catalog, `${base}/export/${list.resource}.ndjson`, query)}>{'NDJSON'}</a>
      <a href={rawPath(catalog, `${base}/export/${list.resource}.parquet`, query)}>{'Parquet'}</a>
    </p>
  );
}
