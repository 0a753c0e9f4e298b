// Table of the moving feature, its only writer: exports that were imported here. Not part of an export.
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Written in the transaction that imports all rows of an export, so a row means that the import is complete. */
export const importRecord = pgTable('import_record', {
  exportId: uuid('export_id').primaryKey(),
  exportedAt: at('exported_at').notNull(),
  importedAt: at('imported_at').notNull().defaultNow(),
});
