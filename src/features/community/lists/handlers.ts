import { z } from 'zod';
import { UNFRAMED } from '../../../http/answer/headers.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorsOf, nameList } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import type { Viewer } from '../common/visibility.ts';
import { requireUid } from '../people/names.ts';
import { LIST_LIMIT, type listsContract } from './contract.ts';
import {
  type ComparedRow,
  compareLists,
  comparisonCursors,
  editEntry,
  entryCursors,
  listAllEntries,
  listEntries,
  markEntities,
  orderEntries,
  presentEntry,
  readMarks,
  readOwners,
} from './entries.ts';
import {
  createList,
  deleteList,
  editList,
  type ListRow,
  type ListsQuery,
  listListsOf,
  listOwnLists,
  presentList,
  presentOwner,
  requireList,
  requireOwnList,
} from './lists.ts';
import { changeListState } from './state.ts';
import { importEntries, writeCsv, writeJson } from './transfer.ts';

const listCursors = cursorsOf(z.strictObject({ list: z.string(), id: z.uuid() }));

interface PageQuery {
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

export function listsHandlers(dependencies: CommunityDependencies): Handlers<typeof listsContract> {
  const { db } = dependencies.database;

  async function readLists(
    list: string,
    { limit = LIST_LIMIT, cursor }: PageQuery,
    read: (query: ListsQuery) => Promise<readonly ListRow[]>,
  ) {
    const before = listCursors.read(list, cursor)?.id;
    const found = await read({ before, limit: pageRows(limit) });
    const { rows, nextCursor } = listCursors.cut(list, found, limit, ({ id }) => ({ id }));
    return { lists: rows.map(presentList), nextCursor };
  }

  async function readEntries(list: ListRow, { limit = LIST_LIMIT, cursor }: PageQuery) {
    const name = nameList('list', list.id);
    const after = entryCursors.read(name, cursor)?.position;
    const found = await listEntries(db, list.id, { after, limit: pageRows(limit) });
    const { rows, nextCursor } = entryCursors.cut(name, found, limit, ({ position }) => ({ position }));
    return {
      list: presentList(list),
      entries: await Promise.all(rows.map((row) => presentEntry(dependencies, row))),
      nextCursor,
    };
  }

  async function compare(viewer: Viewer, query: PageQuery & { readonly a: string; readonly b: string }) {
    const { limit = LIST_LIMIT } = query;
    const [a, b] = [await requireList(db, viewer, query.a), await requireList(db, viewer, query.b)];
    const name = nameList('compare', a.id, b.id);
    const after = comparisonCursors.read(name, query.cursor);
    const found = await compareLists(db, a.id, b.id, { after, limit: pageRows(limit) });
    const { rows, nextCursor } = comparisonCursors.cut(name, found, limit, ({ server, resource, id }) => ({
      server,
      resource,
      id,
    }));
    const those = (isInA: boolean, isInB: boolean) =>
      rows.filter((row) => row.isInA === isInA && row.isInB === isInB).map(presentCompared);
    return {
      a: presentList(a),
      b: presentList(b),
      both: those(true, true),
      onlyA: those(true, false),
      onlyB: those(false, true),
      nextCursor,
    };
  }

  async function download(
    { context, actor, params }: { context: RequestContext; actor: Actor; params: { listId: string } },
    type: string,
    extension: string,
    write: typeof writeJson,
  ) {
    const list = await requireOwnList(db, actor, params.listId);
    const text = write(list, await listAllEntries(db, params.listId));
    return new Response(text, {
      headers: {
        'Content-Type': type,
        'Content-Disposition': attachmentDisposition(`${list.title || list.kind}.${extension}`),
        'Cache-Control': 'private, no-store',
        ...UNFRAMED,
        'X-Request-Id': context.requestId,
      },
    });
  }

  return {
    ownListList: async ({ query, actor }) =>
      json(await readLists(nameList('own-lists'), query, (page) => listOwnLists(db, actor, page))),
    listCreate: {
      create: async ({ body, actor }) => ({
        status: 201,
        body: { list: presentList(await createList(dependencies, actor, body)) },
      }),
      readCreated: async ({ actor, id }) => ({ list: presentList(await requireOwnList(db, actor, id)) }),
    },
    listCompare: async ({ query, actor }) => {
      const { a, b } = query;
      if (a === undefined || b === undefined) throw new Refusal('invalid_query');
      return json(await compare(actor, { ...query, a, b }));
    },
    ownListRead: async ({ params, query, actor }) =>
      json(await readEntries(await requireOwnList(db, actor, params.listId), query)),
    listEdit: async ({ params, body, actor }) =>
      json({ list: presentList(await editList(dependencies, actor, params.listId, body)) }),
    listDelete: async ({ params, actor }) => {
      await deleteList(dependencies, actor, params.listId);
      return { status: 204 };
    },
    listMark: async ({ params, body, actor }) => {
      const { subjects, active } = body;
      const changed = await markEntities(dependencies, actor, params.listId, subjects, active);
      return json({ active, lists: changed.map(presentList) });
    },
    listEntryEdit: async ({ params, body, actor }) => {
      const { list, entry } = await editEntry(dependencies, actor, params.listId, body);
      return json({ list: presentList(list), entry: await presentEntry(dependencies, entry) });
    },
    listOrder: async ({ params, body, actor }) =>
      json({ list: presentList(await orderEntries(dependencies, actor, params.listId, body)) }),
    listExportCsv: (call) => download(call, 'text/csv; charset=utf-8', 'csv', (_, entries) => writeCsv(entries)),
    listExportJson: (call) => download(call, 'application/json', 'json', writeJson),
    listImport: async ({ params, body, actor }) => {
      const { format, text, dryRun: isTrial } = body;
      return json(await importEntries(dependencies, actor, params.listId, { format, text, isTrial }));
    },
    userListList: async ({ params, query, actor }) => {
      const uid = await requireUid(db, params.uid, 'profile_not_found');
      return json(
        await readLists(nameList('lists-of', String(uid)), query, (page) => listListsOf(db, actor, uid, page)),
      );
    },
    listRead: async ({ params, query, actor }) => {
      const list = await requireList(db, actor, params.listId);
      return json({ ...(await readEntries(list, query)), owner: presentOwner(list) });
    },
    listMarks: async ({ query, actor }) => {
      const { server, resource, ids } = query;
      if (server === undefined || resource === undefined || ids === undefined) throw new Refusal('invalid_query');
      const collection = { server, resource };
      const owners = await readOwners(db, collection, ids);
      const marks = actor && (await readMarks(db, actor, collection, ids));
      return json({
        owned: [...(marks?.owned ?? [])],
        wanted: [...(marks?.wanted ?? [])],
        owners: Object.fromEntries(owners),
      });
    },
    listStateChange: async ({ params, body, actor }) => {
      const { id, version, hidden } = await changeListState(dependencies, actor, params.listId, body);
      return json({ list: { id, version, hidden } });
    },
  };
}

const presentCompared = ({ server, resource, id, title, isInA, isInB, countA, countB }: ComparedRow) => ({
  subject: { server, resource, id, title },
  a: isInA ? { count: countA } : null,
  b: isInB ? { count: countB } : null,
});
