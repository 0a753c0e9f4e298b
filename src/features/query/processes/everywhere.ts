// Finds entities of several collections by their texts, the best of all first. Entities with the same rank are in the order of the
// collections, then in catalog order.
import { parsePath } from '../../../kernel/field-path.ts';
import { matchLocale } from '../../../kernel/languages.ts';
import { readableKey } from '../../catalog/entity-key.ts';
import type { ShownPaths } from '../../presentation/common/described.ts';
import { LAYOUT_VERSION } from '../common/file-tables.ts';
import { readSearch } from '../common/fold.ts';
import { invalid, QueryFault } from '../language/fault.ts';
import { Localizer } from '../language/localizer.ts';
import { planProjection, readSelected, type Selected } from '../language/projection.ts';
import { languagesOf, type QueriedResource } from '../language/queried-resource.ts';
import { RANKS } from './searched-texts.ts';
import { rankTexts, type TextSearchDependencies } from './text-search.ts';

/** A search of all collections. */
export interface Everywhere {
  readonly q: string;
  /** All collections, in their order. */
  readonly shown: readonly ShownPaths[];
  /** Names of those that are listed; undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly locale: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface EverywhereDependencies extends TextSearchDependencies {
  readonly findResource: (name: string) => QueriedResource | undefined;
  readonly readEntity: (resource: QueriedResource, position: number) => { readonly id: string; readonly json: string };
}

interface Hits {
  readonly paths: ShownPaths;
  readonly resource: QueriedResource;
  /** Positions by rank. */
  readonly ranked: readonly (readonly number[])[];
  readonly total: number;
}

export interface EverywhereResult {
  /** JSON of the hits of a page. */
  readonly items: string;
  readonly count: number;
  readonly total: number;
  /** JSON of the counts of collections. */
  readonly facets: string;
}

/** Searches collections. Throws QueryFault. */
export function searchEverywhere(dependencies: EverywhereDependencies, everywhere: Everywhere): EverywhereResult {
  const { q, shown, only, locale, limit, offset } = everywhere;
  if (readSearch(q, LAYOUT_VERSION).terms.length === 0) throw invalid({ parameter: 'q', text: q }, 'it has no term');
  const all = shown.flatMap((paths): readonly Hits[] => {
    const resource = dependencies.findResource(paths.resource);
    if (resource === undefined) return [];
    const ranked = rankTexts(dependencies, resource, readSearch(q, resource.layout));
    return [{ paths, resource, ranked, total: ranked.reduce((sum, positions) => sum + positions.length, 0) }];
  });
  if (locale !== undefined && !all.some(({ resource }) => hasLanguage(resource, locale))) {
    throw new QueryFault({ code: 'invalid_locale' });
  }
  const listed = all.filter(({ paths }) => only === undefined || only.includes(paths.resource));
  const items: string[] = [];
  let before = 0;
  for (let rank = 0; rank < RANKS; rank++) {
    for (const { paths, resource, ranked } of listed) {
      const positions = ranked[rank] ?? [];
      const page = positions.slice(Math.max(0, offset - before), Math.max(0, offset + limit - before));
      before += positions.length;
      if (page.length === 0) continue;
      const present = presenterOf(resource, paths, locale);
      for (const position of page) {
        const { id, json } = dependencies.readEntity(resource, position);
        items.push(JSON.stringify({ resource: paths.resource, ...present(id, json), score: scoreOf(rank) }));
      }
    }
  }
  const counts = all
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .map(({ paths, total }) => ({ value: paths.resource, count: total }));
  return {
    items: `[${items.join(',')}]`,
    count: items.length,
    total: before,
    facets: JSON.stringify({ resource: counts }),
  };
}

const hasLanguage = (resource: QueriedResource, locale: string): boolean =>
  matchLocale(locale, languagesOf(resource)) !== undefined;

/** From 1, the best, down to 1 divided by the number of ranks. */
const scoreOf = (rank: number): number => (RANKS - rank) / RANKS;

interface Presented {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly image: string | null;
}

/** A function that reads what is shown of an entity, in one language: the one asked for, else the first of the snapshot. */
function presenterOf(
  resource: QueriedResource,
  { title, subtitle, image }: ShownPaths,
  locale: string | undefined,
): (id: string, json: string) => Presented {
  const languages = languagesOf(resource);
  const localizer = new Localizer(resource, (locale && matchLocale(locale, languages)) ?? languages[0] ?? '');
  const readerOf = (path: string | null) => {
    const selected = path === null ? undefined : selectShown(resource, path);
    return (id: string, entity: unknown): string | null => {
      if (selected === undefined) return null;
      return textOf(localizer.textOf(selected.path, readSelected(selected, id, entity, localizer)));
    };
  };
  const [titleOf, subtitleOf, imageOf] = [readerOf(title), readerOf(subtitle), readerOf(image)];
  return (id, json) => {
    const entity: unknown = JSON.parse(json);
    const own = titleOf(id, entity) ?? readableKey(id);
    const below = subtitleOf(id, entity);
    return { id, title: own, subtitle: below === own ? null : below, image: imageOf(id, entity) };
  };
}

/** A path that a presentation names, which need not be a field: it may be an element of a list. */
function selectShown(resource: QueriedResource, path: string): Selected {
  try {
    const projection = planProjection(resource, path);
    if (projection !== 'whole' && projection[0] !== undefined) return projection[0];
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
  }
  return { path: parsePath(path) };
}

/** The text of a value; of a list that of its first element that has one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return null;
  for (const element of value) {
    const text = textOf(element);
    if (text !== null) return text;
  }
  return null;
}
