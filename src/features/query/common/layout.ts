// The tables of a query file (docs/query.md describes them for readers). Names of tables and columns are made of numbers
// alone; what a publisher called things stands in rows, and in the names of the readable views.
//
//   _resource  the collections, with the number N of their tables
//   _field     every field path: where its values are and what they look like
//   _rN        one row an entity in catalog order (`position` counts from 1); c1… hold one value each
//   _bN        the entity as JSON, in the order in which it was stored
//   _tN        folded text for full-text search; entities without any have no row
//   _value     values that no column holds: of rare fields, of lists element by element, of localized texts slot by slot

/** Raised whenever older files would be read wrongly. */
export const LAYOUT_VERSION = 1;

/** Scalar paths of a resource that get columns of their own, the most frequent first. */
export const COLUMNS_MAX = 500;
/** Field paths of a resource that are told apart at all. */
export const FIELDS_MAX = 20_000;
/** Objects nested deeper stay JSON. */
export const DEPTH_MAX = 8;

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'localized' | 'json';

/**
 * Where the values of a field are. `column`: in a column of `_rN`. `rare`: in `_value`, one row an entity. `elements`: in
 * `_value`, a row for each scalar element or filled slot, and one that says that the entity has the field.
 */
export type FieldStorage = 'column' | 'rare' | 'elements';

/** The slot of rows in `_value` that say that an entity has a field; the value is the scalar or the first filled slot. */
export const PRESENCE_SLOT = -1;

export interface FieldRow {
  readonly id: number;
  readonly path: string;
  /** Number of the column; of slotted fields it holds the first filled slot. */
  readonly column: number | null;
  readonly type: FieldType;
  readonly storage: FieldStorage;
  /** Whether its lists are slots of languages: the first filled one is the value. */
  readonly slotted: boolean;
  /** Whether some entity has a list of values here. */
  readonly list: boolean;
  readonly nullable: boolean;
  readonly distinct: number;
  readonly min: string | number | null;
  readonly max: string | number | null;
  /** Up to five values, as JSON. */
  readonly samples: string;
}

export const DDL = [
  'create table _about (name text primary key, value) without rowid',
  `create table _resource (name text primary key, number integer not null, count integer not null,
     projection text, search text not null)`,
  `create table _field (id integer primary key, resource text not null, path text not null, "column" integer,
     type text not null, storage text not null, slotted integer not null, list integer not null, nullable integer not null,
     "distinct" integer not null, min, max, samples text not null, unique (resource, path))`,
  `create table _value (field integer not null, position integer not null, slot integer not null, value,
     primary key (field, position, slot)) without rowid`,
] as const;

const TRUE = new Uint8Array([1]);
const FALSE = new Uint8Array([0]);

export type SqlValue = string | number | bigint | Uint8Array | null;

/** A scalar as SQLite keeps it in a column. Integers beyond a 32-bit word stay integers as far as SQLite has them. */
export function columnValue(value: string | number | boolean): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? numberValue(value) : value;
}

/** A scalar in `_value`: booleans are blobs of one byte there, since numbers may stand beside them. */
export function elementValue(value: string | number | boolean): SqlValue {
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return typeof value === 'number' ? numberValue(value) : value;
}

const INT64 = 2 ** 63;

export function numberValue(value: number): number | bigint {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  return Math.abs(value) < INT64 ? BigInt(value) : value;
}
