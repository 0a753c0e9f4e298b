// Conditions that queries of several features share.
import { and, type Column, eq, type gt, type lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TimePosition } from '../../kernel/cursor.ts';

/** Whether the time in a column has not come yet; null means never. */
export const isUnexpired = (column: Column): SQL => sql`(${column} is null or ${column} > now())`;

/** Whether a column is one of these ids. One statement for any number of them, unlike a list of placeholders. */
export const isAnyOf = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`;

/** Comes behind a place in a list by time, then id; `gt` where the oldest come first, `lt` where the newest do. */
export function isBeyond(
  beyond: typeof gt | typeof lt,
  time: PgColumn,
  id: PgColumn,
  place: TimePosition,
): SQL | undefined {
  const at = new Date(place.time);
  return or(beyond(time, at), and(eq(time, at), beyond(id, place.id)));
}
