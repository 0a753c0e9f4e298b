// Tables of the community feature, which alone writes them: posts with their revisions, tags and search grams, comments,
// likes and bookmarks; those of its people are community-people.ts. Counters are kept by triggers (in the migration), so
// that no path of writing can forget them.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { person } from './accounts.ts';
import { at } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const VERDICTS = ['pending', 'allow', 'review', 'rejected'] as const;

export const post = pgTable(
  'post',
  {
    id: uuid('id').primaryKey(),
    authorId: person('author_id'),
    title: text('title').notNull(),
    /** Markdown source. */
    body: text('body').notNull(),
    /** Plain text, at most 500 code points. */
    excerpt: text('excerpt').notNull(),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    /** The tags that were named beside the text; those of the text are found anew at every edit. */
    ownTags: text('own_tags').array().notNull().default(sql`'{}'::text[]`),
    visibility: text('visibility', { enum: ['public', 'protected', 'private'] }).notNull(),
    moderationStatus: text('moderation_status', { enum: VERDICTS }).notNull(),
    /** Counts up with every change of the content; a verdict belongs to one. */
    revision: integer('revision').notNull().default(1),
    /** Counts up with every change at all. */
    version: integer('version').notNull().default(1),
    likeCount: integer('like_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    /** Linked pictures and videos; with one or more a public post is a work. */
    mediaCount: integer('media_count').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    lastEditedAt: at('last_edited_at'),
    /** Shows first on the author's profile. */
    pinnedAt: at('pinned_at'),
    /** Shows first in the feed of all. */
    featuredAt: at('featured_at'),
    archivedAt: at('archived_at'),
    hiddenAt: at('hidden_at'),
    commentsLockedAt: at('comments_locked_at'),
    deletedAt: at('deleted_at'),
    /** Title and body as search compares them. */
    searchText: text('search_text').notNull(),
    /** Their one- and two-character grams. */
    grams: tsvector('grams').notNull(),
  },
  (table) => {
    const active = sql`${table.deletedAt} is null and ${table.hiddenAt} is null and ${table.archivedAt} is null`;
    return [
      index('post_time_index').on(table.createdAt, table.id).where(active),
      index('post_author_index').on(table.authorId, table.createdAt, table.id),
      index('post_featured_index').on(table.featuredAt, table.id).where(sql`${table.featuredAt} is not null`),
      index('post_pinned_index').on(table.authorId, table.pinnedAt, table.id).where(sql`${table.pinnedAt} is not null`),
      index('post_work_index')
        .on(table.authorId, table.createdAt, table.id)
        .where(sql`${table.mediaCount} > 0 and ${active}`),
      index('post_score_index')
        .on(sql`(${table.likeCount} * 5 + ${table.commentCount} * 8 + ${table.bookmarkCount} * 3)`)
        .where(active),
      index('post_deleted_index')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null and ${table.body} <> ''`),
      index('post_grams_index').using('gin', table.grams),
      check('post_version_positive', sql`${table.version} >= 1`),
    ];
  },
);

/** A column that names a post and goes away with it. */
export const postColumn = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => post.id, { onDelete: 'cascade' });

/** What a post was after each change of its content. Readable by its author and by staff. */
export const postRevision = pgTable(
  'post_revision',
  {
    postId: postColumn('post_id'),
    revision: integer('revision').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    visibility: text('visibility', { enum: ['public', 'protected', 'private'] }).notNull(),
    tags: text('tags').array().notNull(),
    editReason: text('edit_reason'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: 'post_revision_key', columns: [table.postId, table.revision] })],
);

/** Tag → posts by time; `created_at` is the post's. */
export const postTag = pgTable(
  'post_tag',
  {
    postId: postColumn('post_id'),
    tag: text('tag').notNull(),
    createdAt: at('created_at').notNull(),
    /** Whether a stranger sees the post listed; kept by triggers. */
    listed: boolean('listed').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'post_tag_key', columns: [table.postId, table.tag] }),
    index('post_tag_time_index').on(table.tag, table.createdAt, table.postId),
    index('post_tag_listed_index').on(table.tag).where(sql`${table.listed}`),
  ],
);

/** Every tag that was ever on a post; appears with its first use. */
export const tag = pgTable(
  'tag',
  {
    name: text('name').primaryKey(),
    id: uuid('id').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('tag_id_unique').on(table.id),
    // The directory's order, the same under every locale of a server.
    index('tag_order_index').on(sql`(${table.name} collate "C")`),
  ],
);

/** Tags that a person follows or wants no more of. */
export const tagPreference = pgTable(
  'tag_preference',
  {
    accountId: person('account_id'),
    tag: text('tag')
      .notNull()
      .references(() => tag.name, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['follow', 'mute'] }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'tag_preference_key', columns: [table.accountId, table.tag] }),
    index('tag_preference_follow_index').on(table.tag).where(sql`${table.kind} = 'follow'`),
  ],
);

/** Files of uploads on a post, in order. A file is on one post at most. */
export const postAttachment = pgTable(
  'post_attachment',
  {
    attachmentId: uuid('attachment_id').primaryKey(),
    postId: postColumn('post_id'),
    position: integer('position').notNull(),
  },
  (table) => [uniqueIndex('post_attachment_position_unique').on(table.postId, table.position)],
);

export const comment = pgTable(
  'comment',
  {
    id: uuid('id').primaryKey(),
    postId: postColumn('post_id'),
    authorId: person('author_id'),
    /** What it answers; null under the post itself. */
    parentId: uuid('parent_id'),
    /** First comment of its thread; null for that one. */
    rootId: uuid('root_id'),
    /** Stands in the first row of the list: a root, or an answer whose root is gone. */
    top: boolean('top').notNull(),
    /** Number on its post, in the order of writing; never changes. */
    floor: integer('floor').notNull(),
    body: text('body').notNull(),
    moderationStatus: text('moderation_status', { enum: VERDICTS }).notNull(),
    revision: integer('revision').notNull().default(1),
    version: integer('version').notNull().default(1),
    likeCount: integer('like_count').notNull().default(0),
    /** Public answers below a root. */
    replyCount: integer('reply_count').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    lastEditedAt: at('last_edited_at'),
    hiddenAt: at('hidden_at'),
    deletedAt: at('deleted_at'),
  },
  (table) => {
    const standing = sql`${table.deletedAt} is null and ${table.hiddenAt} is null`;
    return [
      index('comment_hot_index')
        .on(table.postId, table.likeCount, table.createdAt, table.id)
        .where(sql`${table.top} and ${standing}`),
      index('comment_latest_index')
        .on(table.postId, table.createdAt, table.id)
        .where(sql`${table.top} and ${standing}`),
      uniqueIndex('comment_floor_unique').on(table.postId, table.floor),
      index('comment_root_index').on(table.rootId, table.createdAt, table.id).where(sql`${table.rootId} is not null`),
      index('comment_author_index').on(table.authorId, table.createdAt, table.id),
      index('comment_deleted_index')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null and ${table.body} <> ''`),
    ];
  },
);

export const commentRevision = pgTable(
  'comment_revision',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comment.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    body: text('body').notNull(),
    editReason: text('edit_reason'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: 'comment_revision_key', columns: [table.commentId, table.revision] })],
);

export const postLike = pgTable(
  'post_like',
  {
    postId: postColumn('post_id'),
    accountId: person('account_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'post_like_key', columns: [table.postId, table.accountId] }),
    index('post_like_account_index').on(table.accountId),
  ],
);

export const commentLike = pgTable(
  'comment_like',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comment.id, { onDelete: 'cascade' }),
    accountId: person('account_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'comment_like_key', columns: [table.commentId, table.accountId] }),
    index('comment_like_account_index').on(table.accountId),
  ],
);

export const bookmark = pgTable(
  'bookmark',
  {
    accountId: person('account_id'),
    postId: postColumn('post_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'bookmark_key', columns: [table.accountId, table.postId] }),
    index('bookmark_time_index').on(table.accountId, table.createdAt, table.postId),
    index('bookmark_post_index').on(table.postId),
  ],
);
