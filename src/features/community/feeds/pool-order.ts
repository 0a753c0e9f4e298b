// The order of a pool for a viewer: pure. A pool has the best posts of the ranking, the newest ones, some of the other
// ranked ones by lot, and those that only this viewer is offered. Each is scored by the formula of the reference sheet
// (8.3), and authors are spread.
import type { RecommendationWeights } from '../../../platform/config/recommendation.ts';
import { isPostListed, type Viewer } from '../common/visibility.ts';
import { FRESH, type SharedPool } from './pool.ts';
import { drawOf, factsOf, jitterOf, type PoolPost } from './pool-posts.ts';
import { spreadAuthors } from './spread.ts';
import type { ViewerFacts } from './viewer-facts.ts';

const RANKED = 192;
const EXPLORED = 64;
/** Minimum distance between posts of one author, while the pool contains others. */
const AUTHOR_DISTANCE = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What determines a pool besides the posts. */
interface PoolQuery {
  /** Time of the first page. */
  readonly asOf: number;
  readonly seed: number;
  readonly weights: RecommendationWeights;
}

/** A viewer who is signed in. */
interface PoolViewer {
  readonly viewer: NonNullable<Viewer>;
  readonly facts: ViewerFacts;
}

interface Scored {
  readonly post: PoolPost;
  readonly score: number;
}

/** The posts of the pool that a viewer is offered, in no order. */
export function choosePool(
  { ranked, fresh }: SharedPool,
  who: PoolViewer | undefined,
  { asOf, seed }: PoolQuery,
): readonly PoolPost[] {
  const chosen = new Map<string, PoolPost>();
  const add = (posts: readonly PoolPost[]): void => {
    for (const post of posts) chosen.set(post.id, post);
  };
  add(ranked.slice(0, RANKED));
  add(drawLots(ranked, RANKED, seed));
  add(fresh.slice(0, FRESH));
  // Last, because these facts are the newest.
  if (who !== undefined) add(who.facts.posts);
  return [...chosen.values()].filter((post) => post.createdAt <= asOf && isOffered(post, who));
}

/**
 * Ids of these posts in the order in which they are shown; generated lazily. `seen`: when each was shown to the viewer
 * first.
 */
export function* orderPool(
  posts: readonly PoolPost[],
  { scores }: Pick<SharedPool, 'scores'>,
  who: PoolViewer | undefined,
  seen: ReadonlyMap<string, number>,
  query: PoolQuery,
): Generator<string> {
  const { asOf, weights } = query;
  const scored = posts.map((post): Scored => {
    const score = (scores.get(post.id) ?? 0) + scoreOf(post, who, query);
    const isSeen = (seen.get(post.id) ?? Number.POSITIVE_INFINITY) < asOf;
    return { post, score: isSeen ? score - weights.seen : score };
  });
  scored.sort(compareScored);
  for (const { post } of spreadAuthors(scored, (one) => one.post.authorId, AUTHOR_DISTANCE)) yield post.id;
}

/** Some of the posts from a position on, by lot. */
function drawLots(posts: readonly PoolPost[], from: number, seed: number): readonly PoolPost[] {
  const drawn: { readonly post: PoolPost; readonly draw: number }[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (let index = from; index < posts.length; index += 1) {
    const post = posts[index];
    if (post === undefined) break;
    const draw = drawOf(post, seed);
    if (draw > worst) continue;
    let at = drawn.length;
    while (at > 0 && isBefore(draw, post, drawn[at - 1])) at -= 1;
    drawn.splice(at, 0, { post, draw });
    if (drawn.length > EXPLORED) drawn.pop();
    if (drawn.length === EXPLORED) worst = drawn.at(-1)?.draw ?? worst;
  }
  return drawn.map(({ post }) => post);
}

const isBefore = (
  draw: number,
  post: PoolPost,
  other: { readonly post: PoolPost; readonly draw: number } | undefined,
) => other !== undefined && (draw < other.draw || (draw === other.draw && post.id < other.post.id));

/** Whether a viewer is offered a post: it is listed for them, and not excluded from discovery. */
function isOffered(post: PoolPost, who: PoolViewer | undefined): boolean {
  if (who === undefined) return isPostListed(factsOf(post, false), undefined);
  const { viewer, facts } = who;
  if (!isPostListed(factsOf(post, facts.blocked.has(post.authorId)), viewer)) return false;
  if (facts.muted.has(post.authorId) || facts.refused.has(post.id)) return false;
  return post.authorId === viewer.accountId || !post.tags.some((tag) => facts.mutedTags.has(tag));
}

/** The part of the score that depends on time, seed, and whom and what the viewer follows. */
function scoreOf(post: PoolPost, who: PoolViewer | undefined, { asOf, seed, weights }: PoolQuery): number {
  const score = recencyOf(post.createdAt, asOf, weights) + jitterOf(post, seed);
  if (who === undefined) return score;
  const { followed, followedTags } = who.facts;
  const forAuthor = followed.has(post.authorId) ? weights.author : 0;
  return score + forAuthor + (post.tags.some((tag) => followedTags.has(tag)) ? weights.tag : 0);
}

function recencyOf(createdAt: number, asOf: number, weights: RecommendationWeights): number {
  if (createdAt > asOf - HOUR_MS) return weights.hour;
  if (createdAt > asOf - DAY_MS) return weights.day;
  return createdAt > asOf - 7 * DAY_MS ? weights.week : 0;
}

/** Best first, of equal ones the newest. */
function compareScored(one: Scored, other: Scored): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.post.createdAt !== other.post.createdAt) return other.post.createdAt - one.post.createdAt;
  return one.post.id < other.post.id ? 1 : -1;
}
