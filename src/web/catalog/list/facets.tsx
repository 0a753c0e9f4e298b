/** @jsxImportSource preact */
// The facets of a list: links with counts. A disclosure on phones, a column on wide screens.
import type { ComponentChildren, VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { sayValue } from '../../messages/names.ts';
import { fieldAt, findName, labelOfValue } from '../common/fields.ts';
import { DataText } from '../common/frame.tsx';
import { type CatalogProps, labelOf, labelsOf, listPath, rawPath } from '../common/reads.ts';
import { Moment, numberText } from '../common/value-view.tsx';
import { fileOf, isIdPath, markName } from '../common/values.ts';
import type { FacetValue, List } from './list-data.ts';
import { rangeOf, toggleFilter, writeQuestion } from './list-question.ts';
import { RangeForm } from './range-form.tsx';
import { WhereForm } from './where-form.tsx';

interface FacetsProps extends CatalogProps {
  readonly list: List;
}

/** Values beyond these fold. */
const SHOWN = 12;

export function Facets({ catalog, list, children }: FacetsProps & { readonly children?: ComponentChildren }): VNode {
  const say = catalog.page.sayFrom(CATALOG_MESSAGES);
  const count = list.question.filters.size;
  const title = say('filter');
  const labels = labelsOf(
    catalog,
    list.presentation,
    list.ranges.map(({ path }) => path),
  );
  return (
    <details class="facets" data-menu>
      <summary class="button">{count === 0 ? title : say('filters', { count })}</summary>
      <nav class="facet-panel" aria-label={title}>
        {children}
        {list.facets.map(({ path, values }) =>
          values.length === 0 ? null : (
            <section key={path} class="facet" aria-labelledby={`facet-${path}`}>
              <h2 id={`facet-${path}`}>{labelOf(catalog, list.presentation, path)}</h2>
              <FacetLinks catalog={catalog} list={list} path={path} values={values.slice(0, SHOWN)} />
              {values.length > SHOWN && (
                <details>
                  <summary>{say('more', { count: values.length - SHOWN })}</summary>
                  <FacetLinks catalog={catalog} list={list} path={path} values={values.slice(SHOWN)} />
                </details>
              )}
            </section>
          ),
        )}
        {list.ranges.length > 0 && (
          <details
            class="facet ranges"
            open={list.plots.size > 0 || list.ranges.some(({ path }) => isRanged(list, path))}
          >
            <summary>{say('ranges')}</summary>
            {list.ranges.map((field, index) => (
              <RangeForm
                key={field.path}
                catalog={catalog}
                list={list}
                field={field}
                label={labels[index] ?? field.path}
                histogram={list.plots.get(field.path)}
              />
            ))}
          </details>
        )}
        {catalog.mirror === undefined && <WhereForm catalog={catalog} list={list} />}
      </nav>
    </details>
  );
}

const isRanged = ({ question }: List, path: string): boolean => rangeOf(question.filters.get(path)?.[0]) !== undefined;

interface FacetLinksProps extends FacetsProps {
  readonly path: string;
  readonly values: readonly FacetValue[];
}

function FacetLinks({ catalog, list, path, values }: FacetLinksProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const chosen = list.question.filters.get(path) ?? [];
  return (
    <ul class="plain-list">
      {values.map(({ value, count }) => {
        const isChosen = chosen.includes(value);
        const next = toggleFilter(list.question, path, value);
        return (
          <li key={value}>
            <a
              class="facet-link"
              href={listPath(catalog, list.resource, writeQuestion(next, list.presentation))}
              aria-current={isChosen ? 'true' : undefined}
            >
              <FilterName catalog={catalog} list={list} path={path} value={value} />
              <span class="facet-count">{page.numbers.format(count)}</span>
              {isChosen && <span class="unseen">{say('remove')}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface FilterNameProps extends FacetsProps {
  readonly path: string;
  readonly value: string;
}

/** A value of a facet: with its mark, and the name of what it refers to. */
export function FilterName({ catalog, list, path, value }: FilterNameProps): VNode {
  const { page, marks, server, slots } = catalog;
  const { presentation, names } = list;
  const field = fieldAt(presentation, path);
  if (value === '') return <span>{page.sayFrom(CATALOG_MESSAGES)('none')}</span>;
  const label = labelOfValue(value, slots, field);
  if (label === undefined && (value === 'true' || value === 'false')) {
    return <span>{page.sayFrom(CATALOG_MESSAGES)(value === 'true' ? 'yes' : 'no')}</span>;
  }
  const range = rangeOf(value);
  if (range !== undefined) {
    const unit = field?.unit === undefined ? '' : ` ${field.unit}`;
    return <span dir="ltr">{`${range.least ?? ''} – ${range.isBelow ? '< ' : ''}${range.most ?? ''}${unit}`}</span>;
  }
  const found = findName(names, presentation, path, value);
  if (found !== undefined) return <DataText text={found.title} />;
  const at = field?.type === 'date' ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(at)) return <Moment catalog={catalog} at={at} isDay={!value.includes('T')} />;
  const mark = fileOf(marks[markName(path, value)], server.id);
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value) && !isIdPath(path);
  return (
    <span class="facet-name" dir="auto">
      {mark !== undefined && (
        <img class="mark-icon" src={rawPath(catalog, mark.path)} width="16" height="16" alt="" loading="lazy" />
      )}
      {label !== undefined ? (
        <DataText text={label} />
      ) : isNumber ? (
        numberText(catalog, presentation, path, Number(value))
      ) : (
        sayValue(page.locale, value, true)
      )}
    </span>
  );
}
