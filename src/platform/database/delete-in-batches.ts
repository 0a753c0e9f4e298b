// Deletes many rows in statements that are short however many there are: after a standstill or in a large community, one
// statement for all would exceed the time that a statement may take, and never succeed.
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

const BATCH = 10_000;

/** Deletes the rows of a table that meet a condition on its columns. An interrupted call can be repeated. */
export async function deleteInBatches(db: Queries, table: PgTable, which: SQL, batch = BATCH): Promise<void> {
  for (let count = batch; count === batch; ) {
    const gone = await db.execute(sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${which} limit ${sql.raw(String(batch))})) returning 1`);
    count = gone.length;
  }
}
