// The tables of a query file (docs/query.md describes them for readers). Names of tables and columns contain only numbers. Names
// that a publisher chose are in rows, and in the names of the readable views.
//
//   _resource  the collections, with the number N of their tables
//   _field     every field path with the place and statistics of its values
//   _rN        one row per entity in catalog order (`position` starts at 1); c1… contain one value each
//   _body      the entities as JSON, equal ones of different collections once
//   _tN        folded text for `q`, which begins with the titles; entities without text have no row
//   _value     values outside of columns: of rare fields, of list elements, of slots of localized texts
//   _element   values of fields of objects in lists: each value once with its places

import type { ValueKind } from '../../presentation/common/described.ts';
import type { DateFormat } from '../../release/snapshot/field-schema.ts';

/** Incremented when older files would be read wrongly. */
export const LAYOUT_VERSION = 3;

/** Maximum number of columns for scalar paths of a resource, the most frequent first. Fields of many long texts have none. */
export const COLUMNS_MAX = 500;
/** Maximum number of field paths of a resource. */
export const FIELDS_MAX = 20_000;
/** Objects nested deeper stay JSON. */
export const DEPTH_MAX = 8;
/** Maximum number of values of all fields of objects in lists of a resource. Fields beyond it are read from the JSON. */
export const ELEMENTS_MAX = 1_000_000;
/** Lists of objects on the way to a field whose values are stored. Fields beyond them are read from the JSON. */
export const LISTS_DEEP_MAX = 2;
/** The rows of field F in `_element` have the ids from F times this on. */
export const ELEMENT_ROWS_MAX = 10_000_000;

/** The condition that a row of `_element` belongs to a field; `id` is the expression of its id. */
export const elementRows = (field: number, id = 'id'): string =>
  `${id} between ${field * ELEMENT_ROWS_MAX} and ${(field + 1) * ELEMENT_ROWS_MAX - 1}`;
/** Maximum number of paths of fields of objects in lists of a resource. */
export const ELEMENT_FIELDS_MAX = 5_000;

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'localized' | 'json';

/**
 * Where the values of a field are. `column`: in a column of `_rN`. `single`: also in a column, for lists of at most one
 * element; an empty blob is an empty list, and other values are encoded as in `_value`. `rare`: in `_value`, one row per
 * entity. `elements`: in `_value`, one row per scalar element or filled slot, and one row that marks that the entity has
 * the field. `nested`: in `_element`, for fields of objects in lists. `scan`: in the JSON alone.
 */
export type FieldStorage = 'column' | 'single' | 'rare' | 'elements' | 'nested' | 'scan';

/**
 * What numbers of places are made of. A place is ((position × outer + index) × inner + index) × slots + slot: the entity, the
 * object in the outer list, the one in the list inside of it, and the slot or the element of a list of scalars. Each of the
 * three is more than the largest index of its list, and 1 where there is no such list.
 */
export type PlaceWidths = readonly [outer: number, inner: number, slots: number];

/** In a column: the entity has an empty list. */
export const NO_ELEMENT = new Uint8Array(0);

/** Slot number of the rows in `_value` that mark that an entity has a field. Their value is the scalar or the first filled slot. */
export const PRESENCE_SLOT = -1;

interface ItemPlaces {
  readonly field: number;
  readonly widths: PlaceWidths;
}

export interface FieldRow {
  readonly id: number;
  readonly path: string;
  /** Number of the column. For localized fields it contains the first filled slot. */
  readonly column: number | null;
  readonly type: FieldType;
  readonly storage: FieldStorage;
  /** Whether its lists are localized values with one slot per language. The first filled slot is the value. */
  readonly slotted: boolean;
  /** Of dates: how the entities write them. Here they are milliseconds. Null for dates in files of layout 2, in milliseconds. */
  readonly format: DateFormat | null;
  /** Of objects with a text for each language: their keys, in the order of slots. */
  readonly locales: readonly string[] | null;
  /** What texts are, beyond being texts. */
  readonly kind: ValueKind | null;
  /** Of fields of objects in lists: the paths of these lists, the outer one first. Null: the field is none. */
  readonly lists: readonly string[] | null;
  /** Of fields with places: what the numbers of places are made of. */
  readonly widths: PlaceWidths | null;
  /** Of lists of objects: under which field `_element` has the places of the objects, and what their numbers are made of. */
  readonly items: ItemPlaces | null;
  /** Bytes of its texts. Null in files of layout 2. */
  readonly bytes: number | null;
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
     projection text, search text not null, bytes integer not null, title text)`,
  `create table _field (id integer primary key, resource text not null, path text not null, "column" integer,
     type text not null, storage text not null, slotted integer not null, list integer not null, nullable integer not null,
     "distinct" integer not null, min, max, samples text not null, format text, locales text, kind text, lists text, widths text, items text,
     bytes integer not null, unique (resource, path))`,
  'create table _body (entity integer primary key, json text not null)',
  `create table _value (field integer not null, position integer not null, slot integer not null, value,
     primary key (field, position, slot)) without rowid`,
  'create table _element (id integer primary key, value, places text not null)',
] as const;

const TRUE = new Uint8Array([1]);
const FALSE = new Uint8Array([0]);

export type SqlValue = string | number | bigint | Uint8Array | null;

/** A scalar as SQLite stores it in a column. Integers stay integers in the range of SQLite. */
export function columnValue(value: string | number | boolean): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? numberValue(value) : value;
}

/** A scalar in `_value`. Booleans are blobs of one byte there, to differ from numbers of the same field. */
export function elementValue(value: string | number | boolean): SqlValue {
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return typeof value === 'number' ? numberValue(value) : value;
}

const INT64 = 2 ** 63;

export function numberValue(value: number): number | bigint {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  return Math.abs(value) < INT64 ? BigInt(value) : value;
}
