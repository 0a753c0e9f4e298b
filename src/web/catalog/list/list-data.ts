// Where a list comes from: one query with its facets, then the names of what its values refer to.
import { cursorAfter } from '../../../features/query/serve/page-cursor.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { requireAsked } from '../../shell/asked.ts';
import { type Gone, readGone } from '../common/gone.ts';
import { whenPrepared } from '../common/prepared.ts';
import {
  type Catalog,
  type EntitySummary,
  learnPictures,
  type Names,
  type ResourcePresentation,
  readNames,
  summarize,
  summaryPaths,
} from '../common/reads.ts';
import { difficultyOf, isIdPath, keysOf, valueAt } from '../common/values.ts';
import { type ListQuestion, writeList } from './list-question.ts';

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

export interface List {
  readonly resource: string;
  readonly presentation: ResourcePresentation;
  readonly question: ListQuestion;
  readonly total: number;
  readonly pages: number;
  readonly items: readonly EntitySummary[];
  readonly facets: readonly { readonly path: string; readonly values: readonly FacetValue[] }[];
  readonly ranges: readonly RangeField[];
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
const COLUMN_CHOICES_MAX = 60;

/** Reads a list. A page behind the last one shows the last one. */
export async function readList(
  catalog: Catalog,
  resource: string,
  presentation: ResourcePresentation,
  question: ListQuestion,
): Promise<List> {
  const { page, server, releaseId } = catalog;
  const limit = lengthOf(question.view);
  // Chosen columns may name what is no field, which the interface refuses.
  const reading = readFields(catalog, resource);
  const columns = await columnsOf(question, presentation, reading);
  const paths =
    question.view === 'grid' ? summaryPaths(presentation) : [...new Set([...columns, ...summaryPaths(presentation)])];
  const list = writeList(question);
  const ask = async (number: number) =>
    requireAsked(
      await whenPrepared(() =>
        page.ask('GET /api/v1/servers/{server}/catalog/query/{resource}', {
          params: { server: server.id, resource },
          query: {
            ...list,
            limit,
            release: releaseId,
            facet: presentation.facets.slice(0, FACETS_MAX),
            fields: paths.length === 0 ? undefined : paths.join(','),
            cursor: number === 1 ? undefined : cursorAfter(server.id, releaseId, resource, list, (number - 1) * limit),
          },
        }),
      ),
    );
  let asked = question;
  let body = await ask(question.page);
  const pages = Math.max(1, Math.ceil(body.total / limit));
  if (question.page > pages) {
    asked = { ...question, page: pages };
    body = await ask(pages);
  }
  const items = body.items.map(({ id, entity }) => summarize(catalog, resource, id, entity));
  const facets = presentation.facets.slice(0, FACETS_MAX).map((path) => ({
    path,
    values: inNumericOrder(presentation, path, body.facets[path] ?? []).map(({ value, count }) => ({
      value: value === null ? '' : String(value),
      count,
    })),
  }));
  const [names, fields, gone] = await Promise.all([
    readNames(catalog, wantedNames(presentation, asked, facets, items, columns)),
    reading,
    readGone(catalog, resource),
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
    ranges: rangesOf(fields, presentation),
    columnChoices: choicesOf(fields, presentation),
  };
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
  if (!isAmount || presentation.references[path] !== undefined || isIdPath(path)) return values;
  const rank = ({ value }: FacetCounts[number]): number => (value === null ? Number.POSITIVE_INFINITY : Number(value));
  return values.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Fields that fit into a cell: those of the presentation first. */
const choicesOf = (fields: Fields, { columns }: ResourcePresentation): readonly string[] => {
  const known = fields.filter(({ type }) => type !== 'json').map(({ path }) => path);
  return [...new Set([...columns, ...known])].slice(0, COLUMN_CHOICES_MAX);
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
  { references, columns: usual }: ResourcePresentation,
  { filters, view }: ListQuestion,
  facets: List['facets'],
  items: readonly EntitySummary[],
  columns: readonly string[] = usual,
): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>();
  const want = (path: string, keys: readonly string[]) => {
    const resource = references[path];
    if (resource === undefined) return;
    const known = wanted.get(resource) ?? new Set();
    for (const key of keys) known.add(key);
    wanted.set(resource, known);
  };
  for (const { path, values } of facets)
    want(
      path,
      values.map(({ value }) => value),
    );
  for (const [path, values] of filters) want(path, values);
  if (view === 'table')
    for (const path of columns) for (const { entity } of items) want(path, keysOf(valueAt(entity, path)));
  return wanted;
}
