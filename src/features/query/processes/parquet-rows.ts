// Row groups of a Parquet file. Every column has one type for the whole resource, whatever a query finds, so that files of
// the same columns can be read together: integers, floating point numbers, booleans, moments, texts, and JSON for
// everything else.
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { dateOf, numberOf } from '../../presentation/common/field-values.ts';
import type { DateFormat } from '../../release/snapshot/field-schema.ts';
import type { FieldRow } from '../common/file-tables.ts';
import { invalid } from '../language/fault.ts';
import type { Localizer } from '../language/localizer.ts';
import { readSelected, type Selected } from '../language/projection.ts';
import { findField, type QueriedResource } from '../language/queried-resource.ts';
import type { Column } from './export-rows.ts';
import type { RowGroup } from './messages.ts';

/** Wider tables would have a footer of many megabytes. */
const COLUMNS_MAX = 1_000;
export const GROUP_ROWS_MAX = 5_000;
/** A row group ends early before it has more values, or more bytes of entities, so that it takes one turn of a process. */
const CELLS_MAX = 250_000;
const BYTES_MAX = 16 * 1024 * 1024;

type Type = 'STRING' | 'JSON' | 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'TIMESTAMP';
type Cell = string | boolean | number | bigint | object | null;

interface ParquetColumn extends Selected {
  readonly name: string;
  readonly type: Type;
  /** Of moments: how entities write them. */
  readonly format: DateFormat;
}

/** Whether all stored numbers of a field are integers of 64 bits. */
export type AreIntegers = (field: FieldRow) => boolean;

/** The columns of a resource with their types. Throws QueryFault. */
export function planParquet(
  resource: QueriedResource,
  columns: readonly Column[],
  isLocalized: boolean,
  areIntegers: AreIntegers,
): readonly ParquetColumn[] {
  const named = [...new Map(columns.map((column) => [column.name, column])).values()];
  if (named.length >= COLUMNS_MAX) {
    const reason = `a Parquet file has at most ${COLUMNS_MAX} columns; name fewer of the ${named.length} fields`;
    throw invalid({ parameter: 'fields', text: '*' }, reason);
  }
  return named.map((column) => ({ ...column, ...typeOf(resource, column, isLocalized, areIntegers) }));
}

function typeOf(
  resource: QueriedResource,
  { source, path, lists, name }: Column,
  isLocalized: boolean,
  areIntegers: AreIntegers,
): Pick<ParquetColumn, 'type' | 'format'> {
  const of = (type: Type, format: DateFormat = 'ms') => ({ type, format });
  if (source?.kind === 'text') return of('STRING');
  const found = findField(resource, path);
  if (found === undefined || (lists?.length ?? 0) > 0) return of('JSON');
  const { field, slot } = found;
  const { type, format } = field;
  if (type === 'localized') return of(slot !== undefined || isLocalized ? 'STRING' : 'JSON');
  // Some entities have an object where others have a value.
  if (resource.objects.has(name) || field.list || (field.slotted && slot === undefined)) return of('JSON');
  if (type === 'date') return of('TIMESTAMP', format ?? 'ms');
  if (type === 'number') return of(areIntegers(field) ? 'INT64' : 'DOUBLE');
  if (type === 'boolean') return of('BOOLEAN');
  return of(type === 'string' ? 'STRING' : 'JSON');
}

/** The schema of a file: the id, which every entity has, and the columns. */
export function schemaOf(columns: readonly ParquetColumn[]): readonly SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length + 1 },
    { name: '_id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    ...columns.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED_TYPES[type] })),
  ];
}

const STORED_TYPES = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  BOOLEAN: { type: 'BOOLEAN' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const satisfies Record<Type, Partial<SchemaElement>>;

/**
 * Writes the entities as one row group that begins at this offset of the file. Fewer of them if they are large: the group
 * says how many.
 */
export function writeRowGroup(
  columns: readonly ParquetColumn[],
  entities: Iterable<{ readonly id: string; readonly json: string }>,
  offset: number,
  localizer: Localizer | undefined,
): { readonly bytes: Uint8Array; readonly group: RowGroup } {
  const rowsMax = Math.max(1, Math.min(GROUP_ROWS_MAX, Math.floor(CELLS_MAX / (columns.length + 1))));
  const ids: string[] = [];
  const cells = columns.map((): Cell[] => []);
  let read = 0;
  for (const { id, json } of entities) {
    const entity: unknown = JSON.parse(json);
    const shown = localizer === undefined ? entity : localizer.localize(entity);
    ids.push(id);
    columns.forEach((column, at) => {
      const value = readSelected(column, id, column.source?.kind === 'text' ? entity : shown, localizer);
      cells[at]?.push(cellOf(column, value));
    });
    read += json.length;
    if (ids.length >= rowsMax || read >= BYTES_MAX) break;
  }
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: [...schemaOf(columns)] });
  // The writer began a file; the group is somewhere else in one.
  const before = writer.offset;
  writer.offset = offset;
  const columnData: ColumnSource[] = [
    { name: '_id', data: ids, offsetIndex: false },
    ...columns.map(({ name }, at): ColumnSource => ({ name, data: cells[at] ?? [], offsetIndex: false })),
  ];
  void parquet.write({ columnData, rowGroupSize: GROUP_ROWS_MAX });
  const [group] = parquet.row_groups;
  if (group === undefined) throw new Error('a row group has rows');
  return { bytes: writer.getBytes().slice(before), group };
}

/** The value of a cell. What its type cannot say is absent, as for filters. */
function cellOf({ type, format }: ParquetColumn, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'STRING':
      return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    case 'JSON':
      return typeof value === 'object' ||
        typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean'
        ? value
        : null;
    case 'BOOLEAN':
      return typeof value === 'boolean' ? value : null;
    case 'DOUBLE':
      return numberOf(value) ?? null;
    case 'INT64':
      return wholeOf(numberOf(value));
    case 'TIMESTAMP':
      return wholeOf(dateOf(value, format));
  }
}

const INT64 = 2 ** 63;

const wholeOf = (number: number | undefined): bigint | null =>
  number !== undefined && Number.isInteger(number) && Math.abs(number) < INT64 ? BigInt(number) : null;

/** What a Parquet file begins with. */
export const PARQUET_HEAD = new TextEncoder().encode('PAR1');

/** What follows the row groups. */
export function parquetFooter(schema: readonly SchemaElement[], groups: readonly RowGroup[]): Uint8Array {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: [...schema], createdBy: 'livehouse' });
  parquet.row_groups.push(...groups);
  parquet.num_rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  void parquet.finish();
  return writer.getBytes().slice(PARQUET_HEAD.byteLength);
}
