// Conditions that queries of several features share.
import { type Column, type SQL, sql } from 'drizzle-orm';

/** Whether the time in a column has not come yet; null means never. */
export const isUnexpired = (column: Column): SQL => sql`(${column} is null or ${column} > now())`;

/** Whether a column is one of these ids. One statement for any number of them, unlike a list of placeholders. */
export const isAnyOf = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`;
