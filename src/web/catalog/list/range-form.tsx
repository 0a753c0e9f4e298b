/** @jsxImportSource preact */
// Narrows a list to a range of a number or a date: a form with two fields, which keeps everything else that was asked.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { Button } from '../../ui/button.tsx';
import type { CatalogProps } from '../common/reads.ts';
import { KeptFields } from './kept-fields.tsx';
import type { Histogram, List, RangeField } from './list-data.ts';
import { BOUNDS, parameterOf, rangeOf, writeQuestion } from './list-question.ts';
import { Plot } from './plot.tsx';

export interface RangeFormProps extends CatalogProps {
  readonly list: List;
  readonly field: RangeField;
  readonly label: string;
  readonly histogram: Histogram | undefined;
}

const DATE_BOUNDS = { least: 'earliest', most: 'latest' } as const;

export function RangeForm({ catalog, list, field: own, label, histogram }: RangeFormProps): VNode {
  const { path, type, min, max } = own;
  const { page, server } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { presentation, question, resource } = list;
  const chosen = rangeOf(question.filters.get(path)?.[0]);
  const rest = new Map(question.filters);
  rest.delete(path);
  const parameter = parameterOf(path);
  const field = (bound: 'least' | 'most', limit: number | undefined): VNode => {
    const id = `${BOUNDS[bound]}${path}`;
    return (
      <>
        <label class="unseen" for={id}>
          {say(type === 'number' ? bound : DATE_BOUNDS[bound], { field: label })}
        </label>
        <input
          class="input"
          id={id}
          name={`${BOUNDS[bound]}${parameter}`}
          value={chosen?.[bound] ?? ''}
          {...(type === 'number'
            ? { type: 'text', inputMode: 'decimal' as const, placeholder: limit === undefined ? '' : String(limit) }
            : { type: 'date' })}
        />
      </>
    );
  };
  return (
    <section class="facet" aria-labelledby={`range-${path}`}>
      <h2 id={`range-${path}`}>{label}</h2>
      {histogram !== undefined && (
        <Plot catalog={catalog} list={list} field={own} label={label} histogram={histogram} />
      )}
      <form class="range-form" method="get" action={`${page.basePath}/catalog/${server.id}/${resource}`}>
        <KeptFields catalog={catalog} query={writeQuestion({ ...question, filters: rest, page: 1 }, presentation)} />
        {field('least', min)}
        <span aria-hidden="true">–</span>
        {field('most', max)}
        <Button>{say('narrow')}</Button>
      </form>
    </section>
  );
}
