// Conditions of a query as SQL: terms of `q`, filters and `where`. The text of a condition consists of constants of this file
// and of the numbers of tables, columns and fields. Input of the caller is only bound as values. Pure, but for the ids of
// referred entities, which the caller of the plan reads.

import { MalformedText, pathText } from '../../../kernel/field-path.ts';
import { dateOf } from '../../presentation/common/field-values.ts';
import type { ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';
import { elementRows, type FieldRow, numberValue, PRESENCE_SLOT, type SqlValue } from '../common/file-tables.ts';
import { readSearch, type Search } from '../common/fold.ts';
import { divisorOf, ENTITY, keysWhere, keysWithValue, type Scope, scan } from './elements.ts';
import { invalid, type Part, QueryFault, type QueryParameter } from './fault.ts';
import { askedPath, type Filter, type FilterValue, parseFilter } from './filter.ts';
import { columnOf, type FoundField, findField, type QueriedResource, requireField } from './queried-resource.ts';
import type { Sql } from './sql.ts';
import { type Binding, type Comparison, type Expression, parseWhere } from './where.ts';

/** A condition. A facet ignores the filters with its own path. */
export interface Condition extends Sql {
  readonly path: string | undefined;
  /** What it searches the texts for. */
  readonly search?: Search;
}

/** What fields of a resource refer to. */
export interface References {
  readonly byPath: ReadonlyMap<string, readonly ReferenceDeclaration[]>;
  /** Texts by which the entities of the resource that meet a condition are referred to. Throws QueryFault if they are many. */
  readTexts(reference: ReferenceDeclaration, condition: (target: QueriedResource) => Sql): readonly string[];
}

export const NO_REFERENCES: References = { byPath: new Map(), readTexts: () => [] };

interface Asked {
  readonly q: string | undefined;
  readonly filter: readonly string[];
  readonly where?: string | undefined;
  readonly listed?: string | undefined;
  readonly unlisted?: string | undefined;
}

/** More work than this is refused before it begins. */
const SCANNED_BYTES_MAX = 512 * 1024 * 1024;
/** Of a text of a field whose length is not known. */
const TEXT_BYTES = 64;

/** The conditions of a search, of filters and of `where`. Throws QueryFault. */
export function planConditions(
  resource: QueriedResource,
  { q, filter, where, listed, unlisted }: Asked,
  references: References = NO_REFERENCES,
): readonly Condition[] {
  const planner = new ConditionPlanner(resource, references);
  const searched = q === undefined ? [] : [planSearch(resource, q)];
  const filtered = filter.map((text) => {
    const part: Part = { parameter: 'filter', text };
    const { path, ...test } = reading('filter', text, () => parseFilter(text));
    return { ...planner.planComparison(ENTITY, { kind: 'compare', path, ...test, part }), path: askedPath(path) };
  });
  const joined = where === undefined ? [] : [{ ...planner.planExpression(ENTITY, parseWhere(where)), path: undefined }];
  if (planner.scannedBytes > SCANNED_BYTES_MAX) {
    const mebibytes = Math.ceil(planner.scannedBytes / 1024 ** 2);
    throw new QueryFault({
      code: 'query_too_expensive',
      reason: `the query would scan about ${mebibytes} MiB of text; at most 512 MiB are scanned`,
    });
  }
  const named = [
    ...(listed === undefined ? [] : [planListed('in', listed)]),
    ...(unlisted === undefined ? [] : [planListed('not in', unlisted)]),
  ];
  return [...searched, ...filtered, ...joined, ...named];
}

/** Whether an entity is one of a list, whose ids are one value: a JSON array. */
const planListed = (operator: 'in' | 'not in', ids: string): Condition => ({
  path: undefined,
  text: `e.id ${operator} (select n.value from json_each(?) n)`,
  values: [ids],
});

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

/** The condition that a row `t` has all terms of a search. */
export const holdsTerms = (terms: readonly string[]): string => terms.map(() => 'instr(t.text, ?) > 0').join(' and ');

function planSearch({ number, layout }: QueriedResource, q: string): Condition {
  const search = readSearch(q, layout);
  const { terms } = search;
  if (terms.length === 0) throw invalid({ parameter: 'q', text: q }, 'it has no term');
  return {
    path: undefined,
    text: `e.position in (select t.position from _t${number} t where ${holdsTerms(terms)})`,
    values: terms,
    search,
  };
}

// ---- values of fields

/** The single value of a field; for a localized field the first filled slot. */
export function scalarExpression({ field, slot, fallback }: FoundField): string {
  if (fallback !== undefined) return fallbackExpression(field.id, fallback);
  if (slot === undefined && (isInColumn(field) || field.column !== null)) return columnOf(field);
  return `(select v.value from _value v where v.field = ${field.id} and v.position = e.position
    and v.slot = ${slot ?? PRESENCE_SLOT})`;
}

/** The first filled text in an order of slots. */
function fallbackExpression(field: number, slots: readonly number[]): string {
  const ranks = slots.map((slot, rank) => `when ${slot} then ${rank}`).join(' ');
  return `(select v.value from _value v where v.field = ${field} and v.position = e.position and v.slot in (${slots.join(', ')})
    and v.value <> '' order by case v.slot ${ranks} end limit 1)`;
}

/** Whether a column contains all values of a field. */
const isInColumn = ({ storage }: FieldRow): boolean => storage === 'column' || storage === 'single';

export function planAbsent(found: FoundField, scope: Scope = ENTITY): Sql {
  const { field, slot, fallback } = found;
  if (field.storage === 'nested') {
    return { text: `${scope.key} not in (${keysWithValue(field, scope, slot)})`, values: [] };
  }
  if (field.storage === 'scan') {
    const any = scan(field, slot, undefined);
    return { text: `not ${any.text}`, values: any.values };
  }
  if (fallback !== undefined) return { text: `${scalarExpression(found)} is null`, values: [] };
  if (slot === undefined && isInColumn(field)) return { text: `${columnOf(field)} is null`, values: [] };
  return {
    text: `e.position not in (select v.position from _value v where v.field = ${field.id} and v.slot = ${slot ?? PRESENCE_SLOT})`,
    values: [],
  };
}

/** A test of the field's value, or of any of its elements. */
function planTest(found: FoundField, scope: Scope, test: (expression: string) => Sql): Sql {
  const { field, slot, fallback } = found;
  if (field.storage === 'nested') {
    const keys = keysWhere(field, scope, slot, test('v.value'));
    return { text: `${scope.key} in (${keys.text})`, values: keys.values };
  }
  if (field.storage === 'scan') return scan(field, slot, test);
  if (fallback !== undefined) return test(scalarExpression(found));
  if (slot === undefined && isInColumn(field)) return test(columnOf(field));
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

const either = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' or '),
  values: parts.flatMap(({ values }) => values),
});

const NEVER: Sql = { text: '0', values: [] };

// ---- comparisons

class ConditionPlanner {
  readonly #resource: QueriedResource;
  readonly #references: References;
  /** Estimate of the text that the conditions read. */
  scannedBytes = 0;

  constructor(resource: QueriedResource, references: References) {
    this.#resource = resource;
    this.#references = references;
  }

  planExpression(scope: Scope, expression: Expression): Sql {
    switch (expression.kind) {
      case 'compare':
        return this.planComparison(scope, expression);
      case 'bind':
        return this.#planBinding(scope, expression);
      case 'not': {
        const { text, values } = this.planExpression(scope, expression.of);
        return { text: `not (${text})`, values };
      }
      case 'and':
      case 'or': {
        const parts = expression.of.map((part) => this.planExpression(scope, part));
        return {
          text: parts.map(({ text }) => `(${text})`).join(` ${expression.kind} `),
          values: parts.flatMap(({ values }) => values),
        };
      }
    }
  }

  /** Never null: absence is a value here. */
  planComparison(scope: Scope, comparison: Comparison): Sql {
    if (comparison.operator === '!=') {
      const { text, values } = this.planComparison(scope, { ...comparison, operator: '=' });
      return { text: `not (${text})`, values };
    }
    const full = scope.level === 0 ? comparison.path : [...scope.prefix, ...comparison.path];
    const found = findField(this.#resource, full);
    if (found === undefined) {
      const referred = this.#planReferred(scope, full, comparison);
      if (referred !== undefined) return referred;
      throw new QueryFault({ code: 'unknown_field', path: pathText(full) });
    }
    this.#requireInScope(found.field, scope, comparison.part);
    this.#count(found.field, comparison);
    return planFound(found, scope, comparison);
  }

  /** Holds for one object of the list. */
  #planBinding(scope: Scope, { path, of, part }: Binding): Sql {
    const own = [...scope.prefix, ...path];
    const { field } = requireField(this.#resource, own);
    const name = pathText(path);
    if (field.storage === 'scan') throw invalid(part, `${name} is read from the JSON, where brackets bind nothing`);
    if (field.items === null) {
      const isDeeper = this.#resource.lists.has(pathText(own));
      throw invalid(part, isDeeper ? `${name} is inside of two lists already` : `${name} is not a list of objects`);
    }
    this.#requireInScope(field, scope, part);
    const level = (field.lists?.length ?? 0) === 0 ? 1 : 2;
    const inner = this.planExpression({ key: 'x.value', level, prefix: own }, of);
    const key = `x.value / ${divisorOf(field.items.widths, scope.level)}`;
    const from = `from _element u, json_each(u.places) x where ${elementRows(field.items.field, 'u.id')}`;
    return { text: `${scope.key} in (select ${key} ${from} and (${inner.text}))`, values: inner.values };
  }

  /** Fields inside of brackets belong to the objects of that list. */
  #requireInScope({ lists, storage, path }: FieldRow, { level, prefix }: Scope, part: Part): void {
    if (level === 0) return;
    if (storage === 'scan') throw invalid(part, `${path} is read from the JSON, where brackets bind nothing`);
    if (lists?.[level - 1] !== pathText(prefix)) throw invalid(part, `${path} is in no object of this list`);
  }

  /** A field of the entity that a field refers to. */
  #planReferred(scope: Scope, path: readonly string[], comparison: Comparison): Sql | undefined {
    for (let length = path.length - 1; length > 0; length--) {
      const source = path.slice(0, length);
      const references = this.#references.byPath.get(pathText(source));
      const found = references && findField(this.#resource, source);
      if (references === undefined || found === undefined) continue;
      this.#requireInScope(found.field, scope, comparison.part);
      const rest = path.slice(length);
      const holds = (values: readonly FilterValue[], isNegated: boolean): Sql => {
        const texts = references.flatMap((reference) =>
          this.#references.readTexts(reference, (target) => {
            const own = findField(target, rest);
            if (own === undefined) throw new QueryFault({ code: 'unknown_field', path: pathText(path) });
            this.#count(own.field, comparison);
            const sql = planFound(own, ENTITY, { ...comparison, values });
            return isNegated ? { ...sql, text: `not (${sql.text})` } : sql;
          }),
        );
        const bound = JSON.stringify(texts);
        return planTest(found, scope, (expression) => ({
          text: `ifnull(cast(${expression} as text) in (select j.value from json_each(?) j), 0)`,
          values: [bound],
        }));
      };
      const wanted = comparison.values.filter((value) => value !== null);
      const parts = wanted.length === 0 ? [] : [holds(wanted, false)];
      // Absent is what no referred entity has.
      if (wanted.length < comparison.values.length) {
        const { text, values } = holds([null], true);
        parts.push({ text: `not (${text})`, values });
      }
      return either(parts);
    }
    return undefined;
  }

  #count(field: FieldRow, { operator, values }: Comparison): void {
    const { count, bytes } = this.#resource;
    if (field.storage === 'scan') this.scannedBytes += bytes ?? count * TEXT_BYTES;
    else if (operator === '~' && values.length > 0) this.scannedBytes += field.bytes ?? count * TEXT_BYTES;
  }
}

function planFound(found: FoundField, scope: Scope, { operator, values, part }: Comparison): Sql {
  if (operator === '=' || operator === '!=') return planEquals(found, scope, values, part);
  const [value] = values;
  if (value === undefined || value === null) throw invalid(part, 'absence has no order');
  const test = planTest(found, scope, (expression) => compare(found.field, expression, operator, value, part));
  return { text: `ifnull(${test.text}, 0)`, values: test.values };
}

function planEquals(found: FoundField, scope: Scope, values: readonly FilterValue[], part: Part): Sql {
  const wanted = values.filter((value) => value !== null).flatMap((value) => equalValues(found.field, value, part));
  const parts: Sql[] = [];
  if (values.includes(null)) parts.push(planAbsent(found, scope));
  if (wanted.length > 0) {
    const marks = wanted.map(() => '?').join(', ');
    const test = planTest(found, scope, (expression) => ({ text: `${expression} in (${marks})`, values: wanted }));
    parts.push({ text: `ifnull(${test.text}, 0)`, values: test.values });
  }
  // No field of this type can have this value, so nothing is equal to it.
  return parts.length === 0 ? NEVER : either(parts);
}

/** Values of a field of this type that a value can be equal to. Throws if there are none. */
function equalValues(field: FieldRow, { text, kind }: NonNullable<FilterValue>, part: Part): readonly SqlValue[] {
  switch (field.type) {
    case 'string':
    case 'localized':
      return [text];
    case 'number':
      return [requireNumber(field, text, part)];
    case 'date':
      return [requireDate(text, field, part)];
    case 'boolean':
      return [requireBoolean(field, text, part)];
    case 'json': {
      const number = kind === 'any' || kind === 'number' ? parseNumber(text) : undefined;
      const boolean = kind === 'any' || kind === 'boolean' ? parseBoolean(text) : undefined;
      return [
        ...(kind === 'any' || kind === 'text' ? [text] : []),
        ...(number === undefined ? [] : [number]),
        ...(boolean === undefined ? [] : [new Uint8Array([boolean ? 1 : 0])]),
      ];
    }
  }
}

function compare(
  field: FieldRow,
  expression: string,
  operator: Filter['operator'],
  { text, kind }: NonNullable<FilterValue>,
  part: Part,
): Sql {
  const { type } = field;
  if (operator === '~' || operator === '^=') {
    if (type !== 'string' && type !== 'localized' && type !== 'json') {
      throw invalid(part, `${field.path} is a ${type}; ${operator} is for texts`);
    }
    const lower = lowerAscii(text);
    return operator === '~'
      ? { text: `typeof(${expression}) = 'text' and instr(lower(${expression}), ?) > 0`, values: [lower] }
      : {
          text: `typeof(${expression}) = 'text' and lower(substr(${expression}, 1, ?)) = ?`,
          values: [[...text].length, lower],
        };
  }
  const order = ORDERS[operator];
  if (order === undefined) throw invalid(part, `${operator} compares no order`);
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
      return asNumber(requireNumber(field, text, part));
    case 'date':
      return asNumber(requireDate(text, field, part));
    case 'boolean':
      throw invalid(part, `${field.path} is a boolean, which has no order`);
    case 'json': {
      const number = kind === 'any' || kind === 'number' ? parseNumber(text) : undefined;
      if (number === undefined) return asText;
      if (kind === 'number') return asNumber(number);
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

function requireNumber({ path, type }: FieldRow, text: string, part: Part): number | bigint {
  const number = parseNumber(text);
  if (number === undefined) throw invalid(part, `${path} is a ${type}`);
  return number;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A moment in milliseconds: of ISO 8601, else as the entities write it. */
function requireDate(text: string, field: FieldRow, part: Part): number | bigint {
  const { format, path } = field;
  if (!ISO_DATE.test(text)) {
    const number = requireNumber(field, text, part);
    if (format === null || format === 'ms' || format === 'iso') return number;
    const at = dateOf(text, format);
    if (at === undefined) throw invalid(part, `${path} is a date`);
    return at;
  }
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  const at = Date.parse(text);
  // An invalid day would become one of the next month.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (!isDay || Number.isNaN(at)) throw invalid(part, 'there is no such day');
  return at;
}

function parseBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function requireBoolean(field: FieldRow, text: string, part: Part): SqlValue {
  const value = parseBoolean(text);
  if (value === undefined) throw invalid(part, `${field.path} is a boolean`);
  return field.storage === 'column' ? Number(value) : new Uint8Array([Number(value)]);
}

/** Runs a parser of a parameter; a syntax error is a fault of this part of it. */
export function reading<T>(parameter: QueryParameter, text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MalformedText) throw invalid({ parameter, text }, error.message);
    throw error;
  }
}
