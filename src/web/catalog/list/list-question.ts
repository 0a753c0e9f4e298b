// What a list is asked for, as its address says it, and the same question to the interface. Pure.
import { escapeText } from '../../../kernel/field-path.ts';
import type { Query } from '../../shell/page-context.ts';
import { fieldAt, referencePaths } from '../common/fields.ts';
import type { ResourcePresentation } from '../common/reads.ts';

export interface ListQuestion {
  readonly q: string | undefined;
  /** Comparisons as the interface takes them. */
  readonly where: string | undefined;
  /** Chosen values by path; the empty text is absence. Several values of a field: one of them; several fields: all. */
  readonly filters: ReadonlyMap<string, readonly string[]>;
  /** As the interface takes it: `-releasedAt`. */
  readonly sort: string | undefined;
  /** Lists of the reader whose entities are found, or left out. */
  readonly list?: string | undefined;
  readonly notlist?: string | undefined;
  readonly view: 'grid' | 'table';
  /** Paths of the columns of a table, in this order; undefined: those of the presentation. */
  readonly columns: readonly string[] | undefined;
  /** From 1. */
  readonly page: number;
}

/** Names of an address that mean something else; a field of this name is written with `f.` before it. */
const TAKEN: ReadonlySet<string> = new Set([
  'q',
  'where',
  'sort',
  'view',
  'columns',
  'page',
  'compare',
  'release',
  'lang',
  'list',
  'notlist',
]);
const TERMS_MAX = 100;
/** More would not fit into an address everywhere. */
export const WHERE_CHARACTERS_MAX = 4_000;
const FILTERS_MAX = 8;
const VALUES_MAX = 20;
export const COLUMNS_MAX = 12;
const VALUE_CHARACTERS_MAX = 200;
const PAGE_MAX = 100_000;
const BOUND = '-?\\d{1,15}(?:\\.\\d{1,10})?|\\d{4}-\\d{2}-\\d{2}';
const RANGE = new RegExp(`^(${BOUND})?\\.\\.(<)?(${BOUND})?$`);
const BOUND_ONLY = new RegExp(`^(?:${BOUND})$`);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Names of the two fields of a range in a form, which cannot write `20..25`. */
export const BOUNDS = { least: 'from.', most: 'to.' } as const;

export const parameterOf = (path: string): string => (TAKEN.has(path) ? `f.${path}` : path);

/** Paths that an address may filter by. */
const filterPaths = (presentation: ResourcePresentation): readonly string[] => [
  ...new Set([...presentation.facets, ...presentation.badges, ...presentation.sort, ...referencePaths(presentation)]),
];

/** Reads the question of an address. What it does not understand it leaves out. */
export function readQuestion(search: URLSearchParams, presentation: ResourcePresentation): ListQuestion {
  const q = search.get('q')?.trim().slice(0, TERMS_MAX);
  const where = search.get('where')?.replaceAll('\r\n', '\n').slice(0, WHERE_CHARACTERS_MAX);
  const sort = search.get('sort') ?? undefined;
  const view = search.get('view');
  const page = Number(search.get('page'));
  const filters = new Map<string, readonly string[]>();
  for (const path of filterPaths(presentation)) {
    const values = search.getAll(parameterOf(path)).filter((value) => value.length <= VALUE_CHARACTERS_MAX);
    const range = readBounds(search, path);
    const wanted = range === undefined ? [...new Set(values)].slice(0, VALUES_MAX) : [range];
    if (wanted.length > 0 && filters.size < FILTERS_MAX) filters.set(path, wanted);
  }
  return {
    q: q || undefined,
    where: where?.trim() ? where : undefined,
    filters,
    sort: sort !== undefined && presentation.sort.includes(sort.replace(/^-/, '')) ? sort : undefined,
    view: view === 'grid' || view === 'table' ? view : defaultView(presentation),
    columns: readColumns(search),
    page: Number.isSafeInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  };
}

/** Chosen columns: repeated, as a form sends them. */
function readColumns(search: URLSearchParams): readonly string[] | undefined {
  const paths = new Set(search.getAll('columns').filter((path) => path !== '' && path.length <= VALUE_CHARACTERS_MAX));
  return paths.size === 0 ? undefined : [...paths].slice(0, COLUMNS_MAX);
}

/** What the form of a range sent, as the address writes it; undefined when neither field has a value. */
function readBounds(search: URLSearchParams, path: string): string | undefined {
  const [least, most] = [BOUNDS.least, BOUNDS.most].map((prefix) => {
    const text = search.get(`${prefix}${parameterOf(path)}`)?.trim() ?? '';
    return BOUND_ONLY.test(text) ? text : '';
  });
  return least === '' && most === '' ? undefined : `${least}..${most}`;
}

export interface Range {
  readonly least: string | undefined;
  readonly most: string | undefined;
  /** Whether values are below `most` and not equal to it. */
  readonly isBelow: boolean;
}

/** The bounds of a value such as `20..25` or `20..<25`; undefined when it is no range. */
export function rangeOf(value: string | undefined): Range | undefined {
  const found = value === undefined ? null : RANGE.exec(value);
  if (found === null) return undefined;
  const [, least, below, most] = found;
  return (least ?? most) === undefined
    ? undefined
    : { least, most, isBelow: below !== undefined && most !== undefined };
}

/** The range of a bin of a histogram as the address writes it; undefined: it cannot be written. */
export function binRange(from: number, to: number, isLast: boolean, type: 'number' | 'date'): string | undefined {
  const [least = '', most = ''] = [from, to].map((edge) => (type === 'number' ? String(edge) : dayText(edge)));
  return BOUND_ONLY.test(least) && BOUND_ONLY.test(most) ? `${least}..${isLast ? '' : '<'}${most}` : undefined;
}

/** The day that begins at a moment; empty: none does. */
function dayText(at: number): string {
  const date = new Date(at);
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : '';
}

export const defaultView = ({ image }: ResourcePresentation): ListQuestion['view'] =>
  image === null ? 'table' : 'grid';

/** Writes the question as the query of an address; what is as always is left out. */
export function writeQuestion(
  { q, where, filters, sort, list, notlist, view, columns, page }: ListQuestion,
  presentation: ResourcePresentation,
): Query {
  return {
    q,
    where,
    ...Object.fromEntries([...filters].map(([path, values]) => [parameterOf(path), values])),
    sort,
    list,
    notlist,
    view: view === defaultView(presentation) ? undefined : view,
    columns,
    page: page === 1 ? undefined : page,
  };
}

/** The question with a value of a field chosen, or no longer chosen. It begins at the first page. */
export function toggleFilter(question: ListQuestion, path: string, value: string): ListQuestion {
  // A range and single values exclude each other.
  const before = (question.filters.get(path) ?? []).filter((one) => one === value || rangeOf(one) === undefined);
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  const filters = new Map(question.filters);
  if (values.length === 0) filters.delete(path);
  else filters.set(path, values);
  return { ...question, filters, page: 1 };
}

const asValue = (value: string): string => (value === '' ? 'null' : value === 'null' ? '\\null' : escapeText(value));

/** The filters as the interface takes them. `20..25` is a range, if it is the only value; a last day is a whole one. */
function writeFilters({ filters }: ListQuestion): readonly string[] {
  return [...filters].flatMap(([path, values]) => {
    const range = values.length === 1 ? rangeOf(values[0]) : undefined;
    if (range === undefined) return [`${path}=${values.map(asValue).join(',')}`];
    const { least, most, isBelow } = range;
    if (isBelow && most !== undefined) {
      return [...(least === undefined ? [] : [`${path}>=${escapeText(least)}`]), `${path}<${escapeText(most)}`];
    }
    return [
      ...(least === undefined ? [] : [`${path}>=${escapeText(least)}`]),
      ...(most === undefined ? [] : [`${path}<=${escapeText(DAY.test(most) ? `${most}T23:59:59.999Z` : most)}`]),
    ];
  });
}

/** Whether the question leaves out a part of the collection. */
export const isNarrowed = ({ q, where, list, notlist, filters }: ListQuestion): boolean =>
  filters.size > 0 || [q, where, list, notlist].some((narrowed) => narrowed !== undefined);

/** The path at which a query has the text of a language, where the field has several; else the path itself. */
export const pathInLanguage = (presentation: ResourcePresentation, path: string, language: string): string =>
  fieldAt(presentation, path)?.type === 'localized' ? `${path}@${language}` : path;

/** What decides the list, as the interface takes it. Texts in several languages are in the order of this one. */
export function writeList(question: ListQuestion, presentation: ResourcePresentation, language: string) {
  const [, sign = '', path] = /^(-?)(.+)$/s.exec(question.sort ?? '') ?? [];
  const sort = path === undefined ? undefined : `${sign}${pathInLanguage(presentation, path, language)}`;
  const { q, where, list, notlist } = question;
  return { q, where, filter: writeFilters(question), sort, list, notlist };
}
