// Checks the target of an import: it is not in use, it is empty (or contains an earlier run of this import), and its
// schema is the export's. A marker among its objects exists during the whole import and prevents the service from
// starting.
import type { SQL } from 'bun';
import { z } from 'zod';
import { CARRIED_PREFIXES, IMPORT_MARKER_KEY } from '../../kernel/object-key.ts';
import { listMigrations, migrate } from '../../platform/database/migrate.ts';
import { askRows, thereRow } from '../../platform/database/rows.ts';
import { refuseSetup } from '../../platform/database/session.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { operatorError } from '../release/common/operator-error.ts';
import type { ImportManifest } from './source.ts';
import { CARRIED_TABLES, quote } from './tables.ts';

/** Application name of the import's connections, which distinguishes them from a service. */
export const IMPORT_CONNECTION = 'livehouse import';
const SERVICE_CONNECTION = 'livehouse';

const usersRow = z.object({ count: z.string() });
const markerSchema = z.object({ exportId: z.uuid() });

/** Whether the rows have the schema of this version. */
export const isOwnSchema = ({ migrations }: Pick<ImportManifest, 'migrations'>): boolean =>
  migrations.join() === listMigrations().join();

/** Refuses rows of a schema that this version cannot bring up to date. */
export function requireKnownSchema({ migrations, livehouse }: ImportManifest): void {
  const known = listMigrations();
  if (migrations.length > 0 && migrations.every((name) => known.includes(name))) return;
  throw operatorError(
    'schema_differs',
    `This was made by a newer or another Livehouse (${livehouse}): import it with that one`,
  );
}

/**
 * Checks the target and migrates its tables to the schema of the rows. Refuses one that is in use or not empty. Returns whether
 * an earlier run inserted the rows already.
 */
export async function requireTarget(
  sql: SQL,
  objects: Objects,
  { exportId, migrations, tables }: ImportManifest,
  log: Log,
): Promise<boolean> {
  await requireUnused(sql);
  const marker = await readImportMarker(objects);
  if (marker !== undefined && marker !== exportId) {
    throw operatorError(
      'import_unfinished',
      'The import of another export is unfinished here: begin with an empty target',
    );
  }
  await migrate(sql, log, undefined, migrations).catch((error: unknown) => {
    throw refuseSetup(error);
  });
  if (await hasRows(sql, exportId)) {
    if (marker === exportId) return true;
    // The import may have completed long ago, so later changes must not be overwritten.
    throw operatorError('target_not_empty', 'This export was imported here already');
  }
  await requireEmptyTables(
    sql,
    tables.map(({ name }) => name),
  );
  if (marker !== undefined) return false;
  for (const prefix of CARRIED_PREFIXES) {
    const [name] = await objects.children(prefix);
    if (name !== undefined) {
      throw operatorError('target_not_empty', `The object store is not empty: it holds ${prefix}${name}`);
    }
  }
  return false;
}

/** Refuses a database that a service is connected to. */
export async function requireUnused(sql: SQL): Promise<void> {
  const [found] = await askRows(
    sql,
    usersRow,
    'select count(*) as count from pg_stat_activity where datname = current_database() and application_name = $1',
    [SERVICE_CONNECTION],
  );
  if (Number(found?.count ?? 0) === 0) return;
  throw operatorError('target_in_use', 'A running Livehouse uses this database: stop it first');
}

/** Refuses a database that contains rows. */
export async function requireEmptyTables(
  sql: Pick<SQL, 'unsafe'>,
  tables: readonly string[] = CARRIED_TABLES.map(({ name }) => name),
): Promise<void> {
  for (const name of tables) {
    const [found] = await askRows(sql, thereRow, `select exists(select from ${quote(name)}) as there`);
    if (found?.there) {
      throw operatorError('target_not_empty', `The database is not empty: the table ${name} has rows`);
    }
  }
}

/** Whether the rows of this export were imported completely. */
export async function hasRows(sql: Pick<SQL, 'unsafe'>, exportId: string): Promise<boolean> {
  const rows: unknown[] = await sql.unsafe('select 1 from import_record where export_id = $1', [exportId]);
  return rows.length > 0;
}

export async function writeImportMarker(objects: Objects, exportId: string): Promise<void> {
  await objects.write(IMPORT_MARKER_KEY, Buffer.from(JSON.stringify({ exportId })));
  await objects.flush();
}

/** Whether an import of this export began here and is unfinished. */
export const isBegun = async (objects: Objects, { exportId }: ImportManifest): Promise<boolean> =>
  (await readImportMarker(objects)) === exportId;

/** Id of the export whose import is unfinished, or undefined. */
async function readImportMarker(objects: Objects): Promise<string | undefined> {
  const bytes = await objects.read(IMPORT_MARKER_KEY);
  if (bytes === undefined) return undefined;
  return markerSchema.parse(JSON.parse(Buffer.from(bytes).toString())).exportId;
}

/** Refuses to continue while an import is unfinished, since the data is incomplete. */
export async function requireNoImport(objects: Objects): Promise<void> {
  if ((await readImportMarker(objects)) === undefined) return;
  throw operatorError(
    'import_unfinished',
    'An import is unfinished here: run "livehouse import" again, or begin with an empty data directory',
  );
}
