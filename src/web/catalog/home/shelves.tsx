/** @jsxImportSource preact */
// The catalog's half of the home page: a row of the newest entries, what runs now or next, and what changed, per server.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES, SHELF_MESSAGES } from '../../messages/catalog.ts';
import { Chip } from '../../ui/chip.tsx';
import { EndsAt } from '../../ui/page-end.ts';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { Time } from '../../ui/time.tsx';
import { useTints } from '../../ui/tints.ts';
import { EntityCards } from '../common/entity-card.tsx';
import { EntityLink, FindForm } from '../common/frame.tsx';
import { listPath, nameOf } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { RunningState } from '../common/running.tsx';
import type { Shelf } from './shelf-data.ts';

export interface ShelvesProps {
  readonly shelves: readonly Shelf[];
}

/** A search field for each server. */
export const ShelvesFind = ({ shelves }: ShelvesProps): VNode => (
  <>
    {shelves.map(({ catalog }) => (
      <ShelfFind key={catalog.server.id} catalog={catalog} isOnly={shelves.length === 1} />
    ))}
  </>
);

/** What runs now or next, of all servers; it may be nothing. */
export const ShelvesRunning = ({ shelves }: ShelvesProps): VNode =>
  shelves.every(({ running }) => running.length === 0) ? (
    <EndsAt at={nextOf(shelves)} />
  ) : (
    <div class="stack">
      {shelves.map((shelf) => (
        <Running key={shelf.catalog.server.id} shelf={shelf} level={2} isOnly={shelves.length === 1} />
      ))}
    </div>
  );

/** When something begins or ends next on one of the servers. */
function nextOf(shelves: readonly Shelf[]): number | undefined {
  const moments = shelves.flatMap(({ changesAt }) => changesAt ?? []);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** The newest entries in large art, and what the last release changed. */
export const ShelvesNewest = ({ shelves }: ShelvesProps): VNode => (
  <>
    {shelves.map((shelf) => (
      <ShelfNewest key={shelf.catalog.server.id} shelf={shelf} isOnly={shelves.length === 1} />
    ))}
  </>
);

interface PartProps {
  readonly shelf: Shelf;
}

interface LevelProps extends PartProps {
  /** Of the headings. */
  readonly level: 2 | 3;
}

interface OnlyProps {
  readonly isOnly: boolean;
}

function ShelfFind({ catalog, isOnly }: Pick<Shelf, 'catalog'> & OnlyProps): VNode {
  const { page, server } = catalog;
  const find = page.sayFrom(CATALOG_MESSAGES)('findAll');
  return (
    <FindForm
      catalog={catalog}
      path={`/catalog/${server.id}`}
      id={isOnly ? 'find' : `find-${server.id}`}
      label={isOnly ? find : `${server.displayName}${colonIn(page.locale)}${find}`}
      text={undefined}
    />
  );
}

function ShelfNewest({ shelf, isOnly }: PartProps & OnlyProps): VNode {
  const { catalog, newest } = shelf;
  const { page, server } = catalog;
  const say = page.sayFrom(SHELF_MESSAGES);
  // A release that is still being prepared for queries has none yet.
  const hasNewest = newest.length > 0;
  return (
    <div class="stack home-newest">
      <div class="row shelf-head">
        <h2 dir="auto">{hasNewest ? newestTitle(shelf) : server.displayName}</h2>
        {!isOnly && hasNewest && <Chip>{server.displayName}</Chip>}
        {hasNewest && <AllLink shelf={shelf} />}
        <a href={page.path(`/catalog/${server.id}`)}>{say('catalog')}</a>
      </div>
      <Newest shelf={shelf} />
      <Changed shelf={shelf} level={3} />
    </div>
  );
}

/** The same on the page of the catalog: what is new in the release that it shows. */
export function ShelfContent({ shelf, level }: LevelProps): VNode {
  const Heading = `h${level}` as const;
  return (
    <>
      {shelf.newest.length > 0 && (
        <section class="stack" aria-labelledby="newest">
          <div class="row shelf-head">
            <Heading id="newest">{newestTitle(shelf)}</Heading>
            <AllLink shelf={shelf} />
          </div>
          <Newest shelf={shelf} />
        </section>
      )}
      <Running shelf={shelf} level={level} isOnly />
      <Changed shelf={shelf} level={level} />
    </>
  );
}

function newestTitle({ catalog, resource = '', sort }: Shelf): string {
  const say = catalog.page.sayFrom(SHELF_MESSAGES);
  return say(sort === undefined ? 'some' : 'newest', { name: nameOf(catalog, resource) });
}

const AllLink = ({ shelf: { catalog, resource, sort } }: PartProps): VNode | null =>
  resource === undefined ? null : (
    <a href={listPath(catalog, resource, { sort })}>{catalog.page.sayFrom(SHELF_MESSAGES)('all')}</a>
  );

function Newest({ shelf: { catalog, resource = '', newest } }: PartProps): VNode | null {
  const presentation = catalog.presentations[resource];
  if (presentation === undefined || newest.length === 0) return null;
  return (
    <section class="shelf-row" tabIndex={0} aria-label={nameOf(catalog, resource)}>
      <EntityCards catalog={catalog} presentation={presentation} items={newest} first />
    </section>
  );
}

function Running({ shelf, level, isOnly }: LevelProps & OnlyProps): VNode {
  const { catalog, running, changesAt } = shelf;
  const { page, server, presentations } = catalog;
  const say = page.sayFrom(SHELF_MESSAGES);
  if (running.length === 0) return <EndsAt at={changesAt} />;
  const heading = `running-${server.id}`;
  const Heading = `h${level}` as const;
  return (
    <section class="stack" aria-labelledby={heading}>
      <EndsAt at={changesAt} />
      <div class="row shelf-head">
        <Heading id={heading}>{say('running')}</Heading>
        {!isOnly && <Chip>{server.displayName}</Chip>}
        <a href={page.path(`/catalog/${server.id}/~calendar`)}>{say('calendar')}</a>
      </div>
      <ul class="plain-list running-cards">
        {running.map(({ item, span }) => (
          <RunningCard
            key={`${item.resource}/${item.id}`}
            catalog={catalog}
            item={item}
            span={span}
            isWide={presentations[item.resource]?.group === 'event'}
          />
        ))}
      </ul>
    </section>
  );
}

interface RunningCardProps {
  readonly catalog: Shelf['catalog'];
  readonly item: Shelf['running'][number]['item'];
  readonly span: Shelf['running'][number]['span'];
  readonly isWide: boolean;
}

function RunningCard({ catalog, item, span, isWide }: RunningCardProps): VNode {
  const tint = useTints();
  return (
    <li class={['running-card card', tint(item.tint)].filter(Boolean).join(' ')}>
      {item.picture !== undefined && (
        <span class={isWide ? 'running-picture running-picture-wide' : 'running-picture'}>
          <ReleasePicture catalog={catalog} file={item.picture} alt="" sizes={isWide ? '160px' : '64px'} side={160} />
        </span>
      )}
      <div class="running-words">
        <EntityLink catalog={catalog} item={item} />
        <span class="meta">{nameOf(catalog, item.resource)}</span>
        <RunningState page={catalog.page} span={span} isPinned={false} />
      </div>
    </li>
  );
}

function Changed({ shelf: { catalog, changed }, level }: LevelProps): VNode | null {
  const { page, server, releaseId, presentations } = catalog;
  const say = page.sayFrom(SHELF_MESSAGES);
  if (changed === undefined) return null;
  const heading = `changed-${server.id}`;
  const Heading = `h${level}` as const;
  const { added } = changed;
  const presentation = presentations[added?.resource ?? ''];
  const signs = [
    ['added', '+'],
    ['changed', '~'],
    ['removed', '−'],
  ] as const;
  return (
    <>
      <Heading id={heading}>
        {fillElements(say('changed'), { time: <Time at={changed.at} text={page.date(changed.at)} /> })}
      </Heading>
      {changed.resources.length > 0 && (
        <ul class="plain-list shelf-lines" aria-labelledby={heading}>
          {changed.resources.map(({ name, ...counts }) => (
            <li key={name}>
              <span>{nameOf(catalog, name)}</span>
              <span class="meta row">
                {signs.map(([kind, sign]) =>
                  counts[kind] === 0 ? null : (
                    <span key={kind}>
                      <span aria-hidden="true">{`${sign}${page.numbers.format(counts[kind])}`}</span>
                      <span class="unseen">{say(kind === 'changed' ? 'altered' : kind, { count: counts[kind] })}</span>
                    </span>
                  ),
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {added !== undefined && presentation !== undefined && (
        <section class="shelf-row" tabIndex={0} aria-label={say('addedTo', { name: nameOf(catalog, added.resource) })}>
          <EntityCards catalog={catalog} presentation={presentation} items={added.items} />
        </section>
      )}
      <p>
        <a href={page.path(`/catalog/${server.id}/releases/${changed.from}...${releaseId}`)}>{say('compare')}</a>
      </p>
    </>
  );
}
