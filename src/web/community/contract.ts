// Routes of the community's pages: feeds, tags, posts, bookmarks, notifications.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';

const page = { method: 'GET', section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
const shown = {
  200: { description: 'The page', mediaType: 'text/html; charset=utf-8' },
  304: { description: 'Not modified' },
} as const;
/** A comment of 5,000 characters, each written as up to twelve. */
const FORM_BYTES = 65_536;
/** Choices of a page that stand in its address. What they may be is decided by the route that the page reads. */
const text = { schema: z.string().max(512), refusal: 'invalid_query' } as const satisfies Parameter;

export const communityPages = defineContract({
  communityPage: {
    ...page,
    id: 'communityPage',
    path: '/community',
    summary: 'Feeds of the community',
    query: { scope: text, period: text, q: text, cursor: text, seed: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  bookmarksPage: {
    ...page,
    id: 'bookmarksPage',
    path: '/bookmarks',
    summary: 'Posts that one keeps for later',
    query: { cursor: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  tagListPage: {
    ...page,
    id: 'tagListPage',
    path: '/community/tags',
    summary: 'Tags of the community',
    query: { cursor: text, q: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: [],
  },
  tagPage: {
    ...page,
    id: 'tagPage',
    path: '/community/tags/{tag}',
    summary: 'Posts with a tag',
    params: { tag: { schema: z.string().max(200), refusal: 'tag_not_found' } },
    query: { cursor: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: [],
  },
  postPage: {
    ...page,
    id: 'postPage',
    path: '/community/posts/{postId}',
    summary: 'A post with its comments',
    params: { postId: { schema: z.uuid().toLowerCase(), refusal: 'post_not_found' } },
    query: { sort: text, cursor: text, root: text, comment: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the post' } },
    refusals: ['post_not_found'],
  },
  notificationsPage: {
    ...page,
    id: 'notificationsPage',
    path: '/notifications',
    summary: 'One’s own notifications',
    query: { cursor: text },
    answers: { 200: shown[200], 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  commentForm: {
    ...page,
    id: 'commentForm',
    method: 'POST',
    path: '/community/posts/{postId}/comments',
    summary: 'Writes a comment without script; leads to it',
    sameOrigin: 'form',
    params: { postId: { schema: z.uuid().toLowerCase(), refusal: 'post_not_found' } },
    body: {
      kind: 'form',
      schema: z.object({ body: z.string(), parentId: z.string().optional() }),
      capBytes: FORM_BYTES,
      invalid: 'invalid_comment',
    },
    answers: { 303: { description: 'Leads to the comment' } },
    refusals: ['cross_origin_request', 'authentication_required'],
  },
});
