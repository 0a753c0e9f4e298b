// Tables of the publications feature, their only writer: publications from elsewhere, and the missing objects of each. The
// bytes are content of the object store, the list of files is an object. Not part of an export.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, deletedWith, timestamps } from './columns.ts';

export const publication = pgTable(
  'publication',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** The API token that committed it; null: not committed, or before tokens were noted. */
    tokenId: uuid('token_id'),
    server: text('server').notNull(),
    /** Digest of the descriptor and the list of files. */
    inputSha256: text('input_sha256').notNull(),
    files: integer('files').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    state: text('state', { enum: ['open', 'committing', 'done', 'failed'] }).notNull(),
    /** Whether the release becomes current. Decided by the commit. */
    promote: boolean('promote').notNull().default(true),
    /** Whether warnings end it. */
    strict: boolean('strict').notNull().default(false),
    /** Whether collections may lose more than half of their entities. */
    allowLoss: boolean('allow_loss').notNull().default(false),
    /** Step of the recipe that runs, while committing. */
    progress: jsonb('progress').$type<{ step: string; done: number; total: number }>(),
    /** What `livehouse publish` prints; null before the end and after a failure. */
    result: jsonb('result').$type<Record<string, unknown>>(),
    /** Errors of the snapshot, and its warnings. */
    findings: jsonb('findings').$type<Record<string, unknown>[]>(),
    ...timestamps(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    // A publisher that begins again gets the publication that is open.
    uniqueIndex('publication_open_unique')
      .on(table.accountId, table.server, table.inputSha256)
      .where(sql`${table.state} in ('open', 'committing')`),
    index('publication_expires_index').on(table.expiresAt),
  ],
);

/** Objects that a publication asked for, and those of them that arrived. */
export const publicationObject = pgTable(
  'publication_object',
  {
    publicationId: deletedWith('publication_id', () => publication.id).notNull(),
    sha256: text('sha256').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    receivedAt: at('received_at'),
  },
  (table) => [primaryKey({ name: 'publication_object_key', columns: [table.publicationId, table.sha256] })],
);
