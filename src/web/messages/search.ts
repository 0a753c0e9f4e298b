// Words of the search of the whole instance.
import searchEn from './en/search.json';
import { messagesOf } from './tables.ts';

export const SEARCH_MESSAGES = messagesOf('search', searchEn, {
  catalog: 'catalog',
  find: 'find',
  posts: 'posts',
  tags: 'tags',
  allPosts: 'allPosts',
  spoiler: 'spoiler',
});
