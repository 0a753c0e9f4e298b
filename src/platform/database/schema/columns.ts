// Column definitions shared by the tables of all features.
import { timestamp } from 'drizzle-orm/pg-core';

/** A timestamp with time zone and millisecond precision, which the API sends as milliseconds since the epoch. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
