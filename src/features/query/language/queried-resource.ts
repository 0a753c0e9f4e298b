// A resource of a query file as a query sees it: its tables by number and its fields by path. Pure.

import { parsePath, pathText } from '../../../kernel/field-path.ts';
import { matchLocale } from '../../../kernel/languages.ts';
import type { FieldDeclaration } from '../../release/snapshot/field-schema.ts';
import type { FieldRow } from '../common/file-tables.ts';
import { QueryFault } from './fault.ts';
import { ID_PATH } from './filter.ts';

export interface QueriedResource {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  /** Top-level fields of an entity if a query names none; null: the whole entity. */
  readonly projection: readonly string[] | null;
  readonly fields: ReadonlyMap<string, FieldRow>;
  /** Paths of objects with fields. */
  readonly objects: ReadonlySet<string>;
  /** Paths of lists of objects. */
  readonly lists: ReadonlySet<string>;
  /** Languages of slots and of texts, in the order of the snapshot. */
  readonly locales: readonly string[];
  /** What the publisher declares about fields, by path. */
  readonly declared: ReadonlyMap<string, FieldDeclaration>;
  /** Version of the layout of its file. */
  readonly layout: number;
  /** Bytes of all entities. Null in files of layout 2. */
  readonly bytes: number | null;
}

/** The id of an entity, as if it was a field. */
const ID_FIELD: FieldRow = {
  ...{ id: 0, path: '_id', column: null, type: 'string', storage: 'column', slotted: false, format: null },
  ...{ locales: null, kind: null, lists: null, widths: null, items: null, bytes: null, list: false, nullable: false },
  ...{ distinct: 0, min: null, max: null, samples: '[]' },
};

/** The expression of the column of a field. */
export const columnOf = (field: FieldRow): string => (field === ID_FIELD ? 'e.id' : `e.c${field.column}`);

/** A field, one slot of a localized field, or its text in a language. */
export interface FoundField {
  readonly field: FieldRow;
  readonly slot: number | undefined;
  /** Slots in the order in which the first text is taken; undefined: the field has its own value. */
  readonly fallback?: readonly number[];
}

/** Paths of all lists of objects of these fields. */
export function listPaths(fields: Iterable<FieldRow>): ReadonlySet<string> {
  const lists = new Set<string>();
  for (const field of fields) {
    for (const list of field.lists ?? []) lists.add(list);
  }
  return lists;
}

/** The languages that a resource has texts in. */
export function languagesOf({ locales, fields }: Pick<QueriedResource, 'locales' | 'fields'>): readonly string[] {
  return [...new Set([...locales, ...[...fields.values()].flatMap((field) => field.locales ?? [])])];
}

/** Paths of all objects above these fields. */
export function objectPaths(fields: Iterable<string>): ReadonlySet<string> {
  const objects = new Set<string>();
  for (const field of fields) {
    const segments = parsePath(field);
    for (let length = 1; length < segments.length; length++) objects.add(pathText(segments.slice(0, length)));
  }
  return objects;
}

/** The field at a path. Throws QueryFault `unknown_field`. */
export function requireField(resource: QueriedResource, segments: readonly string[]): FoundField {
  const found = findField(resource, segments);
  if (found === undefined) throw new QueryFault({ code: 'unknown_field', path: pathText(segments) });
  return found;
}

export function findField(resource: QueriedResource, segments: readonly string[]): FoundField | undefined {
  if (segments === ID_PATH) return { field: ID_FIELD, slot: undefined };
  const field = resource.fields.get(pathText(segments));
  if (field !== undefined) return { field, slot: undefined };
  const last = segments.at(-1) ?? '';
  const parent = segments.length < 2 ? undefined : resource.fields.get(pathText(segments.slice(0, -1)));
  const slot = parent?.locales?.indexOf(last) ?? -1;
  if (parent !== undefined && slot >= 0) return { field: parent, slot };
  if (parent?.slotted && parent.locales === null && /^(0|[1-9]\d?)$/.test(last))
    return { field: parent, slot: Number(last) };
  return findText(resource, segments);
}

const TEXT_IN_LANGUAGE = /^(.+)@([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)$/;

/** The languages of a field's slots. */
export const localesOf = (
  { locales: usual }: Pick<QueriedResource, 'locales'>,
  { locales }: FieldRow,
): readonly string[] => locales ?? usual;

/** The key of a path and the language of its text, of a last key such as `name@en`. */
export function splitText(key: string): { readonly name: string; readonly locale: string } | undefined {
  const [, name, locale] = TEXT_IN_LANGUAGE.exec(key) ?? [];
  return name === undefined || locale === undefined ? undefined : { name, locale };
}

/** Slots in the order in which a reader of a language takes the first text: the language, then the order of the snapshot. */
export function slotOrder(locales: readonly string[], wanted: string): readonly number[] {
  const first = locales.indexOf(matchLocale(wanted, locales) ?? '');
  const others = locales.map((_, at) => at).filter((at) => at !== first);
  return first < 0 ? others : [first, ...others];
}

/** Where a localized value has the texts of slots: keys of its object, or positions in its list. */
export function slotKeys(resource: QueriedResource, field: FieldRow, slots: readonly number[]): readonly string[] {
  const keys = field.locales ?? localesOf(resource, field).map((_, at) => String(at));
  return slots.map((slot) => keys[slot] ?? '');
}

function findText(resource: QueriedResource, segments: readonly string[]): FoundField | undefined {
  const text = splitText(segments.at(-1) ?? '');
  if (text === undefined) return undefined;
  const field = resource.fields.get(pathText([...segments.slice(0, -1), text.name]));
  if (field?.type !== 'localized' || field.lists !== null) return undefined;
  return { field, slot: undefined, fallback: slotOrder(localesOf(resource, field), text.locale) };
}
