/** @jsxImportSource preact */
// The history of an entity: the releases in which it changed, the newest first, with each field before and after.
import type { VNode } from 'preact';
import { RELEASE_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { Chip } from '../../ui/chip.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { CatalogHead, DataText } from '../common/frame.tsx';
import { type Catalog, type CatalogProps, entityPath, listPath, nameOf } from '../common/reads.ts';
import type { EntityHistoryData, HistoryItem } from './entity-history-data.ts';
import { FieldTable } from './field-change.tsx';

interface PartProps extends CatalogProps {
  readonly data: EntityHistoryData;
}

const CHANGES = {
  added: { word: 'entryAdded', tone: 'success' },
  changed: { word: 'entryChanged', tone: 'warning' },
  removed: { word: 'entryRemoved', tone: 'danger' },
} as const;

/** The page of the history of an entity. */
export function entityHistoryPage(catalog: Catalog, data: EntityHistoryData): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const { resource, presentation, summary, isThere, gone, items, nextCursor } = data;
  const own = `/catalog/${server.id}/${resource}/${encodeURIComponent(summary.id)}/history`;
  const isDocument = presentation.kind === 'document';
  const title = isDocument ? { text: nameOf(catalog, resource) } : summary.title;
  const crumbs = [
    { href: listPath(catalog, resource), text: nameOf(catalog, resource) },
    ...(isThere && !isDocument ? [{ href: entityPath(catalog, resource, summary.id), text: title.text }] : []),
  ];
  return {
    title: `${say('history')} · ${title.text}`,
    description: say('historyLead'),
    section: 'catalog',
    styles: ['catalog', 'catalog-changes'],
    noindex: true,
    content: (
      <div class="stack stack-loose">
        <header class="stack">
          <CatalogHead catalog={catalog} crumbs={crumbs} gone={gone} />
          <h1>{say('history')}</h1>
          <p class="lead">
            <DataText text={title} />
          </p>
          <p class="meta">{say('historyLead')}</p>
        </header>
        {items.length > 0 ? (
          <ol class="plain-list stack stack-loose">
            {items.map((item, index) => (
              <li key={`${index} ${item.releaseId}`}>
                <Item catalog={catalog} data={data} item={item} index={index} />
              </li>
            ))}
          </ol>
        ) : (
          <p>{say('nothingHere')}</p>
        )}
        <OlderLink href={page.older(own, nextCursor)}>{say('older')}</OlderLink>
      </div>
    ),
  };
}

function Item({
  catalog,
  data,
  item,
  index,
}: PartProps & { readonly item: HistoryItem; readonly index: number }): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const { resource, presentation, summary } = data;
  const { releaseId, promotedAt, change, fields } = item;
  const { word, tone } = CHANGES[change];
  // A page of the current release leads to its address without a pin; all other releases are named.
  const query = { release: releaseId === catalog.releaseId && !catalog.isPinned ? undefined : releaseId };
  const heading = `release-${index}`;
  return (
    <article class="stack change" aria-labelledby={heading}>
      <h2 class="row resource-name" id={heading}>
        <Time at={promotedAt} text={page.date(promotedAt)} />
        <Chip ticket tone={tone}>
          {say(word)}
        </Chip>
      </h2>
      <p class="meta release-line">
        <a href={page.path(`/catalog/${server.id}`, query)}>
          <code>{releaseId}</code>
        </a>
        {change !== 'removed' && (
          <a href={entityPath({ ...catalog, isPinned: false }, resource, summary.id, query)}>{say('entryIn')}</a>
        )}
      </p>
      {fields.length > 0 && (
        <FieldTable
          catalog={{ ...catalog, releaseId, isPinned: true }}
          before={catalog}
          presentation={presentation}
          fields={fields}
          label={page.date(promotedAt)}
          hasPictures={false}
        />
      )}
    </article>
  );
}
