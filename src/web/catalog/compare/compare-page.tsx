/** @jsxImportSource preact */
// Up to four entities beside each other: a column each, a field a row, and rows that differ are marked.
import type { VNode } from 'preact';
import { COMPARE_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconPlus, iconX } from '../../ui/icons.ts';
import { colonIn } from '../../ui/text/punctuation.ts';
import { CatalogHead, DataText, FindForm } from '../common/frame.tsx';
import { type Catalog, type CatalogProps, entityPath, labelsOf, listPath, nameOf } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { Value } from '../common/value-view.tsx';
import { COMPARED_MAX, type Comparison } from './compare-data.ts';

const addressOf = (catalog: Catalog, resource: string, ids: readonly string[], q?: string): string =>
  listPath(catalog, resource, ids.length === 0 ? {} : { compare: ids.join(','), q });

/** The page of a comparison. */
export function comparePage(catalog: Catalog, comparison: Comparison): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(COMPARE_MESSAGES);
  const { resource, items, others, text } = comparison;
  const name = nameOf(catalog, resource);
  const ids = items.map(({ id }) => id);
  const title = say('title', { name });
  return {
    title: `${title} · ${server.displayName}`,
    description: `${title}${colonIn(page.locale)}${items.map((item) => item.title.text).join(' / ')}`,
    section: 'catalog',
    styles: ['catalog', 'catalog-compare'],
    noindex: true,
    content: (
      <div class="stack">
        <CatalogHead
          catalog={catalog}
          crumbs={[{ href: listPath(catalog, resource), text: name }]}
          gone={comparison.gone}
        />
        <h1>{title}</h1>
        <p class="lead">{say('lead')}</p>
        {items.length > 0 && <Table catalog={catalog} comparison={comparison} />}
        <section class="stack" aria-labelledby="add">
          <h2 id="add">{say('add')}</h2>
          {items.length >= COMPARED_MAX ? (
            <p>{say('full')}</p>
          ) : (
            <>
              <FindForm
                catalog={catalog}
                path={`/catalog/${server.id}/${resource}`}
                label={say('add')}
                text={text}
                hidden={{ compare: ids.join(',') }}
              />
              <ul class="plain-list compare-others">
                {others.map(({ id, title: other, picture }) => (
                  <li key={id}>
                    <a class="button" href={addressOf(catalog, resource, [...ids, id], text)}>
                      {picture === undefined ? (
                        <Icon shape={iconPlus} />
                      ) : (
                        <ReleasePicture catalog={catalog} file={picture} alt="" sizes="32px" side={32} />
                      )}
                      <DataText text={other} />
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      </div>
    ),
  };
}

function Table({ catalog, comparison }: CatalogProps & { readonly comparison: Comparison }): VNode {
  const say = catalog.page.sayFrom(COMPARE_MESSAGES);
  const { resource, presentation, items, fields, names } = comparison;
  const ids = items.map(({ id }) => id);
  const caption = say('title', { name: nameOf(catalog, resource) });
  const labels = labelsOf(
    catalog,
    presentation,
    fields.map(({ path }) => path),
  );
  return (
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class="compare-table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            {items.map(({ id, title, picture }) => (
              <th key={id} scope="col">
                {picture !== undefined && (
                  <span class="compare-picture">
                    <ReleasePicture catalog={catalog} file={picture} alt="" sizes="160px" side={160} first />
                  </span>
                )}
                <a href={entityPath(catalog, resource, id)}>
                  <DataText text={title} />
                </a>
                <a
                  class="compare-remove"
                  href={addressOf(
                    catalog,
                    resource,
                    ids.filter((other) => other !== id),
                  )}
                >
                  <Icon shape={iconX} label={say('remove', { title: title.text })} />
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, type, values, differs }, row) => (
            <tr key={path}>
              <th scope="row">
                {labels[row]}
                {differs && items.length > 1 && (
                  <span class="compare-sign">
                    <span aria-hidden="true">≠</span>
                    <span class="unseen">{say('differs')}</span>
                  </span>
                )}
              </th>
              {values.map((value, index) => (
                <td key={ids[index]}>
                  <Value
                    catalog={catalog}
                    presentation={presentation}
                    path={path}
                    value={value}
                    names={names}
                    type={type}
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
