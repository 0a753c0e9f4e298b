// Table of the instance feature, its only writer: settings that an administrator has changed.
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** One row, absent until a setting is changed. */
export const instanceSetting = pgTable(
  'instance_setting',
  {
    id: integer('id').primaryKey(),
    /** Only what was changed; the environment and the defaults give the rest. */
    settings: jsonb('settings').notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [check('instance_setting_single_check', sql`${table.id} = 1`)],
);
