/** @jsxImportSource preact */
// A list of objects inside an entity as a table: effects of a skill, lines of a story.

import type { VNode } from 'preact';
import { escapeText } from '../../../kernel/field-path.ts';
import { isObject } from '../../../kernel/is-object.ts';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { fieldAt, isHidden, isTexts, madeValue, referencesAt } from '../common/fields.ts';
import { type Catalog, type CatalogProps, labelOf, type ResourcePresentation } from '../common/reads.ts';
import { Value } from '../common/value-view.tsx';
import type { EntityData, Field } from './entity-data.ts';

export interface LinesProps extends CatalogProps {
  readonly data: Pick<EntityData, 'presentation' | 'names' | 'summary'>;
  readonly field: Field;
}

const LINES_MAX = 200;
const COLUMNS_MAX = 8;

/** Whether something is known of fields below a path. */
const isKnownBelow = ({ fields = {} }: ResourcePresentation, path: string): boolean =>
  Object.keys(fields).some((known) => known.startsWith(`${path}.`));

/** Values of a line by path. Objects with fields that are known are taken apart. */
function entriesOf(
  presentation: ResourcePresentation,
  path: string,
  line: unknown,
): readonly (readonly [path: string, value: unknown])[] {
  if (!isObject(line)) return [[path, line]];
  return Object.entries(line).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const own = `${path}.${escapeText(key)}`;
    const isApart = isObject(value) && !isTexts(value, fieldAt(presentation, own)) && isKnownBelow(presentation, own);
    return isApart ? [...entriesOf(presentation, own, value)] : [[own, value]];
  });
}

/** Whether the value of a field is a list of objects. */
export const isLines = ({ value }: Field): boolean => Array.isArray(value) && value.some(isObject);

export function Lines({ catalog, data, field: { path, value } }: LinesProps): VNode | null {
  if (!Array.isArray(value)) return null;
  const { presentation, names, summary } = data;
  const lines = value.slice(0, LINES_MAX).map((line: unknown) => new Map(entriesOf(presentation, path, line)));
  const columns = [...new Set(lines.flatMap((line) => [...line.keys()]))]
    .filter((column) => !isHidden(presentation, column))
    .slice(0, COLUMNS_MAX);
  const labels = columns.map((column) => labelOfColumn(catalog, presentation, path, column));
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
              {columns.map((column, at) => (
                <th key={column} scope="col">
                  {labels[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                {columns.map((column, at) => (
                  <td key={column} data-label={labels[at]}>
                    <Value
                      catalog={catalog}
                      presentation={presentation}
                      path={column}
                      value={valueOfCell(presentation, summary, column, line.get(column))}
                      names={names}
                      place="line"
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {value.length > LINES_MAX && (
        <p class="meta">{catalog.page.sayFrom(ENTITY_MESSAGES)('more', { count: value.length - LINES_MAX })}</p>
      )}
    </div>
  );
}

/** A key in a list is called as itself, unless its whole path has a name or leads somewhere. */
function labelOfColumn(catalog: Catalog, presentation: ResourcePresentation, path: string, column: string): string {
  const isNamed = presentation.labels.fields[column] !== undefined || referencesAt(presentation, column).length > 0;
  return labelOf(catalog, presentation, isNamed ? column : column.slice(path.length + 1) || path);
}

function valueOfCell(
  presentation: ResourcePresentation,
  summary: EntityData['summary'],
  column: string,
  value: unknown,
): unknown {
  const field = fieldAt(presentation, column);
  return field === undefined ? value : madeValue(field, summary, value);
}
