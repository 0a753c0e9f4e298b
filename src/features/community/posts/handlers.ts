// Handlers of posts. Refusals follow the order of the contract: query format, session, combination of parameters,
// target.
import { randomInt } from 'node:crypto';
import { answerJson, answerNothing } from '../../../http/answer/json.ts';
import { requirePolicy } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList } from '../../../kernel/cursor.ts';
import { cutPage } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { closeEdits, readCommentPage } from '../comments/page.ts';
import { feedCursors, recommendedCursors } from '../common/cursors.ts';
import { type CommunityParts, pageRows } from '../common/parts.ts';
import { type PostRow, presentListedPost, presentWholePost } from '../common/rows.ts';
import { VERSION_MAX } from '../common/rules.ts';
import { countCharacters, foldSearch, normalizeTag } from '../common/text.ts';
import type { Viewer } from '../common/visibility.ts';
import { readFeed, type Scope } from '../feeds/feed.ts';
import { hasRanking, readNewestRanking } from '../feeds/ranking.ts';
import { readRecommended, reasonOf } from '../feeds/recommended.ts';
import { SearchStatistics } from '../feeds/search.ts';
import { clearImpressions, recordImpressions } from '../reactions/reactions.ts';
import { FEED_LIMIT, type postsContract, SEED_MAX } from './contract.ts';
import {
  archivePost,
  createPost,
  deletePost,
  editPost,
  listPostRevisions,
  pinPost,
  requirePost,
  type WrittenPost,
} from './posts.ts';

const Q_MAX = 100;
/** A post and its comments are read concurrently. */
const POST_QUERIES = 2;
const PRIVATE_SCOPES: ReadonlySet<Scope> = new Set(['mine', 'bookmarked', 'following']);

export function postsHandlers(parts: CommunityParts): Handlers<typeof postsContract> {
  const { database, faces, pages } = parts;
  const { db } = database;
  const statistics = new SearchStatistics();
  const presentWritten = ({ post, moderationQueued }: WrittenPost) => ({
    post: presentWholePost(post, faces),
    moderationQueued,
  });
  const presentOne = (post: PostRow) => ({ post: presentWholePost(post, faces) });

  async function readRecommendations(
    viewer: Viewer,
    query: {
      readonly limit: number;
      readonly cursor: string | undefined;
      readonly seed: number | undefined;
      readonly isFresh: boolean;
    },
    list: string,
  ) {
    const after = recommendedCursors.read(list, query.cursor);
    if (after !== undefined) {
      if (query.seed === undefined) throw new Refusal('recommendation_seed_required');
      if (query.seed !== after.seed) throw new Refusal('recommendation_seed_mismatch');
      if (!(await hasRanking(db, after.rankingId))) throw new Refusal('invalid_cursor');
    }
    const seed = after?.seed ?? query.seed ?? randomInt(SEED_MAX);
    if (query.isFresh && viewer !== undefined) await clearImpressions(db, viewer.accountId);
    const rankingId = after?.rankingId ?? (await readNewestRanking(db));
    const page = await readRecommended(db, viewer, {
      rankingId,
      asOf: after?.asOf ?? Date.now(),
      seed,
      limit: query.limit,
      after,
      weights: parts.weights,
    });
    if (viewer !== undefined) {
      await recordImpressions(
        db,
        viewer.accountId,
        page.rows.map(({ id }) => id),
      );
    }
    return {
      posts: page.rows.map((row) => presentListedPost(row, faces, viewer, reasonOf(row))),
      nextCursor: recommendedCursors.write(list, page.next),
      seed,
    };
  }

  return {
    postList: async ({ context, query, actor }) => {
      const { scope = 'all', state = 'active', limit = FEED_LIMIT, cursor } = query;
      const q = query.q === undefined ? undefined : requireQuery(query.q);
      const tag = query.tag === undefined ? undefined : normalizeTag(query.tag);
      if (query.tag !== undefined && tag === undefined) throw new Refusal('invalid_tag');
      if (query.refresh !== undefined && cursor !== undefined) throw new Refusal('invalid_refresh_cursor');
      // Distinguishes a missing session from a token without the required scope.
      if (actor === undefined && PRIVATE_SCOPES.has(scope)) {
        requirePolicy(await parts.readActor(context), 'session');
        throw new Refusal('authentication_required');
      }
      if (state !== 'active' && scope !== 'mine') throw new Refusal('invalid_state_scope');
      const list = nameList(scope, state, q, tag);
      if (scope === 'recommended' && q === undefined && tag === undefined) {
        const { seed } = query;
        const isFresh = query.refresh !== undefined;
        const read = () => readRecommendations(actor, { limit, cursor, seed, isFresh }, list);
        // Without a seed every request gets its own.
        return pages[seed === undefined ? 'answerOwn' : 'answerNow'](context, actor, read);
      }
      const plain = scope === 'recommended' ? 'latest' : scope;
      const after = feedCursors.read(list, cursor);
      const isRandom = scope === 'recommended' && query.seed === undefined;
      return pages[isRandom ? 'answerNow' : 'answer'](context, actor, async () => {
        if (q !== undefined) await statistics.refresh(db);
        const page = await readFeed(db, statistics, actor, { scope: plain, state, q, tag, limit, after });
        return {
          posts: page.rows.map((row) => presentListedPost(row, faces, actor)),
          nextCursor: feedCursors.write(list, page.next),
          ...(scope === 'recommended' ? { seed: query.seed ?? randomInt(SEED_MAX) } : {}),
        };
      });
    },
    postCreate: async ({ context, body, actor }) =>
      answerJson(context, presentWritten(await createPost(parts, actor, body)), { status: 201 }),
    postRead: async ({ context, params, query, actor }) => {
      if (query.commentsOnly !== undefined && query.includeComments !== undefined) {
        throw new Refusal('conflicting_post_query');
      }
      return pages.answer(
        context,
        actor,
        async () => {
          const { postId } = params;
          const comments = readCommentPage({ db, faces }, actor, postId, {
            sort: query.commentsSort ?? 'hot',
            cursor: query.commentsCursor,
            root: query.commentsRoot,
            focus: query.commentId,
            isLeftOut: query.includeComments !== undefined,
          });
          // Both are read concurrently; if both refuse, the post's refusal is used.
          comments.catch(() => {});
          const post = await requirePost(db, postId, actor);
          const page = closeEdits(await comments, post);
          if (query.commentsOnly !== undefined) return page;
          const { commentCount } = post;
          return { ...presentOne(post), ...page, commentCount, viewer: presentViewer(post, actor) };
        },
        POST_QUERIES,
      );
    },
    postEdit: async ({ context, params, body, actor }) =>
      answerJson(context, presentWritten(await editPost(parts, actor, params.postId, body))),
    postDelete: async ({ context, params, body, actor }) => {
      await deletePost(parts, actor, params.postId, body.version);
      return answerNothing(context);
    },
    postPin: async ({ context, params, body, actor }) => {
      const { active, version, place = 'profile' } = body;
      return answerJson(context, presentOne(await pinPost(parts, actor, params.postId, { active, version, place })));
    },
    postArchive: async ({ context, params, body, actor }) =>
      answerJson(context, presentOne(await archivePost(parts, actor, params.postId, body.version, true))),
    postRestore: async ({ context, params, body, actor }) =>
      answerJson(context, presentOne(await archivePost(parts, actor, params.postId, body.version, false))),
    postRevisionList: async ({ context, params, query, actor }) => {
      const limit = query.limit ?? FEED_LIMIT;
      const below = query.cursor === undefined ? VERSION_MAX : Number(query.cursor);
      const found = await listPostRevisions(db, actor, params.postId, below, pageRows(limit));
      const { rows, next = null } = cutPage(found, limit, ({ revision }) => String(revision));
      return answerJson(context, { revisions: rows, nextCursor: next });
    },
  };
}

/** The folded search text: 1 to 100 code points. */
function requireQuery(text: string): string {
  const folded = foldSearch(text);
  if (folded === '' || countCharacters(folded) > Q_MAX) throw new Refusal('invalid_query');
  return folded;
}

function presentViewer(post: PostRow, viewer: Viewer) {
  const isOwn = viewer?.accountId === post.authorId;
  const isOpen = post.moderationStatus === 'allow' && post.archivedAt === null && post.hiddenAt === null;
  return {
    liked: post.liked ?? false,
    bookmarked: post.bookmarked ?? false,
    following: post.following ?? false,
    canEdit: isOwn,
    canDelete: isOwn,
    canComment: viewer !== undefined && isOpen && post.commentsLockedAt === null,
    canPin: isOwn && isOpen,
    canLock: viewer !== undefined && viewer.role !== 'member' && !isOwn,
  };
}
