// More tables of the community feature: who is notified of comments and posts, what notifications are still to be sent, and drafts.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { person } from './accounts.ts';
import { at, createdAt, timestamps } from './columns.ts';
import { postColumn } from './community.ts';

/**
 * What people chose for the comments of a post. Without a row, its author and those who commented on it are subscribed, and
 * nobody else is.
 */
export const postSubscription = pgTable(
  'post_subscription',
  {
    accountId: person('account_id'),
    postId: postColumn('post_id'),
    isActive: boolean('is_active').notNull(),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'post_subscription_key', columns: [table.postId, table.accountId] }),
    index('post_subscription_account_index').on(table.accountId, table.changedAt, table.postId),
  ],
);

/** Who is notified of the new posts of whom. */
export const authorSubscription = pgTable(
  'author_subscription',
  {
    accountId: person('account_id'),
    authorId: person('author_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'author_subscription_key', columns: [table.authorId, table.accountId] }),
    index('author_subscription_account_index').on(table.accountId, table.createdAt, table.authorId),
  ],
);

/** A comment or post of which subscribers are notified, once. A job works through them in the order of their ids. */
export const fanOut = pgTable(
  'fan_out',
  {
    /** The id of the comment or post. */
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['thread', 'new_post'] }).notNull(),
    postId: postColumn('post_id'),
    /** The last subscriber who was notified or left out; null: none yet. */
    after: uuid('after'),
    createdAt: createdAt(),
    finishedAt: at('finished_at'),
  },
  (table) => [
    index('fan_out_open_index').on(table.postId, table.createdAt, table.id).where(sql`${table.finishedAt} is null`),
    index('fan_out_created_index').on(table.createdAt),
  ],
);

/** What people write and have not published. Nobody else reads it, staff included. */
export const draft = pgTable(
  'draft',
  {
    accountId: person('account_id'),
    /** `post`, `edit-` or `comment-` with the id of a post, or an id of its own. */
    id: text('id').notNull(),
    /** JSON. PostgreSQL stores some characters as escapes in a text alone. */
    content: text('content').notNull(),
    version: integer('version').notNull(),
    ...timestamps(),
  },
  (table) => [
    primaryKey({ name: 'draft_key', columns: [table.accountId, table.id] }),
    index('draft_time_index').on(table.accountId, table.updatedAt, table.id),
    index('draft_updated_index').on(table.updatedAt),
  ],
);
