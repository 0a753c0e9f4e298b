// Tables of the community feature, their only writer: relations between people, counters, feedback, impressions,
// rankings and notifications.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { person } from './accounts.ts';
import { at, counter, createdAt, updatedAt } from './columns.ts';
import { postColumn } from './community.ts';

export const follow = pgTable(
  'follow',
  {
    followerId: person('follower_id'),
    followedId: person('followed_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'follow_key', columns: [table.followerId, table.followedId] }),
    index('follow_follower_time_index').on(table.followerId, table.createdAt, table.followedId),
    index('follow_followed_time_index').on(table.followedId, table.createdAt, table.followerId),
  ],
);

export const block = pgTable(
  'block',
  {
    blockerId: person('blocker_id'),
    blockedId: person('blocked_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'block_key', columns: [table.blockerId, table.blockedId] }),
    index('block_time_index').on(table.blockerId, table.createdAt, table.blockedId),
    index('block_blocked_index').on(table.blockedId, table.blockerId),
  ],
);

export const mute = pgTable(
  'mute',
  {
    muterId: person('muter_id'),
    mutedId: person('muted_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'mute_key', columns: [table.muterId, table.mutedId] }),
    index('mute_time_index').on(table.muterId, table.createdAt, table.mutedId),
    index('mute_muted_index').on(table.mutedId),
  ],
);

/** Counters of a person. Creating content locks this row. */
export const authorStat = pgTable('author_stat', {
  accountId: person('account_id').primaryKey(),
  followers: counter('followers'),
  following: counter('following'),
  /** Listed public posts, as an anonymous viewer sees them. */
  posts: counter('posts'),
  /** Those with a picture or a video. */
  works: counter('works'),
});

export const postFeedback = pgTable(
  'post_feedback',
  {
    accountId: person('account_id'),
    postId: postColumn('post_id'),
    kind: text('kind', { enum: ['not_interested', 'hide'] }).notNull(),
    reasonCode: text('reason_code'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'post_feedback_key', columns: [table.accountId, table.postId] }),
    index('post_feedback_post_index').on(table.postId),
  ],
);

/** Recommended posts that a person was shown, with the time of the first impression. */
export const feedImpression = pgTable(
  'feed_impression',
  {
    accountId: person('account_id'),
    postId: postColumn('post_id'),
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'feed_impression_key', columns: [table.accountId, table.postId] }),
    index('feed_impression_post_index').on(table.postId),
    index('feed_impression_seen_index').on(table.seenAt),
  ],
);

/** A ranking of posts, computed every five minutes. The last three are kept. */
export const ranking = pgTable('ranking', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  madeAt: at('made_at').notNull().defaultNow(),
});

export const rankingEntry = pgTable(
  'ranking_entry',
  {
    rankingId: bigint('ranking_id', { mode: 'number' })
      .notNull()
      .references(() => ranking.id, { onDelete: 'cascade' }),
    postId: uuid('post_id').notNull(),
    position: integer('position').notNull(),
    /**
     * Weighted likes, comments and bookmarks. The parts that depend on the viewer and the time are added when the
     * ranking is read.
     */
    score: doublePrecision('score').notNull(),
    isPopular: boolean('is_popular').notNull(),
  },
  (table) => [
    primaryKey({ name: 'ranking_entry_key', columns: [table.rankingId, table.postId] }),
    index('ranking_entry_position_index').on(table.rankingId, table.position),
  ],
);

/**
 * Triggers stand in for foreign keys: they check once a statement that what its columns refer to exists, and delete it with that.
 * Foreign keys are checked for every row, which took half of the time of notifying the subscribers of a post.
 */
export const notification = pgTable(
  'notification',
  {
    id: uuid('id').primaryKey(),
    recipientId: uuid('recipient_id').notNull(),
    /** Null: the service itself (moderation). */
    actorId: uuid('actor_id'),
    kind: text('kind', {
      enum: [
        'comment',
        'reply',
        'post_reaction',
        'comment_reaction',
        'follow',
        'mention',
        'thread',
        'new_post',
        'moderation',
        'staff_case',
        'staff_report',
        'staff_appeal',
        'staff_registration',
      ],
    }).notNull(),
    postId: uuid('post_id'),
    commentId: uuid('comment_id'),
    /**
     * Of a moderation notice: what was decided, about what, and why. Of one for staff: what came in last, and how much. Of
     * one of a thread: how many comments came.
     */
    decision: jsonb('decision').$type<
      | {
          readonly verdict: string;
          readonly reasonCode: string | null;
          readonly message: string | null;
          readonly subjectKind: string;
          readonly subjectId: string;
          readonly caseId: string | null;
          readonly count?: number | undefined;
        }
      | { readonly count: number }
    >(),
    /** Identifies the event. A person is notified of an event once. */
    occasion: text('occasion').notNull(),
    /** Whether it is in the list; otherwise it is only mailed. */
    isListed: boolean('is_listed').notNull().default(true),
    /** Whether it is still to be mailed. */
    isMailed: boolean('is_mailed').notNull().default(false),
    createdAt: createdAt(),
    readAt: at('read_at'),
  },
  (table) => [
    uniqueIndex('notification_occasion_unique').on(table.recipientId, table.occasion),
    index('notification_time_index').on(table.recipientId, table.createdAt, table.id),
    index('notification_unread_index')
      .on(table.recipientId, table.createdAt, table.id)
      .where(sql`${table.readAt} is null`),
    index('notification_mailed_index').on(table.recipientId).where(sql`${table.isMailed}`),
    index('notification_created_index').on(table.createdAt),
    index('notification_actor_index').on(table.actorId),
    index('notification_post_index').on(table.postId),
    index('notification_comment_index').on(table.commentId),
  ],
);

/** What a person wants to be notified of, and how. No row: the defaults. */
export const notificationSetting = pgTable(
  'notification_setting',
  {
    accountId: person('account_id').primaryKey(),
    /** By kind; an absent kind has its default. */
    kinds: jsonb('kinds')
      .$type<Readonly<Record<string, { readonly bell: boolean; readonly mail: boolean }>>>()
      .notNull(),
    /** Times of day without mails, `22:00` to `07:00`, in a time zone. All three or none. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    quietZone: text('quiet_zone'),
    digest: text('digest', { enum: ['never', 'daily', 'weekly'] })
      .notNull()
      .default('never'),
    /** When the last digest was due, or digests were turned on. */
    digestedAt: at('digested_at'),
    version: integer('version').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [index('notification_setting_digest_index').on(table.digestedAt).where(sql`${table.digest} <> 'never'`)],
);
