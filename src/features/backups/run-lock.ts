// One run at a time over all processes and machines of an instance, by an advisory lock of its database. The lock belongs to a
// transaction, so that it ends with its process, and works behind poolers too.
import type { SQL } from 'bun';
import type { Queries } from '../../platform/database/database.ts';
import { askRows, listRows, thereRow } from '../../platform/database/rows.ts';
import { operatorError } from '../release/common/operator-error.ts';

/** "live" and "back" as numbers. */
const SPACE = 1_818_851_941;
const LOCK = 1_650_549_611;

/** Code of the refusal while another run holds the lock. */
export const BACKUP_RUNNING = 'backup_running';

/** Runs `work` while holding the lock on a connection of its own. Throws OperatorError `backup_running` if it is held. */
export async function holdRunLock<T>(sql: SQL, work: (requireHeld: () => Promise<void>) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    const [row] = await askRows(tx, thereRow, 'select pg_try_advisory_xact_lock($1, $2) as there', [SPACE, LOCK]);
    if (row?.there !== true) throw operatorError(BACKUP_RUNNING, 'Another backup is being made: wait for it');
    // Fails when the connection is gone, and the lock with it.
    return work(async () => {
      await tx.unsafe('select 1');
    });
  });
}

/** Whether some process makes a backup now. */
export async function isRunLocked(db: Queries): Promise<boolean> {
  const [row] = await listRows(db, thereRow)`
    select exists (select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and classid::bigint = ${SPACE} and objid::bigint = ${LOCK}
      and database = (select oid from pg_database where datname = current_database())) as there`;
  return row?.there ?? false;
}
