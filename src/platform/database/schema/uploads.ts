// Tables of the uploads feature, their only writer: uploaded files with their state, received parts, and variants. The
// bytes are objects. Does not know posts: `linked_at` only says that the file is in use.
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, counter, createdAt, deletedWith, timestamps } from './columns.ts';

export const attachment = pgTable(
  'attachment',
  {
    id: uuid('id').primaryKey(),
    ownerAccountId: uuid('owner_account_id').notNull(),
    /** Public UID of the owner, for moderation cases. */
    ownerUid: bigint('owner_uid', { mode: 'number' }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').notNull(),
    /** Announced size in bytes. An upload of another size is refused. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Bytes that currently count against the owner's quota. */
    chargedBytes: bigint('charged_bytes', { mode: 'number' }).notNull(),
    /** `finishing` is internal (parts are being assembled) and is reported to clients as `reserved`. */
    status: text('status', {
      enum: ['reserved', 'finishing', 'scanning', 'ready', 'review', 'rejected', 'deleted'],
    }).notNull(),
    failureCode: text('failure_code'),
    /** Object key of the assembled file, and the store's id of the multipart upload. */
    originalKey: text('original_key').notNull(),
    partHandle: text('part_handle'),
    /** What the picture or video shows, for people who do not see it. */
    alt: text('alt'),
    sha256: text('sha256'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** State of processing; null until all bytes have arrived. */
    processing: text('processing', { enum: ['queued', 'processing', 'ready', 'failed'] }),
    /** Processing progress, 0 to 1. */
    progress: doublePrecision('progress').notNull().default(0),
    attempts: counter('attempts'),
    /** Lease of the process that is assembling or processing the file. */
    leaseToken: uuid('lease_token'),
    leaseHolder: text('lease_holder'),
    leaseUntil: at('lease_until'),
    /** Null once linked. */
    expiresAt: at('expires_at'),
    linkedAt: at('linked_at'),
    ...timestamps(),
    readyAt: at('ready_at'),
    /** When the original, or all objects, had been removed from the store. */
    originalRemovedAt: at('original_removed_at'),
    objectsRemovedAt: at('objects_removed_at'),
  },
  (table) => [
    uniqueIndex('attachment_key_unique').on(table.ownerAccountId, table.idempotencyKey),
    index('attachment_owner_index')
      .on(table.ownerAccountId, table.createdAt, table.id)
      .where(sql`${table.status} <> 'deleted'`),
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

/** Parts that arrived completely, until the file is assembled. */
export const attachmentPart = pgTable(
  'attachment_part',
  {
    attachmentId: deletedWith('attachment_id', () => attachment.id).notNull(),
    partNumber: integer('part_number').notNull(),
    /** The store's id of this copy of the part. */
    token: text('token').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    etag: text('etag').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: 'attachment_part_key', columns: [table.attachmentId, table.partNumber] })],
);

/** Processed versions of a file: those that others see, and the picture for moderation. */
export const attachmentVariant = pgTable(
  'attachment_variant',
  {
    attachmentId: deletedWith('attachment_id', () => attachment.id).notNull(),
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
