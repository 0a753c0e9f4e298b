// Rows of an export: NDJSON, or CSV as in RFC 4180. Pure.

import { parsePath, pathText } from '../../../kernel/field-path.ts';
import type { Label } from '../../release/snapshot/field-schema.ts';
import { Localizer } from '../language/localizer.ts';
import { type Projection, projectionReader, readSelected, type Selected } from '../language/projection.ts';
import type { QueriedResource } from '../language/queried-resource.ts';
import type { CsvForm, TextForm } from './messages.ts';

const LINE_END = '\r\n';
/** Cells that a spreadsheet may interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Stands after the path of a field in the name of the column with the labels of its values. */
const LABEL_COLUMN = '@label';

export interface Column extends Selected {
  readonly name: string;
  /** Of the column with the labels of a field. */
  readonly labels?: Readonly<Record<string, Label>>;
}

/** Text before the rows. */
export function headOf(
  resource: QueriedResource,
  projection: Projection,
  fields: string | undefined,
  form: TextForm,
  locale: string | undefined,
): string {
  if (form.form === 'ndjson') return '';
  const names = columnsOf(resource, projection, fields, form, locale).map(({ name }) => name);
  return `${['_id', ...names].map((name) => cellText(name, form)).join(',')}${LINE_END}`;
}

/** Formats one entity. */
export function createRowWriter(
  resource: QueriedResource,
  projection: Projection,
  fields: string | undefined,
  form: TextForm,
  locale: string | undefined,
): (id: string, json: string) => string {
  const localizer = locale === undefined ? undefined : new Localizer(resource, locale);
  if (form.form === 'ndjson') {
    const project = projectionReader(projection, localizer);
    return (id, json) => `{"id":${JSON.stringify(id)},"entity":${project(id, json)}}\n`;
  }
  const columns = columnsOf(resource, projection, fields, form, locale);
  const { locales } = resource;
  const preferred = locale === undefined ? locales : [locale, ...locales];
  return (id, json) => {
    const entity: unknown = JSON.parse(json);
    const shown = localizer === undefined ? entity : localizer.localize(entity);
    const cells = columns.map((column) => {
      const value = readSelected(column, id, column.source?.kind === 'text' ? entity : shown, localizer);
      return cellText(
        valueText(column.labels === undefined ? value : labelText(value, column.labels, preferred)),
        form,
      );
    });
    return `${[cellText(id, form), ...cells].join(',')}${LINE_END}`;
  };
}

/** The selected paths; if none are selected, every field of the projection, localized ones with a column for each language. */
export function columnsOf(
  resource: QueriedResource,
  projection: Projection,
  fields: string | undefined,
  { hasLabels }: Pick<CsvForm, 'hasLabels'>,
  locale: string | undefined,
): readonly Column[] {
  const selected =
    fields !== undefined && projection !== 'whole' ? projection : allFields(resource, projection, locale);
  // The id is the first column anyway.
  return selected
    .filter(({ source }) => source?.kind !== 'id')
    .flatMap((one): readonly Column[] => {
      const name = pathText(one.path);
      const labels = hasLabels ? resource.declared.get(name)?.labels : undefined;
      return [{ ...one, name }, ...(labels === undefined ? [] : [{ ...one, name: `${name}${LABEL_COLUMN}`, labels }])];
    });
}

/** Lists of objects are one column each. */
function allFields(resource: QueriedResource, projection: Projection, locale: string | undefined): readonly Selected[] {
  const kept = projection === 'whole' ? undefined : new Set(projection.map(({ path: [key] }) => key));
  return [...resource.fields.values()].flatMap(({ path, locales, lists }): readonly Selected[] => {
    if (lists !== null) return [];
    const segments = parsePath(path);
    if (kept !== undefined && !kept.has(segments[0] ?? '')) return [];
    return locales === null || locale !== undefined
      ? [{ path: segments }]
      : locales.map((locale) => ({ path: [...segments, locale] }));
  });
}

/** The label of a value, of a list those of its elements. */
function labelText(value: unknown, labels: Readonly<Record<string, Label>>, locales: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => labelText(item, labels, locales) ?? item);
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const key = String(value);
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (label === undefined || typeof label === 'string') return label;
  return locales.map((locale) => label[locale]).find((text) => text !== undefined) ?? Object.values(label)[0];
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cellText(text: string, { isSpreadsheet }: CsvForm): string {
  const safe = isSpreadsheet && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
