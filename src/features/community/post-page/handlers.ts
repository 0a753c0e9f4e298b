import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { type PostRow, presentWholePost } from '../common/rows.ts';
import type { Viewer } from '../common/visibility.ts';
import { requirePost } from '../posts/reading.ts';
import { readSubscribed } from '../subscriptions/subscriptions.ts';
import { closeEdits, readCommentPage } from './comments.ts';
import type { postPageContract } from './contract.ts';

/** A post and its comments are read concurrently. */
const POST_QUERIES = 2;

export function postPageHandlers(dependencies: CommunityDependencies): Handlers<typeof postPageContract> {
  const { database, faces, pages, trees } = dependencies;
  const { db } = database;
  return {
    postRead: async ({ context, params, query, actor }) => {
      const isFor = [query.commentsCursor, query.commentsRoot, query.commentId, query.commentsSort];
      const isAfter = query.commentsAfter !== undefined;
      if (
        (query.commentsOnly !== undefined && query.includeComments !== undefined) ||
        (isAfter && (query.commentsOnly === undefined || isFor.some((one) => one !== undefined)))
      ) {
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
            after: query.commentsAfter,
            isLeftOut: query.includeComments !== undefined,
          });
          // Both are read concurrently; if both refuse, the post's refusal is used.
          comments.catch(() => {});
          const isFull = query.commentsOnly === undefined && actor !== undefined;
          const subscribed = isFull ? readSubscribed(db, actor.accountId, postId) : Promise.resolve(false);
          subscribed.catch(() => {});
          const post = await requirePost(db, postId, actor);
          const shown = closeEdits(await comments, post);
          const grow = <T extends { readonly body: string }>(one: T): T =>
            query.tree === undefined ? one : { ...one, bodyTree: trees.read(one.body) };
          const page = { ...shown, comments: shown.comments.map(grow) };
          if (query.commentsOnly !== undefined) return page;
          const { commentCount } = post;
          return {
            post: grow(presentWholePost(post, faces)),
            ...page,
            commentCount,
            lastFloor: post.lastFloor,
            viewer: {
              ...presentViewer(post, actor),
              subscribed: await subscribed,
              moderationReasons:
                actor?.accountId === post.authorId ? await dependencies.readWaiting(db, 'post', post) : [],
            },
          };
        },
        POST_QUERIES,
      );
    },
  };
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
