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
import type { Manifest } from './folder.ts';
import { CARRIED_TABLES, quote } from './tables.ts';

/** Application name of the import's connections, which distinguishes them from a service. */
export const IMPORT_CONNECTION = 'livehouse import';
const SERVICE_CONNECTION = 'livehouse';

const usersRow = z.object({ count: z.string() });
const markerSchema = z.object({ exportId: z.uuid() });

/** Refuses an export whose schema differs from this Livehouse's. */
export function requireOwnSchema({ migrations, livehouse }: Manifest): void {
  const known = listMigrations();
  if (migrations.join() === known.join()) return;
  const isNewer = migrations.some((name) => !known.includes(name));
  throw operatorError(
    'schema_differs',
    isNewer
      ? `This export was made by a newer Livehouse (${livehouse}): import it with that one`
      : `This export was made by an older Livehouse (${livehouse}): import it with that one, then update`,
  );
}

/** Checks the target and migrates its tables. Refuses one that is in use or not empty. */
export async function requireTarget(sql: SQL, objects: Objects, { exportId }: Manifest, log: Log): Promise<void> {
  await requireUnused(sql);
  const marker = await readImportMarker(objects);
  if (marker !== undefined && marker !== exportId) {
    throw operatorError(
      'import_unfinished',
      'The import of another export is unfinished here: begin with an empty target',
    );
  }
  await migrate(sql, log).catch((error: unknown) => {
    throw refuseSetup(error);
  });
  if (await hasRows(sql, exportId)) {
    if (marker === exportId) return;
    // The import may have completed long ago, so later changes must not be overwritten.
    throw operatorError('target_not_empty', 'This export was imported here already');
  }
  await requireEmptyTables(sql);
  if (marker !== undefined) return;
  for (const prefix of CARRIED_PREFIXES) {
    const [name] = await objects.children(prefix);
    if (name !== undefined) {
      throw operatorError('target_not_empty', `The object store is not empty: it holds ${prefix}${name}`);
    }
  }
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
export async function requireEmptyTables(sql: Pick<SQL, 'unsafe'>): Promise<void> {
  for (const { name } of CARRIED_TABLES) {
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
export const isBegun = async (objects: Objects, { exportId }: Manifest): Promise<boolean> =>
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
