// Table of the moving feature, which alone writes it: which exports were imported here. It is no part of an export.
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Written in the transaction that writes all rows of an export: a row here says that they are all there. */
export const importRecord = pgTable('import_record', {
  exportId: uuid('export_id').primaryKey(),
  exportedAt: at('exported_at').notNull(),
  importedAt: at('imported_at').notNull().defaultNow(),
});
