// Lists when their owner leaves: what an export of the account has, and their removal.
import { sql } from 'drizzle-orm';
import { type ExportFile, jsonFile } from '../../../kernel/export-file.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { idRow, listRows } from '../../../platform/database/rows.ts';
import { entityListEntry } from '../../../platform/database/schema/community-lists.ts';
import { atMost } from '../common/parts.ts';

const BATCH = 100;

/** Removes the lists of an account. Idempotent. */
export async function eraseLists({ db }: Database, accountId: string, signal?: AbortSignal): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    const lists = await listRows(db, idRow)`
      select id from entity_list where owner_id = ${accountId}::uuid order by id limit ${atMost(BATCH)}`;
    for (const { id } of lists) {
      signal?.throwIfAborted();
      await deleteInBatches(db, entityListEntry, sql`list_id = ${id}::uuid`);
      await db.execute(sql`delete from entity_list where id = ${id}::uuid`);
    }
    count = lists.length;
  }
}

/** The lists of an account, one file each. */
export async function* exportLists(db: Queries, accountId: string): AsyncIterable<ExportFile> {
  const lists = await listRows(db, idRow)`select id from entity_list where owner_id = ${accountId}::uuid order by id`;
  for (const { id } of lists) {
    const [list] = await db.execute(sql`select id, kind, server, resource, title, description, visibility,
      created_at as "createdAt", updated_at as "updatedAt" from entity_list where id = ${id}::uuid`);
    const entries = await db.execute(sql`select server, resource, entity_id as "entityId", title, count, note,
      created_at as "createdAt" from entity_list_entry where list_id = ${id}::uuid order by position`);
    if (list !== undefined) yield jsonFile(`community/lists/${id}.json`, { ...list, entries: [...entries] });
  }
}
