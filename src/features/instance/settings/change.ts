// Changes the stored settings: one transaction that compares the version, stores the values, and writes the audit event.
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { instanceLogo, instancePicture, instanceSetting } from '../../../platform/database/schema/instance.ts';
import { recordAudit } from '../../audit/record.ts';
import { logoAddress, logoDigestOf } from '../common/logo-address.ts';
import {
  PICTURE_NAMES,
  PICTURE_SETTINGS,
  type PictureName,
  pictureAddress,
  pictureDigestOf,
} from '../common/picture-address.ts';
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
  /** A new icon or picture of the home page, which `set` must not name. */
  readonly picture?: Logo & { readonly name: PictureName };
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
  const { picture } = change;
  const named =
    picture === undefined ? {} : { [PICTURE_SETTINGS[picture.name]]: pictureAddress(picture.name, picture.sha256) };
  const after: StoredSettings = Object.fromEntries(
    Object.entries({ ...before, ...change.set, ...logo, ...named }).filter(
      ([name]) => !change.reset.some((key) => key === name),
    ),
  );
  const changed = SETTING_NAMES.filter((name) => !Bun.deepEquals(before[name], after[name]));
  if (changed.length === 0) return row.version;
  await writeLogo(tx, after, change.logo);
  await writePictures(tx, after, picture);
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

/** Stores a new icon or picture; removes those that no setting names any more. */
async function writePictures(tx: Transaction, after: StoredSettings, made: SettingsChange['picture']): Promise<void> {
  for (const name of PICTURE_NAMES) {
    if (pictureDigestOf(name, after[PICTURE_SETTINGS[name]]) === undefined)
      await tx.delete(instancePicture).where(eq(instancePicture.name, name));
  }
  if (made === undefined) return;
  const { name, sha256, bytes } = made;
  const row = { sha256, picture: Buffer.from(bytes).toString('base64') };
  await tx
    .insert(instancePicture)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: instancePicture.name, set: row });
}

/** Changes the settings; refuses with `version_conflict` when they have changed since. */
export const changeSettings = (
  database: Database,
  { accountId }: Actor,
  change: SettingsChange,
  version: number,
): Promise<number> => database.transaction((tx) => storeChange(tx, accountId, change, version));
