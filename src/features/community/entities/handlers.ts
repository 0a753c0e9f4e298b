import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, timeCursors } from '../../../kernel/cursor.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { bookmarkEntity, listEntityBookmarks } from './bookmarks.ts';
import { ENTITY_LIMIT, type entitiesContract } from './contract.ts';

export function entitiesHandlers(dependencies: CommunityDependencies): Handlers<typeof entitiesContract> {
  const { db } = dependencies.database;
  return {
    entityBookmark: async ({ body, actor }) => {
      const { active, ...name } = body;
      await bookmarkEntity(dependencies, actor, name, active);
      return json({ active });
    },
    entityBookmarkList: async ({ query, actor }) => {
      const { subject, limit = ENTITY_LIMIT } = query;
      const list = nameList('entities', subject?.server, subject?.resource, subject?.id);
      const before = timeCursors.read(list, query.cursor);
      const found = await listEntityBookmarks(db, actor, { subject, before, limit: pageRows(limit) });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, ({ createdAt: time, rowId: id }) => ({
        time,
        id,
      }));
      return json({
        entities: rows.map(({ rowId: _, ...row }) => row),
        nextCursor,
      });
    },
  };
}
