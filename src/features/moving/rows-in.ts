// Imports all rows, jobs and counters in one transaction. Triggers that count or guard are disabled meanwhile, since
// the rows already contain the counts; foreign keys are validated at the end.
import { statSync } from 'node:fs';
import type { SQL, TransactionSQL } from 'bun';
import { CopyDamaged, copyFromFile } from '../../platform/files/copy.ts';
import { CARRIED_COLUMNS, CARRIED_TABLE, createCarriedTable, type JobCarrier } from '../../platform/jobs/carry.ts';
import { type OperatorError, operatorError } from '../release/common/operator-error.ts';
import { fillTables } from './bulk-load.ts';
import { jobsPath, type Manifest, tablePath } from './folder.ts';
import { digestFile } from './objects-out.ts';
import { CARRIED_TABLES, columnList, quote } from './tables.ts';
import { hasRows, requireEmptyTables } from './target.ts';

/** Serialises imports into one database. The second one waits and then finds the database filled. */
const LOCK_NAME = 'livehouse import';

export interface RowsOptions {
  readonly folder: string;
  readonly manifest: Pick<Manifest, 'exportId' | 'madeAt' | 'tables' | 'sequences' | 'jobs'>;
  readonly jobs: JobCarrier;
  /** Lets the owners of tables adjust imported rows. */
  readonly settle: (tx: TransactionSQL) => Promise<void>;
  /** Bytes of rows so far and in total; 0 of 0 while indexes and constraints are being built. */
  readonly onBytes: (done: number, total: number) => void;
}

/** Verifies the files of rows. Writes nothing. */
export async function requireRowFiles(folder: string, { tables, jobs }: Manifest): Promise<void> {
  const expected = CARRIED_TABLES.map(({ name, columns }) => `${name}(${columns.join()})`).sort();
  const found = tables.map(({ name, columns }) => `${name}(${[...columns].join()})`).sort();
  if (expected.join() !== found.join()) {
    throw operatorError('schema_differs', 'The tables of this export are not those of this Livehouse', folder);
  }
  const files = [...tables.map((table) => ({ ...table, path: tablePath(folder, table.name) }))];
  for (const { path, bytes, sha256 } of [...files, { ...jobs, path: jobsPath(folder) }]) {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw operatorError('file_missing', 'This file of the export is missing', path);
    if (size !== bytes || (await digestFile(path)) !== sha256) throw damaged(path);
  }
}

/** Imports everything and records that it is complete. Does nothing if it was completed before. */
export async function importRows(sql: SQL, options: RowsOptions): Promise<void> {
  const { folder, manifest, jobs, settle, onBytes } = options;
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    onBytes(done, total);
  };
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe('select pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK_NAME]);
      if (await hasRows(tx, manifest.exportId)) return;
      await requireEmptyTables(tx);
      const names = CARRIED_TABLES.map(({ name }) => name);
      await fillTables(tx, names, async () => {
        for (const { name, columns } of CARRIED_TABLES) {
          const file = manifest.tables.find((table) => table.name === name);
          if (file === undefined) throw new Error(`the export has no ${name}`);
          const statement = `copy ${quote(name)} (${columnList(columns)}) from stdin`;
          await copyFromFile(tx, statement, tablePath(folder, name), file, count);
        }
        onBytes(0, 0);
      });
      await setSequences(tx, manifest);
      await tx.unsafe(createCarriedTable);
      const columns = CARRIED_COLUMNS.join(', ');
      await copyFromFile(tx, `copy ${CARRIED_TABLE} (${columns}) from stdin`, jobsPath(folder), manifest.jobs);
      await jobs.restore(tx);
      await settle(tx);
      await tx.unsafe(
        'insert into import_record (export_id, exported_at) values ($1, to_timestamp($2::float8 / 1000))',
        [manifest.exportId, manifest.madeAt],
      );
      // Queries would be slow until the first automatic ANALYZE.
      for (const { name } of CARRIED_TABLES) await tx.unsafe(`analyze ${quote(name)}`);
    });
  } catch (error) {
    throw error instanceof CopyDamaged ? damaged(error.path) : error;
  }
}

async function setSequences(tx: TransactionSQL, { sequences }: Pick<Manifest, 'sequences'>): Promise<void> {
  const known = CARRIED_TABLES.flatMap(({ name, identities }) => identities.map((column) => `${name}.${column}`));
  for (const { table, column, value, called } of sequences) {
    if (!known.includes(`${table}.${column}`)) continue;
    await tx.unsafe('select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint, $4)', [
      quote(table),
      column,
      value,
      called,
    ]);
  }
}

const damaged = (path: string): OperatorError =>
  operatorError('file_damaged', 'This file of the export is not what was written', path);
