/** @jsxImportSource preact */
// A list of objects inside an entity as a table: effects of a skill, lines of a story.
import type { VNode } from 'preact';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { type Catalog, labelOf, type Names, type ResourcePresentation } from '../common/reads.ts';
import { Value } from '../common/value-view.tsx';
import type { Field } from './entity-data.ts';

export interface LinesProps {
  readonly catalog: Catalog;
  readonly presentation: ResourcePresentation;
  readonly field: Field;
}

const LINES_MAX = 200;
const COLUMNS_MAX = 8;

const entriesOf = (line: unknown): Readonly<Record<string, unknown>> =>
  typeof line === 'object' && line !== null && !Array.isArray(line)
    ? Object.fromEntries(Object.entries(line))
    : { value: line };

export function Lines({ catalog, presentation, field: { path, value } }: LinesProps): VNode | null {
  if (!Array.isArray(value)) return null;
  const { page } = catalog;
  const lines = value.slice(0, LINES_MAX).map(entriesOf);
  const columns = [...new Set(lines.flatMap(Object.keys))].slice(0, COLUMNS_MAX);
  const label = labelOf(catalog, presentation, path);
  const heading = `lines-${path}`;
  return (
    <div class="stack">
      <h2 id={heading}>{label}</h2>
      <section class="table-scroll" aria-labelledby={heading} tabIndex={0}>
        <table class="entity-table">
          <caption class="unseen">{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {labelOf(catalog, presentation, column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} data-label={labelOf(catalog, presentation, column)}>
                    <Value
                      catalog={catalog}
                      presentation={presentation}
                      path={column}
                      value={line[column]}
                      names={NO_NAMES}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {value.length > LINES_MAX && (
        <p class="meta">{page.say(page.words(ENTITY_MESSAGES).more, { count: value.length - LINES_MAX })}</p>
      )}
    </div>
  );
}

const NO_NAMES: Names = new Map();
