// Writes the next migration: the difference between the tables that src/platform/database/schema declares and the last
// written state (migrations/snapshot.json). Writes nothing if they are equal. It asks in the terminal whether a column was
// renamed or replaced.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'migration-kit/api';
import { listMigrations, MIGRATIONS_FOLDER } from '../src/platform/database/migrate.ts';

const SCHEMA_FOLDER = join(import.meta.dir, '../src/platform/database/schema');
const SNAPSHOT = join(MIGRATIONS_FOLDER, 'snapshot.json');

interface MigrationDraft {
  readonly statements: readonly string[];
  readonly snapshot: DrizzleSnapshotJSON;
}

/** The statements that the migrations lack; none if they match the schema. */
export async function planMigration(): Promise<MigrationDraft> {
  const declared: Record<string, unknown> = {};
  for (const file of [...new Glob('*.ts').scanSync(SCHEMA_FOLDER)].sort()) {
    if (!file.endsWith('.test.ts')) Object.assign(declared, await import(join(SCHEMA_FOLDER, file)));
  }
  const before: DrizzleSnapshotJSON = existsSync(SNAPSHOT)
    ? JSON.parse(readFileSync(SNAPSHOT, 'utf8'))
    : { ...generateDrizzleJson({}), prevId: '' };
  const now = { ...generateDrizzleJson(declared, before.id), prevId: before.id };
  return { statements: await generateMigration(before, now), snapshot: now };
}

/** Writes the next numbered file and the new state. Returns the name of the file; undefined if nothing is missing. */
export async function writeMigration(words: string): Promise<string | undefined> {
  const { statements, snapshot } = await planMigration();
  if (statements.length === 0) return undefined;
  const number = Number(listMigrations().at(-1)?.slice(0, 4) ?? '0') + 1;
  const name = `${String(number).padStart(4, '0')}_${words.toLowerCase().replace(/[^a-z0-9]+/g, '_')}.sql`;
  writeFileSync(join(MIGRATIONS_FOLDER, name), `${statements.join('\n')}\n`);
  writeFileSync(SNAPSHOT, `${JSON.stringify(snapshot, null, 1)}\n`);
  return name;
}

if (import.meta.main) {
  const name = await writeMigration(process.argv.slice(2).join('_') || 'schema');
  process.stdout.write(name === undefined ? 'migrations: nothing to do\n' : `migrations: wrote ${name}\n`);
}
