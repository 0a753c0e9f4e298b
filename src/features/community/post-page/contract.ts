import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok, uuid } from '../../../http/routing/declarations.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { COMMENT_SORTS } from '../comments/rows.ts';
import { treeParameter } from '../common/markdown-tree.ts';
import { commentView, cursorParameter, idParameter, moderationReasons, posts, postView } from '../common/shapes.ts';

export const postPageContract = defineContract({
  postRead: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/posts/{postId}',
    summary: 'A post with a page of its comments',
    description:
      'A page is 50 threads, each root followed by its first two answers; `commentsRoot` pages the answers of one by 20. ' +
      '`commentId` adds a visible comment that is not on the page.',
    access: 'viewer',
    params: { postId: idParameter },
    query: {
      includeComments: { schema: z.literal('false'), refusal: 'invalid_include_comments' },
      commentsOnly: { schema: z.literal('true'), refusal: 'invalid_comments_only' },
      commentsSort: { schema: z.enum(COMMENT_SORTS), refusal: 'invalid_comment_sort', description: 'Default `hot`' },
      commentsCursor: cursorParameter,
      commentsRoot: { schema: uuid, refusal: 'invalid_comments_root' },
      tree: treeParameter,
      commentsAfter: {
        schema: z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
        refusal: 'invalid_comments_after',
        wire: integer(0, 999_999_999),
        description: 'With `commentsOnly` alone: up to 50 comments with a higher `floor`, in the order of writing',
      },
      commentId: { schema: uuid, refusal: 'invalid_comment_id' },
    },
    answers: ok('The post, its comments, or both', {
      post: postView.optional().describe('Absent with `commentsOnly`'),
      comments: z.array(commentView),
      commentsNextCursor: z.string().nullable(),
      commentsSort: z.enum(COMMENT_SORTS),
      commentCount: z.int().optional().describe('From the post; absent with `commentsOnly`'),
      lastFloor: z.int().optional().describe('The highest `floor` of a comment so far; absent with `commentsOnly`'),
      viewer: z
        .object({
          liked: z.boolean(),
          bookmarked: z.boolean(),
          following: z.boolean(),
          subscribed: z.boolean().describe('You are notified of its comments'),
          canEdit: z.boolean(),
          canDelete: z.boolean(),
          canComment: z.boolean(),
          canPin: z.boolean(),
          canLock: z.boolean(),
          moderationReasons: moderationReasons.describe('Of one’s own post: why it waits; empty: it does not'),
        })
        .optional()
        .describe('Absent with `commentsOnly`'),
    }),
    refusals: ['too_many_reads', 'post_not_found', 'conflicting_post_query'],
  },
});
