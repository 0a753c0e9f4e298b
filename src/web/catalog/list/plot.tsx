/** @jsxImportSource preact */
// How the values of a field are distributed: bars that are links to their range, and the same as a table.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { colonIn } from '../../ui/text/punctuation.ts';
import { type Catalog, listPath } from '../common/reads.ts';
import { numberText } from '../common/value-view.tsx';
import type { Histogram, List, RangeField } from './list-data.ts';
import { binRange, parameterOf, writeQuestion } from './list-question.ts';

export interface PlotProps {
  readonly catalog: Catalog;
  readonly list: List;
  readonly field: RangeField;
  readonly label: string;
  readonly histogram: Histogram;
}

const WIDTH = 240;
const HEIGHT = 56;
/** So that a single entity is seen beside thousands. */
const BAR_MIN = 2;
const GAP = 1;

interface Bar {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Address of the list of these entities; undefined: there are none, or the range cannot be written. */
  readonly href: string | undefined;
  readonly isChosen: boolean;
}

/** Draws the distribution of the values of a field. */
export function Plot(props: PlotProps): VNode | null {
  const { catalog, label, histogram } = props;
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const bars = barsOf(props);
  if (bars.length < 2) return null;
  const highest = Math.max(...bars.map(({ count }) => count));
  const width = WIDTH / bars.length;
  const title = say('plot', { field: label });
  return (
    <figure class="plot" aria-label={title}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <title>{title}</title>
        {bars.map(({ from, to, count, href, isChosen }, index) => {
          if (count === 0) return null;
          const height = BAR_MIN + ((HEIGHT - BAR_MIN) * count) / highest;
          const text = `${from} – ${to}${colonIn(page.locale)}${page.numbers.format(count)}`;
          const bar = (
            <>
              <title>{text}</title>
              <rect class="plot-place" x={index * width} y={0} width={width} height={HEIGHT} />
              <rect
                class={isChosen ? 'plot-bar plot-bar-chosen' : 'plot-bar'}
                x={index * width + GAP / 2}
                y={HEIGHT - height}
                width={Math.max(GAP, width - GAP)}
                height={height}
              />
            </>
          );
          return href === undefined ? (
            <g key={index}>{bar}</g>
          ) : (
            <a key={index} href={href} aria-label={text} {...(isChosen ? { 'aria-current': 'true' as const } : {})}>
              {bar}
            </a>
          );
        })}
      </svg>
      <div class="plot-ends meta">
        <span>{bars[0]?.from}</span>
        <span>{bars.at(-1)?.to}</span>
      </div>
      <details>
        <summary>{say('plotTable')}</summary>
        <table class="plot-table">
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{say('plotFrom')}</th>
              <th scope="col">{say('plotTo')}</th>
              <th scope="col">{say('plotCount')}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, to, count, href }, index) => (
              <tr key={index}>
                <th scope="row">{href === undefined ? from : <a href={href}>{from}</a>}</th>
                <td>{to}</td>
                <td>{page.numbers.format(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {histogram.absent > 0 && <p class="meta">{say('plotAbsent', { count: histogram.absent })}</p>}
      </details>
    </figure>
  );
}

function barsOf({ catalog, list, field: { path, type }, histogram }: PlotProps): readonly Bar[] {
  const { presentation, question, resource } = list;
  const [chosen, ...more] = question.filters.get(path) ?? [];
  const textOf = (edge: number): string =>
    type === 'date' ? catalog.page.date(edge) : numberText(catalog, presentation, path, edge);
  // Written once: a plot has a link for each bar.
  const filters = new Map(question.filters);
  filters.delete(path);
  const others = listPath(catalog, resource, writeQuestion({ ...question, filters, page: 1 }, presentation));
  const addressOf = (range: string): string =>
    `${others}${others.includes('?') ? '&' : '?'}${new URLSearchParams([[parameterOf(path), range]])}`;
  return histogram.bins.map(({ from, to, count }, index) => {
    const range = binRange(from, to, index === histogram.bins.length - 1, type);
    return {
      ...{ from: textOf(from), to: textOf(to), count },
      href: range === undefined || count === 0 ? undefined : addressOf(range),
      isChosen: range !== undefined && range === chosen && more.length === 0,
    };
  });
}
