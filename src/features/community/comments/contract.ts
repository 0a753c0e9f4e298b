// Routes of comments: creating, changing, liking, revisions, and the list of one's own comments.
import { z } from 'zod';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { created, milliseconds, ok, uuid } from '../../../http/routing/declarations.ts';
import { bodyTree, treeParameter } from '../common/markdown-tree.ts';
import { isCommentBody } from '../common/rules.ts';
import {
  activeBody,
  BODY_BYTES,
  body,
  cursorParameter,
  idParameter,
  likeAnswer,
  limitParameter,
  posts,
  revisionCursor,
  verdict,
  version,
  versionBody,
  writtenComment,
} from '../common/shapes.ts';

export const OWN_COMMENT_LIMIT = 20;
const OWN_COMMENT_LIMIT_MAX = 50;

export const commentRevision = z.object({
  revision: z.int(),
  body: z.string(),
  editReason: z.string().nullable(),
  createdAt: milliseconds,
});
const commentHistory = z.object({
  version: z.int().describe('The version for changes of the comment, also while it is hidden'),
  hiddenAt: milliseconds.nullable(),
  revisions: z.array(commentRevision),
});
export type CommentHistory = Wire<z.output<typeof commentHistory>>;

export const commentsContract = defineContract({
  commentCreate: {
    ...posts,
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/comments',
    summary: 'Write a comment or a reply',
    description: 'At most 300 an hour and 2,000 a day, deleted ones included.',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(
      z.object({
        body: z.string().refine(isCommentBody).describe('1 to 5,000 characters of Markdown'),
        parentId: uuid.nullable().optional(),
      }),
      'invalid_comment',
      { body: 'invalid_comment', parentId: 'invalid_parent' },
      BODY_BYTES,
    ),
    creates: { gone: 'comment_not_found' },
    answers: created('The comment', writtenComment),
    refusals: [
      'post_not_found',
      'post_hidden',
      'post_archived',
      'post_not_ready',
      'post_locked',
      'comment_quota_exceeded',
    ],
  },
  commentEdit: {
    ...posts,
    method: 'PATCH',
    path: '/api/v1/community/comments/{commentId}',
    summary: 'Edit your comment',
    access: 'social',
    limit: 'write',
    params: { commentId: idParameter },
    body: body(
      z.object({ body: z.string(), version, editReason: z.string().nullable().optional() }),
      'invalid_comment_edit',
      { body: 'invalid_comment_edit', version: 'invalid_comment_edit', editReason: 'invalid_edit_reason' },
      BODY_BYTES,
    ),
    answers: ok('The changed comment', writtenComment),
    refusals: [
      'comment_not_found',
      'forbidden',
      'version_conflict',
      'comment_deleted',
      'comment_hidden',
      'comment_unchanged',
      'post_locked',
      'post_archived',
      'post_hidden',
    ],
  },
  commentDelete: {
    ...posts,
    method: 'DELETE',
    path: '/api/v1/community/comments/{commentId}',
    summary: 'Delete your comment; its replies stay',
    access: 'withdraw',
    limit: 'write',
    params: { commentId: idParameter },
    body: body(versionBody, 'invalid_comment_delete'),
    answers: ok('Deleted', { comment: z.object({ id: z.string(), version: z.int(), deletedAt: milliseconds }) }),
    refusals: ['comment_not_found', 'forbidden', 'version_conflict', 'comment_deleted'],
  },
  commentLike: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/comments/{commentId}/reaction',
    summary: 'Like a comment, or remove the like',
    access: 'social',
    limit: 'react',
    params: { commentId: idParameter },
    body: body(activeBody, 'invalid_reaction'),
    answers: ok('The new state', likeAnswer),
    refusals: ['comment_not_found', 'comment_not_ready', 'post_hidden', 'post_archived', 'post_not_ready'],
  },
  commentRevisionList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/comments/{commentId}/revisions',
    summary: 'Revisions of a comment, newest first; for its author and staff',
    access: 'session',
    params: { commentId: idParameter },
    query: { limit: limitParameter(OWN_COMMENT_LIMIT_MAX), cursor: revisionCursor },
    answers: ok('The revisions', { ...commentHistory.shape, nextCursor: z.string().nullable() }),
    refusals: ['comment_not_found'],
  },
  ownCommentList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/me/comments',
    summary: 'List your comments with their moderation status, newest first',
    description:
      'Deleted ones are listed as long as their words are kept. `postTitle` is null where the post is not to be read ' +
      'any more.',
    access: 'session',
    query: { limit: limitParameter(OWN_COMMENT_LIMIT_MAX), cursor: cursorParameter, tree: treeParameter },
    answers: ok('The page', {
      comments: z.array(
        z.object({
          id: z.string(),
          postId: z.string(),
          postTitle: z.string().nullable(),
          postAccessible: z.boolean(),
          parentId: z.string().nullable(),
          body: z.string().describe('Markdown source'),
          bodyTree,
          moderationStatus: verdict,
          moderationRevision: z.int().describe('Revision that the verdict is about'),
          version: z.int(),
          revisionCount: z.int(),
          createdAt: milliseconds,
          updatedAt: milliseconds,
          lastEditedAt: milliseconds.nullable(),
          deletedAt: milliseconds.nullable(),
          hiddenAt: milliseconds.nullable(),
          viewer: z.object({ canDelete: z.boolean(), canEdit: z.boolean() }),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
});
