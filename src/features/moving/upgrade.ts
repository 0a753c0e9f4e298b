// Copies a database into an empty one of another PostgreSQL, with the same files of rows as an export. Objects stay where
// they are. The first database is not changed, except for pending migrations, which only add to it.
import { join } from 'node:path';
import type { SQL } from 'bun';
import { migrate } from '../../platform/database/migrate.ts';
import { readPieces } from '../../platform/files/copy.ts';
import { openJobCarrier } from '../../platform/jobs/carry.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { jobsPath, openRowFile, tablePath } from './folder.ts';
import { Ledger } from './ledger.ts';
import { importRows } from './rows-in.ts';
import { exportRows } from './rows-out.ts';
import { requireEmptyTables, requireUnused } from './target.ts';

export interface UpgradeCopy {
  readonly from: SQL;
  /** Opens the new database, after the rows have been read. */
  readonly openTarget: () => Promise<SQL>;
  /** An empty folder for the rows. */
  readonly folder: string;
  readonly log: Log;
  readonly onProgress: (step: 'read' | 'write', done: number, total: number) => void;
}

export interface CopiedDatabase {
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
}

/** Copies all rows, sequences and waiting jobs. Refuses with `target_in_use` while a service runs on the first one. */
export async function copyDatabase({
  from,
  openTarget,
  folder,
  log,
  onProgress,
}: UpgradeCopy): Promise<CopiedDatabase> {
  await requireUnused(from);
  await migrate(from, log);
  using ledger = new Ledger(join(folder, 'names.sqlite'));
  const read = await exportRows(
    from,
    (table) => openRowFile(folder, table),
    ledger,
    (done, total) => onProgress('read', done, total),
  );
  const to = await openTarget();
  await migrate(to, log);
  await requireEmptyTables(to);
  const jobs = await openJobCarrier(to);
  try {
    const pathOf = (table: string | undefined): string =>
      table === undefined ? jobsPath(folder) : tablePath(folder, table);
    await importRows(to, {
      source: {
        manifest: { exportId: crypto.randomUUID(), ...read },
        nameOf: pathOf,
        rows: (table) => readPieces(pathOf(table)),
      },
      jobs,
      onBytes: (done, total) => onProgress('write', done, total),
    });
  } finally {
    await jobs.close();
  }
  const rows = read.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: read.tables.length, rows, jobs: read.jobs.rows };
}
