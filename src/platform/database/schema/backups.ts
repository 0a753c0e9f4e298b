// Table of the backups feature, its only writer: runs that make a backup. What backups exist is said by the target itself. Not
// part of an export.
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt } from './columns.ts';

export const backupRun = pgTable(
  'backup_run',
  {
    id: uuid('id').primaryKey(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
    cause: text('cause', { enum: ['schedule', 'request', 'command'] }).notNull(),
    /** Who asked for it. */
    accountId: uuid('account_id'),
    /** Where it is written, without secrets. */
    place: text('place').notNull(),
    /** Name of the backup; null before it is complete. */
    name: text('name'),
    rows: bigint('rows', { mode: 'number' }),
    objects: integer('objects'),
    objectBytes: bigint('object_bytes', { mode: 'number' }),
    /** Objects that were new in the target. */
    sentObjects: integer('sent_objects'),
    sentBytes: bigint('sent_bytes', { mode: 'number' }),
    /** Old objects that were read back, and those that were lost or altered. */
    checkedObjects: integer('checked_objects'),
    lostObjects: integer('lost_objects'),
    /** Objects that were missing or damaged in the instance itself. */
    problems: integer('problems'),
    /** Backups that were removed because they are not kept any more. */
    removed: integer('removed'),
    /** Why it failed: a code, and a sentence for the operator. */
    failure: text('failure'),
    message: text('message'),
    createdAt: createdAt(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('backup_run_time_index').on(table.createdAt, table.id),
    // One request waits; another one before it begins is refused.
    uniqueIndex('backup_run_waiting_unique').on(table.state).where(sql`${table.state} = 'waiting'`),
  ],
);
