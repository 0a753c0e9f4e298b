// Tables of the community feature, their only writer: posts with their revisions, tags and search grams, comments,
// likes and bookmarks. Tables about people are in community-people.ts. Counters are maintained by triggers (in the
// migrations), so that every write path updates them.
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
import { at, counter, createdAt, deletedWith, timestamps, version } from './columns.ts';

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
    /** Tags that the author listed separately. Tags in the text are extracted again at every edit. */
    ownTags: text('own_tags').array().notNull().default(sql`'{}'::text[]`),
    visibility: text('visibility', { enum: ['public', 'protected', 'private'] }).notNull(),
    moderationStatus: text('moderation_status', { enum: VERDICTS }).notNull(),
    /** Incremented by every change of the content. A verdict applies to one revision. */
    revision: integer('revision').notNull().default(1),
    /** Incremented by every change of the row. */
    version: version(),
    likeCount: counter('like_count'),
    commentCount: counter('comment_count'),
    bookmarkCount: counter('bookmark_count'),
    /** The entity of a catalog that it is about; null: none. The title is the entity's when the post was written. */
    subjectServer: text('subject_server'),
    subjectResource: text('subject_resource'),
    subjectId: text('subject_id'),
    subjectTitle: text('subject_title'),
    spoiler: boolean('spoiler').notNull().default(false),
    /** Number of linked pictures and videos. A public post with at least one is a work. */
    mediaCount: counter('media_count'),
    ...timestamps(),
    lastEditedAt: at('last_edited_at'),
    /** When it was public and allowed for the first time. */
    publishedAt: at('published_at'),
    /** Sorts first on the author's profile. */
    pinnedAt: at('pinned_at'),
    /** Sorts first in the global feed. */
    featuredAt: at('featured_at'),
    archivedAt: at('archived_at'),
    hiddenAt: at('hidden_at'),
    commentsLockedAt: at('comments_locked_at'),
    deletedAt: at('deleted_at'),
    /** Title and body, normalised for search. */
    searchText: text('search_text').notNull(),
    /** One- and two-character grams of `searchText`. */
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
      index('post_subject_index')
        .on(table.subjectServer, table.subjectResource, table.subjectId, table.createdAt, table.id)
        .where(sql`${table.subjectServer} is not null`),
      index('post_deleted_index')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null and ${table.body} <> ''`),
      index('post_grams_index').using('gin', table.grams),
      check('post_version_positive', sql`${table.version} >= 1`),
    ];
  },
);

/**
 * Likes and comments of each post within the last day, week, month, year, and in all; for the order of `top`. Triggers
 * add and subtract, and a job subtracts what becomes too old.
 */
export const postActivity = pgTable(
  'post_activity',
  {
    postId: deletedWith('post_id', () => post.id).primaryKey(),
    /** The post's. */
    createdAt: at('created_at').notNull(),
    day: counter('day'),
    week: counter('week'),
    month: counter('month'),
    year: counter('year'),
    total: counter('total'),
  },
  (table) => [
    index('post_activity_day_index').on(table.day, table.createdAt, table.postId),
    index('post_activity_week_index').on(table.week, table.createdAt, table.postId),
    index('post_activity_month_index').on(table.month, table.createdAt, table.postId),
    index('post_activity_year_index').on(table.year, table.createdAt, table.postId),
    index('post_activity_total_index').on(table.total, table.createdAt, table.postId),
  ],
);

/** The moments after which `post_activity` counts: one row, which the job writes; none before its first run. */
export const activityWindow = pgTable('activity_window', {
  id: integer('id').primaryKey(),
  day: at('day').notNull(),
  week: at('week').notNull(),
  month: at('month').notNull(),
  year: at('year').notNull(),
});

/** A column that references a post and is deleted with it. */
export const postColumn = (name: string) => deletedWith(name, () => post.id).notNull();

/** The content of a post after each change. Readable by its author and by staff. */
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
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: 'post_revision_key', columns: [table.postId, table.revision] })],
);

/** Posts by tag and time. `created_at` is the post's. */
export const postTag = pgTable(
  'post_tag',
  {
    postId: postColumn('post_id'),
    tag: text('tag').notNull(),
    createdAt: at('created_at').notNull(),
    /** Whether an anonymous viewer sees the post listed; maintained by triggers. */
    listed: boolean('listed').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'post_tag_key', columns: [table.postId, table.tag] }),
    index('post_tag_time_index').on(table.tag, table.createdAt, table.postId),
    index('post_tag_listed_index').on(table.tag).where(sql`${table.listed}`),
  ],
);

/** Every tag that was ever used; created at its first use. */
export const tag = pgTable(
  'tag',
  {
    name: text('name').primaryKey(),
    id: uuid('id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('tag_id_unique').on(table.id),
    // The order of the tag directory, independent of the server's locale.
    index('tag_order_index').on(sql`(${table.name} collate "C")`),
  ],
);

/** Tags that a person follows or mutes. */
export const tagPreference = pgTable(
  'tag_preference',
  {
    accountId: person('account_id'),
    tag: text('tag')
      .notNull()
      .references(() => tag.name, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['follow', 'mute'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'tag_preference_key', columns: [table.accountId, table.tag] }),
    index('tag_preference_follow_index').on(table.tag).where(sql`${table.kind} = 'follow'`),
  ],
);

/** Uploaded files on a post, in order. A file belongs to at most one post. */
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
    /** The comment that it replies to; null for a comment on the post itself. */
    parentId: uuid('parent_id'),
    /** First comment of its thread; null for that comment itself. */
    rootId: uuid('root_id'),
    /** Shown at the top level of the list: a root comment, or a reply whose root is deleted. */
    top: boolean('top').notNull(),
    /** Sequence number on its post, in the order of creation; never changes. */
    floor: integer('floor').notNull(),
    body: text('body').notNull(),
    moderationStatus: text('moderation_status', { enum: VERDICTS }).notNull(),
    revision: integer('revision').notNull().default(1),
    version: version(),
    likeCount: counter('like_count'),
    /** Number of public replies below a root comment. */
    replyCount: counter('reply_count'),
    ...timestamps(),
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
      index('comment_time_index').on(table.createdAt, table.postId),
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
    commentId: deletedWith('comment_id', () => comment.id).notNull(),
    revision: integer('revision').notNull(),
    body: text('body').notNull(),
    editReason: text('edit_reason'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: 'comment_revision_key', columns: [table.commentId, table.revision] })],
);

export const postLike = pgTable(
  'post_like',
  {
    postId: postColumn('post_id'),
    accountId: person('account_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'post_like_key', columns: [table.postId, table.accountId] }),
    index('post_like_account_index').on(table.accountId),
    index('post_like_time_index').on(table.createdAt, table.postId),
  ],
);

export const commentLike = pgTable(
  'comment_like',
  {
    commentId: deletedWith('comment_id', () => comment.id).notNull(),
    accountId: person('account_id'),
    createdAt: createdAt(),
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
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'bookmark_key', columns: [table.accountId, table.postId] }),
    index('bookmark_time_index').on(table.accountId, table.createdAt, table.postId),
    index('bookmark_post_index').on(table.postId),
  ],
);

/** Entities of catalogs that a person keeps for later. */
export const entityBookmark = pgTable(
  'entity_bookmark',
  {
    id: uuid('id').primaryKey(),
    accountId: person('account_id'),
    server: text('server').notNull(),
    resource: text('resource').notNull(),
    entityId: text('entity_id').notNull(),
    /** The entity's when it was kept. */
    title: text('title').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('entity_bookmark_unique').on(table.accountId, table.server, table.resource, table.entityId),
    index('entity_bookmark_time_index').on(table.accountId, table.createdAt, table.id),
  ],
);
