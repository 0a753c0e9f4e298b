// Tables of the uploads feature, which alone writes them: a person's files with their state, the parts that have arrived,
// and what was made of a file. Bytes are objects. Knows no post: `linked_at` says that somebody holds the file.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const attachment = pgTable(
  'attachment',
  {
    id: uuid('id').primaryKey(),
    ownerAccountId: uuid('owner_account_id').notNull(),
    /** Public UID of the owner, for the cases of moderation. */
    ownerUid: bigint('owner_uid', { mode: 'number' }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').notNull(),
    /** Bytes as announced; nothing else is accepted. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Bytes that count against the owner's quota now. */
    chargedBytes: bigint('charged_bytes', { mode: 'number' }).notNull(),
    /** `finishing` is internal: the parts are being joined; it shows as `reserved`. */
    status: text('status', {
      enum: ['reserved', 'finishing', 'scanning', 'ready', 'review', 'rejected', 'deleted'],
    }).notNull(),
    failureCode: text('failure_code'),
    /** Key of the object that parts are joined to, and what the store calls that upload. */
    originalKey: text('original_key').notNull(),
    partHandle: text('part_handle'),
    sha256: text('sha256'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** Of the work on the bytes; null until they are whole. */
    processing: text('processing', { enum: ['queued', 'processing', 'ready', 'failed'] }),
    /** 0 to 1. */
    progress: doublePrecision('progress').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** Who works on it now (`finishing` or the work on the bytes), and until when it counts. */
    leaseToken: uuid('lease_token'),
    leaseHolder: text('lease_holder'),
    leaseUntil: at('lease_until'),
    /** Null once linked. */
    expiresAt: at('expires_at'),
    linkedAt: at('linked_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    readyAt: at('ready_at'),
    /** When nothing of the original, or nothing at all, was left in the store. */
    originalRemovedAt: at('original_removed_at'),
    objectsRemovedAt: at('objects_removed_at'),
  },
  (table) => [
    uniqueIndex('attachment_key_unique').on(table.ownerAccountId, table.idempotencyKey),
    index('attachment_expires_index').on(table.expiresAt).where(sql`${table.status} <> 'deleted'`),
    index('attachment_working_index').on(table.leaseUntil).where(sql`${table.status} in ('finishing', 'scanning')`),
    index('attachment_decided_index').on(table.updatedAt).where(sql`${table.status} in ('rejected', 'review')`),
    index('attachment_original_index')
      .on(table.readyAt)
      .where(sql`${table.status} = 'ready' and ${table.originalRemovedAt} is null`),
    index('attachment_removal_index')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'deleted' and ${table.objectsRemovedAt} is null`),
    check('attachment_size_positive', sql`${table.size} > 0 and ${table.chargedBytes} >= 0`),
    check('attachment_expiry_or_link', sql`${table.expiresAt} is not null or ${table.linkedAt} is not null`),
  ],
);

/** Parts that arrived whole, until the file is. */
export const attachmentPart = pgTable(
  'attachment_part',
  {
    attachmentId: uuid('attachment_id')
      .notNull()
      .references(() => attachment.id, { onDelete: 'cascade' }),
    partNumber: integer('part_number').notNull(),
    /** What the store calls this copy of the part. */
    token: text('token').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    etag: text('etag').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: 'attachment_part_key', columns: [table.attachmentId, table.partNumber] })],
);

/** What was made of a file: what others see, and the picture that moderation looks at. */
export const attachmentVariant = pgTable(
  'attachment_variant',
  {
    attachmentId: uuid('attachment_id')
      .notNull()
      .references(() => attachment.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['media', 'poster', 'thumb', 'moderation'] }).notNull(),
    objectKey: text('object_key').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (table) => [primaryKey({ name: 'attachment_variant_key', columns: [table.attachmentId, table.kind] })],
);
