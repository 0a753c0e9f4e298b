// The database as commands open it: beside a service that may be starting, without changing its tables, and never silently.

import { OperatorError } from '../../features/release/common/operator-error.ts';
import { type Config, prepareDataDirectory } from '../../platform/config/config.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { findSchemaDifference } from '../../platform/database/migrate.ts';
import { readServiceNotices } from '../../platform/files/service-notices.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import type { Terminal } from '../terminal.ts';
import { INSTALLATION_MISSING, requireInstallation } from './installation.ts';

/** How long a command waits for a service that makes its database. */
const START_MS = 60_000;
const START_LOOK_MS = 250;
/** An outside server answers soon or is away; the embedded one may first have to repair itself. */
const OUTSIDE_MS = 15_000;
const EMBEDDED_MS = 60_000;
/** Migrations of large tables take their time. */
const MIGRATION_MS = 120_000;
const QUIET_MS = 2_000;

export interface CommandDatabaseOptions {
  /** Whether the command makes a database where there is none. */
  readonly makes?: boolean;
  /** Whether it applies pending migrations. */
  readonly migrates?: boolean;
  /** How else a new installation is made, for the refusal. */
  readonly initHint?: string | undefined;
}

/**
 * Opens the database and waits until it is ready. Throws OperatorError `installation_missing`, SchemaDiffers, or
 * DatabaseUnavailable.
 */
export function openCommandDatabase(
  config: Config,
  terminal: Terminal,
  { makes = false, migrates = false, initHint }: CommandDatabaseOptions = {},
): Promise<Database> {
  return afterStart(config, terminal, async () => {
    try {
      requireInstallation(config, 'database', initHint);
      return await openReady(config, terminal, migrates);
    } catch (error) {
      // Where a service is making one, the command waits for that.
      if (!makes || !isNothingThere(error) || isServiceStarting(config)) throw error;
      prepareDataDirectory(config);
      return openReady(config, terminal, true);
    }
  });
}

/** Runs `work` again while a service on the same data is starting and has not made what `work` needs. */
export async function afterStart<T>(config: Config, terminal: Terminal, work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + START_MS;
  for (let told = false; ; told = true) {
    // Before the work: a service that gets ready meanwhile has made what it lacked.
    const isStarting = isServiceStarting(config);
    try {
      return await work();
    } catch (error) {
      const isAwaited = isNothingThere(error) || findSchemaDifference(error)?.found === 'older';
      if (!isAwaited || !isStarting || performance.now() > deadline) throw error;
    }
    if (!told) terminal.note('Waiting for the service, which is making its database …');
    await Bun.sleep(START_LOOK_MS);
  }
}

const isServiceStarting = ({ dataDirectory }: Config): boolean =>
  readServiceNotices(dataDirectory, 'starting').length > 0;

const isNothingThere = (error: unknown): boolean =>
  findSchemaDifference(error)?.found === 'empty' ||
  (error instanceof OperatorError && error.findings.some(({ code }) => code === INSTALLATION_MISSING));

async function openReady(config: Config, terminal: Terminal, migrates: boolean): Promise<Database> {
  const { databaseUrl } = config;
  // Nothing is logged: what cannot be waited for is thrown, and the rest is said while waiting.
  const database = openDatabase(config, openLog('silent'), migrates ? 'migrate' : 'require');
  const place = databaseUrl === undefined ? 'the embedded database' : `the database at ${new URL(databaseUrl).host}`;
  const timer = setTimeout(() => {
    terminal.note(`Waiting for ${place}${database.problem === undefined ? '' : `: ${database.problem}`} …`);
  }, QUIET_MS);
  try {
    await database.ready(migrates ? MIGRATION_MS : databaseUrl === undefined ? EMBEDDED_MS : OUTSIDE_MS);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
