/** @jsxImportSource preact */
// What changed between two releases: counts, then per resource what was added, changed by field, and removed; then files.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES, RELEASE_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberPager } from '../../ui/pager.tsx';
import { EntityCards } from '../common/entity-card.tsx';
import { CatalogHead, DataText } from '../common/frame.tsx';
import { type Catalog, type CatalogProps, entityPath, nameOf } from '../common/reads.ts';
import {
  type ChangedEntity,
  type Changes,
  type Counts,
  FILES_PARAMETER,
  type Paging,
  pageParameter,
  type ResourceChanges,
} from './changes-data.ts';
import { FieldTable } from './field-change.tsx';
import { FileChanges } from './file-changes.tsx';
import { SchemaPart } from './schema-changes.tsx';

interface PartProps extends CatalogProps {
  readonly before: Catalog;
  readonly changes: Changes;
}

/** The page of what changed. */
export function changesPage({ catalog, before, changes }: PartProps): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const { from, to, resources, presentation } = changes;
  const crumbs = [{ href: page.path(`/catalog/${server.id}/releases`), text: say('title') }];
  const { added, changed, removed } = changes.fileCounts;
  const isEmpty = resources.length === 0 && added + changed + removed === 0 && presentation === undefined;
  return {
    title: `${say('changes')} · ${server.displayName}`,
    noindex: [changes.filePaging, ...resources.map(({ paging }) => paging)].some((paging) => paging.page > 1),
    description: say('between', { from, to }),
    section: 'catalog',
    styles: ['catalog', 'catalog-changes'],
    content: (
      <div class="stack stack-loose">
        <header class="stack">
          {/* The page says itself which releases it shows. */}
          <CatalogHead catalog={{ ...catalog, isPinned: false }} crumbs={crumbs} />
          <h1>{say('changes')}</h1>
          <p class="meta release-ids">
            <code>{from}</code> → <code>{to}</code>
          </p>
        </header>
        {isEmpty && <EmptyState text={say('nothing')} />}
        {Object.keys(changes.schema).length > 0 && (
          <SchemaPart catalog={catalog} before={before} schema={changes.schema} />
        )}
        {presentation && (
          <section class="stack" aria-label={say('presentationChanged')}>
            <p>{say('presentationChanged')}</p>
            <ul class="plain-list">
              {presentation.map((path) => (
                <li key={path}>
                  <code>{path}</code>
                </li>
              ))}
            </ul>
          </section>
        )}
        {resources.map((one) => (
          <ResourcePart key={one.resource} catalog={catalog} before={before} changes={changes} one={one} />
        ))}
        {added + changed + removed > 0 && <Files catalog={catalog} before={before} changes={changes} />}
      </div>
    ),
  };
}

function CountTickets({ catalog, counts }: CatalogProps & { readonly counts: Counts }): VNode {
  const say = catalog.page.sayFrom(RELEASE_MESSAGES);
  return (
    <p class="badges">
      {counts.added > 0 && (
        <Chip ticket tone="success">
          {say('added', { count: counts.added })}
        </Chip>
      )}
      {counts.changed > 0 && (
        <Chip ticket tone="warning">
          {say('altered', { count: counts.changed })}
        </Chip>
      )}
      {counts.removed > 0 && (
        <Chip ticket tone="danger">
          {say('removed', { count: counts.removed })}
        </Chip>
      )}
    </p>
  );
}

function ResourcePart({ catalog, before, changes, one }: PartProps & { readonly one: ResourceChanges }): VNode {
  const { page } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const { resource, counts, added, changed, removed, paging, isAway } = one;
  const presentation = catalog.presentations[resource];
  const presentationBefore = before.presentations[resource];
  return (
    <section class="stack" aria-labelledby={`changes-${resource}`}>
      <div class="row">
        <h2 id={`changes-${resource}`}>{nameOf(presentation === undefined ? before : catalog, resource)}</h2>
        <CountTickets catalog={catalog} counts={counts} />
      </div>
      {presentation !== undefined && added.length > 0 && (
        <>
          <h3>{say('added', { count: counts.added })}</h3>
          <EntityCards catalog={catalog} presentation={presentation} items={added} />
        </>
      )}
      {changed.map((entity) => (
        <ChangedPart key={entity.summary.id} catalog={catalog} before={before} resource={resource} entity={entity} />
      ))}
      {presentationBefore !== undefined && removed.length > 0 && (
        <>
          <h3>{say('removed', { count: counts.removed })}</h3>
          <EntityCards catalog={before} presentation={presentationBefore} items={removed} />
        </>
      )}
      {isAway && <Notice tone="warning">{page.sayFrom(CATALOG_MESSAGES)('away')}</Notice>}
      <GroupPager
        catalog={catalog}
        changes={changes}
        paging={paging}
        parameter={pageParameter(resource)}
        name={nameOf(presentation === undefined ? before : catalog, resource)}
        heading={`changes-${resource}`}
      />
    </section>
  );
}

interface ChangedPartProps extends CatalogProps {
  readonly before: Catalog;
  readonly resource: string;
  readonly entity: ChangedEntity;
}

/** The fields of an entity that differ, before and after. */
function ChangedPart({ catalog, before, resource, entity: { summary, fields } }: ChangedPartProps): VNode | null {
  const { presentations } = catalog;
  const presentation = presentations[resource];
  if (presentation === undefined) return null;
  return (
    <article class="stack change">
      <h3>
        {presentation.kind === 'document' ? (
          summary.id
        ) : (
          <a href={entityPath(catalog, resource, summary.id)}>
            <DataText text={summary.title} />
          </a>
        )}
      </h3>
      {fields.length > 0 && (
        <FieldTable
          catalog={catalog}
          before={before}
          presentation={presentation}
          fields={fields}
          label={summary.title.text}
        />
      )}
    </article>
  );
}

function Files({ catalog, before, changes }: PartProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  return (
    <section class="stack" aria-labelledby="changes-of-files">
      <div class="row">
        <h2 id="changes-of-files">{say('fileChanges')}</h2>
        <CountTickets catalog={catalog} counts={changes.fileCounts} />
      </div>
      <FileChanges catalog={catalog} before={before} files={changes.files} />
      {changes.areFilesAway && <Notice tone="warning">{page.sayFrom(CATALOG_MESSAGES)('away')}</Notice>}
      <GroupPager
        catalog={catalog}
        changes={changes}
        paging={changes.filePaging}
        parameter={FILES_PARAMETER}
        name={say('fileChanges')}
        heading="changes-of-files"
      />
    </section>
  );
}

interface GroupPagerProps extends CatalogProps {
  readonly changes: Changes;
  readonly paging: Paging;
  /** Parameter of the address that names the page of the group. */
  readonly parameter: string;
  readonly name: string;
  /** Id of the heading of the group, so that another page of it begins there. */
  readonly heading: string;
}

/** The pages of one group; where the others stand is kept. */
function GroupPager({ catalog, changes, paging, parameter, name, heading }: GroupPagerProps): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { from, to, resources, filePaging } = changes;
  const others = Object.fromEntries(
    [
      ...resources.map(({ resource, paging: one }) => [pageParameter(resource), one] as const),
      [FILES_PARAMETER, filePaging] as const,
    ]
      .filter(([other, one]) => other !== parameter && one.page > 1)
      .map(([other, one]) => [other, one.page]),
  );
  const hrefOf = (number: number): string =>
    `${page.path(`/catalog/${server.id}/releases/${from}...${to}`, {
      ...others,
      [parameter]: number === 1 ? undefined : number,
    })}#${heading}`;
  return (
    <NumberPager
      {...paging}
      hrefOf={hrefOf}
      label={page.sayFrom(RELEASE_MESSAGES)('pagesOf', { name })}
      previous={say('previous')}
      next={say('next')}
    />
  );
}
