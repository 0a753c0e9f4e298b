// Where a comparison comes from: up to four entities of a resource with their fields, and others to add.
import { isEntityKey } from '../../../kernel/names.ts';
import { isHidden, readField, type Wanted, wantNames } from '../common/fields.ts';
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
  widerOf,
} from '../common/reads.ts';
import { isChartFormat, isIdPath, keysOf } from '../common/values.ts';

interface ComparedField {
  readonly path: string;
  readonly type: string | undefined;
  readonly values: readonly unknown[];
  readonly differs: boolean;
}

export interface Comparison {
  readonly resource: string;
  readonly presentation: ResourcePresentation;
  readonly items: readonly EntitySummary[];
  readonly fields: readonly ComparedField[];
  readonly names: Names;
  readonly text: string | undefined;
  /** Others that may be added. */
  readonly others: readonly EntitySummary[];
  /** Where the current release lacks the list of a pinned page. */
  readonly gone: Gone | undefined;
}

export const COMPARED_MAX = 4;
const FIELDS_MAX = 80;
const OTHERS = 12;

/** Ids of an address (`a,b,c`); undefined when it names none. */
export function readCompared(search: URLSearchParams): readonly string[] | undefined {
  const text = search.get('compare');
  if (text === null) return undefined;
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter(isEntityKey).slice(0, COMPARED_MAX);
  return ids.length === 0 ? undefined : ids;
}

/** Reads the entities and their fields. What the release lacks is left out. */
export async function readComparison(
  catalog: Catalog,
  resource: string,
  presentation: ResourcePresentation,
  { ids, text }: { readonly ids: readonly string[]; readonly text: string | undefined },
): Promise<Comparison> {
  const { page, server, releaseId } = catalog;
  const fields = summaryPaths(catalog, resource);
  const params = { server: server.id, resource };
  const [found, known, others, gone] = await Promise.all([
    readNames(catalog, new Map([[resource, new Set(ids)]])),
    whenPrepared(() =>
      page.askOfRelease('GET /api/v1/servers/{server}/catalog/query/{resource}/fields', {
        params,
        query: { release: releaseId },
      }),
    ),
    askQuery(catalog, resource, { q: text, limit: OTHERS }, fields),
    readGone(catalog, resource),
  ]);
  const items = ids.flatMap((id) => found.get(`${resource}/${id}`) ?? []);
  const compared = (known.ok ? known.body.fields : [])
    .filter(({ path }) => !isHidden(presentation, path))
    .map(({ path, type }): ComparedField => {
      const values = items.map((item) => readField(presentation, item, path));
      return { path, type, values, differs: new Set(values.map((value) => JSON.stringify(value ?? null))).size > 1 };
    })
    .filter(
      ({ path, type, values }) =>
        type !== 'file' &&
        !isChartFormat(path) &&
        values.some((value) => value !== undefined && !isObjectList(value)) &&
        !(isIdPath(path) && values.every((value, at) => String(value) === items[at]?.id)),
    )
    .filter(({ path, values }, _, all) => {
      const wider = all.find((other) => other.path === widerOf(presentation, path));
      return wider === undefined || values.some((value, at) => !isWithin(value, wider.values[at]));
    })
    .slice(0, FIELDS_MAX);
  const ordered = inOrder(compared);
  const wanted: Wanted = new Map();
  for (const { path, values } of compared) wantNames(wanted, presentation, path, values.flatMap(keysOf));
  const rest = (others.ok ? others.body.items : [])
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, entity }) => summarize(catalog, resource, id, entity));
  const [names] = await Promise.all([readNames(catalog, wanted), learnPictures(catalog, [...items, ...rest])]);
  await learnPictures(catalog, [...names.values()]);
  return { resource, presentation, items, names, text, gone, fields: ordered, others: rest };
}

/** Fields of numbered keys by number where the first of them stood: the entities have them in different orders. */
export function inOrder<T extends { readonly path: string }>(fields: readonly T[]): readonly T[] {
  const firsts = new Map<string, number>();
  const placed = fields.map((field, at) => {
    const [, stem = field.path, number = '0'] = NUMBERED.exec(field.path) ?? [];
    const first = firsts.get(stem) ?? at;
    firsts.set(stem, first);
    return { field, at, first, number: Number(number) };
  });
  placed.sort((one, other) => one.first - other.first || one.number - other.number || one.at - other.at);
  return placed.map(({ field }) => field);
}
const NUMBERED = /^(.*?\.)(\d+)(?:\.|$)/;

/** Whether a list of keys contains all of another. */
function isWithin(value: unknown, wider: unknown): boolean {
  const keys = keysOf(wider);
  return keysOf(value).every((key) => keys.includes(key));
}

const isObjectList = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
