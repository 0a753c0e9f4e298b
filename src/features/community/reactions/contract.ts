// Routes of actions on posts: likes, bookmarks, feedback, and files.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { activeAnswer, activeBody, attachmentIds, body, idParameter, likeAnswer, posts } from '../common/shapes.ts';

/** A post that takes no more of what people do to it. */
const CLOSED = ['post_hidden', 'post_archived', 'post_not_ready'] as const;

export const reactionsContract = defineContract({
  postLike: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/reaction',
    summary: 'Like a post, or remove the like',
    access: 'community',
    limit: 'react',
    params: { postId: idParameter },
    body: body(activeBody, 'invalid_reaction'),
    answers: ok('The new state', likeAnswer),
    refusals: ['post_not_found', ...CLOSED],
  },
  postBookmark: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/bookmark',
    summary: 'Bookmark a post, or remove the bookmark',
    access: 'community',
    limit: 'react',
    params: { postId: idParameter },
    body: body(activeBody, 'invalid_bookmark'),
    answers: ok('The new state', activeAnswer),
    refusals: ['post_not_found', ...CLOSED],
  },
  postFeedback: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/feedback',
    summary: 'Give feedback that a post is of no interest, or remove it',
    access: 'social',
    limit: 'react',
    params: { postId: idParameter },
    body: body(
      z
        .object({
          feedback: z.enum(['not_interested', 'hide']).nullable(),
          reasonCode: z
            .string()
            .regex(/^[a-z0-9][A-Za-z0-9._:-]{0,79}$/)
            .nullable()
            .optional(),
        })
        .refine(({ feedback, reasonCode }) => feedback !== null || reasonCode === null || reasonCode === undefined, {
          path: ['reasonCode'],
        }),
      'invalid_feedback',
      { feedback: 'invalid_feedback', reasonCode: 'invalid_feedback_reason' },
    ),
    answers: ok('The current feedback', {
      feedback: z
        .object({
          kind: z.enum(['not_interested', 'hide']),
          reasonCode: z.string().nullable(),
          createdAt: milliseconds,
        })
        .nullable(),
    }),
    refusals: ['post_not_found', ...CLOSED, 'forbidden'],
  },
  feedbackClear: {
    ...posts,
    method: 'DELETE',
    path: '/api/v1/community/me/post-feedback',
    summary: 'Remove all your feedback',
    access: 'social',
    limit: 'react',
    answers: ok('The number of removed entries', { cleared: z.int() }),
  },
  postAttachmentLink: {
    ...posts,
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/attachments',
    summary: 'Append files to your post',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(z.object({ attachmentIds: attachmentIds.min(1) }), 'invalid_attachment_ids'),
    answers: ok('All files of the post, in order', { attachments: z.array(z.looseObject({ id: z.string() })) }),
    refusals: ['post_not_found', 'forbidden', 'too_many_attachments', 'attachment_not_ready'],
  },
  postAttachmentUnlink: {
    ...posts,
    method: 'DELETE',
    path: '/api/v1/community/posts/{postId}/attachments/{attachmentId}',
    summary: 'Remove a file from your post',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter, attachmentId: idParameter },
    answers: ok('Disabled', { attachmentId: z.string(), detached: z.literal(true), postId: z.string() }),
    refusals: ['post_not_found', 'forbidden', 'attachment_link_not_found'],
  },
});
