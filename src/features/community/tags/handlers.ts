// Handlers of tags: the directory and one's own preferences.

import { answerJson } from '../../../http/answer/json.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { bindingOf, readCursor, tagPlace, timePlace, writeCursor } from '../common/cursors.ts';
import { type CommunityParts, pageRows } from '../common/parts.ts';
import { countCharacters, foldSearch } from '../common/text.ts';
import { TAG_LIMIT, type tagsContract } from './contract.ts';
import { listTagPreferences, listTags, preferTag, presentTag } from './tags.ts';

const Q_MAX = 64;

export function tagsHandlers(parts: CommunityParts): Handlers<typeof tagsContract> {
  const { database } = parts;
  const { db } = database;
  return {
    tagList: async ({ context, query, actor }) => {
      const q = query.q === undefined ? undefined : requirePart(query.q);
      const binding = bindingOf('tags', q);
      const after = readCursor(tagPlace, binding, query.cursor);
      const limit = query.limit ?? TAG_LIMIT;
      const found = await listTags(db, actor, { q, limit: pageRows(limit), after });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const next = found.length > limit && last !== undefined ? { n: last.name } : undefined;
      return answerJson(context, { tags: rows.map(presentTag), nextCursor: writeCursor(binding, next) });
    },
    tagPreferenceList: async ({ context, query, actor }) => {
      const binding = bindingOf('tag preferences');
      const before = readCursor(timePlace, binding, query.cursor);
      const limit = query.limit ?? TAG_LIMIT;
      const found = await listTagPreferences(db, actor, { limit: pageRows(limit), before });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const next = found.length > limit && last !== undefined ? { c: last.createdAt, i: last.id } : undefined;
      return answerJson(context, {
        preferences: rows.map((row) => ({ kind: row.kind, createdAt: row.createdAt, tag: presentTag(row) })),
        nextCursor: writeCursor(binding, next),
      });
    },
    tagPrefer: async ({ context, params, body, actor }) => {
      const { tag, createdAt } = await preferTag(database, actor, params.tag, body.preference);
      const { preference } = tag;
      return answerJson(context, {
        preference: preference === null || createdAt === null ? null : { kind: preference, createdAt },
        tag: { ...presentTag(tag), status: 'active' },
      });
    },
  };
}

/** Part of a name, folded as names are: 1 to 64 code points. */
function requirePart(text: string): string {
  const folded = foldSearch(text).replace(/^#/, '');
  if (folded === '' || countCharacters(folded) > Q_MAX) throw new Refusal('invalid_query');
  return folded;
}
