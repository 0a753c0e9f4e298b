// Handler of the feeds. Refusals follow the order of the contract: query format, session, combination of parameters.
import { randomInt } from 'node:crypto';
import { requirePolicy } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { feedCursors, recommendedCursors } from '../common/cursors.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { presentListedPost } from '../common/rows.ts';
import { countCharacters, foldSearch, normalizeTag } from '../common/text.ts';
import type { Viewer } from '../common/visibility.ts';
import { FEED_LIMIT, type feedsContract, SEED_MAX } from './contract.ts';
import { readFeed, type Scope } from './feed.ts';
import { hasRanking } from './ranking.ts';
import { type Recommendations, reasonOf } from './recommended.ts';
import { SearchStatistics } from './search.ts';

const Q_MAX = 100;
const PRIVATE_SCOPES: ReadonlySet<Scope> = new Set(['mine', 'bookmarked', 'following']);

export function feedsHandlers(
  dependencies: CommunityDependencies & { readonly recommendations: Recommendations },
): Handlers<typeof feedsContract> {
  const { database, faces, pages, recommendations } = dependencies;
  const { db } = database;
  const statistics = new SearchStatistics();

  async function readRecommendations(
    asker: object,
    viewer: Viewer,
    query: {
      readonly limit: number;
      readonly cursor: string | undefined;
      readonly seed: number | undefined;
      readonly isFresh: boolean;
    },
    list: () => string,
  ) {
    const after = query.cursor === undefined ? undefined : recommendedCursors.read(list(), query.cursor);
    if (after !== undefined) {
      if (query.seed === undefined) throw new Refusal('recommendation_seed_required');
      if (query.seed !== after.seed) throw new Refusal('recommendation_seed_mismatch');
      if (!(await hasRanking(db, after.rankingId))) throw new Refusal('invalid_cursor');
    }
    const seed = after?.seed ?? query.seed ?? randomInt(SEED_MAX);
    if (query.isFresh && viewer !== undefined) await recommendations.impressions.clear(viewer.accountId);
    const page = await recommendations.read(asker, viewer, { seed, limit: query.limit, after });
    return {
      posts: page.rows.map((row) => presentListedPost(row, faces, viewer, reasonOf(row))),
      nextCursor: recommendedCursors.write(list(), page.next),
      seed,
    };
  }

  return {
    postList: async ({ context, query, actor }) => {
      const { scope = 'all', state = 'active', limit = FEED_LIMIT, cursor, subject } = query;
      const q = query.q === undefined ? undefined : requireQuery(query.q);
      const tag = query.tag === undefined ? undefined : normalizeTag(query.tag);
      if (query.tag !== undefined && tag === undefined) throw new Refusal('invalid_tag');
      if (query.refresh !== undefined && cursor !== undefined) throw new Refusal('invalid_refresh_cursor');
      // Distinguishes a missing session from a token without the required scope.
      if (actor === undefined && PRIVATE_SCOPES.has(scope)) {
        requirePolicy(await dependencies.readActor(context), 'session');
        throw new Refusal('authentication_required');
      }
      if (state !== 'active' && scope !== 'mine') throw new Refusal('invalid_state_scope');
      if (query.period !== undefined && scope !== 'top') throw new Refusal('invalid_period');
      const { period = 'week' } = query;
      const about = subject && [subject.server, subject.resource, subject.id].join('/');
      // A page from the cache needs no name of its list.
      const list = (): string => nameList(scope, state, q, tag, about, scope === 'top' ? period : undefined);
      const isFiltered = q !== undefined || tag !== undefined || subject !== undefined;
      if (scope === 'recommended' && !isFiltered) {
        const { seed } = query;
        const isFresh = query.refresh !== undefined;
        const read = () => readRecommendations(context, actor, { limit, cursor, seed, isFresh }, list);
        // Without a seed every request gets its own.
        return pages[seed === undefined ? 'answerOwn' : 'answerNow'](context, actor, read);
      }
      const plain = scope === 'recommended' ? 'latest' : scope;
      const after = cursor === undefined ? undefined : feedCursors.read(list(), cursor);
      // A place in the order of activity has a score, and no other one has.
      if (after !== undefined && (after.score !== undefined) !== (scope === 'top' && !isFiltered)) {
        throw new Refusal('invalid_cursor');
      }
      const isRandom = scope === 'recommended' && query.seed === undefined;
      return pages[isRandom ? 'answerNow' : 'answer'](context, actor, async () => {
        if (q !== undefined) await statistics.refresh(db);
        const page = await readFeed(db, statistics, actor, {
          scope: plain,
          state,
          q,
          tag,
          subject,
          period,
          limit,
          after,
        });
        return {
          posts: page.rows.map((row) => presentListedPost(row, faces, actor)),
          nextCursor: feedCursors.write(list(), page.next),
          ...(scope === 'recommended' && { seed: query.seed ?? randomInt(SEED_MAX) }),
        };
      });
    },
  };
}

/** The folded search text: 1 to 100 code points. */
function requireQuery(text: string): string {
  const folded = foldSearch(text);
  if (folded === '' || countCharacters(folded) > Q_MAX) throw new Refusal('invalid_query');
  return folded;
}
