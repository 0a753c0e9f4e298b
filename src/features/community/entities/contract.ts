import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { activeAnswer, body, cursorParameter, limitParameter, posts } from '../common/shapes.ts';
import { subjectName, subjectParameter } from '../common/subject.ts';

export const ENTITY_LIMIT = 20;

export const entitiesContract = defineContract({
  entityBookmark: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/me/entities',
    summary: 'Bookmark a catalog entity, or remove the bookmark',
    description: 'Adding a bookmark needs an entity of the current release; removing one does not.',
    access: 'community',
    limit: 'react',
    body: body(z.object({ ...subjectName.shape, active: z.boolean() }), 'invalid_bookmark'),
    answers: ok('The new state', activeAnswer),
    refusals: ['invalid_subject'],
  },
  entityBookmarkList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/me/entities',
    summary: 'List your bookmarked entities, newest first',
    description: 'With `subject`: whether that one is bookmarked. Titles are those at the time of the bookmark.',
    access: 'session',
    query: { limit: limitParameter(50), cursor: cursorParameter, subject: subjectParameter },
    answers: ok('The page', {
      entities: z.array(
        z.object({
          server: z.string(),
          resource: z.string(),
          id: z.string(),
          title: z.string(),
          createdAt: milliseconds,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
});
