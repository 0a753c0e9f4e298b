// Columns that tables of every owner share.
import { timestamp } from 'drizzle-orm/pg-core';

/** A moment with its zone, to the millisecond: what goes out as milliseconds since the epoch. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
