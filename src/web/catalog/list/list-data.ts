// Where a list comes from: one query with its facets, then the names of what its values refer to.
import { cursorAfter } from '../../../features/query/serve/page-cursor.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { requireAsked } from '../../shell/asked.ts';
import { fieldAt, isHidden, readField, referencesAt, type Wanted, wantNames } from '../common/fields.ts';
import { FILE_FIELDS } from '../common/file-entity.ts';
import { type Gone, readGone } from '../common/gone.ts';
import { whenPrepared } from '../common/prepared.ts';
import {
  askQuery,
  type Catalog,
  type EntitySummary,
  learnPictures,
  type Names,
  type ResourcePresentation,
  readNames,
  summarize,
  summaryPaths,
} from '../common/reads.ts';
import { difficultyOf, isIdPath, keysOf } from '../common/values.ts';
import { isNarrowed, type ListQuestion, pathInLanguage, writeList } from './list-question.ts';
import { faultOfWhere, type WhereFault } from './where-fault.ts';

export interface FacetValue {
  /** As the address writes it; the empty text is absence. */
  readonly value: string;
  readonly count: number;
}

/** A field that can be narrowed to a range. */
export interface RangeField {
  readonly path: string;
  readonly type: 'number' | 'date';
  /** Of all entities; undefined where it is not known. */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Of the values of a field over what the other filters leave. */
export type Histogram = NonNullable<QueryBody['histograms']>[string];

export interface List {
  readonly resource: string;
  readonly presentation: ResourcePresentation;
  readonly question: ListQuestion;
  readonly total: number;
  readonly pages: number;
  readonly items: readonly EntitySummary[];
  readonly facets: readonly { readonly path: string; readonly values: readonly FacetValue[] }[];
  readonly ranges: readonly RangeField[];
  /** How the values of ranges are distributed, by path. */
  readonly plots: ReadonlyMap<string, Histogram>;
  /** Why `where` cannot be read; then nothing is listed. */
  readonly whereFault?: WhereFault | undefined;
  /** Paths of the table's columns. */
  readonly columns: readonly string[];
  /** Paths that a table may have as columns. */
  readonly columnChoices: readonly string[];
  readonly names: Names;
  /** Where the current release lacks the list of a pinned page. */
  readonly gone: Gone | undefined;
}

const GRID_LENGTH = 60;
const TABLE_LENGTH = 100;
/** Entities of a page. */
export const lengthOf = (view: ListQuestion['view']): number => (view === 'grid' ? GRID_LENGTH : TABLE_LENGTH);
export const FACETS_MAX = 8;
const RANGES_MAX = 5;
/** A field with fewer values is narrowed by its facet. */
export const RANGE_VALUES_MIN = 5;
/** As many as a query draws. */
const PLOTS_MAX = 4;
/** In larger collections a distribution takes longer than a page may. */
const PLOTTED_ENTITIES_MAX = 200_000;
const COLUMN_CHOICES_MAX = 60;

/** Reads a list. A page behind the last one shows the last one. */
export async function readList(
  catalog: Catalog,
  resource: string,
  presentation: ResourcePresentation,
  question: ListQuestion,
): Promise<List> {
  const { server, releaseId, slots } = catalog;
  const limit = lengthOf(question.view);
  // Chosen columns may name what is no field, which the interface refuses.
  const reading = readFields(catalog, resource);
  const columns = await columnsOf(question, presentation, reading);
  const paths =
    question.view === 'grid' ? summaryPaths(catalog, resource) : [...columns, ...summaryPaths(catalog, resource)];
  let asked = { ...question, filters: await queriedFilters(question, presentation, reading) };
  const list = writeList(asked, presentation, slots.reader);
  const facetPaths = presentation.facets
    .slice(0, FACETS_MAX)
    .map((path) => ({ path, queried: pathInLanguage(presentation, path, slots.reader) }));
  const ask = async (number: number) => {
    const cursor = number === 1 ? undefined : cursorAfter(server.id, releaseId, resource, list, (number - 1) * limit);
    const query = { ...list, limit, cursor, facet: facetPaths.map(({ queried }) => queried) };
    return whenPrepared(() => askQuery(catalog, resource, query, paths));
  };
  const answer = await ask(question.page);
  const whereFault = answer.ok ? undefined : faultOfWhere(question.where, answer);
  let body = whereFault === undefined ? requireAsked(answer) : NOTHING_FOUND;
  const pages = Math.max(1, Math.ceil(body.total / limit));
  if (question.page > pages) {
    asked = { ...asked, page: pages };
    body = requireAsked(await ask(pages));
  }
  const items = body.items.map(({ id, entity }) => summarize(catalog, resource, id, entity));
  const facets = facetPaths.map(({ path, queried }) => ({
    path,
    values: inNumericOrder(presentation, path, body.facets[queried] ?? []).map(({ value, count }) => ({
      value: addressValue(presentation, path, value),
      count,
    })),
  }));
  const ranges = rangesOf(await reading, presentation);
  const [names, fields, gone, plots] = await Promise.all([
    readNames(catalog, wantedNames(presentation, asked, facets, items, columns)),
    reading,
    readGone(catalog, resource),
    whereFault === undefined ? readPlots(catalog, resource, list, ranges, !isNarrowed(asked)) : NO_PLOTS,
    learnPictures(catalog, items),
  ]);
  return {
    resource,
    presentation,
    question: asked,
    total: body.total,
    pages,
    items,
    facets,
    names,
    columns,
    gone,
    ranges,
    plots,
    whereFault,
    columnChoices: choicesOf(fields, presentation),
  };
}

/** A value of a facet as the address writes it: a date as ISO 8601, however the entities write theirs. */
function addressValue(presentation: ResourcePresentation, path: string, value: FacetCounts[number]['value']): string {
  if (value === null) return '';
  if (typeof value !== 'number' || fieldAt(presentation, path)?.type !== 'date') return String(value);
  const text = new Date(value).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** Filters that a query understands: of references in lists of objects there are none yet. */
async function queriedFilters(
  { filters }: ListQuestion,
  { facets, sort, badges }: ResourcePresentation,
  reading: Promise<Fields>,
): Promise<ListQuestion['filters']> {
  const usual = new Set([...facets, ...sort, ...badges]);
  if ([...filters.keys()].every((path) => usual.has(path))) return filters;
  const known = new Set((await reading).map(({ path }) => path));
  return known.size === 0 ? filters : new Map([...filters].filter(([path]) => usual.has(path) || known.has(path)));
}

type QueryBody = AnswerBody<'GET /api/v1/servers/{server}/catalog/query/{resource}'>;

const NOTHING_FOUND: QueryBody = { items: [], total: 0, facets: {}, nextCursor: null };
const NO_PLOTS: List['plots'] = new Map();

/** The distributions of ranges. A page is complete without them. */
async function readPlots(
  { page, server, releaseId, presentations }: Catalog,
  resource: string,
  list: ReturnType<typeof writeList>,
  ranges: readonly RangeField[],
  isWhole: boolean,
): Promise<List['plots']> {
  const histogram = ranges.slice(0, PLOTS_MAX).map(({ path }) => path);
  if (histogram.length === 0 || (presentations[resource]?.count ?? 0) > PLOTTED_ENTITIES_MAX) return NO_PLOTS;
  // Distributions of a whole collection are cached; combinations of filters are too many to cache.
  const ask = isWhole ? page.askOfRelease : page.ask;
  const asked = await ask('GET /api/v1/servers/{server}/catalog/query/{resource}', {
    params: { server: server.id, resource },
    query: { ...list, sort: undefined, histogram, limit: 0, release: releaseId },
  });
  return new Map(Object.entries((asked.ok && asked.body.histograms) || {}));
}

type Fields = AnswerBody<'GET /api/v1/servers/{server}/catalog/query/{resource}/fields'>['fields'];

/** The fields of a resource; none while they cannot be read. */
async function readFields(catalog: Catalog, resource: string): Promise<Fields> {
  const asked = await catalog.page.askOfRelease('GET /api/v1/servers/{server}/catalog/query/{resource}/fields', {
    params: { server: catalog.server.id, resource },
    query: { release: catalog.releaseId },
  });
  return asked.ok ? asked.body.fields : [];
}

/**
 * The columns of the address, as far as they are fields, else those of the presentation: with the level of one difficulty
 * come those of all.
 */
async function columnsOf(
  question: ListQuestion,
  presentation: ResourcePresentation,
  reading: Promise<Fields>,
): Promise<readonly string[]> {
  if (question.columns !== undefined) {
    const chosen = choicesOf(await reading, presentation);
    return question.columns.filter((path) => chosen.includes(path));
  }
  if (presentation.files) {
    const known = new Set((await reading).map(({ path }) => path));
    return FILE_FIELDS.filter((path) => known.has(path));
  }
  const level = presentation.columns.find((path) => difficultyOf(path) !== undefined);
  if (level === undefined || question.view === 'grid') return presentation.columns;
  const all = (await reading).flatMap(({ path }) => (isLevelBeside(path, level) ? [path] : []));
  return [...new Set(presentation.columns.flatMap((path) => (path === level ? [...all, path] : [path])))];
}

/** Whether two fields are the levels of two difficulties of the same thing. */
function isLevelBeside(path: string, other: string): boolean {
  const [one = [], two = []] = [path, other].map((text) => text.split('.'));
  const difficulty = one.length - 2;
  return (
    difficultyOf(path) !== undefined &&
    one.length === two.length &&
    one.every((key, at) => at === difficulty || key === two[at])
  );
}

type FacetCounts = readonly { readonly value: string | number | boolean | null; readonly count: number }[];

/** Amounts in their order, and absence last. What is named by numbers stays in the order of counts. */
function inNumericOrder(presentation: ResourcePresentation, path: string, values: FacetCounts): FacetCounts {
  const isAmount = values.every(({ value }) => value === null || typeof value === 'number');
  if (!isAmount || referencesAt(presentation, path).length > 0 || isIdPath(path)) return values;
  const rank = ({ value }: FacetCounts[number]): number => (value === null ? Number.POSITIVE_INFINITY : Number(value));
  return values.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Fields that fit into a cell: those of the presentation first. */
const choicesOf = (fields: Fields, presentation: ResourcePresentation): readonly string[] => {
  // A cell has no place for the fields of objects in a list.
  const lists = fields.filter(({ type, list }) => type === 'json' && list).map(({ path }) => `${path}.`);
  const known = fields
    .filter(({ type, path }) => type !== 'json' && !isHidden(presentation, path))
    .filter(({ path }) => !lists.some((list) => path.startsWith(list)))
    .map(({ path }) => path);
  return [...new Set([...presentation.columns, ...known])].slice(0, COLUMN_CHOICES_MAX);
};

/** Numbers and dates by which lists are ordered, with their bounds. */
const rangesOf = (fields: Fields, presentation: ResourcePresentation): readonly RangeField[] =>
  fields
    .flatMap(({ path, type, distinct, min, max }): readonly RangeField[] =>
      (type === 'number' || type === 'date') &&
      distinct >= RANGE_VALUES_MIN &&
      !isIdPath(path) &&
      (presentation.sort.includes(path) || presentation.facets.includes(path))
        ? [{ path, type, min: momentOrNumber(min), max: momentOrNumber(max) }]
        : [],
    )
    .slice(0, RANGES_MAX);

const momentOrNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** What facets, chosen filters and cells of a table refer to. */
export function wantedNames(
  presentation: ResourcePresentation,
  { filters, view }: Pick<ListQuestion, 'filters' | 'view'>,
  facets: List['facets'],
  items: readonly EntitySummary[],
  columns: readonly string[] = presentation.columns,
): Wanted {
  const wanted: Wanted = new Map();
  const want = (path: string, keys: readonly string[]) => wantNames(wanted, presentation, path, keys);
  for (const { path, values } of facets)
    want(
      path,
      values.map(({ value }) => value),
    );
  for (const [path, values] of filters) want(path, values);
  if (view === 'table')
    for (const path of columns) for (const item of items) want(path, keysOf(readField(presentation, item, path)));
  return wanted;
}
