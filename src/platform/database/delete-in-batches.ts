// Deletes many rows in statements that are short however many there are: after a standstill or in a large community, one
// statement for all would exceed the time that a statement may take, and never succeed.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

const BATCH = 10_000;

interface BatchPlan {
  /**
   * The indexed time that the condition is about. PostgreSQL would otherwise expect a third of the table to be old enough,
   * and read all of it where nothing is.
   */
  readonly oldestBy?: PgColumn;
  readonly batch?: number;
}

/** Deletes the rows of a table that meet a condition on its columns. An interrupted call can be repeated. */
export async function deleteInBatches(
  db: Queries,
  table: PgTable,
  which: SQL,
  { oldestBy, batch = BATCH }: BatchPlan = {},
): Promise<void> {
  const order = oldestBy === undefined ? sql.empty() : sql`order by ${sql.identifier(oldestBy.name)}`;
  for (let count = batch; count === batch; ) {
    const gone = await db.execute(sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${which} ${order} limit ${sql.raw(String(batch))})) returning 1`);
    count = gone.length;
  }
}
