// Connections to the database of a configuration, embedded or outside, with the limits that whoever opens them wants.
// Says whether the server behind them can be used at all. Starts no server (database-embedded.ts does).
import { readFileSync } from 'node:fs';
import { SQL } from 'bun';
import { EMBEDDED_DATABASE, EMBEDDED_ROLE } from './embedded/cluster.ts';
import { DatabaseSetupError } from './embedded/package.ts';
import type { EmbeddedServer } from './embedded/server.ts';

export const OLDEST_MAJOR = 15;
export const CONNECT_SECONDS = 2;
const KEEP_ALIVE_SECONDS = 60;

/** Where the database is: the address of an outside server, or the embedded one, which runs. */
export type DatabasePlace = { readonly url: string } | { readonly embedded: EmbeddedServer };

export interface PoolLimits {
  /** What the server shows beside the connections. */
  readonly applicationName: string;
  /** Milliseconds; 0: no limit. */
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** A connection that is older finishes what it does and ends. Undefined: it lives as long as the pool. */
  readonly lifetimeSeconds?: number;
  /** Told whenever one of the connections has ended, for whatever reason. */
  readonly onClose?: () => void;
}

/** Opens at most `max` connections, each when it is needed. */
export function openPool(place: DatabasePlace, max: number, limits: PoolLimits): SQL {
  const shared = {
    max,
    connectionTimeout: CONNECT_SECONDS,
    maxLifetime: limits.lifetimeSeconds ?? 0,
    onclose: () => limits.onClose?.(),
    connection: {
      application_name: limits.applicationName,
      // Left to itself PostgreSQL plans many of our statements anew at each call: it believes a plan for the values at
      // hand to be worth it, and planning takes longer than reading a page. One plan a statement, whatever the values.
      plan_cache_mode: 'force_generic_plan',
      // A connection that is quiet for long dies without a word in some firewalls; the server's probes keep it known there.
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

/** Throws DatabaseSetupError when the server is too old or keeps its texts in another encoding. */
export async function requireVersion(sql: SQL): Promise<void> {
  const rows: { version: number; encoding: string }[] = await sql.unsafe(
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
  );
  const found = rows[0];
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
