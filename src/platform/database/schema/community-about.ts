// Table of the community feature, its only writer: what a person shows on their page in addition to name and text.
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { person } from './accounts.ts';
import { at, updatedAt, version } from './columns.ts';

export const profileAbout = pgTable(
  'profile_about',
  {
    accountId: person('account_id').primaryKey(),
    /** The entity whose art is the banner, with its title when it was chosen. All four or none. */
    bannerServer: text('banner_server'),
    bannerResource: text('banner_resource'),
    bannerId: text('banner_id'),
    bannerTitle: text('banner_title'),
    favouriteServer: text('favourite_server'),
    favouriteResource: text('favourite_resource'),
    favouriteId: text('favourite_id'),
    favouriteTitle: text('favourite_title'),
    links: jsonb('links')
      .$type<readonly { readonly label: string; readonly url: string }[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Verdict on the links. Others see them once it is `allow`. */
    linksStatus: text('links_status', { enum: ['pending', 'allow', 'review', 'rejected'] })
      .notNull()
      .default('allow'),
    /** Incremented by every change of the links. A verdict applies to one revision. */
    linksRevision: integer('links_revision').notNull().default(1),
    /** When the first steps were put away. */
    stepsDismissedAt: at('steps_dismissed_at'),
    version: version(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'profile_about_banner_check',
      sql`num_nulls(${table.bannerServer}, ${table.bannerResource}, ${table.bannerId}, ${table.bannerTitle}) in (0, 4)`,
    ),
    check(
      'profile_about_favourite_check',
      sql`num_nulls(${table.favouriteServer}, ${table.favouriteResource}, ${table.favouriteId}, ${table.favouriteTitle}) in (0, 4)`,
    ),
  ],
);
