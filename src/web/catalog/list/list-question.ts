// What a list is asked for, as its address says it, and the same question to the interface. Pure.
import type { Query } from '../../shell/page-context.ts';
import type { Look } from '../common/reads.ts';

export interface ListQuestion {
  readonly q: string | undefined;
  /** Chosen values by path; the empty text is absence. Several values of a field: one of them; several fields: all. */
  readonly filters: ReadonlyMap<string, readonly string[]>;
  /** As the interface takes it: `-releasedAt`. */
  readonly sort: string | undefined;
  readonly view: 'grid' | 'table';
  /** From 1. */
  readonly page: number;
}

/** Names of an address that mean something else; a field of this name is written with `f.` before it. */
const TAKEN: ReadonlySet<string> = new Set(['q', 'sort', 'view', 'page', 'release', 'lang']);
const TERMS_MAX = 100;
const FILTERS_MAX = 8;
const VALUES_MAX = 20;
const VALUE_CHARACTERS_MAX = 200;
const PAGE_MAX = 100_000;
const RANGE = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/;

const parameterOf = (path: string): string => (TAKEN.has(path) ? `f.${path}` : path);

/** Paths that an address may filter by. */
const filterPaths = ({ facets, sort, badges, references }: Look): readonly string[] => [
  ...new Set([...facets, ...badges, ...sort, ...Object.keys(references)]),
];

/** Reads the question of an address. What it does not understand it leaves out. */
export function readQuestion(search: URLSearchParams, look: Look): ListQuestion {
  const q = search.get('q')?.trim().slice(0, TERMS_MAX);
  const sort = search.get('sort') ?? undefined;
  const view = search.get('view');
  const page = Number(search.get('page'));
  const filters = new Map<string, readonly string[]>();
  for (const path of filterPaths(look)) {
    const values = search.getAll(parameterOf(path)).filter((value) => value.length <= VALUE_CHARACTERS_MAX);
    if (values.length > 0 && filters.size < FILTERS_MAX) filters.set(path, [...new Set(values)].slice(0, VALUES_MAX));
  }
  return {
    q: q || undefined,
    filters,
    sort: sort !== undefined && look.sort.includes(sort.replace(/^-/, '')) ? sort : undefined,
    view: view === 'grid' || view === 'table' ? view : defaultView(look),
    page: Number.isSafeInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  };
}

const defaultView = ({ image }: Look): ListQuestion['view'] => (image === null ? 'table' : 'grid');

/** Writes the question as the query of an address; what is as always is left out. */
export function writeQuestion({ q, filters, sort, view, page }: ListQuestion, look: Look): Query {
  return {
    q,
    ...Object.fromEntries([...filters].map(([path, values]) => [parameterOf(path), values])),
    sort,
    view: view === defaultView(look) ? undefined : view,
    page: page === 1 ? undefined : page,
  };
}

/** The question with a value of a field chosen, or no longer chosen. It begins at the first page. */
export function toggleFilter(question: ListQuestion, path: string, value: string): ListQuestion {
  const before = question.filters.get(path) ?? [];
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  const filters = new Map(question.filters);
  if (values.length === 0) filters.delete(path);
  else filters.set(path, values);
  return { ...question, filters, page: 1 };
}

const escaped = (value: string): string => value.replace(/[.,=!<>~\\]/g, '\\$&');
const asValue = (value: string): string => (value === '' ? 'null' : value === 'null' ? '\\null' : escaped(value));

/** The filters as the interface takes them. `20..25` is a range, if it is the only value. */
function writeFilters({ filters }: ListQuestion): readonly string[] {
  return [...filters].flatMap(([path, values]) => {
    const range = values.length === 1 ? RANGE.exec(values[0] ?? '') : null;
    if (range === null || (range[1] ?? range[2]) === undefined) return [`${path}=${values.map(asValue).join(',')}`];
    const [, least, most] = range;
    return [
      ...(least === undefined ? [] : [`${path}>=${escaped(least)}`]),
      ...(most === undefined ? [] : [`${path}<=${escaped(most)}`]),
    ];
  });
}

/** What decides the list, as the interface takes it. */
export const writeList = (question: ListQuestion) => ({
  q: question.q,
  filter: writeFilters(question),
  sort: question.sort,
});
