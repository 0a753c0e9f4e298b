/** @jsxImportSource preact */
// The catalog's half of the home page: a row of the newest entries, what runs now or next, and what changed, per server.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES, SHELF_MESSAGES } from '../../messages/catalog.ts';
import { Chip } from '../../ui/chip.tsx';
import { Time } from '../../ui/time.tsx';
import { EntityCards } from '../common/entity-card.tsx';
import { DataText, FindForm } from '../common/frame.tsx';
import { entityPath, listPath, nameOf } from '../common/reads.ts';
import type { Shelf } from './shelf-data.ts';

export interface ShelvesProps {
  readonly shelves: readonly Shelf[];
}

/** The shelves of all servers. */
export const Shelves = ({ shelves }: ShelvesProps): VNode => (
  <>
    {shelves.map((shelf) => (
      <ShelfPart key={shelf.catalog.server.id} shelf={shelf} isOnly={shelves.length === 1} />
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

function ShelfPart({ shelf, isOnly }: PartProps & { readonly isOnly: boolean }): VNode {
  const { catalog, resource } = shelf;
  const { page, server } = catalog;
  const words = page.words(SHELF_MESSAGES);
  const find = page.say(page.words(CATALOG_MESSAGES).findAll);
  return (
    <div class="stack">
      <FindForm
        catalog={catalog}
        path={`/catalog/${server.id}`}
        id={isOnly ? 'find' : `find-${server.id}`}
        label={isOnly ? find : `${server.displayName}: ${find}`}
        text={undefined}
      />
      <div class="row shelf-head">
        <h2 dir="auto">{resource === undefined ? server.displayName : newestTitle(shelf)}</h2>
        {!isOnly && <Chip>{server.displayName}</Chip>}
        <AllLink shelf={shelf} />
        <a href={page.path(`/catalog/${server.id}`)}>{page.say(words.catalog)}</a>
      </div>
      <Newest shelf={shelf} />
      <Running shelf={shelf} level={3} />
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
      <Running shelf={shelf} level={level} />
      <Changed shelf={shelf} level={level} />
    </>
  );
}

function newestTitle({ catalog, resource = '', sort }: Shelf): string {
  const words = catalog.page.words(SHELF_MESSAGES);
  return catalog.page.say(sort === undefined ? words.some : words.newest, { name: nameOf(catalog, resource) });
}

const AllLink = ({ shelf: { catalog, resource, sort } }: PartProps): VNode | null =>
  resource === undefined ? null : (
    <a href={listPath(catalog, resource, { sort })}>{catalog.page.say(catalog.page.words(SHELF_MESSAGES).all)}</a>
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

function Running({ shelf: { catalog, running }, level }: LevelProps): VNode | null {
  const { page } = catalog;
  const words = page.words(SHELF_MESSAGES);
  if (running.length === 0) return null;
  const heading = `running-${catalog.server.id}`;
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading id={heading}>{page.say(words.running)}</Heading>
      <ul class="plain-list shelf-lines" aria-labelledby={heading}>
        {running.map(({ item, start, end, isNow }) => {
          const at = isNow ? end : start;
          return (
            <li key={`${item.resource}/${item.id}`}>
              <a href={entityPath(catalog, item.resource, item.id)}>
                <DataText text={item.title} />
              </a>
              <span class="meta row">
                <Chip ticket {...(isNow ? { tone: 'success' as const } : {})}>
                  {page.say(isNow ? words.now : words.next)}
                </Chip>
                {at !== undefined && (
                  <span>
                    {page.say(isNow ? words.until : words.from)} <Time at={at} text={page.date(at)} />
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Changed({ shelf: { catalog, changed }, level }: LevelProps): VNode | null {
  const { page, server, releaseId, presentations } = catalog;
  const words = page.words(SHELF_MESSAGES);
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
        {page.say(words.changed)} <Time at={changed.at} text={page.date(changed.at)} />
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
                      <span class="unseen">
                        {page.say(words[kind === 'changed' ? 'altered' : kind], { count: counts[kind] })}
                      </span>
                    </span>
                  ),
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {added !== undefined && presentation !== undefined && (
        <section
          class="shelf-row"
          tabIndex={0}
          aria-label={page.say(words.addedTo, { name: nameOf(catalog, added.resource) })}
        >
          <EntityCards catalog={catalog} presentation={presentation} items={added.items} />
        </section>
      )}
      <p>
        <a href={page.path(`/catalog/${server.id}/releases/${changed.from}...${releaseId}`)}>
          {page.say(words.compare)}
        </a>
      </p>
    </>
  );
}
