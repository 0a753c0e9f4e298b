// Tables of the instance feature, their only writer: settings that an administrator has changed, logo, icon and picture, invites, the link
// of the first run, and when the operator last did what the checklist asks for.
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, counter, createdAt, updatedAt, version } from './columns.ts';

/** One row, absent until a setting is changed. */
export const instanceSetting = pgTable(
  'instance_setting',
  {
    id: integer('id').primaryKey(),
    /** Only what was changed; the environment and the defaults give the rest. */
    settings: jsonb('settings').notNull(),
    version: version(),
    updatedAt: updatedAt(),
  },
  (table) => [check('instance_setting_single_check', sql`${table.id} = 1`)],
);

/** The uploaded logo, re-encoded. One row at most. Small enough for a row, so that it changes together with the settings. */
export const instanceLogo = pgTable(
  'instance_logo',
  {
    id: integer('id').primaryKey(),
    sha256: text('sha256').notNull(),
    /** A WebP in base64. */
    picture: text('picture').notNull(),
  },
  (table) => [check('instance_logo_single_check', sql`${table.id} = 1`)],
);

/** The uploaded icon of browsers and the picture of the home page, re-encoded. */
export const instancePicture = pgTable(
  'instance_picture',
  {
    name: text('name').primaryKey(),
    sha256: text('sha256').notNull(),
    /** In base64. */
    picture: text('picture').notNull(),
  },
  (table) => [check('instance_picture_name_check', sql`${table.name} in ('favicon', 'hero')`)],
);

export const instanceInvite = pgTable(
  'instance_invite',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull().unique('instance_invite_code_unique'),
    maxUses: integer('max_uses').notNull(),
    uses: counter('uses'),
    expiresAt: at('expires_at'),
    note: text('note'),
    createdAt: createdAt(),
  },
  (table) => [check('instance_invite_uses_check', sql`${table.uses} between 0 and ${table.maxUses}`)],
);

/** The link that makes the first administrator. The row is removed when it is used. */
export const instanceSetup = pgTable(
  'instance_setup',
  {
    id: integer('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('instance_setup_single_check', sql`${table.id} = 1`)],
);

/** When something was last done. */
export const instanceMark = pgTable('instance_mark', {
  name: text('name').primaryKey(),
  markedAt: at('marked_at').notNull().defaultNow(),
});
