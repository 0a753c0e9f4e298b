// More tables of the community feature: removals, by which staff hides what one person wrote in one act, and their targets.
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { account } from './accounts.ts';
import { at, createdAt, deletedWith } from './columns.ts';

/** One act. Its targets are fixed when it begins; a job works through them. */
export const removal = pgTable(
  'removal',
  {
    id: uuid('id').primaryKey(),
    /** Whose content it is. */
    accountId: deletedWith('account_id', () => account.id).notNull(),
    scope: text('scope', { enum: ['day', 'week', 'all'] }).notNull(),
    reasonCode: text('reason_code', { enum: REASON_CODES }).notNull(),
    /** What the person reads. */
    message: text('message'),
    madeBy: uuid('made_by').notNull(),
    /** The restriction that it issued, with its version. */
    restrictionId: uuid('restriction_id'),
    state: text('state', { enum: ['running', 'done', 'undoing', 'undone'] }).notNull(),
    total: integer('total').notNull(),
    createdAt: createdAt(),
    finishedAt: at('finished_at'),
    undoneBy: uuid('undone_by'),
    undoneAt: at('undone_at'),
  },
  (table) => [
    index('removal_account_index').on(table.accountId, table.createdAt, table.id),
    index('removal_open_index').on(table.createdAt).where(sql`${table.state} in ('running', 'undoing')`),
  ],
);

/** One thing that an act concerns, with its version and state before and after. */
export const removalTarget = pgTable(
  'removal_target',
  {
    removalId: deletedWith('removal_id', () => removal.id).notNull(),
    /** Order of the work: the newest first, since it is read most. */
    position: integer('position').notNull(),
    /** A post, comment or list is hidden; a case is decided, which concerns what it is about. */
    kind: text('kind', { enum: ['post', 'comment', 'list', 'case'] }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    state: text('state', { enum: ['waiting', 'removed', 'skipped', 'restored', 'kept'] })
      .notNull()
      .default('waiting'),
    /** Why it was left out, or not restored. */
    reason: text('reason'),
    versionBefore: integer('version_before'),
    versionAfter: integer('version_after'),
    before: jsonb('before').$type<Readonly<Record<string, unknown>>>(),
    after: jsonb('after').$type<Readonly<Record<string, unknown>>>(),
  },
  (table) => [
    primaryKey({ name: 'removal_target_key', columns: [table.removalId, table.position] }),
    index('removal_target_state_index').on(table.removalId, table.state, table.position),
  ],
);
