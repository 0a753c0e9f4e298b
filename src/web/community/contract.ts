// Routes of the community's pages: feeds, tags, bookmarks, notifications; those of one post are in post/contract.ts.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { listed, listedOrSame, ownPage, page, text } from '../forms/routes.ts';
import { postPages } from './post/contract.ts';

export const communityPages = defineContract({
  ...postPages,
  communityPage: {
    ...page,
    path: '/community',
    summary: 'Feeds of the community',
    query: { scope: text, state: text, period: text, q: text, cursor: text, seed: text, done: text },
    answers: listedOrSame,
    refusals: ['authentication_required'],
  },
  bookmarksPage: {
    ...ownPage,
    path: '/bookmarks',
    summary: 'Posts and entries of catalogs that one keeps for later',
    query: { cursor: text, entities: text },
    answers: listedOrSame,
  },
  tagListPage: {
    ...page,
    path: '/community/tags',
    summary: 'Tags of the community',
    query: { cursor: text, q: text },
    answers: listedOrSame,
  },
  tagPage: {
    ...page,
    path: '/community/tags/{tag}',
    summary: 'Posts with a tag',
    params: { tag: { schema: z.string().max(200), refusal: 'tag_not_found' } },
    query: { cursor: text },
    answers: listedOrSame,
  },
  notificationsPage: {
    ...ownPage,
    path: '/notifications',
    summary: 'One’s own notifications',
    query: { cursor: text },
    answers: listed,
  },
});
