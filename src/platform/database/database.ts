// The database connection: Drizzle on Bun's client with prepared statements, on the embedded PostgreSQL or the server
// that DATABASE_URL names. `openDatabase` returns at once; connecting, migrating and reconnecting run in the
// background, so the release plane never waits for it. While the database is unavailable, every query fails at once
// with DatabaseUnavailable. Owns no table (schema/, migrations/) and no job (jobs/).
import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import { z } from 'zod';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import type { Config } from '../config/config.ts';
import { isDiskFull } from '../files/free-space.ts';
import type { Log } from '../telemetry/log.ts';
import { guardClient } from './client.ts';
import { noteDatabaseTime } from './clock.ts';
import { DatabaseSetupError } from './embedded/package.ts';
import { type EmbeddedServer, openEmbeddedServer } from './embedded/server.ts';
import { DatabaseFull, DatabaseUnavailable } from './errors.ts';
import { migrate, requirePresentSchema } from './migrate.ts';
import { CONNECT_SECONDS, openPool, requireVersion } from './pool.ts';
import { askRows } from './rows.ts';
import { watchStatements } from './slow-statements.ts';

/**
 * Drizzle on the connections of a handle. `$client`, the connections themselves, is only for prepared statements
 * (prepared.ts).
 */
type Handle = ReturnType<typeof drizzle>;
/** The handle outside a transaction. */
export type Queries = Omit<Handle, 'transaction'>;
/** The handle inside a transaction. A function that must run in a transaction takes only this. */
export interface Transaction extends Queries {
  readonly inTransaction: true;
}

/** `refused`: the database cannot be used as it is and retrying will not help; `problem` says why. */
type DatabaseState = 'starting' | 'ready' | 'unavailable' | 'refused' | 'closed';

export interface Database {
  readonly state: DatabaseState;
  /** Why the database is not ready, for the operator. Never part of a response. */
  readonly problem: string | undefined;
  /** For single queries. Rejects with DatabaseUnavailable unless ready; throws inside an open transaction. */
  readonly db: Queries;
  /**
   * Runs `work` in one transaction, which is rolled back when `work` throws. `work` must not use the network or the
   * object store.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Number of connections that have ended. While it is unchanged, the server is still the same. */
  readonly endedConnections: number;
  /** The current pool, for the job engine only; undefined while unavailable. */
  readonly pool: SQL | undefined;
  /**
   * Registers a listener for every time the database becomes ready, at first and after a loss. Listeners run in order
   * of registration; one that throws is called again.
   */
  onReady(listener: () => Promise<void>): void;
  /**
   * Resolves when the database is ready and every listener has run; rejects when refused, closed, or after `timeoutMs`.
   */
  ready(timeoutMs?: number): Promise<void>;
  /** Closes the connections. The embedded server stops when no other process uses it. */
  close(): Promise<void>;
}

const POOL_CONNECTIONS = 10;
const STATEMENT_MS = 10_000;
const LOCK_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/**
 * Maximum age of a connection. The server process behind it keeps the plan of every prepared statement, and other
 * memory that has grown, until the connection ends.
 */
const LIFETIME_SECONDS = 30 * 60;
const BEAT_MS = 1_000;
/**
 * Together with BEAT_MS below three seconds, the time within which writes must fail once the database is unavailable.
 */
const BEAT_TIMEOUT_MS = 1_500;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 1_000;
const CLOSE_SECONDS = 5;
const clockRow = z.object({ now: z.number() });

const openTransaction = (client: SQL): Transaction =>
  Object.assign(drizzle({ client }), { inTransaction: true } as const);

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'> & Partial<Pick<Config, 'slowStatementMs'>>;

/** `migrate`: apply what is pending. `require`: refuse tables of another version with SchemaDiffers. */
type SchemaRule = 'migrate' | 'require';

/** Opens the configured database in the background. Never throws. */
export function openDatabase(config: DatabaseConfig, log: Log, schema: SchemaRule = 'migrate'): Database {
  return new OpenedDatabase(config, log, schema);
}

class OpenedDatabase implements Database {
  state: DatabaseState = 'starting';
  problem: string | undefined;
  /** The error behind the problem. */
  #failure: unknown;
  endedConnections = 0;
  pool: SQL | undefined;
  readonly db: Handle;
  readonly #config: DatabaseConfig;
  readonly #log: Log;
  readonly #schema: SchemaRule;
  readonly #guard;
  readonly #loop: Promise<void>;
  #embedded: EmbeddedServer | undefined;
  #beat: SQL | undefined;
  #migrated = false;
  readonly #listeners: (() => Promise<void>)[] = [];
  #waitingListeners: (() => Promise<void>)[] = [];
  #wake: (() => void) | undefined;
  readonly #watchers = new Set<() => void>();

  constructor(config: DatabaseConfig, log: Log, schema: SchemaRule) {
    this.#config = config;
    this.#log = log;
    this.#schema = schema;
    // Drizzle reads its settings from a client; this one never connects.
    const onLost = (): void => this.#wake?.();
    const onStatement = watchStatements(config.slowStatementMs, log, () => this.pool);
    this.#guard = guardClient(new SQL('postgres://localhost/none', { max: 1 }), onLost, undefined, onStatement);
    this.db = drizzle(this.#guard.client);
    this.#loop = this.#run();
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#guard.begin((client) => work(openTransaction(client)));
  }

  onReady(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
    this.#waitingListeners.push(listener);
    this.#wake?.();
  }

  async ready(timeoutMs = 60_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      if (this.state === 'ready' && this.#waitingListeners.length === 0) return;
      const over = performance.now() >= deadline || this.state === 'refused' || this.state === 'closed';
      if (over) throw new DatabaseUnavailable(this.problem ?? 'The database is not ready', { cause: this.#failure });
      await this.#nextChange(deadline - performance.now());
    }
  }

  async close(): Promise<void> {
    if (this.state !== 'closed') {
      this.#changeState('closed', undefined);
      this.#wake?.();
    }
    await this.#loop;
  }

  async #run(): Promise<void> {
    let pauseMs = RETRY_FIRST_MS;
    while (this.state !== 'closed' && this.state !== 'refused') {
      try {
        if (this.state !== 'ready') await this.#connect();
        else await this.#checkBeat();
        await this.#callListeners();
        pauseMs = RETRY_FIRST_MS;
        await this.#pause(BEAT_MS);
      } catch (error) {
        await this.#lose(error);
        await this.#pause(pauseMs);
        pauseMs = Math.min(RETRY_LAST_MS, pauseMs * 2);
      }
    }
    await this.#end();
  }

  async #connect(): Promise<void> {
    if (this.#config.databaseUrl === undefined) {
      this.#embedded ??= openEmbeddedServer(this.#config.dataDirectory, this.#log);
      await this.#embedded.ensureRunning();
    }
    this.#beat = this.#openPool(1);
    await answered(requireVersion(this.#beat), BEAT_TIMEOUT_MS + CONNECT_SECONDS * 1000);
    await this.#checkBeat();
    const pool = this.#openPool(POOL_CONNECTIONS);
    try {
      if (!this.#migrated) await (this.#schema === 'migrate' ? migrate(pool, this.#log) : requirePresentSchema(pool));
      this.#migrated = true;
    } catch (error) {
      await pool.close({ timeout: 0 });
      throw error;
    }
    if (this.state === 'closed') {
      await pool.close({ timeout: 0 });
      return;
    }
    this.pool = pool;
    this.#guard.open(pool);
    this.#waitingListeners = [...this.#listeners];
    this.#changeState('ready', undefined);
    this.#log.info('database ready', { engine: this.#embedded === undefined ? 'outside' : 'embedded' });
  }

  async #checkBeat(): Promise<void> {
    if (this.#beat === undefined) throw new Error('There is no connection to the database');
    const [row] = await answered(
      askRows(this.#beat, clockRow, 'select extract(epoch from clock_timestamp())::float8 * 1000 as now'),
      BEAT_TIMEOUT_MS,
    );
    if (row !== undefined) noteDatabaseTime(row.now);
  }

  async #callListeners(): Promise<void> {
    while (this.state === 'ready') {
      const listener = this.#waitingListeners[0];
      if (listener === undefined) return;
      try {
        await listener();
      } catch (error) {
        this.#log.error('a component could not start on the database', { error });
        return;
      }
      this.#waitingListeners.shift();
      this.#announce();
    }
  }

  async #lose(error: unknown): Promise<void> {
    const refused = error instanceof DatabaseSetupError;
    const problem = error instanceof Error ? error.message : String(error);
    this.#failure = error;
    if (this.state !== 'closed') {
      if (problem !== this.problem) this.#log[refused ? 'error' : 'warn']('database unavailable', { error });
      const starting = this.state === 'starting';
      this.#changeState(refused ? 'refused' : starting ? 'starting' : 'unavailable', problem);
    }
    // The embedded server stops by itself when it has no room for its log, and starts again when there is some.
    const isFull = this.#config.databaseUrl === undefined && isDiskFull(this.#config.dataDirectory);
    this.#guard.shut(new (isFull ? DatabaseFull : DatabaseUnavailable)('The database cannot be reached now'));
    await this.#dropPools(0);
  }

  async #end(): Promise<void> {
    this.#guard.shut(new DatabaseUnavailable('The database is closed'));
    await this.#dropPools(CLOSE_SECONDS);
    await this.#embedded
      ?.leave()
      .catch((error: unknown) => this.#log.warn('the database server was left running', { error }));
  }

  async #dropPools(timeoutSeconds: number): Promise<void> {
    const pools = [this.pool, this.#beat];
    this.pool = undefined;
    this.#beat = undefined;
    // Bounded wait, since the server may not respond. Remaining connections end with their sockets.
    const closing = pools.map((pool) => pool?.close({ timeout: timeoutSeconds }).catch(() => undefined));
    await answered(Promise.all(closing), timeoutSeconds * 1000 + 500).catch(() => undefined);
  }

  #openPool(max: number): SQL {
    const { databaseUrl } = this.#config;
    const limits = {
      applicationName: 'livehouse',
      statementMs: STATEMENT_MS,
      lockMs: LOCK_MS,
      idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
      lifetimeSeconds: LIFETIME_SECONDS,
      onClose: () => {
        this.endedConnections += 1;
      },
    };
    if (databaseUrl !== undefined) return openPool({ url: databaseUrl }, max, limits);
    if (this.#embedded === undefined) throw new Error('The embedded server is not open');
    return openPool({ embedded: this.#embedded }, max, limits);
  }

  #changeState(state: DatabaseState, problem: string | undefined): void {
    this.state = state;
    this.problem = problem;
    this.#announce();
  }

  #announce(): void {
    for (const tell of [...this.#watchers]) tell();
  }

  #nextChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#watchers.add(done);
    });
  }

  /** Waits for `pauseMs`, or until the loop is woken. */
  #pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, pauseMs);
      this.#wake = done;
      if (this.state === 'closed') done();
    });
  }
}

/** Settles like `work`, or rejects after `timeoutMs`. */
const answered = <T>(work: PromiseLike<T>, timeoutMs: number): Promise<T> =>
  withinTime(work, timeoutMs, () => {
    throw new DatabaseUnavailable(`No answer within ${timeoutMs} ms`);
  });
