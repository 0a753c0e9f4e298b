// Route of the page of the search.
import { defineContract } from '../../http/routing/contract.ts';
import { cachedPage, text } from '../forms/routes.ts';

export const searchPages = defineContract({
  searchPage: {
    ...cachedPage,
    path: '/search',
    summary: 'Search catalogs, posts, people and tags',
    query: { q: text },
    refusals: ['too_many_reads'],
  },
});
