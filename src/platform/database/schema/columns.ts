// Column definitions shared by the tables of all features.
import { type AnyPgColumn, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A timestamp with time zone and millisecond precision, which the API sends as milliseconds since the epoch. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => at('created_at').notNull().defaultNow();
export const updatedAt = () => at('updated_at').notNull().defaultNow();
/** When a row was made, and when it was last changed. */
export const timestamps = () => ({ createdAt: createdAt(), updatedAt: updatedAt() });

/** Incremented by every change of the row, so that a writer who read an earlier one is refused. */
export const version = () => integer('version').notNull().default(1);

/** A number that begins with 0. */
export const counter = (name: string) => integer(name).notNull().default(0);

/** A column that references another row and is deleted with it. */
export const deletedWith = (name: string, key: () => AnyPgColumn) =>
  uuid(name).references(key, { onDelete: 'cascade' });
