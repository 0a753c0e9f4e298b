// Searches, filters, counts and sorts a collection of the mirror, as the query engine does for a release. Collections have a
// few thousand entities, so a scan of all of them is enough. Pure.
import type { MirroredEntity, MirroredList } from '../../../features/provider/serve/pages.ts';
import type { ResourcePresentation } from '../common/reads.ts';
import { isIdPath, valueAt } from '../common/values.ts';
import {
  FACETS_MAX,
  type FacetValue,
  type List,
  lengthOf,
  RANGE_VALUES_MIN,
  type RangeField,
} from '../list/list-data.ts';
import { type ListQuestion, rangeOf } from '../list/list-question.ts';

type Row = readonly [id: string, entity: MirroredEntity];

export interface Found extends Pick<List, 'question' | 'total' | 'pages' | 'facets' | 'ranges'> {
  readonly rows: readonly Row[];
}

const FACET_VALUES_MAX = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LAST_MOMENT = 'T23:59:59.999Z';

/** The page of the list that the question asks for; a page behind the last one is the last one. */
export function findRows(list: MirroredList, presentation: ResourcePresentation, asked: ListQuestion): Found {
  const named = findText(list, presentation, asked.q);
  const hits = named.filter(([, entity]) => matches(entity, asked.filters));
  const length = lengthOf(asked.view);
  const pages = Math.max(1, Math.ceil(hits.length / length));
  const page = Math.min(asked.page, pages);
  const sorted = sortRows(hits, asked.sort);
  return {
    question: { ...asked, page },
    total: hits.length,
    pages,
    rows: sorted.slice((page - 1) * length, page * length),
    facets: presentation.facets.slice(0, FACETS_MAX).map((path) => {
      const others = new Map(asked.filters);
      others.delete(path);
      return {
        path,
        values: countValues(
          named.filter(([, entity]) => matches(entity, others)),
          path,
        ),
      };
    }),
    ranges: presentation.sort.flatMap((path) => readRange(list, presentation, path)),
  };
}

/** The entities that have every term somewhere in their searchable texts or as their id. */
export function findText(
  list: MirroredList,
  presentation: ResourcePresentation,
  q: string | undefined,
): readonly Row[] {
  const terms = plain(q ?? '')
    .split(/\s+/u)
    .filter((term) => term !== '');
  if (terms.length === 0) return [...list];
  return [...list].filter(([id, entity]) => {
    const text = plain([id, ...presentation.search.flatMap((path) => textsAt(entity, path))].join('\n'));
    return terms.every((term) => text.includes(term));
  });
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

function textsAt(entity: MirroredEntity, path: string): readonly string[] {
  const value = valueAt(entity, path);
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

/** Values of a field as an address writes them; the empty text is absence. */
function valuesAt(entity: MirroredEntity, path: string): readonly string[] {
  const value = valueAt(entity, path);
  const all = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null);
  return all.length === 0 ? [''] : all.map(String);
}

const matches = (entity: MirroredEntity, filters: ListQuestion['filters']): boolean =>
  [...filters].every(([path, wanted]) => {
    const range = wanted.length === 1 ? rangeOf(wanted[0]) : undefined;
    const values = valuesAt(entity, path);
    if (range === undefined) return wanted.some((one) => values.includes(one));
    const value = valueAt(entity, path);
    if (typeof value !== 'number') return false;
    const least = boundOf(range.least, '') ?? Number.NEGATIVE_INFINITY;
    const most = boundOf(range.most, range.isBelow ? '' : LAST_MOMENT) ?? Number.POSITIVE_INFINITY;
    return value >= least && (range.isBelow ? value < most : value <= most);
  });

const boundOf = (text: string | undefined, ofDay: string): number | undefined =>
  text === undefined ? undefined : DAY.test(text) ? Date.parse(`${text}${ofDay}`) : Number(text);

/** By one field; what has no value comes last, and ties stay in the order of the collection. */
function sortRows(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  if (sort === undefined) return rows;
  const direction = sort.startsWith('-') ? -1 : 1;
  const path = sort.replace(/^-/, '');
  const keyed = rows.map((row) => ({ row, value: valueAt(row[1], path) }));
  return keyed
    .sort(({ value: a }, { value: b }) => {
      if (typeof a !== 'number' || typeof b !== 'number')
        return Number(typeof a !== 'number') - Number(typeof b !== 'number');
      return direction * (a - b);
    })
    .map(({ row }) => row);
}

function countValues(rows: readonly Row[], path: string): readonly FacetValue[] {
  const counts = new Map<string, number>();
  for (const [, entity] of rows) {
    for (const value of new Set(valuesAt(entity, path))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, FACET_VALUES_MAX);
}

function readRange(list: MirroredList, presentation: ResourcePresentation, path: string): readonly RangeField[] {
  if (isIdPath(path)) return [];
  const numbers = new Set(
    [...list.values()].map((entity) => valueAt(entity, path)).filter((one) => typeof one === 'number'),
  );
  if (numbers.size < RANGE_VALUES_MIN) return [];
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return [{ path, type: path === presentation.start ? 'date' : 'number', min, max }];
}
