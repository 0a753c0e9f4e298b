import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { tagCursors } from '../common/cursors.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { countCharacters, foldSearch } from '../common/text.ts';
import { TAG_LIMIT, type tagsContract } from './contract.ts';
import { listTagPreferences, listTags, preferTag, presentTag } from './tags.ts';

const Q_MAX = 64;

export function tagsHandlers(dependencies: CommunityDependencies): Handlers<typeof tagsContract> {
  const { database } = dependencies;
  const { db } = database;
  return {
    tagList: async ({ query, actor }) => {
      const q = query.q === undefined ? undefined : requirePart(query.q);
      const list = nameList('tags', q);
      const after = tagCursors.read(list, query.cursor);
      const limit = query.limit ?? TAG_LIMIT;
      const found = await listTags(db, actor, { q, limit: pageRows(limit), after });
      const { rows, nextCursor } = tagCursors.cut(list, found, limit, ({ name }) => ({ name }));
      return json({ tags: rows.map(presentTag), nextCursor });
    },
    tagPreferenceList: async ({ query, actor }) => {
      const list = nameList('tag preferences');
      const before = timeCursors.read(list, query.cursor);
      const limit = query.limit ?? TAG_LIMIT;
      const found = await listTagPreferences(db, actor, { limit: pageRows(limit), before });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      return json({
        preferences: rows.map((row) => ({ kind: row.kind, createdAt: row.createdAt, tag: presentTag(row) })),
        nextCursor,
      });
    },
    tagPrefer: async ({ params, body, actor }) => {
      const { tag, createdAt } = await preferTag(database, actor, params.tag, body.preference);
      const { preference } = tag;
      return json({
        preference: preference === null || createdAt === null ? null : { kind: preference, createdAt },
        tag: { ...presentTag(tag), status: 'active' },
      });
    },
  };
}

/** Part of a name, folded like names: 1 to 64 code points. */
function requirePart(text: string): string {
  const folded = foldSearch(text).replace(/^#/, '');
  if (folded === '' || countCharacters(folded) > Q_MAX) throw new Refusal('invalid_query');
  return folded;
}
