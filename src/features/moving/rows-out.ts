// Exports every table, the queued jobs, and the names of the objects that rows reference, in one snapshot-isolated
// transaction, while the service keeps running.
import type { SQL, TransactionSQL } from 'bun';
import { z } from 'zod';
import { requirePresentSchema } from '../../platform/database/migrate.ts';
import { askRows, nameRow } from '../../platform/database/rows.ts';
import { type CopiedRows, copyLines, copyToSink, type FileSink } from '../../platform/files/copy.ts';
import { CARRIED_COLUMNS, selectUnfinishedJobs } from '../../platform/jobs/carry.ts';
import type { Manifest } from './folder.ts';
import type { Ledger } from './ledger.ts';
import { NAMED_OBJECTS, readNamedLine } from './named-objects.ts';
import { CARRIED_TABLES, columnList, quote } from './tables.ts';

const numberRow = z.object({ number: z.string().nullable() });
const stateRow = z.object({ value: z.string(), called: z.boolean() });

export type ExportedRows = Pick<Manifest, 'madeAt' | 'migrations' | 'tables' | 'sequences' | 'jobs'>;

/** Receives the bytes read so far, and the approximate total. */
export type OnRows = (done: number, total: number) => void;

/** Output formats that do not depend on server settings. */
const PLAIN_TEXTS = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 3; set local bytea_output = 'hex'`;

/** Opens the file of the rows of a table, or that of the jobs. */
export type OpenRowFile = (table: string | undefined) => Promise<FileSink>;

/** Reads everything into files, and records in the ledger which objects the rows reference. */
export async function exportRows(
  sql: SQL,
  openFile: OpenRowFile,
  ledger: Ledger,
  onRows: OnRows,
): Promise<ExportedRows> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx.unsafe(PLAIN_TEXTS).simple();
    const migrations = await requirePresentSchema(tx);
    const [clock] = await askRows(
      tx,
      numberRow,
      'select (extract(epoch from transaction_timestamp()) * 1000)::bigint as number',
    );
    const total = await estimateBytes(tx);
    let done = 0;
    const onBytes = (bytes: number): void => {
      done += bytes;
      onRows(done, Math.max(done, total));
    };
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of CARRIED_TABLES) {
      const statement = `copy ${quote(name)} (${columnList(columns)}) to stdout`;
      tables.push({
        name,
        columns: [...columns],
        ...(await copyToSink(tx, statement, await openFile(name), onBytes)),
      });
    }
    const jobs = await exportJobs(tx, await openFile(undefined));
    await ledger.name(nameObjects(tx));
    return { madeAt: Number(clock?.number), migrations, tables, jobs, sequences: await readSequences(tx) };
  });
}

async function estimateBytes(tx: TransactionSQL): Promise<number> {
  const names = CARRIED_TABLES.map(({ name }) => `'${name}'`).join(', ');
  const [found] = await askRows(
    tx,
    numberRow,
    `select sum(pg_relation_size(oid))::bigint as number from pg_class where oid = any(array(
      select to_regclass(name) from unnest(array[${names}]) name))`,
  );
  return Number(found?.number ?? 0);
}

async function exportJobs(tx: TransactionSQL, file: FileSink): Promise<CopiedRows> {
  const query =
    (await selectUnfinishedJobs(tx)) ?? `select ${CARRIED_COLUMNS.map(() => 'null').join(', ')} where false`;
  return copyToSink(tx, `copy (${query}) to stdout`, file);
}

async function* nameObjects(tx: TransactionSQL) {
  for await (const line of copyLines(tx, `copy (${NAMED_OBJECTS}) to stdout`)) yield readNamedLine(line);
}

/** Sequences are not transactional. Read last, their values are at or above every number in the rows. */
async function readSequences(tx: TransactionSQL): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const { name, identities } of CARRIED_TABLES) {
    for (const column of identities) {
      const names = [quote(name), column];
      const [sequence] = await askRows(tx, nameRow, 'select pg_get_serial_sequence($1, $2) as name', names);
      const [state] = await askRows(
        tx,
        stateRow,
        `select last_value::text as value, is_called as called from ${sequence?.name}`,
      );
      if (state !== undefined) sequences.push({ table: name, column, value: state.value, called: state.called });
    }
  }
  return sequences;
}
