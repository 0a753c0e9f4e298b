// Two connections to the database apart from those of the service, without limits of time: for commands that read or
// write everything in one transaction. Starts the embedded server, or joins it, while they are open. Applies no migration.
import type { SQL } from 'bun';
import type { Config } from '../config/config.ts';
import type { Log } from '../telemetry/log.ts';
import { DatabaseSetupError } from './embedded/package.ts';
import { openEmbeddedServer } from './embedded/server.ts';
import { DatabaseUnavailable } from './errors.ts';
import { type DatabasePlace, openPool, requireVersion } from './pool.ts';

/** One for the long transaction, one beside it. */
const CONNECTIONS = 2;
const CLOSE_SECONDS = 5;
/** Rows that a service of before has locked are waited for no longer. */
const LOCK_MS = 30_000;

export interface DatabaseSession {
  readonly sql: SQL;
  close(): Promise<void>;
}

/** Opens them; `applicationName` is what the server shows. Throws when the database cannot be reached or used. */
export async function openDatabaseSession(
  config: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  applicationName: string,
  log: Log,
): Promise<DatabaseSession> {
  try {
    return await openSession(config, applicationName, log);
  } catch (error) {
    throw refuseSetup(error);
  }
}

/** A database that cannot be used as it is, by the name that the command line knows. */
export function refuseSetup(error: unknown): unknown {
  return error instanceof DatabaseSetupError ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}

async function openSession(
  config: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  applicationName: string,
  log: Log,
): Promise<DatabaseSession> {
  const embedded = config.databaseUrl === undefined ? openEmbeddedServer(config.dataDirectory, log) : undefined;
  await embedded?.ensureRunning();
  try {
    const place: DatabasePlace = embedded === undefined ? { url: config.databaseUrl ?? '' } : { embedded };
    const sql = openPool(place, CONNECTIONS, {
      applicationName,
      statementMs: 0,
      lockMs: LOCK_MS,
      idleInTransactionMs: 0,
    });
    try {
      await requireVersion(sql);
    } catch (error) {
      await sql.close({ timeout: 0 });
      throw error;
    }
    return {
      sql,
      close: async () => {
        await sql.close({ timeout: CLOSE_SECONDS });
        await embedded?.leave();
      },
    };
  } catch (error) {
    await embedded?.leave();
    throw error;
  }
}
