// Tables of the community feature, their only writer: lists of catalog entities with their entries. A trigger (in the
// migration) counts the owners of each entity.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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

export const entityList = pgTable(
  'entity_list',
  {
    id: uuid('id').primaryKey(),
    ownerId: person('owner_id'),
    /** `owned` and `wanted` exist once a collection. */
    kind: text('kind', { enum: ['owned', 'wanted', 'named'] }).notNull(),
    /** The collection to which its entries belong; null: any. */
    server: text('server'),
    resource: text('resource'),
    /** Empty where the kind says it. */
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    visibility: text('visibility', { enum: ['private', 'public'] }).notNull(),
    /** Verdict on its texts. Private lists are not judged. */
    moderationStatus: text('moderation_status', { enum: ['pending', 'allow', 'review', 'rejected'] })
      .notNull()
      .default('allow'),
    /** Incremented by every change of its texts. A verdict applies to one revision. */
    revision: integer('revision').notNull().default(1),
    /** Incremented by every change of the list or of its entries. */
    version: version(),
    entries: counter('entries'),
    /** When staff hid it. */
    hiddenAt: at('hidden_at'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('entity_list_kind_unique')
      .on(table.ownerId, table.kind, table.server, table.resource)
      .where(sql`${table.kind} <> 'named'`),
    index('entity_list_owner_index').on(table.ownerId, table.id),
    index('entity_list_public_index').on(table.ownerId, table.id).where(sql`${table.visibility} = 'public'`),
    check('entity_list_collection_check', sql`(${table.server} is null) = (${table.resource} is null)`),
  ],
);

export const entityListEntry = pgTable(
  'entity_list_entry',
  {
    id: uuid('id').primaryKey(),
    listId: deletedWith('list_id', () => entityList.id).notNull(),
    server: text('server').notNull(),
    resource: text('resource').notNull(),
    entityId: text('entity_id').notNull(),
    /** The entity's when it was added. */
    title: text('title').notNull(),
    /** How many of them; null: not said. */
    count: integer('count'),
    note: text('note'),
    /** Orders the list. Has gaps, so that entries can be moved between two others. Unique within a list, since writers lock it. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Whether the list is of kind `owned`. */
    isOwned: boolean('is_owned').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('entity_list_entry_unique').on(table.listId, table.server, table.resource, table.entityId),
    index('entity_list_entry_position_index').on(table.listId, table.position),
    index('entity_list_entry_note_index').on(table.listId).where(sql`${table.note} is not null`),
    check('entity_list_entry_count_check', sql`${table.count} between 1 and 9999`),
  ],
);

/** How many people own an entity. Written by the trigger of entries alone. */
export const entityOwners = pgTable(
  'entity_owners',
  {
    server: text('server').notNull(),
    resource: text('resource').notNull(),
    entityId: text('entity_id').notNull(),
    owners: integer('owners').notNull(),
  },
  (table) => [primaryKey({ name: 'entity_owners_key', columns: [table.server, table.resource, table.entityId] })],
);
