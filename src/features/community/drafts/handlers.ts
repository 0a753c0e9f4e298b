import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList } from '../../../kernel/cursor.ts';
import { REFUSALS, required } from '../../../kernel/refusal.ts';
import { draftCursors } from '../common/cursors.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { DRAFTS_PAGE, type draftsContract } from './contract.ts';
import { deleteDraft, listDrafts, readDraft, writeDraft } from './drafts.ts';

export function draftsHandlers({ database }: CommunityDependencies): Handlers<typeof draftsContract> {
  const { db } = database;
  return {
    draftList: async ({ query, actor }) => {
      const list = nameList('drafts');
      const after = draftCursors.read(list, query.cursor);
      const limit = query.limit ?? DRAFTS_PAGE;
      const found = await listDrafts(db, actor.accountId, after, pageRows(limit));
      const { rows, nextCursor } = draftCursors.cut(list, found, limit, ({ updatedAt: time, id }) => ({ time, id }));
      return json({ drafts: [...rows], nextCursor });
    },
    draftRead: async ({ params, actor }) =>
      json({ draft: required(await readDraft(db, actor.accountId, params.id), 'draft_not_found') }),
    draftWrite: async ({ params, body, actor }) => {
      const { isStored, stored } = await writeDraft(database, actor.accountId, params.id, body);
      if (isStored && stored !== undefined) return { status: 200, body: { draft: stored } };
      const error = { code: 'version_conflict', message: REFUSALS.version_conflict[1] } as const;
      return { status: 409, body: { error, draft: stored ?? null } };
    },
    draftDelete: async ({ params, query, actor }) => {
      await deleteDraft(db, actor.accountId, params.id, query.version);
      return { status: 204 };
    },
  };
}
