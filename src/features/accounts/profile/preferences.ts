// Preferences of an account: locale, release server, and a settings object that belongs to clients. Owns the table
// `preference`. Every write increments the version. Omitted fields stay; null clears.
import { eq, sql } from 'drizzle-orm';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { preference } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';
import type { PreferencesView } from './contract.ts';

/** Maximum size of settings as UTF-8 JSON. */
const SETTINGS_BYTES_MAX = 16_384;

export interface PreferencesPatch {
  readonly locale?: Locale | null | undefined;
  readonly releaseServer?: string | null | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | null | undefined;
}

type Row = typeof preference.$inferSelect;

function present(row: Row): PreferencesView {
  return {
    locale: LOCALES.find((locale) => locale === row.locale) ?? null,
    releaseServer: row.releaseServer,
    settings: row.settings,
    version: row.version,
    updatedAt: row.updatedAt.getTime(),
  };
}

/** Null before the first write. */
export async function readPreferences(db: Reader, accountId: string): Promise<PreferencesView | null> {
  const [row] = await db.select().from(preference).where(eq(preference.accountId, accountId));
  return row === undefined ? null : present(row);
}

/** A single statement, so that concurrent writes all count and none is lost. */
export async function writePreferences(
  db: Reader,
  accountId: string,
  patch: PreferencesPatch,
): Promise<PreferencesView> {
  const changes = {
    ...(patch.locale !== undefined && { locale: patch.locale }),
    ...(patch.releaseServer !== undefined && { releaseServer: patch.releaseServer?.toLowerCase() ?? null }),
    ...(patch.settings !== undefined && { settings: settingsColumn(patch.settings) }),
  };
  const [row] = await db
    .insert(preference)
    .values({ accountId, ...changes })
    .onConflictDoUpdate({
      target: preference.accountId,
      set: { ...changes, version: sql`${preference.version} + 1`, updatedAt: sql`now()` },
    })
    .returning();
  if (row === undefined) throw new Error('the preferences were not returned');
  return present(row);
}

function settingsColumn(settings: Readonly<Record<string, unknown>> | null) {
  if (settings === null) return null;
  const text = JSON.stringify(settings);
  if (Buffer.byteLength(text) > SETTINGS_BYTES_MAX) throw new Refusal('settings_too_large');
  // Passed as text, because Bun would encode an object as a JSON string.
  return sql`${text}::text::jsonb`;
}
