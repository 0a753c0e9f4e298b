// Two database connections outside the service's pool, without statement timeouts, for commands that read or write
// everything in one transaction. Starts or joins the embedded server while they are open. Applies no migration.
import type { SQL } from 'bun';
import type { Config } from '../config/config.ts';
import type { Log } from '../telemetry/log.ts';
import { DatabaseSetupError } from './embedded/package.ts';
import { type EmbeddedServer, openEmbeddedServer } from './embedded/server.ts';
import { DatabaseUnavailable } from './errors.ts';
import { type DatabaseLocation, openPool, requireVersion } from './pool.ts';

/** One for the long transaction, and one for queries beside it. */
const CONNECTIONS = 2;
const CLOSE_SECONDS = 5;
/** Maximum wait for row locks, which a running service may hold. */
const LOCK_MS = 30_000;

export interface DatabaseSession {
  readonly sql: SQL;
  close(): Promise<void>;
}

/**
 * Opens the session. `applicationName` is shown in `pg_stat_activity`. Throws when the database cannot be reached or
 * used.
 */
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

/** Converts a setup error to DatabaseUnavailable, which the command line reports. */
export function refuseSetup(error: unknown): unknown {
  return error instanceof DatabaseSetupError ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}

/** The session on a given embedded server, which it joins and leaves. */
export async function openEmbeddedSession(embedded: EmbeddedServer, applicationName: string): Promise<DatabaseSession> {
  try {
    await embedded.ensureRunning();
    return await openOn({ embedded }, applicationName, () => embedded.leave());
  } catch (error) {
    await embedded.leave();
    throw refuseSetup(error);
  }
}

async function openSession(
  config: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  applicationName: string,
  log: Log,
): Promise<DatabaseSession> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl === undefined) return openEmbeddedSession(openEmbeddedServer(dataDirectory, log), applicationName);
  return openOn({ url: databaseUrl }, applicationName, async () => undefined);
}

async function openOn(
  place: DatabaseLocation,
  applicationName: string,
  leave: () => Promise<void>,
): Promise<DatabaseSession> {
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
      await leave();
    },
  };
}
