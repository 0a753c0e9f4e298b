// What the home page shows: the current releases, and three posts.
import type { ComponentChildren } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import type { PageContext } from '../shell/page-context.ts';

export interface HomeLink {
  readonly label: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
}

export interface ReleaseFacts {
  readonly id: string;
  readonly displayName: string;
  readonly region: string;
  readonly releaseId: string;
  readonly sourceId: string;
  readonly links: readonly HomeLink[];
}

type Posts = AnswerBody<'GET /api/v1/community/posts'>['posts'];

interface ShownShelves {
  readonly content: ComponentChildren;
  /** Whether something is missing that a later request may find. */
  readonly isPartial: boolean;
}

export interface HomeData {
  readonly releases: readonly ReleaseFacts[];
  /** The catalog's half. */
  readonly shelves: ShownShelves;
  /** Undefined while the community cannot be read. */
  readonly posts: Posts | undefined;
}

const POSTS = 3;

/** The latest posts; for members those of people and tags that they follow, where there are any. */
async function readPosts(page: PageContext): Promise<Posts | undefined> {
  const read = async (scope: 'latest' | 'following'): Promise<Posts | undefined> => {
    const asked = await page.ask('GET /api/v1/community/posts', { query: { scope, limit: POSTS } });
    return asked.ok ? asked.body.posts : undefined;
  };
  const followed = page.viewer === undefined ? undefined : await read('following');
  return followed === undefined || followed.length === 0 ? read('latest') : followed;
}

export interface HomeDependencies {
  /** Current releases with a few links into each; answers even when some of them are damaged. */
  readonly describeReleases: () => Promise<readonly ReleaseFacts[]>;
  /** The catalog's half of the home page, which its section writes. */
  readonly showShelves: (page: PageContext) => Promise<ShownShelves>;
}

/** Reads all that the home page shows. The community may be away; the rest stays. */
export async function readHome(
  page: PageContext,
  { describeReleases, showShelves }: HomeDependencies,
): Promise<HomeData> {
  const [releases, shelves, posts] = await Promise.all([describeReleases(), showShelves(page), readPosts(page)]);
  return { releases, shelves, posts };
}
