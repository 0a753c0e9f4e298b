// Tables of the webhooks feature, their only writer: webhooks, their deliveries, and the last reported promotion of each
// server.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, counter, createdAt, deletedWith, timestamps, version } from './columns.ts';

export const webhook = pgTable('webhook', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  /** What is sent: the event as JSON, or a message that Discord shows. */
  format: text('format', { enum: ['standard', 'discord'] })
    .notNull()
    .default('standard'),
  events: text('events').array().notNull(),
  description: text('description').notNull().default(''),
  /** Sealed with a key of this instance. */
  secret: text('secret').notNull(),
  /** The secret before; it signs too until its time is over. */
  earlierSecret: text('earlier_secret'),
  earlierSecretUntil: at('earlier_secret_until'),
  enabled: boolean('enabled').notNull().default(true),
  /** Why it was disabled, if not by an administrator. */
  disabledFor: text('disabled_for', { enum: ['failing', 'gone'] }),
  /** The receiver asked for a pause (429): nothing is sent to it before. */
  heldUntil: at('held_until'),
  /** When a delivery last arrived. */
  arrivedAt: at('arrived_at'),
  version: version(),
  ...timestamps(),
});

export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: uuid('id').primaryKey(),
    webhookId: deletedWith('webhook_id', () => webhook.id).notNull(),
    /** Names the event; equal for every webhook that hears of it. */
    eventId: uuid('event_id').notNull(),
    type: text('type').notNull(),
    /** What is sent, byte by byte. */
    payload: text('payload').notNull(),
    /** `dropped`: its webhook was disabled before it arrived. */
    status: text('status', { enum: ['waiting', 'delivered', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    attempts: counter('attempts'),
    /** Of the last attempt: HTTP status, or what prevented an answer. */
    answerStatus: integer('answer_status'),
    failure: text('failure'),
    milliseconds: integer('milliseconds'),
    attemptedAt: at('attempted_at'),
    /** Of one that waits: when it is tried next. */
    dueAt: at('due_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webhook_delivery_event_unique').on(table.webhookId, table.eventId),
    index('webhook_delivery_time_index').on(table.webhookId, table.createdAt, table.id),
    index('webhook_delivery_due_index').on(table.dueAt).where(sql`${table.status} = 'waiting'`),
  ],
);

/** Up to which promotion of a server webhooks have news. */
export const webhookPosition = pgTable('webhook_place', {
  server: text('server').primaryKey(),
  /** Number and time of that promotion. */
  number: integer('number').notNull(),
  at: at('at').notNull(),
});
