// Changes the stored settings: one transaction that compares the version, stores the values, and writes the audit event.
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { instanceLogo, instanceSetting } from '../../../platform/database/schema/instance.ts';
import { recordAudit } from '../../audit/record.ts';
import { logoAddress, logoDigestOf } from '../common/logo-address.ts';
import { SETTING_NAMES, type SettingName, type StoredSettings, storedSettingsSchema } from '../common/settings.ts';
import { type Logo, ROW } from '../common/store.ts';

export interface VersionedSettings {
  readonly stored: StoredSettings;
  readonly version: number;
}

/** What was never changed has this version. */
const FIRST_VERSION = 1;

/** The stored settings and their version. */
export async function readStored({ db }: Pick<Database, 'db'>): Promise<VersionedSettings> {
  const [row] = await db.select().from(instanceSetting).where(eq(instanceSetting.id, ROW));
  return row === undefined
    ? { stored: {}, version: FIRST_VERSION }
    : { stored: storedSettingsSchema.parse(row.settings), version: row.version };
}

export interface SettingsChange {
  readonly set: StoredSettings;
  /** Settings that follow the environment again. */
  readonly reset: readonly SettingName[];
  /** A new logo, which `set` must not name. */
  readonly logo?: Logo;
}

/** Stores a change inside a transaction, whatever the version. Returns the new version. */
export async function storeChange(
  tx: Transaction,
  actorAccountId: string | undefined,
  change: SettingsChange,
  expected?: number,
): Promise<number> {
  await tx.insert(instanceSetting).values({ id: ROW, settings: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(instanceSetting).where(eq(instanceSetting.id, ROW)).for('update');
  if (row === undefined) throw new Error('the settings of the instance are missing');
  if (expected !== undefined && row.version !== expected) throw new Refusal('version_conflict');
  const before = storedSettingsSchema.parse(row.settings);
  const logo = change.logo === undefined ? {} : { logoUrl: logoAddress(change.logo.sha256) };
  const after: StoredSettings = Object.fromEntries(
    Object.entries({ ...before, ...change.set, ...logo }).filter(([name]) => !change.reset.some((key) => key === name)),
  );
  const changed = SETTING_NAMES.filter((name) => !Bun.deepEquals(before[name], after[name]));
  if (changed.length === 0) return row.version;
  await writeLogo(tx, after, change.logo);
  const version = row.version + 1;
  await tx
    .update(instanceSetting)
    .set({ settings: after, version, updatedAt: sql`now()` })
    .where(eq(instanceSetting.id, ROW));
  const pick = (from: StoredSettings) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  await recordAudit(tx, {
    actorAccountId,
    action: 'instance.settings',
    subjectKind: 'instance',
    subjectId: 'settings',
    before: pick(before),
    after: pick(after),
  });
  return version;
}

/** Stores a new logo; removes one that no setting names any more. */
async function writeLogo(tx: Transaction, after: StoredSettings, logo: Logo | undefined): Promise<void> {
  if (logo === undefined && logoDigestOf(after.logoUrl) !== undefined) return;
  await tx.delete(instanceLogo);
  if (logo === undefined) return;
  await tx
    .insert(instanceLogo)
    .values({ id: ROW, sha256: logo.sha256, picture: Buffer.from(logo.bytes).toString('base64') });
}

/** Changes the settings; refuses with `version_conflict` when they have changed since. */
export const changeSettings = (
  database: Database,
  { accountId }: Actor,
  change: SettingsChange,
  version: number,
): Promise<number> => database.transaction((tx) => storeChange(tx, accountId, change, version));
