// Tests of values of objects in lists as SQL: by the stored places of each value, or in the JSON of the entities where a path
// has more values than are stored. Places are numbers (file-tables.ts), so that divisions lead from a value to its object and
// its entity. The text consists of constants and numbers; keys are bound. Pure.
import { parsePath } from '../../../kernel/field-path.ts';
import { elementRows, type FieldRow, type PlaceWidths } from '../common/file-tables.ts';
import type { Sql } from './sql.ts';

/** What a condition is about: an entity, or an object of a list, whose key is then the number of its place. */
export interface Scope {
  readonly key: 'e.position' | 'x.value';
  /** Number of lists around it. */
  readonly level: 0 | 1 | 2;
  /** Path of the list. */
  readonly prefix: readonly string[];
}

export const ENTITY: Scope = { key: 'e.position', level: 0, prefix: [] };

/** By what the number of a place is divided to get the key of a scope. */
export const divisorOf = (widths: PlaceWidths, level: Scope['level']): number =>
  widths.slice(level).reduce((product, width) => product * width, 1);

const FROM_VALUES = 'from _element v, json_each(v.places) p where';

/** The key of a scope at a place `p` of a field. */
export const keyOfPlace = ({ widths }: FieldRow, level: Scope['level']): string =>
  `p.value / ${divisorOf(widths ?? [1, 1, 1], level)}`;

/** The condition that a row `v` with a place `p` belongs to a field, and to a slot of it. */
export const valuesOf = ({ id, widths }: FieldRow, slot: number | undefined): string =>
  `${elementRows(id, 'v.id')}${slot === undefined ? '' : ` and p.value % ${widths?.[2] ?? 1} = ${slot}`}`;

/** Keys of a scope at which a field has any value. */
export const keysWithValue = (field: FieldRow, { level }: Scope, slot: number | undefined): string =>
  `select ${keyOfPlace(field, level)} ${FROM_VALUES} ${valuesOf(field, slot)}`;

/** Keys of a scope at which a test of `v.value` holds. */
export function keysWhere(field: FieldRow, scope: Scope, slot: number | undefined, { text, values }: Sql): Sql {
  return { text: `${keysWithValue(field, scope, slot)} and ${text}`, values };
}

/**
 * The values at a path in the JSON of an entity, lists on the way taken apart; `y` are the scalars at its end. Of a text for each
 * language these are the texts, or the one of a slot. Objects with fields are no values. Without a test: whether there is any.
 */
export function scan(field: FieldRow, slot: number | undefined, test: ((expression: string) => Sql) | undefined): Sql {
  const locale = slot === undefined ? undefined : field.locales?.[slot];
  const keys = [...parsePath(field.path), ...(locale === undefined ? [] : [locale])];
  const hasTexts = field.locales !== null && locale === undefined;
  const sources = ['_body b', 'json_each(b.json) k1'];
  keys.slice(1).forEach((_, at) => {
    const [key, next] = [`k${at + 1}`, `k${at + 2}`];
    sources.push(
      `json_each(case ${key}.type when 'array' then ${key}.value when 'object' then json_array(json(${key}.value)) else '[]' end) x${at + 1}`,
      `json_each(case x${at + 1}.type when 'object' then x${at + 1}.value else '{}' end) ${next}`,
    );
  });
  const last = `k${keys.length}`;
  const named = keys.map((_, at) => `k${at + 1}.key = ?`).join(' and ');
  if (test === undefined) {
    const isValue = hasTexts ? '' : ` and (${last}.type <> 'object' or ${last}.value = '{}')`;
    return {
      text: `exists (select 1 from ${sources.join(', ')} where b.entity = e.entity and ${named} and ${last}.type <> 'null'${isValue})`,
      values: keys,
    };
  }
  sources.push(
    `json_each(case ${last}.type when 'array' then ${last}.value when 'object' then ${hasTexts ? `${last}.value` : "'[]'"} when 'null' then '[]' when 'true' then '[true]' when 'false' then '[false]' else json_array(${last}.atom) end) y`,
  );
  const value = "(case y.type when 'true' then x'01' when 'false' then x'00' else y.atom end)";
  const { text, values } = test(value);
  return {
    text: `exists (select 1 from ${sources.join(', ')} where b.entity = e.entity and ${named} and ${text})`,
    values: [...keys, ...values],
  };
}
