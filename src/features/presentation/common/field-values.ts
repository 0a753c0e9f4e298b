// Values as their field means them: dates as milliseconds, numbers that are written as texts, references and files of a
// template. Items keep what the publisher wrote; filters, sorting and pages use these. Pure.
import { parsePath, readPath } from '../../../kernel/field-path.ts';
import { isObject } from '../../../kernel/is-object.ts';
import { canonicalTag } from '../../../kernel/languages.ts';
import { isFilePath, isReleasePath } from '../../../kernel/names.ts';
import type { DateFormat, FieldDeclaration } from '../../release/snapshot/field-schema.ts';

const SECOND_MS = 1000;
const DAY = /^(\d{4})(\d{2})(\d{2})$/;

/** A date in milliseconds since 1970; undefined: the value is none of this format. */
export function dateOf(value: unknown, format: DateFormat): number | undefined {
  switch (format) {
    case 'ms':
    case 's': {
      const number = numberOf(value);
      return number === undefined ? undefined : Math.round(format === 's' ? number * SECOND_MS : number);
    }
    case 'iso': {
      const at = typeof value === 'string' ? Date.parse(hasTimeWithoutZone(value) ? `${value}Z` : value) : Number.NaN;
      return Number.isNaN(at) ? undefined : at;
    }
    case 'yyyymmdd': {
      const [, year, month, day] = DAY.exec(String(value)) ?? [];
      const at = Date.parse(`${year}-${month}-${day}`);
      return Number.isNaN(at) ? undefined : at;
    }
  }
}

/** ISO 8601 leaves open where a time without a zone is; here it is in UTC, wherever the service runs. */
const hasTimeWithoutZone = (text: string): boolean => /\d[T ]\d/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text);

/** The number of a value, also of one that is written as a text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const PLACE = /\{([^{}]*)\}/g;

/** The field of a place in a template, and the form of its text. The empty name is the value itself. */
function readPlace(place: string): { readonly name: string; readonly form: string | undefined } {
  const [, name = '', form] = /^(.*?)(?::(lower|upper))?$/.exec(place) ?? [];
  return { name, form };
}

/** Paths of other fields that a template is filled with. */
export const templateFields = (template: string): readonly string[] =>
  [...template.matchAll(PLACE)]
    .map(([, place = '']) => readPlace(place).name)
    .filter((name) => name !== '' && name !== 'id');

/** The release path that a template makes of a value; undefined: a part is missing, or it leads out of the release. */
export function fillTemplate(template: string, id: string, entity: unknown, value: unknown): string | undefined {
  let isWhole = true;
  const path = template.replace(PLACE, (_, place: string) => {
    const { name, form } = readPlace(place);
    const found = name === '' ? value : name === 'id' ? id : readPath(entity, parsePath(name));
    if (found === undefined || found === null || found === '' || typeof found === 'object') isWhole = false;
    const text = String(found);
    return form === 'lower' ? text.toLowerCase() : form === 'upper' ? text.toUpperCase() : text;
  });
  const plain = path.replace(/^\/+/, '');
  return isWhole && isReleasePath(plain) && isFilePath(plain) ? plain : undefined;
}

/** The texts by language that are where a declaration says, such as `translations.{tag}.common`. */
function gatherTexts(entity: unknown, path: string): Readonly<Record<string, string>> | undefined {
  const [before = '', after = ''] = path.split('{tag}');
  const objects = readPath(entity, before === '' ? [] : parsePath(before.replace(/\.$/, '')));
  if (typeof objects !== 'object' || objects === null) return undefined;
  const rest = after === '' ? [] : parsePath(after.replace(/^\./, ''));
  const texts = Object.entries(objects).flatMap(([tag, value]): [string, string][] => {
    const text = readPath(value, rest);
    return typeof text === 'string' && text !== '' ? [[canonicalTag(tag), text]] : [];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/**
 * The value of a field that is made of others: a file by a template, or texts by language. Undefined if the declaration makes
 * none, or the entity lacks a part.
 */
export function derivedValue(
  { type, template, path }: FieldDeclaration,
  id: string,
  entity: unknown,
  value: unknown,
): unknown {
  if (type === 'localized' && path !== undefined) return gatherTexts(entity, path);
  if (template === undefined || (value !== undefined && typeof value === 'object')) return undefined;
  return fillTemplate(template, id, entity, value);
}

/** A field that is made of others. */
export interface DerivedField {
  readonly segments: readonly string[];
  readonly declaration: FieldDeclaration;
}

/** The declared fields that are made of others. */
export const derivedFields = (fields: ReadonlyMap<string, FieldDeclaration>): readonly DerivedField[] =>
  [...fields].flatMap(([path, declaration]) =>
    isDerived(declaration) ? [{ segments: parsePath(path), declaration }] : [],
  );

/**
 * The entity with its derived fields, as queries and pages see it. A template beside a value says where its file is, and makes
 * a field only where there is none; texts that stand elsewhere replace what stands at their path.
 */
export function withDerived(fields: readonly DerivedField[], id: string, entity: unknown): unknown {
  return fields.reduce((whole, { segments, declaration }) => {
    const own = readPath(entity, segments);
    if (declaration.path === undefined && own !== undefined && own !== null) return whole;
    const value = derivedValue(declaration, id, entity, undefined);
    return value === undefined && declaration.path === undefined ? whole : withValue(whole, segments, value);
  }, entity);
}

/** The value with another one at a path; undefined takes it away. Own properties are defined, so that no key is special. */
export function withValue(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const members = isObject(whole) ? Object.entries(whole) : [];
  const known = members.find(([name]) => name === key)?.[1];
  const own = withValue(known, rest, value);
  const others = members.filter(([name]) => name !== key);
  return Object.fromEntries(own === undefined ? others : [...others, [key, own]]);
}

/** Whether a declaration makes values of others. */
export const isDerived = ({ type, template, path }: FieldDeclaration): boolean =>
  template !== undefined || (type === 'localized' && path !== undefined);
