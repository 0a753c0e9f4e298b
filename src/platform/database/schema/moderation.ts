// Tables of the moderation feature, their only writer: cases with their verdicts, text fingerprints, account
// restrictions, and reports.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { at, counter, createdAt, deletedWith, timestamps, version } from './columns.ts';

/** One decision to make: a revision of a subject. */
export const moderationCase = pgTable(
  'moderation_case',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', {
      enum: ['post', 'comment', 'list', 'attachment', 'profile-name', 'profile-links', 'avatar'],
    }).notNull(),
    /** Public id of the subject: of the post, comment, list, file or avatar, or the decimal UID of a profile. */
    subjectId: text('subject_id').notNull(),
    subjectRevision: integer('subject_revision').notNull(),
    authorAccountId: uuid('author_account_id').notNull(),
    authorUid: bigint('author_uid', { mode: 'number' }).notNull(),
    /**
     * `pending`: the classifier is being asked. `review`: awaits a person. `superseded`: replaced by a later revision.
     */
    status: text('status', { enum: ['pending', 'review', 'decided', 'superseded'] }).notNull(),
    verdict: text('verdict', { enum: ['pending', 'allow', 'review', 'rejected'] }).notNull(),
    version: version(),
    reasons: text('reasons').array().notNull().default(sql`'{}'::text[]`),
    excerpt: text('excerpt').notNull(),
    /** The full text under review; null for files, and after the subject is deleted. */
    body: text('body'),
    /** Object key and media type of the file under review; null for text, and after the subject is deleted. */
    content: jsonb('content').$type<{ readonly key: string; readonly mediaType: string }>(),
    /** Number of failed classifier requests. */
    attempts: counter('attempts'),
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    /** Of a decision by a person, and what the author reads about it. */
    reasonCode: text('reason_code'),
    message: text('message'),
    /** When the subject was deleted while an appeal was open; its content is erased when that is decided. */
    withdrawnAt: at('withdrawn_at'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('moderation_case_subject_unique').on(table.kind, table.subjectId, table.subjectRevision),
    index('moderation_case_queue_index').on(table.status, table.createdAt, table.id),
    index('moderation_case_time_index').on(table.createdAt, table.id),
    // For figures by day.
    index('moderation_case_decided_index').on(table.decidedAt),
    index('moderation_case_superseded_index').on(table.updatedAt).where(sql`${table.status} = 'superseded'`),
    index('moderation_case_author_index').on(table.authorAccountId, table.decidedAt, table.id),
  ],
);

/** Digests of an account's recent normalised texts, to detect repeated posting of the same text. */
export const textFingerprint = pgTable(
  'text_fingerprint',
  {
    authorAccountId: uuid('author_account_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    kind: text('kind', { enum: ['post', 'comment', 'list', 'profile-name', 'profile-links'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'text_fingerprint_key',
      columns: [table.authorAccountId, table.fingerprint, table.kind, table.subjectId],
    }),
    index('text_fingerprint_at_index').on(table.at),
  ],
);

export const accountRestriction = pgTable(
  'account_restriction',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** `suspension` stands beside the status of the account, so that it has a reason and can be appealed. */
    kind: text('kind', { enum: ['sign_in', 'write', 'upload', 'suspension'] }).notNull(),
    reasonCode: text('reason_code').notNull(),
    /** What the person reads about it. */
    message: text('message'),
    issuedBy: uuid('issued_by'),
    issuedAt: at('issued_at').notNull().defaultNow(),
    /** Null: no expiry. */
    expiresAt: at('expires_at'),
    liftedBy: uuid('lifted_by'),
    liftedAt: at('lifted_at'),
    version: version(),
  },
  (table) => [
    index('account_restriction_account_index').on(table.accountId),
    uniqueIndex('account_restriction_active_unique')
      .on(table.accountId, table.kind)
      .where(sql`${table.liftedAt} is null`),
  ],
);

export const report = pgTable(
  'report',
  {
    id: uuid('id').primaryKey(),
    reporterAccountId: uuid('reporter_account_id').notNull(),
    targetKind: text('target_kind', { enum: ['post', 'comment', 'list', 'user'] }).notNull(),
    /** Id of the post, comment or list, or the decimal UID. */
    targetId: text('target_id').notNull(),
    targetRevision: integer('target_revision').notNull(),
    targetAccountId: uuid('target_account_id').notNull(),
    reasonCode: text('reason_code', { enum: REASON_CODES }).notNull(),
    details: text('details'),
    status: text('status', { enum: ['pending', 'reviewing', 'resolved', 'dismissed'] })
      .notNull()
      .default('pending'),
    reviewerAccountId: uuid('reviewer_account_id'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('report_open_unique')
      .on(table.reporterAccountId, table.targetKind, table.targetId)
      .where(sql`${table.status} in ('pending', 'reviewing')`),
    index('report_queue_index').on(table.status, table.createdAt, table.id),
    index('report_time_index').on(table.createdAt, table.id),
    index('report_target_index').on(table.targetAccountId),
  ],
);

/** Objections of people to decisions on their content, and to restrictions; one each. */
export const appeal = pgTable(
  'appeal',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** Exactly one of the two. */
    caseId: deletedWith('case_id', () => moderationCase.id),
    restrictionId: deletedWith('restriction_id', () => accountRestriction.id),
    message: text('message').notNull(),
    status: text('status', { enum: ['open', 'granted', 'denied'] })
      .notNull()
      .default('open'),
    /** What the person reads about the outcome. */
    answer: text('answer'),
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('appeal_case_unique').on(table.caseId),
    uniqueIndex('appeal_restriction_unique').on(table.restrictionId),
    index('appeal_queue_index').on(table.status, table.createdAt, table.id),
    index('appeal_time_index').on(table.createdAt, table.id),
    index('appeal_account_index').on(table.accountId),
    check('appeal_of_one_thing', sql`(${table.caseId} is null) <> (${table.restrictionId} is null)`),
  ],
);

/** Mailed links by which people who cannot sign in appeal, each until it is used or expires. */
export const appealLink = pgTable(
  'appeal_link',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** Exactly one of the two. */
    caseId: deletedWith('case_id', () => moderationCase.id),
    restrictionId: deletedWith('restriction_id', () => accountRestriction.id),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('appeal_link_case_unique').on(table.caseId),
    uniqueIndex('appeal_link_restriction_unique').on(table.restrictionId),
    index('appeal_link_account_index').on(table.accountId),
    index('appeal_link_expires_index').on(table.expiresAt),
    check('appeal_link_of_one_thing', sql`(${table.caseId} is null) <> (${table.restrictionId} is null)`),
  ],
);

/** Text rules that administrators stored: the newest version is in force, if it has a text. */
export const moderationRules = pgTable('moderation_rules', {
  /** From 2: version 1 is the file of the configuration. */
  version: integer('version').primaryKey(),
  /** YAML; null: back to the file. */
  rules: text('rules'),
  actorAccountId: uuid('actor_account_id'),
  createdAt: createdAt(),
});
