// Rows of an export: NDJSON, or CSV as in RFC 4180. Pure.

import { parsePath, pathText, readPath } from '../../../kernel/field-path.ts';
import { type Projection, projectionReader } from '../language/projection.ts';
import type { QueriedResource } from '../language/queried-resource.ts';
import type { CsvForm, ExportForm } from './messages.ts';

const LINE_END = '\r\n';
/** Cells that a spreadsheet may interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text before the rows. */
export function headOf(
  resource: QueriedResource,
  projection: Projection,
  fields: string | undefined,
  form: ExportForm,
): string {
  if (form.form === 'ndjson') return '';
  const names = columnsOf(resource, projection, fields).map(pathText);
  return `${['_id', ...names].map((name) => cellText(name, form)).join(',')}${LINE_END}`;
}

/** Formats one entity. */
export function createRowWriter(
  resource: QueriedResource,
  projection: Projection,
  fields: string | undefined,
  form: ExportForm,
): (id: string, json: string) => string {
  if (form.form === 'ndjson') {
    const project = projectionReader(projection);
    return (id, json) => `{"id":${JSON.stringify(id)},"entity":${project(json)}}\n`;
  }
  const columns = columnsOf(resource, projection, fields);
  return (id, json) => {
    const entity: unknown = JSON.parse(json);
    const cells = columns.map((path) => cellText(valueText(readPath(entity, path)), form));
    return `${[cellText(id, form), ...cells].join(',')}${LINE_END}`;
  };
}

/** The selected paths; if none are selected, every field of the projection. */
function columnsOf(
  resource: QueriedResource,
  projection: Projection,
  fields: string | undefined,
): readonly (readonly string[])[] {
  if (fields !== undefined && projection !== 'whole') return projection;
  const kept = projection === 'whole' ? undefined : new Set(projection.map(([key]) => key));
  return [...resource.fields.keys()].map(parsePath).filter(([key = '']) => kept === undefined || kept.has(key));
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cellText(text: string, { isSpreadsheet }: CsvForm): string {
  const safe = isSpreadsheet && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
