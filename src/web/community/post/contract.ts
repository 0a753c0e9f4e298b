// Routes of the pages of one post, and of the forms that stand on them.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { cachedPage, formOf, html, id, onOff, ownForm, ownPage, redirects, text } from '../../forms/routes.ts';

const again = { 409: html('The page as it is now, with what was refused') };
/** A comment of 5,000 characters, each written as up to twelve. */
const COMMENT_BYTES = 65_536;
const ACT_BYTES = 1024;
const params = { postId: id('post_not_found') };
const version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** What the form of a post does. */
const POST_ACTS = ['pin', 'unpin', 'feature', 'unfeature', 'archive', 'restore'] as const;
export type PostAct = (typeof POST_ACTS)[number];

export const postPages = defineContract({
  postPage: {
    ...cachedPage,
    path: '/community/posts/{postId}',
    summary: 'A post with its comments',
    params,
    query: { sort: text, cursor: text, root: text, comment: text, text },
    answers: { ...cachedPage.answers, ...redirects('The cursor is of another list: redirects to the post') },
  },
  postRevisionsPage: {
    ...ownPage,
    path: '/community/posts/{postId}/revisions',
    summary: 'Revisions of a post and what each changed; for its author and staff',
    params,
    query: { cursor: text, revision: text },
    answers: { ...cachedPage.answers, ...redirects('The cursor is of another list: redirects to the newest') },
  },
  postDeletePage: {
    ...ownPage,
    path: '/community/posts/{postId}/delete',
    summary: 'Asks the author before a post is deleted',
    params,
    answers: cachedPage.answers,
    refusals: ['forbidden'],
  },
  postDeleteForm: {
    ...ownForm,
    path: '/community/posts/{postId}/delete',
    summary: 'Deletes a post',
    params,
    body: formOf(z.object({ version }), ACT_BYTES, 'invalid_post_delete'),
    answers: { ...redirects('Redirects to one’s own posts'), ...again },
    refusals: ['forbidden'],
  },
  postActForm: {
    ...ownForm,
    path: '/community/posts/{postId}/acts',
    summary: 'Pins a post, puts it first in the feed, archives or restores it',
    params,
    body: formOf(z.object({ act: z.enum(POST_ACTS), version }), ACT_BYTES, 'invalid_body'),
    answers: { ...redirects('Redirects to the post'), ...again },
    refusals: ['forbidden'],
  },
  postSubscribeForm: {
    ...ownForm,
    path: '/community/posts/{postId}/subscription',
    summary: 'Subscribes to the comments of a post, or ends that, without script',
    params,
    body: formOf(z.object({ active: onOff }), ACT_BYTES, 'invalid_subscription'),
    answers: redirects('Redirects to the post'),
  },
  commentForm: {
    ...ownForm,
    path: '/community/posts/{postId}/comments',
    summary: 'Writes a comment without script; redirects to it',
    params,
    body: formOf(z.object({ body: z.string(), parentId: z.string().optional() }), COMMENT_BYTES, 'invalid_comment'),
    answers: redirects('Redirects to the comment'),
  },
});
