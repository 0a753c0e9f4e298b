// The tables of the audit trail: events hold ids, codes and numbers, and what people wrote is in audit_value. Triggers in the
// migrations enforce that both take inserts only, except that clear_audit_values() deletes values.
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Who did what to whom and why. Insert-only. */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: uuid('id').primaryKey(),
    at: at('at').notNull().defaultNow(),
    /** Null: the service itself or the command line. */
    actorAccountId: uuid('actor_account_id'),
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    reasonCode: text('reason_code'),
    /** Always null: a trigger moves the note to `audit_value`, also that of processes of earlier versions. */
    note: text('note'),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_event_at_index').on(table.at, table.id),
    // For the audit list of moderators, which leaves out the many sign-in events.
    index('audit_event_staff_index').on(table.at, table.id).where(sql`${table.subjectKind} <> 'account'`),
    index('audit_event_subject_index').on(table.subjectKind, table.subjectId),
    // For the filters of administrators.
    index('audit_event_actor_index').on(table.actorAccountId, table.at, table.id),
    index('audit_event_action_index').on(table.action, table.at, table.id),
  ],
);

/** What people wrote into an event, which an erasure clears. Without a foreign key, because a trigger writes it before the event. */
export const auditValue = pgTable(
  'audit_value',
  {
    eventId: uuid('event_id').notNull(),
    name: text('name', { enum: ['note'] }).notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ name: 'audit_value_key', columns: [table.eventId, table.name] })],
);
