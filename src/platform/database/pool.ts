// Connection pools to the configured database, embedded or external, with the limits that the caller chooses. Also
// checks whether the server can be used at all. Starts no server (embedded/server.ts does).
import { readFileSync } from 'node:fs';
import { SQL } from 'bun';
import { z } from 'zod';
import { EMBEDDED_DATABASE, EMBEDDED_ROLE } from './embedded/cluster.ts';
import { DatabaseSetupError } from './embedded/package.ts';
import type { EmbeddedServer } from './embedded/server.ts';
import { askRows } from './rows.ts';

const OLDEST_MAJOR = 15;
export const CONNECT_SECONDS = 2;
const KEEP_ALIVE_SECONDS = 60;

/** Where the database is: the URL of an external server, or the running embedded one. */
export type DatabaseLocation = { readonly url: string } | { readonly embedded: EmbeddedServer };

export interface PoolLimits {
  /** Name shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Timeouts in milliseconds; 0: none. */
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** An older connection completes its current query and closes. Undefined: connections live as long as the pool. */
  readonly lifetimeSeconds?: number;
  /** Called whenever a connection has ended, for any reason. */
  readonly onClose?: () => void;
}

/** Opens a pool of at most `max` connections, each opened on demand. */
export function openPool(place: DatabaseLocation, max: number, limits: PoolLimits): SQL {
  const shared = {
    max,
    connectionTimeout: CONNECT_SECONDS,
    maxLifetime: limits.lifetimeSeconds ?? 0,
    onclose: () => limits.onClose?.(),
    connection: {
      application_name: limits.applicationName,
      // With its default setting PostgreSQL replans many of our statements on every call, because it expects a custom
      // plan to be cheaper. Planning takes longer than reading a page, so every statement uses one generic plan.
      plan_cache_mode: 'force_generic_plan',
      // Some firewalls silently drop idle connections. TCP keepalive probes keep them alive.
      tcp_keepalives_idle: String(KEEP_ALIVE_SECONDS),
      statement_timeout: String(limits.statementMs),
      lock_timeout: String(limits.lockMs),
      idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
    },
  };
  if ('url' in place) {
    return new SQL(place.url, { ...shared, database: decodeURIComponent(new URL(place.url).pathname.slice(1)) });
  }
  const { socketFolder, password } = place.embedded.folder;
  return new SQL({
    ...shared,
    adapter: 'postgres',
    hostname: socketFolder,
    port: 5432,
    username: EMBEDDED_ROLE,
    database: EMBEDDED_DATABASE,
    password: readFileSync(password, 'utf8'),
  });
}

const serverRow = z.object({ version: z.number(), encoding: z.string() });

/** Throws DatabaseSetupError when the server is too old or its encoding is not UTF-8. */
export async function requireVersion(sql: SQL): Promise<void> {
  const [found] = await askRows(
    sql,
    serverRow,
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
  );
  if (found === undefined || found.version < OLDEST_MAJOR * 10_000) {
    throw new DatabaseSetupError(
      `DATABASE_URL names PostgreSQL ${Math.floor((found?.version ?? 0) / 10_000)}; Livehouse needs ${OLDEST_MAJOR} or later`,
    );
  }
  if (found.encoding !== 'UTF8') {
    throw new DatabaseSetupError(
      `The database that DATABASE_URL names is encoded as ${found.encoding}: create it with ENCODING 'UTF8'`,
    );
  }
}
