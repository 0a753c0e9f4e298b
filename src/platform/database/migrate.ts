// Migrates the database to the schema of this version. It applies the numbered files of migrations/ once each and in
// order; all pending files run in one transaction under an advisory lock, so any number of processes may start at the
// same time. Forward only. Tables are declared in schema/{owner}.ts, from which `npm run gen` generates the next file.
// What Drizzle cannot express (extensions, triggers) is a hand-written numbered file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import type { Log } from '../telemetry/log.ts';
import { DatabaseSetupError } from './embedded/package.ts';
import { askRows, nameRow, thereRow } from './rows.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dir, 'migrations');
/** Key of the advisory lock: "livehous" as a number. */
const LOCK_KEY = '7811885494104352115';
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies pending migrations and returns the names of the files applied; with `only`, those of them that are in this list.
 * Throws DatabaseSetupError when the database is newer than this version.
 */
export async function migrate(
  sql: SQL,
  log: Log,
  folder = MIGRATIONS_FOLDER,
  only?: readonly string[],
): Promise<readonly string[]> {
  const files = listMigrations(folder);
  const applied = await sql.begin(async (tx) => {
    await tx.unsafe(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local client_min_messages = warning',
    );
    await tx.unsafe(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    await tx.unsafe(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const rows = await askRows(tx, nameRow, 'select name from migration');
    const known = new Set(files);
    const stranger = rows.find(({ name }) => !known.has(name));
    if (stranger !== undefined) {
      throw new DatabaseSetupError(
        `The database was brought up to date by a newer Livehouse (it knows ${stranger.name}): start that one, or go back to a backup`,
      );
    }
    const done = new Set(rows.map(({ name }) => name));
    const pending = files.filter((name) => !done.has(name) && (only?.includes(name) ?? true));
    for (const name of pending) {
      await tx.unsafe(readFileSync(join(folder, name), 'utf8'));
      await tx.unsafe('insert into migration (name) values ($1)', [name]);
    }
    return pending;
  });
  if (applied.length > 0) log.info('database migrated', { applied });
  return applied;
}

/** The tables are those of another version; nothing was changed. */
export class SchemaDiffers extends DatabaseSetupError {
  /** `empty`: no version has made tables yet. */
  readonly found: 'empty' | 'older' | 'newer';
  constructor(found: SchemaDiffers['found']) {
    super(
      found === 'newer'
        ? 'The database belongs to a newer Livehouse: use that one'
        : 'The database is not up to date: run "livehouse migrate" first, or use the Livehouse that serves it',
    );
    this.found = found;
  }
}

/** The difference of schemas that an error is about, or its cause. */
export function findSchemaDifference(error: unknown): SchemaDiffers | undefined {
  if (error instanceof SchemaDiffers) return error;
  return error instanceof Error && error.cause instanceof SchemaDiffers ? error.cause : undefined;
}

/** Returns the names of all migrations. Throws SchemaDiffers unless exactly these are applied. Changes nothing. */
export async function requirePresentSchema(sql: Pick<SQL, 'unsafe'>): Promise<string[]> {
  const known = listMigrations();
  const [found] = await askRows(sql, thereRow, "select to_regclass('migration') is not null as there");
  const rows = found?.there ? await askRows(sql, nameRow, 'select name from migration') : [];
  const applied = new Set(rows.map(({ name }) => name));
  if ([...applied].some((name) => !known.includes(name))) throw new SchemaDiffers('newer');
  if (known.some((name) => !applied.has(name))) throw new SchemaDiffers(applied.size === 0 ? 'empty' : 'older');
  return [...known];
}

/** Names of the migration files, in order. */
export function listMigrations(folder = MIGRATIONS_FOLDER): readonly string[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .sort();
}
