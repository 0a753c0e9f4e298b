// Table of the idempotency feature, its only writer: what requests with an `Idempotency-Key` have created.
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { person } from './accounts.ts';
import { createdAt } from './columns.ts';

export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    accountId: person('account_id'),
    route: text('route').notNull(),
    /** SHA-256 (hex) of the key. */
    keyDigest: text('key_digest').notNull(),
    /** SHA-256 (hex) of path parameters and body in canonical JSON. */
    requestDigest: text('request_digest').notNull(),
    status: integer('status').notNull(),
    createdId: text('created_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_key_key', columns: [table.accountId, table.route, table.keyDigest] }),
    index('idempotency_key_time_index').on(table.createdAt),
  ],
);
