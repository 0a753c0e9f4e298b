// Compiles a query to SQL. The text of a statement consists of constants of this file and of its conditions, and of the numbers of
// tables, columns and fields. Input of the caller is only bound as values. Pure.

import { pathText } from '../../../kernel/field-path.ts';
import { PRESENCE_SLOT } from '../common/file-tables.ts';
import {
  type Condition,
  joinConditions,
  planAbsent,
  planConditions,
  reading,
  type Sql,
  scalarExpression,
} from './conditions.ts';
import { invalid } from './fault.ts';
import { parseOnePath, parseSort } from './filter.ts';
import { type FoundField, type QueriedResource, requireField } from './queried-resource.ts';

/** The parameters of a query, as in the query string. */
export interface QueryTexts {
  readonly q: string | undefined;
  readonly filter: readonly string[];
  readonly sort: string | undefined;
  readonly facet: readonly string[];
}

export interface FacetPlan {
  /** The path as the caller wrote it. */
  readonly name: string;
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
  readonly facets: readonly FacetPlan[];
}

export const FACET_VALUES_MAX = 50;
const SORT_KEYS_MAX = 3;

/** Plans a query. Throws QueryFault. */
export function planQuery(resource: QueriedResource, query: QueryTexts): QueryPlan {
  const conditions = planConditions(resource, query.q, query.filter);
  const from = `from _r${resource.number} e`;
  const where = joinConditions(conditions);
  const order = planOrder(resource, query.sort);
  return {
    conditions,
    order: query.sort === undefined ? undefined : `select e.position as position ${from} order by ${order}`,
    page: {
      text: `select e.position as position ${from}${where.text} order by ${order} limit ? offset ?`,
      values: where.values,
    },
    facets: query.facet.map((text) => planFacet(resource, text, conditions)),
  };
}

// ---- order

function planOrder(resource: QueriedResource, sort: string | undefined): string {
  if (sort === undefined) return 'e.position';
  const keys = reading('sort', () => parseSort(sort));
  if (keys.length > SORT_KEYS_MAX) throw invalid('sort');
  const terms = keys.map(({ path, descending }) => {
    const found = requireField(resource, path);
    const { type, list } = found.field;
    if (type === 'json' || list) throw invalid('sort');
    const value = scalarExpression(found);
    return `${value} is null, ${value}${descending ? ' desc' : ''}`;
  });
  return [...terms, 'e.position'].join(', ');
}

// ---- facets

function planFacet(resource: QueriedResource, text: string, conditions: readonly Condition[]): FacetPlan {
  const segments = reading('facet', () => parseOnePath(text));
  const field = requireField(resource, segments);
  const path = pathText(segments);
  const others = conditions.filter((condition) => condition.path !== path);
  const tail = `order by n desc, value is null, value limit ${FACET_VALUES_MAX}`;
  const { id, storage, slotted } = field.field;
  const entities = `_r${resource.number} e`;
  if (storage !== 'elements' || slotted || field.fallback !== undefined) {
    // An empty list is not counted: it is not absent and has no value.
    const isCounted = `e.c${field.field.column} is null or e.c${field.field.column} <> x''`;
    const counted: readonly Condition[] =
      storage === 'single' ? [{ path: undefined, text: isCounted, values: [] }] : [];
    const where = joinConditions([...others, ...counted]);
    const value = scalarExpression(field);
    return {
      name: text,
      path,
      field,
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
