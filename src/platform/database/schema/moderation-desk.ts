// More tables of the moderation feature: claims of cases, and notes of staff.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, deletedWith } from './columns.ts';
import { moderationCase } from './moderation.ts';

/** Who is at a case, so that two people do not read the same one. Decides nothing, and ends by itself. */
export const caseClaim = pgTable(
  'case_claim',
  {
    caseId: deletedWith('case_id', () => moderationCase.id).notNull(),
    accountId: uuid('account_id').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'case_claim_key', columns: [table.caseId, table.accountId] }),
    index('case_claim_account_index').on(table.accountId),
  ],
);

/** What staff notes about a case or a person, for staff alone. */
export const moderationNote = pgTable(
  'moderation_note',
  {
    id: uuid('id').primaryKey(),
    /** Exactly one of the two. */
    caseId: deletedWith('case_id', () => moderationCase.id),
    accountId: uuid('account_id'),
    writtenBy: uuid('written_by').notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('moderation_note_case_index').on(table.caseId, table.createdAt, table.id),
    index('moderation_note_account_index').on(table.accountId, table.createdAt, table.id),
    check('moderation_note_of_one_thing', sql`(${table.caseId} is null) <> (${table.accountId} is null)`),
  ],
);
