import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { cutPage } from '../../../kernel/page.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { createComment, deleteComment, editComment, readWrittenComment, type WrittenComment } from './comments.ts';
import { type commentsContract, OWN_COMMENT_LIMIT } from './contract.ts';
import { likeComment } from './likes.ts';
import { listCommentRevisions, listOwnComments, presentOwnComment } from './own.ts';
import { presentComment } from './rows.ts';

export function commentsHandlers(dependencies: CommunityDependencies): Handlers<typeof commentsContract> {
  const { db } = dependencies.database;
  const { faces } = dependencies;
  const presentWritten = ({ comment, moderationQueued, moderationReasons }: WrittenComment, actor: Actor) => ({
    comment: presentComment(comment, faces, actor),
    moderationQueued,
    moderationReasons,
  });

  return {
    commentCreate: {
      create: async ({ params, body, actor }) => ({
        status: 201,
        body: presentWritten(await createComment(dependencies, actor, params.postId, body), actor),
      }),
      readCreated: async ({ actor, id }) => presentWritten(await readWrittenComment(dependencies, actor, id), actor),
    },
    commentEdit: async ({ params, body, actor }) =>
      json(presentWritten(await editComment(dependencies, actor, params.commentId, body), actor)),
    commentDelete: async ({ params, body, actor }) =>
      json({ comment: await deleteComment(dependencies, actor, params.commentId, body.version) }),
    commentLike: async ({ params, body, actor }) =>
      json(await likeComment(dependencies, actor, params.commentId, body.active)),
    commentRevisionList: async ({ params, query, actor }) => {
      const limit = query.limit ?? OWN_COMMENT_LIMIT;
      const below = query.cursor === undefined ? VERSION_MAX : Number(query.cursor);
      const history = await listCommentRevisions(db, actor, params.commentId, below, pageRows(limit));
      const { rows, next = null } = cutPage(history.revisions, limit, ({ revision }) => String(revision));
      return json({ ...history, revisions: rows, nextCursor: next });
    },
    ownCommentList: async ({ query, actor }) => {
      const list = nameList('own comments');
      const before = timeCursors.read(list, query.cursor);
      const limit = query.limit ?? OWN_COMMENT_LIMIT;
      const found = await listOwnComments(db, actor, { before, limit: pageRows(limit) });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      const comments = rows.map(presentOwnComment);
      return json({
        comments:
          query.tree === undefined
            ? comments
            : comments.map((comment) => ({ ...comment, bodyTree: dependencies.trees.read(comment.body) })),
        nextCursor,
      });
    },
  };
}
