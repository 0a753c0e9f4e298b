// Routes of the pages of one post, and of the forms that stand on them.
import { z } from 'zod';
import { defineContract, type FormBody, type Parameter } from '../../../http/routing/contract.ts';
import { uuid } from '../../../http/routing/declarations.ts';

const page = { method: 'GET', section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
const form = { ...page, method: 'POST', sameOrigin: 'form' } as const;
const shown = {
  200: { description: 'The page', mediaType: 'text/html; charset=utf-8' },
  304: { description: 'Not modified' },
} as const;
const again = { 409: { description: 'The page as it is now, with what was refused', mediaType: 'text/html' } } as const;
/** A comment of 5,000 characters, each written as up to twelve. */
const COMMENT_BYTES = 65_536;
const ACT_BYTES = 1024;
const text = { schema: z.string().max(512), refusal: 'invalid_query' } as const satisfies Parameter;
const params = { postId: { schema: uuid, refusal: 'post_not_found' } } as const;
const version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** What the form of a post does. */
const POST_ACTS = ['pin', 'unpin', 'feature', 'unfeature', 'archive', 'restore'] as const;
export type PostAct = (typeof POST_ACTS)[number];

export const postPages = defineContract({
  postPage: {
    ...page,
    path: '/community/posts/{postId}',
    summary: 'A post with its comments',
    params,
    query: { sort: text, cursor: text, root: text, comment: text, text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the post' } },
  },
  postRevisionsPage: {
    ...page,
    path: '/community/posts/{postId}/revisions',
    summary: 'Revisions of a post and what each changed; for its author and staff',
    params,
    query: { cursor: text, revision: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the newest' } },
    refusals: ['authentication_required'],
  },
  postDeletePage: {
    ...page,
    path: '/community/posts/{postId}/delete',
    summary: 'Asks the author before a post is deleted',
    params,
    answers: shown,
    refusals: ['authentication_required', 'forbidden'],
  },
  postDeleteForm: {
    ...form,
    path: '/community/posts/{postId}/delete',
    summary: 'Deletes a post',
    params,
    body: {
      kind: 'form',
      schema: z.object({ version }),
      capBytes: ACT_BYTES,
      invalid: 'invalid_post_delete',
    } as const satisfies FormBody,
    answers: { 303: { description: 'Leads to one’s own posts' }, ...again },
    refusals: ['authentication_required', 'forbidden'],
  },
  postActForm: {
    ...form,
    path: '/community/posts/{postId}/acts',
    summary: 'Pins a post, puts it first in the feed, archives or restores it',
    params,
    body: {
      kind: 'form',
      schema: z.object({ act: z.enum(POST_ACTS), version }),
      capBytes: ACT_BYTES,
      invalid: 'invalid_body',
    },
    answers: { 303: { description: 'Leads to the post' }, ...again },
    refusals: ['authentication_required', 'forbidden'],
  },
  commentForm: {
    ...form,
    path: '/community/posts/{postId}/comments',
    summary: 'Writes a comment without script; leads to it',
    params,
    body: {
      kind: 'form',
      schema: z.object({ body: z.string(), parentId: z.string().optional() }),
      capBytes: COMMENT_BYTES,
      invalid: 'invalid_comment',
    },
    answers: { 303: { description: 'Leads to the comment' } },
    refusals: ['authentication_required'],
  },
});
