import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { onlyOf } from '../../../kernel/page.ts';
import type { Database } from '../../../platform/database/database.ts';
import { requirePerson } from '../../moderation/common/people.ts';
import { listContent } from './content.ts';
import type { removalsContract } from './contract.ts';
import {
  beginRemoval,
  beginUndo,
  listRemovals,
  presentRemovals,
  type RemovalDependencies,
  requireRemoval,
} from './removals.ts';

export interface RemovalHandlerDependencies extends RemovalDependencies {
  readonly database: Database;
}

/** How long the answer to an undo waits for its end, and how often it looks. */
const UNDO_WAIT_MS = 8_000;
const UNDO_LOOK_MS = 150;

export function removalsHandlers(dependencies: RemovalHandlerDependencies): Handlers<typeof removalsContract> {
  const { database, people } = dependencies;
  const { db } = database;
  const present = async (id: string) => onlyOf(await presentRemovals(db, people, [await requireRemoval(db, id)]));
  return {
    userContentList: async ({ params, query, actor }) => {
      const { kind, state, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('content', String(params.uid), kind, state);
      const before = timeCursors.read(list, query.cursor);
      const person = await requirePerson(db, people, params.uid);
      const found = await listContent(db, actor, person.accountId, { kind, state, before, limit: limit + 1 });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      return json({ items: rows, nextCursor });
    },
    userRemovalList: async ({ params }) => {
      const person = await requirePerson(db, people, params.uid);
      const removals = await presentRemovals(db, people, await listRemovals(db, person.accountId));
      return json({ removals });
    },
    removalCreate: async ({ params, body, actor }) => {
      const made = await database.transaction((tx) => beginRemoval(tx, dependencies, actor, params.uid, body));
      return { status: 202, body: { removal: onlyOf(await presentRemovals(db, people, [made])) } };
    },
    removalRead: async ({ params }) => json({ removal: await present(params.id) }),
    removalUndo: async ({ params, actor }) => {
      await database.transaction((tx) => beginUndo(tx, dependencies, actor, params.id));
      const end = performance.now() + UNDO_WAIT_MS;
      let removal = await present(params.id);
      while (removal.state !== 'undone' && performance.now() < end) {
        await Bun.sleep(UNDO_LOOK_MS);
        removal = await present(params.id);
      }
      const { restored, skipped } = removal;
      return { status: removal.state === 'undone' ? 200 : 202, body: { removal, restored, skipped } };
    },
  };
}
