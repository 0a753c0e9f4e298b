// Serialises writers of a pointer where the object store has no conditional writes: by a lock in the database that
// DATABASE_URL names, which covers all machines, or else by a lock file in the data directory, which covers this
// machine. The only place where object requests run inside an open transaction; used by publishing only.
import { join } from 'node:path';
import { SQL } from 'bun';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { LOCK_SUFFIX, withFileLock } from '../../files/lock.ts';
import { ObjectsUnavailable } from '../objects.ts';
import type { WriterLock } from './swap.ts';

const CONNECT_SECONDS = 5;
const LOCK_WAIT = '30s';

/** Folder of the writers' lock files. */
export const locksPath = (dataDirectory: string): string => join(dataDirectory, 'locks');

export function openWriterLock(databaseUrl: string | undefined, dataDirectory: string): WriterLock {
  if (databaseUrl === undefined) {
    return {
      reach: 'a lock file in the data directory, on this machine alone',
      run: (name, work) => withFileLock(join(locksPath(dataDirectory), `${sha256Hex(name)}${LOCK_SUFFIX}`), work),
    };
  }
  return {
    reach: 'a lock in the database',
    run: (name, work) => withDatabaseLock(databaseUrl, name, work),
  };
}

async function withDatabaseLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new SQL(url, { max: 1, connectionTimeout: CONNECT_SECONDS });
  try {
    return await client.begin(async (transaction) => {
      try {
        await transaction`select set_config('lock_timeout', ${LOCK_WAIT}, true)`;
        await transaction`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
      } catch (cause) {
        throw lockFailure(cause);
      }
      return await work();
    });
  } catch (error) {
    throw error instanceof SQL.SQLError ? lockFailure(error) : error;
  } finally {
    await client.close({ timeout: 1 });
  }
}

const lockFailure = (cause: unknown): ObjectsUnavailable =>
  new ObjectsUnavailable('The database that keeps publishers apart cannot be used', { cause });
