// What a presentation says about fields, and the values of entities as their fields mean them: texts by language, values that are
// made of others, references, labels, dates. Pure.

import { dateOf, derivedValue, isDerived, templateFields } from '../../../features/presentation/common/field-values.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { parsePath, pathText } from '../../../kernel/field-path.ts';
import { isObject } from '../../../kernel/is-object.ts';
import { canonicalTag, tagsInOrder } from '../../../kernel/languages.ts';
import { isFilePath } from '../../../kernel/names.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import {
  cacheByPath,
  isFilled,
  isMoment,
  isSlottedText,
  keysOf,
  listTexts,
  momentOf,
  type Slots,
  type Text,
  type TextInLanguage,
  textOf,
  valueAt,
} from './values.ts';

export type Presented = AnswerBody<'GET /api/v1/servers/{server}/catalog/presentation'>['resources'][string];
export type FieldInfo = NonNullable<Presented['fields']>[string];
type Label = NonNullable<FieldInfo['labels']>[string];
/** Of a presentation what is read here. */
export type Fields = Pick<Presented, 'fields' | 'references'>;
type Reference = NonNullable<FieldInfo['references']>[number];

/** An entity with its id, which values may be made of. */
export interface Identified {
  readonly id: string;
  readonly entity: unknown;
}

/** What is known of a field beyond its being there. */
export const fieldAt = ({ fields }: Pick<Fields, 'fields'>, path: string): FieldInfo | undefined =>
  fields !== undefined && Object.hasOwn(fields, path) ? fields[path] : undefined;

/** Paths of a field and of the objects around it. */
const pathsAbove = cacheByPath((path) => {
  const keys = parsePath(path);
  return keys.map((_, at) => pathText(keys.slice(0, at + 1)));
});

/** Whether pages omit a field, or an object around it. */
export const isHidden = (presentation: Pick<Fields, 'fields'>, path: string): boolean =>
  presentation.fields !== undefined && pathsAbove(path).some((one) => fieldAt(presentation, one)?.hidden === true);

/** The presentation without its hidden fields. Title and picture stay, as the publisher chose them for pages. */
export function withoutHidden<P extends Pick<Presented, 'fields' | 'badges' | 'facets' | 'sort' | 'columns'>>(
  presentation: P,
): P {
  const { fields = {} } = presentation;
  if (!Object.values(fields).some(({ hidden }) => hidden)) return presentation;
  const shown = (paths: readonly string[]): string[] =>
    paths.filter((path) => !isHidden(presentation, path.replace(/^-/, '')));
  return {
    ...presentation,
    badges: shown(presentation.badges),
    facets: shown(presentation.facets),
    sort: shown(presentation.sort),
    columns: shown(presentation.columns),
  };
}

// ---- values

/** The value of a field; made of others where its declaration says so, and as a release path where it has a template. */
export function readField(
  presentation: Pick<Fields, 'fields'>,
  { id, entity }: Identified,
  path: string | null,
): unknown {
  const own = valueAt(entity, path);
  const field = path === null ? undefined : fieldAt(presentation, path);
  return field === undefined ? own : madeValue(field, { id, entity }, own);
}

/** The value that a declaration makes of one; the value itself where it makes none. */
export function madeValue(field: FieldInfo, { id, entity }: Identified, own: unknown): unknown {
  if (!isDerived(field)) return own;
  if (field.template === undefined) return own ?? derivedValue(field, id, entity, undefined);
  if (Array.isArray(own)) return own.map((one: unknown) => madeValue(field, { id, entity }, one));
  // Queries answer a path that they made themselves.
  if (typeof own === 'string' && isFilePath(own)) return own;
  return derivedValue(field, id, entity, own ?? undefined) ?? own;
}

/** Other fields that the template of a field is filled with. */
export const placesOf = ({ template = '' }: FieldInfo): readonly string[] => templateFields(template);

/** All values at a path without positions, through the lists on the way. */
export function listAt(entity: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [entity];
  for (const key of segmentsOf(path)) {
    found = found.flatMap((one) =>
      (Array.isArray(one) ? one : [one]).flatMap((item: unknown) =>
        isObject(item) && Object.hasOwn(item, key) ? [Reflect.get(item, key)] : [],
      ),
    );
  }
  return found;
}

const segmentsOf = cacheByPath(parsePath);

// ---- texts

/** Whether a value is an object with a text for each language, as its field says. */
export const isTexts = (value: unknown, field: FieldInfo | undefined): value is object =>
  field?.type === 'localized' && isObject(value);

const ORDERS_KEPT = 2048;
const orders = new BoundedCache<string, readonly string[]>(ORDERS_KEPT);

/** Keys of texts: the reader's language, the page's, then in the order of the snapshot. Of each also another of that language. */
function keysInOrder(keys: readonly string[], { reader, page, locales }: Slots, own: readonly string[]) {
  const name = [reader, page, locales, own, keys].join('|');
  const known = orders.read(name);
  if (known !== undefined) return known;
  const made = tagsInOrder([reader, page ?? reader, ...locales, ...own], keys);
  orders.store(name, made, 1);
  return made;
}

/** Every text of a value that is one in several languages; undefined: it is none. */
export function textsOf(
  value: unknown,
  slots: Slots,
  field: FieldInfo | undefined,
): readonly TextInLanguage[] | undefined {
  if (isSlottedText(value, slots)) return listTexts(value, slots);
  if (!isTexts(value, field)) return undefined;
  const { locales, page, reader } = slots;
  const order = keysInOrder(Object.keys(value), { ...slots, reader: locales[0] ?? page ?? reader, page: undefined }, [
    ...(field?.locales ?? []),
  ]);
  return order.flatMap((key) => {
    const text: unknown = Reflect.get(value, key);
    return isFilled(text) ? [{ text, lang: canonicalTag(key) }] : [];
  });
}

/** The text that a reader gets of a value; undefined when it is no text. */
export function textIn(value: unknown, slots: Slots, field: FieldInfo | undefined): Text | undefined {
  if (!isTexts(value, field)) return textOf(value, slots);
  for (const key of keysInOrder(Object.keys(value), slots, field?.locales ?? [])) {
    const text: unknown = Reflect.get(value, key);
    if (isFilled(text)) return { text, lang: canonicalTag(key) };
  }
  return undefined;
}

/** The label of a value, where its field has one. */
export function labelOfValue(value: unknown, slots: Slots, field: FieldInfo | undefined): Text | undefined {
  const labels = field?.labels;
  if (labels === undefined || (typeof value === 'object' && value !== null)) return undefined;
  const label = Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined;
  return label === undefined ? undefined : sayLabel(label, slots);
}

/** A text, or the one of several that a reader gets. */
export function sayLabel(label: Label, slots: Slots): Text | undefined {
  return typeof label === 'string' ? { text: label } : textIn(label, slots, LOCALIZED);
}

const LOCALIZED: FieldInfo = { type: 'localized' };

/** The text of a field, by its label where the value has one; undefined when it has none. */
export function textAt(
  presentation: Pick<Fields, 'fields'>,
  slots: Slots,
  one: Identified,
  path: string | null,
): Text | undefined {
  if (path === null) return undefined;
  const field = fieldAt(presentation, path);
  const value = readField(presentation, one, path);
  return labelOfValue(value, slots, field) ?? textIn(value, slots, field);
}

// ---- dates

export interface Moment {
  /** In milliseconds. */
  readonly at: number;
  /** Whether it is a day, which is the same everywhere. */
  readonly isDay: boolean;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A year or a month alone is no day. */
const ISO_SHORT = /^\d{4}(?:-\d{2})?$/;

/** The moment of a value as its field writes it; undefined when it is none. */
export function momentIn(value: unknown, slots: Slots, field: FieldInfo | undefined): Moment | undefined {
  const format = field?.type === 'date' ? field.format : undefined;
  let isDay = format === 'yyyymmdd';
  const at = momentOf(
    value,
    slots,
    format === undefined
      ? undefined
      : (one) => {
          if ((typeof one !== 'string' && typeof one !== 'number') || (format === 'iso' && ISO_SHORT.test(String(one))))
            return undefined;
          const moment = dateOf(one, format);
          if (moment === undefined || !isMoment(moment)) return undefined;
          if (format === 'iso') isDay = ISO_DAY.test(String(one));
          return moment;
        },
  );
  return at === undefined ? undefined : { at, isDay };
}

// ---- references

/** What the values of a field refer to, in the order in which it is tried. */
export function referencesAt(presentation: Fields, path: string): readonly Reference[] {
  const declared = fieldAt(presentation, path)?.references;
  if (declared !== undefined) return declared;
  const resource = Object.hasOwn(presentation.references, path) ? presentation.references[path] : undefined;
  return resource === undefined ? [] : [{ resource }];
}

/** Paths of all fields that refer to something. */
export const referencePaths = ({ fields = {}, references }: Fields): readonly string[] => [
  ...new Set([
    ...Object.keys(references),
    ...Object.entries(fields).flatMap(([path, field]) => (field.references === undefined ? [] : [path])),
  ]),
];

/** What values refer to as one text: a resource by its ids, or by one of its keys. No resource has a `?` in its name. */
export const targetOf = ({ resource, key }: Reference): string => (key === undefined ? resource : `${resource}?${key}`);

export function readTarget(target: string): Reference {
  const at = target.indexOf('?');
  return at < 0 ? { resource: target } : { resource: target.slice(0, at), key: target.slice(at + 1) };
}

/** What a page wants names of: ids or keys by target. */
export type Wanted = Map<string, Set<string>>;

/** Wants the names of everything that these values of a field refer to. */
export function wantNames(wanted: Wanted, presentation: Fields, path: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  for (const reference of referencesAt(presentation, path)) {
    const target = targetOf(reference);
    const known = wanted.get(target) ?? new Set();
    for (const key of keys) known.add(key);
    wanted.set(target, known);
  }
}

/** Wants the names of everything that an entity refers to, in lists of objects as well. */
export function wantNamesOf(wanted: Wanted, presentation: Fields, entity: unknown): void {
  for (const path of referencePaths(presentation))
    if (!isHidden(presentation, path)) wantNames(wanted, presentation, path, listAt(entity, path).flatMap(keysOf));
}

/** The name of what a value of a field refers to: of the first resource that has it. */
export function findName<T>(
  names: ReadonlyMap<string, T>,
  presentation: Fields,
  path: string,
  key: string,
): T | undefined {
  for (const reference of referencesAt(presentation, path)) {
    const found = names.get(`${targetOf(reference)}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
