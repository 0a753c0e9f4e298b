// Where the overview of a catalog comes from: four entities of each resource with pictures, the last promotion, and what a
// search finds.

import { isRecord } from '../../kernel/is-object.ts';
import type { TalkPost } from './common/discussion.tsx';
import { groupResources } from './common/groups.ts';
import { type Catalog, learnPictures, summarize } from './common/reads.ts';
import type { ShownResource } from './common/resource-cards.tsx';
import { readShelf, type Shelf } from './home/shelf-data.ts';
import { type Found, type SearchQuestion, searchCatalog } from './search/search-data.ts';

export interface Overview {
  readonly resources: readonly ShownResource[];
  /** What is new in the release, and when it came. */
  readonly shelf: Shelf;
  /** What is searched for; undefined: nothing. */
  readonly text: string | undefined;
  readonly found: Found | undefined;
  /** Posts that say this. */
  readonly posts: readonly TalkPost[];
  /** Whether the catalog could not be searched. */
  readonly isPartial: boolean;
}

const PICTURES = 4;
const POSTS = 5;

/** Reads what the overview shows. */
export async function readOverview(catalog: Catalog, question: SearchQuestion | undefined): Promise<Overview> {
  const text = question?.text;
  const names = [...new Set(groupResources(catalog).flatMap((group) => group.resources))];
  const [resources, shelf, posts, found] = await Promise.all([
    Promise.all(names.map((name) => readResource(catalog, name))),
    // A catalog is there while its release is being prepared for queries; what is new comes then.
    readShelf(catalog, 0),
    text === undefined
      ? undefined
      : catalog.page.ask('GET /api/v1/community/posts', { query: { scope: 'latest', q: text, limit: POSTS } }),
    question && searchCatalog(catalog, question),
  ]);
  await learnPictures(
    catalog,
    resources.flatMap((part) => part.items),
  );
  return {
    resources,
    shelf,
    text,
    found,
    posts: posts?.ok === true ? posts.body.posts : [],
    isPartial: question !== undefined && found === undefined,
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
  const items = isRecord(body) ? body.items : undefined;
  return Array.isArray(items) ? items : [];
}
