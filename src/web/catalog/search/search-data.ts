// What a search of the whole catalog finds: a page of the best, and how many there are in each collection.
import { searchCursorAfter } from '../../../features/query/serve/page-cursor.ts';
import { groupResources } from '../common/groups.ts';
import { whenPrepared } from '../common/prepared.ts';
import { type Catalog, type EntitySummary, learnPictures, readNames } from '../common/reads.ts';
import { fileOf } from '../common/values.ts';

/** What the address asks. */
export interface SearchQuestion {
  readonly text: string;
  /** The collection that is listed; undefined: all. */
  readonly resource: string | undefined;
  /** From 1. */
  readonly page: number;
}

export interface Found {
  readonly question: SearchQuestion;
  readonly items: readonly EntitySummary[];
  readonly total: number;
  readonly pages: number;
  /** The most first. */
  readonly counts: readonly { readonly resource: string; readonly count: number }[];
}

const PAGE_LENGTH = 30;
const TERMS_MAX = 100;
const PAGE_MAX = 10_000;

/** Reads the question of an address; undefined: it asks for nothing. */
export function readSearch(search: URLSearchParams): SearchQuestion | undefined {
  const text = search.get('q')?.trim().slice(0, TERMS_MAX).trim();
  const page = Number(search.get('page'));
  if (text === undefined || text === '') return undefined;
  return {
    text,
    resource: search.get('in') ?? undefined,
    page: Number.isSafeInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  };
}

/** Searches the collections that overviews show. Undefined while they cannot be searched. */
export async function searchCatalog(catalog: Catalog, asked: SearchQuestion): Promise<Found | undefined> {
  const { page, server, releaseId, presentations } = catalog;
  const names = [...new Set(groupResources(catalog).flatMap(({ resources }) => resources))];
  const collections = names.filter((name) => presentations[name]?.kind === 'collection');
  const chosen = collections.find((name) => name === asked.resource);
  const search = { q: asked.text, resource: chosen === undefined ? collections : [chosen], locale: undefined };
  const ask = (number: number) => {
    const after = (number - 1) * PAGE_LENGTH;
    const cursor = number === 1 ? undefined : searchCursorAfter(server.id, releaseId, search, after);
    return whenPrepared(() =>
      page.ask('GET /api/v1/servers/{server}/catalog/search', {
        params: { server: server.id },
        query: { ...search, limit: PAGE_LENGTH, cursor, release: releaseId },
      }),
    );
  };
  if (collections.length === 0) return { question: asked, items: [], total: 0, pages: 1, counts: [] };
  let answer = await ask(asked.page);
  if (!answer.ok) return undefined;
  const pages = Math.max(1, Math.ceil(answer.body.total / PAGE_LENGTH));
  // A page behind the last one shows the last one.
  if (asked.page > pages) answer = await ask(pages);
  if (!answer.ok) return undefined;
  const { items, total, facets } = answer.body;
  const wanted = new Map<string, Set<string>>();
  for (const { resource, id } of items) wanted.set(resource, (wanted.get(resource) ?? new Set()).add(id));
  const summaries = await readNames(catalog, wanted);
  const shown = items.map(({ resource, id, title, subtitle, image }): EntitySummary => {
    const file = fileOf(image, server.id);
    return (
      summaries.get(`${resource}/${id}`) ?? {
        ...{ resource, id, title: { text: title }, entity: undefined, tint: undefined },
        subtitle: subtitle === null ? undefined : { text: subtitle },
        picture: file?.kind === 'picture' ? file : undefined,
      }
    );
  });
  await learnPictures(catalog, shown);
  return {
    question: { text: asked.text, resource: chosen, page: Math.min(asked.page, pages) },
    items: shown,
    total,
    pages,
    counts: facets.resource
      .filter(({ value }) => collections.includes(value))
      .map(({ value, count }) => ({ resource: value, count })),
  };
}
