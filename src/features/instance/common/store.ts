// The settings of this instance in memory. Stored ones are read from the database when somebody asks and the last read is
// older than a second. The last known ones are kept in a file, and the logo in another, so that pages look the same while
// the database is away and after a restart without it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { Locale } from '../../../kernel/names.ts';
import type { InstanceConfig } from '../../../platform/config/instance.ts';
import type { Database } from '../../../platform/database/database.ts';
import { instanceLogo, instancePicture, instanceSetting } from '../../../platform/database/schema/instance.ts';
import { writeAtomically } from '../../../platform/files/durable.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { DEFAULT_TEXTS } from './default-texts.ts';
import { logoDigestOf } from './logo-address.ts';
import { PICTURE_NAMES, PICTURE_SETTINGS, type PictureName, pictureDigestOf } from './picture-address.ts';
import { readReason } from './reasons.ts';
import {
  type InstanceFacts,
  type InstanceTexts,
  resolveSettings,
  type StoredSettings,
  storedSettingsSchema,
} from './settings.ts';

export interface InstanceStoreDependencies {
  readonly environment: InstanceConfig;
  readonly texts: InstanceTexts;
  readonly database: Database;
  readonly dataDirectory: string;
  readonly log: Log;
}

/** An uploaded logo, icon or picture. */
export interface Logo {
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The only row of each table. */
export const ROW = 1;
const FRESH_MS = 1_000;
const FILE = 'instance.json';
const LOGO_FILE = 'instance-logo.webp';
const PICTURE_FILES = { favicon: 'instance-favicon.png', hero: 'instance-hero.webp' } as const;
const SCHEMA = 'instance-settings-v1';
const fileSchema = z.object({ schema: z.literal(SCHEMA), settings: storedSettingsSchema });

export class InstanceStore {
  readonly #dependencies: InstanceStoreDependencies;
  #stored: StoredSettings;
  #facts: InstanceFacts;
  #logo: Logo | undefined;
  readonly #pictures = new Map<PictureName, Logo>();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(dependencies: InstanceStoreDependencies) {
    this.#dependencies = dependencies;
    this.#stored = readStored(this.#pathOf(FILE)) ?? {};
    this.#logo = readStoredLogo(this.#pathOf(LOGO_FILE));
    for (const name of PICTURE_NAMES) {
      const picture = readStoredLogo(this.#pathOf(PICTURE_FILES[name]));
      if (picture !== undefined) this.#pictures.set(name, picture);
    }
    this.#facts = this.#resolve();
    dependencies.database.onReady(() => this.#refresh());
  }

  /** The last known settings, at once. Newer ones are looked for in the background. */
  get current(): InstanceFacts {
    void this.#look();
    return this.#facts;
  }

  /** The settings as of a second ago; the last known ones while the database is away. */
  async read(): Promise<InstanceFacts> {
    await this.#look();
    return this.#facts;
  }

  /** What a reason code says, by the last known settings; undefined for an unknown one. */
  readReason(locale: Locale, code: string): string | undefined {
    return readReason(this.current.reasons, locale, code);
  }

  /** The uploaded logo; undefined when there is none, or the last known settings name another picture. */
  async readLogo(): Promise<Logo | undefined> {
    const wanted = logoDigestOf((await this.read()).logoUrl);
    return wanted !== undefined && this.#logo?.sha256.startsWith(wanted) ? this.#logo : undefined;
  }

  /** The uploaded icon, or the picture of the home page; undefined when there is none. */
  async readPicture(name: PictureName): Promise<Logo | undefined> {
    const wanted = pictureDigestOf(name, (await this.read())[PICTURE_SETTINGS[name]]);
    const picture = this.#pictures.get(name);
    return wanted !== undefined && picture?.sha256.startsWith(wanted) ? picture : undefined;
  }

  /** Reads the settings anew, after they were changed here. */
  async refresh(): Promise<void> {
    await this.#reading;
    await this.#refresh();
  }

  /** Waits for a read that is under way. */
  async close(): Promise<void> {
    await this.#reading;
  }

  #pathOf(file: string): string {
    return join(this.#dependencies.dataDirectory, file);
  }

  #look(): Promise<void> {
    const isFresh = performance.now() - this.#readAt < FRESH_MS;
    if (isFresh || this.#dependencies.database.state !== 'ready') return Promise.resolve();
    this.#reading ??= this.#refresh()
      .catch(() => {
        // Tried again in a second, not by every request.
        this.#readAt = performance.now();
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #refresh(): Promise<void> {
    const { database, log } = this.#dependencies;
    const startedAt = performance.now();
    const [row] = await database.db
      .select({ settings: instanceSetting.settings })
      .from(instanceSetting)
      .where(eq(instanceSetting.id, ROW));
    this.#readAt = startedAt;
    const parsed = storedSettingsSchema.safeParse(row?.settings ?? {});
    if (!parsed.success) {
      log.warn('the stored settings of the instance cannot be used', { issue: parsed.error.issues[0]?.message });
      return;
    }
    await this.#refreshLogo(logoDigestOf(parsed.data.logoUrl));
    for (const name of PICTURE_NAMES) await this.#refreshPicture(name, parsed.data[PICTURE_SETTINGS[name]]);
    if (Bun.deepEquals(parsed.data, this.#stored)) return;
    this.#stored = parsed.data;
    this.#facts = this.#resolve();
    const text = JSON.stringify({ schema: SCHEMA, settings: this.#stored });
    this.#keep(FILE, new TextEncoder().encode(text));
  }

  /** Before the settings that name it are used. */
  async #refreshLogo(wanted: string | undefined): Promise<void> {
    if (wanted === undefined || this.#logo?.sha256.startsWith(wanted)) return;
    const [row] = await this.#dependencies.database.db.select().from(instanceLogo).where(eq(instanceLogo.id, ROW));
    if (row === undefined) return;
    this.#logo = { sha256: row.sha256, bytes: new Uint8Array(Buffer.from(row.picture, 'base64')) };
    this.#keep(LOGO_FILE, this.#logo.bytes);
  }

  async #refreshPicture(name: PictureName, address: string | null | undefined): Promise<void> {
    const wanted = pictureDigestOf(name, address);
    if (wanted === undefined || this.#pictures.get(name)?.sha256.startsWith(wanted)) return;
    const { db } = this.#dependencies.database;
    const [row] = await db.select().from(instancePicture).where(eq(instancePicture.name, name));
    if (row === undefined) return;
    const picture = { sha256: row.sha256, bytes: new Uint8Array(Buffer.from(row.picture, 'base64')) };
    this.#pictures.set(name, picture);
    this.#keep(PICTURE_FILES[name], picture.bytes);
  }

  /** A full disk must not keep the settings from being used. */
  #keep(file: string, bytes: Uint8Array): void {
    try {
      writeAtomically(this.#pathOf(file), bytes);
    } catch (error) {
      this.#dependencies.log.warn('the settings of the instance could not be kept on disk', { error });
    }
  }

  #resolve(): InstanceFacts {
    const { environment, texts } = this.#dependencies;
    return resolveSettings(this.#stored, environment, texts, DEFAULT_TEXTS);
  }
}

/** The file of an earlier process; undefined when there is none that can be read. */
function readStored(path: string): StoredSettings | undefined {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data.settings : undefined;
  } catch {
    return undefined;
  }
}

function readStoredLogo(path: string): Logo | undefined {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    return { sha256: sha256Hex(bytes), bytes };
  } catch {
    return undefined;
  }
}
