// Where the overview of a catalog comes from: four entities of each resource with pictures, the last promotion, and what a
// search finds.

import type { TalkPost } from './common/discussion.tsx';
import { groupResources } from './common/groups.ts';
import { askQuery, type Catalog, learnPictures, summarize, summaryPaths } from './common/reads.ts';
import type { Hits, ShownResource } from './common/resource-cards.tsx';
import { readShelf, type Shelf } from './home/shelf-data.ts';

export interface Overview {
  readonly resources: readonly ShownResource[];
  /** What is new in the release, and when it came. */
  readonly shelf: Shelf;
  readonly text: string | undefined;
  readonly hits: readonly Hits[];
  /** Posts that say this. */
  readonly posts: readonly TalkPost[];
  /** Whether some resource could not be searched. */
  readonly isPartial: boolean;
}

const PICTURES = 4;
const HITS = 6;
const POSTS = 5;

/** Reads what the overview shows. */
export async function readOverview(catalog: Catalog, text: string | undefined): Promise<Overview> {
  const names = [...new Set(groupResources(catalog).flatMap((group) => group.resources))];
  const searched = text === undefined ? [] : names.filter((name) => catalog.presentations[name]?.kind === 'collection');
  const [resources, shelf, posts, found] = await Promise.all([
    Promise.all(names.map((name) => readResource(catalog, name))),
    // A catalog is there while its release is being prepared for queries; what is new comes then.
    readShelf(catalog, 0),
    text === undefined
      ? undefined
      : catalog.page.ask('GET /api/v1/community/posts', { query: { scope: 'latest', q: text, limit: POSTS } }),
    Promise.all(searched.map((name) => readHits(catalog, name, text ?? ''))),
  ]);
  await learnPictures(
    catalog,
    [...resources, ...found].flatMap((part) => part?.items ?? []),
  );
  return {
    resources,
    shelf,
    text,
    hits: found.flatMap((hits) => (hits === undefined || hits.total === 0 ? [] : [hits])),
    posts: posts?.ok === true ? posts.body.posts : [],
    isPartial: found.includes(undefined),
  };
}

/** Pages of an index need no query engine, so that this part is there even while a release is being prepared. */
async function readResource(catalog: Catalog, name: string): Promise<ShownResource> {
  const { page, server, releaseId, presentations } = catalog;
  const presentation = presentations[name];
  if (presentation === undefined || presentation.image === null) return { name, items: [] };
  const asked = await page.ask('GET /api/v1/servers/{server}/{resource}', {
    params: { server: server.id, resource: name },
    query: { limit: PICTURES, release: releaseId },
  });
  const rows = asked.ok ? rowsOf(asked.body) : [];
  return { name, items: rows.map(({ id, value }) => summarize(catalog, name, id, value)) };
}

function rowsOf(body: unknown): readonly { readonly id: string; readonly value: unknown }[] {
  const items = typeof body === 'object' && body !== null ? Reflect.get(body, 'items') : undefined;
  return Array.isArray(items) ? items : [];
}

async function readHits(catalog: Catalog, resource: string, q: string): Promise<Hits | undefined> {
  const presentation = catalog.presentations[resource];
  if (presentation === undefined) return undefined;
  const asked = await askQuery(catalog, resource, { q, limit: HITS }, summaryPaths(presentation));
  if (!asked.ok) return undefined;
  const { items, total } = asked.body;
  return { resource, total, items: items.map(({ id, entity }) => summarize(catalog, resource, id, entity)) };
}
