/** @jsxImportSource preact */
// The catalog's half of the home page: a row of the newest entries, what runs now or next, and what changed, per server.
import type { VNode } from 'preact';
import { SHELF_MESSAGES } from '../../messages/catalog/shelf.ts';
import { Chip } from '../../ui/chip.tsx';
import { Time } from '../../ui/time.tsx';
import { EntityCards } from '../common/entity-card.tsx';
import { DataText } from '../common/frame.tsx';
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

function ShelfPart({ shelf, isOnly }: PartProps & { readonly isOnly: boolean }): VNode {
  const { catalog, resource, sort, newest } = shelf;
  const { page, server, looks } = catalog;
  const words = page.words(SHELF_MESSAGES);
  const look = resource === undefined ? undefined : looks[resource];
  const heading = `shelf-${server.id}`;
  return (
    <div class="stack">
      <div class="row shelf-head">
        <h2 id={heading} dir="auto">
          {resource === undefined || look === undefined
            ? server.displayName
            : page.say(sort === undefined ? words.some : words.newest, { name: nameOf(catalog, resource) })}
        </h2>
        {!isOnly && <Chip>{server.displayName}</Chip>}
        {resource !== undefined && <a href={listPath(catalog, resource, { sort })}>{page.say(words.all)}</a>}
        <a href={page.path(`/catalog/${server.id}`)}>{page.say(words.catalog)}</a>
      </div>
      {resource !== undefined && look !== undefined && newest.length > 0 && (
        <section class="shelf-row" tabIndex={0} aria-label={nameOf(catalog, resource)}>
          <EntityCards catalog={catalog} look={look} items={newest} first />
        </section>
      )}
      <Running shelf={shelf} />
      <Changed shelf={shelf} />
    </div>
  );
}

function Running({ shelf: { catalog, running } }: PartProps): VNode | null {
  const { page } = catalog;
  const words = page.words(SHELF_MESSAGES);
  if (running.length === 0) return null;
  const heading = `running-${catalog.server.id}`;
  return (
    <>
      <h3 id={heading}>{page.say(words.running)}</h3>
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

function Changed({ shelf: { catalog, changed } }: PartProps): VNode | null {
  const { page, server, releaseId } = catalog;
  const words = page.words(SHELF_MESSAGES);
  if (changed === undefined) return null;
  const heading = `changed-${server.id}`;
  const signs = [
    ['added', '+'],
    ['changed', '~'],
    ['removed', '−'],
  ] as const;
  return (
    <>
      <h3 id={heading}>
        {page.say(words.changed)} <Time at={changed.at} text={page.date(changed.at)} />
      </h3>
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
      <p>
        <a href={page.path(`/catalog/${server.id}/releases/${changed.from}...${releaseId}`)}>
          {page.say(words.compare)}
        </a>
      </p>
    </>
  );
}
