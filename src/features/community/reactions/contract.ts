// Routes of actions on posts: likes, bookmarks, feedback, and files.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { JSON_REFUSALS, milliseconds } from '../../../http/routing/declarations.ts';
import {
  ACT,
  activeAnswer,
  activeBody,
  attachmentIds,
  body,
  GONE,
  idParameter,
  likeAnswer,
  posts,
  WRITE,
} from '../common/shapes.ts';

const CLOSED = ['post_hidden', 'post_archived', 'post_not_ready'] as const;

export const reactionsContract = defineContract({
  postLike: {
    ...posts,
    id: 'postLike',
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/reaction',
    summary: 'Like a post, or remove the like',
    access: 'community',
    limit: 'react',
    params: { postId: idParameter },
    body: body(activeBody, 'invalid_reaction'),
    answers: {
      200: { description: 'The new state', schema: likeAnswer },
    },
    refusals: [...WRITE, ...JSON_REFUSALS, ...GONE, ...CLOSED, 'invalid_reaction'],
  },
  postBookmark: {
    ...posts,
    id: 'postBookmark',
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/bookmark',
    summary: 'Bookmark a post, or remove the bookmark',
    access: 'community',
    limit: 'react',
    params: { postId: idParameter },
    body: body(activeBody, 'invalid_bookmark'),
    answers: { 200: { description: 'The new state', schema: activeAnswer } },
    refusals: [...WRITE, ...JSON_REFUSALS, ...GONE, ...CLOSED, 'invalid_bookmark'],
  },
  postFeedback: {
    ...posts,
    id: 'postFeedback',
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
    answers: {
      200: {
        description: 'The current feedback',
        schema: z.object({
          feedback: z
            .object({
              kind: z.enum(['not_interested', 'hide']),
              reasonCode: z.string().nullable(),
              createdAt: milliseconds,
            })
            .nullable(),
        }),
      },
    },
    refusals: [
      ...ACT,
      ...JSON_REFUSALS,
      ...GONE,
      ...CLOSED,
      'invalid_feedback',
      'invalid_feedback_reason',
      'forbidden',
    ],
  },
  feedbackClear: {
    ...posts,
    id: 'feedbackClear',
    method: 'DELETE',
    path: '/api/v1/community/me/post-feedback',
    summary: 'Remove all your feedback',
    access: 'social',
    limit: 'react',
    answers: { 200: { description: 'The number of removed entries', schema: z.object({ cleared: z.int() }) } },
    refusals: ACT,
  },
  postAttachmentLink: {
    ...posts,
    id: 'postAttachmentLink',
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/attachments',
    summary: 'Append files to your post',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(z.object({ attachmentIds: attachmentIds.min(1) }), 'invalid_attachment_ids'),
    answers: {
      200: {
        description: 'All files of the post, in order',
        schema: z.object({ attachments: z.array(z.looseObject({ id: z.string() })) }),
      },
    },
    refusals: [
      ...WRITE,
      ...JSON_REFUSALS,
      ...GONE,
      'invalid_attachment_ids',
      'forbidden',
      'too_many_attachments',
      'attachment_not_ready',
    ],
  },
  postAttachmentUnlink: {
    ...posts,
    id: 'postAttachmentUnlink',
    method: 'DELETE',
    path: '/api/v1/community/posts/{postId}/attachments/{attachmentId}',
    summary: 'Remove a file from your post',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter, attachmentId: idParameter },
    answers: {
      200: {
        description: 'Disabled',
        schema: z.object({ attachmentId: z.string(), detached: z.literal(true), postId: z.string() }),
      },
    },
    refusals: [...WRITE, ...GONE, 'forbidden', 'attachment_link_not_found'],
  },
});
