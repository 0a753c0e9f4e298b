// What the home page shows of the catalog and of the community.
import type { ComponentChildren } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import type { PageContext } from '../shell/page-context.ts';

export type HomePost = AnswerBody<'GET /api/v1/community/posts'>['posts'][number];

interface ShownShelves {
  readonly servers: readonly { readonly id: string; readonly displayName: string }[];
  readonly find: ComponentChildren;
  readonly now: ComponentChildren;
  readonly newest: ComponentChildren;
  /** Whether something is missing that a later request may find. */
  readonly isPartial: boolean;
}

export type FirstSteps = AnswerBody<'GET /api/v1/me/first-steps'>;

export interface HomeData {
  /** Of a new account; undefined: none are shown. */
  readonly steps: FirstSteps['steps'] | undefined;
  /** The catalog's half. */
  readonly shelves: ShownShelves;
  /** Undefined while the community cannot be read. */
  readonly posts: readonly HomePost[] | undefined;
  /** Who wrote last, once each. */
  readonly people: readonly HomePost[];
}

const POSTS = 4;
const READ = 20;
const PEOPLE = 12;

export interface HomeDependencies {
  /** The catalog's half of the home page, which its section writes. */
  readonly showShelves: (page: PageContext) => Promise<ShownShelves>;
}

/** Reads all that the home page shows. The community may be away; the rest stays. */
export async function readHome(page: PageContext, { showShelves }: HomeDependencies): Promise<HomeData> {
  const read = async (scope: 'latest' | 'top') => {
    const asked = await page.ask('GET /api/v1/community/posts', { query: { scope, limit: READ } });
    return asked.ok ? asked.body.posts : undefined;
  };
  const [shelves, latest, top, steps] = await Promise.all([
    showShelves(page),
    read('latest'),
    read('top'),
    readSteps(page),
  ]);
  return { steps, shelves, posts: choosePosts(top, latest), people: choosePeople(latest ?? []) };
}

async function readSteps(page: PageContext): Promise<HomeData['steps']> {
  if (page.viewer === undefined || !page.hasPage('/settings/profile')) return undefined;
  const asked = await page.ask('GET /api/v1/me/first-steps', {});
  return asked.ok && asked.body.active ? asked.body.steps : undefined;
}

const hasPicture = ({ attachments, spoiler }: HomePost): boolean => !spoiler && attachments.length > 0;

/** The best posts, those with pictures first; the latest ones where nothing was liked yet. */
function choosePosts(
  top: readonly HomePost[] | undefined,
  latest: readonly HomePost[] | undefined,
): readonly HomePost[] | undefined {
  if (top === undefined || latest === undefined) return undefined;
  const all = [...new Map([...top, ...latest].map((post) => [post.id, post])).values()];
  return all.toSorted((a, b) => Number(hasPicture(b)) - Number(hasPicture(a))).slice(0, POSTS);
}

const choosePeople = (latest: readonly HomePost[]): readonly HomePost[] =>
  [...new Map(latest.map((post) => [post.authorUid, post])).values()].slice(0, PEOPLE);
