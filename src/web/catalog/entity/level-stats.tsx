/** @jsxImportSource preact */
// What an entity has per level: a slider that shows one level at a time, and all of them as a table, a level a row. The slider is
// brought to life by client/sliders/level-slider.ts, which reads the table; without script the table is all there is.
import type { VNode } from 'preact';
import { STORY_MESSAGES } from '../../messages/catalog.ts';
import { type CatalogProps, labelOf, type ResourcePresentation } from '../common/reads.ts';
import type { Level, Levels } from './levels.ts';

export interface LevelStatsProps extends CatalogProps {
  readonly presentation: ResourcePresentation;
  readonly levels: Levels;
}

/** Longer tables are folded where the slider shows them. */
const OPEN_MAX = 12;

export function LevelStats({ catalog, presentation, levels }: LevelStatsProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(STORY_MESSAGES);
  const { path, columns, rows, hasSum } = levels;
  const heading = `levels-${path}`;
  const title = path === '' ? say('bounds') : say('levels', { name: labelOf(catalog, presentation, path) });
  const names = columns.map((column) => labelOf(catalog, presentation, column));
  const nameOfLevel = (level: Level): string => (typeof level === 'number' ? say('atLevel', { level }) : say(level));
  const hasSlider = rows.every(({ level }) => typeof level === 'number');
  const sumOf = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return (
    <div class="stack level-stats" data-levels={hasSlider ? '' : undefined}>
      <h2 id={heading}>{title}</h2>
      {hasSlider && <LevelSlider catalog={catalog} levels={levels} names={names} nameOfLevel={nameOfLevel} />}
      <details open={!hasSlider || rows.length <= OPEN_MAX}>
        <summary>{say('asTable')}</summary>
        <section class="table-scroll" aria-label={title} tabIndex={0}>
          <table class="entity-table level-table">
            <caption class="unseen">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{say('level')}</th>
                {names.map((name, index) => (
                  <th key={columns[index]} scope="col">
                    {name}
                  </th>
                ))}
                {hasSum && <th scope="col">{say('sum')}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ level, values }) => (
                <tr key={level}>
                  <th scope="row">{nameOfLevel(level)}</th>
                  {values.map((value, index) => (
                    <td key={columns[index]} data-label={names[index]} data-value={value}>
                      {value === undefined ? null : page.numbers.format(value)}
                    </td>
                  ))}
                  {hasSum && (
                    <td data-label={say('sum')} data-value={sumOf(values)}>
                      {page.numbers.format(sumOf(values))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  );
}

interface LevelSliderProps extends Pick<LevelStatsProps, 'catalog' | 'levels'> {
  readonly names: readonly string[];
  readonly nameOfLevel: (level: Level) => string;
}

/** Begins at the last level, as people compare what a card comes to. */
function LevelSlider({ catalog: { page }, levels, names, nameOfLevel }: LevelSliderProps): VNode | null {
  const say = page.sayFrom(STORY_MESSAGES);
  const { columns, rows, hasSum } = levels;
  const last = rows.at(-1);
  if (last === undefined) return null;
  const sum = last.values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const figures = [
    ...columns.map((column, index) => ({
      key: column,
      name: names[index] ?? column,
      value: last.values[index],
      most: Math.max(...rows.map(({ values }) => values[index] ?? 0)),
    })),
    ...(hasSum ? [{ key: 'sum', name: say('sum'), value: sum, most: undefined }] : []),
  ];
  return (
    <div class="card level-slider needs-script">
      <label>
        <span class="level-name">{nameOfLevel(last.level)}</span>
        <input
          type="range"
          min="0"
          max={rows.length - 1}
          step="1"
          value={rows.length - 1}
          aria-label={say('level')}
          aria-valuetext={nameOfLevel(last.level)}
        />
      </label>
      <dl class="level-figures">
        {figures.map(({ key, name, value, most }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <span class="level-figure">{value === undefined ? '' : page.numbers.format(value)}</span>
              {most !== undefined && most > 0 && <progress aria-hidden="true" max={most} value={value ?? 0} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
