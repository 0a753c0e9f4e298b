// Routes of the community's pages: feeds, tags, bookmarks, notifications; those of one post are in post/contract.ts.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { postPages } from './post/contract.ts';

const page = { method: 'GET', section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
const shown = {
  200: { description: 'The page', mediaType: 'text/html; charset=utf-8' },
  304: { description: 'Not modified' },
} as const;
/** Choices of a page that stand in its address. What they may be is decided by the route that the page reads. */
const text = { schema: z.string().max(512), refusal: 'invalid_query' } as const satisfies Parameter;

export const communityPages = defineContract({
  ...postPages,
  communityPage: {
    ...page,
    path: '/community',
    summary: 'Feeds of the community',
    query: { scope: text, state: text, period: text, q: text, cursor: text, seed: text, done: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  bookmarksPage: {
    ...page,
    path: '/bookmarks',
    summary: 'Posts and entries of catalogs that one keeps for later',
    query: { cursor: text, entities: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  tagListPage: {
    ...page,
    path: '/community/tags',
    summary: 'Tags of the community',
    query: { cursor: text, q: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
  },
  tagPage: {
    ...page,
    path: '/community/tags/{tag}',
    summary: 'Posts with a tag',
    params: { tag: { schema: z.string().max(200), refusal: 'tag_not_found' } },
    query: { cursor: text },
    answers: { ...shown, 303: { description: 'The cursor is of another list: leads to the first page' } },
  },
  notificationsPage: {
    ...page,
    path: '/notifications',
    summary: 'One’s own notifications',
    query: { cursor: text },
    answers: { 200: shown[200], 303: { description: 'The cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
});
