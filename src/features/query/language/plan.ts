// Compiles a query to SQL. The text of a statement consists of constants of this file and of its conditions, and of the numbers of
// tables, columns and fields. Input of the caller is only bound as values. Pure.

import { MalformedText, pathText, unescapeText } from '../../../kernel/field-path.ts';
import { ELEMENT_ROWS_MAX, PRESENCE_SLOT } from '../common/file-tables.ts';
import { foldFor, type Search } from '../common/fold.ts';
import {
  type Condition,
  joinConditions,
  NO_REFERENCES,
  planAbsent,
  planConditions,
  type References,
  reading,
  scalarExpression,
} from './conditions.ts';
import { keyOfPlace, valuesOf } from './elements.ts';
import { invalid, type Part } from './fault.ts';
import { askedPath, parseOnePath, parseSort, splitLastColon } from './filter.ts';
import {
  columnOf,
  type FoundField,
  findField,
  localesOf,
  type QueriedResource,
  requireField,
  slotOrder,
} from './queried-resource.ts';
import type { Sql } from './sql.ts';

/** The parameters of a query, as in the query string. */
export interface QueryTexts {
  readonly q: string | undefined;
  readonly filter: readonly string[];
  readonly sort: string | undefined;
  readonly facet: readonly string[];
  readonly where?: string | undefined;
  readonly facetq?: readonly string[];
  readonly histogram?: readonly string[];
  /** Ids of which a found entity is one, or none, as a JSON array. */
  readonly listed?: string | undefined;
  readonly unlisted?: string | undefined;
  /** A language of the resource. */
  readonly locale?: string | undefined;
}

export interface FacetPlan {
  /** The path as the caller wrote it. */
  readonly name: string;
  /** Greatest number of values. */
  readonly most: number;
  /** Folded text that values contain. */
  readonly containing: string | undefined;
  /** The path as conditions name it. */
  readonly path: string;
  readonly field: FoundField;
  /** Selects values and counts, the most frequent first. */
  readonly values: Sql;
  /** Selects the count of entities without a value. */
  readonly absent: Sql | undefined;
  readonly groups: GroupsPlan;
}

/** How the entities of a resource divide by the values of a field, whatever the conditions. */
export interface GroupsPlan {
  /** Selects positions and one place of each value, in the order of values, absence last. */
  readonly all: string;
  /** Selects the positions of entities without a value, if `all` does not contain them. */
  readonly absent: string | undefined;
  /** Selects the value at a place: a position, and a slot if the field has elements. */
  readonly value: string;
  readonly hasSlots: boolean;
}

export interface QueryPlan {
  readonly conditions: readonly Condition[];
  /** Selects positions in order; the last two values are limit and offset. */
  readonly page: Sql;
  /** Selects all positions of the resource in order; undefined: in catalog order. */
  readonly order: string | undefined;
  /** How what a search finds is ranked, where no order is given. */
  readonly rank: Search | undefined;
  readonly facets: readonly FacetPlan[];
  readonly histograms: readonly FacetPlan[];
}

const FACET_VALUES_DEFAULT = 50;
const FACET_VALUES_MAX = 1_000;
/** More values than any field has. */
const ALL_VALUES = -1;
const SORT_KEYS_MAX = 3;
/** Since this layout files say where titles end. */
export const TITLES_LAYOUT = 3;

/** Plans a query. Throws QueryFault. */
export function planQuery(
  resource: QueriedResource,
  query: QueryTexts,
  references: References = NO_REFERENCES,
): QueryPlan {
  const conditions = planConditions(resource, query, references);
  const from = `from _r${resource.number} e`;
  const where = joinConditions(conditions);
  const order = planOrder(resource, query.sort, query.locale);
  return {
    conditions,
    order: query.sort === undefined ? undefined : `select e.position as position ${from} order by ${order}`,
    page: {
      text: `select e.position as position ${from}${where.text} order by ${order} limit ? offset ?`,
      values: where.values,
    },
    // Files of layout 2 do not distinguish titles from other texts.
    rank: query.sort === undefined && resource.layout >= TITLES_LAYOUT ? conditions[0]?.search : undefined,
    facets: planFacets(resource, query, conditions),
    histograms: (query.histogram ?? []).map((text) => planHistogram(resource, text, conditions)),
  };
}

// ---- order

function planOrder(resource: QueriedResource, sort: string | undefined, locale: string | undefined): string {
  if (sort === undefined) return 'e.position';
  const part: Part = { parameter: 'sort', text: sort };
  const keys = reading('sort', sort, () => parseSort(sort));
  if (keys.length > SORT_KEYS_MAX) throw invalid(part, `it has more than ${SORT_KEYS_MAX} paths`);
  const terms = keys.map(({ path, descending }) => {
    const found = requireField(resource, path);
    const { type, list } = found.field;
    if (type === 'json' || list)
      throw invalid(part, `${pathText(path)} has no order: it is ${list ? 'a list' : 'json'}`);
    const value = scalarExpression(inLocale(resource, found, locale));
    return `${value} is null, ${value}${descending ? ' desc' : ''}`;
  });
  return [...terms, 'e.position'].join(', ');
}

/** The text of a localized field in a language. */
function inLocale(resource: QueriedResource, found: FoundField, locale: string | undefined): FoundField {
  const isWhole = found.slot === undefined && found.fallback === undefined;
  if (locale === undefined || found.field.type !== 'localized' || !isWhole) return found;
  return { ...found, fallback: slotOrder(localesOf(resource, found.field), locale) };
}

// ---- facets

type FacetChoice = Pick<FacetPlan, 'most' | 'containing'>;

/** Facets, and those that only `facetq` names. */
function planFacets(
  resource: QueriedResource,
  { facet, facetq = [] }: QueryTexts,
  conditions: readonly Condition[],
): readonly FacetPlan[] {
  const chosen = new Map<string, { readonly name: string; readonly part: Part } & FacetChoice>();
  for (const text of facet) {
    const { name, most } = readFacet(resource, text);
    chosen.set(name, { name, most, containing: undefined, part: { parameter: 'facet', text } });
  }
  for (const text of facetq) {
    const part: Part = { parameter: 'facetq', text };
    const [name, sought] = splitLastColon(text) ?? [];
    if (name === undefined || sought === undefined || sought === '') throw invalid(part, 'path:text is expected');
    const plain = reading('facetq', text, () => unescapeText(sought));
    const { most = FACET_VALUES_DEFAULT } = chosen.get(name) ?? {};
    chosen.set(name, { name, most, containing: foldFor(resource.layout, plain), part });
  }
  return [...chosen.values()].map(({ name, part, ...choice }) => planFacet(resource, name, conditions, part, choice));
}

/** `path` or `path:N`. */
function readFacet(resource: QueriedResource, text: string): { readonly name: string; readonly most: number } {
  const [name = '', number = ''] = splitLastColon(text) ?? [];
  if (!/^\d+$/.test(number) || isField(resource, text)) return { name: text, most: FACET_VALUES_DEFAULT };
  const most = Number(number);
  if (most >= 1 && most <= FACET_VALUES_MAX) return { name, most };
  throw invalid({ parameter: 'facet', text }, `1 to ${FACET_VALUES_MAX} values are counted`);
}

/** Whether a text as a whole is the path of a field. */
function isField(resource: QueriedResource, text: string): boolean {
  try {
    return findField(resource, parseOnePath(text)) !== undefined;
  } catch (error) {
    if (error instanceof MalformedText) return false;
    throw error;
  }
}

/** The values of a number or date with their counts. */
function planHistogram(resource: QueriedResource, text: string, conditions: readonly Condition[]): FacetPlan {
  const part: Part = { parameter: 'histogram', text };
  const plan = planFacet(resource, text, conditions, part, { most: ALL_VALUES, containing: undefined });
  const { type } = plan.field.field;
  if (type !== 'number' && type !== 'date') throw invalid(part, `${plan.path} is neither a number nor a date`);
  return plan;
}

function planFacet(
  resource: QueriedResource,
  text: string,
  conditions: readonly Condition[],
  part: Part,
  { most, containing }: FacetChoice,
): FacetPlan {
  const segments = reading(part.parameter, part.text, () => parseOnePath(text));
  const field = requireField(resource, segments);
  const path = askedPath(segments);
  const others = conditions.filter((condition) => condition.path !== path);
  const tail = `order by n desc, value is null, value limit ${containing === undefined ? most : ALL_VALUES}`;
  const { id, storage, slotted } = field.field;
  const entities = `_r${resource.number} e`;
  if (storage === 'scan') throw invalid(part, `${path} is read from the JSON, and is not counted`);
  if (storage === 'nested')
    return planElementFacet(resource, { name: text, path, field, most, containing, others, tail });
  if (storage !== 'elements' || slotted || field.fallback !== undefined) {
    // An empty list is not counted: it is not absent and has no value.
    const isCounted = `${columnOf(field.field)} is null or ${columnOf(field.field)} <> x''`;
    const counted: readonly Condition[] =
      storage === 'single' ? [{ path: undefined, text: isCounted, values: [] }] : [];
    const where = joinConditions([...others, ...counted]);
    const value = scalarExpression(field);
    return {
      name: text,
      path,
      field,
      most,
      containing,
      values: {
        text: `select ${value} as value, count(*) as n from ${entities}${where.text} group by 1 ${tail}`,
        values: where.values,
      },
      absent: undefined,
      groups: {
        all: `select group_concat(n.position) as positions, min(n.position) as position, 0 as slot
          from (select e.position as position, ${value} as value from ${entities}${joinConditions(counted).text}) n
          group by n.value order by n.value is null, n.value`,
        absent: undefined,
        value: `select ${value} as value from ${entities} where e.position = ?`,
        hasSlots: false,
      },
    };
  }
  const where = joinConditions(others, ' and ');
  const isAbsent = planAbsent(field).text;
  return {
    name: text,
    path,
    field,
    most,
    containing,
    values: {
      text: `select v.value as value, count(distinct v.position) as n from _value v join ${entities} on e.position = v.position
        where v.field = ${id} and v.slot > ${PRESENCE_SLOT}${where.text} group by 1 ${tail}`,
      values: where.values,
    },
    absent: {
      text: `select count(*) as n from ${entities} where ${isAbsent}${where.text}`,
      values: where.values,
    },
    groups: {
      all: `select group_concat(distinct v.position) as positions, max(v.position) as position, v.slot as slot
        from _value v where v.field = ${id} and v.slot > ${PRESENCE_SLOT} group by v.value order by v.value`,
      absent: `select group_concat(e.position) as positions from ${entities} where ${isAbsent}`,
      value: `select v.value as value from _value v where v.field = ${id} and v.position = ? and v.slot = ?`,
      hasSlots: true,
    },
  };
}

interface ElementFacet extends FacetChoice, Pick<FacetPlan, 'name' | 'path' | 'field'> {
  readonly others: readonly Condition[];
  readonly tail: string;
}

/** The values of a field of objects in lists. Each entity counts once a value. */
function planElementFacet({ number }: QueriedResource, { others, tail, ...facet }: ElementFacet): FacetPlan {
  const { field, slot } = facet.field;
  const position = keyOfPlace(field, 0);
  const first = field.id * ELEMENT_ROWS_MAX;
  const from = '_element v cross join json_each(v.places) p';
  const rows = `${valuesOf(field, slot)} and v.value is not null`;
  const where = joinConditions(others, ' and ');
  const isAbsent = planAbsent(facet.field).text;
  return {
    ...facet,
    values: {
      text: `select value, n from (select v.value as value, count(distinct ${position}) as n from ${from} cross join _r${number} e
        where e.position = ${position} and ${rows}${where.text} group by 1) ${tail}`,
      values: where.values,
    },
    absent: { text: `select count(*) as n from _r${number} e where ${isAbsent}${where.text}`, values: where.values },
    groups: {
      all: `select group_concat(distinct ${position}) as positions, min(v.id) - ${first} as position, 0 as slot
        from ${from} where ${rows} group by v.value order by v.value`,
      absent: `select group_concat(e.position) as positions from _r${number} e where ${isAbsent}`,
      value: `select v.value as value from _element v where v.id = ${first} + ?`,
      hasSlots: false,
    },
  };
}
