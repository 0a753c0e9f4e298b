// Handlers of comments: from the request to the module that does it, and the view back.

import { answerJson } from '../../../http/answer/json.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { bindingOf, readCursor, timePlace, writeCursor } from '../common/cursors.ts';
import { type CommunityParts, pageRows } from '../common/parts.ts';
import { VERSION_MAX } from '../common/rules.ts';
import { likeComment } from '../reactions/reactions.ts';
import { createComment, deleteComment, editComment, type WrittenComment } from './comments.ts';
import { type commentsContract, OWN_COMMENT_LIMIT } from './contract.ts';
import { listCommentRevisions, listOwnComments, presentOwnComment } from './own.ts';
import { presentComment } from './rows.ts';

export function commentsHandlers(parts: CommunityParts): Handlers<typeof commentsContract> {
  const { db } = parts.database;
  const { faces } = parts;
  const presentWritten = ({ comment, moderationQueued }: WrittenComment, actor: Actor) => ({
    comment: presentComment(comment, faces, actor),
    moderationQueued,
  });

  return {
    commentCreate: async ({ context, params, body, actor }) =>
      answerJson(context, presentWritten(await createComment(parts, actor, params.postId, body), actor), {
        status: 201,
      }),
    commentEdit: async ({ context, params, body, actor }) =>
      answerJson(context, presentWritten(await editComment(parts, actor, params.commentId, body), actor)),
    commentDelete: async ({ context, params, body, actor }) =>
      answerJson(context, { comment: await deleteComment(parts, actor, params.commentId, body.version) }),
    commentLike: async ({ context, params, body, actor }) =>
      answerJson(context, await likeComment(parts, actor, params.commentId, body.active)),
    commentRevisionList: async ({ context, params, query, actor }) => {
      const limit = query.limit ?? OWN_COMMENT_LIMIT;
      const below = query.cursor === undefined ? VERSION_MAX : Number(query.cursor);
      const history = await listCommentRevisions(db, actor, params.commentId, below, pageRows(limit));
      const revisions = history.revisions.slice(0, limit);
      const last = revisions.at(-1);
      const nextCursor = history.revisions.length > limit && last !== undefined ? String(last.revision) : null;
      return answerJson(context, { ...history, revisions, nextCursor });
    },
    ownCommentList: async ({ context, query, actor }) => {
      const binding = bindingOf('own comments');
      const before = readCursor(timePlace, binding, query.cursor);
      const limit = query.limit ?? OWN_COMMENT_LIMIT;
      const found = await listOwnComments(db, actor, { before, limit: pageRows(limit) });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const next = found.length > limit && last !== undefined ? { c: last.createdAt, i: last.id } : undefined;
      return answerJson(context, { comments: rows.map(presentOwnComment), nextCursor: writeCursor(binding, next) });
    },
  };
}
