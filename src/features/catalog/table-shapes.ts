// Makes entities of tables whose elements are no objects: pairs of a key and a value, and rows of cells. Pure.
import type { Finding } from '../release/common/finding.ts';
import type { TableShape } from '../release/snapshot/resource-declaration.ts';
import { jsonPath } from '../release/snapshot/tables/json-input.ts';

/** The table as objects; undefined after a mistake, which was reported. */
export function shapeCollection(
  file: string,
  path: readonly string[],
  table: object,
  shape: TableShape,
  report: (finding: Finding) => void,
): object | undefined {
  const refuse = (at: readonly (string | number)[], code: string, message: string): void =>
    report({ severity: 'error', file, path: jsonPath([...path, ...at]), code, message });
  if (shape.kind === 'pairs') {
    if (Array.isArray(table)) {
      refuse([], 'not_pairs', 'A list has no pairs of a key and a value: this needs an object.');
      return undefined;
    }
    const shaped = Object.entries(table).map(([key, value]): [string, unknown] => [key, { key, value }]);
    return Object.fromEntries(shaped);
  }
  if (!Array.isArray(table)) {
    refuse([], 'not_rows', 'An object has no rows: this needs a list of lists.');
    return undefined;
  }
  const rows: readonly unknown[] = table;
  const { columns } = shape;
  return rows.flatMap((row, index) => {
    if (!Array.isArray(row)) {
      refuse([index], 'not_a_row', 'A row is a list of cells.');
      return [];
    }
    if (row.length > columns.length) {
      const message = `This row has ${row.length} cells; \`columns\` names ${columns.length}.`;
      refuse([index], 'row_too_long', message);
      return [];
    }
    const cells: readonly unknown[] = row;
    return [Object.fromEntries(cells.map((cell, at): [string, unknown] => [columns[at] ?? '', cell]))];
  });
}
