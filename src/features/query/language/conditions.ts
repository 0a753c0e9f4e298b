// Conditions of a query as SQL: terms of `q` and filters. The text of a condition consists of constants of this file and of the
// numbers of tables, columns and fields. Input of the caller is only bound as values. Pure.

import { MalformedText, pathText } from '../../../kernel/field-path.ts';
import { dateOf } from '../../presentation/common/field-values.ts';
import { type FieldRow, numberValue, PRESENCE_SLOT, type SqlValue } from '../common/file-tables.ts';
import { searchTerms } from '../common/fold.ts';
import { invalid } from './fault.ts';
import { type Filter, parseFilter } from './filter.ts';
import { type FoundField, type QueriedResource, requireField } from './queried-resource.ts';

/** A fragment of SQL with its bound values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** A condition. A facet ignores the filters with its own path. */
export interface Condition extends Sql {
  readonly path: string | undefined;
}

/** The conditions of a search and of filters. Throws QueryFault. */
export function planConditions(
  resource: QueriedResource,
  q: string | undefined,
  filters: readonly string[],
): readonly Condition[] {
  const searched = q === undefined ? [] : [planSearch(resource, q)];
  const filtered = filters.map((text) => reading('filter', () => parseFilter(text)));
  return [...searched, ...filtered.map((filter) => planFilter(resource, filter))];
}

/**
 * Selects one text: for each entity in catalog order as many digits as there are conditions, 1 if it holds. One scan and one
 * row cost less than a row for each entity.
 */
export function planMasks(resource: QueriedResource, conditions: readonly Condition[]): Sql {
  const digits = conditions.map(({ text }) => `((${text}) is true)`).join(' || ');
  return {
    text: `select group_concat(n.value, '') as value from (select ${digits} as value from _r${resource.number} e order by e.position) n`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The conditions as one `where`. */
export function joinConditions(conditions: readonly Condition[], first = ' where '): Sql {
  if (conditions.length === 0) return { text: '', values: [] };
  return {
    text: `${first}${conditions.map(({ text }) => `(${text})`).join(' and ')}`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function planSearch({ number }: QueriedResource, q: string): Condition {
  const terms = searchTerms(q);
  if (terms.length === 0) throw invalid('q');
  const holds = terms.map(() => 'instr(t.text, ?) > 0').join(' and ');
  return {
    path: undefined,
    text: `e.position in (select t.position from _t${number} t where ${holds})`,
    values: terms,
  };
}

// ---- filters

/** The single value of a field; for a localized field the first filled slot. */
export function scalarExpression({ field, slot, fallback }: FoundField): string {
  if (fallback !== undefined) return fallbackExpression(field.id, fallback);
  if (slot === undefined && field.column !== null) return `e.c${field.column}`;
  return `(select v.value from _value v where v.field = ${field.id} and v.position = e.position
    and v.slot = ${slot ?? PRESENCE_SLOT})`;
}

/** The first filled text in an order of slots. */
function fallbackExpression(field: number, slots: readonly number[]): string {
  const ranks = slots.map((slot, rank) => `when ${slot} then ${rank}`).join(' ');
  return `(select v.value from _value v where v.field = ${field} and v.position = e.position and v.slot in (${slots.join(', ')})
    and v.value <> '' order by case v.slot ${ranks} end limit 1)`;
}

function planFilter(resource: QueriedResource, filter: Filter): Condition {
  const found = requireField(resource, filter.path);
  const { operator, values } = filter;
  const path = pathText(filter.path);
  if (operator === '=' || operator === '!=') {
    const equals = planEquals(found, values);
    return operator === '=' ? { ...equals, path } : { ...equals, path, text: `not (${equals.text})` };
  }
  const [value] = values;
  if (value === undefined || value === null) throw invalid('filter');
  return { ...planTest(found, (expression) => compare(found.field, expression, operator, value)), path };
}

/** Never null: absence is a value here. */
function planEquals(found: FoundField, values: readonly (string | null)[]): Sql {
  const wanted = values.filter((value) => value !== null).flatMap((value) => equalValues(found.field, value));
  const parts: Sql[] = [];
  if (values.includes(null)) parts.push(planAbsent(found));
  if (wanted.length > 0) {
    const marks = wanted.map(() => '?').join(', ');
    const test = planTest(found, (expression) => ({ text: `${expression} in (${marks})`, values: wanted }));
    parts.push({ text: `ifnull(${test.text}, 0)`, values: test.values });
  }
  // No field of this type can have this value, so nothing is equal to it.
  if (parts.length === 0) return { text: '0', values: [] };
  return { text: parts.map(({ text }) => text).join(' or '), values: parts.flatMap((part) => part.values) };
}

export function planAbsent(found: FoundField): Sql {
  const { field, slot, fallback } = found;
  if (fallback !== undefined) return { text: `${scalarExpression(found)} is null`, values: [] };
  if (slot === undefined && isInColumn(field)) return { text: `e.c${field.column} is null`, values: [] };
  return {
    text: `e.position not in (select v.position from _value v where v.field = ${field.id} and v.slot = ${slot ?? PRESENCE_SLOT})`,
    values: [],
  };
}

/** Whether a column contains all values of a field. */
const isInColumn = ({ storage }: FieldRow): boolean => storage === 'column' || storage === 'single';

/** A test of the field's value, or of any of its elements. */
function planTest(found: FoundField, test: (expression: string) => Sql): Sql {
  const { field, slot, fallback } = found;
  if (fallback !== undefined) return test(scalarExpression(found));
  if (slot === undefined && isInColumn(field)) return test(`e.c${field.column}`);
  const { text, values } = test('v.value');
  const slots =
    slot !== undefined
      ? `v.slot = ${slot}`
      : field.storage === 'rare'
        ? `v.slot = ${PRESENCE_SLOT}`
        : `v.slot > ${PRESENCE_SLOT}`;
  return {
    text: `e.position in (select v.position from _value v where v.field = ${field.id} and ${slots} and ${text})`,
    values,
  };
}

/** Values of a field of this type that a text can be equal to. Throws if there are none. */
function equalValues(field: FieldRow, text: string): readonly SqlValue[] {
  switch (field.type) {
    case 'string':
    case 'localized':
      return [text];
    case 'number':
      return [requireNumber(text)];
    case 'date':
      return [requireDate(text, field)];
    case 'boolean':
      return [requireBoolean(field, text)];
    case 'json': {
      const number = parseNumber(text);
      const boolean = parseBoolean(text);
      return [
        text,
        ...(number === undefined ? [] : [number]),
        ...(boolean === undefined ? [] : [new Uint8Array([boolean ? 1 : 0])]),
      ];
    }
  }
}

function compare(field: FieldRow, expression: string, operator: Filter['operator'], text: string): Sql {
  const { type } = field;
  if (operator === '~') {
    if (type !== 'string' && type !== 'localized' && type !== 'json') throw invalid('filter');
    return {
      text: `typeof(${expression}) = 'text' and instr(lower(${expression}), ?) > 0`,
      values: [lowerAscii(text)],
    };
  }
  const order = ORDERS[operator];
  if (order === undefined) throw invalid('filter');
  const asText: Sql = { text: `typeof(${expression}) = 'text' and ${expression} ${order} ?`, values: [text] };
  const asNumber = (number: SqlValue): Sql => ({
    text: `typeof(${expression}) in ('integer', 'real') and ${expression} ${order} ?`,
    values: [number],
  });
  switch (type) {
    case 'string':
    case 'localized':
      return asText;
    case 'number':
      return asNumber(requireNumber(text));
    case 'date':
      return asNumber(requireDate(text, field));
    case 'boolean':
      throw invalid('filter');
    case 'json': {
      const number = parseNumber(text);
      if (number === undefined) return asText;
      const other = asNumber(number);
      return { text: `(${asText.text} or ${other.text})`, values: [...asText.values, ...other.values] };
    }
  }
}

/** SQL of the comparison operators. */
const ORDERS: Readonly<Partial<Record<Filter['operator'], string>>> = { '>': '>', '<': '<', '>=': '>=', '<=': '<=' };

/** Lower case like SQLite's `lower`: ASCII letters only. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INT64_MAX = 2n ** 63n - 1n;

/** The number in a text, exact in the range of SQLite. */
function parseNumber(text: string): number | bigint | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (/^-?\d{16,19}$/.test(text) && !Number.isSafeInteger(number)) {
    const whole = BigInt(text);
    if (whole <= INT64_MAX && whole >= -INT64_MAX) return whole;
  }
  return Number.isFinite(number) ? numberValue(number) : undefined;
}

function requireNumber(text: string): number | bigint {
  const number = parseNumber(text);
  if (number === undefined) throw invalid('filter');
  return number;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A moment in milliseconds: of ISO 8601, else as the entities write it. */
function requireDate(text: string, { format }: FieldRow): number | bigint {
  if (!ISO_DATE.test(text)) {
    const number = requireNumber(text);
    if (format === null || format === 'ms' || format === 'iso') return number;
    const at = dateOf(text, format);
    if (at === undefined) throw invalid('filter');
    return at;
  }
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  const at = Date.parse(text);
  // An invalid day would become one of the next month.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (!isDay || Number.isNaN(at)) throw invalid('filter');
  return at;
}

function parseBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function requireBoolean(field: FieldRow, text: string): SqlValue {
  const value = parseBoolean(text);
  if (value === undefined) throw invalid('filter');
  return field.storage === 'column' ? Number(value) : new Uint8Array([Number(value)]);
}

/** Runs a parser; a syntax error is a fault of the parameter. */
export function reading<T>(parameter: 'filter' | 'sort' | 'facet', parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MalformedText) throw invalid(parameter);
    throw error;
  }
}
