// `livehouse migrate`: migrates the database without serving, as `serve` does at its start. With `--init` it also
// creates the database of a new data directory.
import { prepareDataDirectory } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { listMigrations } from '../../platform/database/migrate.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import type { Command } from '../command.ts';
import { INIT_HINT, requireInstallation } from '../installation.ts';

const WAIT_MS = 120_000;

export const migrateCommand: Command = async ({ terminal, config, flag }) => {
  const checked = config();
  if (flag('init')) prepareDataDirectory(checked);
  else requireInstallation(checked, 'database', INIT_HINT);
  const database = openDatabase(checked, openLog('error'));
  try {
    await database.ready(WAIT_MS);
    const migrations = listMigrations();
    terminal.result({ ok: true, migrations });
    terminal.say(`The database is up to date: ${migrations.at(-1) ?? 'nothing to apply'}.`);
    return 0;
  } finally {
    await database.close();
  }
};
