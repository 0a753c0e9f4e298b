// Imports all rows, jobs and counters in one transaction. Triggers that count or guard are disabled meanwhile, since
// the rows already contain the counts; foreign keys are validated at the end.
import type { SQL, TransactionSQL } from 'bun';
import { z } from 'zod';
import { askRows, nameRow } from '../../platform/database/rows.ts';
import { CopyDamaged, copyFromPieces } from '../../platform/files/copy.ts';
import { CARRIED_COLUMNS, CARRIED_TABLE, createCarriedTable, type JobCarrier } from '../../platform/jobs/carry.ts';
import { type OperatorError, operatorError } from '../release/common/operator-error.ts';
import { fillTables } from './bulk-load.ts';
import { fileDamaged, type ImportManifest, type ImportSource } from './source.ts';
import { CARRIED_TABLES, columnList, OWN_TABLES, quote } from './tables.ts';
import { hasRows, isOwnSchema, requireEmptyTables } from './target.ts';

/** Serialises imports into one database. The second one waits and then finds the database filled. */
const LOCK_NAME = 'livehouse import';

export interface RowsOptions {
  readonly source: Pick<ImportSource, 'nameOf' | 'rows'> & {
    readonly manifest: Pick<ImportManifest, 'exportId' | 'madeAt' | 'tables' | 'sequences' | 'jobs'>;
  };
  readonly jobs: JobCarrier;
  /** Bytes of rows so far and in total; 0 of 0 while indexes and constraints are being built. */
  readonly onBytes: (done: number, total: number) => void;
}

/** Verifies the files of rows. Writes nothing. */
export async function requireRowFiles(source: ImportSource): Promise<void> {
  const { tables, jobs } = source.manifest;
  if (isOwnSchema(source.manifest)) {
    const expected = CARRIED_TABLES.map(({ name, columns }) => `${name}(${columns.join()})`).sort();
    const found = tables.map(({ name, columns }) => `${name}(${[...columns].join()})`).sort();
    if (expected.join() !== found.join()) throw otherTables();
  }
  for (const { name, bytes, sha256 } of [...tables, { ...jobs, name: undefined }]) {
    const hasher = new Bun.CryptoHasher('sha256');
    let size = 0;
    for await (const piece of source.rows(name)) {
      hasher.update(piece);
      size += piece.byteLength;
    }
    if (size !== bytes || hasher.digest('hex') !== sha256) throw fileDamaged(source.nameOf(name));
  }
}

const columnRow = z.object({ table: z.string(), column: z.string() });

/** Refuses tables that this database, migrated to the schema of the rows, does not have in this form. */
export async function requireSameTables(sql: SQL, { tables, migrations }: ImportManifest): Promise<void> {
  const applied = await askRows(sql, nameRow, 'select name from migration');
  if (applied.some(({ name }) => !migrations.includes(name))) {
    throw operatorError(
      'target_migrated',
      'The database has the tables of a later version than these rows: begin with an empty database, without tables',
    );
  }
  const columns = await askRows(
    sql,
    columnRow,
    `select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'`,
  );
  const there = Map.groupBy(columns, ({ table }) => table);
  for (const { name, columns: wanted } of tables) {
    const found = OWN_TABLES.has(name) ? [] : (there.get(name) ?? []).map(({ column }) => column);
    if (found.length === 0 || found.sort().join() !== [...wanted].sort().join()) throw otherTables();
  }
}

const otherTables = (): OperatorError =>
  operatorError('schema_differs', 'The tables of this export are not those of the Livehouse that it names');

/** Imports everything and records that it is complete. Does nothing if it was completed before. */
export async function importRows(sql: SQL, options: RowsOptions): Promise<void> {
  const { source, jobs, onBytes } = options;
  const { manifest } = source;
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    onBytes(done, total);
  };
  const names = manifest.tables.map(({ name }) => name);
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe('select pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK_NAME]);
      if (await hasRows(tx, manifest.exportId)) return;
      await requireEmptyTables(tx, names);
      await fillTables(tx, names, async () => {
        for (const { name, columns, ...expected } of manifest.tables) {
          const statement = `copy ${quote(name)} (${columnList(columns)}) from stdin`;
          const file = source.nameOf(name);
          await copyFromPieces(tx, statement, source.rows(name), { ...expected, file }, count);
        }
        onBytes(0, 0);
      });
      await setSequences(tx, manifest);
      await tx.unsafe(createCarriedTable);
      const statement = `copy ${CARRIED_TABLE} (${CARRIED_COLUMNS.join(', ')}) from stdin`;
      const expected = { ...manifest.jobs, file: source.nameOf(undefined) };
      await copyFromPieces(tx, statement, source.rows(undefined), expected);
      await jobs.restore(tx);
      await tx.unsafe(
        'insert into import_record (export_id, exported_at) values ($1, to_timestamp($2::float8 / 1000))',
        [manifest.exportId, manifest.madeAt],
      );
      // Queries would be slow until the first automatic ANALYZE.
      for (const name of names) await tx.unsafe(`analyze ${quote(name)}`);
    });
  } catch (error) {
    throw error instanceof CopyDamaged ? fileDamaged(error.path) : error;
  }
}

async function setSequences(
  tx: TransactionSQL,
  { sequences, tables }: Pick<ImportManifest, 'sequences' | 'tables'>,
): Promise<void> {
  for (const { table, column, value, called } of sequences) {
    if (!tables.some(({ name, columns }) => name === table && columns.includes(column))) continue;
    await tx.unsafe('select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint, $4)', [
      quote(table),
      column,
      value,
      called,
    ]);
  }
}
