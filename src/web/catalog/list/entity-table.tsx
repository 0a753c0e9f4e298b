/** @jsxImportSource preact */
// A list as a table; on phones each row is a card with its labels.
import type { VNode } from 'preact';
import { readField } from '../common/fields.ts';
import { DataText } from '../common/frame.tsx';
import { type CatalogProps, entityPath, labelOf, labelsOf, widerOf } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { EntityState } from '../common/running.tsx';
import { Value } from '../common/value-view.tsx';
import type { List } from './list-data.ts';

export interface EntityTableProps extends CatalogProps {
  readonly list: List;
  readonly caption: string;
  /** Address of the list in another order. */
  readonly hrefOf: (sort: string) => string;
  /** Marks of the reader. */
  readonly marksOf?: ((item: List['items'][number]) => VNode) | undefined;
}

export function EntityTable({ catalog, list, caption, hrefOf, marksOf }: EntityTableProps): VNode {
  const { presentation, items, names } = list;
  // The title is the link of the row, whether it is a column or not.
  const columns = list.columns.filter(
    (path) => path !== presentation.title && !list.columns.includes(widerOf(presentation, path) ?? ''),
  );
  const labels = labelsOf(catalog, presentation, columns);
  const first = presentation.title === null ? 'id' : labelOf(catalog, presentation, presentation.title);
  return (
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class="entity-table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((path, at) => (
              <SortHead key={path} list={list} path={path} hrefOf={hrefOf} label={labels[at] ?? path} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <a href={entityPath(catalog, list.resource, item.id)}>
                  {item.picture !== undefined && (
                    <span class="cell-picture">
                      <ReleasePicture catalog={catalog} file={item.picture} alt="" sizes="40px" side={40} />
                    </span>
                  )}
                  <DataText text={item.title} />
                </a>
                <EntityState catalog={catalog} presentation={presentation} summary={item} />
                {marksOf?.(item)}
              </th>
              {columns.map((path, at) => (
                <td key={path} data-label={labels[at]}>
                  <Value
                    catalog={catalog}
                    presentation={presentation}
                    path={path}
                    value={readField(presentation, item, path)}
                    names={names}
                    place="cell"
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly list: List;
  readonly path: string;
  readonly label: string;
  readonly hrefOf: (sort: string) => string;
}

/** The head of a column, which orders the list where it can be ordered by it. */
export function SortHead({ list: { presentation, question }, path, label, hrefOf }: HeadProps): VNode {
  const { sort } = question;
  if (!presentation.sort.includes(path)) return <th scope="col">{label}</th>;
  const order = sort === path ? 'ascending' : sort === `-${path}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order}>
      <a href={hrefOf(order === 'ascending' ? `-${path}` : path)}>
        {label}
        <span class="sort-mark" aria-hidden="true">
          {order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓'}
        </span>
      </a>
    </th>
  );
}
