// One more table of the moderation feature: what staff deleted and is still to be erased.
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt } from './columns.ts';

/** Something that staff deleted: hidden at once, and erased when the time for appeals is over. */
export const staffDeletion = pgTable(
  'staff_deletion',
  {
    kind: text('kind', { enum: ['post', 'comment', 'list', 'attachment'] }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    authorAccountId: uuid('author_account_id').notNull(),
    /** The decision that its author can appeal. Null while a case about it waits. */
    caseId: uuid('case_id'),
    deletedBy: uuid('deleted_by').notNull(),
    /** Whether it was hidden before, so that restoring it hides it again. */
    wasHidden: boolean('was_hidden').notNull(),
    createdAt: createdAt(),
    eraseAt: at('erase_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'staff_deletion_key', columns: [table.kind, table.subjectId] }),
    index('staff_deletion_due_index').on(table.eraseAt),
    index('staff_deletion_case_index').on(table.caseId),
  ],
);
